"""What places and cards are worth, in spaces of the path. Shared by the players of this game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..rules import components as c
from ..rules.state import State, layout
from ..rules.travel import landing

if TYPE_CHECKING:
    from ....rules.ask import Seat
    from ..rules.state import Layout

SEA: Final = 4  # spaces that crossing the sea is worth


def progress(way: Layout, sloop: int, place: int) -> float:
    """How far a place is from the start, in spaces."""
    if place < c.SLOOP:
        return place + SEA if way.escape and place > way.tunnel else place
    if place == c.GOAL:
        return way.spaces + 1 + (SEA if way.escape else 0)
    return way.tunnel + (1 if sloop == c.CARTAGENA else SEA)


def leaps(state: State, seat: Seat) -> tuple[float, ...]:
    """By symbol: how far a card of it would take the best pirate of that seat."""
    way, crowd, sloop = layout(state.setup.path), state.crowd, state.sloop
    crew = set(state.pirates[seat]) - {c.GOAL}
    if sloop == c.CARTAGENA:
        crew -= {c.SLOOP}
    best = []
    for symbol in c.SYMBOLS:
        gains = [
            progress(way, sloop, landing(way, crowd, symbol, place)) - progress(way, sloop, place) for place in crew
        ]
        best.append(max(gains, default=0.0))
    return tuple(best)
