"""`w` at a running table: plain words first, hashes one key deeper, and back to the very same question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.ui.hands import PACED, answer_until, answered, asked, sitting_of
from tests.ui.tables import sit
from tests.ui.terminal import Terminal, drive

if TYPE_CHECKING:
    from pathlib import Path


def test_the_roll_behind_ones_screen_is_explained_and_nobody_elses(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal, "Which dice do you take?")
        await terminal.until(lambda: len(sitting_of(terminal).node.session.waiting_for) == 1)  # type: ignore[union-attr]
        terminal.press("w")
        await terminal.see(
            "Why it came out like this", "Bot0's and your numbers were mixed to roll 10", "your die A shows"
        )
        assert "Bot0's die" not in terminal.text
        terminal.press("d")
        await terminal.see("Why, to the last hash", "Bot0 shows", "which hashes to the value before it")
        terminal.squeeze()
        terminal.press("d", "left")
        await terminal.see("draws two chests from the bag", " of ", "nobody could choose")
        terminal.press("escape")
        assert (await asked(terminal)) is choice  # nothing was decided meanwhile

    drive(lambda app: sit(app, tmp_path), body)


def test_what_is_told_and_what_is_looked_at_again_can_be_asked_about(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        choice = await answer_until(terminal, "Which dice do you take?")
        terminal.press("enter")
        await answered(terminal, choice)
        sitting.tale.speed = 0.01
        await terminal.see("verybody shows")
        terminal.press("w")
        await terminal.see("opened the seal: it is the choice that was sealed", "shows")
        terminal.press("escape")
        await terminal.see("verybody shows")
        sitting.tale.speed = 100.0
        terminal.press("l")
        await terminal.see("Looking back")
        terminal.press("home", "w")
        await terminal.see("Why it came out like this", "shuffled 30 treasure tiles face down", "1 of ")
        terminal.press("escape")
        await terminal.see("Looking back")

    drive(lambda app: sit(app, tmp_path), body, settings=PACED)
