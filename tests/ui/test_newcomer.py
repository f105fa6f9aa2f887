"""What hurt somebody who had never seen the program, where no other test tells that it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.replay.films import replay
from tests.ui.hands import asked, sitting_of
from tests.ui.tables import sit
from tests.ui.terminal import drive
from tests.ui_plain.test_voice import questions
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.match import Match
from tortuga_p2p.bots.random_bot import RandomBot
from tortuga_p2p.bots.registry import field
from tortuga_p2p.games import load, offered
from tortuga_p2p.games.tortuga.rules.moves import PERFORM
from tortuga_p2p.games.tortuga.rules.state import Phase
from tortuga_p2p.node.asking import Asking
from tortuga_p2p.node.player import BotPlayer
from tortuga_p2p.rules.screen import LEGEND_COLUMNS, board_of
from tortuga_p2p.rules.telling import reading
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.plain.announcements import INVITED
from tortuga_p2p.ui.plain.menu import Menu
from tortuga_p2p.ui.replay.model import ReplayModel
from tortuga_p2p.ui.replay.screen import LeafScreen
from tortuga_p2p.ui.voyage.voyage import Voyage
from tortuga_p2p.ui.watch.film import BotFilm
from tortuga_p2p.ui.watch.model import WatchModel
from tortuga_p2p.ui.widgets.form import Form, FormEntry
from tortuga_p2p.ui.widgets.listing import Choosable, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.ui.terminal import Terminal
    from tortuga_p2p.games import AnyGame
    from tortuga_p2p.rules.game import View

TORTUGA = load("tortuga")
NAMES = ("Ana", "Ben", "Cleo", "Dora")


def views(seats: int) -> Iterator[View[Any]]:
    """What the first seat sees whenever it decides, in a game of chance."""
    return (question.view for question in questions(TORTUGA, seats, seed=5) if question.view.seat == 0)


def test_an_invitation_never_promises_the_whole_world() -> None:
    """2: a line that is pasted elsewhere may meet a router or a firewall."""
    assert not [words for words in INVITED.values() if "anywhere" in words]
    assert "if no firewall blocks it" in max(INVITED.values(), key=len)


def test_dice_are_taken_and_never_kept_to_be_rolled() -> None:
    """7: in other games of dice "keep" means not rolling again."""
    voyage = Voyage(TORTUGA, "Ana")
    question = voyage.question()
    assert question is not None
    menu = Menu(question)
    said = [menu.question(), *(menu.line(at) for at in range(menu.count))]
    assert said[0].startswith("Which dice do you take?")
    assert not [line for line in said if "keep" in line.lower()]


def test_four_players_at_80_by_24_see_what_every_action_brings_and_what_each_die_counts() -> None:
    """8: neither the first decision nor its help said it."""
    view = next(view for view in views(4) if view.state.phase == Phase.SELECT)
    drawn = "".join(text for _style, text in board_of(TORTUGA, view, NAMES, 80, 17, rich=False))
    for words in ("FLEET A5 B3 C1 D4 E2 boat +2, +1", "pirate +2, +1", "chest+tile, tile", "robs fleet", "robs crew"):
        assert words in drawn, drawn


@pytest.mark.parametrize("page", ["?", "w", "s"])
def test_escape_on_a_page_of_a_replay_goes_back_to_the_replay(page: str) -> None:
    """10: it left the replay."""

    async def body(terminal: Terminal) -> None:
        await terminal.see("w why")
        before = terminal.text
        terminal.press(page)
        await terminal.changed(before)
        terminal.press("escape")
        await terminal.until(lambda: terminal.text == before, "the replay")

    assert drive(lambda app: app.push(LeafScreen(ReplayModel(replay()), app)), body) == 0


def test_plain_mode_says_what_your_own_tiles_are_worth() -> None:
    """14: and only yours."""
    for view in views(3):
        held = view.state.ships[0].tiles
        others = [ship.tiles for ship in view.state.ships[1:] if ship.tiles]
        if held and others and all(handle in view.known for handle in held):
            told = " ".join(reading(TORTUGA, "board", view, Reader(0, view.known, NAMES)))
            worth = sum(view.known[handle] for handle in held)
            assert f"with {worth} coin" in told
            assert "face down" in told
            return
    raise AssertionError("nobody kept a tile")


def test_a_key_that_means_nothing_says_so_and_enter_says_what_is_missing(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal, "Which dice do you take?")
        terminal.press("b")
        await terminal.see("b does nothing here")
        terminal.press("=")
        await terminal.see("= does nothing here")
        terminal.press("x")
        await terminal.see("The table waits for you")
        while choice.prompt.move is not None:
            picked = next(item for item in choice.prompt.rows[0].items if item.is_picked)
            before = choice.prompt
            terminal.press(picked.key)
            await terminal.until(lambda before=before: choice.prompt is not before, "another pick")  # type: ignore[misc]
        await terminal.see("Enter not yet")
        terminal.press("enter")
        await terminal.see("Not yet: ")

    drive(lambda app: sit(app, tmp_path), body)


def test_how_to_leave_is_read_to_its_end_and_a_mistyped_word_is_answered(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal, "Which dice do you take?")
        terminal.press("q")
        await terminal.see("you leave for good and are ranked last; the others play on without", "Esc  stay")
        last = next(row for row, line in enumerate(terminal.lines) if line.startswith("g  give up"))
        assert terminal.lines[last + 1].strip() == "you"
        terminal.press("g")
        await terminal.see("Give the game up?")
        terminal.type("giv up")
        terminal.press("enter")
        await terminal.see("You typed 'giv up': nothing has happened.")
        assert not sitting_of(terminal).is_over
        terminal.press("enter")
        await terminal.see("Leave the table?")

    drive(lambda app: sit(app, tmp_path, ("random", "random")), body)


def test_a_form_says_what_its_keys_do_and_a_list_is_cut_between_words() -> None:
    rows = [Choosable("Tortuga", "Dice behind screens, chests, and other people's plans."), Choosable("Race", "Run.")]
    listing = Listing("Games", rows, print, print, nothing="", go="choose")
    listing.point(1)
    (first,) = [line for line in listing.draw(40, 24).lines if "Tortuga" in "".join(piece[1] for piece in line)]
    assert "".join(piece[1] for piece in first).rstrip().endswith("behind screens, ...")
    form = Form("A form", [FormEntry("Colours", ["dark", "light"])], lambda: None, None)
    form.press("?")
    text = " ".join(piece[1] for line in form.draw(80, 24).lines for piece in line)
    assert "Left and Right change it" in text


def test_nobody_is_asked_whether_to_forfeit_what_only_gains() -> None:
    """Of the polish list: a question with nothing to decide. Whoever wants it can have it."""
    question = next(one for one in questions(TORTUGA, 3, seed=5) if one.view.state.phase == Phase.OFFER)
    asking = Asking(BotPlayer(RandomBot(), SeededDraw(1, "nobody")), 0.0)
    assert asking.settled(question) == PERFORM
    asking.standing["forfeit"] = "ask"
    assert asking.settled(question) is None
    asking.is_bot = True
    assert asking.settled(question) is None


@pytest.mark.parametrize("game", offered(), ids=lambda game: game.name)
def test_every_sign_of_a_board_is_explained_also_while_one_watches(game: AnyGame) -> None:
    """`?` explained keys, and never what stands on the board."""
    fine, plain = (game.screen().legend(rich=rich) for rich in (True, False))
    assert len(fine) > 5
    assert [meaning for _sign, meaning in fine] == [meaning for _sign, meaning in plain]
    assert all(sign.isascii() and len(sign) <= LEGEND_COLUMNS for sign, _meaning in plain)
    watching = WatchModel(BotFilm(Match(game, field(game), {}, 3), 0), rich=True)
    _title, lines = watching.page_lines(200)
    for sign, meaning in fine:
        assert f"{sign}  {meaning}" in lines
