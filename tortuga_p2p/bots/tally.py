"""What many games of a match say about its entrants. Pure: the same records give the same figures.

A shared victory of k counts 1/k of a win to each of them, in the win rate and its interval. A side that wins as one has
one victory: it is a whole win to whoever played for it.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .match import GameRecord

Z_95: Final = 1.959963984540054  # 95 % of a normal distribution lie within this many deviations of its mean


class EntrantLine(NamedTuple):
    """One entrant's games."""

    name: str
    wins: int  # alone, or with a whole side
    shared: int
    win_rate: float
    low: float  # 95 % interval of the win rate
    high: float
    points: float  # average


class SideLine(NamedTuple):
    """One entrant's games on one side."""

    name: str
    side: int
    games: int
    win_rate: float
    low: float
    high: float


class Thinking(NamedTuple):
    """How long one entrant took for a decision: the same seed gives other figures every time."""

    name: str
    decisions: int
    median_ms: float
    p95_ms: float


def line(name: str, entrant: int, records: Sequence[GameRecord]) -> EntrantLine:
    """The figures of one entrant over the games it took part in; zeros where that was none."""
    played = [record for record in records if entrant in record.seating]
    shares = [record.share(entrant) for record in played]
    rate, low, high = _rate(shares)
    points = sum(record.points(entrant) for record in played) / max(1, len(played))
    return EntrantLine(name, shares.count(Fraction(1)), sum(0 < s < 1 for s in shares), rate, low, high, float(points))


def side_lines(names: Sequence[str], records: Sequence[GameRecord]) -> list[SideLine]:
    """Every entrant on every side it played for at the end, by side; none where nobody plays for a side."""
    won: dict[tuple[int, int], list[Fraction]] = {}
    for record in records:
        result = record.result
        for side in set(result.sides) - {-1}:
            for entrant in {record.seating[seat] for seat, other in enumerate(result.sides) if other == side}:
                is_won = side in [result.sides[seat] for seat in result.winners]
                won.setdefault((side, entrant), []).append(Fraction(is_won, result.shares or 1))
    return [
        SideLine(names[entrant], side, len(shares), *_rate(shares)) for (side, entrant), shares in sorted(won.items())
    ]


def _rate(shares: Sequence[Fraction]) -> tuple[float, float, float]:
    """The part of the games won, and its interval."""
    if not shares:
        return 0.0, 0.0, 1.0
    rate = float(sum(shares) / len(shares))
    return rate, *wilson(rate, len(shares))


def thinking(name: str, entrant: int, records: Iterable[GameRecord]) -> Thinking:
    """The thinking times of one entrant; zeros where it never had a choice."""
    taken_ns = sorted(taken for record in records for taken in record.thinking[entrant])
    return Thinking(name, len(taken_ns), quantile(taken_ns, 0.5) / 1e6, quantile(taken_ns, 0.95) / 1e6)


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95 % score interval of a rate seen over so many games (Wilson 1927): never outside 0 to 1."""
    z2 = Z_95 * Z_95 / games
    middle = (rate + z2 / 2) / (1 + z2)
    reach = Z_95 / (1 + z2) * sqrt(rate * (1 - rate) / games + z2 / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def quantile(ascending: Sequence[int], part: float) -> int:
    """The smallest value that at least that part of all values does not exceed; 0 of none."""
    return ascending[max(0, ceil(part * len(ascending)) - 1)] if ascending else 0
