"""Vectors of protocol/tortuga.md: a whole game of two, with every state of the game on the way."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ...crypto.group import default_group
from ...games import load
from ...session.transcript import write_entries, write_header, write_seals
from ...verify.verifier import Finding, find_rules, walk
from ...wire.codec import encode
from .case import Outcome, case, labelled
from .story import played

if TYPE_CHECKING:
    from ...rules.ask import Move
    from ...session.replica import Session


def cases() -> dict[str, dict[str, Any]]:
    game = load("tortuga")
    meeting, said = played(game, default_group(), "tortuga", _choose)
    entries = [raw for envelopes in said[:-1] for raw in envelopes]
    raw = write_header(meeting) + write_entries(entries) + write_seals(said[-1])
    return {
        "whole": case("A whole game of two, in which moves are taken by the hash of the step.", whole_game, raw=raw)
    }


def whole_game(raw: bytes) -> Outcome:
    states = []
    *pages, finding = walk(raw, find_rules)
    for page in pages:
        assert not isinstance(page, Finding)
        states += [encode(load("tortuga").pack(told.after)) for told in page.told]
    assert isinstance(finding, Finding)
    assert finding.result is not None
    return Outcome({"scores": finding.result.scores, "winners": finding.result.winners}, {"states": states})


def _choose(session: Session) -> Move:
    moves = session.moves
    number = sha256(labelled(f"step {session.position.step} of seat {session.number}")).digest()
    return moves[int.from_bytes(number[:4], "big") % len(moves)]
