"""Records in a file, one behind another: a length, a plain value, and a check that stands on all records before it.

A program that is killed while it writes leaves a beginning of the last record: a torn tail, on which nothing was ever
built. Everything else that does not fit is damage, and what was written may be lost. The two are told apart: a value
says by itself how long it is, so that a wrong length contradicts it. Files without checks are from a time before there
were any. No I/O.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import msgpack  # type: ignore[import-untyped]

from ..errors import Code, Refused
from ..text import _
from ..wire.codec import decode, encode_known
from ..wire.framing import HEADER_BYTES, frame, frame_end

if TYPE_CHECKING:
    from collections.abc import Mapping

CHECK_BYTES = 8  # against accidents, not against anybody


class Records(NamedTuple):
    """What a file holds."""

    payloads: list[bytes]
    size: int  # bytes of whole records; what lies behind them is torn
    check: bytes | None  # of the last record; None in a file without checks


def next_check(before: bytes, payload: bytes) -> bytes:
    """The check of a record that follows one with this check; the first follows the empty one."""
    return blake2b(before + payload, digest_size=CHECK_BYTES).digest()


def checked(payload: bytes, check: bytes | None) -> bytes:
    """A record as it is written."""
    return frame(payload + (check or b""))


def read_records(raw: bytes, kinds: Mapping[str, int]) -> Records:
    """The records of a file: lists of a kind and as many fields as are said here. Raises `Refused` if it is damaged."""
    payloads: list[bytes] = []
    at, check = 0, None
    written = len(raw.rstrip(b"\0"))  # a machine that lost its power leaves a file that had grown, and nothing in it
    while at < written:
        end = frame_end(raw, at)
        if end > len(raw):
            _check_torn(raw[at:], end - at, kinds, 0 if check is None else CHECK_BYTES)
            break
        payload = raw[at + HEADER_BYTES : end]
        if at == 0:
            check = b"" if _has_check(payload) else None
        if check is not None:
            payload, found = payload[:-CHECK_BYTES], payload[-CHECK_BYTES:]
            check = next_check(check, payload)
            if found != check:
                raise Refused(Code.MALFORMED, _("The record at byte {at} is not what was written.", at=at))
        payloads.append(payload)
        at = end
    return Records(payloads, at, check)


def _has_check(first: bytes) -> bool:
    """A value fills its record where there is no check behind it."""
    try:
        decode(first)
    except Refused:
        return True
    return False


def _check_torn(tail: bytes, announced: int, kinds: Mapping[str, int], check_bytes: int) -> None:
    """Raises `Refused` unless these bytes are the beginning of one record of the announced length."""
    start, length = tail[HEADER_BYTES:], announced - HEADER_BYTES - check_bytes
    if len(tail) < HEADER_BYTES or any(_begins(start, length, *kind) for kind in kinds.items()):
        return
    raise Refused(
        Code.MALFORMED, _("A record announces {announced} bytes, and what follows contradicts it.", announced=announced)
    )


def _begins(start: bytes, length: int, kind: str, fields: int) -> bool:
    """Whether a value of that kind and length can begin like this."""
    reader = msgpack.Unpacker(use_list=False)
    reader.feed(start)
    try:
        value = reader.unpack()
    except msgpack.OutOfData:
        return any(start[: len(head)] == head[: len(start)] for head in _heads(length, kind, fields))
    except ValueError:
        return False
    return bool(type(value) is tuple and value[:1] == (kind,) and reader.tell() == length)


def _heads(length: int, kind: str, fields: int) -> list[bytes]:
    """How such a record may begin. What holds one field holds bytes, and says how many."""
    if fields > 1:
        return [encode_known((kind, *(0,) * fields))[:-fields]]
    sizes = [length - len(kind) - more for more in (4, 5)]  # two spellings of how many
    wholes = [encode_known((kind, bytes(size))) for size in sizes if size >= 0]
    return [whole[: -size or None] for whole, size in zip(wholes, sizes, strict=False) if len(whole) == length]
