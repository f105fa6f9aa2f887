"""Two people at their own terminals and two bots, from the tavern to the final scoring: as it is played."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from tests.shell import ROOT, environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE_S = 240.0
LOOK_S = 0.1
SETTLED_S = 0.55  # Enter counts for what has been on the screen for so long, without another Enter
# The real program but for one number: hiding that somebody had no choice takes seconds each time, half of the test.
PROGRAM = """
from tortuga_p2p.ui.tavern import actions
actions.FORCED_PAUSE_S = 0.1
from tortuga_p2p.cli import main
raise SystemExit(main([]))
"""


class Person:
    """A window of tmux with somebody who plays in it."""

    def __init__(self, socket: str, name: str, home: Path) -> None:
        self._tmux = ("tmux", "-S", socket)
        self.name = name
        home.mkdir()
        (home / "settings.toml").write_text(f'name = "{name}"\nanimation = false\ndiscovery = false\n')
        words = f"TORTUGA_HOME={home} {sys.executable} -c '{PROGRAM}'; echo left with code $?; sleep 600"
        self.run("new-session", "-d", "-s", name, "-x", "80", "-y", "24", words)

    def run(self, *words: str) -> str:
        found = subprocess.run(
            (*self._tmux, *words), cwd=ROOT, env=environment(), capture_output=True, text=True, check=True
        )
        return found.stdout

    @property
    def screen(self) -> str:
        return self.run("capture-pane", "-p", "-t", self.name)

    def press(self, *keys: str) -> None:
        self.run("send-keys", "-t", self.name, *keys)

    def type(self, text: str) -> None:
        self.run("send-keys", "-t", self.name, "-l", text)

    def see(self, *words: str) -> str:
        until(
            lambda: all(word in self.screen for word in words),
            lambda: f"{self.name} waits for {words}:\n{self.screen}",
        )
        return self.screen

    def choose(self, label: str) -> None:
        """The line of the menu that says this, wherever it stands."""
        line = re.search(rf"(\d) +{label}", self.see(label))
        assert line is not None
        self.press(line[1])


def press_and_look(people: tuple[Person, ...], key: str) -> str:
    """The same key for everybody, and all screens: in one go, for it is done often."""
    pressed = [word for person in people for word in ("send-keys", "-t", person.name, key, ";")]
    looked = [word for person in people for word in ("capture-pane", "-p", "-t", person.name, ";")]
    return people[0].run(*pressed, *looked[:-1])


def until(happened: Callable[[], object], trouble: Callable[[], str]) -> None:
    """What tmux shows can only be looked at."""
    end = monotonic() + PATIENCE_S
    while not happened():
        assert monotonic() < end, trouble()
        sleep(LOOK_S)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[tuple[Person, Person]]:
    with tempfile.TemporaryDirectory(prefix="tmux") as folder:  # `tmp_path` may be too long for a socket
        socket = f"{folder}/socket"
        try:
            yield Person(socket, "Ana", tmp_path / "ana"), Person(socket, "Ben", tmp_path / "ben")
        finally:
            subprocess.run(("tmux", "-S", socket, "kill-server"), capture_output=True, check=False)


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed here")
def test_two_people_and_two_bots_from_the_tavern_to_the_final_scoring(
    people: tuple[Person, Person], tmp_path: Path
) -> None:
    ana, ben = people
    ana.see("Ahoy, Ana")
    ana.choose("Host a table")
    ana.see("Bots among them")
    # Four players, two of them bots, on this machine.
    ana.press("Right", "Down", "Right", "Right", "Down", "Down", "Down", "Down", "Down", "Right", "Enter")
    where = re.search(r"only, at (\S+)", ana.see("1 seat is free", "Open to this machine"))
    assert where is not None
    ben.see("Ahoy, Ben")
    ben.choose("Join a table")
    ben.see("invitation")
    ben.type(where[1])
    ben.press("Enter")
    ben.see("a bot run by Ana", "Do you want to sit down")
    ben.press("Enter")
    ana.see("You", "Round 1")
    ben.see("You", "Round 1")
    ben.press("t")
    ben.type("Ahoy there")
    ben.press("Enter")
    ana.see("Ben: Ahoy there")

    def play() -> bool:
        """Both take the default of everything: Enter counts only for what stood there for a moment."""
        sleep(SETTLED_S)
        return press_and_look(people, "Enter").count("The game ended") == len(people)

    until(play, lambda: f"{ana.screen}\n{ben.screen}")
    for person in people:
        person.see("total", "wins", "Verified: yes", "rematch")
    games = [next((tmp_path / name / "games").glob("*.tortuga")) for name in ("ana", "ben")]
    assert games[0].read_bytes() == games[1].read_bytes()
    for person in (ben, ana):  # once more; the guest is there first, and waits
        person.press("r")
        person.see("Sitting down")
    ben.see("Do you want to sit down")
    ben.press("Enter")
    for person in people:
        person.see("You", "Round 1")
        person.press("C-c")
        person.see("tortuga resume", "left with code 0")
