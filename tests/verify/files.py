"""Transcripts for tests: of whole tables in one process, and of the story that the vectors tell."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.generators.vectors.story import find, story
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.registry import make
from tortuga_p2p.bots.registry import names as bot_names
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.games import load
from tortuga_p2p.node.ending import claims_of
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.transcript import (
    read_transcript,
    write_claims,
    write_entries,
    write_evidence,
    write_game,
    write_header,
    write_seals,
)
from tortuga_p2p.testing.company import Company
from tortuga_p2p.verify.verifier import Finding, verify
from tortuga_p2p.wire.framing import Framer, frame

if TYPE_CHECKING:
    from tortuga_p2p.rules.ask import Move
    from tortuga_p2p.session.agreement import Meeting
    from tortuga_p2p.session.transcript import Transcript
    from tortuga_p2p.testing.company import Peer


def file_of(company: Company, peer: Peer) -> bytes:
    """What a node of this peer would have written."""
    session = peer.session
    raw = write_header(company.meeting) + write_game(session.closed, session.removals)
    if session.phase is SessionPhase.FINISHED:
        raw += write_seals(one.raw for _, one in sorted(session.accepted.items()))
    evidence = b"".join(write_evidence(proof.evidence) for proof in session.verdicts)
    return raw + write_claims(claims_of(session)) + evidence


def verified(company: Company, raw: bytes) -> Finding:
    return verify(raw, lambda terms: (company.game, company.group))


@cache
def game_of_bots(name: str) -> Company:
    """A whole game of ours by its own quick bots, with as few seats as it has, in the real group."""
    game = load(name)
    seats = game.seats[0]
    bot = make(game, seats, next(level for level in ("greedy", *bot_names(game)) if level in bot_names(game)))

    def choose(peer: Peer) -> Move:
        session = peer.session
        assert session.view is not None
        return bot.choose(session.view, session.moves, SeededDraw(1, peer.name, len(peer.log)))

    return Company.make(game, seats, group=default_group()).sit().play_until(lambda company: False, choose)


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
