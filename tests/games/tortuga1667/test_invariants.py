"""A sample of the games that `invariants.py` plays whole: every pair of choices that can stand together."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga1667.invariants import play
from tests.games.tortuga1667.tables import VALUES, every_pair, parts, tables
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.state import NOWHERE

if TYPE_CHECKING:
    from tortuga_p2p.rules.game import Options


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_number_of_players(seats: int) -> None:
    for seed in range(5):
        assert play(seats, {}, seed).winner != NOWHERE


@pytest.mark.parametrize(("seats", "options", "seed"), every_pair(), ids=str)
def test_pairs_of_options(seats: int, options: Options, seed: int) -> None:
    assert play(seats, options, seed).winner != NOWHERE


def test_the_sample_has_every_pair_of_options_and_each_with_every_number_of_players() -> None:
    played = frozenset[frozenset[tuple[str, str]]]().union(
        *(parts(seats, options) for seats, options, _ in every_pair())
    )
    refused = {frozenset(pair) for pair in product(("stars", "starred"), ("mad",))}  # all are in then (2.9)
    names = [frozenset(name for name, _ in pair) for pair in played]
    assert {*names} == {frozenset(pair) for pair in combinations((*VALUES, "seats"), 2)} - refused
    assert played == frozenset[frozenset[tuple[str, str]]]().union(*(parts(*table) for table in tables()))
    for seats in GAME.seats:
        with_it = {name for pair in played if ("seats", str(seats)) in pair for name, _ in pair}
        assert with_it == {*VALUES, "seats"}


def test_there_are_many_tables() -> None:
    assert len(tables()) > 350
    assert set(VALUES) == {option.name for option in GAME.options}
    assert {seats for seats, _ in tables()} == set(GAME.seats)
