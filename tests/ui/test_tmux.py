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
GAME_S = 1_200.0  # a whole game of a hundred questions, on a machine with ten other things to do
LOOK_S = 0.1
SETTLED_S = 0.3  # Enter counts for what has been on the screen for long enough, without another Enter; see PROGRAM
# The real program but for three things. Hiding that somebody had no choice takes seconds each time, half of the test.
# What moves does it for so long that whoever looks now and then sees it. And a question settles in far less time than
# lies between two Enters: a busy machine takes them late, and would call most of them too quick.
PROGRAM = """
from tortuga_p2p.ui.tavern import actions
from tortuga_p2p.commands import local_player
actions.FORCED_PAUSE_S = local_player.FORCED_PAUSE_S = 0.1
from tortuga_p2p.ui.table import running_game
running_game.SETTLE_S = 0.1
from tortuga_p2p.ui.widgets import motion
motion.HOP_S, motion.HOPS_MAX_S, motion.TOTAL_MAX_S = 0.5, 6.0, 6.0
from tortuga_p2p.cli import main
raise SystemExit(main([{words}]))
"""


class Person:
    """A window of tmux with somebody who plays in it."""

    def __init__(self, socket: str, name: str, home: Path, *arguments: str, paced: bool = False) -> None:
        self._tmux = ("tmux", "-S", socket)
        self.name = name
        home.mkdir(exist_ok=True)
        told = f'name = "{name}"\nanimation = {str(paced).lower()}\ndiscovery = false\n'
        (home / "settings.toml").write_text(told)
        program = PROGRAM.format(words=", ".join(f'"{word}"' for word in arguments))
        words = f"TORTUGA_HOME={home} {sys.executable} -c '{program}'; echo left with code $?; sleep 600"
        self.run("new-session", "-d", "-s", name, "-x", "80", "-y", "24", words)

    def close(self) -> None:
        """Closes the window, with whatever runs in it."""
        self.run("kill-session", "-t", self.name)

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


def until(happened: Callable[[], object], trouble: Callable[[], str], patience_s: float = PATIENCE_S) -> None:
    """What tmux shows can only be looked at."""
    end = monotonic() + patience_s
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


@pytest.mark.timeout(3 * GAME_S)
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed here")
def test_two_people_and_two_bots_from_the_tavern_to_the_final_scoring(
    people: tuple[Person, Person], tmp_path: Path
) -> None:
    ana, ben = people
    ana.see("Ahoy, Ana")
    ana.choose("Host a table")
    ana.see("Bots among them")
    # Four players, two of them bots, on this machine.
    ana.press("Right", "Down", "Right", "Right", "Down", "Down", "Down", "Down", "Down", "Down", "Right", "Enter")
    where = re.search(r"tortuga join (127\S+)", ana.see("1 seat is free", "open to this machine"))
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
        return press_and_look(people, "Enter").count("r rematch") == len(people)

    until(play, lambda: f"{ana.screen}\n{ben.screen}", GAME_S)
    for person in people:
        # "Ben wins with", "You win with" or "Ana and Ben share the victory with": chance is real here.
        assert re.search(r" (wins?|victory) with ", person.see("Verified: yes", "rematch"))
    games = [next((tmp_path / name / "games").glob("*.tortuga")) for name in ("ana", "ben")]
    assert games[0].read_bytes() == games[1].read_bytes()
    ben.press("r")  # once more; the guest may wish, the host opens the table
    ben.see("You want a rematch: waiting for Ana")
    ana.see("Ben wants a rematch")
    ana.press("r")  # and everybody who wished is back
    for person in people:
        person.see("You", "Round 1")
        person.press("C-c")
        person.see("tortuga resume", "left with code 0")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed here")
def test_a_table_with_motion_on_is_asked_why_and_left(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="tmux") as folder:
        socket = f"{folder}/socket"
        try:
            ana = Person(socket, "Ana", tmp_path / "ana", "play", "--game", "cartagena", paced=True)
            ana.see("Your turn: 3 actions left")
            ana.press("w")
            ana.see("Why it came out like this", "deeper: hashes")
            ana.press("d")
            ana.see("Why, to the last hash")
            ana.press("Escape")
            ana.see("Your turn: 3 actions left")
            pictures = {ana.screen}
            sleep(SETTLED_S)
            ana.press("Enter")

            def has_gone() -> bool:
                pictures.add(ana.screen)
                return "2 actions left" in ana.screen

            until(has_gone, lambda: ana.screen)

            def has_been_on_its_way() -> bool:
                """The next question is there at once; the pirate still goes to its place behind it."""
                pictures.add(ana.screen)
                return len(pictures) > 2

            until(has_been_on_its_way, lambda: "\n".join(sorted(pictures)))
            ana.press("q")
            ana.see("Leave the table?")
            ana.press("s")
            ana.see("tortuga resume", "left with code 0")
        finally:
            subprocess.run(("tmux", "-S", socket, "kill-server"), capture_output=True, check=False)
