"""A game of bots among the screens: they play in a thread, a little faster than anybody watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from ...errors import BadInput
from ..harmless import sentence
from ..replay.screen import LeafScreen
from .film import BotFilm
from .model import WatchModel

if TYPE_CHECKING:
    from ...bots.match import Match
    from ..widgets.frame import ScreenStack


class WatchScreen(LeafScreen):
    """Game after game of one match, until somebody has seen enough. `model` is the game that is watched."""

    model: WatchModel

    def __init__(self, match: Match, number: int, pile: ScreenStack, *, speed: int = 0, paused: bool = False) -> None:
        model = WatchModel(BotFilm(match, number), rich=pile.rich)
        model.change_speed(speed)
        model.playing = not paused
        super().__init__(model, pile)
        self._bots = trio.CancelScope()  # of those that play now
        pile.start(self._play)

    def press(self, key: str) -> None:
        if key == "n":
            self._next_game()
        else:
            super().press(key)

    def _next_game(self) -> None:
        before, film = self.model, self.model.bots
        self.model = WatchModel(BotFilm(film.match, film.number + 1), rich=self.pile.rich)
        self.model.speed, self.model.seat = before.speed, before.seat
        self._bots.cancel()
        self._bots = trio.CancelScope()
        self.pile.start(self._play)
        self.stir()
        self.pile.changed()

    def leave(self) -> None:
        self._bots.cancel()
        super().leave()

    async def _play(self) -> None:
        """The bots of the game that is on the screen, to their end."""
        model = self.model
        with self._bots:
            while not model.bots.is_all:
                try:
                    await trio.to_thread.run_sync(model.bots.go_on, abandon_on_cancel=True)
                except BadInput as mistake:
                    model.trouble = sentence(mistake)
                    self.pile.changed()
                    return
                if model.at == len(model.bots.frames) - 2:  # somebody has seen all there was
                    self.stir()
                self.pile.changed()
