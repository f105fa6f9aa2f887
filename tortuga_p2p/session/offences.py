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
from .event import Convict, Refuse, Tell
from .evidence import check_evidence, gather, is_about, read
from .incoming import kept_beside, signer_of
from .message import Accuse
from .phases import FOLLOWS, Phase
from .replica import EXHAUSTED, Ending, Proof, Session, Stepped, replace
from .table import Table

if TYPE_CHECKING:
    from ..wire.envelope import Envelope
    from .event import Peer
    from .evidence import Verdict


def contradiction(session: Session, envelope: Envelope) -> bytes | None:
    """Another envelope of the same slot among all that we keep: whoever signed both is guilty, whatever they say."""
    content = envelope.content
    for raw in kept_beside(session, content):
        if raw != envelope.raw and read_envelope(raw).content.slot == content.slot:
            return raw
    return None


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
    session, _ = end(session, Ending("evidence", verdict.sentence, verdict))
    return session, [Convict(verdict, evidence), Tell(None, Accuse(session.meeting.id, evidence))]


def hear_accusation(session: Session, peer: Peer, talk: Accuse) -> Stepped:
    """Judged, unless it is about somebody who is convicted already, or its bringer was wrong too often."""
    doubted = session.doubted.get(peer, 0)
    if doubted >= ACCUSATIONS_MAX:
        return session, [
            Refuse(peer, Code.BAD_EVIDENCE, _("A neighbour who accused falsely is not listened to again."))
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
    """The first ending counts, but evidence outranks every other; and nothing undoes a finished game."""
    is_evidence = ending.kind == "evidence"
    before = session.ending.kind if session.ending else ""
    known = before == "evidence" or (before not in ("", EXHAUSTED) and not is_evidence)
    if known or session.phase in (Phase.FINISHED, Phase.SEALED):
        return session, []
    if session.ending is not None:
        ending = replace_ending(ending, claims=session.ending.claims or ending.claims)  # they may yet prove something
    if session.ahead is None and session.table is not None and ending.kind != EXHAUSTED:
        # Others may still hold the whole game: whoever hears of it comes to the same end (afterwards.py).
        silent: dict[str, Any] = {"has_left": True, "spoken": {}, "votes": {}}
        session = replace(session, ahead=replace(session, phase=Phase.PLAYING, ending=None, **silent))
    return replace(enter_phase(session, Phase.ENDED), ending=ending), []


def enter_phase(session: Session, phase: Phase) -> Session:
    if phase is session.phase:
        return session
    assert phase in FOLLOWS[session.phase], f"{phase} does not follow {session.phase}"
    return replace(session, phase=phase)
