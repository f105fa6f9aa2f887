"""Ctrl-C, anywhere in any command: one line at most, exit code 130, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.shell import TIMEOUT_S, environment
from tortuga_p2p.cli import main
from tortuga_p2p.commands.catalogue import COMMANDS
from tortuga_p2p.commands.code import INTERRUPTED

if TYPE_CHECKING:
    from pathlib import Path

HERE = "127.0.0.1"
# What Python does before it comes to us is its own affair: the first sign says that we have begun.
BEGIN = "import os, sys; os.write(1, b'.'); from tortuga_p2p.__main__ import entry; sys.exit(entry())"
# Commands that run until somebody stops them, or for long enough.
LONG = {
    "tables": (),
    "bot": ("--open", "2", "--listen", HERE),
    "selfplay": ("--seats", "expert,expert,expert,expert"),  # two random ones are done before the last Ctrl-C
    "soak": ("--seats", "random,random", "--minutes", "5"),
    "watch": ("--seats", "random,random", "--speed", "slow"),
    "arena": ("--games", "900000"),
    "simulate": ("--games", "900000"),
    "verify": ("/dev/stdin",),
    "export": ("/dev/stdin",),
    "replay": ("/dev/stdin", "--text"),
    "host": ("--plain", "--me", "Ana", "--hidden"),
    "play": ("--plain", "--me", "Ana", "--bots", "random"),
    "story": ("/dev/stdin",),
    "learn": ("--plain",),
    "check": ("/dev/stdin",),
    "doctor": ("--host", HERE),
}
# Those that have nothing to wait for: they are done before anybody could press a key.
SHORT = {"tavern", "join", "resume", "games", "rules", "show", "config", "completion"}


def test_every_command_is_looked_at() -> None:
    assert {*LONG} | SHORT == {*COMMANDS}


def interrupted(words: tuple[str, ...], home: Path, wait_s: float) -> tuple[int, str]:
    """How a command ends that is stopped after a while, and what it complains of. Its input stays open and empty."""
    process = subprocess.Popen(
        (sys.executable, "-c", BEGIN, *words),
        env=environment(TORTUGA_HOME=str(home), TMPDIR=str(home)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"."
        time.sleep(wait_s)  # the moment is arbitrary, that is the point
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        _, complaints = process.communicate(timeout=TIMEOUT_S)
    finally:
        process.kill()
    return process.returncode, complaints.decode()


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_command_with_one_line(name: str, tmp_path: Path) -> None:
    for wait_s in (0.05, 0.4, 1.6):
        code, complaints = interrupted((name, *LONG[name]), tmp_path, wait_s)
        assert "Traceback" not in complaints, f"after {wait_s} s:\n{complaints}"
        assert len(complaints.splitlines()) <= 1, f"after {wait_s} s:\n{complaints}"
        assert code in (INTERRUPTED, 0, 1), f"after {wait_s} s: {code} {complaints}"  # some are done by then
        if name not in ("doctor", "check"):
            assert code == INTERRUPTED, f"after {wait_s} s: {code} {complaints}"


@pytest.mark.parametrize(
    "raised",
    [
        KeyboardInterrupt(),
        BaseExceptionGroup("a nursery", [KeyboardInterrupt()]),
        BaseExceptionGroup("nurseries", [BaseExceptionGroup("inside", [KeyboardInterrupt()]), ValueError("late")]),
    ],
    ids=["bare", "wrapped", "wrapped twice, with another"],
)
def test_however_it_comes_up_it_is_the_same_line(
    raised: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(args: object) -> int:
        raise raised

    monkeypatch.setattr("tortuga_p2p.commands.show.run", run)
    assert main(["show", "-"]) == INTERRUPTED
    assert capsys.readouterr() == ("", "tortuga show: stopped.\n")
