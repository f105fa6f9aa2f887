"""The beacon: chains go one way, values are bound to owner and table, draws are even."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evenness import chi_square, chi_square_limit
from tests.refusal import refused
from tortuga_p2p.crypto.chain import Chain, beacon, check_link, draw, draws, owner_context
from tortuga_p2p.crypto.hashing import tagged, u32
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import CHAIN_LENGTH

OWNER = owner_context(b"l" * 32, b"i" * 32)
CHAIN = Chain.grow(b"s" * 32, OWNER)
TABLE = b"t" * 32


def test_a_chain_is_its_seed_hashed_over_and_over() -> None:
    value = b"s" * 32
    for number in range(CHAIN_LENGTH, 0, -1):
        assert CHAIN.value(number) == value
        value = tagged(Tag.CHAIN, OWNER, value)
    assert CHAIN.value(0) == CHAIN.anchor == value


@pytest.mark.parametrize("length", [1, 63, 64, 65, 128, 200])
def test_chains_of_every_length_lead_back_to_their_anchor(length: int) -> None:
    chain = Chain.grow(b"s" * 32, OWNER, length)
    for number in range(1, length + 1):
        check_link(OWNER, chain.value(number), chain.value(number - 1))
    assert chain.value(length) == b"s" * 32


def test_every_value_follows_the_one_before() -> None:
    for number in (1, 2, 64, 65, CHAIN_LENGTH):
        check_link(OWNER, CHAIN.value(number), CHAIN.value(number - 1))


def test_a_skipped_repeated_or_invented_value_is_refused() -> None:
    for value in (CHAIN.value(3), CHAIN.value(1), bytes(32), b""):
        with refused(Code.BAD_CHAIN_VALUE):
            check_link(OWNER, value, CHAIN.value(1))


def test_a_chain_is_of_no_use_to_another_seat_or_lobby() -> None:
    for lobby, identity in ((b"l" * 32, b"j" * 32), (b"k" * 32, b"i" * 32)):
        with refused(Code.BAD_CHAIN_VALUE):
            check_link(owner_context(lobby, identity), CHAIN.value(1), CHAIN.anchor)


def test_a_chain_shows_nothing_of_its_seed() -> None:
    assert repr(CHAIN.value(CHAIN_LENGTH)) not in repr(CHAIN)
    assert repr(CHAIN.value(64)) not in repr(CHAIN)


def test_everything_that_names_a_beacon_changes_it() -> None:
    values = (b"a" * 32, b"b" * 32, b"c" * 32)
    beacons = [
        beacon(TABLE, 0, 1, values),
        beacon(b"u" * 32, 0, 1, values),
        beacon(TABLE, 1, 1, values),
        beacon(TABLE, 0, 2, values),
        beacon(TABLE, 0, 1, values[::-1]),
        beacon(TABLE, 0, 1, values[:2]),
        beacon(TABLE, 0, 1, (b"a" * 32, b"b" * 32, b"d" * 32)),
    ]
    assert len(set(beacons)) == len(beacons)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(2, 100), max_size=8))
def test_draws_answer_bound_by_bound(beacon_bytes: bytes, bounds: list[int]) -> None:
    numbers = draws(beacon_bytes, bounds)
    assert numbers == tuple(draw(beacon_bytes, index, bound) for index, bound in enumerate(bounds))
    assert all(0 <= number < bound for number, bound in zip(numbers, bounds, strict=True))


def test_draws_of_one_beacon_are_even_together() -> None:
    """Two dice of one beacon, all 36 pairs: chi-square with fixed seeds."""
    counts = [0] * 36
    for number in range(36 * 100):
        high, low = draws(beacon(TABLE, 0, number, (u32(number),)), (6, 6))
        counts[6 * high + low] += 1
    assert chi_square(counts) < chi_square_limit(35), counts
