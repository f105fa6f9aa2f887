"""A program at the other end of two pipes: lines to it, lines from it, and its end together with all that it started.

Neither a silent program holds us up nor one that is deaf or talks without end: a thread listens, another one speaks,
and every wait has an end. Knows nothing of what the lines mean.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Final
from weakref import finalize

from ..limits import PROGRAM_LINE_BYTES_MAX, PROGRAM_LINES_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

# What it waits for comes when we are gone, however we went. Then all of its group end, itself too.
_WATCH: Final = ("/bin/sh", "-c", "read -r word; kill -KILL 0")


class Failed(Exception):
    """The program is at fault; the text goes on a sentence that begins with its name."""


class Dialogue:
    """A program that was started; raises `OSError` where it cannot be."""

    def __init__(self, words: Sequence[str]) -> None:
        group = _Group()
        # A bot that nobody needs any more takes its program along.
        self.end = finalize(self, group.end)
        self._process = process = group.start(words)
        self._ear = _Ear()
        self._mouth: SimpleQueue[str | None] = SimpleQueue()
        assert process.stdin is not None
        assert process.stdout is not None
        Thread(target=_listen, args=(process.stdout, self._ear), daemon=True).start()
        Thread(target=_speak, args=(process.stdin, self._mouth), daemon=True).start()

    def say(self, text: str) -> None:
        """Lines, each with its end. Never waits."""
        self._mouth.put(text)

    def forget(self) -> None:
        """What the program has said so far is no answer to what comes now."""
        self._ear.forget()

    def hear(self, word: str, wait_s: float) -> str:
        """What stands behind the next line that begins with this word; raises `Failed`."""
        until_s = monotonic() + wait_s  # however much else it says
        while True:
            try:
                line = self._ear.lines.get(timeout=max(0.0, until_s - monotonic()))
            except Empty:
                raise Failed(f"has not said {word!r} for {wait_s:g} seconds") from None
            if isinstance(line, Failed):
                self._ear.lines.put(line)  # it stays true
                raise line
            if monotonic() > until_s:
                raise Failed(f"has not said {word!r} for {wait_s:g} seconds")
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()

    def close(self, text: str, wait_s: float) -> None:
        """Says a last word and lets the program end; it is ended if it does not, and so is what it leaves behind."""
        self._mouth.put(text)
        self._mouth.put(None)  # the end of its input says the same to a program that does not know the word
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(wait_s)
        self.end()


class _Ear:
    """Lines that nobody has asked for yet, so many at most."""

    def __init__(self) -> None:
        self.lines: SimpleQueue[str | Failed] = SimpleQueue()
        self._heard = 0  # written by whoever listens ...
        self._allowed = PROGRAM_LINES_MAX  # ... and this by whoever asks

    def take(self, line: str) -> bool:
        """Whether it may say more."""
        if self._heard >= self._allowed:
            self.lines.put(Failed(f"talks without end: more than {PROGRAM_LINES_MAX:,} lines and no answer"))
            return False
        self._heard += 1
        self.lines.put(line)
        return True

    def forget(self) -> None:
        """What waits is of no use any more, unless it is that nothing more will come."""
        while not self.lines.empty():
            line = self.lines.get()
            if isinstance(line, Failed):
                self.lines.put(line)
                return
        self._allowed = self._heard + PROGRAM_LINES_MAX


def _listen(output: IO[str], ear: _Ear) -> None:
    with output:  # closed early, it stops a program that talks without end
        while line := output.readline(PROGRAM_LINE_BYTES_MAX):
            if not ear.take(line.strip()):
                return
    ear.lines.put(Failed("has ended"))


def _speak(stdin: IO[str], mouth: SimpleQueue[str | None]) -> None:
    with suppress(OSError), stdin:  # a program that has ended is found out by whoever listens
        while (text := mouth.get()) is not None:
            stdin.write(text)
            stdin.flush()


class _Group:
    """A program and all that it starts: they end together, and with us, even if we are killed.

    A watcher is there first. As long as they have not been waited for, no other group gets the number of this one.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None
        self._leash = -1
        if os.name == "posix":
            held, self._leash = os.pipe()
            null = subprocess.DEVNULL
            with suppress(OSError):  # a system without a shell: if we are killed, the end of its input must do
                self._watcher = subprocess.Popen(_WATCH, stdin=held, stdout=null, stderr=null, process_group=0)
            os.close(held)

    def start(self, words: Sequence[str]) -> subprocess.Popen[str]:
        number = self._watcher.pid if self._watcher else 0
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",  # a line that is no text is no line that we know
            bufsize=1,
            process_group=number if os.name == "posix" else None,  # Ctrl-C is for us, and we end the program
        )
        return self._process

    def end(self) -> None:
        """All of them: a shell script's program would go on without the script, and hold its pipes."""
        members = [one for one in (self._watcher, self._process) if one is not None]
        if os.name == "posix":
            os.close(self._leash)
            for leader in members[:1]:
                with suppress(ProcessLookupError):
                    os.killpg(leader.pid, signal.SIGKILL)
        elif self._process is not None:
            self._process.kill()
        for one in members:
            one.wait()
