"""A table that has stopped: it says nothing new, answers whoever misses something, and may learn more.

What is still signed is heard on by somebody who says nothing (`Session.ahead`). So whoever contradicts himself is
convicted whenever it comes out; and where others hold all that the end of the game needed, it is finished here too: a
resignation, a claim or a verdict that came a moment earlier to some than to others must not leave them with different
ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Code, Refused
from ..limits import HAVE_PERIOD_S
from ..wire.envelope import read_envelope
from . import advancing, catching_up, incoming, leaving
from .event import Heard, RecordStep, Refuse, Tell, Tick
from .hearing import hear_envelope
from .message import Accuse, Have, Say
from .offences import contradiction, convict, hear_accusation, take_verdict
from .phases import Phase
from .replica import EXHAUSTED, Session, Stepped, replace

if TYPE_CHECKING:
    from .event import Effect, Peer


def linger(session: Session, event: Tick) -> Stepped:
    """The table has stopped. Who is there asks on: evidence, or what was said last, may have been lost on its way."""
    if event.now_ms - session.announced_ms < HAVE_PERIOD_S * 1000:
        return session, []
    session = replace(session, now_ms=event.now_ms, announced_ms=event.now_ms, answered={})
    return session, [Tell(None, catching_up.have(session)), *catching_up.dispute(session)]


def testify(session: Session, event: Heard) -> Stepped:
    """A neighbour has not heard yet why the table stopped, or knows more than we do."""
    ending, talk, peer = session.ending, event.talk, event.peer
    assert ending is not None
    if talk.meeting != session.meeting.id:
        return session, []
    if isinstance(talk, Say):  # where nobody could go on, whoever says something more is judged as ever
        hear = hear_envelope if ending.kind == EXHAUSTED else _hear_afterwards
        return hear(session, peer, talk.envelope)
    if isinstance(talk, Accuse):
        return hear_accusation(session, peer, talk)
    # What was said until then goes with it: whoever is behind could not place a claim about a later step.
    claims: list[Effect] = [Tell(peer, Say(session.meeting.id, raw)) for raw in ending.claims]
    if isinstance(talk, Have):
        return catching_up.answer(session, peer, lambda: [*catching_up.answer_have(session, peer, talk), *claims])
    return catching_up.answer(session, peer, lambda: [*catching_up.serve(session, peer, talk.step, talk.held), *claims])


def _hear_afterwards(session: Session, peer: Peer, raw: bytes) -> Stepped:
    """It may contradict what we keep, or lead on to the end of the game; nothing else changes an ended table."""
    try:
        content, ahead = read_envelope(raw).content, session.ahead
        if incoming.is_held(session.latest, content, raw):
            return session, []
        envelope = incoming.open_signed(session, content, raw)
    except Refused as refused:
        return session, [Refuse(peer, refused.code, refused.sentence)]
    if (other := contradiction(session, envelope)) is not None:
        return convict(session, b"", (other, raw), Code.EQUIVOCATION)
    other = leaving.went_on(session, content) or (leaving.went_on(ahead, content) if ahead else None)
    if other is not None:
        return convict(session, b"", (other, raw), Code.WENT_ON)
    if ahead is None or leaving.is_leaving(content.lane):
        return session, []
    return _look_ahead(session, ahead, peer, raw)


def _look_ahead(session: Session, ahead: Session, peer: Peer, raw: bytes) -> Stepped:
    """Somebody who says nothing and minds no words of leaving hears what is said on."""
    waiting, effects = [raw], []
    while waiting:
        after, more = hear_envelope(ahead, peer, waiting.pop(0))
        waiting += after.again
        # Nothing ends his table, least of all the words that ended ours.
        ended = after.phase is Phase.ENDED
        ahead = replace(after, again=(), **({"phase": ahead.phase, "ending": None} if ended else {}))
        effects += more
    told: list[Effect] = [one for one in effects if isinstance(one, Tell) and not isinstance(one.talk, Accuse)]
    told += [one for one in effects if isinstance(one, Refuse)]
    records = (*session.unrecorded, *(one for one in effects if isinstance(one, RecordStep)))
    session = replace(session, ahead=ahead, unrecorded=records)
    for proof in ahead.verdicts:
        session, more = take_verdict(session, *proof)
        told += more
    if ahead.phase is Phase.PLAYING:
        return session, told
    session, more = _finish(session, ahead)
    return session, told + more


def _finish(session: Session, ahead: Session) -> Stepped:
    """All that the end of the game needed was said after all: the result stands, whatever had come to us before."""
    stayed = {
        name: getattr(session, name)
        for name in ("spoken", "verdicts", "has_left", "answered", "doubted", "announced_ms", "now_ms")
    }
    records: list[Effect] = list(session.unrecorded)
    session = replace(ahead, ahead=None, **stayed)
    session, effects = advancing.go_on(session)
    return session, records + effects
