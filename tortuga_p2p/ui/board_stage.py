"""A game's board on a screen, with what moves on it: whoever shows a board draws it through this.

A screen says which view it shows. Where that is another state than before, the two boards are compared and what changed
its place travels (widgets/motion.py); the same state, or another size, moves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rules.screen import board_of
from ..rules.words import Reader
from .widgets.canvas import split
from .widgets.motion import MotionClock, find_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.game import Game, View
    from .widgets.canvas import Line
    from .widgets.frame import ScreenStack


class BoardStage:
    """One board. Off, it costs nothing but a look."""

    def __init__(self, pile: ScreenStack) -> None:
        self._pile = pile
        self._clock = MotionClock(pile)
        self._seen: View[Any] | None = None
        self._look: tuple[object, ...] = ()

    def stop(self) -> None:
        """A key: whatever moves has come."""
        self._clock.stop()

    def draw(
        self, lines: Sequence[Line], game: Game[Any], view: View[Any], names: Sequence[str], width: int, height: int
    ) -> list[Line]:
        """The lines of a board of that view and size, with what moves in them."""
        seen, self._seen = self._seen, view
        look, self._look = self._look, (game.name, view.seat, width, self._pile.rich)
        if seen is None or seen.state is view.state or not self._pile.moves:
            return self._clock.draw(lines)
        moves = None
        if look == self._look:
            rich, reader = self._pile.rich, Reader(view.seat, view.known, names)
            old, new = (split(board_of(game, one, names, width, height, rich=rich)) for one in (seen, view))
            moves = find_moves(old, new, game.screen().ways(seen, view, reader, width, height, rich=rich))
        self._clock.begin(moves)
        return self._clock.draw(lines)
