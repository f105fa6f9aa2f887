"""Commitments to lists of numbers: a sum over fixed generators that nobody knows a relation between.

The generators are hashed out of fixed words, so there is no trapdoor to hold. Because they never change, a back end may
have their multiples by powers of 64 kept: a commitment is then additions only. Knows nothing of cards.
"""

from __future__ import annotations

from binascii import b2a_base64
from functools import cache
from typing import TYPE_CHECKING

from .hashing import tagged, u32
from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .group import Group, Point

POWERS_FROM = 20  # numbers; shorter lists are faster multiplied one by one
DIGITS = 44  # of a scalar in base 64, which is base64: the fastest way to digits that Python has
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DIGIT = bytes.maketrans(_ALPHABET, bytes(range(64)))


class Generators:
    """G₀ hides, G₁, G₂ ... carry the numbers. Grows as longer lists are committed to."""

    def __init__(self, group: Group) -> None:
        self.group = group
        # Both are replaced, never changed in place, so that two threads may commit at once.
        self._points: tuple[Point, ...] = ()
        self._powers: tuple[tuple[Point, ...], ...] = ()  # of each generator, 64⁴³·G, 64⁴²·G ... G

    def commit(self, scalars: Sequence[int]) -> Point | None:
        """Σ scalars[i]·Gᵢ, in variable time: for single-use and public numbers."""
        for _ in self.grow(len(scalars)):
            pass
        if self._needs_powers(len(scalars)):
            return self._add_powers(scalars)
        return self.group.msm(scalars, self._points[: len(scalars)])

    def grow(self, count: int) -> Iterator[None]:
        """What lists of so many numbers need, a little at a time: whoever has nothing else to do may begin early."""
        while len(points := self._points) < count:
            self._points = (*points, self._point(len(points)))
        while self._needs_powers(count) and len(powers := self._powers) < count:
            self._powers = (*powers, self._powers_of(self._points[len(powers)]))
            yield

    def _needs_powers(self, count: int) -> bool:
        return self.group.keeps_powers and count >= POWERS_FROM

    def _point(self, index: int) -> Point:
        seed = tagged(Tag.GENERATOR, self.group.name.encode("ascii"), u32(index))
        return self.group.hash_to_point(seed)

    def _powers_of(self, point: Point) -> tuple[Point, ...]:
        powers = [point]
        while len(powers) < DIGITS:
            powers.append(self.group.mul(64, powers[-1]))
        return tuple(reversed(powers))

    def _add_powers(self, scalars: Sequence[int]) -> Point | None:
        # Every power falls into the bucket of its digit; bucket d then counts d times.
        buckets: list[list[Point]] = [[] for _ in range(64)]
        order = self.group.order
        for scalar, kept in zip(scalars, self._powers, strict=False):
            text = b2a_base64((scalar % order).to_bytes(33, "big"), newline=False)
            for digit, power in zip(text.translate(_DIGIT), kept, strict=True):
                buckets[digit].append(power)
        # For each bit of d, all buckets with that bit; then double and add.
        total_of = self.group.sum
        sums = [(digit, total_of(bucket)) for digit, bucket in enumerate(buckets) if digit and bucket]
        total: Point | None = None
        for bit in reversed(range(6)):
            terms = [point for digit, point in sums if digit >> bit & 1 and point is not None]
            total = total_of(terms if total is None else [total, total, *terms])
        return total


@cache
def generators(group: Group) -> Generators:
    return Generators(group)
