"""One table as one peer sees it: `step(session, event)` gives the next session and a list of wishes. No I/O, no clock.

The same function runs live, in the verifier (a spectator fed from a file), in the simulator and on resume. Rule 1: each
message of a step is judged when it comes, by what everybody knows. Rule 2: no schedule of honest messages ever leads to
a verdict: what merely does not fit is asked for again, never blamed. See protocol/session.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ..crypto.tags import Tag
from ..errors import Code, IllegalMove, Refused
from ..limits import EARLY_STEPS_MAX, HAVE_PERIOD_S, SERVED_ENVELOPES_MAX, UNREAD_ENVELOPES_MAX
from ..rules.ask import Over
from ..rules.game import View
from ..wire.envelope import VERSION, Content, Envelope, open_envelope, sign_envelope
from . import choosing, sitting, stages
from . import position as at
from .event import (
    Begun,
    Convict,
    Heard,
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
from .evidence import Verdict, check_evidence, gather, seated_by_chair
from .learning import learn
from .message import Accuse, Enter, Have, Say, Seat, Sign, Want
from .own import Own
from .phases import FOLLOWS, TRANSITIONS, Phase
from .sitting import Sit
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.group import Group
    from ..crypto.identity import Identity
    from ..rules.ask import Face, Handle, Move, Moves
    from .agreement import AnyGame, Meeting
    from .event import Effect, Event, Peer
    from .message import Terms
    from .position import Accepted, Position

Stepped: TypeAlias = "tuple[Session, list[Effect]]"


@dataclass(frozen=True, slots=True, repr=False)
class Me:
    """Whom a session speaks for. `master`: 32 random bytes of this game alone; with them everything is repeatable."""

    identity: Identity
    master: bytes
    enter: Enter


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a table stopped before its end: a proved offence, two states of one history, or no way to sit down."""

    kind: str  # "evidence", "diverged", "unseated"
    sentence: str
    verdict: Verdict | None = None
    evidence: bytes = b""


@dataclass(frozen=True)
class Session:
    """A value. `me` is `None` for a spectator: he hears and judges everything and says nothing."""

    meeting: Meeting
    me: Me | None
    position: Position
    history: bytes
    phase: Phase = Phase.WAITING
    own: Own | None = None
    accepted: Mapping[int, Accepted] = field(default_factory=dict)  # of the open step, by seat
    early: Mapping[tuple[int, int], bytes] = field(default_factory=dict)  # (step, seat): signed, not yet judged
    unread: tuple[bytes, ...] = ()  # of play, while we still sit down: nobody's signature can be checked yet
    closed: tuple[Mapping[int, bytes], ...] = ()  # by step, then by seat
    spoken: Mapping[int, bytes] = field(default_factory=dict)  # our own, by step, as remembered
    sealed: tuple[int, Move] | None = None  # what we decided, and in which step
    decisions: Mapping[int, Move] = field(default_factory=dict)  # as remembered, by step
    known: Mapping[Handle, Face] = field(default_factory=dict)
    ending: Ending | None = None
    announced_ms: int = 0

    @classmethod
    def make(cls, meeting: Meeting, game: AnyGame, group: Group, me: Me | None) -> Session:
        return cls(meeting, me, Sit(meeting, game, group), at.first_history(meeting.id))

    # --- what others may ask of it ---

    @property
    def table(self) -> Table | None:
        return self.position if isinstance(self.position, Table) else None

    @property
    def number(self) -> int:
        """Our chair, or our seat once seats are drawn; -1 for a spectator."""
        keys = at.identities(self.position)
        return keys.index(self.me.identity.public) if self.me and self.me.identity.public in keys else -1

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats (chairs while sitting down) whose message of the open step is missing."""
        return tuple(seat for seat in at.speakers(self.position) if seat not in self.accepted)

    @property
    def moves(self) -> Moves:
        """What our player may decide now; empty when nothing is asked of him."""
        table = self.table
        if table is None or self.phase is not Phase.PLAYING or self.number not in self.waiting_for:
            return ()
        if table.stage.kind not in ("move", "commit"):
            return ()
        return table.agreement.game.legal_moves(table.state, self.number, self.known)

    @property
    def view(self) -> View[Any] | None:
        table = self.table
        return None if table is None else View(table.state, None if self.me is None else self.number, self.known)


def step(session: Session, event: Event) -> Stepped:
    """The one way forward. An event that the table of phases does not know changes nothing."""
    handler = TRANSITIONS.get((session.phase, type(event)))
    return _HANDLERS[handler](session, event) if handler else (session, [])


# --- beginning and time ------------------------------------------------------------------------------------


def _remember(session: Session, event: Remembered) -> Stepped:
    if event.move is not None:
        return replace(session, decisions={**session.decisions, event.step: event.move}), []
    content = open_envelope(event.raw, lambda envelope: None).content
    return replace(session, spoken={**session.spoken, content.step: event.raw}), []


def _begin(session: Session, event: Begun) -> Stepped:
    return _go_on(_enter(session, Phase.SITTING))


def _enter(session: Session, phase: Phase) -> Session:
    if phase is session.phase:
        return session
    assert phase in FOLLOWS[session.phase], f"{phase} does not follow {session.phase}"
    return replace(session, phase=phase)


def _tick(session: Session, event: Tick) -> Stepped:
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
    stored = session.closed[content.step].get(content.seat)
    if stored is None or stored == envelope.raw:
        return session, []
    return _contradict(session, stored, envelope)


def _hear_early(session: Session, envelope: Envelope) -> Stepped:
    """Of a step we have not reached: kept for later, within bounds."""
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
    stored = session.accepted.get(content.seat)
    if stored is not None and content.lane == at.lane(position):
        return (session, []) if stored.raw == envelope.raw else _contradict(session, stored.raw, envelope)
    if content.prev != session.history:
        # No offence: somebody may have said different things to different peers. The last closed step will show who.
        return session, [Tell(None, Want(session.meeting.id, max(0, position.step - 1), 0)), *_show_last(session)]
    if content.state != position.digest:
        return _end(session, Ending("diverged", f"two programs disagree about the table before step {position.step}"))
    try:
        accepted = at.judge(position, content)._replace(raw=envelope.raw)
    except Refused as refused:
        state = position.raw if isinstance(position, Table) else b""
        return _convict(session, state, (envelope.raw,), refused.code)
    return _go_on(replace(session, accepted={**session.accepted, content.seat: accepted}))


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
    return effects


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
    if ending is None or not ending.evidence or isinstance(event.talk, Accuse | Say):
        return session, []
    return session, [Tell(event.peer, Accuse(session.meeting.id, ending.evidence))]


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
        elif session.number in session.waiting_for and (raw := _our_words(session)) is not None:
            session, more = _speak(session, raw)
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
    record = Record(session.position.step, tuple(raws.values()))
    session = replace(
        session,
        position=after,
        history=at.next_history(session.history, accepted),
        accepted={},
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


def _our_words(session: Session) -> Any:
    """Our message of the open step: remembered, or made now; `None` while our player has not decided."""
    remembered = session.spoken.get(session.position.step)
    if remembered is not None:
        return remembered
    position, me = session.position, session.me
    assert me is not None
    if isinstance(position, Sit):
        return _sitting_words(position, me, session.own, session.number)
    assert session.own is not None
    work = stages.work(position)
    if not work.decides:
        return work.speak(position, session.own, session.number)
    move = _decided(session)
    return None if move is None else work.speak(position, session.own, session.number, move)


def _decided(session: Session) -> Move | None:
    """What we decided for this step, or for the seal that it opens."""
    position = session.position
    assert isinstance(position, Table)
    number = position.step - 1 if position.stage.kind == "reveal" else position.step
    if session.sealed is not None and session.sealed[0] == number:
        return session.sealed[1]
    return session.decisions.get(number)


def _sitting_words(sit: Sit, me: Me, own: Own | None, chair: int) -> Any:
    if sit.kind == "enter":
        return me.enter
    assert own is not None
    match sit.kind:
        case "offer":
            return sitting.speak_offer(sit, own, chair)
        case "sign":
            return Sign(sit.table)
        case _:
            return Seat(own.chain.value(1))


def _speak(session: Session, words: Any) -> Stepped:
    """Puts our message into its slot and wishes it sent; remembered bytes go out as they are."""
    position, me = session.position, session.me
    assert me is not None
    if isinstance(words, bytes):
        envelope = at.open_signed(position, words)
        assert envelope.content.prev == session.history, "our journal tells of another history"
    else:
        vocabulary = at.vocabulary(position)
        content = Content(
            VERSION,
            *at.slot(position, session.number),
            session.history,
            position.digest,
            vocabulary.kind(words),
            vocabulary.body(words),
        )
        envelope = sign_envelope(content, lambda signed: me.identity.sign(Tag.SIGNED_ENVELOPE, signed))
    accepted = at.judge(position, envelope.content, own=True)._replace(raw=envelope.raw)
    after = replace(session, accepted={**session.accepted, session.number: accepted})
    return after, [Utter(envelope.raw)]


_HANDLERS: dict[str, Any] = {
    "remember": _remember,
    "begin": _begin,
    "tick": _tick,
    "rest": _rest,
    "hear": _hear,
    "intend": _intend,
    "testify": _testify,
}
