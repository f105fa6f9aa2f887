"""What chance gave somebody, beside what it could have given: data for the story of a game.

A game says it of a roll, a draw or a deal (`Game.luck`), with the odds of that very moment, as small whole numbers, so
that everybody computes the same and nothing is rounded. Sums over a game say who was lucky, in what, and how unusual
that is. Whether it was honest, the verifier says: luck is only told beside it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .ask import Seat

Odds: TypeAlias = tuple[tuple[int, int], ...]  # (what it could have given, in how many cases)


class Luck(NamedTuple):
    """One thing that chance decided for one seat: in the unit of its kind, what came and what could have come."""

    kind: str  # the words have its name: "catch", "weather"
    seat: Seat
    got: int
    odds: Odds


class LuckSum(NamedTuple):
    """All of one kind that one seat got in a game."""

    kind: str
    seat: Seat
    times: int
    got: int
    expected: Fraction
    variance: Fraction  # of the sum, if each was independent of the others: how far luck usually goes


def mean(odds: Odds) -> Fraction:
    return Fraction(sum(value * cases for value, cases in odds), sum(cases for _value, cases in odds))


def variance(odds: Odds) -> Fraction:
    middle = mean(odds)
    cases = sum(cases for _value, cases in odds)
    return sum((each * (value - middle) ** 2 for value, each in odds), Fraction(0)) * Fraction(1, cases)


def odds_of(worth: Mapping[Any, int], cases: Sequence[Any]) -> Odds:
    """The odds of drawing one of `cases`, each worth what `worth` says of it, or nothing."""
    values = [worth.get(case, 0) for case in cases]
    return tuple((value, values.count(value)) for value in sorted(set(values)))


def summed(lucks: Iterable[Luck]) -> tuple[LuckSum, ...]:
    """By kind in the order in which they came up, then by seat."""
    found: dict[tuple[str, Seat], list[Luck]] = {}
    kinds: dict[str, int] = {}
    for luck in lucks:
        kinds.setdefault(luck.kind, len(kinds))
        found.setdefault((luck.kind, luck.seat), []).append(luck)
    sums = [
        LuckSum(
            kind,
            seat,
            len(parts),
            sum(part.got for part in parts),
            sum((mean(part.odds) for part in parts), Fraction(0)),
            sum((variance(part.odds) for part in parts), Fraction(0)),
        )
        for (kind, seat), parts in found.items()
    ]
    return tuple(sorted(sums, key=lambda one: (kinds[one.kind], one.seat)))


def tenths(number: Fraction) -> str:
    """A number of 0 or more for people, with one digit behind the point."""
    whole, rest = divmod(round(10 * number), 10)
    return f"{whole}.{rest}"
