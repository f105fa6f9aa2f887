"""Where an envelope belongs that we hear: whether we hold it, who signed it, and what fills its place already. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..wire.envelope import read_envelope
from . import position as at
from .evidence import seated_by_chair
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from ..wire.envelope import Content, Envelope
    from .replica import Session


def is_held(session: Session, content: Content, raw: bytes) -> bool:
    """Whether we hold these very bytes: on a bad network most letters come twice, and a signature is checked once."""
    if content.step < len(session.closed):
        return session.closed[content.step].get(content.seat) == raw
    accepted = session.accepted.get(content.seat)
    is_accepted = accepted is not None and accepted.raw == raw
    return is_accepted or session.early.get((content.step, content.seat)) == raw or raw in session.unread


def open_signed(session: Session, content: Content, raw: bytes) -> Envelope:
    """The envelope, with its signature checked against the key of its chair or seat."""
    if content.step < FIRST_STEP and isinstance(session.position, Table):
        # Late words of sitting down are signed by chairs; the start of it has the same list of them.
        return at.open_signed(seated_by_chair(session.position.agreement), raw)
    return at.open_signed(session.position, raw)


def step_of(raw: bytes) -> int:
    return read_envelope(raw).content.step


def is_here(session: Session, content: Content) -> bool:
    return content.table == session.position.where and content.epoch == session.position.epoch


def stored(session: Session, content: Content, *, is_here: bool) -> bytes | None:
    """What already fills the slot of an envelope of the open step."""
    for raw in session.disputed:  # of no use here, but signed
        if read_envelope(raw).content.slot == content.slot:
            return raw
    if not is_here:
        return None
    if content.lane == session.position.lane:
        accepted = session.accepted.get(content.seat)
        held = session.early.get((content.step, content.seat))  # a late message that a vote keeps waiting
        return accepted.raw if accepted else held
    vote = session.votes.get((content.lane, content.seat))
    return vote.raw if vote else None
