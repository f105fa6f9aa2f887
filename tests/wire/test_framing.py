"""Frames: the same whole, byte by byte, in any pieces and with bytes following; impossible lengths at once refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusal import refused
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import FRAME_BYTES_MAX
from tortuga_p2p.wire.framing import Framer, frame

PAYLOADS = [b"a", b"ahoy", bytes(255), bytes(256), b"\0\0\0\1", b"x" * FRAME_BYTES_MAX]


@pytest.mark.parametrize("payload", PAYLOADS, ids=len)
def test_a_frame_arrives_whole(payload: bytes) -> None:
    framer = Framer()
    assert framer.feed(frame(payload)) == [payload]
    assert framer.is_between_frames


@pytest.mark.parametrize("payload", PAYLOADS, ids=len)
def test_a_frame_arrives_byte_by_byte(payload: bytes) -> None:
    framer = Framer()
    stream = frame(payload)
    for at in range(len(stream) - 1):
        assert framer.feed(stream[at : at + 1]) == []
        assert not framer.is_between_frames
    assert framer.feed(stream[-1:]) == [payload]
    assert framer.is_between_frames


@pytest.mark.parametrize("following", range(1, len(frame(b"next"))))
@pytest.mark.parametrize("payload", PAYLOADS, ids=len)
def test_bytes_that_follow_belong_to_the_next_frame(payload: bytes, following: int) -> None:
    framer = Framer()
    following_frame = frame(b"next")
    assert framer.feed(frame(payload) + following_frame[:following]) == [payload]
    assert not framer.is_between_frames
    assert framer.feed(following_frame[following:]) == [b"next"]


@given(st.lists(st.binary(min_size=1, max_size=30), max_size=8), st.data())
def test_how_a_stream_is_cut_does_not_matter(payloads: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, payloads))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    framer = Framer()
    arrived = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        arrived += framer.feed(stream[start:end])
    assert arrived == payloads
    assert framer.is_between_frames


@pytest.mark.parametrize(
    ("header", "code"),
    [
        (bytes(4), Code.MALFORMED),
        ((FRAME_BYTES_MAX + 1).to_bytes(4, "big"), Code.TOO_LARGE),
        (b"\xff\xff\xff\xff", Code.TOO_LARGE),
    ],
)
@pytest.mark.parametrize("before", [b"", frame(b"ahoy")])
def test_an_impossible_length_is_refused_before_any_payload(before: bytes, header: bytes, code: Code) -> None:
    framer = Framer()
    assert framer.feed(before) == ([b"ahoy"] if before else [])
    assert framer.feed(header[:3]) == []
    for data in (header[3:], b"", b"more"):  # and ever after
        with refused(code):
            framer.feed(data)
