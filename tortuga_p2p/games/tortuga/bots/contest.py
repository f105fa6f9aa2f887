"""Who is likely to come first and second in one action, given the odds of every rival's total. Plain arithmetic."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Odds: TypeAlias = "Sequence[float]"  # by total: how likely it is; total 0 is to have no die there


class Rival(NamedTuple):
    """Somebody else at the table; `turn` counts clockwise from the start player, who wins ties."""

    turn: int
    odds: Odds


class Places(NamedTuple):
    """How likely somebody comes first and second."""

    first: float
    second: float


class Contest:
    """One action, seen by a player whose own total is not known yet."""

    def __init__(self, turn: int, rivals: Sequence[Rival]) -> None:
        self._turn = turn
        self._rivals = rivals
        # Entry x: the chance to be below x.
        self._below = [list(accumulate(rival.odds, initial=0.0)) for rival in rivals]
        self._above = [self._tails(place) for place in range(len(rivals))]

    def own(self, total: int) -> Places:
        """Our places with that total (at least 1)."""
        return _ranked([self._loses(rival, total, self._turn) for rival in range(len(self._rivals))])

    def of(self, rival: int, total: int) -> Places:
        """A rival's places against our total; with 0 we are not there."""
        firsts, seconds = self._above[rival]
        least = total if self._rivals[rival].turn < self._turn else total + 1  # what beats us
        least = max(1, least)
        # Whoever we beat comes one place later than they would without us.
        return Places(firsts[least], seconds[least] + firsts[1] - firsts[least])

    def _tails(self, rival: int) -> tuple[list[float], list[float]]:
        """By total: how likely a rival has it or more, and is the first (second) of all the others."""
        turn, odds = self._rivals[rival]
        others = [other for other in range(len(self._rivals)) if other != rival]
        firsts, seconds = [0.0] * (len(odds) + 1), [0.0] * (len(odds) + 1)
        for total in range(len(odds) - 1, 0, -1):
            first, second = _ranked([self._loses(other, total, turn) for other in others])
            firsts[total] = firsts[total + 1] + odds[total] * first
            seconds[total] = seconds[total + 1] + odds[total] * second
        return firsts, seconds

    def _loses(self, rival: int, total: int, turn: int) -> float:
        """How likely a rival does not beat a total of somebody whose turn is this."""
        return self._below[rival][total if self._rivals[rival].turn < turn else total + 1]


def _ranked(beaten: Sequence[float]) -> Places:
    """First and second among players each of whom is beaten with that chance."""
    first, second = 1.0, 0.0
    for chance in beaten:
        second = second * chance + first * (1 - chance)
        first *= chance
    return Places(first, second)
