"""Transcripts for tests: of whole tables in one process, and of the story that the vectors tell."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.session.stories import ending
from tortuga_p2p.session.event import Record
from tortuga_p2p.session.transcript import (
    read_transcript,
    write_claims,
    write_closed,
    write_entries,
    write_evidence,
    write_header,
    write_seals,
)
from tortuga_p2p.testing.vectors.story import find, story
from tortuga_p2p.verify.verifier import Finding, verify
from tortuga_p2p.wire.framing import Framer, frame

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import Meeting
    from tortuga_p2p.session.transcript import Transcript
    from tortuga_p2p.testing.company import Company, Peer


def file_of(company: Company, peer: Peer) -> bytes:
    """What a node of this peer would have written."""
    closed = [raw for entry in peer.log if isinstance(entry, Record) for raw in entry.envelopes]
    raw = write_header(company.meeting) + write_closed(closed)
    if peer.session.ending is not None:
        end = ending(peer)
        raw += write_claims(end.claims) + (write_evidence(end.evidence) if end.evidence else b"")
    return raw


def verified(company: Company, raw: bytes) -> Finding:
    return verify(raw, lambda terms: (company.game, company.group))


# --- the story: a small game in the real group -----------------------------------------------------------------------


@cache
def whole() -> bytes:
    told = story()
    return write_header(told.meeting) + write_entries(told.entries) + write_seals(told.seals)


def judged(raw: bytes) -> Finding:
    return verify(raw, find)


def parts() -> Transcript:
    return read_transcript(whole())


def rewritten(meeting: Meeting | None = None, **changes: Any) -> bytes:
    """The story's file with other entries, seals or header."""
    had = parts()._replace(**changes)
    return write_header(meeting or had.meeting) + write_entries(had.entries) + write_seals(had.seals)


def frames(raw: bytes) -> list[bytes]:
    return [frame(payload) for payload in Framer().feed(raw)]


def another_call(meeting: Meeting) -> Meeting:
    return replace(meeting, call=bytes(32))
