"""`tortuga watch` on a terminal: a game of bots that fills the screen, can be stopped, stepped, and left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio

from tests.shell import terminal as shell_terminal
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.bots.match import Match
from tortuga_p2p.bots.registry import field
from tortuga_p2p.games import load, offered
from tortuga_p2p.ui.replay.leafing import SPEEDS
from tortuga_p2p.ui.watch.film import BotFilm
from tortuga_p2p.ui.watch.model import WatchModel
from tortuga_p2p.ui.watch.screen import WatchScreen

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tortuga_p2p.games import AnyGame
    from tortuga_p2p.ui.app import App

SEED = 7


def a_match(game: AnyGame, bots: tuple[str, ...] = ()) -> Match:
    return Match(game, bots or field(game), {}, SEED)


def watched(
    body: Callable[[Terminal, WatchScreen], Awaitable[None]],
    match: Match,
    *,
    paused: bool = False,
    columns: int = 80,
    rows: int = 24,
) -> None:
    screens: list[WatchScreen] = []

    def begin(app: App) -> None:
        screens.append(WatchScreen(match, 0, app, paused=paused))
        app.push(screens[0])

    drive(begin, lambda terminal: body(terminal, screens[0]), columns=columns, rows=rows)


def whole(match: Match) -> BotFilm:
    film = BotFilm(match, 0)
    while not film.is_all:
        film.go_on()
    return film


@pytest.mark.parametrize("game", offered(), ids=lambda game: game.name)
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
def test_every_game_fills_the_screen_and_goes_by_itself_to_its_end(game: AnyGame, columns: int, rows: int) -> None:
    async def body(terminal: Terminal, screen: WatchScreen) -> None:
        await terminal.see("Space pause", "step", "round", "speed", "? help", "q leave", "as a spectator, playing x1")
        for _ in SPEEDS:
            terminal.press("+")
        await terminal.see("playing x8")
        await terminal.until(lambda: screen.model.bots.is_all, "the bots have played")
        screen.model.go(len(screen.model.bots.frames) - 3)
        await terminal.see("The end", "paused", "Space begins again")
        last = len(screen.model.bots.frames) - 1
        assert f"{last} of {last}" in terminal.text
        assert all(len(line) <= columns for line in terminal.lines)
        terminal.squeeze()

    watched(body, a_match(game), columns=columns, rows=rows)


def test_space_pauses_arrows_step_brackets_go_by_round_and_n_plays_another_game() -> None:
    async def body(terminal: Terminal, screen: WatchScreen) -> None:
        await terminal.until(lambda: screen.model.bots.is_all, "the bots have played")
        first = screen.model
        assert not first.playing
        terminal.press("]")
        await terminal.until(lambda: first.at == first.bots.rounds[1], "the second round")
        terminal.press("right")
        await terminal.until(lambda: first.at >= first.bots.rounds[1], "a step")
        terminal.press("[")
        await terminal.until(lambda: first.at == first.bots.rounds[1], "back to where the round began")
        terminal.press("space")
        await terminal.see("playing x1", "Space pause")
        terminal.press("space", "\t")
        await terminal.see("Space play", "as expert")
        terminal.press("?")
        await terminal.see("Watching a game of bots", "whose eyes")
        terminal.press("escape", "n")
        await terminal.until(lambda: screen.model is not first, "another game")
        assert screen.model.bots.number == 1
        assert screen.model.seat == 0, "one looks through the same eyes"
        await terminal.see("playing x1")

    watched(body, a_match(load("tortuga")), paused=True)


def test_a_key_without_a_meaning_says_so_and_a_large_screen_begins_with_a_guide() -> None:
    async def body(terminal: Terminal, screen: WatchScreen) -> None:
        await terminal.see("What you can do here", "Space: pause, and go on")
        terminal.press("w")
        await terminal.see("w does nothing here: ? shows what every key does.")
        terminal.press("space")
        await terminal.until(lambda: "does nothing" not in terminal.text)

    watched(body, a_match(load("tortuga")), paused=True, columns=120, rows=40)


def test_what_does_not_fit_is_told_in_parts_and_nothing_is_left_out() -> None:
    model = WatchModel(whole(a_match(load("tortuga"))))
    seen: list[str] = []
    while not model.is_last:
        seen += ["".join(piece[1] for piece in line).strip() for line in model.draw(80, 24)]
        model.forward()
    shown = set(seen)
    told = [line.strip() for at in range(len(model.bots.frames) - 1) for line in model.told_lines(at, 80)]
    assert len(told) > 100
    assert not [line for line in told if line not in shown]


def test_remarks_name_no_hidden_thing_to_a_spectator_and_say_more_through_the_players_eyes() -> None:
    model = WatchModel(whole(a_match(load("cartagena"))))
    doubted = [(at, one) for at, frame in enumerate(model.bots.frames) for one in frame.opinions if not one.agrees]
    assert len(doubted) > 5
    for at, one in doubted[:20]:
        model.go(at)
        model.seat = None
        assert any("would have done something else" in text for text in model.remarks())
        model.seat = one.seat
        assert any("Expert would " in text and "something else" not in text for text in model.remarks())


def test_a_bot_that_fails_is_told_on_the_screen_and_on_the_shell(tmp_path: Path) -> None:
    with shell_terminal("watch", "--seats", "program:false,random", TORTUGA_HOME=str(tmp_path)) as screen:
        screen.wait_for(lambda shown: "The game cannot go on" in shown)
        screen.type("q")
        code, _ = screen.end()
    assert code == 2
    assert "tortuga watch: the bot program" in " ".join(screen.screen.split()).replace("The bot", "the bot")


def test_the_first_command_fills_the_screen_and_says_afterwards_how_to_see_it_again(tmp_path: Path) -> None:
    with shell_terminal("watch", "--seed", "7", TORTUGA_HOME=str(tmp_path)) as screen:
        screen.wait_for(lambda shown: "\x1b[?1049h" in shown and "spectator" in shown)
        screen.type("q")
        code, _ = screen.end()
    assert code == 0
    after = screen.screen.split("\x1b[?1049l")[-1]
    assert "Watch it again: tortuga watch --game tortuga --seats expert,greedy,random --seed 7" in after


def test_nothing_is_drawn_while_it_is_paused() -> None:
    async def body(terminal: Terminal, screen: WatchScreen) -> None:
        await terminal.until(lambda: screen.model.bots.is_all, "the bots have played")
        await trio.sleep(0.1)
        before = terminal.written
        await trio.sleep(0.5)
        assert terminal.written == before

    watched(body, a_match(load("tortuga1667")), paused=True)
