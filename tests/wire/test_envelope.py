"""Envelopes: signed over exactly their bytes, kept as they came, never opened without a look at the signature."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusal import refused
from tortuga_p2p.errors import Code, Refused
from tortuga_p2p.limits import ENVELOPE_BYTES_MAX
from tortuga_p2p.wire.codec import Plain, encode
from tortuga_p2p.wire.envelope import VERSION, Content, Envelope, Slot, read_envelope, sign_envelope

CONTENT = Content(
    version=VERSION,
    table=b"t" * 32,
    epoch=0,
    step=7,
    lane="play",
    seat=2,
    prev=b"p" * 32,
    state=b"s" * 32,
    kind="commit",
    body=(b"d" * 32,),
)
FIELDS: tuple[Plain, ...] = (VERSION, b"t" * 32, 0, 7, "play", 2, b"p" * 32, b"s" * 32, "commit", (b"d" * 32,))


def sign(signed: bytes) -> bytes:
    """Stands in for a key: the first 64 bytes of what is signed, mirrored."""
    return signed[:64][::-1]


def opened(raw: bytes) -> Envelope:
    """An envelope whose signature was looked at, as a session does it."""
    envelope = read_envelope(raw)
    if envelope.signature != sign(envelope.signed):
        raise Refused(Code.BAD_SIGNATURE, "The mirror shows something else.")
    return envelope


def test_an_envelope_is_its_content_and_a_signature_over_exactly_that() -> None:
    envelope = sign_envelope(CONTENT, sign)
    assert envelope.signed == encode(FIELDS)
    assert envelope.raw == envelope.signed + sign(encode(FIELDS))
    assert opened(envelope.raw) == envelope
    assert opened(envelope.raw).content == CONTENT


def test_the_bytes_received_are_kept() -> None:
    raw = sign_envelope(CONTENT, sign).raw
    assert opened(raw).raw == raw


def test_a_slot_names_table_epoch_step_lane_and_seat() -> None:
    slot = CONTENT.slot
    assert slot == Slot(b"t" * 32, 0, 7, "play", 2)
    assert slot.encoded() == encode((b"t" * 32, 0, 7, "play", 2))


@given(st.data())
def test_a_change_anywhere_is_refused(data: st.DataObject) -> None:
    raw = bytearray(sign_envelope(CONTENT, sign).raw)
    at = data.draw(st.integers(0, len(raw) - 1))
    if at in range(64, len(raw) - 64):  # behind what our mirror signs
        at = 0
    raw[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(Refused):
        opened(bytes(raw))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (1, b"t" * 31),
        (2, -1),
        (2, 2**32),
        (3, True),
        (4, ""),
        (4, "l" * 25),
        (5, 9),
        (6, b""),
        (7, "s" * 32),
        (8, b"commit"),
        (0, True),
        (0, "1"),
    ],
)
def test_a_field_that_does_not_fit_is_malformed(field: int, value: Plain) -> None:
    signed = encode((*FIELDS[:field], value, *FIELDS[field + 1 :]))
    with refused(Code.MALFORMED):
        opened(signed + sign(signed))


@pytest.mark.parametrize("plain", [FIELDS[:-1], (*FIELDS, 0), (), 1, b"", "envelope"])
def test_what_is_no_envelope_is_malformed(plain: Plain) -> None:
    signed = encode(plain)
    with refused(Code.MALFORMED):
        opened(signed + bytes(64))


@pytest.mark.parametrize("length", [0, 1, 63, 64])
def test_an_envelope_shorter_than_a_signature_is_malformed(length: int) -> None:
    with refused(Code.MALFORMED):
        opened(bytes(length))


@pytest.mark.parametrize("plain", [(VERSION + 1, *FIELDS[1:]), (0,), (VERSION + 1, "all is new")])
def test_another_version_is_called_so_whatever_follows(plain: tuple[Plain, ...]) -> None:
    signed = encode(plain)
    with refused(Code.WRONG_VERSION):
        opened(signed + sign(signed).ljust(64))


def test_a_second_spelling_is_not_canonical_even_if_signed() -> None:
    signed = encode(FIELDS).replace(b"\x00\x07\xa4play", b"\x00\xcc\x07\xa4play")
    assert len(signed) == len(encode(FIELDS)) + 1
    with refused(Code.NOT_CANONICAL):
        opened(signed + sign(signed))


def test_an_envelope_has_a_largest_size() -> None:
    around = len(sign_envelope(replace(CONTENT, body=(bytes(1000),)), sign).raw) - 1000
    largest = sign_envelope(replace(CONTENT, body=(bytes(ENVELOPE_BYTES_MAX - around),)), sign)
    assert len(largest.raw) == ENVELOPE_BYTES_MAX
    assert opened(largest.raw) == largest
    with refused(Code.TOO_LARGE):
        opened(largest.raw + b"\0")


def test_a_bad_signature_is_refused() -> None:
    with refused(Code.BAD_SIGNATURE):
        opened(encode(FIELDS) + bytes(64))
