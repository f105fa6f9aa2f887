"""A sample of the games that `invariants.py` plays whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga1667.invariants import play
from tests.games.tortuga1667.tables import sample, tables
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.state import NOWHERE

if TYPE_CHECKING:
    from tortuga_p2p.rules.game import Options


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_number_of_players(seats: int) -> None:
    for seed in range(5):
        assert play(seats, {}, seed).winner != NOWHERE


@pytest.mark.parametrize(("seats", "options", "seed"), sample(60), ids=str)
def test_pairs_of_options(seats: int, options: Options, seed: int) -> None:
    assert play(seats, options, seed).winner != NOWHERE


def test_there_are_many_tables() -> None:
    assert len(tables()) > 350
    assert {seats for seats, _ in tables()} == set(GAME.seats)
