"""Lines in and lines out: standard input under trio, standard output without cursor control.

Works the same on a terminal, in a pipe and from a file. Nothing here knows a game. Reads the file descriptor itself:
Python's own buffer around it takes a lock that a thread left behind would never give back.
"""

from __future__ import annotations

import os
import stat
import sys
from codecs import getincrementaldecoder
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import trio

from .. import notice
from ..harmless import between_words, clean
from ..settings import settings_or_usual

if TYPE_CHECKING:
    from typing import TextIO

READ_BYTES: Final = 4096
LINE_CHARS_MAX: Final = 2_000  # nobody types more; what a pipe sends beyond is cut off


class Lines:
    """The lines that somebody types, one by one. `attended`: a person sits there, not a script."""

    def __init__(self, fd: int = 0) -> None:
        self.fd = fd
        self.attended = os.isatty(fd)
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._whole: deque[str] = deque()
        self._rest = ""

    def hush(self, on: bool) -> None:
        """Whether the terminal shows what is typed: not while it is a password."""
        if not self.attended or os.name != "posix":
            return
        import termios

        try:
            modes = termios.tcgetattr(self.fd)
            hushed = modes[3] & ~termios.ECHO | termios.ECHONL  # the end of the line is no secret
            modes[3] = hushed if on else modes[3] & ~termios.ECHONL | termios.ECHO
            termios.tcsetattr(self.fd, termios.TCSADRAIN, modes)
        except termios.error:  # the terminal is gone: nobody sees anything
            pass

    def __aiter__(self) -> Lines:
        return self

    async def __anext__(self) -> str:
        while not self._whole:
            data = await self._read()
            if not data:
                last, self._rest = self._rest.strip(), ""
                if last:
                    return last
                raise StopAsyncIteration
            *whole, rest = (self._rest + self._decode(data)).split("\n")
            self._whole += [line[:LINE_CHARS_MAX].strip() for line in whole]
            self._rest = rest[:LINE_CHARS_MAX]
        return self._whole.popleft()

    async def _read(self) -> bytes:
        """Some bytes, or none at the end. Cancelling it loses nothing where the system can wait for a file."""
        if os.name != "posix":
            return await trio.to_thread.run_sync(self._take, abandon_on_cancel=True)
        await trio.lowlevel.checkpoint()
        if not stat.S_ISREG(os.fstat(self.fd).st_mode):
            with suppress(PermissionError):  # a file or /dev/null is always ready, and cannot be waited for
                await trio.lowlevel.wait_readable(self.fd)
        return self._take()

    def _take(self) -> bytes:
        try:
            return os.read(self.fd, READ_BYTES)
        except OSError:  # the terminal is gone
            return b""


class Printer:
    """Says lines. Whatever they quote, only printable text reaches the terminal. `gone`: nobody listens any more."""

    def __init__(self, out: TextIO | None = None, *, prompts: bool | None = None) -> None:
        self._out = out or sys.stdout
        self._prompts = (os.isatty(0) and self._out.isatty()) if prompts is None else prompts
        self._waiting = False  # a prompt stands in the last line
        self.gone = trio.Event()

    def say(self, line: str) -> None:
        start = "\n" if self._waiting else ""
        self._waiting = False
        self._write(f"{start}{between_words(clean(line), self._out)}\n")

    def prompt(self) -> None:
        """Shows that a line may be typed; in a pipe nothing."""
        if self._prompts and not self._waiting:
            self._waiting = True
            self._write("> ")

    def ring(self) -> None:
        """Calls whoever is elsewhere: the bell of the terminal, and a notice of the desktop where somebody wants it."""
        if self._prompts:
            self._write("\a")
            if settings_or_usual()[0].notify:
                notice.call()

    def break_line(self) -> None:
        """Somebody else writes next: not behind our prompt."""
        if self._waiting:
            self._waiting = False
            self._write("\n")

    def typed(self) -> None:
        """The person has ended the line of the prompt."""
        self._waiting = False

    def _write(self, text: str) -> None:
        if self.gone.is_set():
            return
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):
            self.gone.set()
