"""How far a crew has come: all its pirates' spaces together. The race as a curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rules import components as c
from .rules.state import layout

if TYPE_CHECKING:
    from .rules.state import Layout, State


def progress(state: State) -> tuple[int, ...]:
    way = layout(state.setup.path)
    return tuple([sum([walked(way, place) for place in crew]) for crew in state.pirates])


def walked(way: Layout, place: int) -> int:
    """Spaces behind a pirate; the sloop lies between tunnel and jungle."""
    if place == c.GOAL:
        return way.spaces + 1
    return way.tunnel if place == c.SLOOP else place
