"""A replay among the screens: a reel that draws and is pressed, and a task that turns its leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from ..verify.album import read_album
from ..verify.report import lines as report_lines
from .canvas import Picture, wrap
from .frame import PageScreen
from .reel import Reel

if TYPE_CHECKING:
    from pathlib import Path

    from .frame import Pile


async def show_replay(path: Path, pile: Pile) -> None:
    """A game from its file; where nothing of it is verified, why."""
    album = await trio.to_thread.run_sync(lambda: read_album(path.read_bytes()))
    if album.leaves:
        pile.push(Projector(Reel(album, rich=pile.rich), pile))
        return
    told = report_lines(path.name, album.finding)
    pile.push(PageScreen(path.name, lambda width: [line for text in told for line in wrap(text, width)], pile.pop))


class Projector:
    """Shows a reel until its reader leaves."""

    def __init__(self, reel: Reel, pile: Pile) -> None:
        self._reel = reel
        self._pile = pile
        self._pressed = trio.Event()
        self._scope = trio.CancelScope()
        pile.start(self._turn)

    def draw(self, width: int, height: int) -> Picture:
        return Picture(self._reel.draw(width, height), (height - 1, 0))

    def press(self, key: str) -> None:
        if key in ("escape", "q"):
            self._scope.cancel()
            self._pile.pop()
        else:
            self._reel.press(_NAMES.get(key, key))
            self._pressed.set()

    async def _turn(self) -> None:
        """Turns leaves while the reel plays; sleeps otherwise."""
        reel = self._reel
        with self._scope:
            while True:
                before, self._pressed = reel.at, trio.Event()
                with trio.move_on_after(reel.pause_s if reel.playing else float("inf")) as pause:
                    await self._pressed.wait()
                if pause.cancelled_caught and reel.at == before:
                    reel.go(reel.at + 1)
                    self._pile.changed()


_NAMES = {"enter": "right", "l": "right", "h": "left", "j": "down", "k": "up", "=": "+"}
