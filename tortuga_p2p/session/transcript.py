"""A game as one file: the meeting, every envelope in its order, then seals, claims and evidence. No secrets inside.

A file is a row of frames, appended step by step; one that was cut off while it was written lacks its tail and nothing
else. Byte-identical on all honest peers up to the end of the game. Pure: bytes in, bytes out. See
protocol/transcript.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..errors import Code, Refused
from ..limits import ENVELOPE_BYTES_MAX, EVIDENCE_BYTES_MAX, SEATS_MAX, SEATS_MIN
from ..wire.framing import Framer, frame
from ..wire.message import Digest, PublicKey, Vocabulary, message
from ..wire.shape import AtMost, Between
from .agreement import Meeting
from .message import Terms

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    """What a file holds. `torn`: bytes at the end that are no whole frame."""

    meeting: Meeting
    entries: tuple[bytes, ...]
    seals: tuple[bytes, ...]
    claims: tuple[bytes, ...]
    evidence: tuple[bytes, ...]
    torn: int


def write_header(meeting: Meeting) -> bytes:
    return frame(FILE.encode(Header(FORMAT, meeting.terms, meeting.call, meeting.company)))


def write_entries(envelopes: Iterable[bytes]) -> bytes:
    return b"".join(frame(FILE.encode(Entry(envelope))) for envelope in envelopes)


def write_seals(envelopes: Iterable[bytes]) -> bytes:
    return b"".join(frame(FILE.encode(SealEntry(envelope))) for envelope in envelopes)


def write_claims(envelopes: Iterable[bytes]) -> bytes:
    return b"".join(frame(FILE.encode(ClaimEntry(envelope))) for envelope in envelopes)


def write_evidence(evidence: bytes) -> bytes:
    return frame(FILE.encode(EvidenceEntry(evidence)))


def read_transcript(raw: bytes) -> Transcript:
    """What the bytes of a file hold; raises `Refused` where they are no transcript. Nothing in it is judged yet."""
    framer = Framer()
    frames = framer.feed(raw)
    if not frames:
        raise Refused(Code.MALFORMED, "The file does not begin like a transcript.")
    header = FILE.decode(frames[0])
    if not isinstance(header, Header):
        raise Refused(Code.MALFORMED, "The file does not begin like a transcript.")
    company = header.company
    if list(company) != sorted(set(company)) or len(company) != header.terms.seats:
        raise Refused(Code.MALFORMED, "The transcript names no company that could sit at a table.")
    order = [Entry, SealEntry, ClaimEntry, EvidenceEntry]
    rows: dict[type, list[bytes]] = {kind: [] for kind in order}
    section = 0
    for payload in frames[1:]:
        said = FILE.decode(payload)
        if type(said) not in order[section:]:
            raise Refused(Code.MALFORMED, "The parts of the transcript are not in their order.")
        section = order.index(type(said))
        rows[type(said)].append(said.evidence if isinstance(said, EvidenceEntry) else said.envelope)  # type: ignore[attr-defined]
    meeting = Meeting(header.terms, header.call, company)
    entries, seals, claims, evidence = (tuple(rows[kind]) for kind in order)
    return Transcript(meeting, entries, seals, claims, evidence, torn=framer.left)
