"""Commitments: the tables give what multiplying gives, and generators come from nowhere anyone could have chosen."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.crypto.hidden import FAST, PURE, TOY
from tortuga_p2p.crypto.hashing import tagged, u32
from tortuga_p2p.crypto.pedersen import POWERS_FROM, Generators, generators
from tortuga_p2p.crypto.tags import Tag

q = FAST.order
numbers = st.integers(0, q) | st.integers(-5, 200) | st.sampled_from([63, 64, 2**252, q - 1, 2 * q + 1])


@given(st.lists(numbers, max_size=POWERS_FROM + 4))
@settings(max_examples=60)
def test_a_commitment_is_the_sum_over_the_generators(scalars: list[int]) -> None:
    for group in (FAST, TOY):
        name = group.name.encode()
        points = [group.hash_to_point(tagged(Tag.GENERATOR, name, u32(index))) for index in range(len(scalars))]
        expected = group.msm(scalars, points)
        given = generators(group).commit(scalars)
        assert (given is None) == (expected is None)
        assert given is None or group.encode(given) == group.encode(expected)


def test_back_ends_commit_alike() -> None:
    for scalars in ([q - 1, 1, 0, 12345678901234567890, q // 3], [q - 1, 64, 63, q // 3] * POWERS_FROM):
        fast, pure = Generators(FAST).commit(scalars), Generators(PURE).commit(scalars)
        assert FAST.encode(fast) == PURE.encode(pure)


def test_a_longer_list_keeps_the_generators_of_a_shorter_one() -> None:
    own = Generators(FAST)
    before = FAST.encode(own.commit([1, 2]))
    assert FAST.encode(own.commit([1, 2, *[0] * POWERS_FROM])) == before
    assert FAST.encode(own.commit([1, 2, *[0] * 2 * POWERS_FROM])) == before
    assert FAST.encode(own.commit([1, 2])) == before


def test_numbers_that_cancel_commit_to_nothing() -> None:
    assert generators(FAST).commit([0, q, -q]) is None
    assert generators(FAST).commit([0, q] * POWERS_FROM) is None
