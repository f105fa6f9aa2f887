"""Tagged hashing, uniform numbers and key derivation."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evenness import chi_square, chi_square_limit
from tortuga_p2p.crypto.hashing import BOUND_MAX, derive, expand, tagged, u32, uniform
from tortuga_p2p.crypto.tags import Tag


def test_a_tagged_hash_is_sha256_over_framed_tag_and_parts() -> None:
    by_hand = b"\0\0\0\x0dtortuga/2/die" + b"\0\0\0\x02ab" + b"\0\0\0\0" + b"\0\0\0\x01c"
    assert tagged(Tag.DIE, b"ab", b"", b"c") == hashlib.sha256(by_hand).digest()


def test_every_tag_is_used_for_one_thing_and_spelled_in_ascii() -> None:
    assert len({tag.value for tag in Tag}) == len(list(Tag))
    for tag in Tag:
        assert tag.framed == len(tag).to_bytes(4, "big") + tag.encode("ascii")
        assert tag.startswith("tortuga/2/")


@given(st.lists(st.binary(max_size=6), max_size=4), st.lists(st.binary(max_size=6), max_size=4))
def test_other_parts_give_another_hash(one: list[bytes], other: list[bytes]) -> None:
    assert (tagged(Tag.DIE, *one) == tagged(Tag.DIE, *other)) == (one == other)


def test_another_tag_gives_another_hash() -> None:
    assert len({tagged(tag, b"same") for tag in Tag}) == len(list(Tag))


@given(st.binary(min_size=32, max_size=32), st.integers(1, BOUND_MAX))
def test_uniform_stays_below_its_bound_and_repeats(seed: bytes, bound: int) -> None:
    number = uniform(seed, bound)
    assert 0 <= number < bound
    assert number == uniform(seed, bound)


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 10, 30, 100])
def test_uniform_has_no_favourite(bound: int) -> None:
    """Chi-square with fixed seeds: 200 numbers per value; the limit is passed by chance once in 10**4 or less."""
    counts = [0] * bound
    for seed in range(200 * bound):
        counts[uniform(tagged(Tag.DRAW, u32(seed)), bound)] += 1
    assert chi_square(counts) < chi_square_limit(bound - 1), counts


def test_uniform_reads_on_when_a_whole_block_is_too_high() -> None:
    """Just above half of the range every second word is refused, so some of 2000 seeds need a second block."""
    bound = (1 << 31) + 1
    refused = [tagged(Tag.DRAW, u32(seed)) for seed in range(2000)]
    refused = [seed for seed in refused if all(word >= bound for word in words(tagged(Tag.UNIFORM, seed, u32(0))))]
    assert refused
    for seed in refused:
        second = [word for word in words(tagged(Tag.UNIFORM, seed, u32(1))) if word < bound]
        assert second
        assert uniform(seed, bound) == second[0]


def test_a_bound_of_one_leaves_nothing_to_draw() -> None:
    assert uniform(bytes(32), 1) == 0


def test_derive_is_hkdf_of_rfc_5869() -> None:
    """Test case 1 of the RFC asks for 42 bytes; the first 32 of them are the same for a request of 32."""
    key = derive(b"\x0b" * 22, salt=bytes(range(13)), info=bytes(range(0xF0, 0xFA)))
    assert key.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40), st.integers(1, 300))
def test_expand_is_the_second_half_of_hkdf(key: bytes, info: bytes, length: int) -> None:
    stream = block = b""
    for counter in range(1, 11):
        block = hmac.digest(key, block + info + bytes([counter]), "sha256")
        stream += block
    assert expand(key, info, length) == stream[:length]


def words(block: bytes) -> list[int]:
    return [int.from_bytes(block[start : start + 4], "big") for start in range(0, 32, 4)]
