"""Bots from elsewhere: programs that talk in lines, and Python through an entry point."""

from __future__ import annotations

import os
import select
import shlex
import signal
import sys
from gc import collect
from importlib.metadata import EntryPoint
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import pytest

from tests.shell import TIMEOUT_S, in_front, tortuga
from tests.shell import TORTUGA as COMMAND
from tortuga_p2p.bots import dialogue, program, registry
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.match import Match
from tortuga_p2p.bots.program import Program
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games import load
from tortuga_p2p.rules.local_table import LocalTable

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
            "which is none of the moves it was offered",
        ),
        (
            "print('ready')\nfor line in sys.stdin:\n"
            "    if line[:2] == 'go': sys.stdout.buffer.write(b'best \\xff\\n')",
            "which is none of the moves it was offered",
        ),
    ],
    ids=["ends at once", "ends later", "illegal move", "no text"],
)
def test_a_program_at_fault_is_named_in_one_sentence(tmp_path: Path, body: str, complaint: str) -> None:
    bot = script(tmp_path, body)
    with pytest.raises(BadInput, match=complaint):
        ask(bot)
    bot.close()


READY = "print('ready', flush=True)"


@pytest.mark.parametrize(
    ("limit", "bound", "body", "complaint"),
    [
        ("PROGRAM_START_S", 0.2, "sys.stdin.read()", r"has not said 'ready' for 0\.2 seconds"),
        ("PROGRAM_REPLY_S", 0.2, f"{READY}\nsys.stdin.read()", r"has not said 'best' for 0\.2 seconds"),
        ("PROGRAM_LINES_MAX", 50, "while True: print('info hm')", "talks without end: more than 50 lines"),
        ("PROGRAM_LINES_MAX", 50, f"{READY}\nwhile True: print('info hm')", "talks without end: more than 50 lines"),
    ],
    ids=["silent at first", "silent when asked", "floods at first", "floods when asked"],
)
def test_a_program_that_never_answers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, bound: float, body: str, complaint: str
) -> None:
    for module in (program, dialogue):
        monkeypatch.setattr(module, limit, bound, raising=False)
    bot = script(tmp_path, body)
    with pytest.raises(BadInput, match=complaint):
        ask(bot)
    bot.close()


def test_a_program_that_does_not_read_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question may be longer than what a pipe holds."""
    monkeypatch.setattr(program, "PROGRAM_REPLY_S", 0.2)
    monkeypatch.setattr(TORTUGA, "position_text", lambda state: "x" * 1_000_000, raising=False)
    bot = script(tmp_path, f"import time\n{READY}\nwhile True: time.sleep(9)")
    with pytest.raises(BadInput, match="has not said 'best'"):
        ask(bot)
    bot.close()


def test_what_a_program_says_unasked_is_bounded_and_no_answer_to_a_later_question(tmp_path: Path) -> None:
    bot = script(
        tmp_path,
        f"{READY}\nmoves = []\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('move '): moves.append(line[5:].strip())\n"
        "    if line.startswith('go'): print('best', moves[0] + '\\nbest fly away'); moves = []",
    )
    first = ask(bot)
    assert bot._dialogue is not None
    while bot._dialogue._ear.lines.empty():
        pass  # until the second answer has come
    assert ask(bot) == first
    bot.close()


class Leftover:
    """A shell script that leaves a program of its own behind; as long as one of the two lives, a pipe is open."""

    def __init__(self, folder: Path) -> None:
        self.path, fifo = folder / "bot.sh", folder / "fifo"
        os.mkfifo(fifo)
        self._out = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        self.path.write_text(
            f"#!/bin/sh\nexec 9>{shlex.quote(str(fifo))}\nsleep 600 &\necho here >&9\n. {EXAMPLES / 'parrot.sh'}\n"
        )
        self.path.chmod(0o755)

    def has_begun(self) -> None:
        assert self._read() == b"here\n"

    def has_ended(self) -> None:
        while self._read():
            pass
        os.close(self._out)

    def _read(self) -> bytes:
        assert select.select([self._out], [], [], TIMEOUT_S)[0], "somebody is left who holds the pipe"
        return os.read(self._out, 99)


@pytest.mark.parametrize("way", ["closed", "forgotten", "at fault"])
def test_what_a_program_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    left = Leftover(tmp_path)
    bot = Program(TORTUGA, 2, str(left.path))
    ask(bot)
    left.has_begun()
    if way == "closed":
        bot.close()
    elif way == "at fault":
        monkeypatch.setattr(program, "PROGRAM_REPLY_S", -1)
        with pytest.raises(BadInput, match="has not said"):
            ask(bot)
    else:
        del bot
        collect()
    left.has_ended()


ASKING = """
import sys
from tests.bots.test_program import ask, TORTUGA, Program
bot = Program(TORTUGA, 2, sys.argv[1])
ask(bot)
sys.stdin.read()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda one: one.name)
def test_a_program_ends_with_whoever_asks_it(tmp_path: Path, how: signal.Signals) -> None:
    left = Leftover(tmp_path)
    with in_front(sys.executable, "-c", ASKING, str(left.path)) as asker:
        left.has_begun()
        os.killpg(asker.pid, how)  # as a terminal does it: Ctrl-C is for all of the group
        left.has_ended()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_the_arena_ends_its_programs(tmp_path: Path, jobs: str) -> None:
    left = Leftover(tmp_path)
    words = ("arena", "--seats", f"program:{left.path},random", "--games", "100000", "--jobs", jobs)
    with in_front(*COMMAND, *words) as arena:
        left.has_begun()
        os.killpg(arena.pid, signal.SIGINT)
        assert arena.wait(TIMEOUT_S) == 130
        left.has_ended()


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
