"""protocol/tortuga1667.md is enough: a second reading of it (`second_state.py`) comes to the same states and asks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.tortuga1667.second_facts import plain
from tests.games.tortuga1667.second_state import Second
from tests.games.tortuga1667.stories import STORIES, steps
from tests.games.tortuga1667.tables import every_pair
from tests.games.tortuga1667.test_leaving import without
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.state import Phase
from tortuga_p2p.rules.answer import DONE, AllMoved, Answer, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import Ask, Mix, MixHands, Over, deciders
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.damage import pick

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.game import Options

STEPS_MAX = 400


def asked(ask: Ask) -> Any:
    """An ask as the second reading says it."""
    if isinstance(ask, Over):
        return plain(("Over", ask.result.scores, ask.result.winners, ask.result.sides))
    fields = [getattr(ask, name) for name in type(ask).__dataclass_fields__]
    return plain((type(ask).__name__, *(fields[1:] if isinstance(ask, (Mix, MixHands)) else fields)))  # the pile's name


def answered(answer: Answer) -> Any:
    match answer:
        case Drawn(values):
            return plain(values)
        case Opened(faces):
            return plain(faces)
        case AllMoved(moves):
            return [answered(moved) for moved in moves]
        case Moved(move, faces):
            return plain((*move, faces))
    assert answer is DONE
    return None


class Pair:
    """A table and its second reading, side by side."""

    def __init__(self, table: LocalTable[State], places: ThingPlaces) -> None:
        self.table, self.places = table, places
        self.second = Second(GAME.pack(table.state))
        self.met: Counter[int] = Counter()

    def step(self, draw: SeededDraw) -> None:
        table, ask = self.table, self.table.ask
        self.met[table.state.phase] += 1
        answer = table.step({seat: pick(table.moves(seat), draw) for seat in deciders(ask)})
        self.places.take(ask, answer)
        self.second.take(answered(answer))
        self.compare()

    def leave(self, seat: int) -> None:
        self.table.leave(seat, self.places)
        self.second.leave(seat)
        self.compare()

    def compare(self) -> None:
        """Field by field, so that a difference has a name."""
        told = plain(GAME.pack(self.table.state))
        assert vars(self.second) == vars(Second(told)), Phase(self.table.state.phase).name
        assert plain(self.second.ask()) == asked(self.table.ask)


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
