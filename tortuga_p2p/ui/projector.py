"""A replay among the screens of the tavern: a reel that draws and is pressed, and a task that turns its leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from .canvas import Picture

if TYPE_CHECKING:
    from .app import App
    from .reel import Reel


class Projector:
    """Shows a reel until its reader leaves."""

    def __init__(self, reel: Reel, app: App) -> None:
        self._reel = reel
        self._app = app
        self._pressed = trio.Event()
        self._scope = trio.CancelScope()
        app.start(self._turn)

    def draw(self, width: int, height: int) -> Picture:
        return Picture(self._reel.draw(width, height), (height - 1, 0))

    def press(self, key: str) -> None:
        if key in ("escape", "q"):
            self._scope.cancel()
            self._app.pop()
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
                    self._app.changed()


_NAMES = {"enter": "right", "l": "right", "h": "left", "j": "down", "k": "up", "=": "+"}
