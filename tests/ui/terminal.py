"""A terminal in memory: the real application reads keys from a pipe and writes to an emulator (pyte), which we read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyte
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from tortuga_p2p.ui.app import App
from tortuga_p2p.ui.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PATIENCE_S = 240.0  # only a hanging program ever takes this long
LOOK_S = 0.004

KEYS = {
    "enter": "\r",
    "space": " ",
    "backspace": "\x7f",
    "escape": "\x1b",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "ctrl-c": "\x03",
}


class Glass:
    """A file whose bytes become a screen."""

    encoding = "utf-8"

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self.written = 0

    def write(self, text: str) -> None:
        self.written += len(text)
        self._stream.feed(text)

    def flush(self) -> None:
        return None

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError("a terminal in memory has no file")


class Terminal:
    """What a person has: a keyboard, a mouse, a screen."""

    def __init__(self, pipe: Any, glass: Glass, size: list[Size]) -> None:
        self._pipe = pipe
        self._glass = glass
        self._size = size
        self._read = (-1, 0, 0)
        self._lines: list[str] = []
        self.app: App = None  # type: ignore[assignment]

    @property
    def lines(self) -> list[str]:
        """The screen as text; read anew only if something was written."""
        now = (self._glass.written, self._glass.screen.columns, self._glass.screen.lines)
        if self._read != now:
            self._read, self._lines = now, [line.rstrip() for line in self._glass.screen.display]
        return self._lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def written(self) -> int:
        """How many characters were sent to the terminal so far."""
        return self._glass.written

    def styles(self, row: int) -> list[Any]:
        """The cells of a row, with their colours and attributes."""
        return [self._glass.screen.buffer[row][column] for column in range(self._glass.screen.columns)]

    def type(self, text: str) -> None:
        self._pipe.send_text(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._pipe.send_text(KEYS.get(key, key))

    def click(self, words: str) -> None:
        """Clicks on the first place where these words stand."""
        row = next(number for number, line in enumerate(self.lines) if words in line)
        column = self.lines[row].index(words)
        self._pipe.send_text(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    def resize(self, columns: int, rows: int) -> None:
        self._size[0] = Size(rows=rows, columns=columns)
        self._glass.screen.resize(rows, columns)
        self.app.application._on_resize()

    def squeeze(self) -> None:
        """Draws the screen at sizes that somebody may drag a window to: nothing raises, and nothing takes for ever."""
        for columns, rows in ((1, 1), (2, 30), (9, 3), (20, 5), (40, 10), (61, 20), (250, 3), (80, 24)):
            lines, cursor = self.app.screens[-1].draw(columns, rows)
            assert len(lines) <= max(rows, 1)
            assert cursor is not None

    async def see(self, *words: str) -> None:
        """Waits until all of these stand on the screen."""
        await self.until(lambda: all(word in self.text for word in words), f"{words}")

    async def changed(self, before: str) -> None:
        """Waits until the screen is not as it was."""
        await self.until(lambda: self.text != before, "a change")

    async def until(self, happened: Callable[[], object], what: str = "it") -> None:
        with trio.move_on_after(PATIENCE_S):
            while not happened():  # noqa: ASYNC110 - what a terminal shows can only be looked at
                await trio.sleep(LOOK_S)
            return
        raise AssertionError(f"{what} did not come:\n{self.text}")


def drive(
    begin: Callable[[App], object],
    body: Callable[[Terminal], Awaitable[None]],
    *,
    columns: int = 80,
    rows: int = 24,
    settings: Settings | None = None,
    glass: Glass | None = None,
    fails: bool = False,
) -> int:
    """Runs the application as it is, and `body` beside it; leaves when `body` has ended. Gives the exit code.

    An application that ends by a mistake of its own takes `body` with it; unless it `fails` on purpose, that is told.
    """
    size = [Size(rows=rows, columns=columns)]
    glass = glass or Glass(columns, rows)
    output = Vt100_Output(glass, lambda: size[0], term="xterm-256color", enable_cpr=False)  # type: ignore[arg-type]
    trouble: list[BaseException] = []
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        terminal = Terminal(pipe, glass, size)
        app = terminal.app = App(settings or Settings(name="Ana", animation=False), pipe, output)

        async def follow() -> None:
            try:
                await body(terminal)
            except BaseException as error:
                trouble.append(error)
                if not isinstance(error, Exception):
                    raise
            finally:
                app.leave()

        def start() -> None:
            begin(app)
            app.start(follow)

        code = app.run(start)
    for error in trouble:
        if isinstance(error, Exception):
            raise error
    assert fails == (code != 0), f"exit code {code}: {app.farewell}"
    return code
