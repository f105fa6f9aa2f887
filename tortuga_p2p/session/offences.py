"""Verdicts and ends: what proves an offence, what a neighbour accuses somebody of, and which end of a table counts.

We claim only what a stranger would believe: evidence is judged here as anybody would judge it who has nothing else. A
verdict ends a game that is played; beside a finished one it stands, and undoes nothing. There is one for each seat:
whatever else somebody signs who is convicted costs nobody anything.
"""

from __future__ import annotations

from dataclasses import replace as replace_ending
from typing import TYPE_CHECKING, Any

from ..errors import Code, Refused
from ..limits import ACCUSATIONS_MAX
from ..text import _
from ..wire.envelope import read_envelope
from .accord import AGREED
from .ballots import bits, can_go_on, is_bound, staying
from .event import Convict, Refuse, Tell
from .evidence import check_evidence, gather, is_about, read
from .incoming import kept_beside, signer_of
from .message import Accuse
from .phases import FOLLOWS, SessionPhase
from .replica import EXHAUSTED, Ending, Proof, Session, Stepped, replace
from .table import FIRST_STEP, LANE, Table

if TYPE_CHECKING:
    from ..wire.envelope import Content, Envelope
    from .event import Peer
    from .evidence import Verdict


def contradiction(session: Session, envelope: Envelope) -> bytes | None:
    """Another envelope of the same slot among all that we keep: whoever signed both is guilty, whatever they say."""
    content = envelope.content
    for raw in kept_beside(session, content):
        if raw != envelope.raw and read_envelope(raw).content.slot == content.slot:
            return raw
    return None


def forked(session: Session, content: Content) -> Session:
    """Whoever is proved to have signed two messages of play for one slot has forked the table there (standing.py)."""
    if content.lane != LANE or content.step < FIRST_STEP:
        return session
    return replace(session, forks=session.forks | {(content.epoch, content.step)})


def convict(session: Session, state: bytes, exhibits: tuple[bytes, ...], code: Code) -> Stepped:
    if signer_of(session, exhibits[-1]) in session.convicted:
        return session, []
    evidence = gather(session.meeting, session.closed, state, exhibits, code)
    try:
        verdict = check_evidence(evidence, _finder(session))
    except Refused:
        return session, []  # we claim only what a stranger would believe: not two offers before the lobby is known
    return take_verdict(session, verdict, evidence)


def _finder(session: Session) -> Any:
    position = session.position
    source = position.agreement if isinstance(position, Table) else position
    return lambda terms: (source.game, source.group)


def take_verdict(session: Session, verdict: Verdict, evidence: bytes) -> Stepped:
    if verdict.identity in session.convicted:
        return session, []
    session = replace(session, verdicts=(*session.verdicts, Proof(verdict, evidence)))
    if verdict.code == Code.EQUIVOCATION:
        session = forked(session, read_envelope(read(evidence).exhibits[0]).content)
    if not _is_asked(session, verdict):
        session, _ = end(session, _by_evidence(session, verdict))
    elif session.asked_ms is None:
        session = replace(session, asked_ms=session.now_ms)
    return session, [Convict(verdict, evidence), Tell(None, Accuse(session.meeting.id, evidence))]


def _is_asked(session: Session, verdict: Verdict) -> bool:
    """Whether the game may go on without the culprit, if all who stay want it to; or is without them already."""
    table = session.table
    if table is None or session.phase is not SessionPhase.PLAYING:
        return False
    is_me = session.me is not None and session.me.identity.public == verdict.identity
    if not table.seats >> table.identities.index(verdict.identity) & 1:
        return True
    return not is_me and can_go_on(session)


def _by_evidence(session: Session, verdict: Verdict) -> Ending:
    """The end where nobody goes on; with one other at the table, that one has won."""
    table = session.table
    left = staying(session) if table is not None else ()
    if table is None or len(left) != 1:
        return Ending("evidence", verdict.sentence, verdict)
    sentence = _("{what}: {winner} wins by verdict", what=verdict.sentence, winner=table.agreement.called(left[0]))
    return Ending("evidence", sentence, verdict, winner=left[0])


def give_up(session: Session) -> Session:
    """Somebody is convicted, and not all who stay want to go on without them, as long as anybody is waited for."""
    if session.asked_ms is None or session.phase is not SessionPhase.PLAYING:
        return session
    if is_bound(session) and not session.is_back:  # there nobody may leave alone, so only this frees us
        return session
    if session.now_ms - session.asked_ms < session.meeting.terms.patience_s * 1000:
        return session
    table = session.table
    assert table is not None
    at_it = {table.identities[seat] for seat in table.present}
    pending = [proof.verdict for proof in session.verdicts if proof.verdict.identity in at_it]
    if not pending:
        return replace(session, asked_ms=None)
    session, _effects = end(session, _by_evidence(session, pending[0]))
    return session


def part(session: Session) -> Session:
    """The end, where those who agree about the table are too few to go on without those who differ.

    Whoever has resigned or is convicted is not counted, whichever of the two was heard first.
    """
    differing = {seat: raw for seat, raw in session.differing.items() if not session.out >> seat & 1}
    if not differing or (session.table is not None and can_go_on(session, without=bits(differing))):
        return session
    sentence = _("two programs disagree about the table before step {step}", step=session.position.step)
    return end(session, Ending("diverged", sentence, claims=tuple(differing.values())))[0]


def hear_accusation(session: Session, peer: Peer, talk: Accuse) -> Stepped:
    """Judged, unless it is about somebody who is convicted already, or its bringer was wrong too often."""
    doubted = session.doubted.get(peer, 0)
    if doubted >= ACCUSATIONS_MAX:
        return session, [
            Refuse(peer, Code.BAD_EVIDENCE, _("A neighbour who made false accusations is not listened to again."))
        ]
    try:
        if not is_about(talk.evidence, session.meeting):
            raise Refused(Code.BAD_EVIDENCE, _("The evidence is about another table."))
        if signer_of(session, read(talk.evidence).exhibits[0]) in session.convicted:
            return session, []
        verdict = check_evidence(talk.evidence, _finder(session))
    except Refused as refused:
        session = replace(session, doubted={**session.doubted, peer: doubted + 1})
        return session, [Refuse(peer, refused.code, refused.sentence)]
    return take_verdict(session, verdict, talk.evidence)


def end(session: Session, ending: Ending) -> Stepped:
    """The first ending counts, but evidence outranks every other, and then what everybody at the table has signed; and
    nothing undoes a finished game."""
    before = session.ending.kind if session.ending else ""
    if _rank(ending.kind) <= _rank(before) or session.phase in (SessionPhase.FINISHED, SessionPhase.SEALED):
        return session, []
    if session.ending is not None and ending.kind != AGREED:
        ending = replace_ending(ending, claims=session.ending.claims or ending.claims)  # they may yet prove something
    if ending.kind == AGREED:
        session = replace(session, ahead=None)  # everybody has signed that nobody goes on
    elif session.ahead is None and session.table is not None and ending.kind != EXHAUSTED and before != AGREED:
        # Others may still hold the whole game: whoever hears of it comes to the same end (afterwards.py).
        # What a confirm of ours kept waiting is heard there now.
        kept = {key: raw for key, raw in session.early.items() if key[:2] == session.where}
        early = {key: raw for key, raw in session.early.items() if key not in kept}
        silent: dict[str, Any] = {"has_left": True, "spoken": {}, "votes": {}, "early": early, "again": ()}
        ahead = replace(session, phase=SessionPhase.PLAYING, ending=None, **silent)
        session = replace(session, ahead=ahead, again=(*session.again, *kept.values()))
    return replace(enter_phase(session, SessionPhase.ENDED), ending=ending), []


def _rank(kind: str) -> int:
    return {"": 0, EXHAUSTED: 1, AGREED: 3, "evidence": 4}.get(kind, 2)


def enter_phase(session: Session, phase: SessionPhase) -> Session:
    if phase is session.phase:
        return session
    assert phase in FOLLOWS[session.phase], f"{phase} does not follow {session.phase}"
    return replace(session, phase=phase)
