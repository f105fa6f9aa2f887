"""What happened is told at a pace for people, before the question it led to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import trio
import trio.testing

from tests.ui.hands import PACED, answer_until, asked, sitting_of
from tests.ui.tables import sit
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.games import load
from tortuga_p2p.ui.table.playback import Playback, PlaybackFrame
from tortuga_p2p.ui.table.running_game import RunningGame

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_reveal_is_a_moment_and_a_key_that_skips_it_answers_nothing(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        await terminal.until(lambda: sitting.tale.now is not None)
        terminal.press("z")  # skips, and does nothing if a busy machine comes to it too late
        first = await asked(terminal, "Which dice do you take?")
        await terminal.until(lambda: len(sitting.node.session.waiting_for) == 1)  # type: ignore[union-attr]
        terminal.press("enter")
        await terminal.see("verybody shows what they sealed", "Space skip")
        frame = sitting.tale.now
        assert frame is not None
        assert frame.kind == "reveal"
        terminal.press("enter")  # skips
        second = await asked(terminal)
        assert second.step > first.step

    drive(lambda app: sit(app, tmp_path), body, settings=PACED)


def test_a_question_never_stands_before_what_led_to_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = RunningGame._read

    def late(sitting: RunningGame) -> None:
        """The task that reads for the tale comes too late, always: as on a busy machine."""
        if sitting.node is None:
            read(sitting)

    monkeypatch.setattr(RunningGame, "_read", late)

    async def body(terminal: Terminal) -> None:
        await terminal.see("Space skip")
        assert sitting_of(terminal).choice is None

    drive(lambda app: sit(app, tmp_path), body, settings=PACED)


def test_what_is_skipped_before_the_narrator_came_to_it_stays_skipped() -> None:
    async def body() -> None:
        tale = Playback(lambda: None)
        tale.frames.append(PlaybackFrame(1, None, {}, 0, ("Something happened.",)))
        tale.skip()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tale.narrate)
            await trio.testing.wait_all_tasks_blocked()
            assert tale.now is None
            nursery.cancel_scope.cancel()

    trio.run(body)


def test_the_last_round_can_be_looked_at_again(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await answer_until(terminal, "MOVE")
        terminal.press("enter")
        await terminal.see("Round 2")
        await asked(terminal)
        terminal.press("l")
        await terminal.see("Looking back, ", "Round 1")
        at, last = map(int, re.findall(r"Looking back, (\d+) of (\d+)", terminal.text)[0])
        assert at < last
        terminal.press("right")
        await terminal.see(f"Looking back, {at + 1} of {last}")
        terminal.press("pagedown")
        await terminal.see("Round 2", "Looking back")
        terminal.press("escape")
        await asked(terminal)

    drive(lambda app: sit(app, tmp_path), body)


def test_what_one_has_just_decided_is_not_told_again(tmp_path: Path) -> None:
    """Its preview stood on the screen: the next action of the same turn is asked at once, and the log has it."""

    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        sitting.tale.speed = 1_000.0
        choice = await answer_until(terminal, "3 actions left")
        await terminal.until(lambda: sitting.tale.now is None, "all is told")
        sitting.tale.speed = 0.0001  # what is told now stays for hours
        told = len(sitting.tale.log())
        terminal.press("enter")
        second = await asked(terminal, "2 actions left")
        assert sitting.tale.now is None
        await terminal.until(lambda: len(sitting.tale.log()) > told, "the log")
        assert sitting.tale.log()[-1].startswith("You play ")
        assert second.step > choice.step

    drive(lambda app: sit(app, tmp_path, game=load("cartagena")), body, settings=PACED)


def test_what_others_do_and_what_a_program_did_for_us_is_told(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        sitting.tale.speed = 1_000.0
        choice = await answer_until(terminal, "3 actions left")
        sitting.tale.speed = 0.0001
        sitting.tale.previewed.clear()
        assert choice.prompt.move is not None
        assert sitting.player.seal(choice.step, choice.prompt.move), "as a program would, when time is up"
        await terminal.see("What happens", "You play ")
        assert not sitting.tale.previewed

    drive(lambda app: sit(app, tmp_path, game=load("cartagena")), body, settings=PACED)
