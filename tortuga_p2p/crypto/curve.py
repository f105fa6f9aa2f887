"""secp256k1 in plain Python: the back end where no wheel exists, and the oracle the fast one is tested against.

Points are pairs (x, y); inside a sum they are Jacobian triples (x/z², y/z³), so that one inversion serves many
additions. About forty times slower than the compiled library and not constant time: `base` and `mul_secret`, which meet
secrets, split them instead.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ..errors import Code, Refused
from ..text import _
from .hashing import tagged, u32
from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FIELD = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
GENERATOR = (
    0x79BE667E_F9DCBBAC_55A06295_CE870B07_029BFCDB_2DCE28D9_59F2815B_16F81798,
    0x483ADA77_26A3C465_5DA4FBFC_0E1108A8_FD17B448_A6855419_9C47D08F_FB10D4B8,
)
# λ·(x, y) = (β·x, y): both are cube roots of one, λ modulo the order and β modulo the field.
LAMBDA = 0x5363AD4C_C05C30E0_A5261C02_8812645A_122E22EA_20816678_DF02967C_1B23BD72
BETA = 0x7AE96A2B_657C0710_6E64479E_AC3434E9_9CF04975_12F58995_C1396C28_719501EE
# A short basis of the pairs (x, y) with x + λ·y = 0 modulo the order: it splits a scalar into two halves.
SHORT_A = (0x3086D221_A7D46BCD_E86C90E4_9284EB15, -0xE4437ED6_010E8828_6F547FA9_0ABFE4C3)
SHORT_B = (0x1_14CA50F7_A8E2F3F6_57C1108D_9D44CFD8, 0x3086D221_A7D46BCD_E86C90E4_9284EB15)

NAF_BITS = 5  # digits of a scalar are odd and below 2**(NAF_BITS - 1) in size
COMB_BITS = 4  # the generator's multiples are kept for every digit of this many bits

Affine: TypeAlias = tuple[int, int]
Jacobian: TypeAlias = tuple[int, int, int]
P = TypeVar("P")

NEUTRAL: Jacobian = (1, 1, 0)


def try_and_increment(decode: Callable[[bytes], P], seed: bytes) -> P:
    """The first point with even y whose x is a hash of the seed and a counter. Its time depends on the seed."""
    counter = 0
    while True:
        try:
            return decode(b"\x02" + tagged(Tag.POINT, seed, u32(counter)))
        except Refused:
            counter += 1


class PureSecp256k1:
    """The group interface of group.py on Python integers."""

    name = "secp256k1"
    order = ORDER
    generator = GENERATOR
    lam = LAMBDA
    keeps_powers = False

    def base(self, scalar: int) -> Affine | None:
        scalar %= ORDER
        part = self._blind(scalar, GENERATOR)
        return _to_affine(self._add_multiple(self._add_multiple(NEUTRAL, (scalar - part) % ORDER), part))

    def mul(self, scalar: int, point: Affine | None) -> Affine | None:
        return self.msm((scalar,), (point,))

    def mul_secret(self, scalar: int, point: Affine) -> Affine:
        assert 0 < scalar < ORDER
        part = self._blind(scalar, point)
        product = self.msm((1, 1), (self.mul(scalar - part, point), self.mul(part, point)))
        assert product is not None
        return product

    def _blind(self, scalar: int, point: Affine) -> int:
        """A part of the scalar to multiply by alone: the time then tells of two numbers of which each is random."""
        blind = tagged(Tag.BLIND, scalar.to_bytes(32, "big"), self.encode(point))
        return int.from_bytes(blind, "big") % ORDER

    def _add_multiple(self, total: Jacobian, scalar: int) -> Jacobian:
        """total + scalar·g, out of the kept multiples of the generator."""
        for row in self._comb:
            digit = scalar & (1 << COMB_BITS) - 1
            if digit:
                total = _add_affine(total, row[digit - 1])
            scalar >>= COMB_BITS
        return total

    def sum(self, points: Sequence[Affine]) -> Affine | None:
        total = NEUTRAL
        for point in points:
            total = _add_affine(total, point)
        return _to_affine(total)

    def sub(self, point: Affine, other: Affine | None) -> Affine | None:
        return point if other is None else self.sum((point, _negate(other)))

    def msm(self, scalars: Sequence[int], points: Sequence[Affine | None]) -> Affine | None:
        """All terms share the doublings: what is to be added at each bit is collected first."""
        halves: list[tuple[int, int, Affine]] = []
        for scalar, point in zip(scalars, points, strict=True):
            if point is not None and scalar % ORDER:
                halves.append((*_split(scalar % ORDER), point))
        columns: list[list[Affine]] = []
        for (low, high, _point), odds in zip(
            halves, _odd_multiples([point for *_halves, point in halves]), strict=True
        ):
            _spread(columns, low, odds)
            _spread(columns, high, [(x * BETA % FIELD, y) for x, y in odds])
        total = NEUTRAL
        for column in reversed(columns):
            total = _double(total)
            for point in column:
                total = _add_affine(total, point)
        return _to_affine(total)

    def encode(self, point: Affine) -> bytes:
        x, y = point
        return (b"\x03" if y & 1 else b"\x02") + x.to_bytes(32, "big")

    def decode(self, raw: bytes) -> Affine:
        if len(raw) != 33 or raw[0] not in (2, 3):
            raise Refused(Code.BAD_POINT, _("A point is 33 bytes and begins with 02 or 03."))
        x = int.from_bytes(raw[1:], "big")
        square = (x * x * x + 7) % FIELD
        y = pow(square, (FIELD + 1) // 4, FIELD)
        if x >= FIELD or y * y % FIELD != square:
            raise Refused(Code.BAD_POINT, _("These bytes name no point of the curve."))
        return x, y if y & 1 == raw[0] & 1 else FIELD - y

    def hash_to_point(self, seed: bytes) -> Affine:
        return try_and_increment(self.decode, seed)

    @cached_property
    def _comb(self) -> list[list[Affine]]:
        rows: list[list[Jacobian]] = []
        power: Jacobian = (*GENERATOR, 1)
        for _turn in range(0, 256, COMB_BITS):
            row = [power]
            while len(row) < (1 << COMB_BITS) - 1:
                row.append(_add(row[-1], power))
            rows.append(row)
            power = _add(row[-1], power)
        return _all_affine(rows)


def _negate(point: Affine) -> Affine:
    return point[0], FIELD - point[1]


def _split(scalar: int) -> tuple[int, int]:
    """Two numbers of at most 129 bits, of either sign, with low + λ·high = scalar modulo the order."""
    # Rounded coordinates of (scalar, 0) in the short basis; what is left over is short.
    along_a = (2 * SHORT_B[1] * scalar + ORDER) // (2 * ORDER)
    along_b = (-2 * SHORT_A[1] * scalar + ORDER) // (2 * ORDER)
    low = scalar - along_a * SHORT_A[0] - along_b * SHORT_B[0]
    return low, -along_a * SHORT_A[1] - along_b * SHORT_B[1]


def _odd_multiples(points: Sequence[Affine]) -> list[list[Affine]]:
    """For each point P: P, 3·P, 5·P ... up to what a digit can ask for."""
    rows: list[list[Jacobian]] = []
    for point in points:
        row: list[Jacobian] = [(*point, 1)]
        twice = _double(row[0])
        while len(row) < 1 << NAF_BITS - 2:
            row.append(_add(row[-1], twice))
        rows.append(row)
    return _all_affine(rows)


def _spread(columns: list[list[Affine]], scalar: int, odds: Sequence[Affine]) -> None:
    """Writes the scalar in odd signed digits and puts the multiple of each under its bit."""
    bit = 0
    while scalar:
        if scalar & 1:
            digit = scalar & (1 << NAF_BITS) - 1
            if digit >> NAF_BITS - 1:
                digit -= 1 << NAF_BITS
            scalar -= digit
            while len(columns) <= bit:
                columns.append([])
            columns[bit].append(odds[digit >> 1] if digit > 0 else _negate(odds[-digit >> 1]))
        scalar >>= 1
        bit += 1


def _double(point: Jacobian) -> Jacobian:
    x, y, z = point
    square = y * y % FIELD
    around = 4 * x * square % FIELD
    slope = 3 * x * x % FIELD
    new_x = (slope * slope - 2 * around) % FIELD
    return new_x, (slope * (around - new_x) - 8 * square * square) % FIELD, 2 * y * z % FIELD


def _add_affine(point: Jacobian, other: Affine) -> Jacobian:
    x, y, z = point
    if not z:
        return *other, 1
    square = z * z % FIELD
    across = (other[0] * square - x) % FIELD
    rise = (other[1] * square * z - y) % FIELD
    if not across:
        return NEUTRAL if rise else _double(point)
    across2 = across * across % FIELD
    across3 = across2 * across % FIELD
    shared = x * across2 % FIELD
    new_x = (rise * rise - across3 - 2 * shared) % FIELD
    return new_x, (rise * (shared - new_x) - y * across3) % FIELD, z * across % FIELD


def _add(point: Jacobian, other: Jacobian) -> Jacobian:
    """For tables of multiples: the two may be the very same triple, but are never opposite or neutral."""
    if point == other:
        return _double(point)
    x, y, z = point
    x2, y2, z2 = other
    square, square2 = z * z % FIELD, z2 * z2 % FIELD
    left, low = x * square2 % FIELD, y * square2 * z2 % FIELD
    across = (x2 * square - left) % FIELD
    rise = (y2 * square * z - low) % FIELD
    across2 = across * across % FIELD
    across3 = across2 * across % FIELD
    shared = left * across2 % FIELD
    new_x = (rise * rise - across3 - 2 * shared) % FIELD
    return new_x, (rise * (shared - new_x) - low * across3) % FIELD, z * z2 * across % FIELD


def _to_affine(point: Jacobian) -> Affine | None:
    x, y, z = point
    if not z:
        return None
    inverse = pow(z, -1, FIELD)
    square = inverse * inverse % FIELD
    return x * square % FIELD, y * square * inverse % FIELD


def _all_affine(rows: Sequence[Sequence[Jacobian]]) -> list[list[Affine]]:
    """Every point made affine with a single inversion: of the product of all z, undone factor by factor."""
    products = [1]
    for row in rows:
        for _x, _y, z in row:
            products.append(products[-1] * z % FIELD)
    inverse = pow(products.pop(), -1, FIELD)
    result: list[list[Affine]] = []
    for row in reversed(rows):
        affine: list[Affine] = []
        for x, y, z in reversed(row):
            own = inverse * products.pop() % FIELD
            inverse = inverse * z % FIELD
            square = own * own % FIELD
            affine.append((x * square % FIELD, y * square * own % FIELD))
        result.append(affine[::-1])
    return result[::-1]
