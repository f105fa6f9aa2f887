"""The group: all back ends keep its laws, those of one name agree byte for byte, and a point has one spelling."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.crypto.hidden import FAST, NO_POINTS, PURE, TOY
from tests.refusal import refused
from tortuga_p2p.crypto import curve
from tortuga_p2p.crypto.curve import PureSecp256k1
from tortuga_p2p.crypto.group import Group, default_group, full_scalar, short_scalar
from tortuga_p2p.errors import Code

if TYPE_CHECKING:
    from collections.abc import Sequence

ALL = pytest.mark.parametrize("group", [FAST, PURE, TOY], ids=["fast", "pure", "toy"])
SECP256K1 = pytest.mark.parametrize("group", [FAST, PURE], ids=["fast", "pure"])

q = FAST.order
edges = st.sampled_from([0, 1, 2, q - 1, q, q + 1, -1, curve.LAMBDA, q - curve.LAMBDA, 2**128, 2**255])
scalars = st.integers(0, 2**256) | st.integers(0, 2**64) | edges


def spelled(group: Group, point: object) -> bytes:
    return b"neutral" if point is None else group.encode(point)


@SECP256K1
def test_known_multiples_of_the_generator(group: Group) -> None:
    """From the tables that every implementation of the curve is checked against."""
    known = {
        1: "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        2: "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5",
        3: "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
        q - 1: "0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    }
    for scalar, raw in known.items():
        assert group.encode(group.base(scalar)).hex() == raw


@given(scalars, scalars, st.binary(max_size=8))
@settings(max_examples=60)
def test_back_ends_of_one_group_agree(one: int, other: int, seed: bytes) -> None:
    results = []
    for group in (FAST, PURE):
        p, r = group.hash_to_point(seed), group.hash_to_point(seed + b"'")
        raw = [
            group.base(one),
            group.mul(one, p),
            group.mul(one, group.generator),
            group.sum([p, r, p]),
            group.sum([p]),
            group.sum([]),
            group.sub(p, r),
            group.sub(p, p),
            group.sub(p, group.mul(one, p)),
            group.msm((one, other, one), (p, r, group.generator)),
            group.msm((one, other), (p, None)),
            group.msm((one, -one), (p, p)),
            group.mul_secret(one % (q - 1) + 1, p),
            group.decode(group.encode(p)),
        ]
        results.append([spelled(group, point) for point in raw])
    assert results[0] == results[1]


@ALL
@given(one=scalars, other=scalars)
@settings(max_examples=15)
def test_laws_of_a_group(group: Group, one: int, other: int) -> None:
    p = group.hash_to_point(b"p")

    def same(left: object, right: object) -> bool:
        return spelled(group, left) == spelled(group, right)

    assert same(group.msm((one, other), (p, p)), group.mul(one + other, p))
    assert same(group.mul(one, group.mul(other, p)), group.mul(one * other, p))
    assert same(group.base(one), group.mul(one, group.generator))
    assert same(group.mul(1, p), p)
    assert group.mul(group.order, p) is None
    assert group.mul(one, None) is None
    assert same(group.mul_secret(one % (q - 1) + 1, p), group.mul(one % (q - 1) + 1, p))
    assert same(group.sub(p, None), p)
    assert same(group.sum([p, p]), group.mul(2, p))
    assert group.sum([p, group.mul(-1, p)]) is None


@ALL
def test_a_point_has_one_spelling(group: Group) -> None:
    raw = group.encode(group.hash_to_point(b"p"))
    assert len(raw) == 33
    assert group.encode(group.decode(raw)) == raw
    for wrong in (b"", raw[:-1], raw + b"\0", b"\0" + raw):
        with refused(Code.BAD_POINT):
            group.decode(wrong)


@ALL
@pytest.mark.parametrize("raw", NO_POINTS.values(), ids=NO_POINTS)
def test_what_is_no_point_is_refused(group: Group, raw: bytes) -> None:
    with refused(Code.BAD_POINT):
        group.decode(raw)


@SECP256K1
def test_the_long_spelling_of_a_point_is_refused(group: Group) -> None:
    x, y = curve.GENERATOR
    for prefix in (b"\x04", b"\x06", b"\x07"):
        with refused(Code.BAD_POINT):
            group.decode(prefix + x.to_bytes(32, "big") + y.to_bytes(32, "big"))


@given(st.binary(min_size=33, max_size=33) | st.binary(min_size=32, max_size=32).map(lambda x: b"\x03" + x))
@settings(max_examples=60)
def test_back_ends_refuse_the_same_bytes(raw: bytes) -> None:
    read = []
    for group in (FAST, PURE):
        try:
            read.append(group.encode(group.decode(raw)))
        except Exception as error:
            read.append(repr(error).encode())
    assert read[0] == read[1]


def test_toy_points_and_real_points_are_never_mistaken() -> None:
    with refused(Code.BAD_POINT):
        TOY.decode(FAST.encode(FAST.generator))
    with refused(Code.BAD_POINT):
        FAST.decode(TOY.encode(TOY.generator))
    assert TOY.name != FAST.name


def test_short_scalars_are_as_many_as_they_claim() -> None:
    """Two pairs give one scalar only if they differ by a member of the lattice x + λ·y = 0: all of those are longer."""
    (ax, ay), (bx, by) = curve.SHORT_A, curve.SHORT_B
    for x, y in (curve.SHORT_A, curve.SHORT_B):
        assert (x + curve.LAMBDA * y) % q == 0
    assert abs(ax * by - ay * bx) == q  # so the two span all of that lattice
    # Reduced: the projection of one on the other is at most half, so neither can be shortened.
    assert 2 * abs(ax * bx + ay * by) <= min(ax * ax + ay * ay, bx * bx + by * by)
    assert min(ax * ax + ay * ay, bx * bx + by * by) > 2 * (2**64) ** 2


def test_scalars_are_read_as_specified() -> None:
    assert full_scalar(FAST, bytes(32)) == 1
    assert full_scalar(FAST, (q - 2).to_bytes(32, "big")) == q - 1
    assert full_scalar(FAST, (q - 1).to_bytes(32, "big")) == 1
    assert short_scalar(FAST, bytes(7) + b"\x05" + bytes(7) + b"\x04") == 5 + 4 * curve.LAMBDA - q


def test_the_cube_roots_act_as_one() -> None:
    x, y = PureSecp256k1().hash_to_point(b"p")
    assert PURE.mul(curve.LAMBDA, (x, y)) == (curve.BETA * x % curve.FIELD, y)
    assert PURE.msm((curve.LAMBDA, curve.LAMBDA**2, 1), ((x, y),) * 3) is None


def test_without_the_library_the_python_back_end_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tortuga_p2p.crypto.libsecp", None)
    assert isinstance(default_group.__wrapped__(), PureSecp256k1)


class Spied(PureSecp256k1):
    """Notes every number that something is really multiplied by."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def _add_multiple(self, total: curve.Jacobian, scalar: int) -> curve.Jacobian:
        self.used.add(scalar)
        return super()._add_multiple(total, scalar)

    def msm(self, scalars: Sequence[int], points: Sequence[curve.Affine | None]) -> curve.Affine | None:
        self.used.update(scalar % q for scalar in scalars)
        return super().msm(scalars, points)


def test_python_takes_no_time_that_tells_of_a_secret_number_as_it_is() -> None:
    """It cannot multiply in constant time, so it splits what is secret: a key, or the nonce that masks one."""
    group, secret = Spied(), 3**100 % q
    assert group.mul_secret(secret, group.hash_to_point(b"p")) is not None
    assert group.base(secret) == PURE.base(secret)
    assert len(group.used - {1}) == 4
    assert secret not in group.used
