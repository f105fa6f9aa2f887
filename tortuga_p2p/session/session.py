"""One table as one peer sees it: `step(session, event)` gives the next session and a list of wishes. No I/O, no clock.

The same function runs live, in the verifier (a spectator fed from a file), in the simulator and on resume. Rule 1: each
message of a step is judged when it comes, by what everybody knows. Rule 2: no schedule of honest messages ever leads to
a verdict: what merely does not fit is asked for again, never blamed. See protocol/session.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Code, IllegalMove, Refused
from ..limits import ACCUSATIONS_MAX, ANSWERS_MAX, EARLY_STEPS_MAX, HAVE_PERIOD_S, UNREAD_ENVELOPES_MAX
from ..rules.ask import Over
from ..wire.envelope import read_envelope
from . import choosing, leaving, placing, serving, stages
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
from .evidence import check_evidence, gather, is_about
from .learning import learn
from .leaving import Vote
from .message import Accuse, Confirm, Gone, Have, Resign, Say, Want, Withdraw
from .phases import FOLLOWS, TRANSITIONS, Phase
from .replica import EXHAUSTED, Ending, Me, Session, Stepped, replace
from .sitting import Sit
from .speaking import in_lane, our_words, signed
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..wire.envelope import Envelope
    from .event import Effect, Event, Peer
    from .evidence import Verdict
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
    content = read_envelope(event.raw).content
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
    disputes = serving.dispute(session) if session.disputed else []
    session = replace(session, announced_ms=event.now_ms, answered={})
    return session, [Tell(None, serving.have(session)), *disputes]


def _linger(session: Session, event: Tick) -> Stepped:
    """The table has stopped. Whoever knows of no evidence asks on: it may have been lost on its way to him."""
    if event.now_ms - session.announced_ms < HAVE_PERIOD_S * 1000:
        return session, []
    session = replace(session, now_ms=event.now_ms, announced_ms=event.now_ms, answered={})
    asks = session.ending is not None and not session.ending.evidence
    return session, [Tell(None, serving.have(session))] if asks else []


# --- hearing -----------------------------------------------------------------------------------------------


def _hear(session: Session, event: Heard) -> Stepped:
    talk = event.talk
    if talk.meeting != session.meeting.id:
        return session, [Refuse(event.peer, Code.OTHER_TABLE, "A message belongs to another table.")]
    match talk:
        case Say():
            return _hear_envelope(session, event.peer, talk.envelope)
        case Have():
            return _answer(session, event.peer, lambda: serving.answer_have(session, event.peer, talk))
        case Want():
            return _answer(session, event.peer, lambda: serving.serve(session, event.peer, talk.step, talk.held))
        case Accuse():
            return _hear_accusation(session, event.peer, talk)


def _answer(session: Session, peer: Peer, effects: Callable[[], list[Effect]]) -> Stepped:
    """What a neighbour asked for, within bounds: a short question must not cost us more than the answer is worth."""
    count = session.answered.get(peer, 0)
    answer = effects() if count < ANSWERS_MAX else []
    return (replace(session, answered={**session.answered, peer: count + 1}), answer) if answer else (session, [])


def _hear_envelope(session: Session, peer: Peer, raw: bytes) -> Stepped:
    try:
        content, position = read_envelope(raw).content, session.position
        if placing.is_held(session, content, raw):
            return session, []
        if content.step >= FIRST_STEP and isinstance(position, Sit):
            return replace(session, unread=(*session.unread, raw)[:UNREAD_ENVELOPES_MAX]), []
        envelope = placing.open_signed(session, content, raw)
    except Refused as refused:
        return session, [Refuse(peer, refused.code, refused.sentence)]
    if (other := leaving.went_on(session, content)) is not None:
        return _convict(session, b"", (other, raw), Code.WENT_ON)
    if content.step < position.step:
        return _hear_late(session, peer, envelope)
    if content.step > position.step:
        return _hear_early(session, peer, envelope)
    return _hear_timely(session, peer, envelope)


def _hear_late(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """Of a closed step: nothing we need, or the second of two that contradict each other."""
    content = envelope.content
    if content.lane == leaving.RESIGN:
        return _hear_resignation(session, envelope)
    if leaving.is_leaving(content.lane):
        return _hear_late_vote(session, peer, envelope)
    stored = session.closed[content.step].get(content.seat)
    return (session, []) if stored is None else _contradict(session, stored, envelope)


def _hear_early(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """Of a step we have not reached: kept for later, within bounds."""
    content = envelope.content
    if content.lane == leaving.RESIGN:
        return _hear_resignation(session, envelope)
    if leaving.is_leaving(content.lane):
        return session, []  # it comes again, together with the step it is about
    if session.table is not None and not placing.is_here(session, content):
        return session, [Refuse(peer, Code.OTHER_TABLE, "A message belongs to another table.")]
    key = (content.step, content.seat)
    stored = session.early.get(key)
    if stored is not None:
        return _contradict(session, stored, envelope)
    if content.step > session.position.step + EARLY_STEPS_MAX:
        return session, []
    return replace(session, early={**session.early, key: envelope.raw}), []


def _contradict(session: Session, stored: bytes, envelope: Envelope) -> Stepped:
    """Two different envelopes of one seat in one step: an offence where they are for the same slot."""
    assert stored != envelope.raw, "what we hold already was passed over before it was opened"
    first = read_envelope(stored).content
    if first.slot != envelope.content.slot:
        return session, []
    return _convict(session, b"", (stored, envelope.raw), Code.EQUIVOCATION)


def _hear_timely(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """Of the open step: judged now."""
    content, position = envelope.content, session.position
    is_here = placing.is_here(session, content)
    stored = placing.stored(session, content, is_here=is_here)
    if stored is not None and stored != envelope.raw:
        return _contradict(session, stored, envelope)
    if stored is not None or envelope.raw in session.disputed:
        return session, []
    if not is_here and isinstance(position, Table):
        return session, [Refuse(peer, Code.OTHER_TABLE, "A message belongs to another table.")]
    if not is_here or content.prev != session.history:
        # No offence: somebody may have said different things to different peers, or brought them into two lobbies.
        # The last closed step will show who. It is shown at once for the first of them, then with every `have`.
        if any(read_envelope(raw).content.seat == content.seat for raw in session.disputed):
            return session, []
        shown = [] if session.disputed else serving.dispute(session)
        return replace(session, disputed=(*session.disputed, envelope.raw)), shown
    if content.state != position.digest:
        sentence = f"two programs disagree about the table before step {position.step}"
        return _end(session, Ending("diverged", sentence, claims=(envelope.raw,)))
    try:
        judged = leaving.judge(position, envelope)
    except Refused as refused:
        state = position.raw if isinstance(position, Table) else b""
        return _convict(session, state, (envelope.raw,), refused.code)
    if not isinstance(judged, at.Accepted):
        return _take_vote(session, envelope, judged)
    if leaving.is_bound(session, content.seat):
        return replace(session, early={**session.early, (content.step, content.seat): envelope.raw}), []
    session, effects = _withdraw(session, envelope)
    accepted = {**session.accepted, content.seat: judged}
    session, more = _go_on(replace(session, accepted=accepted))
    return session, effects + more


# --- leaving -----------------------------------------------------------------------------------------------


def _resign(session: Session, event: Farewell) -> Stepped:
    if session.me is None:
        return session, [Reject("you only watch: you may go whenever you like")]
    raw = in_lane(session, leaving.RESIGN, Resign())
    return _end_resigned(session, raw, [Utter(raw)])


def _end_resigned(session: Session, raw: bytes, effects: list[Effect]) -> Stepped:
    session, more = _end(session, Ending("resigned", "you have left the game", claims=(raw,)))
    return session, effects + more


def _hear_resignation(session: Session, envelope: Envelope) -> Stepped:
    """A resignation counts whatever step it was signed in, from the first step of play on: before that, nobody sits."""
    content, table = envelope.content, session.table
    if table is None or content.step < FIRST_STEP or content.table != table.where:
        return session, []
    if content.kind != "resign" or content.body != ():
        return session, []
    sentence = f"{table.agreement.names[content.seat]} has left the game"
    return _end(session, Ending("resigned", sentence, claims=(envelope.raw,)))


def _vote(session: Session, event: Impatience) -> Stepped:
    """Our player does not want to wait any longer."""
    if session.me is None:
        return session, [Reject("you only watch: those who play decide")]
    missing = leaving.unheard(session, event.away)
    open_s = (session.now_ms - session.opened_ms) // 1000
    patience_s = session.meeting.terms.patience_s
    if missing >> session.number & 1:
        return session, [Reject("the table waits for you, not for others")]
    if open_s < patience_s:
        return session, [Reject(f"this table waits {patience_s} seconds for everybody: {patience_s - open_s} to go")]
    attempt = leaving.next_attempt(session.votes, missing)
    if attempt is None:
        return session, [Reject("too many votes have failed in this step")]
    if (leaving.first_lane(attempt), session.number) in session.votes:
        return session, [Reject("you have said so already: the others must say it too")]
    return _cast(session, leaving.first_lane(attempt), Gone(attempt, missing))


def _cast(session: Session, lane: str, words: Gone | Confirm | Withdraw) -> Stepped:
    """Signs and takes our own word of leaving, then counts."""
    raw = in_lane(session, lane, words)
    votes = {**session.votes, (lane, session.number): Vote(raw, words)}
    # Once we have confirmed, the table waits for the others to do so, and they too have their time.
    opened_ms = session.now_ms if isinstance(words, Confirm) else session.opened_ms
    called_ms = session.now_ms if isinstance(words, Gone) else session.called_ms
    session, effects = _count(replace(session, votes=votes, opened_ms=opened_ms, called_ms=called_ms))
    return session, [Utter(raw), *effects]


def _take_vote(session: Session, envelope: Envelope, words: Any) -> Stepped:
    if isinstance(words, Resign):
        return _hear_resignation(session, envelope)
    key = (envelope.content.lane, envelope.content.seat)
    return _count(replace(session, votes={**session.votes, key: Vote(envelope.raw, words)}))


def _withdraw(session: Session, late: Envelope) -> Stepped:
    """Somebody we called missing has spoken before we confirmed anything: we say so, with the proof."""
    if not session.votes:
        return session, []
    votes = dict(session.votes)
    effects: list[Effect] = []
    for call in leaving.open_calls(session, late.content.seat):
        words, lane = Withdraw(call.attempt, call.missing, late.raw), leaving.second_lane(call.attempt)
        raw = in_lane(session, lane, words)
        votes[lane, session.number] = Vote(raw, words)
        effects.append(Utter(raw))
    return replace(session, votes=votes), effects


def _count(session: Session) -> Stepped:
    """What the votes of the open step amount to: the end, or a late message that counts, or a second word of ours.

    Each attempt counts for itself: whoever withdraws from one has not saved those who are bound by another.
    """
    table = session.table
    assert table is not None
    ballots = leaving.ballots(session.votes)
    for ballot in ballots:
        if not ballot.withdrawn and ballot.confirmed >= ballot.stay(table.agreement.seats):
            return _end(session, leaving.abandoned(table.agreement, table.step, session.votes, ballot))
    late = [raw for ballot in ballots for raw in ballot.withdrawn]
    session, effects = _release(session, late) if late else (session, [])
    if session.position is table and session.phase is Phase.PLAYING:
        session, more = _confirm(session, table)
        effects = effects + more
    return session, effects


def _confirm(session: Session, table: Table) -> Stepped:
    """Our second word, where all who stay have said the first."""
    for ballot in leaving.ballots(session.votes):
        lane = leaving.second_lane(ballot.attempt)
        called = session.number in ballot.gone and ballot.gone >= ballot.stay(table.agreement.seats)
        if called and not ballot.withdrawn and (lane, session.number) not in session.votes:
            return _cast(session, lane, Confirm(ballot.attempt, ballot.missing))
    return session, []


def _release(session: Session, late: Iterable[bytes]) -> Stepped:
    """A vote has failed: what came late counts, here too."""
    number = session.position.step
    held = [raw for (step, _), raw in session.early.items() if step == number]
    session = replace(session, early={key: raw for key, raw in session.early.items() if key[0] != number})
    return _hear_again(session, (*late, *held))


def _hear_late_vote(session: Session, peer: Peer, envelope: Envelope) -> Stepped:
    """About a step that is closed here: whoever cast it misses something, or all who stayed ended the table there."""
    number, table = envelope.content.step, session.table
    for withdrawal in session.withdrawn.get(number, ()):  # whoever set us free by it cannot have confirmed as well
        if read_envelope(withdrawal).content.slot == envelope.content.slot:
            return (session, []) if withdrawal == envelope.raw else _contradict(session, withdrawal, envelope)
    claim = leaving.late_claim(session, envelope)
    if claim is None or isinstance(claim.words, Withdraw):
        return session, []
    if table is not None and isinstance(claim.words, Confirm):
        session = replace(session, claims={**session.claims, envelope.content.seat: (number, claim)})
        ballot = leaving.claimed(session.claims, table.agreement.seats)
        if ballot is not None:
            votes = {(leaving.second_lane(ballot.attempt), seat): vote for seat, (_, vote) in session.claims.items()}
            return _end(session, leaving.abandoned(table.agreement, number, votes, ballot))
    return _answer(session, peer, lambda: serving.serve_step(session, peer, number)) if peer else (session, [])


def _recall(session: Session) -> Stepped:
    """Words of leaving that our journal remembers of the step just opened stand before anything else is heard."""
    if not session.spoken:
        return session, []
    number = session.position.step
    ours = {lane: raw for (step, lane), raw in session.spoken.items() if step == number and leaving.is_leaving(lane)}
    if not ours:
        return session, []
    effects: list[Effect] = [Utter(raw) for raw in ours.values()]
    if leaving.RESIGN in ours:
        return _end_resigned(session, ours[leaving.RESIGN], effects)
    votes = {(lane, session.number): Vote(raw, leaving.words_of(raw)) for lane, raw in ours.items()}
    session, more = _count(replace(session, votes=votes))
    return session, effects + more


# --- offences ----------------------------------------------------------------------------------------------


def _convict(session: Session, state: bytes, exhibits: tuple[bytes, ...], code: Code) -> Stepped:
    if session.phase is Phase.SEALED:
        return session, []  # nothing undoes it any more: whoever goes on contradicting himself costs nobody a judgement
    evidence = gather(session.meeting, session.closed, state, exhibits, code)
    try:
        verdict = check_evidence(evidence, _finder(session))
    except Refused:
        return session, []  # we claim only what a stranger would believe: not two offers before the lobby is known
    return _end_by_evidence(session, verdict, evidence)


def _finder(session: Session) -> Any:
    position = session.position
    source = position.agreement if isinstance(position, Table) else position
    return lambda terms: (source.game, source.group)


def _end_by_evidence(session: Session, verdict: Verdict, evidence: bytes) -> Stepped:
    ended, effects = _end(session, Ending("evidence", verdict.sentence, verdict, evidence))
    if ended is session:
        return session, []  # known already, or everybody has signed the end
    return ended, [*effects, Convict(verdict, evidence), Tell(None, Accuse(session.meeting.id, evidence))]


def _hear_accusation(session: Session, peer: Peer, talk: Accuse) -> Stepped:
    if session.phase is Phase.SEALED:
        return session, []  # as in `_convict`
    doubted = session.doubted.get(peer, 0)
    if doubted >= ACCUSATIONS_MAX:
        return session, [Refuse(peer, Code.BAD_EVIDENCE, "A neighbour who accused falsely is not listened to again.")]
    try:
        if not is_about(talk.evidence, session.meeting):
            raise Refused(Code.BAD_EVIDENCE, "The evidence is about another table.")
        verdict = check_evidence(talk.evidence, _finder(session))
    except Refused as refused:
        session = replace(session, doubted={**session.doubted, peer: doubted + 1})
        return session, [Refuse(peer, refused.code, refused.sentence)]
    return _end_by_evidence(session, verdict, talk.evidence)


def _end(session: Session, ending: Ending) -> Stepped:
    """The first ending counts, but evidence outranks every other; and nothing else undoes a finished game."""
    is_evidence = ending.kind == "evidence"
    before = session.ending.kind if session.ending else ""
    known = before == "evidence" or (before not in ("", EXHAUSTED) and not is_evidence)
    over = session.phase is Phase.SEALED or (session.phase is Phase.FINISHED and not is_evidence)
    if known or over:
        return session, []
    return replace(_enter(session, Phase.ENDED), ending=ending), []


def _testify(session: Session, event: Heard) -> Stepped:
    """A neighbour has not heard yet why the table stopped, or knows more than we do."""
    ending, talk = session.ending, event.talk
    assert ending is not None
    if talk.meeting != session.meeting.id:
        return session, []
    if isinstance(talk, Say | Accuse) and ending.evidence:
        return session, []
    if isinstance(talk, Say):  # where nobody could go on, whoever says something more is judged as ever
        hear = _hear_envelope if ending.kind == EXHAUSTED else _hear_afterwards
        return hear(session, event.peer, talk.envelope)
    if isinstance(talk, Accuse):
        return _hear_accusation(session, event.peer, talk)
    return _answer(session, event.peer, lambda: _told_why(session, ending, event.peer, talk))


def _hear_afterwards(session: Session, peer: Peer, raw: bytes) -> Stepped:
    """Nothing that is said changes an ended table, unless it proves that whoever ended it alone has gone on."""
    try:
        content = read_envelope(raw).content
        other = leaving.went_on(session, content)
        if other is None:
            return session, []
        placing.open_signed(session, content, raw)
    except Refused as refused:
        return session, [Refuse(peer, refused.code, refused.sentence)]
    return _convict(session, b"", (other, raw), Code.WENT_ON)


def _told_why(session: Session, ending: Ending, peer: Peer, talk: Have | Want) -> list[Effect]:
    if ending.evidence:
        return [Tell(peer, Accuse(session.meeting.id, ending.evidence))]
    # What was said until then goes with it: whoever is behind could not place a claim about a later step.
    claims = [Tell(peer, Say(session.meeting.id, raw)) for raw in ending.claims]
    other = serving.settle(session, peer, talk) if isinstance(talk, Have) else []
    return [*serving.serve(session, peer, talk.step, talk.held), *claims, *other]


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


_SPOKEN_IN = (Phase.SITTING, Phase.PLAYING, Phase.FINISHED)


def _go_on(session: Session) -> Stepped:
    """Closes steps that are complete and says what is ours to say, until neither is possible."""
    effects: list[Effect] = []
    while session.phase in _SPOKEN_IN:
        due, accepted = at.speakers(session.position), session.accepted
        if len(accepted) == len(due):
            session, more = _close(session)
        elif (seat := session.number) in due and seat not in accepted and (words := our_words(session)) is not None:
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
        history=at.next_history(session.history, raws.values()),
        accepted={},
        disputed=(),
        votes={},
        withdrawn={**session.withdrawn, **leaving.withdrawals(session)} if session.votes else session.withdrawn,
        opened_ms=session.now_ms,
        closed=(*session.closed, raws),
        known=known,
    )
    session = _enter(session, _phase_of(after))
    if isinstance(after, Table) and stages.is_spent(after):
        session, _ = _end(session, Ending(EXHAUSTED, "the game needs more chance than was fixed before it began"))
        return session, [record]
    session, effects = _recall(_take_keys(session))
    session, more = _hear_kept(session)
    return session, [record, *effects, *more]


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


def _hear_kept(session: Session) -> Stepped:
    """Messages of the step just opened that came too early."""
    if not session.early and not session.unread:
        return session, []
    number = session.position.step
    kept = [raw for (step, _), raw in sorted(session.early.items()) if step == number]
    session = replace(session, early={key: raw for key, raw in session.early.items() if key[0] > number})
    if isinstance(session.position, Table) and session.unread:
        kept, session = [*kept, *session.unread], replace(session, unread=())
    return _hear_again(session, kept)


def _hear_again(session: Session, raws: Iterable[bytes]) -> Stepped:
    """Envelopes that were put aside. Nobody at the other end of a link is to blame for them now."""
    effects: list[Effect] = []
    for raw in raws:
        session, more = step(session, Heard(b"", Say(session.meeting.id, raw)))
        effects += [effect for effect in more if not isinstance(effect, Refuse)]
    return session, effects


def _speak(session: Session, words: Any) -> Stepped:
    """Puts our message into its slot and wishes it sent; remembered bytes go out as they are."""
    position = session.position
    envelope = at.open_signed(position, words) if isinstance(words, bytes) else signed(session, words)
    if envelope.content.prev != session.history:
        raise Refused(Code.OTHER_HISTORY, "Our own words follow another history.")
    accepted = at.judge(position, envelope, own=True)
    return replace(session, accepted={**session.accepted, session.number: accepted}), [Utter(envelope.raw)]


_HANDLERS: dict[str, Any] = {
    "remember": _remember,
    "begin": _begin,
    "tick": _tick,
    "linger": _linger,
    "hear": _hear,
    "intend": _intend,
    "resign": _resign,
    "vote": _vote,
    "testify": _testify,
}
