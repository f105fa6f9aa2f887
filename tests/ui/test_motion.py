"""What changed its place between two boards travels there: briefly, in sight, and for no CPU once at rest."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
import trio

from tests.ui.terminal import Terminal, drive
from tests.ui.test_watch import a_match
from tortuga_p2p.games import load, offered
from tortuga_p2p.rules.screen import board_of
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.settings import Settings
from tortuga_p2p.ui.watch.film import BotFilm
from tortuga_p2p.ui.watch.screen import WatchScreen
from tortuga_p2p.ui.widgets.canvas import columns, split
from tortuga_p2p.ui.widgets.motion import REST_S, SLIDE_S, TOTAL_MAX_S, draw_moves, find_moves

if TYPE_CHECKING:
    from tortuga_p2p.games import AnyGame
    from tortuga_p2p.ui.app import App
    from tortuga_p2p.ui.widgets.canvas import Line
    from tortuga_p2p.ui.widgets.motion import Travels

MOVING = Settings(name="Ana", animation=True)
CREW: list[Line] = [
    [("label", "crew   "), ("red", "R"), ("", " "), ("blue", "B")],
    [("label", "fleet  "), ("dim", ".")],
]
FLEET: list[Line] = [
    [("label", "crew   "), ("red", "R"), ("", " "), ("dim", ".")],
    [("label", "fleet  "), ("blue", "B")],
]


def text_of(lines: list[Line]) -> list[str]:
    return ["".join(piece[1] for piece in line) for line in lines]


def test_a_chest_travels_from_area_to_area_and_everything_else_is_as_it_will_be() -> None:
    moves = find_moves(CREW, FLEET)
    assert moves is not None
    (only,) = moves.going
    assert (only.thing.text, only.way[0], only.way[-1]) == ("B", (0, 9), (1, 7))
    assert text_of(draw_moves(moves, FLEET, 0.0)) == ["crew   R B", "fleet  ."]
    assert text_of(draw_moves(moves, FLEET, SLIDE_S)) == text_of(FLEET)
    assert draw_moves(moves, FLEET, SLIDE_S)[1][-1] == ("blue,pointed", "B")  # at rest for a moment
    assert moves.seconds == pytest.approx(SLIDE_S + REST_S)


def test_what_is_alike_goes_the_shortest_way() -> None:
    before: list[Line] = [[("red", "R"), ("", "        "), ("red", "R"), ("", " ......................")]]
    after: list[Line] = [[("", "  "), ("red", "R"), ("", "      "), ("red", "R"), ("", " ......................")]]
    moves = find_moves(before, after)
    assert moves is not None
    assert [(one.way[0], one.way[-1]) for one in moves.going] == [((0, 0), (0, 2))]


def test_dice_that_come_from_behind_a_screen_tumble_to_their_faces() -> None:
    before: list[Line] = [[("label", "FLEET "), ("dim", ".")], [("label", "CREW "), ("dim", ".")]]
    after: list[Line] = [
        [("label", "FLEET "), ("die", "B3"), ("", " "), ("die", "C1")],
        [("label", "CREW "), ("dim", ".")],
    ]
    moves = find_moves(before, after)
    assert moves is not None
    assert all(one.is_tumbling for one in moves.going)
    shown = {text_of(draw_moves(moves, after, at / 20))[0] for at in range(8)}
    assert len(shown) > 2
    assert all(line.startswith("FLEET B") and line[9] == "C" for line in shown)
    assert text_of(draw_moves(moves, after, 0.45)) == text_of(after)


def test_a_way_that_the_game_names_may_lead_out_of_a_heap_and_into_one() -> None:
    before: list[Line] = [[("red.edge", "["), ("red", "A"), ("red.edge", "]"), ("", "2  1  2  3  4")]]
    after: list[Line] = [
        [("red.edge", "["), ("red", "A"), ("red.edge", "]"), ("", "1  1  2 "), ("red", "A"), ("", "  4")]
    ]
    moves = find_moves(before, after, [[(0, 0), (0, 6), (0, 11)]])
    assert moves is not None
    assert [one.way for one in moves.going] == [((0, 0), (0, 6), (0, 11))]
    back = find_moves(after, before, [[(0, 11), (0, 6), (0, 0)]])
    assert back is not None
    assert text_of(draw_moves(back, before, 0.0))[0].startswith("[A]2")  # the heap stays while somebody comes


def test_another_picture_is_no_motion() -> None:
    shifted: list[Line] = [[("", "a new line above everything else")], *CREW]
    assert find_moves(CREW, shifted) is None
    assert find_moves(CREW, CREW) is None
    words: list[Line] = [[("red", "British"), ("", " 2")]]
    assert find_moves(words, [[("", "1 "), ("red", "British"), ("", " 2")]]) is None


def beginning(game: AnyGame, frames: int) -> BotFilm:
    film = BotFilm(a_match(game, ("random",) * 3), 0)
    while len(film.frames) < frames and not film.is_all:
        film.go_on()
    return film


def moves_of(film: BotFilm, width: int, height: int, *, rich: bool) -> list[tuple[Travels, list[Line]]]:
    found = []
    for at in range(len(film.frames) - 1):
        before, after = film.view(at, None), film.view(at + 1, None)
        old, new = ([*split(board_of(film.game, one, film.names, width, height, rich=rich))] for one in (before, after))
        ways = film.game.screen().ways(before, after, Reader(None, {}, film.names), width, height, rich=rich)
        moves = find_moves(old, new, ways)
        if moves is not None:
            found.append((moves, list["Line"](new)))
    return found


@pytest.mark.parametrize("game", offered(), ids=lambda game: game.name)
@pytest.mark.parametrize(("width", "height", "rich"), [(80, 18, False), (120, 28, True)])
def test_in_every_game_things_travel_and_come_to_rest_in_time(
    game: AnyGame, width: int, height: int, rich: bool
) -> None:
    found = moves_of(beginning(game, 110), width, height, rich=rich)
    assert any(not one.is_tumbling for moves, _new in found for one in moves.going)
    for moves, new in found:
        assert moves.seconds < TOTAL_MAX_S + 0.001
        for at in range(8):
            lines = draw_moves(moves, new, at / 12)
            assert len(lines) == len(new)
            assert all(columns(line) <= width for line in text_of(lines))
        assert text_of(draw_moves(moves, new, moves.seconds)) == text_of(new)


def test_a_pirate_of_cartagena_hops_along_its_path() -> None:
    film = beginning(load("cartagena"), 110)
    ways = [one.way for moves, _new in moves_of(film, 80, 18, rich=True) for one in moves.going]
    assert max(map(len, ways)) > 8
    assert all(abs(one[0] - two[0]) <= 12 for way in ways for one, two in pairwise(way))


class Counted(WatchScreen):
    """Counts how often it is drawn."""

    drawn = 0

    def draw(self, width: int, height: int):  # type: ignore[no-untyped-def]
        self.drawn += 1
        return super().draw(width, height)


def watch_paused(body, settings: Settings) -> None:  # type: ignore[no-untyped-def]
    screens: list[Counted] = []

    def begin(app: App) -> None:
        screens.append(Counted(a_match(load("cartagena"), ("random",) * 3), 0, app, paused=True))
        app.push(screens[0])

    drive(begin, lambda terminal: body(terminal, screens[0]), settings=settings)


async def drawn_and_at_rest(screen: Counted) -> None:
    """Until what was pressed or told is on the screen and nothing moves any more: not a moment is counted on."""
    quiet, drawn = 0, -1
    while quiet < 10:
        await trio.sleep(0.05)
        quiet, drawn = (0 if screen._stage._clock.is_moving or screen.drawn != drawn else quiet + 1), screen.drawn


async def first_trip(terminal: Terminal, screen: Counted) -> None:
    """To the frame before the first one in which a pirate goes, with nothing in motion; the bots stop."""
    film = screen.model.bots
    await terminal.until(lambda: len(film.frames) > 40, "the bots")
    screen._bots.cancel()
    at = next(
        at for at in range(9, len(film.frames)) if film.frames[at].state.pirates != film.frames[at - 1].state.pirates
    )
    screen.model.go(at - 1)
    terminal.app.changed()
    await drawn_and_at_rest(screen)


@pytest.mark.parametrize("how", ["on", "setting", "NO_MOTION", "dumb", "unpaced"])
def test_motion_is_drawn_while_it_lasts_and_nothing_at_rest(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if how == "NO_MOTION":
        monkeypatch.setenv("NO_MOTION", "1")
    monkeypatch.setenv("TERM", "dumb" if how == "dumb" else "xterm-256color")
    settings = Settings(name="Ana", animation=how != "unpaced", motion=how != "setting")

    async def body(terminal: Terminal, screen: Counted) -> None:
        await first_trip(terminal, screen)
        before = screen.drawn
        terminal.press("right")
        await terminal.until(lambda: screen.drawn > before, "the picture")
        await drawn_and_at_rest(screen)
        drawn = screen.drawn - before
        # A slow machine may have time for two pictures of it only; more than the eye needs are never made.
        assert (2 <= drawn <= 12) if how == "on" else drawn == 1
        await trio.sleep(1.0)
        assert screen.drawn - before == drawn  # at rest nothing is drawn

    watch_paused(body, settings)


def test_a_key_ends_the_motion_and_does_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")

    async def body(terminal: Terminal, screen: Counted) -> None:
        await first_trip(terminal, screen)
        at = screen.model.at
        terminal.press("right")
        await terminal.until(lambda: screen._stage._clock.is_moving, "the motion")
        terminal.press("?")
        await terminal.see("Watching a game of bots")
        assert not screen._stage._clock.is_moving
        assert screen.model.at == at + 1

    watch_paused(body, MOVING)
