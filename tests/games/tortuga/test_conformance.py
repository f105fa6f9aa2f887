"""Tortuga keeps every promise of a game, with every number of players and in the long variant."""

from __future__ import annotations

import pytest

from tortuga_p2p.games import load
from tortuga_p2p.testing.conformance import check_bots, check_game

TORTUGA = load("tortuga")


@pytest.mark.parametrize("seats", TORTUGA.seats)
@pytest.mark.parametrize("long", [0, 1])
def test_tortuga_keeps_every_promise(seats: int, long: int) -> None:
    check_game(TORTUGA, seeds=[1], seats=[seats], options={"long": long}, steps_max=2000, one_in=24)


def test_the_bots_of_tortuga_choose_legal_moves_and_the_same_again() -> None:
    check_bots(TORTUGA, seeds=range(3), decisions_max=40)
