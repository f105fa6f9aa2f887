"""Somebody must go: their program plays on, the terminal is closed, and they come back in another one.

Real programs in real terminals. A window of tmux is closed with what runs in it, which hangs up its terminal, as
closing a window of a desktop or a broken connection does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.test_tmux import Person, until
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None or not Path("/proc/self/stat").exists(), reason="needs tmux and /proc"
)
TICKS_PER_S = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Callable[[str, str], Person]]:
    """Opens a window with a command of somebody's in it, always on the same files of theirs."""
    with tempfile.TemporaryDirectory(prefix="tmux") as folder:
        socket = f"{folder}/socket"

        def opened(name: str, command: str) -> Person:
            return Person(socket, name, tmp_path / name.partition("-")[0], *command.split())

        try:
            yield opened
        finally:
            subprocess.run(("tmux", "-S", socket, "kill-server"), capture_output=True, check=False)
            for journal in tmp_path.glob("*/games/*.journal"):
                with suppress(ProcessLookupError, StopIteration):
                    os.kill(next(iter(holders(journal))), 15)


def holders(path: Path) -> set[int]:
    """The processes that have a file open."""
    found = set()
    for place in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):
            if place.readlink() == path:
                found.add(int(place.parts[2]))
    return found


def spent_s(pid: int) -> float:
    """The time a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def terminal_of(pid: int) -> list[str]:
    return [os.readlink(f"/proc/{pid}/fd/{number}") for number in (0, 1, 2)]


def board_of(person: Person) -> str:
    """Whom the board names; below it the log still tells who decided what."""
    return "\n".join(person.screen.splitlines()[:4])


def journal_of(home: Path) -> Path:
    return next((home / "games").glob("*.journal"))


def end_of(home: Path) -> Path:
    """The file of a game, once it is over for whoever lives there."""
    games = home / "games"
    until(lambda: not [*games.glob("*.journal")], lambda: f"still played: {[*games.iterdir()]}")
    return next(games.glob("*.tortuga"))


@pytest.mark.parametrize("mode", ["", "--plain"])
def test_a_closed_terminal_stops_nothing_and_the_seat_is_taken_back_from_another(
    window: Callable[[str, str], Person], tmp_path: Path, mode: str
) -> None:
    ana = window("Ana", f"host --game cartagena --seats 2 --listen 127.0.0.1 {mode}")
    where = ana.see("127.0.0.1:").partition("127.0.0.1:")[2].split()[0].strip(".,")
    ben = window("Ben", f"join 127.0.0.1:{where}")
    ben.see("sit down")
    ben.press("Enter")
    ben.see("turn 1", "Ana")
    journal = journal_of(tmp_path / "Ana")
    if mode:
        ana.see("You are Ana")
        ana.type("autopilot")
        ana.press("Enter")
    else:
        ana.see("leave")
        ana.press("q")
        ana.see("let your program play on")
        ana.press("a")
    ana.see("Your program plays for you")
    ben.see("Ana (bot)")
    (pid,) = holders(journal)
    ana.close()
    until(lambda: terminal_of(pid) == ["/dev/null"] * 3, lambda: f"{terminal_of(pid)}")
    ben.press("q")  # Ben lets his program play, too: the two programs go on by themselves
    ben.see("let your program play on")
    ben.press("a")
    ben.see("Your program plays for you")
    before_s, size = spent_s(pid), journal.stat().st_size
    until(lambda: journal.stat().st_size > size + 4_000, lambda: f"nothing happens:\n{ben.screen}")
    assert spent_s(pid) - before_s < 60, "it works, and does not spin"
    assert "away" not in ben.screen
    back = window("Ana-again", f"resume {mode}")
    back.see("What do you do?" if mode else "leave")
    until(lambda: holders(journal) and pid not in holders(journal), lambda: f"{pid} still has it")
    until(lambda: "Ana (bot)" not in board_of(ben), lambda: f"shown as a bot:\n{ben.screen}")
    if mode:
        back.type("autopilot")
        back.press("Enter")
    else:
        back.press("q")
        back.see("let your program play on")
        back.press("a")
    back.see("Your program plays for you")
    files = [end_of(tmp_path / name) for name in ("Ana", "Ben")]
    assert files[0].read_bytes() == files[1].read_bytes()
    finding = verify(files[0].read_bytes())
    assert finding.outcome is Outcome.HONEST
    assert all(tally.by_program for tally in finding.helms)


def test_a_game_that_somebody_plays_is_not_taken_away(window: Callable[[str, str], Person]) -> None:
    ana = window("Ana", "play --game cartagena --bots random")
    ana.see("turn 1")
    other = window("Ana-again", "resume")
    other.see("is being played in another", "left with code 2")
    assert "another terminal" not in ana.screen


def test_a_program_without_a_terminal_ends_when_the_game_does(
    window: Callable[[str, str], Person], tmp_path: Path
) -> None:
    ana = window("Ana", "play --game cartagena --bots random")
    ana.see("turn 1")
    ana.press("q")
    ana.see("let your program play on")
    ana.press("a")
    ana.see("Your program plays for you")
    (pid,) = holders(journal_of(tmp_path / "Ana"))
    ana.close()
    file = end_of(tmp_path / "Ana")
    assert verify(file.read_bytes()).outcome is Outcome.HONEST
    until(lambda: not Path(f"/proc/{pid}").exists(), lambda: f"{pid} has not ended")
