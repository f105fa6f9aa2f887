"""B-55: whoever leaves for good, at whatever is asked, from nine down to two, with whatever was agreed."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.games.leavers import table_without
from tests.games.tortuga1667.invariants import check
from tests.games.tortuga1667.stories import STORIES, steps
from tests.games.tortuga1667.tables import sample
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.state import NOBODY, NOWHERE, Phase, after, present, right_of
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.damage import pick

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.game import Options

ALL: Options = {"stars": 8, "chosen": 1, "clock": 30}
STEPS_MAX = 3_000


class Crowd:
    """A random game that people leave."""

    def __init__(self, seats: int, options: Options, seed: int) -> None:
        self.table: LocalTable[State] = LocalTable.new(GAME, seats, options, SeededDraw(seed, "table"))
        self.places, self.draw = ThingPlaces(seats, GAME.piles), SeededDraw(seed, "choices")
        self.lost: Counter[int] = Counter()

    def go_on(self) -> None:
        ask, before = self.table.ask, self.table.state
        choices = {seat: pick(self.table.moves(seat), self.draw) for seat in deciders(ask)}
        self.places.take(ask, self.table.step(choices))
        if before.phase == Phase.LOSE:
            self.lost[before.other] += 1
        check(self.table.state, self.lost)

    def leave(self, seat: int) -> None:
        self.table.leave(seat, self.places)
        holds(self.table.state, self.lost)


def holds(state: State, lost: Counter[int]) -> None:
    """What is true after somebody left: a position of this game, in which only those who are there are asked."""
    assert GAME.unpack(GAME.pack(state)) == state
    ask = GAME.asks(state)
    if len(present(state)) < 2:
        assert isinstance(ask, Over)
        assert (state.winner, ask.result.winners) == (NOBODY, ())
        return
    check(state, lost)
    assert set(deciders(ask)) <= set(present(state))
    for seat in deciders(ask):
        assert len(GAME.legal_moves(state, seat, {})) > 0
    assert not any(state.kept[seat] or state.hands[seat] for seat in range(state.setup.seats) if state.gone >> seat & 1)


def everybody_could_leave(seats: int, options: Options, seed: int) -> Counter[int]:
    """At every step of one game each seat leaves, on paper; the phases in which they did."""
    crowd, phases = Crowd(seats, options, seed), Counter[int]()
    while not isinstance(crowd.table.ask, Over):
        state = crowd.table.state
        phases[state.phase] += 1
        for seat in range(seats):
            left = GAME.leave(state, seat)
            holds(left, crowd.lost)
            if len(present(left)) > 2:  # and another one, at once
                holds(GAME.leave(left, present(left)[seed % len(present(left))]), crowd.lost)
        crowd.go_on()
    return phases


def test_anybody_may_leave_at_every_step() -> None:
    met: Counter[int] = Counter()
    for seats, options, seed in [(9, ALL, 1), (6, ALL, 2), (4, ALL, 5), (4, {"ready": 1}, 3), (3, {}, 4), *sample(12)]:
        met += everybody_could_leave(seats, options, seed)
    rare = {Phase.AGAIN, Phase.SUDDEN}  # only where a tie comes at the right moment
    missed = {Phase(phase).name for phase in Phase if phase not in met and phase not in rare | {Phase.OVER}}
    assert not missed


@pytest.mark.parametrize("seats", range(3, 10))
def test_down_to_two_and_the_game_goes_on_to_its_end(seats: int) -> None:
    """One after the other leaves at some step, until two are left, and those two play on by the rules that began."""
    for seed in range(6):
        crowd = Crowd(seats, ALL if seed % 2 else {}, seed)
        pause = 4 + SeededDraw(seed, "pause").below(20)
        for number in range(STEPS_MAX):
            if isinstance(crowd.table.ask, Over):
                break
            if number % pause == pause - 1 and len(present(crowd.table.state)) > 2:
                here = present(crowd.table.state)
                crowd.leave(here[crowd.draw.below(len(here))])
            else:
                crowd.go_on()
        state, ask = crowd.table.state, crowd.table.ask
        assert isinstance(ask, Over)
        assert state.winner != NOWHERE
        assert set(ask.result.winners) <= set(present(state))


# --- at every step that there is, also those that random games never come to ------------------------------------


without = partial(table_without, GAME)


def play_on(table: LocalTable[State], places: ThingPlaces, lost: Counter[int], steps: int = 10) -> None:
    draw, lost = SeededDraw(2, "on"), lost.copy()
    holds(table.state, lost)
    assert GAME.read_position(GAME.position_text(table.state)) == table.state
    for _ in range(steps):
        check(table.state, lost)
        ask, before = table.ask, table.state
        places.check_ask(ask)
        if isinstance(ask, Over):
            return
        places.take(ask, table.step({seat: pick(table.moves(seat), draw) for seat in deciders(ask)}))
        if before.phase == Phase.LOSE:
            lost[before.other] += 1


@pytest.mark.parametrize("name", STORIES)
def test_whoever_leaves_at_any_step_of_it(name: str) -> None:
    """One after the other, and two in either order: what is asked then is lawful, and the game goes on."""
    for table, places, lost in steps(name):
        if isinstance(table.ask, Over):
            return
        for seat in places.present:
            play_on(*without(table, places, seat), lost)
            for other in {after(table.state, seat), right_of(table.state, seat)} - {seat}:
                play_on(*without(table, places, seat, other), lost, 6)


def test_the_stories_come_to_every_phase() -> None:
    met = {table.state.phase for name in STORIES for table, *_ in steps(name)}
    assert {Phase(phase).name for phase in met} == {phase.name for phase in Phase if phase > Phase.HOLD}
