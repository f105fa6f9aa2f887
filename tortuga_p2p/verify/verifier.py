"""Verifies a transcript: every entry goes through `session.step`, in its order, and the first thing wrong is named.

Three kinds of outcome (protocol/transcript.md, "Verdicts"): finished and honest; cheating or tampering found, with the
entry, the step, the seat and a code; or unreadable or unfinished, verified as far as it goes. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ..crypto.group import default_group
from ..errors import BadInput, Code, Refused
from ..games import load
from ..session.event import Begun, Convict, Heard, Record, Refuse
from ..session.evidence import check_evidence
from ..session.message import Say
from ..session.phases import Phase
from ..session.session import Session, step
from ..session.transcript import read_transcript
from ..wire.envelope import open_envelope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..crypto.group import Group
    from ..rules.ask import Result
    from ..session.agreement import AnyGame
    from ..session.evidence import Verdict
    from ..session.message import Terms
    from ..session.table import Told
    from ..session.transcript import Transcript


class Outcome(StrEnum):
    """How a verification ends; the exit code of `tortuga verify` follows from it."""

    HONEST = "honest"
    CHEATING = "cheating"  # a seat signed an offence
    TAMPERED = "tampered"  # the file is not what was played; nobody at the table is blamed
    UNFINISHED = "unfinished"
    UNREADABLE = "unreadable"


EXIT_CODES = {
    Outcome.HONEST: 0,
    Outcome.CHEATING: 1,
    Outcome.TAMPERED: 1,
    Outcome.UNFINISHED: 2,
    Outcome.UNREADABLE: 2,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one verification. Entries are counted from 1, as a person would."""

    outcome: Outcome
    sentence: str
    game: str = ""
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()  # by seat: who says to run it; empty for a person
    identities: tuple[bytes, ...] = ()
    entries: int = 0  # verified
    steps: int = 0  # closed
    result: Result | None = None
    unsealed: tuple[str, ...] = ()  # names whose seal is missing
    entry: int | None = None  # where it went wrong
    step: int | None = None
    seat: int | None = None
    code: Code | None = None
    waiting_for: tuple[str, ...] = ()


def find_rules(terms: Terms) -> tuple[AnyGame, Group]:
    """The rules and the group for some terms; raises `other-rules` where this program has none such."""
    group = default_group()
    if terms.group != group.name:
        raise Refused(Code.OTHER_RULES, f"Things were hidden in a group that hides nothing we know: {terms.group!r}.")
    try:
        return load(terms.game), group
    except BadInput as unknown:
        raise Refused(Code.OTHER_RULES, str(unknown)) from None


@dataclass(frozen=True, slots=True)
class Page:
    """One closed step of a transcript as it was verified: for export and replay."""

    session: Session
    told: tuple[Told, ...]


def verify(raw: bytes, find: Any = find_rules) -> Finding:
    """Judges a whole transcript."""
    finding = Finding(Outcome.UNREADABLE, "The file is empty.")
    for page in walk(raw, find):
        if isinstance(page, Finding):
            finding = page
    return finding


def walk(raw: bytes, find: Any = find_rules) -> Iterator[Page | Finding]:
    """The closed steps of a transcript one by one, then the finding. Never raises for what a file holds."""
    try:
        transcript = read_transcript(raw)
        game, group = find(transcript.meeting.terms)
    except Refused as refused:
        yield Finding(Outcome.UNREADABLE, refused.sentence, code=refused.code)
        return
    session, _ = step(Session.make(transcript.meeting, game, group, None), Begun())
    for number, envelope in enumerate((*transcript.entries, *transcript.seals), start=1):
        fault = _misplaced(session, envelope, number, is_seal=number > len(transcript.entries))
        if fault is None:
            session, effects = step(session, Heard(b"", Say(transcript.meeting.id, envelope)))
            fault = _fault(session, effects, number)
        if fault is not None:
            yield _describe(session, fault, entries=number - 1)
            return
        if any(isinstance(effect, Record) for effect in effects):
            yield Page(session, session.table.told if session.table else ())
    yield _conclude(session, transcript, find)


def _misplaced(session: Session, envelope: bytes, number: int, *, is_seal: bool) -> Finding | None:
    """Whether an entry is not the next one: entries stand by step, then by seat, none missing and none twice."""
    try:
        content = open_envelope(envelope, lambda _: None).content
    except Refused as refused:
        return _tampered(refused.code, refused.sentence, number)
    here, due = (content.step, content.seat), (session.position.step, min(session.waiting_for, default=0))
    place = (content.step, content.seat)
    if content.step < due[0] or (content.seat in session.accepted and content.step == due[0]):
        return _tampered(Code.REPEATED_ENTRY, "An entry comes a second time.", number, *place)
    if content.step > due[0]:
        return _tampered(Code.MISSING_ENTRY, "An entry before this one is missing.", number, *place)
    if here > due and content.seat in session.waiting_for:
        if is_seal:
            return None  # seals may be missing: the game is over without them
        return _tampered(Code.MISSING_ENTRY, "An entry before this one is missing.", number, *place)
    if is_seal != (session.phase is Phase.FINISHED):
        return _tampered(Code.MISPLACED_ENTRY, "A seal stands among the moves, or a move among the seals.", number)
    if content.prev != session.history:
        return _tampered(Code.OTHER_HISTORY, "An entry follows another history than the last one.", number, *place)
    return None


def _fault(session: Session, effects: list[Any], number: int) -> Finding | None:
    """What the session found wrong with an entry in its place."""
    if session.ending is not None:
        verdict = session.ending.verdict
        if verdict is not None:
            return _guilty(verdict, number)
        code = Code.DIVERGED if session.ending.kind == "diverged" else Code.COPIED_OFFER
        return _tampered(code, session.ending.sentence, number, step=session.position.step)
    for effect in effects:
        if isinstance(effect, Refuse):
            return _tampered(effect.code, effect.sentence, number, step=session.position.step)
        assert not isinstance(effect, Convict)
    return None


def _tampered(code: Code, sentence: str, entry: int, step: int | None = None, seat: int | None = None) -> Finding:
    return Finding(Outcome.TAMPERED, sentence, code=code, entry=entry, step=step, seat=seat)


def _guilty(verdict: Verdict, entry: int | None) -> Finding:
    sentence = f"{verdict.name or 'Somebody'}: {verdict.sentence}"
    return Finding(Outcome.CHEATING, sentence, entry=entry, step=verdict.step, seat=verdict.seat, code=verdict.code)


def _conclude(session: Session, transcript: Transcript, find: Any) -> Finding:
    """All entries are in their place and honest: did the game end, and what does the evidence say?"""
    count = len(transcript.entries) + len(transcript.seals)
    for raw in transcript.evidence:
        try:
            guilty = _guilty(check_evidence(raw, find), None)
        except Refused as refused:
            guilty = _tampered(refused.code, f"The evidence in the file proves nothing: {refused.sentence}", count)
        return _describe(session, guilty, entries=count)
    if session.phase in (Phase.FINISHED, Phase.SEALED):
        sentence = "Finished and honest: every entry is in its place and proved."
        return _describe(session, Finding(Outcome.HONEST, sentence), entries=count)
    if transcript.claims:
        return _describe(session, _claimed(session, transcript.claims, count), entries=count)
    cut = " The end of the file is cut off." if transcript.torn else ""
    sentence = f"The game is not finished: verified up to step {session.position.step - 1}.{cut}"
    return _describe(session, Finding(Outcome.UNFINISHED, sentence), entries=count)


def _claimed(session: Session, claims: tuple[bytes, ...], count: int) -> Finding:
    """What those who signed it say about an unfinished game. Shown with their names, never believed."""
    for raw in claims:
        session, _ = step(session, Heard(b"", Say(session.meeting.id, raw)))
    ending = session.ending
    if ending is None or ending.kind not in ("resigned", "abandoned"):
        return _tampered(Code.MISPLACED_ENTRY, "The claims in the file are not those of this table.", count + 1)
    step_number = session.position.step - 1
    return Finding(Outcome.UNFINISHED, f"Not finished, verified up to step {step_number}: {ending.sentence}.")


def _describe(session: Session, finding: Finding, entries: int) -> Finding:
    """Adds what is known about the game and its people."""
    table = session.table
    finding = replace(finding, game=session.meeting.terms.game, entries=entries, steps=len(session.closed))
    if table is None:
        return finding
    agreement = table.agreement
    by_key = dict(zip(agreement.identities, agreement.names, strict=True))
    over = session.phase in (Phase.FINISHED, Phase.SEALED)
    missing = tuple(agreement.names[seat] for seat in session.waiting_for)
    return replace(
        finding,
        names=agreement.names,
        bots=tuple(by_key.get(enter.operator, "somebody else") if enter.bot else "" for enter in agreement.enters),
        identities=agreement.identities,
        result=table.ask.result if over else None,  # type: ignore[union-attr]
        unsealed=missing if over else (),
        waiting_for=() if over else missing,
    )
