"""Completion scripts in the real shells, as far as this machine has them: what is typed, and what is offered."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.shell import TIMEOUT_S, environment, tortuga
from tortuga_p2p.commands.catalogue import COMMANDS
from tortuga_p2p.commands.shell_completion import SCRIPTS, read_grammar

if TYPE_CHECKING:
    from pathlib import Path

# What is typed, and some of what must be offered for its last word.
CASES = [
    ("tortuga ", ["watch", "verify", "completion"]),
    ("tortuga wa", ["watch"]),
    ("tortuga watch --sp", ["--speed"]),
    ("tortuga watch --speed ", ["slow", "normal", "fast", "full"]),
    ("tortuga arena --seats gre", ["greedy"]),
    ("tortuga completion ", ["bash", "zsh", "fish"]),
    ("tortuga config set co", ["colour"]),
    ("tortuga rules --game", []),
    ("tortuga replay ga", ["game.tortuga"]),
    ("tortuga replay --seat 1 ga", ["game.tortuga"]),
    ("tortuga verify game.tortuga ga", ["game.tortuga"]),
    ("tortuga play --out fol", ["folder"]),
]


@pytest.fixture
def script(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The script for a shell, in a folder with something to complete."""
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    (tmp_path / "game.tortuga").touch()
    (tmp_path / "folder").mkdir()
    made = tmp_path / f"tortuga.{shell}"
    made.write_text(text_for(shell))
    return made


@cache
def text_for(shell: str) -> str:
    done = tortuga("completion", shell)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(shell: str, code: str, folder: Path) -> list[str]:
    done = subprocess.run(
        (shell, *{"bash": ("--norc",), "fish": ("--no-config",)}[shell], "-c", code),
        cwd=folder,
        env=environment(HOME=str(folder)),
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0), done
    return done.stdout.split("\n")


@pytest.mark.parametrize("script", ["bash"], indirect=True)
@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_bash_offers_what_the_parsers_know(script: Path, typed: str, offered: list[str]) -> None:
    words = typed.split(" ")
    code = (
        f"source {script}; COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; "
        '_tortuga; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    found = ask("bash", code, script.parent)
    assert set(offered) <= set(found)
    assert all(word.startswith(words[-1]) for word in found if word)
    if not offered:
        assert found == ["", ""]


@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_bash_registers_the_function(script: Path) -> None:
    assert "complete -F _tortuga tortuga" in ask("bash", f"source {script}; complete -p tortuga", script.parent)


@pytest.mark.parametrize("script", ["fish"], indirect=True)
@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_fish_offers_what_the_parsers_know(script: Path, typed: str, offered: list[str]) -> None:
    found = ask("fish", f"source {script}; complete -C {typed!r}", script.parent)
    assert set(offered) <= {line.split("\t")[0].rstrip("/") for line in found}


@pytest.mark.parametrize("script", ["zsh"], indirect=True)
@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_zsh_offers_what_the_parsers_know(script: Path, typed: str, offered: list[str]) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        ("zsh", "-f", "-i"),
        cwd=script.parent,
        env=environment(HOME=str(script.parent), PS1="ready> ", LINES="50", COLUMNS="200", TERM="dumb"),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    try:
        screen = ""

        def wait(word: str) -> None:
            nonlocal screen
            while word not in screen:
                assert select.select([master], [], [], TIMEOUT_S)[0], f"no {word!r} in {screen!r}"
                screen += os.read(master, 65536).decode(errors="replace")

        wait("ready> ")
        os.write(
            master, f"autoload -Uz compinit; compinit -D -u; source {script}; setopt autolist; echo se''t\n".encode()
        )
        wait("set\r\n")
        before, screen = screen, ""
        os.write(master, typed.encode() + b"\t\t")
        for word in offered:
            # What there is only one of is not listed: the rest of it is put behind the cursor.
            wait(word.removeprefix(typed.split(" ")[-1]) if len(offered) == 1 else word)
        assert "not found" not in before + screen
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_every_command_and_every_option_is_in_every_script() -> None:
    grammar = read_grammar(COMMANDS)
    assert [command.name for command in grammar] == list(COMMANDS)
    for make in SCRIPTS.values():
        text = make(grammar)
        for command in grammar:
            assert command.name in text
            for option in command.options:
                assert option.name.lstrip("-") in text


def test_an_unknown_shell_is_refused() -> None:
    done = tortuga("completion", "tcsh")
    assert done.returncode == 2
    assert "tcsh" in done.stderr
