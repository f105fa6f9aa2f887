"""`tortuga verify` and `tortuga export` as users run them: real processes, real files."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING

import pytest

from tests.shell import terminal, tortuga
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
        (".", 2, "unreadable: The file cannot be read: Is a directory."),
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


def test_many_files_are_told_in_their_order_and_the_worst_decides(folder: Path) -> None:
    names = ["honest.tortuga", "unfinished.tortuga", "tampered.tortuga", "empty.tortuga", "honest.tortuga"]
    run = tortuga("verify", *names, cwd=folder)
    assert (run.returncode, run.stderr) == (1, "")
    told = [line.split(":")[0] for line in run.stdout.splitlines() if not line.startswith(" ")]
    assert told == names
    assert tortuga("verify", "honest.tortuga", "unfinished.tortuga", cwd=folder).returncode == 2


def test_json_is_one_object_a_line(folder: Path) -> None:
    run = tortuga("verify", "--json", "honest.tortuga", "tampered.tortuga", "nowhere.tortuga", cwd=folder)
    assert (run.returncode, run.stderr) == (1, "")
    honest, tampered, nowhere = map(json.loads, run.stdout.splitlines())
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
        code, told = screen.end()
    assert code == 0
    assert screen.screen.startswith("\r\x1b[K[------------------------------] 0/6 files")
    assert screen.screen.endswith("\r\x1b[K")
    assert len([line for line in told.splitlines() if ": honest: " in line]) == 6


def test_ctrl_c_tells_what_was_checked_so_far(folder: Path) -> None:
    path = folder / "honest.tortuga"
    names = []
    for number in range(400):
        (folder / f"{number}.tortuga").hardlink_to(path)
        names.append(str(folder / f"{number}.tortuga"))
    with terminal("verify", *names, stdout_in_pipe=True) as screen:
        screen.wait_for(lambda shown: any(f"] {done}/400 files" in shown for done in range(1, 400)))
        screen.interrupt()
        code, told = screen.end()
    assert code == 128 + signal.SIGINT
    assert "Traceback" not in screen.screen
    assert "of 400 files checked" in screen.screen
    assert told.count(": honest: ") >= 1


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


@pytest.mark.parametrize("file", ["nowhere.tortuga", ".", "empty.tortuga"])
def test_what_cannot_be_exported_is_one_line_and_exit_code_2(file: str, folder: Path) -> None:
    run = tortuga("export", file, cwd=folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert len(run.stderr.splitlines()) == 1
    assert run.stderr.startswith("tortuga export: ")
