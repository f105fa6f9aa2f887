"""A game as one file: the meeting, every envelope in its order, then seals, claims and evidence. No secrets inside.

A file is a row of frames, appended step by step; one that was cut off while it was written lacks its tail and nothing
else. Byte-identical on all honest peers up to the end of the game. Pure: bytes in, bytes out. See
protocol/transcript.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from ..errors import Code, Refused
from ..limits import ENVELOPE_BYTES_MAX, EVIDENCE_BYTES_MAX, SEATS_MAX, SEATS_MIN
from ..wire.envelope import open_envelope
from ..wire.framing import HEADER_BYTES, frame, frame_end
from ..wire.message import Digest, PublicKey, Vocabulary, message
from ..wire.shape import AtMost, Between
from .agreement import Meeting
from .message import Terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIX = ".tortuga"
FORMAT = 1

FILE = Vocabulary("transcript")


@message(FILE, "tortuga-transcript")
class Header:
    """The first frame: what is played, and who comes together."""

    format: Annotated[int, Between(FORMAT, FORMAT)]
    terms: Terms
    call: Digest
    company: Annotated[tuple[PublicKey, ...], AtMost(SEATS_MAX, least=SEATS_MIN)]


@message(FILE, "entry")
class Entry:
    """An envelope of sitting down or of play: by step, then by seat."""

    envelope: Annotated[bytes, AtMost(ENVELOPE_BYTES_MAX)]


@message(FILE, "seal")
class SealEntry:
    """An envelope behind the end, by seat."""

    envelope: Annotated[bytes, AtMost(ENVELOPE_BYTES_MAX)]


@message(FILE, "claim")
class ClaimEntry:
    """An envelope of leaving: who resigned, or who says that somebody is gone. By seat."""

    envelope: Annotated[bytes, AtMost(ENVELOPE_BYTES_MAX)]


@message(FILE, "evidence")
class EvidenceEntry:
    """Why the game stopped before its end."""

    evidence: Annotated[bytes, AtMost(EVIDENCE_BYTES_MAX)]


class Transcript(NamedTuple):
    """What a file holds, as far as it can be read. The first part behind the header has the number 1."""

    meeting: Meeting
    entries: tuple[bytes, ...]
    seals: tuple[bytes, ...]
    claims: tuple[bytes, ...]
    evidence: tuple[bytes, ...]
    torn: int  # bytes at the end that are no whole frame: the file was cut off
    fault: Refused | None  # why the part after these is none; nothing behind it is read

    @property
    def parts(self) -> int:
        return len(self.entries) + len(self.seals) + len(self.claims) + len(self.evidence)


def write_header(meeting: Meeting) -> bytes:
    return frame(FILE.encode(Header(FORMAT, meeting.terms, meeting.call, meeting.company)))


def write_entries(envelopes: Iterable[bytes]) -> bytes:
    return b"".join(frame(FILE.encode(Entry(envelope))) for envelope in envelopes)


def write_seals(envelopes: Iterable[bytes]) -> bytes:
    return b"".join(frame(FILE.encode(SealEntry(envelope))) for envelope in envelopes)


def write_closed(envelopes: Iterable[bytes]) -> bytes:
    """Envelopes of closed steps in their order, each as what it is: after a crash the last may be seals."""
    parts = []
    for raw in envelopes:
        is_seal = open_envelope(raw, lambda _: None).content.kind == "seal"
        parts.append(write_seals((raw,)) if is_seal else write_entries((raw,)))
    return b"".join(parts)


def write_claims(envelopes: Iterable[bytes]) -> bytes:
    return b"".join(frame(FILE.encode(ClaimEntry(envelope))) for envelope in envelopes)


def write_evidence(evidence: bytes) -> bytes:
    return frame(FILE.encode(EvidenceEntry(evidence)))


def read_transcript(raw: bytes) -> Transcript:
    """What the bytes of a file hold; raises `Refused` where they do not begin like one. Nothing in it is judged yet."""
    frames = _frames(raw)
    header, torn = next(frames, (b"", 0))
    meeting = _read_header(header)
    rows: dict[type, list[bytes]] = {kind: [] for kind in _ORDER}
    section, fault = 0, None
    try:
        for payload, torn in frames:
            if torn:
                break
            said = FILE.decode(payload)
            if type(said) not in _ORDER[section:]:
                raise Refused(Code.MISPLACED_ENTRY, "The parts of the transcript are not in their order.")
            section = _ORDER.index(type(said))
            rows[type(said)].append(said.evidence if isinstance(said, EvidenceEntry) else said.envelope)  # type: ignore[attr-defined]
    except Refused as refused:
        fault = refused
    entries, seals, claims, evidence = (tuple(rows[kind]) for kind in _ORDER)
    return Transcript(meeting, entries, seals, claims, evidence, torn, fault)


_ORDER: Final = (Entry, SealEntry, ClaimEntry, EvidenceEntry)


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


def _read_header(payload: bytes) -> Meeting:
    header = FILE.decode(payload) if payload else None
    if not isinstance(header, Header):
        raise Refused(Code.MALFORMED, "The file does not begin like a transcript.")
    company = header.company
    if list(company) != sorted(set(company)) or len(company) != header.terms.seats:
        raise Refused(Code.MALFORMED, "The transcript names no company that could sit at a table.")
    return Meeting(header.terms, header.call, company)
