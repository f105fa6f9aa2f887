"""protocol/cartagena.md is enough: a second reading of it (`second_state.py`) comes to the same states and asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.cartagena.second_state import Second
from tests.games.cartagena.test_leaving import STORIES, steps, without
from tests.games.cartagena.variants import Variant, label, options, some
from tests.games.second_fields import plain
from tests.games.second_pair import SecondPair, asked
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.rules.ask import Over
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.games.cartagena.rules.state import State

STEPS_MAX = 300


class Pair(SecondPair):
    """A table of this game and its second reading."""

    def __init__(self, table: LocalTable[State], places: ThingPlaces) -> None:
        super().__init__(table, places, Second(GAME.pack(table.state)))

    def compare(self) -> None:
        assert self.second.value() == plain(GAME.pack(self.table.state))
        ask = self.table.ask
        told = plain(("Over", ask.result.scores, ask.result.winners)) if isinstance(ask, Over) else asked(ask)
        assert plain(self.second.ask()) == told


@pytest.mark.parametrize("leaving", [0, 40], ids=["all stay", "some leave"])
@pytest.mark.parametrize("variant", some(), ids=label)
def test_the_chapter_tells_every_state_and_ask(variant: Variant, leaving: int) -> None:
    table: LocalTable[State] = LocalTable.new(GAME, variant["seats"], options(variant), SeededDraw(8, "table"))
    pair, draw = Pair(table, ThingPlaces(variant["seats"], GAME.piles)), SeededDraw(8, "choices")
    pair.compare()
    for _ in range(STEPS_MAX):
        if isinstance(table.ask, Over):
            break
        if leaving and len(pair.places.present) > 1 and not draw.below(leaving):
            pair.leave(pair.places.present[draw.below(len(pair.places.present))])
        else:
            pair.step(draw)
    assert len(pair.met) > 4 or leaving


@pytest.mark.parametrize("name", STORIES)
def test_it_tells_what_is_rare_and_whoever_leaves_there(name: str) -> None:
    for table, places in steps(name):
        for seat in places.present:
            pair, draw = Pair(*without(table, places)), SeededDraw(2, "on")
            pair.leave(seat)
            for _ in range(8):
                if not isinstance(pair.table.ask, Over):
                    pair.step(draw)
