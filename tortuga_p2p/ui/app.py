"""The full screen: one application, one canvas, a pile of screens of which the top one draws and is pressed.

    open_tavern()                         what `tortuga` alone does
    play_on_screen(make_party, start)     one game, as the commands start it

Nothing is drawn but for a change: whoever changes something calls `changed`. However it ends, the terminal is restored,
the game is in its journal, and one line says how to go on.
"""

from __future__ import annotations

import os
import signal
from base64 import b64encode
from contextlib import suppress
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING, Any, Final

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.layout import Layout
from prompt_toolkit.styles import DynamicStyle

from ..session.phases import SessionPhase
from ..text import _
from . import notice
from .crash_report import mishap, write_report
from .game_words import taken_away
from .hangup import is_closed
from .harmless import ascii_only, clean
from .loops import run_both
from .settings import settings_or_usual
from .table.pages import headline
from .table.running_game import RunningGame
from .table.screen import TableScreen
from .widgets.canvas import Canvas, Picture
from .widgets.keys import make_keys
from .widgets.style import depth, make_style

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..node.afterwards import SameAgain
    from ..node.node import Node
    from ..node.one_game import Party
    from .settings import Settings
    from .table.screen_player import ScreenPlayer
    from .widgets.frame import Screen

STILL_TERMINALS: Final = ("dumb", "unknown")
DONE, FAILED, HUNG_UP = 0, 1, 128 + 1  # as commands/code.py has them
REDRAW_S: Final = 0.01  # the least time between two drawings: a burst of messages is one change to the eye


class App:
    """The application and the pile of screens."""

    def __init__(self, settings: Settings, input_: Any = None, output: Any = None) -> None:
        self.settings = settings
        self.screens: list[Screen] = []
        self.sittings: list[RunningGame] = []
        self.farewell: list[str] = []  # lines for the terminal once it is restored
        self.nursery: trio.Nursery | None = None
        self._canvas = Canvas(self._draw, self.press)
        self._over = trio.Event()
        self._title = ""  # of the terminal's window; empty as long as it is not ours
        self.application: Application[None] = Application(
            Layout(self._canvas),
            style=DynamicStyle(lambda: make_style(self.settings.colour)),
            include_default_pygments_style=False,
            key_bindings=make_keys(self.press, self.leave),
            full_screen=True,
            mouse_support=True,
            color_depth=lambda: depth(self.settings.colour),
            min_redraw_interval=REDRAW_S,
            # A resized terminal says so by a signal; only where there is none it must be asked.
            terminal_size_polling_interval=None if hasattr(signal, "SIGWINCH") else 0.5,
            input=input_,
            output=output,
        )
        self.application.ttimeoutlen = 0.05  # Escape alone, or the begin of an arrow key over a slow line

    @property
    def rich(self) -> bool:
        """Whether signs beyond ASCII may be drawn."""
        encoding = getattr(self.application.output, "encoding", lambda: "utf-8")()
        return not self.settings.ascii and encoding.lower().replace("-", "") == "utf8"

    @property
    def moves(self) -> bool:
        """Whether things travel from place to place: not where nothing is told at a pace, nor on a terminal that is
        little more than a printer."""
        wanted = self.settings.motion and self.settings.animation and not os.environ.get("NO_MOTION")
        return wanted and os.environ.get("TERM", "") not in STILL_TERMINALS

    # --- for screens -----------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something on the screen is not what it was."""
        self.application.invalidate()

    def push(self, screen: Screen) -> None:
        self.screens.append(screen)
        self.changed()

    def pop(self) -> None:
        """Back to the screen below; the last one ends the program."""
        self.screens.pop()
        if not self.screens:
            self.leave()
        self.changed()

    def leave(self) -> None:
        """Ends everything, games too: what is played stays in its journal."""
        self._over.set()

    def copy(self, text: str) -> None:
        """Puts a text into the clipboard of whoever sits at the terminal, wherever that is (OSC 52).

        No terminal says whether it did: some never do, and tmux only where `set-clipboard` is on.
        """
        coded = b64encode(text.encode()).decode()
        self.application.output.write_raw(f"\x1b]52;c;{coded}\x07")
        self.application.output.flush()

    def call(self) -> None:
        """It is the player's turn, and nobody has touched a key for a while."""
        self.application.output.bell()
        if self.settings.notify:
            notice.call()

    def name_window(self, words: str) -> None:
        """What the terminal's title says; written only where it changes."""
        if words != self._title:
            self._title = words
            self.application.output.set_title(words)
            self.application.output.flush()

    def start(self, task: Callable[[], Awaitable[object]]) -> None:
        """Runs something in trio, for as long as it takes or the program runs."""
        assert self.nursery is not None
        self.nursery.start_soon(task)

    def apply(self, settings: Settings) -> None:
        """Other settings, from now on."""
        self.settings = settings
        self.changed()

    def sit(
        self,
        make: Callable[[ScreenPlayer], Party],
        start: Callable[[Party], Awaitable[Node]],
        *,
        again: bool = False,
        before: SameAgain | None = None,
    ) -> None:
        """Begins a game and shows it; `again` with the people of the one before."""
        ring, paced = self.call, self.settings.animation
        sitting = RunningGame(make, start, self.changed, ring, paced=paced, again=again, before=before)
        self.sittings.append(sitting)

        def once_more() -> None:
            sitting.leave()
            self.screens.pop()
            self.sit(make, start, again=sitting.node is not None, before=sitting.party.same_again)

        sitting.when_taken_over = self.leave
        self.start(sitting.run)
        self.push(TableScreen(sitting, self, once_more))

    # --- running ---------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if self.screens and not self._over.is_set():  # a key that comes while we leave would begin something
            self.screens[-1].press(key)
        self.changed()

    def _draw(self, width: int, height: int) -> Picture:
        picture = self.screens[-1].draw(width, height) if self.screens else Picture([])
        if not self.settings.ascii:
            return picture
        # Our own signs have twins; names, chat and paths have what is left of their letters.
        lines = [[(piece[0], ascii_only(piece[1]), *piece[2:]) for piece in line] for line in picture.lines]
        return picture._replace(lines=lines)

    def run(self, begin: Callable[[], None]) -> int:
        """Until somebody leaves; gives the exit code."""

        async def main() -> None:
            async with trio.open_nursery() as self.nursery:
                begin()
                await self._over.wait()
                self.nursery.cancel_scope.cancel()

        code = DONE

        def stop(number: int) -> None:
            nonlocal code
            if number == getattr(signal, "SIGHUP", None) and self._playing_on():
                self._close_screen()
                return
            code = 128 + number  # what shells report for a signal
            self.leave()

        try:
            run_both(self.application, main, stop, self._goes_on)
        except Exception as error:
            code = HUNG_UP if is_closed(error) else FAILED
            if code == FAILED:
                self.farewell.append(mishap(write_report(error, [sitting.party for sitting in self.sittings])))
        self._say_goodbye()
        return code

    def _playing_on(self) -> list[RunningGame]:
        """The games that a program plays for whoever has sat here."""
        return [sitting for sitting in self.sittings if sitting.is_by_program]

    def _close_screen(self) -> None:
        if self.application.is_running and not self.application.is_done:
            self.application.exit()

    def _goes_on(self) -> bool:
        """The terminal is gone: whether there is something to play on without it. When that is over, so are we."""
        playing = self._playing_on()
        for sitting in playing:
            sitting.go_on_unattended(self.leave)
        return bool(playing)

    def _say_goodbye(self) -> None:
        if self._title:
            with suppress(OSError):
                self.application.output.clear_title()
                self.application.output.flush()
        for sitting in self.sittings:
            node = sitting.party.node
            if node is None or node.session.phase in (SessionPhase.WAITING, SessionPhase.SITTING):
                continue
            if node.is_taken_over:
                self.farewell.append(_("You go on with this game in another terminal."))
                continue
            if node.files.journal.exists():
                words = _("The game is saved. Resume it with: tortuga resume {name}")
                if sitting.is_over:
                    words = _(
                        "Somebody may have missed the end of the game. To let them have it: tortuga resume {name}"
                    )
                self.farewell.append(words.format(name=node.files.name))
            elif not sitting.is_over:
                self.farewell.append(taken_away(node))
            elif told := headline(node):
                self.farewell.append(clean(told))
                file = quote(str(node.files.transcript))
                self.farewell.append(_("To look at it again: tortuga replay {file}", file=file))
        with suppress(OSError):  # the terminal may be gone
            for line in dict.fromkeys(self.farewell):  # a game that was left twice is saved once
                print(line, flush=True)


def open_tavern(*, ascii_only: bool = False) -> int:
    """The tavern, until somebody leaves it. Gives the exit code; `BadInput` where no game could be kept."""
    from .tavern.actions import TavernActions

    settings, mistake = settings_or_usual()
    app = App(replace(settings, ascii=True) if ascii_only else settings)
    landlord = TavernActions(app)
    return app.run(lambda: landlord.open(mistake=mistake))


def play_on_screen(
    make: Callable[[ScreenPlayer], Party], start: Callable[[Party], Awaitable[Node]], *, ascii_only: bool = False
) -> int:
    """One game on the screen; for commands. Gives the exit code."""
    app = App(_settings(ascii_only))
    return app.run(lambda: app.sit(make, start))


def show_on_screen(make: Callable[[App], Screen], *, ascii_only: bool = False) -> int:
    """Any one screen; for commands. Gives the exit code."""
    app = App(_settings(ascii_only))
    return app.run(lambda: app.push(make(app)))


def _settings(ascii_only: bool) -> Settings:
    settings, _mistake = settings_or_usual()  # said by the command, which has read them too
    return replace(settings, ascii=True) if ascii_only else settings
