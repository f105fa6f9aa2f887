"""Statements bind everything, nonces follow from them, orders are even."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.crypto.hidden import FAST, TOY
from tests.evenness import chi_square, chi_square_limit
from tortuga_p2p.crypto.hashing import u32
from tortuga_p2p.crypto.statement import Nonces, challenge, state, weights
from tortuga_p2p.crypto.tags import Tag

ENTROPY = b"e" * 32
STATEMENT = b"s" * 32


def test_everything_in_a_statement_changes_it() -> None:
    digests = [
        state(Tag.SHARES, FAST, b"context", b"one", b"two"),
        state(Tag.REMASK, FAST, b"context", b"one", b"two"),
        state(Tag.SHARES, TOY, b"context", b"one", b"two"),
        state(Tag.SHARES, FAST, b"contex", b"tone", b"two"),
        state(Tag.SHARES, FAST, b"context", b"onet", b"wo"),
        state(Tag.SHARES, FAST, b"context", b"one", b"two", b""),
        state(Tag.SHARES, FAST, b"context", b"two", b"one"),
    ]
    assert len(set(digests)) == len(digests)


def test_a_challenge_follows_from_all_that_was_announced() -> None:
    digests = [
        challenge(STATEMENT, b"ab"),
        challenge(STATEMENT, b"a", b"b"),
        challenge(STATEMENT),
        challenge(bytes(32)),
    ]
    assert len(set(digests)) == len(digests)


def test_nonces_are_the_same_for_the_same_statement_only() -> None:
    nonces = Nonces(FAST, ENTROPY, STATEMENT).scalars(b"label", 3)
    assert nonces == Nonces(FAST, ENTROPY, STATEMENT).scalars(b"label", 3)
    others = [
        Nonces(FAST, ENTROPY, bytes(32)).scalars(b"label", 3),
        Nonces(FAST, bytes(32), STATEMENT).scalars(b"label", 3),
        Nonces(FAST, ENTROPY, STATEMENT).scalars(b"other", 3),
    ]
    assert len({*nonces, *(nonce for some in others for nonce in some)}) == 12


def test_nonces_without_entropy_are_our_own_mistake() -> None:
    with pytest.raises(AssertionError):
        Nonces(FAST, b"too short", STATEMENT)


@given(st.binary(min_size=32, max_size=40), st.integers(1, 128))
def test_an_order_holds_every_place_once(entropy: bytes, count: int) -> None:
    order = Nonces(TOY, entropy, STATEMENT).permutation(b"order", count)
    assert sorted(order) == list(range(count))


def test_all_orders_are_equally_likely() -> None:
    counts = dict.fromkeys(permutations(range(4)), 0)
    for number in range(24 * 100):
        order = Nonces(TOY, ENTROPY, STATEMENT[4:] + u32(number)).permutation(b"order", 4)
        counts[tuple(order)] += 1
    assert chi_square(list(counts.values())) < chi_square_limit(23), counts


def test_weights_differ_from_each_other_and_between_digests() -> None:
    both = weights(FAST, STATEMENT, 50) + weights(FAST, bytes(32), 50)
    assert len(set(both)) == 100
    assert all(0 < weight < FAST.order for weight in both)
    assert weights(FAST, STATEMENT, 0) == []
