"""It is your turn, and you are elsewhere: the bell, the title of the window, a notice of the desktop."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import pytest
import trio

from tests.ui.hands import answered, asked, sitting_of
from tests.ui.tables import sit
from tests.ui.terminal import Glass, Terminal, drive
from tests.ui_plain.table import DEADLINE_S, Person, bot_party, join, plan
from tortuga_p2p.ui import notice
from tortuga_p2p.ui.plain.game import run_plain
from tortuga_p2p.ui.plain.lines import Printer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CALLED = "It is your turn."


def test_the_title_of_the_window_says_whether_the_table_waits_for_you(tmp_path: Path) -> None:
    glass = Glass(80, 24)

    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        await terminal.until(lambda: glass.screen.title == "Tortuga: YOUR TURN", "the title")
        terminal.press("enter")
        await answered(terminal, choice)
        await terminal.until(lambda: glass.screen.title == "Tortuga: Waiting for Bot0", "the title")

    drive(lambda app: sit(app, tmp_path, ("asleep",)), body, glass=glass)


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """A desktop that writes its notices down: what it was told."""
    told, tool = tmp_path / "told", tmp_path / "bin" / "notify-send"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {told}\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path))
    return lambda: told.read_text().splitlines() if told.exists() else []


@pytest.mark.skipif(os.name != "posix", reason="a little program of the shell stands for the desktop's")
def test_whoever_looks_away_is_shown_a_notice(tmp_path: Path, desktop: Callable[[], list[str]]) -> None:
    async def body(terminal: Terminal) -> None:
        first = await asked(terminal)
        await trio.sleep(0.1)
        assert not desktop(), "whoever has just pressed a key looks at the screen"
        terminal.press("enter")
        await answered(terminal, first)
        sitting_of(terminal)._touched_s -= 3_600
        await asked(terminal)
        await terminal.until(lambda: CALLED in desktop(), "a notice")

    drive(lambda app: sit(app, tmp_path), body)
    assert desktop() == ["--app-name=tortuga", "--", "Tortuga P2P", CALLED]


@pytest.mark.skipif(os.name != "posix", reason="a little program of the shell stands for the desktop's")
async def test_whoever_plays_line_by_line_is_called_too(tmp_path: Path, desktop: Callable[[], list[str]]) -> None:
    ana = Person(tmp_path / "Ana", attended=True)
    printer = Printer(ana.heard, prompts=True)
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            host = partial(ana.party.host, plan(2), 0)
            nursery.start_soon(partial(run_plain, ana.party, host, lines=ana.lines, printer=printer))
            nursery.start_soon(join, bot_party(tmp_path / "Bot", "Bot"), ana.party)
            await ana.wait_to_hear("Which dice do you take?")
            assert "\a" not in ana.text, "whoever has just come looks at the screen"
            ana.type("do")
            await ana.wait_to_hear("You choose: ")
            ana.player.touched_s -= 3_600
            await ana.wait_to_hear("\aWhich dice do you take?")
            while CALLED not in desktop():  # noqa: ASYNC110 - another program writes it down
                await trio.sleep(0.01)
            nursery.cancel_scope.cancel()
    ana.close()


def test_a_machine_without_a_desktop_gets_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert notice.command("a", "b", "linux", {}) == []
    monkeypatch.setenv("PATH", str(tmp_path))
    assert notice.command("a", "b", "linux", {"DISPLAY": ":0"}) == []
    assert notice.command("a", "b", "darwin", {}) == []
    notice.show("a", "b")
