"""secp256k1 through libsecp256k1 (package btclib-secp256k1): the fast back end. Fails to import where it is missing.

Uses the library's own calls on parsed points, so that a point is decoded once and never encoded in between.
Byte for byte the same group as curve.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from btclib_secp256k1 import ecdh, ffi, keys, lib
from btclib_secp256k1.context import ctx

from ..errors import Code, Refused
from ..text import _
from .curve import LAMBDA, ORDER, try_and_increment

if TYPE_CHECKING:
    from collections.abc import Sequence

Parsed: TypeAlias = Any  # a libsecp256k1 public key object, never changed once made

_POINT = ffi.typeof("secp256k1_pubkey *")
_POINTERS = ffi.typeof("secp256k1_pubkey *[]")
_COMPRESSED = ffi.typeof("char[33]")
_LENGTH = ffi.typeof("size_t *")


class LibSecp256k1:
    """The group interface of group.py on libsecp256k1's points."""

    name = "secp256k1"
    order = ORDER
    lam = LAMBDA
    keeps_powers = True

    def __init__(self) -> None:
        self.generator: Parsed = self.base(1)

    def base(self, scalar: int) -> Parsed | None:
        scalar %= ORDER
        if not scalar:
            return None
        point = ffi.new(_POINT)
        done = lib.secp256k1_ec_pubkey_create(ctx, point, scalar.to_bytes(32, "big"))
        assert done
        return point

    def mul(self, scalar: int, point: Parsed | None) -> Parsed | None:
        scalar %= ORDER
        if not scalar or point is None:
            return None
        if point is self.generator:
            return self.base(scalar)
        product = ffi.new(_POINT, point[0])
        done = lib.secp256k1_ec_pubkey_tweak_mul(ctx, product, scalar.to_bytes(32, "big"))
        assert done
        return product

    def mul_secret(self, scalar: int, point: Parsed) -> Parsed:
        assert 0 < scalar < ORDER
        # The one multiplication by an arbitrary point that libsecp256k1 does in constant time.
        return keys.parse(ecdh.shared_point(keys.serialize(point, compressed=False), scalar, compressed=False))

    def sum(self, points: Sequence[Parsed]) -> Parsed | None:
        if len(points) < 2:
            return points[0] if points else None
        total = ffi.new(_POINT)
        # The call answers 0 for the neutral element, which it cannot represent.
        if lib.secp256k1_ec_pubkey_combine(ctx, total, ffi.new(_POINTERS, points), len(points)):
            return total
        return None

    def sub(self, point: Parsed, other: Parsed | None) -> Parsed | None:
        if other is None:
            return point
        opposite = ffi.new(_POINT, other[0])
        lib.secp256k1_ec_pubkey_negate(ctx, opposite)
        return self.sum((point, opposite))

    def msm(self, scalars: Sequence[int], points: Sequence[Parsed | None]) -> Parsed | None:
        # Written out, not built on `mul`: this is where nearly all the time of a shuffle goes.
        new, multiply, generator = ffi.new, lib.secp256k1_ec_pubkey_tweak_mul, self.generator
        products = []
        for scalar, point in zip(scalars, points, strict=True):
            scalar %= ORDER
            if not scalar or point is None:
                continue
            if point is generator:
                products.append(self.base(scalar))
            else:
                product = new(_POINT, point[0])
                done = multiply(ctx, product, scalar.to_bytes(32, "big"))
                assert done
                products.append(product)
        return self.sum(products)

    def encode(self, point: Parsed) -> bytes:
        raw = ffi.new(_COMPRESSED)
        done = lib.secp256k1_ec_pubkey_serialize(ctx, raw, ffi.new(_LENGTH, 33), point, keys.COMPRESSED)
        assert done
        spelled: bytes = ffi.unpack(raw, 33)
        return spelled

    def decode(self, raw: bytes) -> Parsed:
        # The library reads 65-byte spellings and the prefixes 06 and 07 too; here a point has one spelling.
        if len(raw) != 33 or raw[0] not in (2, 3):
            raise Refused(Code.BAD_POINT, _("A point is 33 bytes and begins with 02 or 03."))
        point = ffi.new(_POINT)
        if not lib.secp256k1_ec_pubkey_parse(ctx, point, raw, 33):
            raise Refused(Code.BAD_POINT, _("These bytes name no point of the curve."))
        return point

    def hash_to_point(self, seed: bytes) -> Parsed:
        return try_and_increment(self.decode, seed)
