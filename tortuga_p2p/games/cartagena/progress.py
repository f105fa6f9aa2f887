"""How far a crew has come: all its pirates' spaces together. The race as a curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rules.state import GOAL, SLOOP, layout

if TYPE_CHECKING:
    from .rules.state import State


def progress(state: State) -> tuple[int, ...]:
    way = layout(state.setup.path)

    def walked(place: int) -> int:
        """Spaces behind a pirate; the sloop lies between tunnel and jungle."""
        if place == GOAL:
            return way.spaces + 1
        return way.tunnel if place == SLOOP else place

    return tuple([sum(map(walked, crew)) for crew in state.pirates])
