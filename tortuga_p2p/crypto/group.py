"""The group in which things are hidden: what a back end offers, and which one this machine has.

Points are opaque: only the back end that made a point looks inside. Scalars are plain integers and taken modulo the
order. The neutral element is `None` and never leaves this machine: it has no encoding. See protocol/hidden.md, "Group".
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

POINT_BYTES = 33
SCALAR_BYTES = 32
SHORT_BYTES = 16

Point: TypeAlias = Any


class Group(Protocol):
    """A group of prime order, written with plus. Results are `None` where they are the neutral element."""

    name: str  # hashed into every statement; back ends of one name agree byte for byte
    order: int  # q, a prime
    generator: Point  # g
    lam: int  # what makes short scalars short, see `short_scalar`
    keeps_powers: bool  # whether adding is so much cheaper than multiplying that tables pay (pedersen.py)

    def __hash__(self) -> int: ...

    def base(self, scalar: int) -> Point | None:
        """scalar·g, in constant time where the back end can."""

    def mul(self, scalar: int, point: Point | None) -> Point | None:
        """scalar·point; its time may depend on the scalar, so never for a key."""

    def mul_secret(self, scalar: int, point: Point) -> Point:
        """scalar·point for a scalar in [1, q) that must not show in the time it takes."""

    def sum(self, points: Sequence[Point]) -> Point | None: ...

    def sub(self, point: Point, other: Point | None) -> Point | None: ...

    def msm(self, scalars: Sequence[int], points: Sequence[Point | None]) -> Point | None:
        """The sum of scalars[i]·points[i]; variable time."""

    def encode(self, point: Point) -> bytes:
        """The one spelling of a point, 33 bytes."""

    def decode(self, raw: bytes) -> Point:
        """The point spelled by these bytes. Raises `Refused` (bad-point) for anything but its one spelling."""

    def hash_to_point(self, seed: bytes) -> Point:
        """A point whose logarithm nobody knows, fixed by the seed; the seed must be public."""


@cache
def default_group() -> Group:
    """secp256k1 through the compiled library where it is installed, else the slower one in Python: equal bytes."""
    try:
        from .libsecp import LibSecp256k1
    except ImportError:
        from .curve import PureSecp256k1

        return PureSecp256k1()
    return LibSecp256k1()


def full_scalar(group: Group, raw: bytes) -> int:
    """A scalar in [1, q) out of 32 uniform bytes; the bias is below 2**-127 for secp256k1."""
    assert len(raw) == SCALAR_BYTES
    return 1 + int.from_bytes(raw, "big") % (group.order - 1)


def short_scalar(group: Group, raw: bytes) -> int:
    """x + λ·y out of 16 uniform bytes: 2**128 different scalars, by which multiplying is cheap.

    λ acts on secp256k1 as a cheap endomorphism, so that libsecp256k1 needs 64 doublings instead of 128.
    A challenge needs many possible values, not large ones.
    """
    assert len(raw) == SHORT_BYTES
    return (int.from_bytes(raw[:8], "big") + group.lam * int.from_bytes(raw[8:], "big")) % group.order


def short_scalars(group: Group, raw: bytes) -> list[int]:
    return [short_scalar(group, raw[start : start + SHORT_BYTES]) for start in range(0, len(raw), SHORT_BYTES)]
