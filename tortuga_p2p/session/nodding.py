"""Nod before release: a secret leaves only when every seat has signed that it stands where we stand.

Shares, reveals and opened things cannot be taken back. Whoever told two people different things in an earlier step
would get them from both, on two histories. So where a step releases something, everybody first says a `nod`, which
signs history and state and nothing else; and whoever releases holds all of them. Nods gate what is said, never what is
accepted: a step closes with its words as ever, and no file holds a nod. See protocol/session.md, "Nods".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..rules.ask import PILE, Give
from . import stages
from .phases import SessionPhase
from .table import Table

if TYPE_CHECKING:
    from ..rules.ask import Move, Seat
    from .position import Position
    from .replica import Session

NOD: Final = "nod"  # lane and kind
SPLIT_SEATS_MIN: Final = 3  # with one other seat a liar has nobody to tell something else


def is_gated(position: Position) -> bool:
    """Whether every word of the open step releases something that nobody can take back."""
    if not isinstance(position, Table) or not _can_split(position):
        return False
    ask = position.ask
    if position.stage.kind == "give" and isinstance(ask, Give):
        return any(place != PILE for _, place in ask.things)
    return position.stage.kind in stages.STAGES and stages.work(position).releases


def releases(move: Move) -> bool:
    """Whether a move shows something to all, or hands something to a seat, that cannot be taken back."""
    return bool(move.opens) or any(place != PILE for _, place in move.gives)


def may_be_due(table: Table) -> bool:
    """Whether somebody may wait for a nod in the open step: in a move, it depends on what the mover has decided."""
    return is_gated(table) or (table.stage.kind == "move" and _can_split(table))


def is_due(session: Session) -> bool:
    """Whether everybody is to nod now. A mover asks for it with a nod of their own."""
    table = session.table
    if table is None or session.phase is not SessionPhase.PLAYING or not may_be_due(table):
        return False
    return table.stage.kind != "move" or bool(session.nods) or _is_asking(session)


def _is_asking(session: Session) -> bool:
    """Whether it is our move, and our player has decided on one that releases something."""
    move = session.decided
    return move is not None and session.own_seat in session.unsaid and releases(move)


def is_held_back(session: Session) -> bool:
    """Whether our word of the open step must not leave yet."""
    return (is_gated(session.position) or _is_asking(session)) and bool(missing(session))


def is_owed(session: Session) -> bool:
    """Whether we have not yet said where we stand, and should."""
    seat = session.own_seat
    return seat not in session.nods and seat not in session.accepted and is_due(session)


def missing(session: Session) -> tuple[Seat, ...]:
    """The seats that have not said yet that they stand here, where everybody is to; whatever they said of this step
    says so too. Whoever only watches releases nothing and waits for no nod."""
    if session.me is None or not is_due(session):
        return ()
    table = session.table
    assert table is not None
    voted = {seat for _, seat in session.votes}
    stand = session.nods.keys() | session.accepted.keys() | voted
    return tuple(seat for seat in table.present if seat not in stand)


def _can_split(table: Table) -> bool:
    return len(table.present) >= SPLIT_SEATS_MIN
