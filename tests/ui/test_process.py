"""The program in a real terminal: whatever ends it, the terminal is as it was and the game is saved."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from contextlib import contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import pyte
import pytest

from tests.shell import TORTUGA, environment, tortuga
from tortuga_p2p.errors import BadInput
from tortuga_p2p.node.home import Home
from tortuga_p2p.ui.table.running_game import SETTLE_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE_S = 240.0
QUIET: Any = {"check": False, "stderr": subprocess.DEVNULL}
OTHER_SCREEN, OWN_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


class Window:
    """A terminal window with a program in it."""

    def __init__(self, process: subprocess.Popen[bytes], master: int, slave: int) -> None:
        self.process = process
        self._master = master
        self._slave = slave
        self.before = termios.tcgetattr(slave)
        self.raw = ""
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def see(self, *words: str) -> None:
        self.until(lambda: all(word in self.text for word in words), words)

    def until(self, happened: Callable[[], object], what: object) -> None:
        end = monotonic() + PATIENCE_S
        while not happened():
            assert monotonic() < end, f"{what} did not come:\n{self.text}"
            self._read(0.05)

    def _read(self, wait_s: float) -> bool:
        if not select.select([self._master], [], [], wait_s)[0]:
            return False
        data = os.read(self._master, 65_536).decode(errors="replace")
        self.raw += data
        self._stream.feed(data)
        return True

    @property
    def modes(self) -> list[Any]:
        """Echo, line mode and all that."""
        return termios.tcgetattr(self._slave)

    @modes.setter
    def modes(self, modes: list[Any]) -> None:
        termios.tcsetattr(self._slave, termios.TCSANOW, modes)

    def clear(self) -> None:
        """What was on the screen is gone."""
        self.screen.reset()

    def vanish(self) -> None:
        """Closes the window under the program, if it is open."""
        for side in {self._master, self._slave} - {-1}:
            os.close(side)
        self._master = self._slave = -1

    def end(self) -> int:
        """The exit code, once the program has ended by itself."""
        self.until(lambda: self.process.poll() is not None, "the end")
        while self._read(0.05):
            pass
        return self.process.returncode

    @property
    def is_restored(self) -> bool:
        """Own screen, echo and line mode as before."""
        return self.raw.rfind(OWN_SCREEN) > self.raw.rfind(OTHER_SCREEN) and self.modes == self.before


@contextmanager
def window(home: Path, *words: str) -> Iterator[Window]:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        (*TORTUGA, *words),
        env=environment(TORTUGA_HOME=str(home), TERM="xterm-256color"),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    shown = Window(process, master, slave)
    try:
        yield shown
    finally:
        process.kill()
        process.wait()
        shown.vanish()


def ends(window: Window) -> dict[str, Callable[[], None]]:
    return {
        "Ctrl-C": lambda: window.type("\x03"),
        "SIGTERM": lambda: window.process.send_signal(signal.SIGTERM),
        "SIGHUP": lambda: window.process.send_signal(signal.SIGHUP),
    }


@pytest.mark.parametrize(("how", "code"), [("Ctrl-C", 0), ("SIGTERM", 128 + 15), ("SIGHUP", 128 + 1)])
def test_however_it_ends_the_terminal_is_restored_and_the_game_saved(tmp_path: Path, how: str, code: int) -> None:
    with window(tmp_path, "play", "--me", "Ana", "--bots", "random") as terminal:
        terminal.see("You", "Round 1")
        ends(terminal)[how]()
        assert terminal.end() == code
        assert terminal.is_restored
        assert "Traceback" not in terminal.raw
        assert "tortuga resume tortuga-" in terminal.raw
    saved = tortuga("resume", "--list", TORTUGA_HOME=str(tmp_path)).stdout.split()
    assert len(saved) == 1
    assert saved[0] in terminal.raw


def test_whoever_was_stopped_takes_the_terminal_back(tmp_path: Path) -> None:
    with window(tmp_path, "play", "--me", "Ana", "--bots", "random") as terminal:
        terminal.see("You", "Round 1")
        raw = terminal.modes
        assert raw != terminal.before
        terminal.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED)
        terminal.modes = terminal.before  # as a shell does
        terminal.clear()
        terminal.process.send_signal(signal.SIGCONT)
        terminal.see("You", "Round 1")
        assert terminal.modes == raw
        terminal.type("?")
        terminal.see("Help")
        terminal.type("\x03")
        assert terminal.end() == 0
        assert terminal.is_restored


def test_a_terminal_that_is_closed_is_nobodys_mistake_and_the_game_is_saved(tmp_path: Path) -> None:
    with window(tmp_path, "play", "--me", "Ana", "--bots", "random") as terminal:
        terminal.see("You", "Round 1")
        terminal.vanish()
        assert terminal.process.wait(PATIENCE_S) == 128 + signal.SIGHUP
    assert not list(tmp_path.glob("logs/report-*"))
    assert len(tortuga("resume", "--list", TORTUGA_HOME=str(tmp_path)).stdout.split()) == 1


def test_bots_go_with_a_program_that_is_killed_and_come_back_with_it(tmp_path: Path) -> None:
    bots = Home(tmp_path / "bots" / "0")
    with window(tmp_path, "play", "--me", "Ana", "--bots", "random") as terminal:
        terminal.see("You", "Round 1")
        with pytest.raises(BadInput, match="another tortuga program"):
            bots.identity("bot")
        terminal.process.kill()
        terminal.until(lambda: not is_taken(bots), "the end of the bot")
    with window(tmp_path, "resume", "--me", "Ana") as terminal:
        terminal.see("You", "Round 1", "1 of 1 linked")
        terminal.type("\x03")
        assert terminal.end() == 0


def is_taken(home: Home) -> bool:
    """Whether another program uses the key of a bot; asked in one of its own, for it would be ours from then on."""
    code = "from tortuga_p2p.node.home import default_home; default_home().identity('bot')"
    asked = subprocess.run((sys.executable, "-c", code), env=environment(TORTUGA_HOME=str(home.path)), **QUIET)
    return asked.returncode != 0


def test_a_second_program_with_the_same_key_says_so_in_a_sentence(tmp_path: Path) -> None:
    with window(tmp_path, "play", "--me", "Ana", "--bots", "random") as first:
        first.see("You", "Round 1")
        with window(tmp_path, "play", "--me", "Ana", "--bots", "random") as second:
            assert second.end() == 2
            assert "another tortuga program on this machine is using your key" in second.raw.replace("\r\n", " ")
            assert OTHER_SCREEN not in second.raw
    assert not list(tmp_path.glob("logs/report-*")), "a mistake of a person is no mistake of the program"


def test_a_game_goes_on_where_it_was_left_with_its_bots(tmp_path: Path) -> None:
    with window(tmp_path, "play", "--me", "Ana", "--bots", "random") as terminal:
        terminal.see("Which dice do you take?", "Enter seal")
        terminal.resize(20, 5)
        terminal.see("This terminal has")
        terminal.resize(80, 24)
        terminal.see("Which dice do you take?", "Enter seal")
        dice = next(line for line in terminal.text.splitlines() if line.startswith("dice"))
        terminal.type("\x03")
        assert terminal.end() == 0
    with window(tmp_path, "resume", "--me", "Ana") as terminal:
        terminal.see("Which dice do you take?", dice)
        terminal.until(lambda: "1 of 1 linked" in terminal.text, "the bot is back")

        def goes_on() -> bool:
            sleep(2 * SETTLE_S)  # an Enter that comes too early is not taken, and makes the question wait anew
            terminal.type("\r")
            return dice not in terminal.text

        terminal.until(goes_on, "the next roll")
        terminal.type("\x03")
        assert terminal.end() == 0


def test_a_first_start_asks_for_a_name_and_offers_a_voyage_and_one_key_plays(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("discovery = false\n")  # tests ask nobody on the network
    with window(tmp_path) as terminal:
        terminal.see("What is your name?")
        terminal.type("Ana\r")
        terminal.see("Have you played Tortuga before?", "I know Tortuga")
        terminal.type("\x1b[B\r")
        terminal.see("Ahoy, Ana", "Play Tortuga now")
        terminal.type("\r")
        terminal.see("You")
        terminal.type("\x03")
        assert terminal.end() == 0
        assert terminal.is_restored
    with window(tmp_path) as terminal:
        terminal.see("Ahoy, Ana", "Play Tortuga now")
        terminal.type("q")
        assert terminal.end() == 0
        assert terminal.is_restored
