"""C-45: whoever leaves for good, at whatever is asked, with whatever was agreed."""

from __future__ import annotations

import pytest

from tests.games.cartagena.scene import Scene, escape
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules.components import SLOOP
from tortuga_p2p.games.cartagena.rules.state import Phase
from tortuga_p2p.games.cartagena.rules.travel import is_captain
from tortuga_p2p.rules.ask import Over, Together, Turn
from tortuga_p2p.testing.conformance import check_game

AWAY = (0,) * 6


def test_the_pirates_stay_and_nobody_moves_them() -> None:
    state = GAME.leave(escape().state, 1)
    assert state.pirates[1] == escape().state.pirates[1]
    assert GAME.asks(state) == Turn(0)
    scene = escape()
    moves = {GAME.move_text(move) for move in GAME.legal_moves(state, 0, scene.table.known[0])}
    assert not any(text.startswith("morgan 1") for text in moves)
    assert any(text.startswith("morgan 2") for text in moves)


def test_the_leavers_turn_ends_and_its_cards_go_to_the_pile() -> None:
    before = escape().state
    after = GAME.leave(before, 0)
    assert (after.turn, after.left, after.hands[0]) == (1, 3, ())
    assert len(after.pile) == len(before.pile) + len(before.hands[0])


def test_leavers_do_not_count_for_the_captain() -> None:
    scene = escape(turn=1, free=0)
    assert not is_captain(scene.state, 1)
    assert is_captain(GAME.leave(scene.state, 0), 1)
    assert GAME.leave(scene.state, 0).pirates[0].count(SLOOP) == 2


def test_who_is_left_alone_has_won() -> None:
    over = GAME.asks(GAME.leave(Scene([AWAY] * 2, hands=("P", "P")).state, 0))
    assert isinstance(over, Over)
    assert over.result.winners == (1,)


def test_a_discard_that_was_owed_falls_away() -> None:
    scene = Scene([AWAY] * 4, hands=("r", "P" * 8, "H" * 9, "L"), filibusters=1)
    scene.advance(0, "rum", "r")
    state = GAME.leave(scene.state, 1)
    assert GAME.asks(state) == Together((2,))
    assert GAME.leave(state, 2).phase == Phase.ACT


def test_the_pistols_target_is_gone() -> None:
    scene = Scene([AWAY] * 3, hands=("PP", "RHL", "A"), sorceress=1)
    scene.pistol(1)
    after = GAME.leave(scene.state, 1)
    assert (after.phase, after.turn, after.left, after.doing) == (Phase.ACT, 0, 2, ())


def test_a_round_of_rum_for_one_fewer() -> None:
    scene = Scene([AWAY] * 4, hands=("R", "P", "P", "P"), sorceress=1)
    scene.rum()
    after = GAME.leave(scene.state, 2)
    moves = GAME.legal_moves(after, 0, scene.table.known[0])
    assert {tuple(seat for _, seat in move.gives) for move in moves} == {(1, 3)}


VARIANTS = [
    {"tunnel": 4, "pirates": 4},
    {"tunnel": 4, "pirates": 4, "tunnel_draw": "both", "filibusters": 1, "sorceress": 1},
    {"tunnel": 3, "jungle": 3, "pirates": 4, "tunnel_draw": "morgan", "sorceress": 1},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_leaving_at_any_time_keeps_the_contract(options: dict[str, object]) -> None:
    check_game(GAME, seeds=(3,), seats=(3,), options=options, one_in=60)  # type: ignore[arg-type]
