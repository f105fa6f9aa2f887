"""A bot that is another program, in any language: lines in, lines out, as chess engines do it.

    > tortuga-bot 1
    < id Parrot 0.3            any number of lines that begin with id, name or info
    < ready
    > game tortuga 4 2         its name, the number of seats, the seat you have
    > position tortuga/1 phase=select ...
    > known 10=5 11=0          faces that only your seat was shown
    > move take AC             every legal move, a line each
    > move take A
    > go
    < info thinking hard       as often as you like
    < best take AC             one of the moves
    > quit

Lines that either side does not know are passed over. The program sees what its seat sees and nothing else. One that
dies, says nonsense or thinks too long is at fault itself: the game is saved, and a sentence says what happened.
"""

from __future__ import annotations

import shlex
import subprocess
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn
from weakref import finalize

from ..errors import BadInput
from ..limits import PROGRAM_LINE_BYTES_MAX, PROGRAM_REPLY_S, PROGRAM_START_S

if TYPE_CHECKING:
    from ..rules.ask import Move, Moves
    from ..rules.game import Draw, Game, View

GREETING = "tortuga-bot 1"


class Program:
    """Starts its program at the first question; `name` is the command."""

    def __init__(self, game: Game[Any], seats: int, command: str) -> None:
        self.name = command
        self._game = game
        self._seats = seats
        try:
            self._words = shlex.split(command)
        except ValueError as fault:
            raise BadInput(f"the command of the bot program cannot be read: {fault}: {command!r}.") from None
        if not self._words:
            raise BadInput("a bot that is a program needs a command: program:COMMAND.")
        self._process: subprocess.Popen[str] | None = None
        self._replies: SimpleQueue[str | None] = SimpleQueue()

    def choose(self, view: View[Any], moves: Moves, draw: Draw) -> Move:
        self._start()
        assert view.seat is not None
        known = " ".join(f"{handle}={face}" for handle, face in sorted(view.known.items()))
        texts = {self._game.move_text(move): move for move in moves}
        self._say(f"game {self._game.name} {self._seats} {view.seat}")
        self._say(f"position {self._game.position_text(view.state)}")
        self._say(f"known {known}".rstrip())
        for text in texts:
            self._say(f"move {text}")
        self._say("go")
        best = self._hear("best", PROGRAM_REPLY_S)
        if best not in texts:
            self._fail(f"wants to play {best[:60]!r}, which is none of the moves it was offered")
        return texts[best]

    def close(self) -> None:
        """Says quit and lets the program end; it is ended if it does not."""
        if self._process is not None:
            with suppress(BadInput, subprocess.TimeoutExpired):
                self._say("quit")
                assert self._process.stdin is not None
                self._process.stdin.close()  # the end of its input says the same to a program that knows no quit
                self._process.wait(PROGRAM_START_S)
            self._process = None
            self._end()

    def _start(self) -> None:
        if self._process is not None:
            return
        try:
            self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",  # a line that is no text is no line that we know
                bufsize=1,
            )
        except OSError as fault:
            raise BadInput(f"the bot program {self._words[0]!r} cannot be started: {fault.strerror}.") from None
        # A bot that nobody needs any more takes its program along.
        self._end = finalize(self, _end, self._process)
        Thread(target=_listen, args=(self._process, self._replies), daemon=True).start()
        self._say(GREETING)
        self._hear("ready", PROGRAM_START_S)

    def _say(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            self._fail("has ended")

    def _hear(self, word: str, wait_s: float) -> str:
        """What stands behind the next line that begins with this word."""
        until_s = monotonic() + wait_s  # however much else it says
        while True:
            try:
                line = self._replies.get(timeout=max(0.0, until_s - monotonic()))
            except Empty:
                self._fail(f"has not said {word!r} for {wait_s:g} seconds")
            if monotonic() > until_s:
                self._fail(f"has not said {word!r} for {wait_s:g} seconds")
            if line is None:
                self._fail("has ended")
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()

    def _fail(self, what: str) -> NoReturn:
        raise BadInput(f"the bot program {self.name!r} {what}.")


def _listen(process: subprocess.Popen[str], replies: SimpleQueue[str | None]) -> None:
    """Reads lines in a thread of its own, so that a silent program can be given up."""
    assert process.stdout is not None
    with process.stdout:
        while line := process.stdout.readline(PROGRAM_LINE_BYTES_MAX):
            replies.put(line.strip())
    replies.put(None)


def _end(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    with suppress(OSError):  # it may have ended before it read everything
        process.stdin.close()
    process.kill()
    process.wait()
