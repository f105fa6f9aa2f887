"""The player called `montecarlo`: tries each legal move in many imagined games and keeps what ended best.

Knows nothing of any game but its contract, so it is a first opponent for a new game and the yardstick for bots that
know more. Flat: no tree, only the present decision. It halves its candidates stage by stage, so that most of its
effort goes into telling the good ones apart. With a budget of playouts equal draws give equal choices; with a budget
of time they need not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol

from ..errors import BadInput
from ..rules.ask import Over, deciders
from ..rules.local_table import LocalTable, play_out
from ..text import _
from .chance import SeededDraw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..rules.ask import Move, Moves, Result, Seat
    from ..rules.game import Bot, Draw, Game, View

CANDIDATES_MAX: Final = 32  # of more legal moves (all orders of a hand) this many are drawn
PLAYOUTS_DEFAULT: Final = 200
PLAYOUTS_MAX: Final = 1_000_000
MILLISECONDS_MAX: Final = 600_000

# A game won is worth so many points of lead: victory is what counts, and the lead tells apart moves that few
# playouts cannot. 2520 is divided exactly by every number of winners up to ten.
WON: Final = 2520
POINT: Final = 84


class Budget(Protocol):
    """How long to think about one decision."""

    def passes(self, stages: int, candidates: int) -> Iterable[object]:
        """One item for each time that a stage tries all its candidates; at least one."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """So many imagined games a decision, on every machine the same."""

    count: int

    def passes(self, stages: int, candidates: int) -> Iterable[object]:
        return range(max(1, self.count // (stages * candidates)))


@dataclass(frozen=True, slots=True)
class Milliseconds:
    """So much time a decision, as much as this machine can do in it."""

    count: int

    def passes(self, stages: int, candidates: int) -> Iterator[object]:
        until = monotonic() + self.count / (1000 * stages)
        yield until
        while monotonic() < until:
            yield until


def read_budget(text: str) -> Budget:
    """`200` is playouts a decision, `1000ms` is time; `BadInput` for anything else."""
    match = re.fullmatch(r"([0-9]{1,9})(ms)?", text)
    most = MILLISECONDS_MAX if match and match[2] else PLAYOUTS_MAX
    if match and 1 <= int(match[1]) <= most:
        return (Milliseconds if match[2] else Playouts)(int(match[1]))
    raise BadInput(
        _("montecarlo thinks for a number of playouts (200) or of milliseconds (1000ms), not {text!r}.", text=text)
    )


@dataclass(slots=True)
class _Candidate:
    move: Move
    worth: int = 0  # summed over its playouts; all that are compared have had the same number


@dataclass(slots=True)
class MonteCarlo:
    """Plays `game` at a table of `seats`; everybody in its imagination moves as `policy` does."""

    game: Game[Any]
    seats: int
    policy: Bot
    budget: Budget
    name: str

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        left = [_Candidate(move) for move in _some(moves, draw)]
        stages = (len(left) - 1).bit_length()
        for _turn in range(stages):
            for _pass in self.budget.passes(stages, len(left)):
                world = draw.below(1 << 64)
                for candidate in left:
                    # All are tried in the same imagined world, with the same luck as far as that goes.
                    candidate.worth += self._try(view, candidate.move, SeededDraw(world))
            left.sort(key=lambda candidate: -candidate.worth)
            del left[(len(left) + 1) // 2 :]
        return left[0].move

    def _try(self, view: View[Any], move: Move, draw: Draw) -> int:
        seat = view.seat
        assert seat is not None, "spectators decide nothing"
        table = LocalTable.imagined(self.game, view.state, self.seats, seat, view.known, draw)

        def choose(other: Seat, moves: Moves) -> Move:
            return self.policy.choose(table.view(other), moves, draw)

        choices = {seat: move}
        for other in deciders(table.ask):
            if other != seat:
                others = table.moves(other)
                choices[other] = others[0] if len(others) == 1 else choose(other, others)
        table.step(choices)
        over = play_out(table, choose)
        assert type(over) is Over
        return worth(over.result, seat)


def worth(result: Result, seat: Seat) -> int:
    """What an ending is worth to a seat: its part of the victory, and its lead over the best of those it plays against.

    A side that wins as one has won once, however many it is: with friends a victory is worth as much as alone.
    """
    scores, sides = result.scores, result.sides
    part = WON // result.shares if seat in result.winners else 0
    rivals = [score for other, score in enumerate(scores) if (sides[other] != sides[seat] if sides else other != seat)]
    return part + (POINT * (scores[seat] - max(rivals)) if rivals else 0)


def _some(moves: Moves, draw: Draw) -> Iterable[Move]:
    if len(moves) <= CANDIDATES_MAX:
        return moves
    picked: dict[int, None] = {}
    while len(picked) < CANDIDATES_MAX:
        picked[draw.below(len(moves))] = None
    return [moves[index] for index in picked]
