"""The map fits and shows everything at every size; what a seat may not know is never on its screen."""

from __future__ import annotations

import pytest

from tests.games.tortuga1667.pictures import FOLDER, NAMES, PICTURES, action, board, crowded
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.rules.screen import ROLES
from tortuga_p2p.rules.words import Reader


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_as_they_were(name: str) -> None:
    assert PICTURES[name]() + "\n" == (FOLDER / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize(("width", "room"), [(80, 15), (100, 20), (120, 30)])
def test_nine_players_fit(width: int, room: int) -> None:
    for stage in (action(), crowded()):
        lines = board(stage, width, room).split("\n")
        assert len(lines) <= room
        assert max(map(len, lines)) <= width
        for name in NAMES[:1] + NAMES[2:7]:  # the second is the viewer, and the longest name is cut
            assert name[:5] in "\n".join(lines)


def test_ascii_is_ascii() -> None:
    assert board(action(), 80, 15, rich=False).isascii()
    assert board(crowded(), 120, 30, rich=False).isascii()


def test_a_known_event_is_on_the_own_screen_only() -> None:
    assert "Black Spot" in board(action(), 80, 15)
    assert "Black Spot" not in board(action(), 80, 15, seat=2)
    assert "Black Spot" not in board(action(), 80, 15, seat=None)


def test_the_own_flag_is_not_on_the_board() -> None:
    stage = action()
    view = stage.table.view(1)
    british = GAME.screen().board(view, Reader(1, view.known, NAMES), 80, 15, rich=True)
    other = {**view.known, stage.state.loyal[1]: c.FRENCH}
    assert british == GAME.screen().board(view._replace(known=other), Reader(1, other, NAMES), 80, 15, rich=True)


def test_styles_are_roles() -> None:
    view = action().table.view(1)
    for width, room in ((80, 15), (120, 30), (60, 20)):
        styles = {style for style, _ in GAME.screen().board(view, Reader(1, view.known, NAMES), width, room, rich=True)}
        assert styles <= set(ROLES)
