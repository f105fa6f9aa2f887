"""A group that hides NOTHING, for simulations and tests only: the integers modulo the order, under addition.

Logarithms in it are divisions, so anyone reads every card; but all moves and proofs run through it unchanged and with
encodings of the same length, at almost no cost. `default_group` never returns it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Code, Refused
from ..text import _
from .curve import LAMBDA, ORDER
from .hashing import tagged, u32
from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Sequence

PREFIX = b"\x54"  # no point of a real group begins so


class ToyGroup:
    """The group interface of group.py on integers in [1, q); zero is the neutral element."""

    name = "toy"
    order = ORDER
    generator = 0x7042_7567_6120  # any number but 1, which would hide a forgotten multiplication
    lam = LAMBDA
    keeps_powers = False

    def base(self, scalar: int) -> int | None:
        return scalar * self.generator % ORDER or None

    def mul(self, scalar: int, point: int | None) -> int | None:
        return None if point is None else scalar * point % ORDER or None

    def mul_secret(self, scalar: int, point: int) -> int:
        assert 0 < scalar < ORDER
        return scalar * point % ORDER

    def sum(self, points: Sequence[int]) -> int | None:
        return sum(points) % ORDER or None

    def sub(self, point: int, other: int | None) -> int | None:
        return (point - (other or 0)) % ORDER or None

    def msm(self, scalars: Sequence[int], points: Sequence[int | None]) -> int | None:
        terms = zip(scalars, points, strict=True)
        return sum(scalar * point for scalar, point in terms if point is not None) % ORDER or None

    def encode(self, point: int) -> bytes:
        return PREFIX + point.to_bytes(32, "big")

    def decode(self, raw: bytes) -> int:
        point = int.from_bytes(raw[1:], "big")
        if len(raw) != 33 or raw[:1] != PREFIX or not 0 < point < ORDER:
            raise Refused(Code.BAD_POINT, _("These bytes name no point of the toy group."))
        return point

    def hash_to_point(self, seed: bytes) -> int:
        return 1 + int.from_bytes(tagged(Tag.POINT, seed, u32(0)), "big") % (ORDER - 1)
