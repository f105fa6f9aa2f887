"""Games to look at again: played by a company in one process, written down as a node would."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.games import load
from tortuga_p2p.session.event import RecordStep
from tortuga_p2p.session.transcript import write_entries, write_header, write_seals
from tortuga_p2p.testing.company import TOY, Company
from tortuga_p2p.verify.replay import read_replay

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.verify.replay import Replay


@cache
def film(seats: int = 2, *, toy: bool = True, game: AnyGame | None = None) -> bytes:
    """The transcript of a whole game in which everybody takes the first legal move."""
    company = Company.make(game or load("tortuga"), seats, group=TOY if toy else default_group())
    company.sit().play()
    steps = [entry.envelopes for entry in company.players[0].log if isinstance(entry, RecordStep)]
    *entries, seals = steps
    envelopes = [envelope for step in entries for envelope in step]
    return write_header(company.meeting) + write_entries(envelopes) + write_seals(seals)


@cache
def replay(seats: int = 2) -> Replay:
    return read_replay(film(seats), find)


def find(terms: Any) -> tuple[AnyGame, Any]:
    return load(terms.game), TOY


def spoiled(raw: bytes, at: int | None = None) -> bytes:
    """The same with one bit turned, in the middle where nothing else is said."""
    at = len(raw) // 2 if at is None else at
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
