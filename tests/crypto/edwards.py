"""The curve of Ed25519 by the school book: slow, obvious, and able to make what no honest library makes."""

from __future__ import annotations

import hashlib
from typing import TypeAlias

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of minus one

Point: TypeAlias = tuple[int, int]
NEUTRAL: Point = (0, 1)


def add(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    cross = D * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + cross, -1, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - cross, -1, P) % P,
    )


def times(scalar: int, point: Point) -> Point:
    result = NEUTRAL
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def lift(y: int) -> Point | None:
    """A point with this y, if the curve has one."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    return (x, y) if x * x % P == square else None


def encode(point: Point) -> bytes:
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def some_point(y: int) -> Point:
    point = lift(y)
    assert point is not None
    return point


BASE = some_point(4 * pow(5, -1, P) % P)
BASE = BASE if BASE[0] % 2 == 0 else (P - BASE[0], BASE[1])


def small_order_points() -> list[Point]:
    """The eight points whose order divides eight, found by striking the large order out of ordinary points."""
    found = {times(L, point) for y in range(2, 60) if (point := lift(y))}
    return sorted({add(one, other) for one in found for other in found})


def secret_scalar(seed: bytes) -> int:
    scalar = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little")
    return scalar & (1 << 254) - 8 | 1 << 254


def challenge(r: bytes, key: bytes, signed: bytes) -> int:
    return int.from_bytes(hashlib.sha512(r + key + signed).digest(), "little") % L


def holds(key: Point, key_bytes: bytes, signed: bytes, r: Point, r_bytes: bytes, s: int) -> bool:
    """The equation of a signature, and nothing else: s * BASE = R + h * key."""
    return times(s, BASE) == add(r, times(challenge(r_bytes, key_bytes, signed), key))
