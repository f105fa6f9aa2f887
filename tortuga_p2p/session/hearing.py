"""What neighbours say: talk about where they stand, and envelopes, each judged when it comes or kept for its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Code, Refused
from ..limits import EARLY_STEPS_MAX, UNREAD_ENVELOPES_MAX
from ..text import _
from ..wire.envelope import read_envelope
from . import broken_words, catching_up, concluding, incoming, leaving, nodding, remains, standing, voting, waking
from . import position as at
from .accord import is_lane
from .advancing import go_on
from .ballots import is_bound
from .event import Heard, Refuse
from .joining import Sit
from .message import Accuse, Agree, Decline, Have, Nod, Say, Want, Wish
from .offences import contradiction, convict, forked, hear_accusation, part
from .replica import Session, Stepped, replace
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from ..wire.envelope import Envelope
    from .event import Peer


def hear(session: Session, event: Heard) -> Stepped:
    talk = event.talk
    if talk.meeting != session.meeting.id:
        return session, [Refuse(event.peer, Code.OTHER_TABLE, _("A message belongs to another table."))]
    match talk:
        case Say():
            return hear_envelope(session, event.peer, talk.envelope)
        case Have():
            return catching_up.answer(session, event.peer, lambda: catching_up.answer_have(session, event.peer, talk))
        case Want():
            return catching_up.answer(
                session, event.peer, lambda: catching_up.serve(session, event.peer, (talk.epoch, talk.step), talk.held)
            )
        case Accuse():
            return hear_accusation(session, event.peer, talk)


def hear_envelope(session: Session, peer: Peer, raw: bytes) -> Stepped:
    try:
        content, position = read_envelope(raw).content, session.position
        if incoming.is_held(session, content, raw):
            return session, []
        if content.step >= FIRST_STEP and isinstance(position, Sit):
            return replace(session, unread=(*session.unread, raw)[:UNREAD_ENVELOPES_MAX]), []
        envelope = incoming.open_signed(session, content, raw)
    except Refused as refused:
        return session, [Refuse(peer, refused.code, refused.sentence)]
    if (other := contradiction(session, envelope)) is not None:
        return convict(forked(session, content), b"", (other, raw), Code.EQUIVOCATION)
    session = standing.heard(session, content, raw)
    if (broken := broken_words.find(session, content)) is not None:
        return convict(session, b"", (broken[0], raw), broken[1])
    if content.kind == leaving.RESIGN and voting.is_resignation(session, content):
        return voting.hear_resignation(session, envelope)
    where = (content.epoch, content.step)
    if where < session.where:
        return _hear_late(session, peer, envelope)
    if where > session.where:
        return _hear_early(session, peer, envelope)
    return _hear_timely(session, peer, envelope)


def _hear_late(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """Of a closed step, or of one that was cut: nothing we need."""
    content = envelope.content
    if leaving.is_leaving(content.lane):
        return voting.hear_late_vote(session, peer, envelope)
    if is_lane(content.lane):
        return concluding.hear_late(session, peer, envelope)
    return remains.hear(session, content, envelope.raw), []


def _hear_early(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """Of a step we have not reached: kept for later, within bounds."""
    content = envelope.content
    table = session.table
    if table is not None and content.table != table.where:
        return session, [Refuse(peer, Code.OTHER_TABLE, _("A message belongs to another table."))]
    if session.is_back and content.epoch == session.position.epoch:
        return session, []  # of a history that is taken back, by whoever has not come back yet
    if table is not None and content.epoch == table.epoch:  # what it says does not matter: its author has gone on
        session = replace(session, later=session.later | {content.seat}) if session.votes else session
    if is_lane(content.lane):
        return concluding.hear_early(session, envelope), []
    if leaving.is_leaving(content.lane):
        return session, []  # it comes again, together with the step it is about
    key = incoming.early_key(content)
    is_far = content.step > session.position.step + EARLY_STEPS_MAX or content.epoch > session.position.epoch + 1
    if key in session.early or is_far:
        return session, []
    session = replace(session, early={**session.early, key: envelope.raw})
    if content.kind != "stay" or table is None or not session.claims:
        return session, []
    session, effects, _is_done = voting.count_late(session, table)
    return session, effects


def _hear_timely(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """Of the open step: judged now."""
    content, position = envelope.content, session.position
    is_here = incoming.is_here(session, content)
    if incoming.is_kept_in_time(session, content, envelope.raw):
        return session, []
    if not is_here and isinstance(position, Table):
        return session, [Refuse(peer, Code.OTHER_TABLE, _("A message belongs to another table."))]
    if not is_here or content.prev != session.history:
        # No offence: somebody may have said different things to different peers, or brought them into two lobbies.
        # The last closed step will show who. It is shown at once for the first of them, then with every `have`.
        if any(read_envelope(raw).content.seat == content.seat for raw in session.disputed):
            return session, []
        after = replace(session, disputed=(*session.disputed, envelope.raw))
        return after, [] if session.disputed else catching_up.dispute(after)
    if content.state != position.digest:
        return _hear_other_state(session, envelope)
    try:
        judged = leaving.judge(position, envelope)
    except Refused as refused:
        state = position.raw if isinstance(position, Table) else b""
        return convict(session, state, (envelope.raw,), refused.code)
    session, adopted = waking.adopt(session, envelope)
    session, effects = _take_judged(session, envelope, judged)
    return session, adopted + effects


def _hear_other_state(session: Session, envelope: Envelope) -> Stepped:
    """Two programs disagree about the table, and nobody can tell which of them is wrong. Whoever says so has said
    nothing, and may be given up like anybody who is silent; it is the end only where too few agree to go on.
    """
    seat = envelope.content.seat
    if session.out >> seat & 1 or seat in session.differing:
        return session, []
    return part(replace(session, differing={**session.differing, seat: envelope.raw})), []


def _take_judged(session: Session, envelope: Envelope, judged: Any) -> Stepped:
    """What it says is right: it counts, unless we are bound to count it later."""
    content, position = envelope.content, session.position
    if isinstance(judged, Wish | Agree | Decline):
        return concluding.take(session, envelope, judged)
    if not isinstance(judged, at.Accepted | Nod):
        return voting.take_vote(session, envelope, judged)
    if is_bound(session, content.seat):
        return replace(session, early={**session.early, incoming.early_key(content): envelope.raw}), []
    is_awaited = isinstance(position, Table) and (not isinstance(judged, Nod) or nodding.may_be_due(position))
    session, effects = voting.withdraw(session, envelope) if is_awaited else (session, [])
    if isinstance(judged, Nod):
        session = replace(session, nods={**session.nods, content.seat: envelope.raw})
    else:
        session = replace(session, accepted={**session.accepted, content.seat: judged})
    session, more = go_on(session)
    if session.votes and session.position is position:  # what came late is heard: the other votes are counted on
        session, counted = voting.count(session)
        more = [*more, *counted]
    return session, effects + more
