"""The `tortuga` command as a user runs it: a process of its own, in a pipe or in a terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TORTUGA = (sys.executable, "-m", "tortuga_p2p")
TIMEOUT_S = 240  # only a hanging process ever takes this long
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def environment(**more: str) -> dict[str, str]:
    """Ours, without what would change the answers; `TORTUGA_TEST_PATH` may add games to the path."""
    ours = ("NO_COLOR", "COLUMNS", "LINES", "PYTHONUNBUFFERED", "PYTHONIOENCODING")
    clean = {name: text for name, text in os.environ.items() if name not in ours}
    return {**clean, "PYTHONPATH": os.environ.get("TORTUGA_TEST_PATH", ROOT), "TERM": "xterm", **more}


def tortuga(*words: str, cwd: Path | None = None, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Runs to the end, everything piped. Names in capitals go into the environment."""
    return subprocess.run(
        (*TORTUGA, *words),
        cwd=cwd,
        env=environment(**more),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )


class Terminal:
    """A process whose standard streams, or some of them, are a terminal of its own."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self._process = process
        self._master = master
        self.screen = ""  # everything that was written to the terminal

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_for(self, shown: Callable[[str], object]) -> None:
        """Reads until the screen is as wanted; the process must not end before."""
        while not shown(self.screen):
            assert self._read(), f"ended without showing it:\n{self.screen}"

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C: the signal goes to every process of the group, as a terminal sends it."""
        os.killpg(self._process.pid, signal.SIGINT)

    def kill_a_child(self, words: str) -> None:
        """Kills one of the processes that were started with these words."""
        children = subprocess.run(
            ("pgrep", "-P", str(self._process.pid), "-f", words), capture_output=True, text=True, check=True
        )
        os.kill(int(children.stdout.split()[0]), signal.SIGKILL)

    def end(self) -> tuple[int, str]:
        """The exit code, and what was piped instead of shown."""
        while self._read():
            pass
        piped, _ = self._process.communicate(timeout=TIMEOUT_S)
        return self._process.returncode, (piped or b"").decode()

    def _read(self) -> bool:
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # how Linux says that nobody holds the other end any more
            return False
        self.screen += data.decode(errors="replace")
        return bool(data)


def _hear_ctrl_c() -> None:
    """A shell that runs the tests in the background ignores Ctrl-C, and so would all its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def in_front(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a command in a group of its own, as a terminal does; it ends with the block. Its input stays open."""
    process = subprocess.Popen(
        command,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
        preexec_fn=_hear_ctrl_c,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def terminal(
    *words: str, stdout_in_pipe: bool = False, no_color: str = "", term: str = "xterm", **more: str
) -> Iterator[Terminal]:
    """Runs `tortuga` in a terminal of 80 columns; with `stdout_in_pipe` only the rest of it is on the screen."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        (*TORTUGA, *words),
        env=environment(NO_COLOR=no_color, COLUMNS="80", TERM=term, **more),
        stdin=slave,
        stdout=subprocess.PIPE if stdout_in_pipe else slave,
        stderr=slave,
        start_new_session=True,
        preexec_fn=_hear_ctrl_c,
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)
