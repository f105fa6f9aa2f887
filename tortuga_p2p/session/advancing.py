"""The table goes on: our player decides, we say what is ours to say, and steps close that are complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Code, IllegalMove, Refused
from ..rules.ask import Over
from ..text import _
from . import choosing, leaving, nodding, stages
from . import position as at
from .event import Intent, Keep, RecordStep, Reject, Utter
from .joining import Sit
from .learning import learn
from .offences import end, enter_phase
from .phases import Phase
from .replica import EXHAUSTED, Ending, Session, Stepped, replace
from .speaking import nod, our_words, signed
from .table import Table
from .voting import recall

if TYPE_CHECKING:
    from .event import Effect
    from .position import Position


def intend(session: Session, event: Intent) -> Stepped:
    """Our player decided. Checked by the rules before anything leaves."""
    table = session.table
    assert table is not None
    if not len(session.moves):
        return session, [Reject(_("nothing is asked of you now"))]
    try:
        choosing.check_own(table, session.own_seat, event.move, session.known)
    except IllegalMove as illegal:
        return session, [Reject(str(illegal))]
    decided = replace(session, sealed=(table.step, event.move))
    after, effects = go_on(decided)
    return after, [Keep(table.step, event.move), *effects]


_SPOKEN_IN = (Phase.SITTING, Phase.PLAYING, Phase.FINISHED)


def go_on(session: Session) -> Stepped:
    """Closes steps that are complete and says what is ours to say, until neither is possible."""
    effects: list[Effect] = []
    while session.phase in _SPOKEN_IN:
        due, accepted = at.speakers(session.position), session.accepted
        if len(accepted) == len(due):
            if leaving.is_bound(session):  # by a confirm of ours: those who stay may have gone on without somebody
                break
            session, more = close(session)
        elif session.has_left or session.me is None:
            break
        elif nodding.is_owed(session):
            session, more = _nod(session)
        elif (seat := session.own_seat) not in due or seat in accepted:
            break
        elif (words := our_words(session)) is not None:
            session, more = _speak(session, words)
        else:
            break
        effects += more
    return session, effects


def close(session: Session) -> Stepped:
    """The open step is complete."""
    accepted = session.accepted
    raws = {seat: accepted[seat].raw for seat in sorted(accepted)}
    try:
        after = at.close(session.position, accepted)
    except Refused as refused:
        # In play nobody is to blame for it, and no honest table comes to it: a proof that holds has failed before.
        kind = "unseated" if isinstance(session.position, Sit) else "diverged"
        return end(session, Ending(kind, refused.sentence))
    known = session.known
    if isinstance(session.position, Table) and isinstance(after, Table) and session.own:
        known = learn(session.own, session.own_seat, known, session.position, after, accepted)
    told = after.told if isinstance(after, Table) else ()
    seen = tuple(sorted(known.items())) if told else ()
    record = RecordStep(session.position.step, tuple(raws.values()), told, seen)
    session = replace(
        session,
        position=after,
        history=at.next_history(session.history, raws.values()),
        accepted={},
        nods={},
        disputed=(),
        votes={},
        withdrawn={**session.withdrawn, **leaving.withdrawals(session)} if session.votes else session.withdrawn,
        opened_ms=session.now_ms,
        closed=session.closed.plus(raws),
        known=known,
    )
    session = enter_phase(session, _phase_of(after))
    if isinstance(after, Table) and stages.is_spent(after):
        session, _wishes = end(
            session, Ending(EXHAUSTED, _("the game needs more chance than was fixed before it began"))
        )
        return session, [record]
    session, effects = recall(_take_keys(session))
    return _take_out(session), [record, *effects]


def _phase_of(position: Position) -> Phase:
    if isinstance(position, Sit):
        return Phase.SITTING
    if position.stage.kind == stages.SEALED:
        return Phase.SEALED
    return Phase.FINISHED if isinstance(position.ask, Over) else Phase.PLAYING


def _take_keys(session: Session) -> Session:
    """Once the lobby has a name, our secrets of this game exist."""
    position = session.position
    if session.me is None or session.own is not None or not isinstance(position, Sit):
        return session
    return replace(session, own=session.me.secrets(position.group, position.lobby))


def _take_out(session: Session) -> Session:
    """Messages of the step just opened that came too early are heard now."""
    if not session.early and not session.unread:
        return session
    number = session.position.step
    kept = [raw for (step, *_), raw in sorted(session.early.items()) if step == number]
    session = replace(session, early={key: raw for key, raw in session.early.items() if key[0] > number})
    if isinstance(session.position, Table) and session.unread:
        kept, session = [*kept, *session.unread], replace(session, unread=())
    return replace(session, again=(*session.again, *kept))


def _nod(session: Session) -> Stepped:
    """Says where we stand: once in a step, and stored before it leaves, like every word."""
    raw = nod(session)
    return replace(session, nods={**session.nods, session.own_seat: raw}), [Utter(raw)]


def _speak(session: Session, words: Any) -> Stepped:
    """Puts our message into its slot and wishes it sent; remembered bytes go out as they are."""
    position = session.position
    envelope = at.open_signed(position, words) if isinstance(words, bytes) else signed(session, words)
    if envelope.content.prev != session.history:
        raise Refused(Code.OTHER_HISTORY, _("Our own words follow another history."))
    accepted = at.judge(position, envelope, own=True)
    return replace(session, accepted={**session.accepted, session.own_seat: accepted}), [Utter(envelope.raw)]
