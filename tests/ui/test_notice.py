"""It is your turn, and you are elsewhere: the bell, the title of the window, a notice of the desktop."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
import trio

from tests.ui.hands import answered, asked, sitting_of
from tests.ui.tables import sit
from tests.ui.terminal import Glass, Terminal, drive
from tortuga_p2p.ui import notice

if TYPE_CHECKING:
    from pathlib import Path


def test_the_title_of_the_window_says_whether_the_table_waits_for_you(tmp_path: Path) -> None:
    glass = Glass(80, 24)

    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        await terminal.until(lambda: glass.screen.title == "Tortuga: YOUR TURN", "the title")
        terminal.press("enter")
        await answered(terminal, choice)
        await terminal.until(lambda: glass.screen.title == "Tortuga: Waiting for Bot0", "the title")

    drive(lambda app: sit(app, tmp_path, ("asleep",)), body, glass=glass)


@pytest.mark.skipif(os.name != "posix", reason="a little program of the shell stands for the desktop's")
def test_whoever_looks_away_is_shown_a_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, tool = tmp_path / "told", tmp_path / "bin" / "notify-send"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {told}\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")

    async def body(terminal: Terminal) -> None:
        first = await asked(terminal)
        await trio.sleep(0.1)
        assert not told.exists(), "whoever has just pressed a key looks at the screen"
        terminal.press("enter")
        await answered(terminal, first)
        sitting_of(terminal)._touched_s -= 3_600
        await asked(terminal)
        await terminal.until(lambda: told.exists() and "turn" in told.read_text(), "a notice")

    drive(lambda app: sit(app, tmp_path), body)
    assert told.read_text().splitlines() == ["--app-name=tortuga", "--", "Tortuga P2P", "It is your turn."]


def test_a_machine_without_a_desktop_gets_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert notice.command("a", "b", "linux", {}) == []
    monkeypatch.setenv("PATH", str(tmp_path))
    assert notice.command("a", "b", "linux", {"DISPLAY": ":0"}) == []
    assert notice.command("a", "b", "darwin", {}) == []
    notice.show("a", "b")
