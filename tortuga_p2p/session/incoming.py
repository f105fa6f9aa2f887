"""Where an envelope belongs that we hear: whether we hold it, who signed it, and what fills its place already. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..wire.envelope import read_envelope
from . import position as at
from .evidence import seated_by_chair
from .leaving import RESIGN
from .nodding import NOD
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..wire.envelope import Content, Envelope
    from .replica import Early, Session


def is_held(session: Session, content: Content, raw: bytes) -> bool:
    """Whether we hold these very bytes: on a bad network most letters come twice, and a signature is checked once."""
    if content.step < len(session.closed) and session.closed[content.step].get(content.seat) == raw:
        return True
    if content.lane == RESIGN:
        return session.resigned.get(content.seat) == raw
    if session.void.get((content.epoch, content.step, content.seat)) == raw:
        return True
    accepted = session.accepted.get(content.seat)
    is_accepted = accepted is not None and accepted.raw == raw
    return (
        is_accepted or is_nodded(session, raw) or session.early.get(early_key(content)) == raw or raw in session.unread
    )


def is_nodded(session: Session, raw: bytes) -> bool:
    return bool(session.nods) and raw in session.nods.values()


def early_key(content: Content) -> Early:
    """Where an envelope is kept until its step opens: of each seat and step one word, and one nod."""
    return content.epoch, content.step, content.seat, content.lane == NOD


def open_signed(session: Session, content: Content, raw: bytes) -> Envelope:
    """The envelope, with its signature checked against the key of its chair or seat."""
    if content.step < FIRST_STEP and isinstance(session.position, Table):
        # Late words of sitting down are signed by chairs; the start of it has the same list of them.
        return at.open_signed(seated_by_chair(session.position.agreement), raw)
    return at.open_signed(session.position, raw)


def signer_of(session: Session, raw: bytes) -> bytes:
    """Whose envelope this is, by its own word; nothing where nobody has that seat, or seats are not drawn yet."""
    content = read_envelope(raw).content
    table = session.table
    keys = session.meeting.company if content.step < FIRST_STEP else table.identities if table else ()
    return keys[content.seat] if content.seat < len(keys) else b""


def kept_beside(session: Session, content: Content) -> Iterator[bytes]:
    """All that we keep of this author in this step, or may keep: at most one of them fills the same slot."""
    step, seat = content.step, content.seat
    if step < len(session.closed):
        if seat in session.closed[step]:
            yield session.closed[step][seat]
        yield from session.withdrawn.get(step, ())
    if (content.epoch, step, seat) in session.void:
        yield session.void[content.epoch, step, seat]
    if step == session.position.step:
        if seat in session.accepted:
            yield session.accepted[seat].raw
        if (content.lane, seat) in session.votes:
            yield session.votes[content.lane, seat].raw
        if seat in session.nods:
            yield session.nods[seat]
        if seat in session.accords:
            yield session.accords[seat].raw
    if seat in session.wishes:
        yield session.wishes[seat].raw
    if early_key(content) in session.early:
        yield session.early[early_key(content)]
    yield from session.disputed
    if seat in session.differing:
        yield session.differing[seat]
    if (step, seat) in session.stands:
        yield session.stands[step, seat]
    if seat in session.claims:
        yield session.claims[seat][1].raw
    if seat in session.resigned:
        yield session.resigned[seat]
    for removal in session.removals:
        yield from removal.confirms
    yield from session.ending.claims if session.ending else ()


def step_of(raw: bytes) -> int:
    return read_envelope(raw).content.step


def is_here(session: Session, content: Content) -> bool:
    return content.table == session.position.where and content.epoch == session.position.epoch


def is_kept_in_time(session: Session, content: Content, raw: bytes) -> bool:
    """Whether these very bytes of the open step lie with us already, beside those that are accepted."""
    held = session.early.get(early_key(content))  # a late message that a vote keeps waiting
    vote = session.votes.get((content.lane, content.seat))
    aside = (*session.disputed, *session.differing.values())
    return raw == held or raw in aside or (vote is not None and vote.raw == raw)
