"""`tortuga replay` as a user runs it: on the screen through a pipe and in a real terminal, and as text."""

from __future__ import annotations

import os
import re
import signal
from io import StringIO
from typing import TYPE_CHECKING

import pytest
import trio

from tests.replay.films import film, replay, spoiled
from tests.shell import terminal, tortuga
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.cli import main
from tortuga_p2p.commands.terminal import Progress
from tortuga_p2p.ui.replay.leafing import SPEEDS
from tortuga_p2p.ui.replay.model import ReplayModel
from tortuga_p2p.ui.replay.screen import LeafScreen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tortuga_p2p.ui.app import App

    Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("films") / "game.tortuga"
    path.write_bytes(film(2, toy=False))
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command in this process: exit code, what it said, what it complained about."""
    return lambda *words: (main(["replay", *words]), *capsys.readouterr())


def show(model: ReplayModel) -> Callable[[App], None]:
    return lambda app: app.push(LeafScreen(model, app))


def test_keys_reach_the_reel_and_the_screen_shows_it() -> None:
    model = ReplayModel(replay())

    async def body(terminal: Terminal) -> None:
        terminal.press("right", "right", "down", "2", "r", "right", "\t", "w")
        await terminal.see("Tortuga: round 2, ", "Why it came out like this")
        assert terminal.lines[-2].startswith("Verified: Finished and honest")

    drive(show(model), body)
    assert (model.at, model.seat, model.page) == (model.replay.rounds[1] + 1, 0, "why")


def test_a_reel_that_plays_turns_its_leaves_by_itself() -> None:
    model = ReplayModel(replay(), at=len(replay().frames) - 3)
    model.speed = len(SPEEDS) - 1

    async def body(terminal: Terminal) -> None:
        terminal.press("space")
        await terminal.until(lambda: model.at == len(model.replay.frames) - 1, "the last frame")

    drive(show(model), body)
    assert not model.playing


class Screen(StringIO):
    """A stream that says it is a terminal, and keeps whatever is drawn over."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_long_file_shows_on_a_terminal_that_it_is_being_read(
    file: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Screen()
    monkeypatch.setattr(Progress, "REDRAW_S", 0.0)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    assert main([command, str(file)]) == 0
    capsys.readouterr()
    counted = [int(number) for number in re.findall(r"(\d+) steps", screen.getvalue())]
    assert counted[0] == 0
    assert counted[-1] > 20
    assert counted == sorted(counted)
    assert screen.getvalue().endswith(Progress.CLEAR), "nothing of it stays"


@pytest.mark.parametrize("key", ["q", "escape", "ctrl-c"])
def test_leaving_ends_the_replay(key: str) -> None:
    async def body(terminal: Terminal) -> None:
        terminal.press(key)
        await trio.sleep_forever()

    assert drive(show(ReplayModel(replay())), body) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_killed_replay_gives_the_terminal_back(file: Path, number: int) -> None:
    with terminal("replay", str(file)) as screen:
        screen.wait_for(lambda text: " leave" in text)
        os.kill(screen.pid, number)
        code, _ = screen.end()
    assert code == 128 + number
    assert screen.screen.rstrip().endswith("\x1b[?25h") or "\x1b[?1049l" in screen.screen


def test_text_tells_the_whole_game(file: Path, run: Run) -> None:
    done = tortuga("replay", str(file))  # a pipe is reason enough
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Tortuga: ")
    for words in ("Round 1 begins", "All dice are placed", " wins with ", "honest: tortuga"):
        assert words in done.stdout
    assert done.stdout.isascii()
    assert run("--text", str(file)) == (0, done.stdout, "")


def test_text_can_begin_later_and_explain(file: Path, run: Run) -> None:
    _code, late, _trouble = run(str(file), "--from-round", "3", "--seat", "1")
    assert "Round 2 begins" not in late
    assert "Round 3 begins" in late
    assert " You " in late
    _code, why, _trouble = run(str(file), "--why")
    assert "    | Beacon 2: " in why
    assert "its secret is" in why


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--seat", "2"], "--seat takes a whole number from 0 to 1"),
        (["--seat", "x"], "--seat takes a whole number"),
        (["--from-round", "0"], "--from-round takes a whole number from 1"),
    ],
)
def test_a_wrong_argument_is_named(file: Path, run: Run, words: list[str], complaint: str) -> None:
    code, _said, trouble = run(str(file), *words)
    assert code == 2
    assert complaint in trouble


def test_what_is_not_verified_is_not_shown_and_the_exit_code_says_so(file: Path, tmp_path: Path, run: Run) -> None:
    bad = tmp_path / "bad.tortuga"
    bad.write_bytes(spoiled(file.read_bytes()))
    code, said, _trouble = run(str(bad))
    assert code == 1
    assert "NOT VERIFIED and not shown" in said
    assert "wins with" not in said


@pytest.mark.parametrize("content", [b"", b"not a transcript at all"])
def test_what_is_no_transcript_is_refused_in_one_line(tmp_path: Path, run: Run, content: bytes) -> None:
    path = tmp_path / "bad.tortuga"
    path.write_bytes(content)
    code, said, trouble = run(str(path))
    assert (code, said, trouble.count("\n")) == (2, "", 1)


def test_a_file_that_is_not_there_is_refused(run: Run) -> None:
    code, said, trouble = run("no-such-file.tortuga")
    assert (code, said, trouble.count("\n")) == (2, "", 1)
