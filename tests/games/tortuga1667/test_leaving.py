"""B-55: whoever leaves for good, at whatever is asked, from nine down to two, with whatever was agreed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga1667.invariants import check
from tests.games.tortuga1667.tables import sample
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.state import NOBODY, NOWHERE, Phase, present
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
            after = GAME.leave(state, seat)
            holds(after, crowd.lost)
            if len(present(after)) > 2:  # and another one, at once
                holds(GAME.leave(after, present(after)[seed % len(present(after))]), crowd.lost)
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
