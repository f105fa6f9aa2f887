"""Verifies a transcript: every entry goes through `session.step`, in its order, and the first thing wrong is named.

Three kinds of outcome (protocol/transcript.md, "Verdicts"): finished and honest; cheating or tampering found, with the
entry, the step, the seat and a code; or unreadable or unfinished, verified as far as it goes. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from ..crypto.group import default_group
from ..errors import BadInput, Code, Refused
from ..games import load
from ..rules.option import unusual
from ..session import position as at
from ..session.accord import AGREED
from ..session.agreement import options_of
from ..session.ballots import ballots, is_quorum_of, staying
from ..session.broken_words import ends_alone
from ..session.event import Begun, Heard, Refuse, RemovalShown
from ..session.evidence import check_evidence, gather, is_about, seated_by_chair
from ..session.helm import HelmTally, counted
from ..session.leaving import abandoned, claimed, second_lane
from ..session.message import Say
from ..session.phases import SessionPhase
from ..session.removal import Removal
from ..session.replica import EXHAUSTED, Ending, Proof
from ..session.replica import replace as replace_session
from ..session.session import Session, step
from ..session.table import FIRST_STEP, Table
from ..session.transcript import RemovalPart, TranscriptReader
from ..session.voting import is_resignation
from ..text import N_, _, listed, n_
from ..wire.envelope import VERSION, read_envelope, version_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ..crypto.group import Group
    from ..rules.ask import Result
    from ..session.agreement import AnyGame
    from ..session.event import Effect
    from ..session.evidence import Verdict
    from ..session.message import Terms
    from ..session.table import Answered
    from ..wire.codec import Plain
    from ..wire.envelope import Content


class Outcome(StrEnum):
    """How a verification ends; the exit code of `tortuga verify` follows from it."""

    HONEST = "honest"
    WITHOUT = "without"  # finished without somebody, as those who stayed say: a claim, and no plain result
    RESIGNED = "resigned"  # all but one have left by their own word: that one has won
    CHEATING = "cheating"  # a seat signed an offence
    TAMPERED = "tampered"  # the file is not what was played; nobody at the table is blamed
    AGREED = "agreed"  # everybody at the table signed that it ends there, without a result
    UNFINISHED = "unfinished"
    UNREADABLE = "unreadable"


EXIT_CODES = {
    Outcome.HONEST: 0,
    Outcome.RESIGNED: 0,
    Outcome.WITHOUT: 3,
    Outcome.CHEATING: 1,
    Outcome.TAMPERED: 1,
    Outcome.AGREED: 4,
    Outcome.UNFINISHED: 2,
    Outcome.UNREADABLE: 2,
}


def worst(codes: Iterable[int]) -> int:
    """The exit code for several files: cheating before whatever is not known, that before an end without a result."""
    found = set(codes)
    order = (EXIT_CODES[Outcome.CHEATING], EXIT_CODES[Outcome.UNFINISHED], *sorted(found, reverse=True), 0)
    return next(code for code in order if code in found or code == 0)


class Departure(NamedTuple):
    """Somebody without whom the others went on."""

    seat: int
    step: int
    how: str  # "resigned": by their own word; "convicted": by evidence; "voted": so say those who stayed
    by: tuple[int, ...]  # who stayed


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one verification. Entries are counted from 1, as a person would."""

    outcome: Outcome
    sentence: str
    game: str = ""
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()  # by seat: who says to run it, by name; empty for a person
    operators: tuple[bytes, ...] = ()  # the same by key
    agreed: tuple[str, ...] = ()  # options that are not the default, as people read them
    options: Plain = ()  # all of them, as they were signed
    patience_s: int | None = None  # how long a step stays open before somebody may be given up
    clock: tuple[int, int] = (0, 0)  # seconds for a decision, and for all of a game beyond that; 0: no clock
    identities: tuple[bytes, ...] = ()
    entries: int = 0  # verified
    steps: int = 0  # closed
    result: Result | None = None
    unsealed: tuple[int, ...] = ()  # seats whose seal is missing
    entry: int | None = None  # where it went wrong
    step: int | None = None
    seat: int | None = None
    code: Code | None = None
    culprit: tuple[str, bytes] | None = None  # name and identity of whoever cheated
    verdicts: tuple[Verdict, ...] = ()  # everybody who is proved guilty, in the order of the evidence
    meeting: bytes = b""  # which meeting the file is about: two files of one meeting can be compared
    claim: str = ""  # who says what about an unfinished game
    helms: tuple[HelmTally, ...] = ()  # by seat: who decided, by their own word
    torn: int = 0  # bytes at the end of the file that are no whole part
    waiting_for: tuple[int, ...] = ()  # seats
    departures: tuple[Departure, ...] = ()  # who was removed, in this order
    winner: int | None = None  # where all others left by their own word, or are convicted


def find_rules(terms: Terms) -> tuple[AnyGame, Group]:
    """The rules and the group for some terms; raises `other-rules` where this program has none such."""
    group = default_group()
    if terms.group != group.name:
        raise Refused(
            Code.OTHER_RULES,
            _("Things were hidden with a group that this program does not know: {group!r}.", group=terms.group),
        )
    try:
        return load(terms.game), group
    except BadInput as unknown:
        raise Refused(Code.OTHER_RULES, str(unknown)) from None


class VerifiedStep(NamedTuple):
    """One closed step of a transcript as it was verified: for export and replay."""

    session: Session
    told: tuple[Answered, ...]


def verify(raw: bytes, find: Any = find_rules, seen: Callable[[int], object] | None = None) -> Finding:
    """Judges a whole transcript; `seen` hears after every step how many there were."""
    for number, last in enumerate(walk(raw, find), start=1):  # not all at once: every one holds a whole table
        if isinstance(last, Finding):
            return last
        if seen is not None:
            seen(number)
    raise AssertionError("a walk ends with a finding")


def walk(raw: bytes, find: Any = find_rules) -> Iterator[VerifiedStep | Finding]:
    """The closed steps of a transcript one by one, then the finding. Never raises for what a file holds."""
    try:
        reading = TranscriptReader(raw)
        game, group = find(reading.meeting.terms)
        session = Session.make(reading.meeting, game, group, None)
    except Refused as refused:
        yield Finding(Outcome.UNREADABLE, refused.sentence, code=refused.code)
        return
    session, _wishes = step(session, Begun())
    meeting, number = session.meeting.id, 0
    entries = reading.entries()
    helms: dict[int, HelmTally] = {}
    for number, entry in enumerate(entries, start=1):
        before = session
        if isinstance(entry, RemovalPart):
            session, effects = _removed(before, entry)
            if session.position is before.position:
                yield _describe(before, _no_removal(before, effects, number), number - 1, helms)
                return
            yield VerifiedStep(session, session.table.told if session.table else ())
            continue
        envelope, is_seal = entry
        if number == 1 and (version := version_of(envelope) or VERSION) != VERSION:
            is_whole = all(version_of(later[0]) == version for later in entries if isinstance(later, tuple))
            yield _of_another_version(version) if is_whole else _mixed()
            return
        session, effects = step(before, Heard(b"", Say(meeting, envelope)))
        if not _is_next(before, session, envelope, is_seal=is_seal):
            fault = _fault(before, session, effects, envelope, number, find, is_seal=is_seal)
            yield _describe(before, fault, number - 1, helms)
            return
        counted(helms, read_envelope(envelope).content)
        if session.position is not before.position:
            yield VerifiedStep(session, session.table.told if session.table else ())
    yield _describe(session, _conclude(session, reading, number, find), number, helms)


def _removed(session: Session, part: RemovalPart) -> tuple[Session, list[Effect]]:
    """Those who stayed went on without somebody; nothing of the step that was cut stands in a file."""
    epoch, number = session.where
    removal = Removal(epoch, number, part.attempt, part.missing, part.confirms)
    return (session, []) if session.accepted else step(session, RemovalShown(removal))


def _no_removal(session: Session, effects: list[Effect], number: int) -> Finding:
    for effect in effects:
        if isinstance(effect, Refuse):
            return _tampered(effect.code, effect.sentence, number, session.position.step)
    return _tampered(Code.MISPLACED_ENTRY, _(_SENTENCES[Code.MISPLACED_ENTRY]), number, session.position.step)


def _mixed() -> Finding:
    return _tampered(
        Code.WRONG_VERSION, _("The first entry is of a version of the protocol other than that of the others."), 1
    )


def _of_another_version(version: int) -> Finding:
    """All entries are of one other version: nobody has tampered with anything, we only cannot read it."""
    newer = _("The game was played in version {version} of the protocol: a newer version of this program reads it.")
    older = _("The game was played in version {version} of the protocol: an older version of this program reads it.")
    sentence = (newer if version > VERSION else older).format(version=version)
    return Finding(Outcome.UNREADABLE, sentence, code=Code.WRONG_VERSION)


def _is_next(before: Session, after: Session, envelope: bytes, *, is_seal: bool) -> bool:
    """Whether an entry was taken and is the next: they stand by step, then by seat, and only seals may be missing."""
    taken = after.position is not before.position or len(after.accepted) > len(before.accepted)
    if not taken or _is_stopped(after) or is_seal != (before.position.kind == "seal"):
        return False
    seat = read_envelope(envelope).content.seat
    return seat > max(before.accepted, default=-1) if is_seal else seat == before.unsaid[0]


def _is_stopped(session: Session) -> bool:
    return session.ending is not None and session.ending.kind != EXHAUSTED


def _fault(
    before: Session, after: Session, effects: list[Effect], envelope: bytes, number: int, find: Any, *, is_seal: bool
) -> Finding:
    """What is wrong with an entry that is not the next one."""
    try:
        content = read_envelope(envelope).content
    except Refused as refused:
        return _tampered(refused.code, refused.sentence, number)
    place = (number, content.step, content.seat)
    filled = _filled(before, content)
    if filled == envelope:
        return _tampered(Code.REPEATED_ENTRY, _("An entry comes a second time."), *place)
    if filled is None and (code := _misplaced(before, content, is_seal=is_seal)):
        return _tampered(code, _(_SENTENCES[code]), *place)
    if filled is not None:
        return _filled_twice(before, filled, envelope, place, find)
    if len(after.verdicts) > len(before.verdicts):
        return _guilty(after.verdicts[-1].verdict, number)
    if after.ending is not None and _is_stopped(after):
        code = Code.DIVERGED if after.ending.kind == "diverged" else Code.COPIED_OFFER
        return _tampered(code, after.ending.sentence, *place)
    for effect in effects:
        if isinstance(effect, Refuse):
            return _tampered(effect.code, effect.sentence, *place)
    # Nothing comes of it while others may go on, and a finished game does not stop for it.
    assert content.state != before.position.digest, "what stands in its place is taken"
    if is_seal:
        return _tampered(Code.DIVERGED, _("A seal is on another state than that of the finished game."), *place)
    sentence = _("An entry is on another state than that of the table before step {step}.", step=content.step)
    return _tampered(Code.DIVERGED, sentence, *place)


def _filled_twice(session: Session, filled: bytes, envelope: bytes, place: tuple[int, int, int], find: Any) -> Finding:
    """A second entry for a filled place: an offence where both are of one slot, also in a game that is sealed."""
    try:
        if read_envelope(filled).content.slot == read_envelope(envelope).content.slot:
            proof = gather(session.meeting, session.closed, b"", (filled, envelope), Code.EQUIVOCATION)
            return _guilty(check_evidence(proof, find), place[0])
        position = session.position
        if isinstance(position, Table) and place[1] < FIRST_STEP:
            position = seated_by_chair(position.agreement)
        at.open_signed(position, envelope)
    except Refused as refused:
        return _tampered(refused.code, refused.sentence, *place)
    # Of another lane or table: nothing that belongs into a file, and whoever put it there may be anybody.
    return _tampered(Code.REPEATED_ENTRY, _("A place is filled a second time."), *place)


def _filled(session: Session, content: Content) -> bytes | None:
    """What stands already where an entry belongs."""
    if content.step < session.position.step:
        return session.closed[content.step].get(content.seat)
    accepted = session.accepted.get(content.seat)
    return accepted.raw if accepted and content.step == session.position.step else None


_SENTENCES = {
    Code.MISSING_ENTRY: N_("An entry before this one is missing."),
    Code.MISPLACED_ENTRY: N_("An entry stands where none of its kind belongs."),
    Code.OTHER_TABLE: N_("An entry was signed for another table."),
    Code.OTHER_HISTORY: N_("An entry follows another history than the last one."),
}


def _misplaced(session: Session, content: Content, *, is_seal: bool) -> Code | None:
    """Whether an entry is not the next one: they stand by step, then by seat, and only seals may be missing."""
    position, due = session.position, session.unsaid
    if content.step > position.step or (content.table == position.where and content.epoch > position.epoch):
        return Code.MISSING_ENTRY
    if content.step < position.step or content.lane != position.lane or is_seal != (position.kind == "seal"):
        return Code.MISPLACED_ENTRY
    if content.seat in due and content.seat < max(session.accepted, default=-1):
        return Code.MISPLACED_ENTRY
    if content.seat in due and content.seat != due[0] and not is_seal:
        return Code.MISSING_ENTRY
    if (content.table, content.epoch) != (position.where, position.epoch):
        return Code.OTHER_TABLE
    return Code.OTHER_HISTORY if content.prev != session.history else None


def _tampered(code: Code, sentence: str, entry: int, step: int | None = None, seat: int | None = None) -> Finding:
    return Finding(Outcome.TAMPERED, sentence, code=code, entry=entry, step=step, seat=seat)


def _guilty(verdict: Verdict, entry: int) -> Finding:
    return Finding(
        Outcome.CHEATING,
        verdict.sentence,
        entry=entry,
        step=verdict.step,
        seat=verdict.seat,
        code=verdict.code,
        culprit=(verdict.name, verdict.identity),
        verdicts=(verdict,),
    )


# --- behind the last entry ---------------------------------------------------------------------------------


def _conclude(session: Session, reading: TranscriptReader, entries: int, find: Any) -> Finding:
    """All entries are in their place and honest: did the game end, and what do claims and evidence say?"""
    over = session.phase in (SessionPhase.FINISHED, SessionPhase.SEALED)
    finding = Finding(Outcome.HONEST, _("Finished and honest: every entry is in its place and proved."))
    judged = [
        _judged(session, raw, entries + len(reading.claims) + 1 + at, find) for at, raw in enumerate(reading.evidence)
    ]
    session = _with_verdicts(session, judged, reading.evidence)
    session, claims = _departed(session, reading.claims)
    if claims and over:
        finding = _tampered(Code.MISPLACED_ENTRY, _("The claims in the file are not those of this table."), entries + 1)
    elif claims:
        finding = _claimed(session, claims, entries + 1 + len(reading.claims) - len(claims))
    elif not over:
        closed = session.position.step
        how_far = _("verified up to step {step}", step=closed - 1) if closed else _("not one step of it is whole")
        if session.ending and session.ending.kind != "evidence":
            how_far = _("{how_far}, and {why}", how_far=how_far, why=session.ending.sentence)
        finding = Finding(Outcome.UNFINISHED, _("The game is not finished: {how_far}.", how_far=how_far))
    if finding.outcome is not Outcome.TAMPERED:
        finding = _without(session, finding, entries)
    parts = entries + len(reading.claims) + len(reading.evidence)
    if judged:  # whatever else is wrong with the file: it stands by itself
        left = staying(session) if session.table is not None and not over else ()
        winner = left[0] if len(left) == 1 else None
        return replace(_proved(judged), departures=finding.departures, winner=winner)
    if reading.fault is not None and finding.outcome is not Outcome.TAMPERED:
        return _tampered(reading.fault.code, reading.fault.sentence, parts + 1)
    return replace(finding, torn=reading.torn)


def _with_verdicts(session: Session, judged: list[Finding], evidence: tuple[bytes, ...]) -> Session:
    """The session of somebody who knows who is guilty: a quorum may depend on it."""
    proofs = [Proof(one.verdicts[0], raw) for one, raw in zip(judged, evidence, strict=True) if one.verdicts]
    return replace_session(session, verdicts=tuple(proofs)) if proofs else session


def _departed(session: Session, claims: tuple[bytes, ...]) -> tuple[Session, tuple[bytes, ...]]:
    """Words by which somebody left who was removed; and the claims about the rest, which ended the table."""
    table, rest = session.table, list(claims)
    while table is not None and rest:
        try:
            content = at.open_signed(table, rest[0]).content
        except Refused:
            break
        is_word = is_resignation(session, content) or ends_alone(content, table.agreement.seats)
        is_removed = content.step >= FIRST_STEP and content.table == table.where and not table.seats >> content.seat & 1
        if not is_word or not is_removed or content.seat in session.resigned:
            break
        session = replace_session(session, resigned={**session.resigned, content.seat: rest.pop(0)})
    return session, tuple(rest)


def _without(session: Session, finding: Finding, entries: int) -> Finding:
    """Who was removed, and how; and whether those who stayed were enough each time."""
    table = session.table
    if table is None or not session.removals:
        return finding
    departures, convicted = [], session.convicted
    for number, removal in enumerate(session.removals):
        stay = tuple(read_envelope(raw).content.seat for raw in removal.confirms)
        if not _was_quorum(session, number, frozenset(stay)):
            sentence = _("Those who stayed were too few to go on.")
            return _tampered(Code.NO_QUORUM, sentence, entries, removal.step)
        for seat in [seat for seat in range(table.agreement.seats) if removal.missing >> seat & 1]:
            guilty = table.identities[seat] in convicted
            how = "resigned" if seat in session.resigned else "convicted" if guilty else "voted"
            departures.append(Departure(seat, removal.step, how, stay))
    is_claim = any(departure.how == "voted" for departure in departures)
    if finding.outcome is Outcome.HONEST and is_claim:
        sentence = _("Finished without somebody, as those say who stayed; every entry is in its place and proved.")
        finding = replace(finding, outcome=Outcome.WITHOUT, sentence=sentence)
    return replace(finding, departures=tuple(departures))


def _was_quorum(session: Session, number: int, stay: frozenset[int]) -> bool:
    """Whether those who confirmed that removal could: by the epoch that was open before it."""
    table = session.table
    assert table is not None
    removals = session.removals[: number + 1]
    seats = (1 << table.agreement.seats) - 1
    for removal in removals:
        if removal.step != removals[-1].step:
            seats &= ~removal.missing
    at_it = [seat for seat in range(table.agreement.seats) if seats >> seat & 1]
    out = [seat for seat in at_it if seat in session.resigned or table.identities[seat] in session.convicted]
    return is_quorum_of([seat for seat in at_it if seat in stay or seat not in out], stay)


def _claimed(session: Session, claims: tuple[bytes, ...], first: int) -> Finding:
    """What those who signed it say about an unfinished game. RemovalShown with their names, never believed."""
    verified = session.position.step - 1
    for raw in claims:
        session, _wishes = step(session, Heard(b"", Say(session.meeting.id, raw)))
    words = set(session.resigned.values())  # of somebody who is at the table still: those who stay may have stopped too
    rest = tuple(raw for raw in claims if raw not in words)
    ending = session.ending or (_given_up(session) if rest else _left(session))
    is_twice = len(set(claims)) != len(claims)
    if is_twice or ending is None or tuple(raw for raw in ending.claims if raw not in words) != rest:
        return _tampered(Code.MISPLACED_ENTRY, _("The claims in the file are not those of this table."), first)
    if ending.kind == AGREED:
        ended = _(
            "Ended by agreement in step {step}: signed by all at the table, and nobody is ranked.", step=verified + 1
        )
        return Finding(Outcome.AGREED, ended)
    claim = ending.sentence
    if ending.kind == "diverged" and session.table is not None:
        called = session.table.agreement.called
        names = listed([called(read_envelope(raw).content.seat) for raw in ending.claims])
        say = n_(
            "{claim}: {names} signed another state than ours",
            "{claim}: {names} signed other states than ours",
            len(ending.claims),
        )
        claim = say.format(claim=claim, names=names)
    is_won = ending.kind == "resigned" and ending.winner is not None
    outcome = Outcome.RESIGNED if is_won else Outcome.UNFINISHED
    sentence = _("Not finished; everything up to step {verified} is verified.", verified=verified)
    if is_won:
        sentence = _("Ended by resignation; everything up to step {verified} is verified.", verified=verified)
    return Finding(outcome, sentence, claim=claim, winner=ending.winner)


def _left(session: Session) -> Ending | None:
    """Somebody resigned, and nobody went on, as far as this file goes."""
    table = session.table
    if table is None:
        return None
    names = [table.agreement.called(seat) for seat in sorted(session.resigned) if table.seats >> seat & 1]
    say = n_("{names} has left the game", "{names} have left the game", len(names))
    return Ending("resigned", say.format(names=listed(names)), claims=())


def _given_up(session: Session) -> Ending | None:
    """The file of somebody who was removed ends with the words of those who went on."""
    table = session.table
    if table is None:
        return None
    for ballot in ballots(session.votes):
        if ballot.confirmed >= ballot.stay(table.present):
            return abandoned(table.agreement, table.step, session.votes, ballot)
    found = claimed(session.claims, table.present)
    if found is None:
        return None
    lane = second_lane(found[1].attempt)
    votes = {(lane, seat): vote for seat, (_, vote) in session.claims.items()}
    return abandoned(table.agreement, found[0], votes, found[1])


def _proved(findings: list[Finding]) -> Finding:
    """What evidence in the file proves, one after the other: the first that proves something names the culprit."""
    guilty = [finding for finding in findings if finding.outcome is Outcome.CHEATING]
    if not guilty:
        return findings[0]
    once: dict[bytes, Verdict] = {}
    for finding in guilty:
        for verdict in finding.verdicts:
            once.setdefault(verdict.identity, verdict)
    return replace(guilty[0], verdicts=tuple(once.values()))


def _judged(session: Session, raw: bytes, number: int, find: Any) -> Finding:
    try:
        if not is_about(raw, session.meeting):
            raise Refused(Code.BAD_EVIDENCE, _("It is about another table."))
        return _guilty(check_evidence(raw, find), number)
    except Refused as refused:
        return _tampered(
            refused.code, _("The evidence in the file proves nothing: {sentence}", sentence=refused.sentence), number
        )


def _describe(session: Session, finding: Finding, entries: int, helms: Mapping[int, HelmTally]) -> Finding:
    """Adds what is known about the game and its people."""
    table = session.table
    meeting = session.meeting
    finding = replace(finding, game=meeting.terms.game, meeting=meeting.id, entries=entries, steps=len(session.closed))
    if table is None:
        return finding
    agreement = table.agreement
    by_key = dict(zip(agreement.identities, agreement.names, strict=True))
    over = session.phase in (SessionPhase.FINISHED, SessionPhase.SEALED)
    missing = session.unsaid
    return replace(
        finding,
        names=agreement.names,
        agreed=tuple(unusual(agreement.game.options, options_of(agreement.terms))),
        options=agreement.terms.options,
        patience_s=agreement.terms.patience_s,
        clock=(agreement.terms.decision_s, agreement.terms.bank_s),
        operators=tuple(person.operator if person.bot else b"" for person in agreement.people),
        bots=tuple(by_key.get(one.operator, _("somebody else")) if one.bot else "" for one in agreement.people),
        identities=agreement.identities,
        helms=tuple(helms.get(seat, HelmTally()) for seat in range(agreement.seats)),
        result=table.ask.result if over else None,  # type: ignore[union-attr]
        unsealed=missing if over else (),
        waiting_for=() if over else missing,
    )
