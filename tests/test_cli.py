"""The command line, run as users run it: real processes, pipes and terminals."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.shell import TORTUGA, environment, terminal, tortuga
from tortuga_p2p import __version__
from tortuga_p2p.cli import main
from tortuga_p2p.commands import host
from tortuga_p2p.commands.catalogue import COMMANDS
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.games import load
from tortuga_p2p.net.address import Address
from tortuga_p2p.net.invitation import make_invitation

GAME = load("tortuga")
POSITION = GAME.position_text(GAME.setup(3, {}))
DICE = {letter: {"numbers": [1, 2, 3, 4, 5]} for letter in "ABCDE"}


def check_refused(run: subprocess.CompletedProcess[str], *words: str) -> None:
    """One clear line on stderr, exit code 2, and nothing else."""
    assert (run.returncode, run.stdout) == (2, ""), run.stderr
    assert len(run.stderr.splitlines()) == 1, run.stderr
    assert run.stderr.startswith("tortuga")
    assert run.stderr.endswith("\n")
    for word in words:
        assert word in run.stderr


# --- help --------------------------------------------------------------------------------------------------------


def test_the_console_script_is_this_command() -> None:
    (script,) = entry_points(group="console_scripts", name="tortuga")
    assert script.value == "tortuga_p2p.__main__:entry"
    assert callable(script.load())


def test_help_lists_every_command() -> None:
    for words in ([], ["--help"], ["-h"]):
        run = tortuga(*words)
        assert (run.returncode, run.stderr) == (0, "")
        assert all(f"\n  {name} " in run.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_examples(name: str) -> None:
    run = tortuga(name, "--help")
    assert (run.returncode, run.stderr) == (0, "")
    assert "examples:\n  tortuga " in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 80


def test_a_command_that_is_nearly_one_is_guessed() -> None:
    check_refused(tortuga("plya"), "did you mean 'play'?")
    check_refused(tortuga("xyzzy"), "choose from tavern, play")
    check_refused(tortuga("play", "--game", "cartagna"), "there is no game 'cartagna': did you mean 'cartagena'?")
    check_refused(tortuga("play", "--bots", "gready"), "Tortuga has no bot 'gready': did you mean 'greedy'?")
    check_refused(tortuga("config", "set", "nmae", "Ana"), "there is no setting 'nmae': did you mean 'name'?")
    check_refused(tortuga("watch", "--speed", "0"), "there is no speed '0': choose from slow")
    check_refused(tortuga("rules", "--chapter", "scorring"), "did you mean 'scoring'?")


def test_version() -> None:
    assert tortuga("--version").stdout == f"tortuga {__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    """Not a matter of taste: these cost more than all the rest of the start."""
    program = (
        "import sys\ntry:\n    from tortuga_p2p.cli import main; main(['--help'])\nfinally:\n    print(*sys.modules)"
    )
    run = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, check=True)
    loaded = set(run.stdout.splitlines()[-1].split())
    assert "tortuga_p2p.cli" in loaded
    heavy = {"trio", "asyncio", "prompt_toolkit", "cryptography", "msgpack", "openskill", "multiprocessing", "json"}
    assert not loaded & heavy
    ours = {name for name in loaded if name.startswith("tortuga_p2p")}
    light = {f"tortuga_p2p.commands.{name}" for name in ("catalogue", "code")}
    assert ours == {"tortuga_p2p", "tortuga_p2p.cli", "tortuga_p2p.commands", "tortuga_p2p.text", *light}


# --- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sail"], "sail"),
        (["--rum"], "--rum"),
        (["watch", "--rum"], "--rum"),
        (["watch", "--see", "7"], "--see"),
        (["watch", "--speed", "warp"], "warp"),
        (["watch", "--step"], "keyboard"),
        (["watch", "--step", "--speed", "fast"], "not allowed"),
        (["watch", "--seats", "greedy,admiral"], "'admiral'"),
        (["watch", "--seats", "greedy"], "2 to 4"),
        (["watch", "--seats", ""], "2 to 4"),
        (["watch", "--game", "ludo"], "'ludo'"),
        (["watch", "--game", "../tortuga"], "there is no game"),
        (["watch", "--seed", "-1"], "--seed"),
        (["watch", "--seed", "9" * 5000], "--seed"),
        (["watch", "--number", "x"], "--number"),
        (["watch", "--option", "dice"], "NAME=VALUE"),
        (["watch", "--option", "rum=yes"], "'rum'"),
        (["watch", "--option", "long=maybe"], "'maybe'"),
        (["watch", "--option", "long=yes", "--option", "long=no"], "twice"),
        (["watch", "--option", "dice=my.json"], "option 'dice' is read from a file: write dice=@FILE."),
        (["watch", "--option", "dice=@"], "cannot read"),
        (["watch", "--option", "dice=@nowhere.json"], "'nowhere.json': No such file"),
        (["watch", "--option", "dice=@."], "cannot read '.'"),
        (["watch", "--option", "dice={}"], "dice"),
        (["arena", "--seats", "greedy,random,random,random,random"], "2 to 4"),
        (["arena", "--seats", "greedy,montecarlo:soon"], "'soon'"),
        (["arena", "--games", "0"], "--games"),
        (["arena", "--games", "1_000"], "--games"),
        (["arena", "--jobs", "0"], "--jobs"),
        (["arena", "--jobs", "two"], "'two'"),
        (["arena", "7"], "7"),
        (["arena", "--teams", "greedy"], "two bots or more"),
        (["arena", "--teams", "greedy,nobody"], "'nobody'"),
        (["arena", "--teams", "greedy,random", "--players", "9"], "--players"),
        (["arena", "--players", "3"], "--teams"),
        (["arena", "--teams", "greedy,random", "--games", "2"], "no sides"),
        (["show"], "POSITION"),
        (["show", "rnbqkbnr/pppppppp/8"], "position"),
        (["show", "-"], "position"),
        (["show", "--names", "Ana,Ben", POSITION], "3 names"),
        (["check"], "FILE"),
        (["check", "nowhere.txt"], "nowhere.txt"),
        (["selfplay", "--seats", "random,random", "--out", "/dev/null"], "/dev/null cannot be created"),
        (["simulate", "--game", "os:path"], "there is no game 'os:path'"),
    ],
)
def test_bad_input_gets_one_line_and_code_2_and_writes_nothing(words: list[str], said: str, tmp_path: Path) -> None:
    check_refused(tortuga(*words, cwd=tmp_path), said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ({**DICE, "C": {"numbers": [1, 2, 3, 4]}}, "die C"),
        ({letter: DICE[letter] for letter in "ABCD"}, "die E"),
        ({**DICE, "A": {"numbers": [1, 2, 3, 4, 0]}}, "die A"),
        ({**DICE, "F": {"numbers": [1, 2, 3, 4, 5]}}, "'F'"),
    ],
)
def test_a_dice_file_with_a_wrong_face_is_refused(dice: dict[str, Any], said: str, tmp_path: Path) -> None:
    (tmp_path / "dice.json").write_text(json.dumps({"dice": dice}))
    check_refused(tortuga("watch", "--option", "dice=@dice.json", cwd=tmp_path), said)


@pytest.mark.parametrize(
    "text", [b"\xff\xfe", b"{" * 40, b"[" * 5000, b" " * 70_000], ids=["bytes", "json", "deep", "size"]
)
def test_a_file_that_is_no_dice_file_is_refused(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "dice.json").write_bytes(text)
    check_refused(tortuga("arena", "--option", "dice=@dice.json", cwd=tmp_path))


@pytest.mark.parametrize(
    "text", ["", "what a game that was\n", "case one\nsetup 9\n", f"case one\nposition {POSITION}\nmove 0 fly\n"]
)
def test_a_playthrough_that_does_not_parse_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(text)
    check_refused(tortuga("check", "game.txt", cwd=tmp_path), "game.txt")


def test_control_characters_of_the_user_never_reach_the_terminal() -> None:
    for words in (("watch", "--seats", "\x1b[2Jgreedy\nrandom"), ("\x1b]0;title\a",), ("watch", "--\x9bm\u202e")):
        run = tortuga(*words)
        check_refused(run)
        assert run.stderr[:-1].isprintable()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--out", "/dev/null"], "/dev/null cannot be created"),
        (["--log", "/dev/null/log"], "the log /dev/null/log cannot be written"),
        (["--key", "../../mine"], "--key takes a name"),
        (["--key", ".."], "--key takes a name"),
    ],
)
def test_a_bot_that_cannot_keep_its_files_says_which(words: list[str], said: str, tmp_path: Path) -> None:
    home = tmp_path / "a" / "home"
    check_refused(tortuga("bot", "--open", "2", "--listen", "127.0.0.1", *words, TORTUGA_HOME=str(home)), said)
    assert not list(tmp_path.glob("*.key"))


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["", "--version", "rules ships", "join --plain --listen 127.0.0.1 127.0.0.1:99999"])
def test_streams_that_are_closed_are_no_mishap(words: str, closed: str, tmp_path: Path) -> None:
    whole = tortuga(*words.split(), TORTUGA_HOME=str(tmp_path))
    run = subprocess.run(
        f"{shlex.join(TORTUGA)} {words} {closed}",
        shell=True,
        env=environment(TORTUGA_HOME=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == whole.returncode
    assert run.stdout in (whole.stdout, "")
    assert run.stderr in (whole.stderr, "")
    assert not list(tmp_path.glob("logs/report-*"))


# --- watch -------------------------------------------------------------------------------------------------------


def test_a_game_is_told_to_the_final_scoring_without_escape_codes() -> None:
    run = tortuga("watch", "--seats", "greedy,greedy,random", "--seed", "7")
    assert (run.returncode, run.stderr) == (0, "")
    assert "\x1b" not in run.stdout
    assert run.stdout.startswith("Tortuga, seed 7: greedy#1, greedy#2, random.\n")
    assert max(map(len, run.stdout.splitlines()[:-1])) <= 80
    assert "The game ended in round" in run.stdout
    rounds = [int(number) for number in re.findall(r"^Round (\d+)   ", run.stdout, re.M)]
    assert rounds == list(range(1, len(rounds) + 1)), "a board for every round"


def test_the_last_line_repeats_the_game() -> None:
    first = tortuga(
        "watch", "--seats", "random,greedy", "--preset", "long", "--number", "3", "--option", "dice=@-", stdin=""
    )
    check_refused(first, "cannot read '-'")  # there is no magic in file names
    first = tortuga("watch", "--seats", "random,greedy", "--preset", "long", "--number", "3")
    again = shlex.split(first.stdout.splitlines()[-1].partition(": ")[2])
    assert again[:2] == ["tortuga", "watch"]
    assert tortuga(*again[1:]).stdout == first.stdout
    other = tortuga("watch", "--seats", "random,greedy", "--preset", "long", "--number", "3")
    assert other.stdout != first.stdout, "without a seed every game is new"


@pytest.mark.parametrize("words", [("watch", "--seats", "greedy,random"), ("--help",)])
def test_a_reader_that_goes_away_ends_it_quietly(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run((*TORTUGA, *words), stdout=writer, stderr=subprocess.PIPE, env=environment(), check=False)
    os.close(writer)
    assert (run.returncode, run.stderr) == (141, b"")


@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "code"), [((), 0), (("rules",), 0), (("config",), 0), (("replay", "/none"), 2)])
def test_a_stream_that_is_closed_is_an_empty_one(
    closed: str, words: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    line = f"{shlex.join((*TORTUGA, *words))} {closed}"
    run = subprocess.run(
        line, shell=True, capture_output=True, env=environment(TORTUGA_HOME=str(tmp_path)), check=False
    )
    assert run.returncode == code
    assert b"went wrong" not in run.stderr
    assert not list(tmp_path.glob("logs/*"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_full_disk_is_said_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run((*TORTUGA, "--help"), stdout=full, stderr=subprocess.PIPE, env=environment(), check=False)
    assert run.returncode == 1
    assert run.stderr.startswith(b"tortuga: ")
    assert run.stderr.count(b"\n") == 1


def test_a_terminal_gets_colours_unless_they_are_not_wanted() -> None:
    game = ("watch", "--seats", "greedy,random", "--seed", "7", "--speed", "full")
    shown = []
    for words, no_color in ((game, ""), ((*game, "--plain"), ""), (game, "1")):
        with terminal(*words, no_color=no_color) as screen:
            code, _ = screen.end()
        assert code == 0
        shown.append(screen.screen)
    coloured, plain, bare = shown
    assert "\x1b[1mgreedy\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain == bare


def test_a_screen_of_few_letters_is_no_reason_to_fail() -> None:
    run = tortuga("arena", "--seats", "random,random", "--games", "2", PYTHONIOENCODING="ascii")
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("leave", ["q\n", "\x04"], ids=["q", "ctrl-d"])
def test_step_by_step_and_leave(leave: str) -> None:
    with terminal("watch", "--seats", "greedy,random", "--seed", "7", "--step", "--plain") as screen:
        screen.wait_for(lambda shown: shown.count("[Enter]") == 1)
        assert "Round 1 begins" not in screen.screen
        screen.type("\n")
        screen.wait_for(lambda shown: shown.count("[Enter]") == 2)
        assert "Round 1 begins" in screen.screen
        screen.type(leave)
        assert screen.end() == (0, "")
    assert "The game ended in round" not in screen.screen


def test_ctrl_c_ends_a_tale_with_one_line() -> None:
    with terminal("watch", "--seats", "greedy,random", "--speed", "slow", "--plain") as screen:
        screen.wait_for(lambda shown: "treasure tiles" in shown)
        screen.interrupt()
        code, _ = screen.end()
    assert code == 130
    assert screen.screen.endswith("\r\ntortuga watch: stopped.\r\n")
    assert "Traceback" not in screen.screen


# --- arena -------------------------------------------------------------------------------------------------------

FIELD = ("--seats", "greedy,random,random", "--seed", "7")


def test_the_same_seed_gives_the_same_table_whatever_the_number_of_jobs() -> None:
    found = []
    for jobs in "12":
        run = tortuga("arena", *FIELD, "--games", "31", "--jobs", jobs, "--json")
        assert (run.returncode, run.stderr) == (0, "")
        figures = json.loads(run.stdout)
        timing = figures.pop("timing")
        assert (timing["jobs"], len(timing["bots"])) == (int(jobs), 3)
        found.append(figures)
    assert found[0] == found[1]
    assert (found[0]["played"], found[0]["seed"], found[0]["game"]) == (31, 7, "tortuga")
    assert [bot["name"] for bot in found[0]["bots"]] == ["greedy", "random#1", "random#2"]
    assert sum(bot["win_rate"] for bot in found[0]["bots"]) == pytest.approx(1)


def test_the_table_is_for_reading_in_a_pipe() -> None:
    run = tortuga("arena", *FIELD, "--games", "6")
    assert (run.returncode, run.stderr) == (0, "")
    assert "\r" not in run.stdout
    assert "\x1b" not in run.stdout
    assert run.stdout.startswith("tortuga, seed 7: 6 games\n")
    assert re.search(r"^greedy +6 +0 +100\.0 \( *61\.0 -100\.0\)", run.stdout, re.M)
    assert re.search(r"^random#1 +median [0-9.]+ ms, 95 % below", run.stdout, re.M)


def test_the_long_variant_is_longer() -> None:
    short, long = (
        json.loads(tortuga("arena", *FIELD, "--games", "6", "--json", *more).stdout)
        for more in ((), ("--preset", "long"))
    )
    assert long["rounds"] > short["rounds"]
    assert long["options"] == {"long": 1}


def test_a_terminal_shows_a_progress_bar_and_wipes_it_away() -> None:
    with terminal("arena", *FIELD, "--games", "60", stdout_in_pipe=True) as screen:
        code, table = screen.end()
    assert code == 0
    assert screen.screen.startswith("\r\x1b[K[------------------------------] 0/60 games")
    assert screen.screen.endswith("\r\x1b[K")
    assert table.startswith("tortuga, seed 7: 60 games\n")
    assert "\x1b" not in table


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_with_what_was_played_so_far(jobs: str) -> None:
    with terminal("arena", *FIELD, "--games", "900000", "--jobs", jobs, stdout_in_pipe=True) as screen:
        screen.wait_for(lambda shown: re.search(r"\] [1-9]\d*/900000", shown))
        screen.interrupt()
        code, table = screen.end()
    assert code == 130
    assert "Traceback" not in screen.screen
    played = re.match(r"tortuga, seed 7: (\d+) games of 900000, then stopped\n", table)
    assert played, table
    assert int(played[1]) > 0
    assert re.search(r"^greedy +\d+ +\d+ ", table, re.M)


@pytest.mark.skipif(which("pgrep") is None, reason="needs a way to find the children of a process")
def test_a_process_that_somebody_kills_is_said_in_one_line() -> None:
    with terminal("arena", *FIELD, "--games", "900000", "--jobs", "2", stdout_in_pipe=True) as screen:
        screen.wait_for(lambda shown: re.search(r"\] [1-9]\d*/900000", shown))
        screen.kill_a_child("spawn_main")
        assert screen.end() == (1, "")
    assert screen.screen.endswith("\r\x1b[Ktortuga arena: a process of the arena was ended from outside.\r\n")


def test_ctrl_c_before_the_first_game_has_no_table_to_show() -> None:
    slow = ("arena", "--seats", "montecarlo:600000ms,random", "--games", "5", "--jobs", "2", "--seed", "1")
    with terminal(*slow, stdout_in_pipe=True) as screen:
        screen.wait_for(lambda shown: "0/5 games" in shown)
        screen.interrupt()
        code, table = screen.end()
    assert (code, table) == (130, "tortuga, seed 1: 0 games of 5, then stopped\n")
    assert "Traceback" not in screen.screen


# --- positions and stories ---------------------------------------------------------------------------------------


def test_a_position_is_drawn_from_its_line() -> None:
    by_argument = tortuga("show", "--names", "Ana,Ben,Cleo", POSITION)
    by_pipe = tortuga("show", "--names", "Ana,Ben,Cleo", "-", stdin=f"{POSITION}\n")
    assert (by_argument.returncode, by_argument.stderr) == (0, "")
    assert "Ana *" in by_argument.stdout
    assert "Cleo" in by_argument.stdout
    assert by_pipe.stdout == by_argument.stdout
    assert "seat 2" in tortuga("show", POSITION).stdout


def test_stories_that_hold_and_one_that_does_not(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(f"case setup\nsetup 3\nthen {POSITION}\n")
    (tmp_path / "bad.txt").write_text(f"case setup\nsetup 4\nthen {POSITION}\n")
    good = tortuga("check", "good.txt", cwd=tmp_path)
    assert (good.returncode, good.stderr) == (0, "")
    both = tortuga("check", "good.txt", "bad.txt", cwd=tmp_path)
    assert both.returncode == 1
    assert "bad.txt, line 3" in both.stderr


@pytest.mark.parametrize(
    ("typed", "words"), [("", "an empty password"), ("  ", "an empty password"), (None, "no password")]
)
def test_whoever_asks_for_a_password_gets_no_table_that_is_open_to_all(
    typed: str | None, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def getpass(prompt: str) -> str:
        if typed is None:
            raise EOFError
        return typed

    monkeypatch.setattr(host, "getpass", getpass)
    assert main(["host", "--password", "--me", "Ana"]) == 2
    assert words in capsys.readouterr().err


def test_a_terminal_that_only_has_lines_is_never_drawn_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path))
    with terminal("join", "127.0.0.1:1", "--me", "Ana", "--listen", "127.0.0.1", term="dumb") as shown:
        shown.wait_for(lambda screen: "Nobody answers at 127.0.0.1:1" in screen)
        assert "\x1b" not in shown.screen
        code, _ = shown.end()
    assert code == 1


def test_an_invitation_that_was_pasted_in_pieces_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = make_invitation(Identity.from_seed(bytes(32)).public, [Address("127.0.0.1", 1)]).code
    words = ("join", "tortuga", "join", code[:30], code[30:], "--me", "Ana", "--listen", "127.0.0.1")
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path))
    with terminal(*words, term="dumb") as shown:
        shown.wait_for(lambda screen: "Nobody answers at 127.0.0.1:1" in screen)
        assert shown.end()[0] == 1


def test_no_unfinished_game_is_an_empty_list_and_a_sentence(tmp_path: Path) -> None:
    told = tortuga("resume", "--list", TORTUGA_HOME=str(tmp_path))
    assert (told.returncode, told.stdout) == (0, "")
    assert told.stderr == f"There is no unfinished game in {tmp_path / 'games'}.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [((), "say where to play"), (("--join", "127.0.0.1:9", "--which", "tortuga-1"), "say --resume too")],
)
def test_a_bot_that_is_told_too_little_or_too_much_does_not_start(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    check_refused(tortuga("bot", *words, TORTUGA_HOME=str(tmp_path)), said)
