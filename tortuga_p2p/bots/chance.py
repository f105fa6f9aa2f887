"""Repeatable chance for the arena, for bots that think and for tests. Never for a game among peers.

A seed and a label name one stream of numbers. Streams with different labels have nothing to do with each other, so
drawing more from one never changes another. The same on every Python: bits and rejection, nothing else is asked of it.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random


class SeededDraw:
    """A `Draw`: `SeededDraw(7, "seat", 2)` is always the same stream."""

    __slots__ = ("_bits",)

    def __init__(self, seed: int, *label: str | int) -> None:
        # The repr of integers and text is unambiguous: ("a", 1) and ("a1",) never meet.
        name = repr((seed, *label)).encode()
        self._bits = Random(int.from_bytes(sha256(name).digest(), "big")).getrandbits

    def below(self, bound: int, /) -> int:
        """A uniform integer in [0, bound)."""
        assert bound > 0
        bits = self._bits
        width = (bound - 1).bit_length()
        value = bits(width)
        while value >= bound:
            value = bits(width)
        return value
