"""A first voyage as somebody sails it: on the screen, line by line, left and gone on with, taken back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import trio

from tests.ui.terminal import Terminal, drive
from tortuga_p2p import games
from tortuga_p2p.node.home import Home
from tortuga_p2p.ui.settings import Settings
from tortuga_p2p.ui.voyage.logbook import Logbook
from tortuga_p2p.ui.voyage.plain import PlainVoyage
from tortuga_p2p.ui.voyage.screen import VoyageScreen
from tortuga_p2p.ui.voyage.voyage import Voyage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tortuga_p2p.ui.app import App

DECISIONS_MAX = 400


def show(voyage: Voyage) -> Callable[[App], object]:
    return lambda app: app.push(VoyageScreen(voyage, app, app.pop))


async def newcomer(terminal: Terminal, voyage: Voyage) -> None:
    """Reads everything, asks to be shown what could be done, does it."""
    while not (voyage.is_over and not voyage.pages):
        before = terminal.text
        asks = "n show me" in terminal.lines[-1]
        if asks:
            assert "lines more" not in terminal.text, terminal.text
            terminal.press("n")
            await terminal.see("Enter does it")
            before = terminal.text
        terminal.press("enter" if asks else "space")
        await terminal.changed(before)


@pytest.mark.parametrize("name", games.names())
def test_a_newcomer_finishes_every_voyage_on_a_small_screen(name: str) -> None:
    voyage = Voyage(games.load(name), "Ana")

    async def body(terminal: Terminal) -> None:
        await terminal.see("First voyage")
        await newcomer(terminal, voyage)
        await terminal.see("That was your first voyage")
        done, ideas = voyage.progress
        assert done == ideas
        terminal.squeeze()

    drive(show(voyage), body)


@pytest.mark.parametrize("name", games.names())
def test_a_newcomer_finishes_every_voyage_line_by_line(name: str) -> None:
    said: list[str] = []
    plain = PlainVoyage(Voyage(games.load(name), "Ana"), said.append)
    plain.begin()
    for _decision in range(DECISIONS_MAX):
        plain.hear("show")
        number = re.search(r"^That is number (\d+)", said[-1])
        if not plain.hear(number[1] if number else "do"):
            break
    assert said[-1].startswith("That was your first voyage"), said[-5:]
    assert not [line for line in said if "\n" in line or "{" in line]


def test_every_command_of_the_plain_voyage_answers() -> None:
    said: list[str] = []
    plain = PlainVoyage(Voyage(games.load("tortuga"), "Ana"), said.append)
    plain.begin()
    for typed, answer in (
        ("show", "Type do to choose it."),
        ("back", "nothing to take back"),
        ("more", "1. "),
        ("help", "a good choice here"),
        ("rules", "Rules, "),
        ("again", "take"),
        ("77", "There is no choice 77"),
        ("dance", "That is not one of your choices"),
        ("score", "Ana"),
    ):
        said.clear()
        assert plain.hear(typed)
        assert any(answer in line for line in said), (typed, said)
    plain.hear("1")
    said.clear()
    plain.hear("undo")
    assert said[0] == "Your last choice is taken back."
    assert not plain.hear("quit")
    assert "tortuga learn" in said[-1]


def test_a_voyage_that_is_left_waits_where_it_was(tmp_path: Path) -> None:
    game, logbook = games.load("tortuga"), Logbook(Home(tmp_path))

    def sail(voyage: Voyage, decisions: int) -> Any:
        for _decision in range(decisions):
            voyage.choose(voyage.advice().move)
        return voyage.guided.table.state

    voyage = logbook.open(game, "Ana")
    state = sail(voyage, 5)
    later = logbook.open(game, "Ana")
    assert later.guided.table.state == state
    assert later.progress == voyage.progress
    assert later.pages == voyage.pages[-len(later.pages) :] if later.pages else True
    assert sail(later, 3) == sail(voyage, 3)
    assert logbook.open(game, "Ana", again=True).moves == []


def test_a_damaged_or_older_logbook_begins_anew(tmp_path: Path) -> None:
    game, home = games.load("tortuga"), Home(tmp_path)
    for data in (b"", b"{", b"[]", b'{"seed": -1, "moves": ["x"]}', b'{"seed": 1, "moves": 7}', b"\xff"):
        (home.lessons / f"{game.name}.lesson").write_bytes(data)
        assert Logbook(home).moves(game) == []
    seed = game.lesson().seed
    (home.lessons / f"{game.name}.lesson").write_text(f'{{"seed": {seed}, "moves": ["nonsense", 3]}}')
    assert Logbook(home).open(game, "Ana").moves == []


def test_one_back_takes_the_last_decision_back() -> None:
    voyage = Voyage(games.load("tortuga"), "Ana")
    assert not voyage.back()
    states = [voyage.guided.table.state]
    for _decision in range(4):
        voyage.choose(voyage.advice().move)
        states.append(voyage.guided.table.state)
    while states:
        assert voyage.guided.table.state == states.pop()
        voyage.back()


def test_a_page_never_tells_only_what_one_has_just_decided() -> None:
    """In Cartagena every action of one's own asked for one more key."""
    voyage, spared = Voyage(games.load("cartagena"), "Ana"), []

    async def body(terminal: Terminal) -> None:
        await terminal.see("First voyage")
        while not voyage.is_over:
            before, asks = terminal.text, "n show me" in terminal.lines[-1]
            if asks:
                terminal.press("n")
                await terminal.see("Enter does it")
                before = terminal.text
            made = len(voyage.moves)
            terminal.press("enter" if asks else "space")
            await terminal.changed(before)
            assert not any(page.is_seen for page in voyage.pages), terminal.text
            spared.append(len(voyage.moves) > made and not voyage.pages)

    drive(show(voyage), body)
    assert sum(spared) > 5


def test_enter_never_skips_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    voyage = Voyage(games.load("tortuga"), "Ana")

    async def body(terminal: Terminal) -> None:
        await terminal.see("Space go on")
        before = len(voyage.pages)
        terminal.press(*["enter"] * 20)
        terminal.press("?")
        await terminal.see("one back: take your last decision back")
        assert (len(voyage.pages), voyage.moves) == (before, [])
        terminal.press("escape")
        while "n show me" not in terminal.lines[-1]:
            terminal.press("space")
            await trio.sleep(0.05)
        terminal.press("?")
        await terminal.see("The rules:")

    drive(show(voyage), body, settings=Settings(name="Ana", ascii=True))
