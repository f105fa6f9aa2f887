"""Where a table stands, whether its players are still sitting down or already play: one way to ask, judge and go on.

A position and a signed envelope decide together whether the envelope is an offence: this is the judge that live play,
the verifier and the checker of evidence share.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..crypto.hashing import tagged
from ..crypto.identity import check_signature
from ..crypto.tags import Tag
from ..errors import Code, Refused
from ..text import _
from ..wire.envelope import read_envelope
from . import joining, stages
from .joining import Sit
from .message import PLAY, SIT
from .table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..wire.envelope import Envelope
    from ..wire.message import Vocabulary

Position: TypeAlias = Sit | Table


class Accepted(NamedTuple):
    """An envelope that stood the test, what it says, and what closing its step needs of it."""

    raw: bytes
    said: Any
    checked: Any


def speakers(position: Position) -> tuple[int, ...]:
    """Who has something to say in the open step."""
    known = vars(position)  # asked many times in a step, and always the same for one position
    due: tuple[int, ...] | None = known.get("_speakers")
    if due is None:
        due = known["_speakers"] = position.speakers if isinstance(position, Sit) else stages.speakers(position)
    return due


def vocabulary(position: Position) -> Vocabulary:
    return SIT if isinstance(position, Sit) else PLAY


def open_signed(position: Position, raw: bytes) -> Envelope:
    """An envelope of this table whose signature is its seat's; raises where it is none."""
    envelope = read_envelope(raw)
    seat, keys = envelope.content.seat, position.identities
    if seat >= len(keys):
        raise Refused(Code.UNKNOWN_SENDER, _("There is no seat {seat} at this table.", seat=seat))
    check_signature(keys[seat], Tag.SIGNED_ENVELOPE, envelope.signed, envelope.signature)
    return envelope


def judge(position: Position, envelope: Envelope, *, own: bool = False, again: bool = False) -> Accepted:
    """What an envelope of the open step says, checked; raises the refusal that makes it an offence.

    Its signature is its seat's, and it stands on this very position (`state`): whoever calls has made sure.
    `own`: just made by us. `again`: stood this test before, as our own journal vouches; proofs are passed over.
    """
    content = envelope.content
    if content.seat not in speakers(position):
        raise Refused(Code.OUT_OF_TURN, _("A seat speaks that has nothing to say in this step."))
    if content.kind != position.kind or content.lane != position.lane:
        raise Refused(Code.WRONG_KIND, _("A seat says something other than what is due in this step."))
    said = vocabulary(position).read(content.kind, content.body)
    if isinstance(position, Sit):
        return Accepted(envelope.raw, said, joining.check(position, content.seat, said))
    work = stages.work(position)
    check = work.trust if own and work.trust else work.check
    if again and work.proves:
        check = partial(check, is_proved=True)
    return Accepted(envelope.raw, said, check(position, content.seat, said))


def envelope_id(raw: bytes) -> bytes:
    return tagged(Tag.ENVELOPE, raw)


def close(position: Position, accepted: Mapping[int, Accepted]) -> Position:
    """The step is complete. Raises `copied-offer` where nobody can sit down like this."""
    checked = {seat: one.checked for seat, one in accepted.items()}
    if isinstance(position, Table):
        return stages.close(position, checked)
    said = {seat: one.said for seat, one in accepted.items()}
    ids = {seat: envelope_id(one.raw) for seat, one in accepted.items()}
    return joining.close(position, said, checked, ids)


def next_history(history: bytes, envelopes: Iterable[bytes]) -> bytes:
    """The hash of all closed envelopes, one step further: in the order of seats."""
    return tagged(Tag.HISTORY, history, *[envelope_id(raw) for raw in envelopes])


def first_history(meeting_id: bytes) -> bytes:
    return tagged(Tag.HISTORY, meeting_id)
