"""A whole game of two as a vector, for the chapter of any game: every message, and every state on the way.

A game's own `tests/games/NAME/vectors.py` offers it as `cases()`; moves are taken by the hash of the step, so a reader
of the rules can take the same ones.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.games import load
from tortuga_p2p.session.transcript import write_entries, write_header, write_seals
from tortuga_p2p.verify.verifier import Finding, find_rules, walk
from tortuga_p2p.wire.codec import encode

from .case import VectorOutcome, case, labelled
from .story import played

if TYPE_CHECKING:
    from tortuga_p2p.rules.ask import Move
    from tortuga_p2p.rules.game import Options
    from tortuga_p2p.session.replica import Session


def vector_of(name: str, options: Options, reason: str) -> dict[str, Any]:
    """The vector of such a game."""
    meeting, said = played(load(name), default_group(), name, _choose, options)
    entries = [raw for envelopes in said[:-1] for raw in envelopes]
    raw = write_header(meeting) + write_entries(entries) + write_seals(said[-1])
    return case(reason, whole_game, raw=raw)


def whole_game(raw: bytes) -> VectorOutcome:
    states = []
    *pages, finding = walk(raw, find_rules)
    for page in pages:
        assert not isinstance(page, Finding)
        table = page.session.table
        states += [encode(table.agreement.game.pack(told.after)) for told in page.told] if table else []
    assert isinstance(finding, Finding)
    assert finding.result is not None
    return VectorOutcome({"scores": finding.result.scores, "winners": finding.result.winners}, {"states": states})


def _choose(session: Session) -> Move:
    moves = session.moves
    number = sha256(labelled(f"step {session.position.step} of seat {session.own_seat}")).digest()
    return moves[int.from_bytes(number[:4], "big") % len(moves)]
