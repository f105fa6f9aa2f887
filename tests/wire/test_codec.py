"""Plain values: one spelling each, everything else refused, within bounds however hostile the bytes."""

from __future__ import annotations

import struct
import tracemalloc
from enum import IntEnum
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.refusal import refused
from tortuga_p2p.errors import Code, Refused
from tortuga_p2p.limits import FRAME_BYTES_MAX, PLAIN_DEPTH_MAX, PLAIN_ITEMS_MAX
from tortuga_p2p.wire.codec import Plain, decode, encode

scalars = st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=40) | st.text(max_size=40)
plains = st.recursive(scalars, lambda inner: st.lists(inner, max_size=20).map(tuple), max_leaves=40)


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\x00"


# --- one spelling ---------------------------------------------------------------------------------


@given(plains)
def test_what_is_written_reads_back(value: Plain) -> None:
    again = decode(encode(value))
    assert again == value
    assert encode(again) == encode(value)


@given(st.binary(max_size=60))
@example(b"\xc0")
@example(b"\xcb" + bytes(8))
@example(b"\x80")
def test_every_byte_string_has_at_most_one_reading(raw: bytes) -> None:
    """Either it is refused, or it is the one spelling of what it says."""
    try:
        value = decode(raw)
    except Refused:
        return
    assert encode(value) == raw


@given(plains, st.data())
def test_a_change_anywhere_never_reads_as_the_same_value(value: Plain, data: st.DataObject) -> None:
    raw = encode(value)
    at = data.draw(st.integers(0, len(raw) - 1))
    changed = raw[:at] + data.draw(st.binary(max_size=3)) + raw[at + 1 :]
    try:
        other = decode(changed)
    except Refused:
        return
    assert (encode(other) == raw) == (changed == raw)


@pytest.mark.parametrize(
    "raw",
    [
        "cc01",  # 1 in two bytes
        "cd0001",
        "ce00000001",
        "cf0000000000000001",
        "d001",
        "d10001",
        "d200000001",
        "d30000000000000001",
        "d0ff",  # -1 in two bytes
        "cd00ff",  # 255 in three bytes
        "d900",  # empty text with a wide header
        "d90161",
        "da000161",
        "db0000000161",
        "c5000161",  # bytes with a wide header
        "c60000000161",
        "dc000101",  # a list with a wide header
        "dd0000000101",
        "91cc01",  # inside a list
    ],
)
def test_a_longer_spelling_is_not_canonical(raw: str) -> None:
    with refused(Code.NOT_CANONICAL):
        decode(bytes.fromhex(raw))


@pytest.mark.parametrize(
    "raw",
    [
        "",  # nothing
        "c1",  # never used
        "c0",  # nil
        "ca3f800000",  # a short float
        "cb3ff0000000000000",  # a long float
        "80",  # an empty map
        "810102",  # a map
        "d40100",  # extensions
        "c7000100",
        "d6ff00000000",  # a time stamp
        "0000",  # something follows
        "9101ff00",
        "91",  # an item is missing
        "c40261",  # bytes are missing
        "cd00",  # half a number
        "a1ff",  # no UTF-8
        "a3eda080",  # half a surrogate pair
        "a2c080",  # an overlong zero
        "91c0",  # nil inside a list
        "91cb3ff0000000000000",
    ],
)
def test_what_is_no_plain_value_is_malformed(raw: str) -> None:
    with refused(Code.MALFORMED):
        decode(bytes.fromhex(raw))


def test_numbers_at_their_edges() -> None:
    for number in (
        -(2**63),
        -(2**31) - 1,
        -129,
        -128,
        -33,
        -32,
        -1,
        0,
        127,
        128,
        255,
        256,
        65535,
        65536,
        2**32,
        2**64 - 1,
    ):
        assert decode(encode(number)) == number


# --- our own values -------------------------------------------------------------------------------


class Ship(NamedTuple):
    name: str
    chests: tuple[int, ...]


class Colour(IntEnum):
    RED = 3


def test_named_tuples_are_lists_and_named_numbers_are_numbers() -> None:
    assert encode((Ship("Gallows", (1, 2)), Colour.RED)) == encode((("Gallows", (1, 2)), 3))


def test_truth_is_not_a_number() -> None:
    assert encode(True) != encode(1)
    assert decode(encode((True, 1))) == (True, 1)
    assert [type(item) for item in _items(decode(encode((True, 1))))] == [bool, int]


@pytest.mark.parametrize("value", [None, 1.0, {}, {1: 2}, {1}, bytearray(b"a"), ((1.5,),), ({},), (None,), object()])
def test_a_value_that_is_not_plain_is_our_own_mistake(value: Plain) -> None:
    with pytest.raises(TypeError, match="not a plain value"):
        encode(value)


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1])
def test_a_number_that_is_too_large_is_our_own_mistake(value: int) -> None:
    with pytest.raises(OverflowError):
        encode(value)


# --- bounds ---------------------------------------------------------------------------------------


def test_lists_are_nested_up_to_the_bound_and_not_deeper() -> None:
    assert encode(decode(nested(PLAIN_DEPTH_MAX))) == nested(PLAIN_DEPTH_MAX)
    for depth in (PLAIN_DEPTH_MAX + 1, 500, 1023, 1025, FRAME_BYTES_MAX - 1):
        with refused(Code.MALFORMED):
            decode(nested(depth))


def test_lists_are_long_up_to_the_bound_and_not_longer() -> None:
    longest = (7,) * PLAIN_ITEMS_MAX
    assert decode(encode(longest)) == longest
    with pytest.raises(ValueError, match="too long"):
        encode((*longest, 7))
    with refused(Code.MALFORMED):
        decode(b"\xdc" + struct.pack(">H", PLAIN_ITEMS_MAX + 1) + b"\x07" * (PLAIN_ITEMS_MAX + 1))


def test_bytes_beyond_a_frame_are_too_large() -> None:
    largest = encode(bytes(FRAME_BYTES_MAX - 3))
    assert len(largest) == FRAME_BYTES_MAX
    assert decode(largest) == bytes(FRAME_BYTES_MAX - 3)
    with refused(Code.TOO_LARGE):
        decode(encode(bytes(FRAME_BYTES_MAX - 2)))


@pytest.mark.parametrize(
    "raw",
    [
        (b"\xdc" + struct.pack(">H", PLAIN_ITEMS_MAX)) * 1023,  # each reserves its room before the next begins
        b"\xdd\xff\xff\xff\xff" * 1000,
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x01",
        b"\x91" * FRAME_BYTES_MAX,
    ],
)
def test_announced_sizes_reserve_little_memory(raw: bytes) -> None:
    tracemalloc.start()
    try:
        with refused(Code.MALFORMED):
            decode(raw)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 10_000_000


def _items(value: Plain) -> tuple[Plain, ...]:
    assert isinstance(value, tuple)
    return value
