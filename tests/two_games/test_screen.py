"""The tavern and the table with two games: chosen by name, remembered, with their own options, bots, hints and past."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio

from tests.ui.hands import answered, asked, sitting_of
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.games import load
from tortuga_p2p.ui.settings import Settings, load_settings, save_settings, usual_game
from tortuga_p2p.ui.tavern.actions import TavernActions

if TYPE_CHECKING:
    from pathlib import Path

    from tortuga_p2p.ui.app import App

ANA = Settings(name="Ana", animation=False)


@pytest.fixture(autouse=True)
def kept(bazaar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that the tavern starts find the bazaar too."""
    from tests.two_games.conftest import PATH

    monkeypatch.setenv("PYTHONPATH", PATH)
    save_settings(ANA)


def open_tavern(app: App) -> None:
    TavernActions(app).open(looks=False)


async def choose_bazaar(terminal: Terminal) -> None:
    await terminal.see("Play Tortuga now")
    terminal.press("2")
    await terminal.see("Games", "Tortuga", "Bazaar", "2 to 4 players. About 3 minutes. Sell fish")
    terminal.click("Bazaar")
    await terminal.see("Play Bazaar now")


def test_the_first_start_asks_with_which_game_to_begin() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("What is your name?", "Begin with")
        terminal.type("Ana")
        terminal.press("down")
        await terminal.see("[Tortuga]", "Dice behind screens")
        while "[Bazaar]" not in terminal.text:
            before = terminal.text
            terminal.press("right")
            await terminal.changed(before)
        await terminal.see("Sell fish, rum and silk")
        terminal.press("enter")
        await terminal.see("Have you played Bazaar before?")
        terminal.press("escape")
        await terminal.see("Play Bazaar now")

    drive(open_tavern, body, settings=Settings())
    assert load_settings().game == "bazaar"


def test_the_tavern_offers_games_by_name_and_remembers_the_last() -> None:
    async def body(terminal: Terminal) -> None:
        await choose_bazaar(terminal)
        terminal.press("9")
        await terminal.see("SELLING", "Whoever has most coins")

    drive(open_tavern, body, settings=ANA)
    assert usual_game() == "bazaar"

    async def again(terminal: Terminal) -> None:
        await terminal.see("Play Bazaar now", "Learn Bazaar by playing it")
        terminal.press("down")
        await terminal.see("Against 1 bot (gentle)")

    drive(open_tavern, again, settings=load_settings())


def test_a_game_that_is_gone_leaves_the_first_one() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")

    drive(open_tavern, body, settings=Settings(name="Ana", game="chess"))


def test_every_kind_of_option_and_every_preset_is_in_the_forms() -> None:
    async def body(terminal: Terminal) -> None:
        await choose_bazaar(terminal)
        terminal.press("3")
        await terminal.see("Your opponents at Bazaar", "[gentle]", "[your own]", "quick", "lucky", "[empty]")
        await terminal.see("One day only", "Head start", "- a bell")
        terminal.press("down")
        await terminal.see("Plays sensibly")
        terminal.press("left", "left")
        await terminal.see("Sells in pairs.")
        terminal.press("right")
        await terminal.see("Sells as little as possible.")
        terminal.press("down", "right")
        await terminal.see("[quick]", "[three coins]", "One day, and nobody starts with nothing.")
        terminal.press("down")
        await terminal.see("over after one round")
        terminal.press("right")
        await terminal.see("[your own]", "[no]")
        terminal.press("down", "down")
        await terminal.see("a whole number from 0 to 20")
        terminal.type("99")
        terminal.press("enter")
        await terminal.see("Say a whole number from 0 to 20, not '099'")
        terminal.press("down")
        await terminal.see("Charms are for three and more players.")
        terminal.squeeze()
        terminal.press("escape", "4")
        await terminal.see("Host a table of Bazaar", "gentle", "[your own]")

    drive(open_tavern, body, settings=ANA)


def test_a_game_with_nothing_but_rules_is_played_too() -> None:
    """Its opponents play at random, its hints come from a player that knows no game, its moves are a list."""

    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Race now", "First voyage")
        terminal.press("down")
        await terminal.see("Against 2 bots (random)")
        terminal.press("enter")
        await terminal.until(lambda: terminal.app.sittings)
        choice = await asked(terminal, "Race: what do you do?")
        sitting = sitting_of(terminal)
        sitting.settle_s = 0.0
        terminal.press("h")
        await terminal.see("Montecarlo would", "h picks it")
        terminal.press("down", "?")
        await terminal.see("Help")
        terminal.press("escape", "enter")
        await answered(terminal, choice)
        while not sitting.is_done:
            terminal.press("enter")
            await trio.sleep(0.05)
        await terminal.see("Verified: yes.")

    drive(open_tavern, body, settings=Settings(name="Ana", animation=False, game="race"))


def test_a_whole_game_with_its_own_bots_hints_looking_back_and_a_replay() -> None:
    async def body(terminal: Terminal) -> None:
        await choose_bazaar(terminal)
        terminal.press("3")
        await terminal.see("Your opponents at Bazaar")
        terminal.press("right", "down", "left", "enter")
        await terminal.until(lambda: terminal.app.sittings)
        choice = await asked(terminal, "What do you sell")
        sitting = sitting_of(terminal)
        sitting.settle_s = 0.0
        assert sitting.node is not None
        assert sitting.node.session.meeting.terms.game == "bazaar"
        assert sorted(name for name in sitting.node.names if name != "Ana") == ["Miser Bonny", "Miser Rackham"]
        terminal.press("h")
        await terminal.see("Merchant would sell", "h picks it")
        terminal.press("h")
        known_then = dict(sitting.node.session.known)
        terminal.press("enter")
        await answered(terminal, choice)
        choice = await asked(terminal, "order")
        terminal.press("l")
        await terminal.see("Looking back")
        terminal.press("home", "escape")
        while not sitting.is_done:
            terminal.press("enter")
            await trio.sleep(0.05)
        assert len(sitting.node.session.known) < len(known_then), "goods were sold since"
        frame = next(frame for frame in sitting.tale.frames if frame.known)
        assert frame.known == known_then
        terminal.press("l")
        await terminal.see("Bazaar: round 1", "as Ana")
        terminal.press("right", "right")
        await terminal.see("You get ", "shown to you: ")
        for _ in range(4):
            terminal.press("\t")
            terminal.squeeze()
            for key in ("end", "left", "home"):
                terminal.press(key)

    drive(open_tavern, body, settings=ANA)
    assert load_settings().game == "bazaar"
    assert load("bazaar").name == "bazaar"
