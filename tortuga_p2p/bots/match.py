"""A match: some bots, one game, one seed, and as many games as wanted, each of them repeatable by its number.

The number fixes who sits where and every draw, so games can be played in any order, by any number of processes, and
watched again one by one (`tortuga watch --number`).

An entrant is one bot on one seat, or a *team*: then the game is dealt first, and each entrant gets all seats of a side.
The sides change hands from game to game.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..errors import BadInput
from ..rules.ask import Over, deciders
from ..rules.local_table import LocalTable
from ..text import _
from .chance import SeededDraw
from .playing import SeatedBot, steps
from .registry import labels, make

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..rules.ask import Move, Moves, Result, Seat
    from ..rules.game import Bot, Draw, Game, Options, View
    from .local_export import LocalExport


class GameRecord(NamedTuple):
    """How one game of a match went."""

    number: int
    seating: tuple[int, ...]  # by seat: the entrant that sat there
    result: Result
    rounds: int  # 0 for a game that counts none
    thinking: tuple[array[int], ...]  # by entrant, nanoseconds by decision: the one part that no seed repeats

    def seats(self, entrant: int) -> list[int]:
        """Where that entrant sat; a team on several seats."""
        return [seat for seat, other in enumerate(self.seating) if other == entrant]

    def share(self, entrant: int) -> Fraction:
        """Its part of the victory: 1 for who won alone or with a side, 1/k of a victory that k share, 0 otherwise.

        The victory of a side is that of the team that plays it; where somebody has changed sides in the game, each team
        has its part of the seats.
        """
        _, winners, sides = self.result
        won = [seat for seat in self.seats(entrant) if seat in winners]
        if not won:
            return Fraction()
        if not self.is_of_teams:
            return Fraction(1, self.result.shares)
        sizes = Counter(sides[seat] for seat in winners)
        return sum((Fraction(1, sizes[sides[seat]]) for seat in won), Fraction()) / self.result.shares

    @property
    def is_of_teams(self) -> bool:
        """Whether an entrant has several seats."""
        return len(set(self.seating)) < len(self.seating)

    def points(self, entrant: int) -> Fraction:
        """Of its seat; of a team's seats the average."""
        return Fraction(sum(self.result.scores[seat] for seat in self.seats(entrant)), len(self.seats(entrant)))


@dataclass(frozen=True, slots=True)
class Match:
    """What the seed is applied to. Plain enough to be sent to another process."""

    game: Game[Any]
    entrants: tuple[str, ...]  # bots by name, as typed
    options: Options
    seed: int
    team_seats: int = 0  # how many sit at the table where every entrant is a team; 0: one seat for each entrant

    @property
    def seats(self) -> int:
        return self.team_seats or len(self.entrants)

    def bots(self) -> tuple[Bot, ...]:
        """A player for each entrant. Raises `BadInput` for one that is unknown, or seats or options no game has."""
        self.game.setup(self.seats, self.options)
        return tuple(make(self.game, self.seats, text) for text in self.entrants)

    def sit_down(self, number: int, bots: Sequence[Bot]) -> tuple[LocalTable[Any], list[SeatedBot]]:
        """The table of that game before its first ask, and the players in the order of the seats."""
        order, decided = self._seating(number)
        return self._table(number), self._players(number, bots, order, decided)

    def play(self, number: int, bots: Sequence[Bot], export: LocalExport | None = None) -> GameRecord:
        """One game of the match, from the first ask to the end; written down where somebody wants that."""
        order, decided = self._seating(number)
        table, players = self._table(number), self._players(number, bots, order, decided)
        thinking = tuple(array("Q") for _ in bots)
        going = steps(table, players, lambda seat, taken_ns: thinking[order[seat]].append(taken_ns))
        for _step in going if export is None else export.follow(self, number, table, players, going):
            pass
        assert type(table.ask) is Over
        return GameRecord(number, order, table.ask.result, self.game.round_of(table.state), thinking)

    def _table(self, number: int) -> LocalTable[Any]:
        return LocalTable.new(self.game, self.seats, self.options, SeededDraw(self.seed, number, "table"))

    def _players(
        self, number: int, bots: Sequence[Bot], order: Sequence[int], decided: Mapping[Seat, Sequence[Move]]
    ) -> list[SeatedBot]:
        names, players = labels(self.entrants), []
        for seat, entrant in enumerate(order):
            bot = Dealt(bots[entrant], list(decided[seat])) if decided.get(seat) else bots[entrant]
            label = ("bot", entrant, seat) if self.team_seats else ("bot", entrant)
            players.append(SeatedBot(names[entrant], bot, SeededDraw(self.seed, number, *label)))
        return players

    def _seating(self, number: int) -> tuple[tuple[int, ...], Mapping[Seat, Sequence[Move]]]:
        """The entrant on each seat, and what chance has decided for each seat before that was known.

        For teams the game is played on until everybody has a side. No entrant has a part in how that comes about, and
        each gets every side equally often.
        """
        if not self.team_seats:
            return seating(number, len(self.entrants)), {}
        table, draw = self._table(number), SeededDraw(self.seed, number, "deal")
        decided: dict[Seat, list[Move]] = {}
        while not (sides := self.game.sides(table.state, table.faces)):
            if type(table.ask) is Over:
                raise BadInput(_("{game} has no sides: every bot plays for itself.", game=self.game.title))
            choices = {}
            for seat in deciders(table.ask):
                moves = table.moves(seat)
                choices[seat] = moves[draw.below(len(moves)) if len(moves) > 1 else 0]
                if len(moves) > 1:
                    decided.setdefault(seat, []).append(choices[seat])
            table.step(choices)
        return tuple(team(number, side, len(self.entrants)) for side in sides), decided


class Dealt:
    """A bot whose first decisions were made by chance, before it was known which side it plays."""

    def __init__(self, bot: Bot, decided: list[Move]) -> None:
        self.name, self._bot, self._decided = bot.name, bot, decided

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        return self._decided.pop(0) if self._decided else self._bot.choose(view, moves, draw)


def team(number: int, side: int, entrants: int) -> int:
    """Which entrant plays for a side in that game.

    The first sides go round from game to game. Where there are more sides than entrants, the others go round more
    slowly, so that nobody always gets the same two: all is even after `entrants` squared games.
    """
    return (side + (number if side < entrants else number // entrants)) % entrants


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
