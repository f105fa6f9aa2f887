"""Bots from elsewhere: programs that talk in lines, and Python through an entry point."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import pytest

from tests.shell import tortuga
from tortuga_p2p.bots import registry
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.match import Match
from tortuga_p2p.bots.program import Program
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games import load
from tortuga_p2p.rules.table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Callable

TORTUGA = load("tortuga")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SHELL = f"program:{EXAMPLES / 'parrot.sh'}"


def ask(bot: Any) -> object:
    """The bot's answer to the first decision of a game."""
    table = LocalTable.new(TORTUGA, 2, {}, SeededDraw(1))
    while not (len(moves := table.moves(0)) and table.state.phase == 3):
        table.step()
    return bot.choose(table.view(0), moves, SeededDraw(2))


def script(tmp_path: Path, body: str) -> Program:
    file = tmp_path / "bot.py"
    file.write_text(f"import sys\n{body}\n")
    return Program(TORTUGA, 2, f"{sys.executable} -u {file}")


def test_the_example_in_shell_plays_whole_games() -> None:
    match = Match(TORTUGA, (SHELL, "random"), {}, 5)
    records = [match.play(number, match.bots()) for number in range(2)]
    assert [record.number for record in records] == [0, 1]


def test_the_example_in_python_plays_whole_games_through_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    parrot = run_path(str(EXAMPLES / "parrot.py"))["Parrot"]

    class Point(EntryPoint):
        def load(self) -> Callable[..., Any]:
            return parrot  # type: ignore[no-any-return]

    points = {"parrot": Point("parrot", "examples.parrot:Parrot", registry.GROUP)}
    monkeypatch.setattr(registry, "_installed", lambda: points)
    assert "parrot" in registry.names(TORTUGA)
    match = Match(TORTUGA, ("parrot", "random"), {}, 5)
    assert match.play(0, match.bots()).number == 0


def test_a_bot_of_another_package_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {"ghost": EntryPoint("ghost", "no_such_package:Ghost", registry.GROUP)}
    monkeypatch.setattr(registry, "_installed", lambda: points)
    with pytest.raises(BadInput, match="'ghost' of no_such_package:Ghost cannot be made"):
        registry.make(TORTUGA, 2, "ghost")


def test_lines_that_are_not_known_are_passed_over(tmp_path: Path) -> None:
    bot = script(
        tmp_path,
        "print('hello world'); print('id x'); print('ready')\n"
        "moves = []\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('move '): moves.append(line[5:].strip())\n"
        "    if line.startswith('go'): print('info hm'); print(); print('best', moves[0])",
    )
    assert ask(bot) == ask(bot)
    bot.close()


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("", "has ended"),
        ("print('ready')", "has ended"),
        (
            "print('ready')\nfor line in sys.stdin:\n    if line[:2] == 'go': print('best fly away')",
            "none of the moves",
        ),
        (
            "print('ready')\nfor line in sys.stdin:\n"
            "    if line[:2] == 'go': sys.stdout.buffer.write(b'best \\xff\\n')",
            "none of the moves",
        ),
    ],
    ids=["ends at once", "ends later", "illegal move", "no text"],
)
def test_a_program_at_fault_is_named_in_one_sentence(tmp_path: Path, body: str, complaint: str) -> None:
    bot = script(tmp_path, body)
    with pytest.raises(BadInput, match=complaint):
        ask(bot)
    bot.close()


def test_a_silent_program_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tortuga_p2p.bots.program.PROGRAM_START_S", 0.2)
    bot = script(tmp_path, "sys.stdin.read()")
    with pytest.raises(BadInput, match=r"not said 'ready' for 0\.2 seconds"):
        ask(bot)
    bot.close()


def test_a_program_that_talks_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tortuga_p2p.bots.program.PROGRAM_START_S", 0.5)
    bot = script(tmp_path, "import time\nwhile True: print('info hm'); time.sleep(0.01)")
    with pytest.raises(BadInput, match=r"not said 'ready' for 0\.5 seconds"):
        ask(bot)
    bot.close()


def test_a_command_that_does_not_exist_is_bad_input() -> None:
    with pytest.raises(BadInput, match="cannot be started"):
        ask(Program(TORTUGA, 2, "/no/such/program"))
    with pytest.raises(BadInput, match="needs a command"):
        registry.make(TORTUGA, 2, "program:")
    with pytest.raises(BadInput, match="No closing quotation"):
        registry.make(TORTUGA, 2, "program:'bot of mine")


def test_the_arena_takes_a_program() -> None:
    done = tortuga("arena", "--seats", f"{SHELL},random", "--games", "2", "--seed", "1", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_at_fault_ends_the_arena_with_one_sentence(jobs: str) -> None:
    done = tortuga("arena", "--seats", "program:/no/such/program,random", "--games", "2", "--jobs", jobs)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tortuga arena: the bot program '/no/such/program' cannot be started")
    assert len(done.stderr.splitlines()) == 1
