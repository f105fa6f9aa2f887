"""A match: some bots, one game, one seed, and as many games as wanted, each of them repeatable by its number.

The number fixes who sits where and every draw, so games can be played in any order, by any number of processes, and
watched again one by one (`tortuga watch --number`).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..rules.ask import Over
from ..rules.table import LocalTable
from .chance import SeededDraw
from .playing import Player, steps
from .registry import labels, make

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..rules.game import Bot, Game, Options


class Record(NamedTuple):
    """How one game of a match went; every tuple is in the order of the match's entrants."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int  # 0 for a game whose state counts none
    thinking: tuple[array[int], ...]  # nanoseconds by decision: the one part that no seed repeats


@dataclass(frozen=True, slots=True)
class Match:
    """What the seed is applied to. Plain enough to be sent to another process."""

    game: Game[Any]
    entrants: tuple[str, ...]  # bots by name, as typed
    options: Options
    seed: int

    def bots(self) -> tuple[Bot, ...]:
        """A player for each entrant. Raises `BadInput` for one that is unknown, or seats or options no game has."""
        self.game.setup(len(self.entrants), self.options)
        return tuple(make(self.game, len(self.entrants), text) for text in self.entrants)

    def sit_down(self, number: int, bots: Sequence[Bot]) -> tuple[LocalTable[Any], list[Player]]:
        """The table of that game before its first ask, and the players in the order of the seats."""
        seed, names = self.seed, labels(self.entrants)
        table = LocalTable.new(self.game, len(bots), self.options, SeededDraw(seed, number, "table"))
        return table, [
            Player(names[entrant], bots[entrant], SeededDraw(seed, number, "bot", entrant))
            for entrant in seating(number, len(bots))
        ]

    def play(self, number: int, bots: Sequence[Bot]) -> Record:
        """One game of the match, from the first ask to the end."""
        table, players = self.sit_down(number, bots)
        order = seating(number, len(bots))
        thinking = tuple(array("Q") for _ in bots)
        for _ in steps(table, players, lambda seat, taken_ns: thinking[order[seat]].append(taken_ns)):
            pass
        assert type(table.ask) is Over
        scores, winners = table.ask.result
        return Record(
            number,
            tuple(scores[order.index(entrant)] for entrant in range(len(bots))),
            tuple(sorted(order[seat] for seat in winners)),
            getattr(table.state, "round", 0),
            thinking,
        )


def seating(number: int, seats: int) -> tuple[int, ...]:
    """Who sits where in that game: the entrant on each seat.

    Every `seats` games each entrant has had each seat once; then the order around the table changes, first the
    neighbours to the left of the first entrant, until after `seats!` games all orders had their turn.
    """
    block, turn = divmod(number, seats)
    order, others = [0], list(range(1, seats))
    while others:
        block, pick = divmod(block, len(others))
        order.append(others.pop(pick))
    return tuple(order[turn:] + order[:turn])
