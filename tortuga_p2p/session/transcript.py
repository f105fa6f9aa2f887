"""A game as one file: the meeting, every envelope in its order, then seals, claims and evidence. No secrets inside.

A file is a row of frames, appended step by step; one that was cut off while it was written lacks its tail and nothing
else. What the envelopes of a step have in common, a hundred bytes and more of each, is written once. Byte-identical on
all honest peers up to the end of the game. Pure: bytes in, bytes out. See protocol/transcript.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from ..errors import Code, Refused
from ..limits import PART_BYTES_MAX, SEATS_MAX, SEATS_MIN, VOTE_ATTEMPTS_MAX
from ..text import N_, _
from ..wire.codec import decode, encode_known
from ..wire.envelope import EnvelopePieces, cut, read_envelope
from ..wire.framing import HEADER_BYTES, frame, frame_end
from ..wire.message import Digest, RawEnvelope, RawEvidence, Vocabulary, message
from ..wire.shape import AtMost, Between
from .agreement import Meeting, can_meet
from .message import People, Terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from .removal import Removal

SUFFIX = ".tortuga"
FORMAT = 3  # 1 wrote every envelope whole; 2 had keys for people

FILE = Vocabulary("transcript")
_STEP: Final = "step"


@message(FILE, "tortuga-transcript")
class Header:
    """The first frame: what is played, and who comes together."""

    format: Annotated[int, Between(FORMAT, FORMAT)]
    terms: Terms
    call: Digest
    people: People


@message(FILE, _STEP)
class StepPart:
    """Envelopes of one step of sitting down or of play, by seat, cut where they begin to differ."""

    before: RawEnvelope
    after: RawEnvelope
    entries: Annotated[tuple[RawEnvelope, ...], AtMost(SEATS_MAX, least=1)]

    @property
    def envelopes(self) -> list[bytes]:
        """As they were signed. Nothing in them has been looked at."""
        return [EnvelopePieces(self.before, self.after, own).whole for own in self.entries]


@message(FILE, "removal")
class RemovalPart:
    """Between two epochs: a ballot, and its confirms by all who stay, by seat. The step where it stands is the cut."""

    attempt: Annotated[int, Between(1, VOTE_ATTEMPTS_MAX)]
    missing: Annotated[int, Between(1, 2**SEATS_MAX - 1)]
    confirms: Annotated[tuple[RawEnvelope, ...], AtMost(SEATS_MAX, least=SEATS_MIN)]


@message(FILE, "seal")
class SealEntry:
    """An envelope behind the end, by seat."""

    envelope: RawEnvelope


@message(FILE, "claim")
class ClaimEntry:
    """An envelope of leaving: who resigned, also in a finished game, or who says that somebody is gone."""

    envelope: RawEnvelope


@message(FILE, "evidence")
class EvidenceEntry:
    """Who is guilty of what: one piece for each seat, also where the game was finished."""

    evidence: RawEvidence


class Transcript(NamedTuple):
    """What a file holds, as far as it can be read. The first thing behind the header has the number 1."""

    meeting: Meeting
    entries: tuple[bytes, ...]
    seals: tuple[bytes, ...]
    claims: tuple[bytes, ...]
    evidence: tuple[bytes, ...]
    torn: int  # bytes at the end that are no whole frame: the file was cut off
    fault: Refused | None  # why the part after these is none; nothing behind it is read
    removals: tuple[RemovalPart, ...] = ()


def write_header(meeting: Meeting) -> bytes:
    return frame(FILE.encode(Header(FORMAT, meeting.terms, meeting.call, meeting.people)))


def write_entries(envelopes: Iterable[bytes]) -> bytes:
    """Envelopes one after the other; neighbours that are alike but for their own piece share a part."""
    parts: list[list[EnvelopePieces]] = []
    for raw in envelopes:
        own = parts[-1][0].own_of(raw) if parts else None
        if own is not None and _has_room(parts[-1], own):
            parts[-1].append(parts[-1][0]._replace(own=own))
        else:
            parts.append([cut(raw)])
    return b"".join(map(_write_step, parts))


def _write_step(part: list[EnvelopePieces]) -> bytes:
    """A step part. Its envelopes were judged before, and need not be looked through again."""
    return frame(encode_known((_STEP, part[0].before, part[0].after, tuple([one.own for one in part]))))


def _has_room(part: list[EnvelopePieces], own: bytes) -> bool:
    held = len(part[0].before) + len(part[0].after) + sum([len(one.own) for one in part])
    return len(part) < SEATS_MAX and held + len(own) <= PART_BYTES_MAX


def write_seals(envelopes: Iterable[bytes]) -> bytes:
    return b"".join(frame(FILE.encode(SealEntry(envelope))) for envelope in envelopes)


def write_closed(envelopes: Iterable[bytes]) -> bytes:
    """Envelopes of closed steps in their order, each as what it is: after a crash the last may be seals."""
    entries: list[bytes] = []
    seals: list[bytes] = []
    for raw in envelopes:
        (seals if read_envelope(raw).content.kind == "seal" else entries).append(raw)
    return write_entries(entries) + write_seals(seals)


def write_removal(attempt: int, missing: int, confirms: tuple[bytes, ...]) -> bytes:
    return frame(FILE.encode(RemovalPart(attempt, missing, confirms)))


def write_game(closed: Sequence[Mapping[int, bytes]], removals: Iterable[Removal]) -> bytes:
    """All closed steps in their order, and between them who went on without whom."""
    out, first = [], 0
    for removal in removals:
        out.append(_write_steps(closed[first : removal.step]))
        out.append(write_removal(removal.attempt, removal.missing, removal.confirms))
        first = removal.step
    return b"".join([*out, _write_steps(closed[first:])])


def _write_steps(closed: Iterable[Mapping[int, bytes]]) -> bytes:
    return write_closed([raw for step in closed for _, raw in sorted(step.items())])


def write_claims(envelopes: Iterable[bytes]) -> bytes:
    return b"".join(frame(FILE.encode(ClaimEntry(envelope))) for envelope in envelopes)


def write_evidence(evidence: bytes) -> bytes:
    return frame(FILE.encode(EvidenceEntry(evidence)))


def read_transcript(raw: bytes) -> Transcript:
    """What the bytes of a file hold; raises `Refused` where they do not begin like one. Nothing in it is judged yet."""
    reading = TranscriptReader(raw)
    rows: tuple[list[bytes], list[bytes]] = ([], [])
    for envelope, is_seal in reading.envelopes():
        rows[is_seal].append(envelope)
    entries, seals = map(tuple, rows)
    return Transcript(
        reading.meeting,
        entries,
        seals,
        reading.claims,
        reading.evidence,
        reading.torn,
        reading.fault,
        tuple(reading.removals),
    )


class TranscriptReader:
    """A file while it is read: what is behind an entry is not looked at before that entry was asked for.

    Whoever stops at the first wrong entry has not paid for what comes after it: a file may be long and all nonsense.
    What stands behind all entries and seals is known once these were all given.
    """

    def __init__(self, raw: bytes) -> None:
        self._frames = _frames(raw)
        try:
            header, self.torn = next(self._frames, (b"", 0))
        except Refused as refused:
            raise Refused(refused.code, _(_NO_TRANSCRIPT)) from None
        self.meeting = _read_header(header)
        self.removals: list[RemovalPart] = []
        self.claims: tuple[bytes, ...] = ()
        self.evidence: tuple[bytes, ...] = ()
        self.fault: Refused | None = None

    def envelopes(self) -> Iterator[tuple[bytes, bool]]:
        """Entries, then seals, in their order, each with whether it stands among seals."""
        for said in self.entries():
            if isinstance(said, tuple):
                yield said

    def entries(self) -> Iterator[tuple[bytes, bool] | RemovalPart]:
        """As `envelopes`, with the removals between them."""
        try:
            for said in self._parts():
                match said:
                    case StepPart():
                        yield from ((envelope, False) for envelope in said.envelopes)
                    case RemovalPart():
                        self.removals.append(said)
                        yield said
                    case SealEntry(envelope):
                        yield envelope, True
                    case ClaimEntry(envelope):
                        self.claims += (envelope,)
                    case EvidenceEntry(evidence):
                        self.evidence += (evidence,)
        except Refused as refused:
            self.fault = refused

    def _parts(self) -> Iterator[object]:
        section, count = 0, 0
        for payload, torn in self._frames:
            if torn:
                self.torn = torn
                return
            said = FILE.decode(payload)
            kind = StepPart if type(said) is RemovalPart else type(said)
            if kind not in _ORDER[section:]:
                raise Refused(Code.MISPLACED_ENTRY, _("The parts of the transcript are out of order."))
            before, section = section, _ORDER.index(kind)
            count = count + 1 if section == before else 1
            most = _MOST.get(type(said))
            if most is not None and count > most:
                raise Refused(Code.MISPLACED_ENTRY, _("There are more parts of one kind than {most}.", most=most))
            yield said


_ORDER: Final = (StepPart, SealEntry, ClaimEntry, EvidenceEntry)
_MOST: Final = {SealEntry: SEATS_MAX, ClaimEntry: SEATS_MAX, EvidenceEntry: SEATS_MAX}


def _frames(raw: bytes) -> Iterator[tuple[bytes, int]]:
    """Payloads one by one, then how long the rest is that makes no whole frame. Raises at an impossible length."""
    at = 0
    while at < len(raw):
        end = frame_end(raw, at)
        if end > len(raw):
            yield b"", len(raw) - at
            return
        yield raw[at + HEADER_BYTES : end], 0
        at = end


_NO_TRANSCRIPT = N_("The file does not begin like a transcript.")


def _read_header(payload: bytes) -> Meeting:
    try:
        match decode(payload):
            case ("tortuga-transcript", int(number), *_) if number != FORMAT:  # its other fields may mean anything
                newer = _(
                    "The transcript is of format {number}: a newer version of this program reads it.", number=number
                )
                older = _(
                    "The transcript is of format {number}: an older version of this program reads it.", number=number
                )
                raise Refused(Code.WRONG_VERSION, newer if number > FORMAT else older)
        header = FILE.decode(payload)
    except Refused as refused:
        raise refused if refused.code is Code.WRONG_VERSION else Refused(refused.code, _(_NO_TRANSCRIPT)) from None
    if not isinstance(header, Header):
        raise Refused(Code.MALFORMED, _(_NO_TRANSCRIPT))
    if not can_meet(header.terms, header.people):
        raise Refused(Code.MALFORMED, _("The transcript names people who could not sit at one table."))
    return Meeting(header.terms, header.call, header.people)
