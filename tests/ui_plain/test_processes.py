"""Two people's programs over loopback, each driven by a script through pipes, from the command line to the standing."""

from __future__ import annotations

import os
import pty
import pwd
import re
import signal
import socket
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.shell import ROOT, TIMEOUT_S, TORTUGA, environment, terminal, tortuga

if TYPE_CHECKING:
    from collections.abc import Iterator


def has_ipv6() -> bool:
    with suppress(OSError), socket.socket(socket.AF_INET6) as one:
        one.bind(("::1", 0))
        return True
    return False


LOCAL = ("--plain", "--listen", "127.0.0.1")
SCRIPT = "1\n" * 600  # the first choice, whatever is asked


class Program:
    """A program of ours, whose words are taken as they come: a full pipe would stop it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._lines: Queue[str | None] = Queue()
        self.said = ""
        Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_to_hear(self, words: str) -> str:
        """The first line with these words that was not heard before."""
        while (line := self._lines.get(timeout=TIMEOUT_S)) is not None:
            self.said += line
            if words in line:
                return line
        raise AssertionError(f"ended without saying {words!r}:\n{self.said}")

    def type(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def end(self) -> int:
        """Its exit code, when it has said everything."""
        while (line := self._lines.get(timeout=TIMEOUT_S)) is not None:
            self.said += line
        return self._process.wait(TIMEOUT_S)


@contextmanager
def running(folder: Path, name: str, *words: str, script: str = SCRIPT, at: str = "127.0.0.1") -> Iterator[Program]:
    """A program of ours; its script is written at once and waits for its questions. Errors are among what it says."""
    process = subprocess.Popen(
        (*TORTUGA, *words, "--plain", "--listen", at, "--me", name),
        env=environment(TORTUGA_HOME=str(folder / name)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    program = Program(process)
    try:
        program.type(script)
        yield program
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()


def port_of(host: Program) -> str:
    """Where a table is open, as its host says."""
    return host.wait_to_hear(" is open at ").rpartition(":")[2].strip(".\n")


def standing(program: Program) -> list[str]:
    """The points, by place: everybody is "you" to themselves."""
    told = re.findall(r"^Final standing: .*$", program.said, re.MULTILINE)
    return [", ".join(re.findall(r" (\d+)", line)) for line in told]


def standing_file(program: Program) -> str:
    """The name of the file of the game that was finished."""
    found = re.search(r"tortuga verify \S+/(\S+)$", program.said, re.MULTILINE)
    assert found is not None
    return found[1]


def test_two_people_play_a_whole_game_through_pipes_and_sit_down_for_a_rematch(tmp_path: Path) -> None:
    script = f"rematch\n{SCRIPT}"
    with (
        running(tmp_path, "Ana", "host", "--seats", "2", "--hidden", script=script) as host,
        running(tmp_path, "Ben", "join", f"127.0.0.1:{port_of(host)}", script=script) as guest,
    ):
        for program in (host, guest):
            program.wait_to_hear("To look at it again, with the reason for everything: tortuga replay ")
            program.wait_to_hear("Playing again: the game begins when everybody is back.")
            program.wait_to_hear("Round 1 begins")
            program.signal(signal.SIGTERM)
        assert (guest.end(), host.end()) == (128 + signal.SIGTERM, 128 + signal.SIGTERM)
        assert all("The game is saved. Resume it with" in program.said for program in (host, guest))
    assert len(standing(host)) == 1
    assert standing(host) == standing(guest)
    game = standing_file(host)
    files = [tmp_path / name / "games" / game for name in ("Ana", "Ben")]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert tortuga("verify", str(files[0])).returncode == 0
    assert tortuga("replay", str(files[1])).returncode == 0


def test_a_person_who_quits_resumes_with_the_very_command_that_was_told(tmp_path: Path) -> None:
    with running(tmp_path, "Ana", "host", "--seats", "2", "--hidden") as host:
        with running(tmp_path, "Ben", "join", f"127.0.0.1:{port_of(host)}", script="do\ndo\nquit\n") as guest:
            words = guest.wait_to_hear("Resume it with: ").rpartition("tortuga resume ")[2]
            assert guest.end() == 0
        host.wait_to_hear("Ben is away.")
        with running(tmp_path, "Ben", "resume", words.strip()) as again:
            assert again.end() == 0
        assert host.end() == 0
    assert "You are back at the table of " in again.said
    assert "Ben is back." in host.said
    assert len(standing(host)) == 1
    assert standing(again) == standing(host)


@pytest.mark.parametrize(("number", "code"), [(2, 130), (15, 143), (1, 129)])
def test_a_signal_saves_the_game_and_says_how_to_go_on(tmp_path: Path, number: int, code: int) -> None:
    with running(tmp_path, "Ana", "play", "--bots", "random", script="") as person:
        person.wait_to_hear("Which dice do you take?")
        person.signal(number)
        assert person.end() == code
    assert re.search(r"The game is saved\. Resume it with: tortuga resume \S+$", person.said.strip())


def test_whoever_has_no_name_yet_is_asked_once_before_others_see_one(tmp_path: Path) -> None:
    """Not the name of this machine's user: that is nobody else's business, unless somebody says so."""
    words = ("play", "--plain", "--bots", "random")
    with terminal(*words, TORTUGA_HOME=str(tmp_path), USER="root1667", LOGNAME="root1667") as screen:
        screen.wait_for(lambda shown: "What should the others call you? (Enter for root1667)" in shown)
        screen.type("\u200b\n")
        screen.wait_for(lambda shown: shown.count("What should the others") == 2)
        assert "a name needs at least one visible letter" in screen.screen
        screen.type("Zoë\n")
        screen.wait_for(lambda shown: "You are Zoë." in shown)
        screen.type("quit\n")
        assert screen.end()[0] == 0
    assert 'name = "Zoë"' in (tmp_path / "settings.toml").read_text()
    with terminal(*words, TORTUGA_HOME=str(tmp_path)) as again:
        again.wait_for(lambda shown: "You are Zoë." in shown)
        again.type("quit\n")
        again.end()
    assert "What should" not in again.screen


def test_a_terminal_gets_a_prompt_and_no_cursor_control(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        (*TORTUGA, "play", "--bots", "random", *LOCAL, "--me", "Ana"),
        env=environment(TORTUGA_HOME=str(tmp_path)),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    shown = ""

    def wait(words: str) -> None:
        nonlocal shown
        while words not in shown:
            shown += os.read(master, 65_536).decode()

    try:
        wait("Which dice do you take?")
        wait("\r\n> ")
        os.write(master, b"board\n")
        wait("boat on box 3")
        os.write(master, b"quit\n")
        wait("tortuga resume ")
        assert process.wait(TIMEOUT_S) == 0
    finally:
        process.kill()
        process.wait()
        os.close(master)
    assert "\x1b" not in shown


def test_a_reader_that_went_away_ends_the_program_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        (*TORTUGA, "play", "--bots", "random", *LOCAL, "--me", "Ana"),
        env=environment(TORTUGA_HOME=str(tmp_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(SCRIPT.encode())
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(TIMEOUT_S) == 141


def break_the_voice(home: Path) -> subprocess.CompletedProcess[str]:
    broken = "from tortuga_p2p.ui.plain import commands; commands.reading = None; from tortuga_p2p.cli import main; "
    words = ["play", "--bots", "random", "--plain", "--me", "Ana"]
    return subprocess.run(
        [TORTUGA[0], "-c", f"{broken}raise SystemExit(main({words}))"],
        env=environment(TORTUGA_HOME=str(home)),
        input="again\nboard\n",
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )


def test_a_mistake_of_ours_is_one_line_and_a_report_and_the_game_is_saved(tmp_path: Path) -> None:
    """Whatever breaks, here the voice: nobody sees a traceback."""
    done = break_the_voice(tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    report = next((tmp_path / "logs").glob("report-*.txt"))
    assert f"A report is in {report}" in done.stdout
    assert "The game is saved. Resume it with: tortuga resume " in done.stdout
    assert "TypeError" in report.read_text()
    assert "Round 1 begins" in report.read_text()


def test_a_mistake_of_ours_without_room_for_a_report_is_one_line_and_the_game_is_saved(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("in the way of the folder")
    done = break_the_voice(tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert "your data folder takes no report" in done.stdout
    assert "The game is saved. Resume it with: tortuga resume " in done.stdout


def test_a_bot_that_cannot_sit_down_says_why(tmp_path: Path) -> None:
    keys = tmp_path / "Ana" / "bots" / "0" / "keys"
    keys.mkdir(parents=True)
    (keys / "bot.key").write_bytes(b"short")
    with running(tmp_path, "Ana", "play", "--bots", "random", script="") as ana:
        ana.end()
    assert f"Bonny could not sit down: your identity {keys}/bot.key is damaged" in " ".join(ana.said.split())


def test_a_data_folder_that_takes_no_bot_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "Ana").mkdir()
    (tmp_path / "Ana" / "bots").write_text("in the way of the folder")
    with running(tmp_path, "Ana", "play", "--bots", "random", script="") as ana:
        ana.end()
    assert f"{tmp_path}/Ana/bots/0 cannot be written" in " ".join(ana.said.split())
    assert not list(tmp_path.glob("Ana/logs/report-*"))


def test_whoever_said_no_name_is_called_as_this_machine_calls_him(tmp_path: Path) -> None:
    words, home = ("play", "--plain", "--bots", "random"), str(tmp_path)
    played = tortuga(*words, stdin="do\nquit\n", USER="", LOGNAME="", LNAME="", USERNAME="", TORTUGA_HOME=home)
    assert played.returncode == 0, played.stderr
    assert f"You are {pwd.getpwuid(os.getuid()).pw_name}." in played.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--me", "\u200b"), "a name needs at least one visible letter."),
        (("--out", "/dev/null/games"), "/dev/null/games cannot be created: Not a directory."),
    ],
)
def test_what_is_wrong_with_a_person_is_said_before_anything_is_opened(
    tmp_path: Path, words: tuple[str, str], sentence: str
) -> None:
    refused = tortuga("play", "--plain", *words, TORTUGA_HOME=str(tmp_path))
    assert (refused.returncode, refused.stderr) == (2, f"tortuga play: {sentence}\n")
    assert not list(tmp_path.glob("games/*"))


@pytest.mark.parametrize("said", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"game?" * 40])
def test_whoever_knocks_at_another_program_hears_no_code(tmp_path: Path, said: bytes) -> None:
    """It was told as "A frame of 1734439522 bytes was announced"."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    there, _address = door.accept()
                    with there:
                        there.sendall(said)

        Thread(target=answer, daemon=True).start()
        with running(tmp_path, "Ben", "join", f"127.0.0.1:{door.getsockname()[1]}", script="") as guest:
            assert guest.end() in (1, 2)
    assert "What answers there does not speak TLS: it is another program." in " ".join(guest.said.split())
    assert not re.search("(?i)frame|bytes|error|wrong.version", guest.said)


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6 address of its own")
def test_bots_find_a_table_that_listens_on_ipv6(tmp_path: Path) -> None:
    with running(tmp_path, "Ana", "play", "--bots", "random", at="::1") as ana:
        ana.wait_to_hear("Seats are drawn by lot")


def test_a_bot_that_complains_without_end_does_not_stop_the_game(tmp_path: Path) -> None:
    """More than a pipe holds: whoever brought the bot must keep listening."""
    noise = tmp_path / "noise.sh"
    complain = "        go) head -c 200000 /dev/zero >&2; echo"
    noise.write_text((Path(ROOT) / "docs/examples/parrot.sh").read_text().replace("        go) echo", complain))
    assert "head" in noise.read_text()
    with running(tmp_path, "Ana", "play", "--bots", f"program:sh {noise}", script="do\n") as person:
        person.wait_to_hear("You choose: ")
        person.wait_to_hear("Program Bonny ")  # it has answered, although it complained before
