"""The envelope: every signed message of a table, with the place where it was said.

On the wire: the content as one plain value, then 64 bytes of signature over exactly the content's bytes. The received
bytes stay on the object, because they are stored and passed on as they came. This ring knows no keys: signing comes in
as a function, and checking is done further in. See protocol/framing.md, "Envelopes".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, NamedTuple, TypeAlias

from ..errors import Code, Refused
from ..limits import ENVELOPE_BYTES_MAX
from ..text import _
from .codec import decode, encode, encode_known
from .message import AnyPlain, Count, Digest, SeatNumber, Word, record, record_shape
from .shape import Between, Misfit

VERSION = 2
SIGNATURE_BYTES = 64


class Slot(NamedTuple):
    """The place of one message: whoever fills it with two different ones has proved their own fault."""

    table: bytes
    epoch: int
    step: int
    lane: str
    seat: int

    def encoded(self) -> bytes:
        """The slot as it enters nonces, seals and proofs."""
        return encode_known(self)


@record
class Content:
    """What is signed: where it is said, on which history and state it stands, and what it says."""

    version: Annotated[int, Between(VERSION, VERSION)]
    table: Digest
    epoch: Count
    step: Count
    lane: Word
    seat: SeatNumber
    prev: Digest
    state: Digest
    kind: Word
    body: AnyPlain

    @property
    def slot(self) -> Slot:
        return Slot(self.table, self.epoch, self.step, self.lane, self.seat)


@dataclass(frozen=True, slots=True)
class Envelope:
    """A content with its signature. `raw` is both as they travel."""

    content: Content
    raw: bytes

    @property
    def signed(self) -> bytes:
        """The bytes that the signature is over."""
        return self.raw[:-SIGNATURE_BYTES]

    @property
    def signature(self) -> bytes:
        return self.raw[-SIGNATURE_BYTES:]


class EnvelopePieces(NamedTuple):
    """An envelope in three pieces. Those that are said in one step differ only in the last."""

    before: bytes  # up to its seat
    after: bytes  # from there up to its body: history, state, kind
    own: bytes  # its seat, one byte, then its body and signature

    @property
    def whole(self) -> bytes:
        return self.before + self.own[:1] + self.after + self.own[1:]

    def own_of(self, raw: bytes) -> bytes | None:
        """The own piece of another envelope, if it shares the two others with this one."""
        seat = len(self.before)
        if raw.startswith(self.before) and raw.startswith(self.after, seat + 1):
            return raw[seat : seat + 1] + raw[seat + 1 + len(self.after) :]
        return None


def cut(raw: bytes) -> EnvelopePieces:
    """The pieces of an envelope. The numbers in front of its seat have different lengths, all else is fixed."""
    content = read_envelope(raw).content
    seat = len(encode_known((content.version, content.table, content.epoch, content.step, content.lane)))
    body = seat + len(encode_known((content.prev, content.state, content.kind)))  # the list's first byte is the seat's
    return EnvelopePieces(raw[:seat], raw[seat + 1 : body], raw[seat : seat + 1] + raw[body:])


Sign: TypeAlias = Callable[[bytes], bytes]


def sign_envelope(content: Content, sign: Sign) -> Envelope:
    """Closes an envelope of our own with `sign(content bytes)`."""
    shape = record_shape(Content)
    plain = shape.give(content)
    assert shape.take(plain) == content
    signed = encode(plain)
    raw = signed + sign(signed)
    assert len(raw) - len(signed) == SIGNATURE_BYTES
    assert len(raw) <= ENVELOPE_BYTES_MAX
    return Envelope(content, raw)


@lru_cache(maxsize=64)  # an envelope is opened several times on its way: where it belongs, who signed it, what it says
def read_envelope(raw: bytes) -> Envelope:
    """What bytes say that claim to be an envelope. Its signature is not looked at: only a position knows whose it is.

    Raises `too-large`, `malformed`, `not-canonical` or `wrong-version`: then it is no envelope, and at fault is
    whoever sent it over the link. Kind and body are read afterwards (`Vocabulary.read`): what is wrong there was signed
    by its seat.
    """
    if len(raw) > ENVELOPE_BYTES_MAX:
        raise Refused(
            Code.TOO_LARGE, _("An envelope of {count} bytes is longer than an envelope may be.", count=len(raw))
        )
    if len(raw) <= SIGNATURE_BYTES:
        raise Refused(Code.MALFORMED, _("An envelope is shorter than its signature."))
    plain = decode(raw[:-SIGNATURE_BYTES])
    version = _version_in(plain)
    if version not in (None, VERSION):  # its other fields may mean anything
        raise Refused(
            Code.WRONG_VERSION,
            _("An envelope is of protocol version {version}; ours is {ours}.", version=version, ours=VERSION),
        )
    try:
        content = record_shape(Content).take(plain)
    except Misfit as misfit:
        raise Refused(Code.MALFORMED, _("An envelope does not fit: {misfit}.", misfit=misfit)) from None
    return Envelope(content, raw)


def _version_in(plain: object) -> int | None:
    version = plain[0] if type(plain) is tuple and plain else None
    return version if type(version) is int else None


def version_of(raw: bytes) -> int | None:
    """The version of the protocol that an envelope names, ours or another's; nothing where it is none at all."""
    try:
        return _version_in(decode(raw[:-SIGNATURE_BYTES]))
    except Refused:
        return None
