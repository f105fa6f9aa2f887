"""Cartagena keeps the contract of a game, whatever was agreed."""

from __future__ import annotations

import pytest

from tests.games.cartagena.variants import Variant, label, options, some
from tortuga_p2p.games import load
from tortuga_p2p.testing.conformance import check_bots, check_folder, check_game

GAME = load("cartagena")


def test_the_game_as_it_is_played_first() -> None:
    check_game(GAME, seeds=range(1), seats=(3,), one_in=60)


# Of those in which every pair of options occurs, all of which test_invariants.py plays, these are looked at through and
# through: every picture, refusal and imagined world.
@pytest.mark.parametrize("variant", [variant for variant in some() if variant["pirates"] == 4][::8], ids=label)
def test_every_variant_conforms(variant: Variant) -> None:
    check_game(GAME, seeds=(11,), seats=(variant["seats"],), options=options(variant), one_in=100)


def test_the_bots_play_by_the_rules() -> None:
    check_bots(GAME, seeds=range(2))


def test_the_folder_is_whole() -> None:
    check_folder("cartagena")
