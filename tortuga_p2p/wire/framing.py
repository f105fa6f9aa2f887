"""Frames on a byte stream: four bytes of length, big end first, then as many bytes of payload.

No I/O: whoever owns the stream feeds what arrived, in pieces of any size, and gets the frames that are complete.
Knows nothing of what is inside a frame. See protocol/framing.md, "Frames".
"""

from __future__ import annotations

from ..errors import Code, Refused
from ..limits import FRAME_BYTES_MAX
from ..text import _

HEADER_BYTES = 4


def frame(payload: bytes) -> bytes:
    """The payload with its length in front, as it is written to a stream."""
    assert 0 < len(payload) <= FRAME_BYTES_MAX
    return len(payload).to_bytes(HEADER_BYTES, "big") + payload


class Framer:
    """Cuts one incoming stream into payloads. It holds less than one whole frame between two calls."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that `data` completes, in order.

        Raises `too-large` or `malformed` at the first impossible length; the stream is of no use after that.
        """
        self._buffer += data
        payloads = []
        start = 0
        while (end := frame_end(self._buffer, start)) <= len(self._buffer):
            payloads.append(bytes(self._buffer[start + HEADER_BYTES : end]))
            start = end
        del self._buffer[:start]  # once per call: cutting after every frame would copy the rest again and again
        return payloads

    @property
    def left(self) -> int:
        """Bytes of a frame that is not complete; a stream that ends with any was cut off."""
        return len(self._buffer)

    @property
    def is_between_frames(self) -> bool:
        """Whether the stream may end here without a frame being cut off."""
        return not self._buffer


def frame_end(stream: bytes | bytearray, start: int) -> int:
    """Where the frame that begins at `start` ends; without its whole header, where that would end."""
    body = start + HEADER_BYTES
    if len(stream) < body:
        return body
    length = int.from_bytes(stream[start:body], "big")
    if length == 0:
        raise Refused(Code.MALFORMED, _("A frame is empty."))
    if length > FRAME_BYTES_MAX:
        raise Refused(Code.TOO_LARGE, _("A frame of {length} bytes was announced.", length=length))
    return body + length
