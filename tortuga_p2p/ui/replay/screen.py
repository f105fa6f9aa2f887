"""A film among the screens: a model that is drawn and pressed, and a task that turns to the next frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from ...text import _
from ...verify.replay import read_replay
from ...verify.report import lines as report_lines
from ..board_stage import BoardStage
from ..widgets.canvas import Picture, clipped, wrap
from ..widgets.frame import PageScreen
from .model import ReplayModel

if TYPE_CHECKING:
    from pathlib import Path

    from ...verify.replay import OwnKnowledge
    from ..widgets.frame import ScreenStack
    from .leafing import LeafModel


async def show_replay(path: Path, pile: ScreenStack, own: OwnKnowledge | None = None) -> None:
    """A game from its file, with what one seat knew where we have it; where nothing of it is verified, why."""
    replay = await trio.to_thread.run_sync(lambda: read_replay(path.read_bytes(), own=own))
    if replay.frames:
        pile.push(LeafScreen(ReplayModel(replay, seat=own and own.seat, rich=pile.rich), pile))
        return
    told = report_lines(path.name, replay.finding)
    pile.push(PageScreen(path.name, lambda width: [line for text in told for line in wrap(text, width)], pile.pop))


class LeafScreen:
    """Shows a film until its reader leaves."""

    def __init__(self, model: LeafModel, pile: ScreenStack) -> None:
        self.model = model
        self.pile = pile
        self._stirred = trio.Event()  # somebody pressed a key, or there is more to show
        self._scope = trio.CancelScope()
        self._stage = BoardStage(pile)
        self._note = ""  # that the last key means nothing
        pile.start(self._turn)

    def draw(self, width: int, height: int) -> Picture:
        self.model.stage = self._stage
        lines = list(self.model.draw(width, height))
        if self._note and lines:
            lines[-1] = clipped([("bad", self._note)], width)
        return Picture(lines, (height - 1, 0))

    def press(self, key: str) -> None:
        self._stage.stop()
        self._note = ""
        if key in ("escape", "q") and self.model.page:
            self.model.toggle(self.model.page)  # what lies over the board goes first
        elif key in ("escape", "q"):
            self.leave()
        else:
            if not self.model.press(_NAMES.get(key, key)):
                self._note = _("{key} does nothing here: ? shows what every key does.", key=key)
            self.stir()

    def leave(self) -> None:
        self._scope.cancel()
        self.pile.pop()

    def stir(self) -> None:
        """Looks again at what is to be done."""
        self._stirred.set()

    async def _turn(self) -> None:
        """Goes from frame to frame while the model plays; sleeps otherwise."""
        with self._scope:
            while True:
                before, model, self._stirred = self.model.at, self.model, trio.Event()
                goes_on = model.playing and not model.is_last and not model.page
                with trio.move_on_after(model.pause_s if goes_on else float("inf")) as pause:
                    await self._stirred.wait()
                if pause.cancelled_caught and (model.at, model) == (before, self.model):  # nobody went elsewhere
                    model.forward()
                    self.pile.changed()


_NAMES = {"enter": "right", "l": "right", "h": "left", "j": "down", "k": "up", "=": "+"}
