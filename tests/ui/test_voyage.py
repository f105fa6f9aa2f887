"""A first voyage as somebody sails it: on the screen, line by line, left and gone on with, taken back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.shell import tortuga
from tests.ui.terminal import Terminal, drive
from tortuga_p2p import games
from tortuga_p2p.node.home import Home
from tortuga_p2p.rules.telling import line_of
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


AGES_S = 3_600.0  # nobody reads for so long: every key comes too early


def show(voyage: Voyage, settle_s: float = 0.0) -> Callable[[App], object]:
    def begin(app: App) -> None:
        screen = VoyageScreen(voyage, app, app.pop)
        screen.settle_s = settle_s
        app.push(screen)

    return begin


async def to_question(terminal: Terminal) -> None:
    """Reads until something is to be decided."""
    while "n show me" not in terminal.lines[-1]:
        before = terminal.text
        terminal.press("space")
        await terminal.changed(before)


def at_question(name: str = "tortuga", decisions: int = 0) -> Voyage:
    """A voyage after some decisions as it suggests them, with everything read."""
    voyage = Voyage(games.load(name), "Ana")
    for _decision in range(decisions):
        voyage.choose(voyage.advice().move)
    voyage.pages.clear()
    return voyage


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
        await terminal.see("Space go on")
        await to_question(terminal)
        terminal.press("?")
        await terminal.see("The rules:")

    drive(show(voyage), body, settings=Settings(name="Ana", ascii=True))


# --- leaving it, and keys that come too early ---------------------------------------------------------------------


def test_escape_closes_the_page_and_never_leaves_a_voyage_unasked() -> None:
    voyage = at_question()

    async def body(terminal: Terminal) -> None:
        await to_question(terminal)
        for key, page in (("i", "to the question"), ("?", "The rules: Choosing dice")):
            terminal.press(key)
            await terminal.see(page)
            terminal.press("escape")
            await terminal.see("n show me", "Which dice do you take?")
        terminal.press("escape")
        await terminal.see("Leave the voyage?", "tortuga learn tortuga")
        terminal.press("escape")
        await terminal.see("n show me")
        assert len(terminal.app.screens) == 1
        terminal.press("q")
        await terminal.until(lambda: not terminal.app.screens, "the end of the program")

    drive(show(voyage), body)


def test_whoever_leaves_is_told_how_to_go_on() -> None:
    voyage = at_question(decisions=2)
    assert voyage.waits.endswith("tortuga learn tortuga")
    said: list[str] = []
    plain = PlainVoyage(voyage, said.append)
    plain.begin()
    assert "You go on where you left it." in said
    plain.hear("quit")
    assert said[-1] == voyage.waits


def test_the_end_of_the_input_says_how_to_go_on_too(tmp_path: Path) -> None:
    run = tortuga("learn", "tortuga", "--plain", stdin="1\n", TORTUGA_HOME=str(tmp_path))
    assert run.stdout.splitlines()[-1] == "The voyage waits for you: tortuga learn tortuga"


def test_a_space_too_many_turns_the_page_and_picks_nothing() -> None:
    voyage = at_question()

    async def body(terminal: Terminal) -> None:
        await to_question(terminal)
        picked = "1)[x] FLEET A5  2)[x] FLEET B3"
        await terminal.see(picked, "Picked by this voyage")
        terminal.press("space", "enter")
        await terminal.see("Too quick to be meant")
        assert picked in terminal.text
        assert not voyage.moves
        screen = terminal.app.screens[-1]
        assert isinstance(screen, VoyageScreen)
        screen.settle_s = 0.0
        terminal.press("space")
        await terminal.see("1)[ ] FLEET A5")

    drive(show(voyage, AGES_S), body)


def test_whose_hint_it_is_needs_no_introduction() -> None:
    voyage = at_question(decisions=3)
    while voyage.guided.suggestion() is not None:
        voyage.choose(voyage.advice().move)
    voyage.pages.clear()

    async def body(terminal: Terminal) -> None:
        await to_question(terminal)
        terminal.press("n")
        await terminal.see("A strong bot would do this. Enter does it.")
        assert "Expert" not in terminal.text

    drive(show(voyage), body)


# --- how far one is, and what is not asked ------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.names())
def test_an_idea_counts_once_it_was_read(name: str) -> None:
    voyage = Voyage(games.load(name), "Ana")
    assert voyage.progress[0] == 0
    while not (voyage.is_over and not voyage.pages):
        before = voyage.progress[0]
        if voyage.pages:
            page = voyage.pages.pop(0)
            assert voyage.progress[0] == before + page.learnt
        else:
            has_idea = voyage.guided.idea() is not None
            voyage.choose(voyage.advice().move)
            assert voyage.progress[0] == before + has_idea
    assert voyage.progress[0] == voyage.lesson.ideas


@pytest.mark.parametrize("name", games.names())
def test_nothing_is_asked_that_has_one_answer(name: str) -> None:
    voyage = Voyage(games.load(name), "Ana")
    while (question := voyage.question()) is not None:
        lines = {
            line_of(question.game, question.view, move, voyage.reader, question.moves)
            for move in list(question.moves)[:50]
        }
        assert len(lines) > 1, lines
        voyage.choose(voyage.advice().move)
