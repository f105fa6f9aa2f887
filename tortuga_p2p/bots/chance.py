"""Repeatable chance for the arena, for bots that think and for tests. Never for a game among peers.

A seed and a label name one stream of numbers. Streams with different labels have nothing to do with each other, so
drawing more from one never changes another. The same on every Python: bits and rejection, nothing else is asked of it.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_WIDTHS: Final = tuple([max(0, bound - 1).bit_length() for bound in range(128)])  # nearly all that is ever drawn


class SeededDraw:
    """A `Draw`: `SeededDraw(7, "seat", 2)` is always the same stream."""

    __slots__ = ("below",)

    below: Callable[[int], int]  # a uniform integer in [0, bound)

    def __init__(self, seed: int, *label: str | int) -> None:
        # The repr of integers and text is unambiguous: ("a", 1) and ("a1",) never meet.
        name = repr((seed, *label)).encode()
        self.below = _below(Random(int.from_bytes(sha256(name).digest(), "big")).getrandbits)


def _below(bits: Callable[[int], int]) -> Callable[[int], int]:
    """A function of its own, not a method: a twentieth of all time in playouts is spent in it."""

    def below(bound: int, /) -> int:
        assert bound > 0
        width = _WIDTHS[bound] if bound < 128 else (bound - 1).bit_length()
        value = bits(width)
        while value >= bound:
            value = bits(width)
        return value

    return below
