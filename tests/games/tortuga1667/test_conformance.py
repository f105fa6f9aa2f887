"""The suite that every game passes, on every number of players and some pairs of options."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga1667.tables import sample
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.testing.conformance import check_bots, check_game

if TYPE_CHECKING:
    from tortuga_p2p.rules.game import Options


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_usual_game_keeps_every_promise(seats: int) -> None:
    check_game(GAME, seeds=(seats,), seats=(seats,), one_in=60)


@pytest.mark.parametrize(("seats", "options", "seed"), sample(8), ids=str)
def test_options_keep_every_promise(seats: int, options: Options, seed: int) -> None:
    check_game(GAME, seeds=(seed,), seats=(seats,), options=options, one_in=120)


def test_the_bots_choose_legal_moves_and_the_same_again() -> None:
    check_bots(GAME, seeds=(1, 2))
