"""`tortuga verify` and `tortuga export` as users run them: real processes, real files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.shell import environment, terminal, tortuga
from tests.verify.files import file_of, frames
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.games import load
from tortuga_p2p.limits import TRANSCRIPT_BYTES_MAX
from tortuga_p2p.testing.company import Company

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def game() -> bytes:
    """A whole game of Tortuga for two, in the real group."""
    company = Company.make(load("tortuga"), 2, group=default_group()).sit().play_until(lambda company: False)
    return file_of(company, company.players[0])


@pytest.fixture
def folder(tmp_path: Path, game: bytes) -> Path:
    """An honest file, an unfinished one, one with a changed byte, and some that are none."""
    half = len(game) // 2
    (tmp_path / "honest.tortuga").write_bytes(game)
    (tmp_path / "unfinished.tortuga").write_bytes(b"".join(frames(game)[:40]))
    (tmp_path / "tampered.tortuga").write_bytes(game[:half] + bytes([game[half] ^ 1]) + game[half + 1 :])
    (tmp_path / "empty.tortuga").write_bytes(b"")
    (tmp_path / "text.tortuga").write_text("Ahoy, this is no transcript.\n")
    return tmp_path


def test_an_honest_game_is_one_line_and_exit_code_0(folder: Path) -> None:
    run = tortuga("verify", "honest.tortuga", cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("honest.tortuga: honest: tortuga, ")
    assert "(wins)" in run.stdout


@pytest.mark.parametrize(
    ("file", "code", "said"),
    [
        ("tampered.tortuga", 1, "TAMPERED: entry "),
        ("unfinished.tortuga", 2, "unfinished: The game is not finished: verified up to step "),
        ("empty.tortuga", 2, "unreadable: The file is empty."),
        ("text.tortuga", 2, "unreadable: "),
        ("nowhere.tortuga", 2, "unreadable: The file cannot be read: No such file or directory."),
    ],
)
def test_every_other_file_has_its_line_and_its_exit_code(file: str, code: int, said: str, folder: Path) -> None:
    run = tortuga("verify", file, cwd=folder)
    assert (run.returncode, run.stderr) == (code, "")
    assert run.stdout.startswith(f"{file}: {said}"), run.stdout
    if code == 2 and "unreadable" in said:
        assert len(run.stdout.splitlines()) == 1


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.tortuga").open("wb") as file:
        file.truncate(TRANSCRIPT_BYTES_MAX + 1)
    run = tortuga("verify", "huge.tortuga", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (2, "")
    assert "larger than" in run.stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_said_so(folder: Path) -> None:
    (folder / "honest.tortuga").chmod(0)
    run = tortuga("verify", "honest.tortuga", cwd=folder)
    assert (run.returncode, run.stdout) == (
        2,
        "honest.tortuga: unreadable: The file cannot be read: Permission denied.\n",
    )


NAMES = ["empty.tortuga", "honest.tortuga", "tampered.tortuga", "text.tortuga", "unfinished.tortuga"]
SUMMARY = "5 files: 1 honest, 1 TAMPERED, 1 unfinished, 2 unreadable."


def told(text: str) -> list[str]:
    """Whose lines these are; several processes work, so any order is right."""
    return sorted(line.split(":")[0] for line in text.splitlines() if not line.startswith(" "))


def test_many_files_are_told_and_counted_and_the_worst_decides(folder: Path) -> None:
    run = tortuga("verify", *NAMES, "honest.tortuga", cwd=folder)
    assert (run.returncode, run.stderr) == (1, "")
    *lines, both, summary = run.stdout.splitlines()
    assert told("\n".join(lines)) == sorted([*NAMES, "honest.tortuga"])
    assert both.startswith("honest.tortuga, tampered.tortuga, unfinished.tortuga: one meeting, and they part in step ")
    assert summary == SUMMARY.replace("5 files: 1", "6 files: 2")
    run = tortuga("verify", "honest.tortuga", "unfinished.tortuga", cwd=folder)
    assert run.returncode == 2
    assert "honest.tortuga goes on to " in run.stdout.splitlines()[-2]
    assert run.stdout.endswith("2 files: 1 honest, 1 unfinished.\n")


def test_a_folder_is_looked_through_with_all_that_is_in_it(folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "unfinished.tortuga").rename(folder / "deep" / "er" / "unfinished.tortuga")
    (folder / "deep" / "notes.txt").write_text("not looked at")
    run = tortuga("verify", str(folder))
    assert (run.returncode, run.stderr) == (1, "")
    *lines, _, summary = run.stdout.splitlines()
    wanted = [*NAMES[:-1], "deep/er/unfinished.tortuga"]
    assert told("\n".join(lines)) == sorted(str(folder / name) for name in wanted)
    assert summary == SUMMARY


@pytest.mark.parametrize("command", ["verify", "export"])
def test_a_folder_without_transcripts_and_a_list_read_twice_are_mistakes(command: str, tmp_path: Path) -> None:
    run = tortuga(command, str(tmp_path))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"tortuga {command}: there is no transcript (*.tortuga) in the folder {str(tmp_path)!r}.\n"
    run = tortuga(command, "-", "-")
    assert (run.returncode, run.stdout) == (2, "")
    assert "can be read only once" in run.stderr


def test_names_come_from_standard_input_and_each_is_answered_before_the_next_is_known(folder: Path) -> None:
    line = (sys.executable, "-m", "tortuga_p2p", "verify", "--quiet", "-")
    with subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment(), cwd=folder
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("honest.tortuga\nhonest.tortuga\n")  # of these nothing is said
        for name in ("empty.tortuga", "text.tortuga", "nowhere.tortuga"):
            process.stdin.write(f"{name}\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(f"{name}: unreadable: ")
        process.stdin.write("honest.tortuga")  # no end of the line
        process.stdin.close()
        assert process.stdout.read() == "6 files: 3 honest, 3 unreadable.\n"
    assert process.returncode == 2


def test_an_empty_list_is_no_file_at_all(folder: Path) -> None:
    run = tortuga("verify", "-")
    assert (run.returncode, run.stdout, run.stderr) == (0, "0 files.\n", "")


def test_json_is_one_object_a_line(folder: Path) -> None:
    run = tortuga("verify", "--json", "honest.tortuga", "tampered.tortuga", "nowhere.tortuga", cwd=folder)
    assert (run.returncode, run.stderr) == (1, "")
    *each, both = map(json.loads, run.stdout.splitlines())
    found = {one["file"]: one for one in each}
    assert (both["files"], both["outcome"], both["verdicts"]) == (["honest.tortuga", "tampered.tortuga"], "differ", [])
    honest, tampered, nowhere = (found[f"{name}.tortuga"] for name in ("honest", "tampered", "nowhere"))
    assert (honest["file"], honest["outcome"], honest["exit"], honest["unsealed"]) == (
        "honest.tortuga",
        "honest",
        0,
        [],
    )
    assert (tampered["outcome"], tampered["exit"], tampered["culprit"]) == ("tampered", 1, None)
    assert tampered["entry"] == tampered["entries"] + 1
    assert tampered["code"] is not None
    assert (nowhere["outcome"], nowhere["game"]) == ("unreadable", None)


def test_a_terminal_shows_a_progress_bar_and_wipes_it_away(folder: Path) -> None:
    names = []
    for number in range(6):
        path = folder / f"{number}.tortuga"
        path.write_bytes((folder / "honest.tortuga").read_bytes())
        names.append(str(path))
    with terminal("verify", *names, stdout_in_pipe=True) as screen:
        code, piped = screen.end()
    assert code == 0
    assert screen.screen.startswith("\r\x1b[K[------------------------------] 0/6 files")
    assert screen.screen.endswith("\r\x1b[K")
    assert len([line for line in piped.splitlines() if ": honest: " in line]) == 6
    with terminal("verify", *names) as screen:
        assert screen.end() == (0, "")
    lines = [line.rpartition("\x1b[K")[2] for line in screen.screen.splitlines()]
    assert [line.partition(": ")[2][:6] for line in lines if line.startswith(str(folder))] == [
        *["honest"] * 6,
        "one me",
    ]
    assert lines[-1] == "6 files: 6 honest."


def test_ctrl_c_tells_what_was_checked_so_far(folder: Path) -> None:
    path = folder / "honest.tortuga"
    names = []
    for number in range(400):
        (folder / f"{number}.tortuga").hardlink_to(path)
        names.append(str(folder / f"{number}.tortuga"))
    with terminal("verify", *names, stdout_in_pipe=True) as screen:
        screen.wait_for(lambda shown: any(f"] {done}/400 files" in shown for done in range(1, 400)))
        screen.interrupt()
        code, piped = screen.end()
    assert code == 128 + signal.SIGINT
    assert "Traceback" not in screen.screen
    assert "of 400 files checked" in screen.screen
    assert piped.count(": honest: ") >= 1


def test_a_file_without_arguments_is_a_mistake() -> None:
    run = tortuga("verify")
    assert (run.returncode, run.stdout) == (2, "")
    assert "FILE" in run.stderr


# --- export -----------------------------------------------------------------------------------------------


def test_export_prints_a_game_line_by_line(folder: Path) -> None:
    run = tortuga("export", "honest.tortuga", cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line["kind"] for line in lines[:2]] == ["header", "seats"]
    assert lines[-1]["kind"] == "end"
    assert len(lines[-1]["scores"]) == 2
    assert all(line["position"].startswith("tortuga/1 ") for line in lines[1:-1])


@pytest.mark.parametrize(("file", "code"), [("unfinished.tortuga", 2), ("tampered.tortuga", 1), ("text.tortuga", 2)])
def test_export_goes_as_far_as_it_was_verified(file: str, code: int, folder: Path) -> None:
    run = tortuga("export", file, cwd=folder)
    assert (run.returncode, run.stderr) == (code, "")
    assert json.loads(run.stdout.splitlines()[-1])["exit"] == code


def test_export_prints_many_games_each_in_one_piece(folder: Path) -> None:
    run = tortuga("export", *NAMES, "honest.tortuga", cwd=folder)
    assert run.returncode == 1
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    whole = tortuga("export", "honest.tortuga", cwd=folder).stdout
    assert run.stdout.count(whole) == 2
    assert sorted(line["file"] for line in lines if line["kind"] == "end") == sorted(
        ["honest.tortuga"] * 2 + ["tampered.tortuga", "text.tortuga", "unfinished.tortuga"]
    )
    empty, summary = run.stderr.splitlines()
    assert empty == "tortuga export: 'empty.tortuga': The file is empty."
    assert summary == f"tortuga export: {SUMMARY.replace('5 files: 1', '6 files: 2')}"
    assert tortuga("export", str(folder / "deep"), cwd=folder).returncode == 2


@pytest.mark.parametrize("file", ["nowhere.tortuga", "empty.tortuga"])
def test_what_cannot_be_exported_is_one_line_and_exit_code_2(file: str, folder: Path) -> None:
    run = tortuga("export", file, cwd=folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert len(run.stderr.splitlines()) == 1
    assert run.stderr.startswith("tortuga export: ")


# --- tortuga story ---------------------------------------------------------------------------------------------------


def test_a_finished_game_has_a_story_as_text_and_as_data(folder: Path) -> None:
    run = tortuga("story", "honest.tortuga", "--seat", "0", "--ascii", cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    for words in (
        "Points by round:",
        "Turning points:",
        "Luck, proved honest:",
        "Compared with the strong bot:",
        "You ",
    ):
        assert words in run.stdout, run.stdout
    assert run.stdout.isascii()
    assert max(map(len, run.stdout.splitlines())) <= 80
    data = json.loads(tortuga("story", "honest.tortuga", "--json", cwd=folder).stdout)
    assert data["game"] == "tortuga"
    assert data["seat"] is None
    assert data["progress"][-1]["by_lane"] == data["scores"]


def test_what_is_not_finished_or_not_honest_has_no_story(folder: Path) -> None:
    for file in ("unfinished", "tampered", "empty", "text"):
        run = tortuga("story", f"{file}.tortuga", cwd=folder)
        assert run.returncode == tortuga("verify", f"{file}.tortuga", cwd=folder).returncode
        assert run.stdout == ""
        assert ("only a finished game has a story" in run.stderr) == (file in ("unfinished", "tampered"))
    assert tortuga("story", "honest.tortuga", "--seat", "2", cwd=folder).returncode == 2
    assert tortuga("story", "nothing.tortuga", cwd=folder).returncode == 2
