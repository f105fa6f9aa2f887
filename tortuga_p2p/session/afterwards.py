"""A table that has stopped: it says nothing new, answers whoever misses something, and may learn more.

What is still signed is still heard by somebody who says nothing (`Session.ahead`). So whoever contradicts themselves is
convicted whenever it comes out; and where others hold all that the end of the game needed, it is finished here too: a
resignation, a claim or a verdict that came a moment earlier to some than to others must not leave them with different
ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Code, Refused
from ..limits import HAVE_PERIOD_S
from ..wire.envelope import read_envelope
from . import advancing, broken_words, catching_up, concluding, incoming, voting
from .accord import AGREED
from .event import Heard, RecordRemoval, RecordStep, Refuse, Tell, Tick
from .hearing import hear_envelope
from .message import Accuse, Have, Say
from .offences import contradiction, convict, forked, hear_accusation, take_verdict
from .phases import SessionPhase
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
    where = (talk.epoch, talk.step)
    return catching_up.answer(session, peer, lambda: [*catching_up.serve(session, peer, where, talk.held), *claims])


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
        return convict(forked(session, content), b"", (other, raw), Code.EQUIVOCATION)
    broken = broken_words.find(session, content) or (broken_words.find(ahead, content) if ahead else None)
    if broken is not None:
        return convict(session, b"", (broken[0], raw), broken[1])
    if ahead is None:
        return session, []
    return _look_ahead(session, ahead, peer, raw)


def _look_ahead(session: Session, ahead: Session, peer: Peer, raw: bytes) -> Stepped:
    """Somebody who says nothing hears what is said on; of words of leaving, those by which others went on."""
    waiting: list[bytes] = [raw]
    effects: list[Effect] = []
    ahead = replace(ahead, forks=ahead.forks | session.forks)
    while waiting:
        after, more = hear_envelope(ahead, peer, waiting.pop(0))
        if after.votes and after.phase is SessionPhase.PLAYING:
            after, most = voting.settle(after)
            after, rest = advancing.go_on(after)
            more = [*more, *most, *rest]
        after, most = concluding.settle(after)
        if after.ending is not None and after.ending.kind == AGREED:
            return _conclude(session, after, [*effects, *more])
        more = [*more, *most]
        waiting += after.again
        # Nothing ends their table, least of all the words that ended ours.
        ended = after.phase is SessionPhase.ENDED
        ahead = replace(after, again=(), **({"phase": ahead.phase, "ending": None} if ended else {}))
        effects += more
    told: list[Effect] = [one for one in effects if isinstance(one, Tell) and not isinstance(one.talk, Accuse)]
    told += [one for one in effects if isinstance(one, Refuse)]
    records = (*session.unrecorded, *(one for one in effects if isinstance(one, RecordStep | RecordRemoval)))
    session = replace(session, ahead=ahead, unrecorded=records)
    for proof in ahead.verdicts:
        session, more = take_verdict(session, *proof)
        told += more
    if ahead.phase is SessionPhase.PLAYING:
        return session, told
    session, more = _finish(session, ahead)
    return session, told + more


def _conclude(session: Session, ahead: Session, effects: list[Effect]) -> Stepped:
    """Everybody at the table has signed that it ended here, before or after what ended it for us."""
    records = [one for one in (*session.unrecorded, *effects) if isinstance(one, RecordStep | RecordRemoval)]
    return replace(ahead, ahead=None, unrecorded=(), **_stayed(session)), list(records)


def _stayed(session: Session) -> dict[str, Any]:
    """What only we know, not whoever heard on for us."""
    names = ("spoken", "verdicts", "has_left", "answered", "doubted", "announced_ms", "now_ms")
    return {name: getattr(session, name) for name in names}


def _finish(session: Session, ahead: Session) -> Stepped:
    """All that the end of the game needed was said after all: the result stands, whatever had come to us before."""
    records: list[Effect] = list(session.unrecorded)
    session = replace(ahead, ahead=None, **_stayed(session))
    session, effects = advancing.go_on(session)
    return session, records + effects
