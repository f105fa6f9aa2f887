"""protocol/tortuga1667.md is enough: a second reading of it (`second_state.py`) comes to the same states and asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.second_fields import plain
from tests.games.second_pair import SecondPair, asked
from tests.games.tortuga1667.second_state import Second
from tests.games.tortuga1667.stories import STORIES, steps
from tests.games.tortuga1667.tables import every_pair
from tests.games.tortuga1667.test_leaving import without
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.state import Phase
from tortuga_p2p.rules.ask import Over
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.game import Options

STEPS_MAX = 400


class Pair(SecondPair):
    """A table of this game and its second reading."""

    def __init__(self, table: LocalTable[State], places: ThingPlaces) -> None:
        super().__init__(table, places, Second(GAME.pack(table.state)))

    def compare(self) -> None:
        """Field by field, so that a difference has a name."""
        told = plain(GAME.pack(self.table.state))
        assert vars(self.second) == vars(Second(told)), Phase(self.table.state.phase).name
        ask = self.table.ask
        over = isinstance(ask, Over) and plain(("Over", ask.result.scores, ask.result.winners, ask.result.sides))
        assert plain(self.second.ask()) == (over or asked(ask))


@pytest.mark.parametrize("leaving", [0, 40], ids=["all stay", "some leave"])
@pytest.mark.parametrize(("seats", "options", "seed"), every_pair(), ids=str)
def test_the_chapter_tells_every_state_and_ask(seats: int, options: Options, seed: int, leaving: int) -> None:
    table: LocalTable[State] = LocalTable.new(GAME, seats, options, SeededDraw(seed, "table"))
    pair, draw = Pair(table, ThingPlaces(seats, GAME.piles)), SeededDraw(seed, "choices")
    assert Second.begin(plain(table.state.setup)).value() == plain(GAME.pack(table.state))
    pair.compare()
    for _ in range(STEPS_MAX):
        if isinstance(table.ask, Over):
            break
        if leaving and len(pair.places.present) > 1 and not draw.below(leaving):
            pair.leave(pair.places.present[draw.below(len(pair.places.present))])
        else:
            pair.step(draw)
    assert len(pair.met) > 8 or leaving


@pytest.mark.parametrize("name", STORIES)
def test_it_tells_what_is_rare_and_whoever_leaves_there(name: str) -> None:
    for table, places, _ in steps(name):
        if isinstance(table.ask, Over):
            return
        for seat in places.present:
            pair, draw = Pair(*without(table, places)), SeededDraw(2, "on")
            pair.leave(seat)
            for _ in range(8):
                if not isinstance(pair.table.ask, Over):
                    pair.step(draw)
