"""The tavern: what `tortuga` alone opens, driven by keys and mouse."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import trio

from tests.shell import environment
from tests.ui.tables import LOOPBACK, TORTUGA, bot_party, play_out
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.bots.registry import proposed
from tortuga_p2p.crypto.identity import fingerprint
from tortuga_p2p.errors import BadInput
from tortuga_p2p.net.address import Address
from tortuga_p2p.net.discovery import FoundTable, Notice
from tortuga_p2p.node.home import Home
from tortuga_p2p.node.lobby import HostLobby
from tortuga_p2p.node.one_game import GamePlan
from tortuga_p2p.ui.settings import Settings, change, load_settings, remember_win, save_settings, set_by_hand
from tortuga_p2p.ui.tavern.actions import TavernActions
from tortuga_p2p.ui.voyage.logbook import Logbook

if TYPE_CHECKING:
    from pathlib import Path

    from tortuga_p2p.node.one_game import Party
    from tortuga_p2p.ui.app import App


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path))
    (tmp_path / "games").mkdir()
    return tmp_path


def open_tavern(app: App) -> None:
    """Without a look around on the network: the tests of `net` do that."""
    landlord = TavernActions(app)
    app.landlord = landlord  # type: ignore[attr-defined]
    landlord.open(looks=False)


def tables_of(terminal: Terminal) -> list[FoundTable]:
    tables: list[FoundTable] = terminal.app.landlord._tavern.tables  # type: ignore[attr-defined]
    return tables


async def listed(terminal: Terminal, host: Party, plan: GamePlan, shown_as: str) -> Address:
    """A table that is open, and in the tavern's list by this fingerprint; where it is."""
    terminal.app.start(partial(_host, host, plan))
    await terminal.until(lambda: host.lobby is not None)
    assert host.lobby is not None
    here = Address(LOOPBACK, host.lobby.mesh.port)
    tables_of(terminal).append(FoundTable("x", Notice(plan.name, "tortuga", plan.seats - 1, shown_as), (here,)))
    return here


def test_the_first_start_asks_for_a_name_and_keeps_it() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("What is your name?")
        terminal.press("enter")
        await terminal.see("A name needs at least one visible letter")
        terminal.type("  Anne   Bonny ")
        terminal.press("enter")
        await terminal.see("Have you played Tortuga before?", "Take me on a first voyage", "I know Tortuga")
        terminal.press("down", "enter")
        await terminal.see("Ahoy, Anne Bonny", "Play Tortuga now", "Tables on this network")

    drive(open_tavern, body, settings=Settings())
    assert load_settings().name == "Anne Bonny"


def test_the_first_start_offers_a_first_voyage_and_the_menu_has_it_too() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("What is your name?")
        terminal.type("Ana")
        terminal.press("enter")
        await terminal.see("Take me on a first voyage")
        terminal.press("enter")
        await terminal.see("First voyage: Tortuga", "q leave")
        terminal.press("q")
        await terminal.see("Ahoy, Ana", " v First voyage", "Learn Tortuga by playing it")
        assert terminal.text.index("First voyage") < terminal.text.index("Play Tortuga now")
        terminal.click("First voyage")
        await terminal.see("First voyage: Tortuga")

    drive(open_tavern, body, settings=Settings())


def test_the_first_voyage_comes_first_until_it_is_done_and_has_a_key(home: Path) -> None:
    """Whoever says that they know the game, or has played it, finds it at the end of the menu."""

    async def body(terminal: Terminal) -> None:
        await terminal.see("What is your name?")
        terminal.type("Ana")
        terminal.press("enter")
        await terminal.see("I know Tortuga")
        terminal.press("down", "enter")
        await terminal.see("Ahoy, Ana", " 1 Play Tortuga now")
        assert terminal.text.index("First voyage") > terminal.text.index("Settings")
        terminal.press("v")
        await terminal.see("First voyage: Tortuga")

    drive(open_tavern, body, settings=Settings())
    home_ = Home(home)
    logbook, voyage = Logbook(home_), Logbook(home_).open(TORTUGA, "Ana", again=True)
    assert logbook.is_done(TORTUGA)
    voyage.choose(voyage.advice().move)
    assert logbook.is_done(TORTUGA), "once is enough"


def test_the_tavern_says_what_its_lines_are_for() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("? help")
        terminal.press("?")
        await terminal.see("The tavern", "1 Play Tortuga now. Against", "0 Settings", "v First voyage")
        terminal.press("escape")
        await terminal.see("Ahoy, Ana")

    drive(open_tavern, body)


def test_opponents_are_gentle_until_somebody_has_won_or_chosen_others(home: Path) -> None:
    def proposal() -> set[str]:
        return set(proposed(TORTUGA, load_settings().bots))

    assert proposal() == {"gentle"}
    remember_win()
    assert proposal() == set(TORTUGA.roster().opponents)
    save_settings(change(load_settings(), "bots", "greedy"))
    remember_win()
    assert proposal() == {"greedy"}
    with pytest.raises(BadInput, match="did you mean 'expert'"):
        set_by_hand(load_settings(), "bots", "expart")

    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        terminal.press("home", "down")
        await terminal.see("2 bots (gentle)")
        terminal.press("3")
        await terminal.see("[gentle]", "bot 2")
        assert "bot 3" not in terminal.text
        terminal.press("escape", "4")
        await terminal.see("Bots among them")
        assert "bot 1" not in terminal.text

    drive(open_tavern, body)


def test_every_entry_says_what_it_does_and_how_a_script_does_it() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        said = []
        for _ in range(11):
            said.append(terminal.text)
            before = terminal.text
            terminal.press("down")
            await terminal.changed(before)
        commands = ("play", "learn", "host", "join", "watch", "resume", "games", "rules", "config")
        for command in commands:
            assert any(f"tortuga {command}" in text for text in said), command

    drive(open_tavern, body)


def test_opponents_and_tables_are_chosen_in_forms_and_mistakes_are_said() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        terminal.press("3")
        await terminal.see("Your opponents at Tortuga", "How good", "gentle", "A long game")
        terminal.press("down", "right", "right")
        await terminal.see("[mixed]")
        terminal.press("up", "up", "up")  # from the first line to the last: the bots one by one
        await terminal.see("Plays sensibly")
        terminal.press("left")
        await terminal.see("[greedy]", "[gentle]", "Takes whatever is worth most")
        terminal.press("escape")
        await terminal.see("Play Tortuga now")
        terminal.press("4")
        await terminal.see("Host a table of Tortuga", "Bots among them", "Password", "Patience")
        terminal.press("left", "down", "right", "right", "enter")
        await terminal.see("has no room for you and 2 bots")
        terminal.press("escape", "5")
        await terminal.see("Join a table", "invitation")
        terminal.type("192.168.1.7:99999")
        terminal.press("enter")
        await terminal.see("is not a number from 1 to 65535")

    drive(open_tavern, body)


def test_settings_are_kept_and_count_at_once() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("──")
        terminal.click("Settings")
        await terminal.see("Only ASCII")
        terminal.press("down", "down", "down", "down", "right", "enter")
        await terminal.see("Play Tortuga now")
        assert terminal.text.isascii()

    drive(open_tavern, body)
    assert load_settings().ascii


def test_settings_that_cannot_be_read_keep_nobody_from_playing() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Your settings cannot be read", "line 3", "usual settings apply")
        terminal.press("escape")
        await terminal.see("Play Tortuga now")

    drive(lambda app: TavernActions(app).open(looks=False, mistake="settings.toml: line 3"), body)


def test_the_rules_can_be_read() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        terminal.click("Rules")
        await terminal.see("Esc back")
        before = terminal.text
        terminal.press("space")
        await terminal.changed(before)
        terminal.press("escape")
        await terminal.see("Play Tortuga now")

    drive(open_tavern, body)


def test_games_are_listed_looked_at_again_and_verified(home: Path) -> None:
    transcript = trio.run(play_out, home / "games")
    (home / "games" / transcript.name).write_bytes(transcript.read_bytes())
    broken = bytearray(transcript.read_bytes())
    broken[len(broken) // 2] ^= 1
    (home / "games" / "broken.tortuga").write_bytes(broken)
    (home / "games" / "nowhere.journal").symlink_to(home / "gone")

    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        terminal.click("Resume a game")
        await terminal.see("No unfinished games")
        terminal.press("escape")
        await terminal.see("Play Tortuga now")
        terminal.click("Your games")
        await terminal.see("today ", "the file was changed", "Mary (bot), Anne (bot)", "wins with")
        terminal.press("down", "down", "/")
        terminal.type("MARY changed")
        await terminal.see("1 of 2 shown")
        terminal.press("enter")
        await terminal.see("Kept as broken.tortuga", "kB")
        terminal.press("c")
        await terminal.see("TAMPERED")
        terminal.press("escape", "escape")
        await terminal.see("how it ended", "wins with")
        terminal.click("wins with")
        await terminal.see("points", "Verified: ")
        terminal.press("down")
        await terminal.see("Round 2")
        terminal.press("q")
        await terminal.see("Your games")
        terminal.press("c")
        await terminal.see("honest: tortuga", "read on")

    assert drive(open_tavern, body) == 0


def test_names_in_the_list_are_whole_where_there_is_room(home: Path) -> None:
    transcript = trio.run(partial(play_out, names=("Captain Mary", "Captain Anne")), home / "games")
    (home / "games" / transcript.name).write_bytes(transcript.read_bytes())

    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        terminal.click("Your games")
        await terminal.see("Captain Mary (bot), Captain Anne (bot)")
        terminal.resize(60, 24)
        await terminal.see("Captain Mary (bot), Ca...")

    drive(open_tavern, body, columns=100)


def test_a_game_is_removed_for_good_when_somebody_says_yes_twice(home: Path) -> None:
    old, young = home / "games" / "old.tortuga", home / "games" / "young.tortuga"
    for file in (old, young):
        file.write_bytes(b"no game at all")
    os.utime(old, (1_600_000_000, 1_600_000_000))

    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        terminal.click("Your games")
        await terminal.see("cannot be read", "2020", "no finished game yet")
        terminal.press("d")
        await terminal.see("Remove for good?", "young")
        terminal.press("escape")
        await terminal.until(lambda: "for good?" not in terminal.text, "it is kept")
        assert young.exists()
        terminal.press("o")
        await terminal.see("1 game, which ended more than 30 days ago")
        terminal.press("y")
        await terminal.until(lambda: "2020" not in terminal.text, "it is gone")
        assert (old.exists(), young.exists()) == (False, True)
        terminal.press("d", "y")
        await terminal.see("No games yet")
        terminal.squeeze()

    drive(open_tavern, body)
    assert not young.exists()


def test_whoever_plays_elsewhere_with_the_same_key_is_told_so_and_stays_in_the_tavern(home: Path) -> None:
    take = (
        "from tortuga_p2p.node.home import default_home as home; home().identity(); print('taken', flush=True); input()"
    )
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen((sys.executable, "-c", take), env=environment(TORTUGA_HOME=str(home)), **pipes) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "taken\n"

        async def body(terminal: Terminal) -> None:
            await terminal.see("Play Tortuga now")
            terminal.press("1")
            await terminal.see("You cannot sit down now", "Another tortuga program on this machine is using your key")
            terminal.press("escape")
            await terminal.see("Play Tortuga now")

        drive(open_tavern, body)
        other.communicate("\n")


def test_a_game_that_was_taken_away_since_it_was_listed_cannot_be_read(home: Path) -> None:
    file = home / "games" / "lost.tortuga"

    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        for key in "rc":
            file.write_bytes(b"anything")
            terminal.click("Your games")
            await terminal.see("lost")
            file.unlink()
            terminal.press(key)
            await terminal.see("It cannot be read: No such file or directory.")
            terminal.press("escape", "escape")
            await terminal.see("Play Tortuga now")

    drive(open_tavern, body)


def test_a_guest_sees_who_runs_which_bot_before_sitting_down(home: Path) -> None:
    """A table of this network, with a password and a bot of its host's."""

    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        host = bot_party(home, "random", "Hector", 7)
        plan = GamePlan(TORTUGA, 3, {}, "The Pearl", password="rum")
        here = await listed(terminal, host, plan, fingerprint(host.identity.public))
        bot = bot_party(home, "random", "Hector's dog", 7)
        bot.operator = host.identity.public
        terminal.app.start(partial(_join, bot, here, "rum"))
        lobby = host.lobby
        assert isinstance(lobby, HostLobby)
        await terminal.until(lambda: len(lobby.people) == 2)
        terminal.app.changed()
        await terminal.see("The Pearl", "2 seats free")
        terminal.click("The Pearl")
        await terminal.see("Hector's dog", "a bot run by Hector", "Do you want to sit down", "Password:")
        assert len(lobby.people) == 2, "nobody has knocked yet"
        terminal.type("tea")
        terminal.press("enter")
        await terminal.see("That is not this table's password", "try again")
        terminal.press("r")
        await terminal.see("Password:")
        terminal.type("rum")
        terminal.press("enter")
        await terminal.see("You", "Round 1")

    drive(open_tavern, body)


def test_a_table_that_is_not_what_the_list_says_is_refused(home: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        host = bot_party(home, "random", "Hector", 8)
        other = fingerprint(bot_party(home, "random", "Somebody", 8).identity.public)
        await listed(terminal, host, GamePlan(TORTUGA, 2, {}, "The Pearl"), other)
        terminal.app.changed()
        await terminal.see("The Pearl")
        terminal.click("The Pearl")
        await terminal.see("Somebody other than", "answers")
        terminal.press("enter")
        await terminal.see("Play Tortuga now")

    drive(open_tavern, body)


def test_every_screen_can_be_drawn_at_any_size() -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Play Tortuga now")
        for key in ("", "2", "3", "4", "5", "6", "7", "9", "0"):
            if key:
                terminal.press(key)
                await terminal.until(lambda: len(terminal.app.screens) == 2)
            terminal.squeeze()
            if key:
                terminal.press("escape")
                await terminal.until(lambda: len(terminal.app.screens) == 1)

    drive(open_tavern, body)


async def _host(party: Party, plan: GamePlan) -> None:
    await party.host(plan, 0)


async def _join(party: Party, where: Address, password: str) -> None:
    await party.join([where], None, lambda lobby: password)
