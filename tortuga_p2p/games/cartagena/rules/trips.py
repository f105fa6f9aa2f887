"""Where a move takes whom: for menus, for the thread on the path, for bots. Only for moves that are legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import kinds as do
from .state import layout
from .travel import company, jumped, landing, morgan, retreat

if TYPE_CHECKING:
    from ....rules.ask import Move, Seat
    from .state import State


class Trip(NamedTuple):
    """Pirates of one seat go from one place to another."""

    seat: Seat
    old: int
    new: int
    pirates: int = 1
    jumped: tuple[int, ...] = ()
    cards: int = 0  # what it brings


def trip_of(state: State, move: Move) -> Trip | None:
    """`None` for a move that takes nobody anywhere."""
    kind, *args = move.data
    seat, way = state.turn, layout(state.setup.path)
    if kind in (do.ADVANCE, do.HOOK):
        symbol, old = args[:2]
        new = landing(way, state.crowd, symbol, old)
        return Trip(seat, old, new, 2 if kind == do.HOOK else 1, jumped(way, symbol, old, new))
    if kind == do.RETREAT:
        new = retreat(state, way, args[0])
        return Trip(seat, args[0], new, cards=company(state, new))
    if kind == do.MORGAN:
        other, old = args
        new = morgan(state, way, state.pirates[other], old)
        return Trip(other, old, new, cards=company(state, new))
    return None
