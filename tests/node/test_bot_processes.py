"""Bots that were brought along: one that ends alone comes back from its journal, or its owner hears how to go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import trio

from tests.shell import ROOT
from tests.ui_plain.test_processes import SCRIPT, running, standing
from tortuga_p2p.errors import BadInput, PeerLost
from tortuga_p2p.games import load
from tortuga_p2p.limits import RESTARTS_MAX
from tortuga_p2p.node import bot_processes as crew_module
from tortuga_p2p.node.bot_processes import BotProcesses, host_with_bots
from tortuga_p2p.node.one_game import GamePlan
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.verify.verifier import Outcome, verify

from .parties import PATIENCE_S, party

if TYPE_CHECKING:
    from pathlib import Path


def children(parent: int) -> list[int]:
    """The bots of a program."""
    found = subprocess.run(("pgrep", "-P", str(parent)), capture_output=True, text=True, check=True)
    return [int(word) for word in found.stdout.split()]


def test_a_bot_that_is_killed_comes_back_and_the_game_is_played_to_its_end(tmp_path: Path) -> None:
    with running(tmp_path, "Ana", "play", "--bots", "random", script="") as program:
        program.wait_to_hear("Which dice do you take?")
        (bot,) = children(program.pid)
        os.kill(bot, signal.SIGKILL)
        sentence = program.wait_to_hear("The bot Random Bonny has stopped")
        assert "killed by signal 9. It is being restarted, and will carry on from its journal." in sentence
        program.type(SCRIPT)
        program.type("quit\n")
        assert program.end() == 0
        assert len(standing(program)) == 1


def test_bots_come_back_to_the_game_that_is_gone_on_with_and_not_to_their_latest(tmp_path: Path) -> None:
    games = []
    for _ in range(2):
        with running(tmp_path, "Ana", "play", "--bots", "random", script="") as program:
            program.wait_to_hear("Which dice do you take?")
            program.type("quit\n")
            games.append(program.wait_to_hear("The game is saved").split()[-1])
            program.end()
    with running(tmp_path, "Ana", "resume", games[0], script="") as program:
        program.type(SCRIPT)
        program.type("quit\n")
        assert program.end() == 0
        assert len(standing(program)) == 1


class Told:
    """As much of a node as a crew needs."""

    def __init__(self) -> None:
        self.session = SimpleNamespace(phase=SessionPhase.PLAYING)
        self.files = SimpleNamespace(name="game")
        self.sentences: list[str] = []

    def notice(self, name: str, sentence: str) -> None:
        assert name == "Random Bonny"
        self.sentences.append(sentence)


async def minded(
    folder: Path, monkeypatch: pytest.MonkeyPatch, node: Told | None, code: str, *, has_journal: bool = True
) -> None:
    """A bot whose program does nothing but this, every time it is started."""
    monkeypatch.setattr(crew_module, "PROGRAM", (sys.executable, "-c", code))
    monkeypatch.setattr(crew_module, "RESTART_S", 0)
    journal = folder / "bots" / "0" / "games" / "game.journal"
    journal.parent.mkdir(parents=True)
    (folder / "bots" / "0" / "level").write_text("random")
    journal.touch()
    crew, party = BotProcesses(folder, None), SimpleNamespace(node=node)
    await crew.wake("game")
    if not has_journal:
        journal.unlink()
    try:
        await crew.mind(party)  # type: ignore[arg-type]
    finally:
        await crew.dismiss(patiently=True)


OOPS = "import sys; sys.exit('a line of a program\\ntortuga bot: the bot failed.')"


async def test_a_bot_that_always_ends_is_given_up_and_its_owner_hears_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = Told()
    await minded(tmp_path, monkeypatch, node, OOPS)
    assert len(node.sentences) == RESTARTS_MAX + 1
    assert node.sentences[0].startswith("The bot Random Bonny has stopped: the bot failed. It is being restarted")
    assert "`tortuga resume game` starts it again" in node.sentences[-1]


async def test_a_bot_without_a_journal_cannot_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = Told()
    await minded(tmp_path, monkeypatch, node, OOPS, has_journal=False)
    (sentence,) = node.sentences
    assert "left no journal and cannot come back. The game can only be ended" in sentence


async def test_a_bot_that_cannot_be_started_again_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> trio.Process:
        raise BadInput("the disk is gone.")

    node = Told()
    wake = BotProcesses.wake

    async def wake_once(crew: BotProcesses, game: str) -> None:
        await wake(crew, game)
        monkeypatch.setattr(BotProcesses, "_resume", refuse)

    monkeypatch.setattr(BotProcesses, "wake", wake_once)
    await minded(tmp_path, monkeypatch, node, OOPS)
    assert "the disk is gone. It will not restart by itself." in node.sentences[-1]


async def test_a_bot_that_ends_with_the_game_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = Told()
    node.session.phase = SessionPhase.SEALED
    await minded(tmp_path, monkeypatch, node, "")
    assert node.sentences == []


async def test_a_bot_that_ends_before_the_game_ends_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BaseExceptionGroup) as told:
        await minded(tmp_path, monkeypatch, None, OOPS)
    (lost,) = told.value.exceptions
    assert isinstance(lost, PeerLost)
    assert str(lost) == "The bot Random Bonny could not sit down: the bot failed."


# The bot's own program, but the first time it dies where it would make its journal.
MORTAL = """
import os, pathlib, sys
from tortuga_p2p.node.journal import Journal
mark = pathlib.Path(os.environ["TORTUGA_HOME"], "died")
if not mark.exists():
    mark.touch()
    Journal.create = lambda *_: os._exit(9)
sys.argv = ["tortuga", "bot", *sys.argv[1:]]
from tortuga_p2p.cli import main
sys.exit(main())
"""


async def test_a_bot_that_dies_while_sitting_down_sits_down_again(
    tmp_path: Path, tiny_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew_module, "PROGRAM", (sys.executable, "-c", MORTAL))
    monkeypatch.setenv("PYTHONPATH", f"{tiny_games}{os.pathsep}{ROOT}")
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path / "home"))
    ana = party(tmp_path, "Ana")
    wanted = GamePlan(load("race"), 2, {}, "The Black Pearl")
    with trio.fail_after(PATIENCE_S):
        node = await host_with_bots(ana, ["random"], lambda: ana.host(wanted, 0))
    assert "It is being restarted, and will sit down again." in node.notices["Random Bonny"]
    finding = verify(node.files.transcript.read_bytes())
    assert (finding.outcome, finding.unsealed) == (Outcome.HONEST, ())
