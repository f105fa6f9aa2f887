"""Identities: honest signatures pass, and every second spelling or degenerate key is refused, even where sums agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.crypto import edwards
from tests.refusal import refused
from tortuga_p2p.crypto.identity import Identity, check_key, check_signature, fingerprint
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code

SEED = b"a seed of thirty-two bytes, yes."
ANA = Identity.from_seed(SEED)
TAG = Tag.SIGNED_ENVELOPE
MESSAGE = b"all hands on deck"
SIGNATURE = ANA.sign(TAG, MESSAGE)
SIGNED = TAG.framed + MESSAGE
SMALL = edwards.small_order_points()
NOT_CANONICAL = [(edwards.P + y | sign << 255).to_bytes(32, "little") for y in range(19) for sign in (0, 1)]
NEGATIVE_ZERO = [(y | 1 << 255).to_bytes(32, "little") for y in (1, edwards.P - 1)]


def test_a_seed_gives_the_key_of_rfc_8032() -> None:
    """Test 1 of RFC 8032, section 7.1."""
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    key = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    assert Identity.from_seed(seed).public == key


@given(st.binary(max_size=300))
def test_an_honest_signature_passes_for_its_message_only(message: bytes) -> None:
    signature = ANA.sign(TAG, message)
    check_signature(ANA.public, TAG, message, signature)
    with refused(Code.BAD_SIGNATURE):
        check_signature(ANA.public, TAG, message + b"!", signature)


def test_a_signature_is_good_for_one_purpose_and_one_key() -> None:
    ben = Identity.from_seed(bytes(32))
    with refused(Code.BAD_SIGNATURE):
        check_signature(ANA.public, Tag.COMMIT, MESSAGE, SIGNATURE)
    with refused(Code.BAD_SIGNATURE):
        check_signature(ben.public, TAG, MESSAGE, SIGNATURE)


@settings(max_examples=50)
@given(st.integers(0, 511))
def test_a_flipped_bit_anywhere_in_a_signature_is_refused(bit: int) -> None:
    flipped = (int.from_bytes(SIGNATURE, "big") ^ 1 << bit).to_bytes(64, "big")
    with refused(Code.BAD_SIGNATURE):
        check_signature(ANA.public, TAG, MESSAGE, flipped)


@pytest.mark.parametrize("times", range(1, 8))
def test_s_spelled_above_the_order_is_refused(times: int) -> None:
    """The same signature in other words: the equation holds, so only the range check stops it."""
    s = int.from_bytes(SIGNATURE[32:], "little") + times * edwards.L
    with refused(Code.BAD_SIGNATURE):
        check_signature(ANA.public, TAG, MESSAGE, SIGNATURE[:32] + s.to_bytes(32, "little"))


def test_there_are_eight_points_of_small_order() -> None:
    assert len(SMALL) == 8
    assert all(edwards.times(8, point) == edwards.NEUTRAL for point in SMALL)


@pytest.mark.parametrize("encoding", [*map(edwards.encode, SMALL), *NOT_CANONICAL, *NEGATIVE_ZERO])
def test_small_order_and_second_spellings_are_no_keys(encoding: bytes) -> None:
    with refused(Code.BAD_KEY):
        check_key(encoding)
    with refused(Code.BAD_SIGNATURE):
        check_signature(encoding, TAG, MESSAGE, SIGNATURE)
    with refused(Code.BAD_SIGNATURE):
        check_signature(ANA.public, TAG, MESSAGE, encoding + SIGNATURE[32:])


@pytest.mark.parametrize("key", SMALL)
def test_a_small_order_key_is_refused_where_the_equation_holds(key: edwards.Point) -> None:
    """Such a key signs without a secret: some R = s * BASE fits, because h * key is neutral for one h in eight."""
    key_bytes = edwards.encode(key)
    for s in range(1, 200):
        r = edwards.times(s, edwards.BASE)
        r_bytes = edwards.encode(r)
        if edwards.holds(key, key_bytes, SIGNED, r, r_bytes, s):
            break
    else:
        pytest.fail("no forgery among 200")
    with refused(Code.BAD_SIGNATURE):
        check_signature(key_bytes, TAG, MESSAGE, r_bytes + s.to_bytes(32, "little"))


def test_a_small_order_r_is_refused_where_the_equation_holds() -> None:
    """Made by a signer who knows their key: R is neutral, s = h * secret."""
    r = edwards.NEUTRAL
    r_bytes = edwards.encode(r)
    s = edwards.challenge(r_bytes, ANA.public, SIGNED) * edwards.secret_scalar(SEED) % edwards.L
    key = edwards.times(edwards.secret_scalar(SEED), edwards.BASE)
    assert edwards.encode(key) == ANA.public
    assert edwards.holds(key, ANA.public, SIGNED, r, r_bytes, s)
    with refused(Code.BAD_SIGNATURE):
        check_signature(ANA.public, TAG, MESSAGE, r_bytes + s.to_bytes(32, "little"))


def test_a_signature_that_holds_only_times_eight_is_refused() -> None:
    """R carries a point of order eight: right after multiplying by the cofactor, wrong without. We do without."""
    twist = next(point for point in SMALL if edwards.times(4, point) != edwards.NEUTRAL)
    nonce, secret = 12345, edwards.secret_scalar(SEED)
    r_bytes = edwards.encode(edwards.add(edwards.times(nonce, edwards.BASE), twist))
    s = (nonce + edwards.challenge(r_bytes, ANA.public, SIGNED) * secret) % edwards.L
    with refused(Code.BAD_SIGNATURE):
        check_signature(ANA.public, TAG, MESSAGE, r_bytes + s.to_bytes(32, "little"))


def test_a_key_beside_the_curve_is_refused() -> None:
    y = next(y for y in range(2, 100) if edwards.lift(y) is None)
    with refused(Code.BAD_SIGNATURE):
        check_signature(y.to_bytes(32, "little"), TAG, MESSAGE, SIGNATURE)


@pytest.mark.parametrize(("key_bytes", "signature_bytes"), [(31, 64), (33, 64), (0, 64), (32, 63), (32, 65), (32, 0)])
def test_wrong_lengths_are_refused(key_bytes: int, signature_bytes: int) -> None:
    key = (ANA.public + b"\0")[:key_bytes]
    with refused(Code.BAD_SIGNATURE):
        check_signature(key, TAG, MESSAGE, (SIGNATURE + b"\0")[:signature_bytes])
    if key_bytes != 32:
        with refused(Code.BAD_KEY):
            check_key(key)


def test_an_honest_key_is_a_key() -> None:
    check_key(ANA.public)


def test_an_identity_shows_its_words_and_no_secret() -> None:
    assert repr(ANA) == f"<identity {fingerprint(ANA.public)}>"
    assert repr(SEED) not in repr(ANA)


def test_fingerprints_are_four_words_that_tell_keys_apart() -> None:
    prints = {fingerprint(Identity.from_seed(bytes([n]) * 32).public) for n in range(100)}
    assert len(prints) == 100
    for words in prints:
        assert [len(word) for word in words.split("-")] == [5, 5, 5, 5]
