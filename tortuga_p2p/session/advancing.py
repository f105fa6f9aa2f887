"""The table goes on: our player decides, we say what is ours to say, and steps close that are complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Code, IllegalMove, Refused
from ..rules.ask import Over
from ..text import _
from . import accord, ballots, choosing, helm, leaving, nodding, stages
from . import position as at
from .event import Intent, Keep, RecordStep, Reject, Utter
from .joining import Sit
from .learning import learn
from .offences import end, enter_phase
from .phases import SessionPhase
from .replica import EXHAUSTED, Decided, Ending, Session, Stepped, replace
from .speaking import nod, our_words, signed
from .table import Table
from .voting import recall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .event import Effect
    from .position import Position
    from .replica import Where


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
    decided = Decided(table.step, event.move, event.helm)
    after, effects = go_on(replace(session, sealed=decided))
    return after, [Keep(*decided), *effects]


_SPOKEN_IN = (SessionPhase.SITTING, SessionPhase.PLAYING, SessionPhase.FINISHED)


def go_on(session: Session) -> Stepped:
    """Closes steps that are complete and says what is ours to say, until neither is possible."""
    effects: list[Effect] = []
    while session.phase in _SPOKEN_IN and not (session.is_back or accord.is_bound(session)):
        due, accepted = at.speakers(session.position), session.accepted
        if len(accepted) == len(due):
            if ballots.is_bound(session):  # by a confirm of ours: those who stay may have gone on without somebody
                break
            session, more = close(session)
        elif session.has_left or session.me is None:
            break
        elif session.out and session.phase is SessionPhase.PLAYING and not _is_remembered(session):
            break  # first we go on without them: what we said now would be void
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


def _is_remembered(session: Session) -> bool:
    """Whether we have said our word of this step before a crash."""
    return session.position.lane in session.spoken.get(session.where, {})


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
    helms = helm.after(session.helms, {seat: one.said for seat, one in accepted.items()})
    record = RecordStep(session.position.step, tuple(raws.values()), told, seen, helms)
    session = replace(
        session,
        position=after,
        history=at.next_history(session.history, raws.values()),
        accepted={},
        nods={},
        disputed=(),
        differing={},
        votes={},
        later=frozenset(),
        withdrawn=_set_free(session) if session.votes or session.accords else session.withdrawn,
        nodded=_signed_here(session) if session.nods or session.votes else session.nodded,
        spoken=_remembered(session) if session.votes or session.accords else session.spoken,
        accords={},
        agreed_in=accord.own_in(session) if session.accords else session.agreed_in,
        opened_ms=session.now_ms,
        closed=session.closed.plus(raws),
        known=known,
        helms=helms,
    )
    session = enter_phase(session, _phase_of(after))
    if isinstance(after, Table) and stages.is_spent(after):
        session, _wishes = end(
            session, Ending(EXHAUSTED, _("the game needs more randomness than was fixed before it began"))
        )
        return session, [record]
    session, effects = recall(_take_keys(session))
    return _take_out(session), [record, *effects]


def _set_free(session: Session) -> dict[int, tuple[bytes, ...]]:
    """By closed step: what sets those free who are bound in it, with what was said in the one that closes now."""
    number = session.position.step
    told = (*leaving.withdrawals(session).get(number, ()), *accord.declines(session))
    return {**session.withdrawn, number: told} if told else dict(session.withdrawn)


def _signed_here(session: Session) -> dict[int, int]:
    """By seat: the last step in which it signed our history beside the messages, with the one that closes now."""
    voted = {seat for _, seat in session.votes}
    return {**session.nodded, **dict.fromkeys(session.nods.keys() | voted, session.position.step)}


def _remembered(session: Session) -> dict[Where, Mapping[str, bytes]]:
    """What we have said beside the step that closes now: where we stand back to it, it stands."""
    own = session.own_seat
    said = {lane: vote.raw for (lane, seat), vote in session.votes.items() if seat == own}
    if own in session.accords:
        said[accord.ACCORD] = session.accords[own].raw
    return {**session.spoken, session.where: {**session.spoken.get(session.where, {}), **said}}


def _phase_of(position: Position) -> SessionPhase:
    if isinstance(position, Sit):
        return SessionPhase.SITTING
    if position.stage.kind == stages.SEALED:
        return SessionPhase.SEALED
    return SessionPhase.FINISHED if isinstance(position.ask, Over) else SessionPhase.PLAYING


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
    opened = session.where
    kept = [raw for key, raw in sorted(session.early.items()) if key[:2] == opened]
    session = replace(session, early={key: raw for key, raw in session.early.items() if key[:2] > opened})
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
