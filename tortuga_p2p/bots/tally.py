"""What many games of a match say about its entrants. Pure: the same records give the same figures.

A shared victory of k counts 1/k of a win to each of them, in the win rate and its interval.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .match import Record

Z_95: Final = 1.959963984540054  # 95 % of a normal distribution lie within this many deviations of its mean


class Line(NamedTuple):
    """One entrant's games."""

    name: str
    wins: int  # alone
    shared: int
    win_rate: float
    low: float  # 95 % interval of the win rate
    high: float
    points: float  # average


class Thinking(NamedTuple):
    """How long one entrant took for a decision: the same seed gives other figures every time."""

    name: str
    decisions: int
    median_ms: float
    p95_ms: float


def line(name: str, entrant: int, records: Sequence[Record]) -> Line:
    """The figures of one entrant over at least one game."""
    won = [record.winners for record in records if entrant in record.winners]
    alone = sum(winners == (entrant,) for winners in won)
    rate = sum(Fraction(1, len(winners)) for winners in won) / len(records)
    low, high = wilson(float(rate), len(records))
    points = sum(record.scores[entrant] for record in records) / len(records)
    return Line(name, alone, len(won) - alone, float(rate), low, high, points)


def thinking(name: str, entrant: int, records: Iterable[Record]) -> Thinking:
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
