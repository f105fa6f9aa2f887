"""One table as one peer sees it: `step(session, event)` gives the next session and a list of wishes. No I/O, no clock.

The same function runs live, in the verifier (a spectator fed from a file), in the simulator and on resume. Rule 1: each
message of a step is judged when it comes, by what everybody knows. Rule 2: no schedule of honest messages ever leads to
a verdict: what merely does not fit is asked for again, never blamed. See protocol/session.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import Code, IllegalMove, Refused
from ..limits import EARLY_STEPS_MAX, HAVE_PERIOD_S, SERVED_ENVELOPES_MAX, UNREAD_ENVELOPES_MAX
from ..rules.ask import Over
from ..wire.envelope import open_envelope
from . import choosing, leaving, stages
from . import position as at
from .event import (
    Begun,
    Convict,
    Farewell,
    Heard,
    Impatience,
    Intent,
    Keep,
    Record,
    Refuse,
    Reject,
    Remembered,
    Tell,
    Tick,
    Utter,
)
from .evidence import check_evidence, gather, seated_by_chair
from .learning import learn
from .leaving import Vote
from .message import Accuse, Confirm, Gone, Have, Resign, Say, Want, Withdraw
from .own import Own
from .phases import FOLLOWS, TRANSITIONS, Phase
from .replica import Ending, Me, Session, Stepped
from .sitting import Sit
from .speaking import in_lane, our_words, signed
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.group import Group
    from ..wire.envelope import Envelope
    from .agreement import AnyGame
    from .event import Effect, Event, Peer
    from .evidence import Verdict
    from .message import Terms
    from .position import Position

__all__ = ["Ending", "Me", "Session", "step"]


def step(session: Session, event: Event) -> Stepped:
    """The one way forward. An event that the table of phases does not know changes nothing."""
    handler = TRANSITIONS.get((session.phase, type(event)))
    return _HANDLERS[handler](session, event) if handler else (session, [])


# --- beginning and time ------------------------------------------------------------------------------------


def _remember(session: Session, event: Remembered) -> Stepped:
    if event.move is not None:
        return replace(session, decisions={**session.decisions, event.step: event.move}), []
    content = open_envelope(event.raw, lambda envelope: None).content
    return replace(session, spoken={**session.spoken, (content.step, content.lane): event.raw}), []


def _begin(session: Session, event: Begun) -> Stepped:
    return _go_on(_enter(session, Phase.SITTING))


def _enter(session: Session, phase: Phase) -> Session:
    if phase is session.phase:
        return session
    assert phase in FOLLOWS[session.phase], f"{phase} does not follow {session.phase}"
    return replace(session, phase=phase)


def _tick(session: Session, event: Tick) -> Stepped:
    # The first tick only says what time it is: a step that is open now has not been open since the clock began.
    opened_ms = session.opened_ms if session.now_ms else event.now_ms
    session = replace(session, now_ms=event.now_ms, opened_ms=opened_ms)
    if event.now_ms - session.announced_ms < HAVE_PERIOD_S * 1000:
        return session, []
    return replace(session, announced_ms=event.now_ms), [Tell(None, _have(session))]


def _rest(session: Session, event: Tick) -> Stepped:
    return session, []


# --- hearing -----------------------------------------------------------------------------------------------


def _hear(session: Session, event: Heard) -> Stepped:
    talk = event.talk
    if talk.meeting != session.meeting.id:
        return session, [Refuse(event.peer, Code.OTHER_TABLE, "A message belongs to another table.")]
    match talk:
        case Say():
            return _hear_envelope(session, event.peer, talk.envelope)
        case Have():
            return session, _answer_have(session, event.peer, talk)
        case Want():
            return session, _serve(session, event.peer, talk.step, talk.held)
        case Accuse():
            return _hear_accusation(session, event.peer, talk)


def _hear_envelope(session: Session, peer: Peer, raw: bytes) -> Stepped:
    try:
        if isinstance(session.position, Sit) and _step_of(raw) >= FIRST_STEP:
            return replace(session, unread=(*session.unread, raw)[:UNREAD_ENVELOPES_MAX]), []
        envelope = _open(session, raw)
    except Refused as refused:
        return session, [Refuse(peer, refused.code, refused.sentence)]
    content, position = envelope.content, session.position
    if content.step < position.step:
        return _hear_late(session, envelope)
    if content.step > position.step:
        return _hear_early(session, envelope)
    return _hear_timely(session, peer, envelope)


def _open(session: Session, raw: bytes) -> Envelope:
    """The envelope, with its signature checked against the key of its chair or seat."""
    if _step_of(raw) < FIRST_STEP and isinstance(session.position, Table):
        # Late words of sitting down are signed by chairs; the start of it has the same list of them.
        return at.open_signed(seated_by_chair(session.position.agreement), raw)
    return at.open_signed(session.position, raw)


def _step_of(raw: bytes) -> int:
    return open_envelope(raw, lambda _: None).content.step


def _hear_late(session: Session, envelope: Envelope) -> Stepped:
    """Of a closed step: the same again, or the second of two that contradict each other."""
    content = envelope.content
    if content.lane == leaving.RESIGN:
        return _hear_resignation(session, envelope)
    if leaving.is_leaving(content.lane):  # a vote about a step that is closed here: whoever casts it misses something
        return session, [Tell(None, Say(session.meeting.id, raw)) for raw in session.closed[content.step].values()]
    stored = session.closed[content.step].get(content.seat)
    if stored is None or stored == envelope.raw:
        return session, []
    return _contradict(session, stored, envelope)


def _hear_early(session: Session, envelope: Envelope) -> Stepped:
    """Of a step we have not reached: kept for later, within bounds."""
    if envelope.content.lane == leaving.RESIGN:
        return _hear_resignation(session, envelope)
    if leaving.is_leaving(envelope.content.lane):
        return session, []  # it comes again, together with the step it is about
    key = (envelope.content.step, envelope.content.seat)
    stored = session.early.get(key)
    if stored is not None:
        return (session, []) if stored == envelope.raw else _contradict(session, stored, envelope)
    if envelope.content.step > session.position.step + EARLY_STEPS_MAX:
        return session, []
    return replace(session, early={**session.early, key: envelope.raw}), []


def _contradict(session: Session, stored: bytes, envelope: Envelope) -> Stepped:
    """Two different envelopes of one seat in one step: an offence where they are for the same slot."""
    first = open_envelope(stored, lambda _: None).content
    if first.slot != envelope.content.slot:
        return session, []
    return _convict(session, b"", (stored, envelope.raw), Code.EQUIVOCATION)


def _hear_timely(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """Of the open step: judged now."""
    content, position = envelope.content, session.position
    if (content.table, content.epoch) != (at.where(position), position.epoch):
        return session, [Refuse(peer, Code.OTHER_TABLE, "A message belongs to another table or lobby.")]
    stored = _stored(session, envelope)
    if stored is not None:
        return (session, []) if stored == envelope.raw else _contradict(session, stored, envelope)
    if content.prev != session.history:
        # No offence: somebody may have said different things to different peers. The last closed step will show who.
        return session, [Tell(None, Want(session.meeting.id, max(0, position.step - 1), 0)), *_show_last(session)]
    if content.state != position.digest:
        return _end(session, Ending("diverged", f"two programs disagree about the table before step {position.step}"))
    try:
        judged = leaving.judge(position, content)
    except Refused as refused:
        state = position.raw if isinstance(position, Table) else b""
        return _convict(session, state, (envelope.raw,), refused.code)
    if leaving.is_leaving(content.lane):
        return _take_vote(session, envelope, judged)
    if leaving.is_bound(session, content.seat):
        return replace(session, early={**session.early, (content.step, content.seat): envelope.raw}), []
    session, effects = _withdraw(session, envelope)
    accepted = {**session.accepted, content.seat: judged._replace(raw=envelope.raw)}
    session, more = _go_on(replace(session, accepted=accepted))
    return session, effects + more


def _stored(session: Session, envelope: Envelope) -> bytes | None:
    """What already fills the slot of an envelope of the open step."""
    content = envelope.content
    if content.lane == at.lane(session.position):
        accepted = session.accepted.get(content.seat)
        held = session.early.get((content.step, content.seat))  # a late message that a vote keeps waiting
        return accepted.raw if accepted else held
    vote = session.votes.get((content.lane, content.seat))
    return vote.raw if vote else None


# --- leaving -----------------------------------------------------------------------------------------------


def _resign(session: Session, event: Farewell) -> Stepped:
    raw = in_lane(session, leaving.RESIGN, Resign())
    session, effects = _end(session, Ending("resigned", "you have left the game", claims=(raw,)))
    return session, [Utter(raw), *effects]


def _hear_resignation(session: Session, envelope: Envelope) -> Stepped:
    """A resignation counts whatever step it was signed in."""
    content, table = envelope.content, session.table
    if table is None or content.table != at.where(table) or content.kind != "resign" or content.body != ():
        return session, []
    sentence = f"{table.agreement.names[content.seat]} has left the game"
    return _end(session, Ending("resigned", sentence, claims=(envelope.raw,)))


def _vote(session: Session, event: Impatience) -> Stepped:
    """Our player does not want to wait any longer."""
    missing = sum(1 << seat for seat in session.waiting_for)
    open_s = (session.now_ms - session.opened_ms) // 1000
    patience_s = session.meeting.terms.patience_s
    if missing == 0 or missing >> session.number & 1:
        return session, [Reject("the table waits for you, not for others")]
    if open_s < patience_s:
        return session, [Reject(f"this table waits {patience_s} seconds for everybody: {patience_s - open_s} to go")]
    attempt = leaving.next_attempt(session.votes, missing)
    if any(lane == leaving.first_lane(attempt) and seat == session.number for lane, seat in session.votes):
        return session, [Reject("you have said so already: the others must say it too")]
    return _cast(session, leaving.first_lane(attempt), Gone(attempt, missing))


def _cast(session: Session, lane: str, words: Gone | Confirm | Withdraw) -> Stepped:
    """Signs and takes our own word of leaving, then counts."""
    raw = in_lane(session, lane, words)
    votes = {**session.votes, (lane, session.number): Vote(raw, words)}
    session, effects = _count(replace(session, votes=votes))
    return session, [Utter(raw), *effects]


def _take_vote(session: Session, envelope: Envelope, words: Any) -> Stepped:
    if isinstance(words, Resign):
        return _hear_resignation(session, envelope)
    key = (envelope.content.lane, envelope.content.seat)
    return _count(replace(session, votes={**session.votes, key: Vote(envelope.raw, words)}))


def _withdraw(session: Session, late: Envelope) -> Stepped:
    """Somebody we called missing has spoken before we confirmed anything: we say so, with the proof."""
    call = leaving.open_call(session, late.content.seat)
    if call is None:
        return session, []
    words = Withdraw(call.attempt, call.missing, late.raw)
    raw = in_lane(session, leaving.second_lane(call.attempt), words)
    key = (leaving.second_lane(call.attempt), session.number)
    return replace(session, votes={**session.votes, key: Vote(raw, words)}), [Utter(raw)]


def _count(session: Session) -> Stepped:
    """What the votes of the open step amount to."""
    table = session.table
    assert table is not None
    for ballot in leaving.ballots(session.votes):
        stay = ballot.stay(table.agreement.seats)
        if ballot.withdrawn:
            return _release(session, ballot.withdrawn)
        if ballot.confirmed >= stay:
            return _end(session, leaving.abandoned(table, session.votes, ballot))
        ours = (leaving.second_lane(ballot.attempt), session.number) in session.votes
        if session.number in ballot.gone and ballot.gone >= stay and not ours:
            words = Confirm(ballot.attempt, ballot.missing)
            return _cast(session, leaving.second_lane(ballot.attempt), words)
    return session, []


def _release(session: Session, late: tuple[bytes, ...]) -> Stepped:
    """A vote has failed: what came late counts, here too."""
    held = [raw for (step, _), raw in session.early.items() if step == session.position.step]
    session = replace(session, early={k: raw for k, raw in session.early.items() if k[0] != session.position.step})
    effects: list[Effect] = []
    for raw in (*late, *held):
        session, more = step(session, Heard(b"", Say(session.meeting.id, raw)))
        effects += more
    return session, effects


# --- have and want -----------------------------------------------------------------------------------------


def _have(session: Session) -> Have:
    return Have(session.meeting.id, session.position.step, _bits(session.accepted))


def _bits(seats: Mapping[int, object]) -> int:
    return sum(1 << seat for seat in seats)


def _answer_have(session: Session, peer: Peer, talk: Have) -> list[Effect]:
    """Give what the neighbour misses; ask for what we miss."""
    if talk.step > session.position.step:
        return [Tell(peer, Want(session.meeting.id, session.position.step, _bits(session.accepted)))]
    effects = _serve(session, peer, talk.step, talk.held)
    if talk.step == session.position.step and talk.held & ~_bits(session.accepted):
        effects.append(Tell(peer, Want(session.meeting.id, talk.step, _bits(session.accepted))))
    return effects


def _serve(session: Session, peer: Peer, first: int, held: int) -> list[Effect]:
    """What we have from a step on, oldest first; of that step only what is not held."""
    effects: list[Effect] = []
    for number in range(first, session.position.step + 1):
        closed = number < session.position.step
        step = session.closed[number] if closed else {seat: one.raw for seat, one in session.accepted.items()}
        for seat in sorted(step):
            if number == first and held >> seat & 1:
                continue
            if len(effects) == SERVED_ENVELOPES_MAX:
                return effects
            effects.append(Tell(peer, Say(session.meeting.id, step[seat])))
    return [*effects, *(Tell(peer, Say(session.meeting.id, vote.raw)) for vote in session.votes.values())]


def _show_last(session: Session) -> list[Effect]:
    """The last closed step, to everybody: whoever saw another one can prove it now."""
    if not session.closed:
        return []
    return [Tell(None, Say(session.meeting.id, raw)) for raw in session.closed[-1].values()]


# --- offences ----------------------------------------------------------------------------------------------


def _convict(session: Session, state: bytes, exhibits: tuple[bytes, ...], code: Code) -> Stepped:
    evidence = gather(session.meeting, session.closed, state, exhibits, code)
    verdict = check_evidence(evidence, _finder(session))  # what we cannot prove to a stranger we do not claim
    return _end_by_evidence(session, verdict, evidence)


def _finder(session: Session) -> Any:
    position = session.position
    source = position.agreement if isinstance(position, Table) else position

    def find(terms: Terms) -> tuple[AnyGame, Group]:
        if terms != session.meeting.terms:
            raise Refused(Code.BAD_EVIDENCE, "The evidence is about another table.")
        return source.game, source.group

    return find


def _end_by_evidence(session: Session, verdict: Verdict, evidence: bytes) -> Stepped:
    ended, effects = _end(session, Ending("evidence", verdict.sentence, verdict, evidence))
    return ended, [*effects, Convict(verdict, evidence), Tell(None, Accuse(session.meeting.id, evidence))]


def _hear_accusation(session: Session, peer: Peer, talk: Accuse) -> Stepped:
    try:
        verdict = check_evidence(talk.evidence, _finder(session))
        if verdict.identity not in session.meeting.company:
            raise Refused(Code.BAD_EVIDENCE, "The evidence is about nobody at this table.")
    except Refused as refused:
        return session, [Refuse(peer, refused.code, refused.sentence)]
    return _end_by_evidence(session, verdict, talk.evidence)


def _end(session: Session, ending: Ending) -> Stepped:
    if session.phase is Phase.SEALED:  # everybody has signed the end: nothing undoes it
        return session, []
    return replace(_enter(session, Phase.ENDED), ending=ending), []


def _testify(session: Session, event: Heard) -> Stepped:
    """A neighbour has not heard yet why the table stopped."""
    ending = session.ending
    if ending is None or isinstance(event.talk, Accuse | Say):
        return session, []
    effects: list[Effect] = [Tell(event.peer, Say(session.meeting.id, raw)) for raw in ending.claims]
    if ending.evidence:
        effects.append(Tell(event.peer, Accuse(session.meeting.id, ending.evidence)))
    return session, effects


# --- speaking ----------------------------------------------------------------------------------------------


def _intend(session: Session, event: Intent) -> Stepped:
    """Our player decided. Checked by the rules before anything leaves."""
    table = session.table
    assert table is not None
    if not len(session.moves):
        return session, [Reject("nothing is asked of you now")]
    try:
        choosing.check_own(table, session.number, event.move, session.known)
    except IllegalMove as illegal:
        return session, [Reject(str(illegal))]
    decided = replace(session, sealed=(table.step, event.move))
    after, effects = _go_on(decided)
    return after, [Keep(table.step, event.move), *effects]


def _go_on(session: Session) -> Stepped:
    """Closes steps that are complete and says what is ours to say, until neither is possible."""
    effects: list[Effect] = []
    while session.phase in (Phase.SITTING, Phase.PLAYING, Phase.FINISHED):
        if not session.waiting_for:
            session, more = _close(session)
        elif session.number in session.waiting_for and (words := our_words(session)) is not None:
            session, more = _speak(session, words)
        else:
            break
        effects += more
    return session, effects


def _close(session: Session) -> Stepped:
    """The open step is complete."""
    accepted = session.accepted
    raws = {seat: accepted[seat].raw for seat in sorted(accepted)}
    try:
        after = at.close(session.position, accepted)
    except Refused as refused:
        return _end(session, Ending("unseated", refused.sentence))
    known = session.known
    if isinstance(session.position, Table) and isinstance(after, Table) and session.own:
        known = learn(session.own, session.number, known, session.position, after, accepted)
    told = after.told if isinstance(after, Table) else ()
    record = Record(session.position.step, tuple(raws.values()), told)
    session = replace(
        session,
        position=after,
        history=at.next_history(session.history, accepted),
        accepted={},
        votes={},
        opened_ms=session.now_ms,
        closed=(*session.closed, raws),
        known=known,
    )
    session = _enter(session, _phase_of(after))
    session, effects = _hear_kept(_take_keys(session))
    return session, [record, *effects]


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
    me = session.me
    return replace(session, own=Own.derive(position.group, me.master, position.lobby, me.identity.public))


def _hear_kept(session: Session) -> Stepped:
    """Messages of the step just opened that came too early."""
    number = session.position.step
    kept = [raw for (step, _), raw in sorted(session.early.items()) if step == number]
    session = replace(session, early={key: raw for key, raw in session.early.items() if key[0] > number})
    if isinstance(session.position, Table) and session.unread:
        kept, session = [*kept, *session.unread], replace(session, unread=())
    effects: list[Effect] = []
    for raw in kept:
        session, more = step(session, Heard(b"", Say(session.meeting.id, raw)))
        effects += more
    return session, effects


def _speak(session: Session, words: Any) -> Stepped:
    """Puts our message into its slot and wishes it sent; remembered bytes go out as they are."""
    position = session.position
    envelope = at.open_signed(position, words) if isinstance(words, bytes) else signed(session, words)
    assert envelope.content.prev == session.history, "our journal tells of another history"
    accepted = at.judge(position, envelope.content, own=True)._replace(raw=envelope.raw)
    session = replace(session, accepted={**session.accepted, session.number: accepted})
    session, effects = _recall_votes(session)
    return session, [Utter(envelope.raw), *effects]


def _recall_votes(session: Session) -> Stepped:
    """Words of leaving that our journal remembers of this step stand before anything else is heard."""
    ours = {
        lane: raw
        for (number, lane), raw in session.spoken.items()
        if number == session.position.step and leaving.is_leaving(lane) and lane != leaving.RESIGN
    }
    votes = {(lane, session.number): Vote(raw, leaving.words_of(raw)) for lane, raw in ours.items()}
    return replace(session, votes={**session.votes, **votes}), [Utter(raw) for raw in ours.values()]


_HANDLERS: dict[str, Any] = {
    "remember": _remember,
    "begin": _begin,
    "tick": _tick,
    "rest": _rest,
    "hear": _hear,
    "intend": _intend,
    "resign": _resign,
    "vote": _vote,
    "testify": _testify,
}
