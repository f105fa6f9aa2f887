"""A seat's own time and its bank: what a decision may take, what is left meanwhile, and what it has cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tinygames import RACE
from tests.tinygames.race import Race
from tortuga_p2p.node.player import Question
from tortuga_p2p.node.turn_clock import Allowance, TimeLeft, TurnClock
from tortuga_p2p.rules.ask import Move
from tortuga_p2p.rules.game import Clock, Game, View

TABLE = Allowance(90.0, None)  # thirty seconds for a decision, and a bank of sixty


@pytest.mark.parametrize(
    ("passed_s", "left"), [(0, (30, 60)), (29, (1, 60)), (30, (0, 60)), (50, (0, 40)), (90, (0, 0)), (99, (0, 0))]
)
def test_the_bank_is_drawn_on_when_the_decision_s_own_time_is_over(passed_s: float, left: tuple[int, int]) -> None:
    assert TurnClock(30, 60).left(passed_s, TABLE) == TimeLeft(*left)


def test_a_quick_decision_saves_nothing_and_a_slow_one_costs_what_it_took_beyond() -> None:
    clock = TurnClock(30, 60)
    for passed_s, bank_s in ((3, 60), (30, 60), (45, 45), (1, 45), (200, 0), (5, 0)):
        clock.spend(passed_s)
        assert clock.bank_s == bank_s, passed_s
    assert clock.left(10, TABLE).all_s == 20


def test_time_that_the_rules_of_a_game_give_has_no_bank() -> None:
    by_rules = Allowance(20.0, Move((0,)))
    assert TurnClock(30, 60).left(15, by_rules) == TimeLeft(5.0, 0.0)
    assert TurnClock().left(25, by_rules) == TimeLeft(0.0, 0.0)


LATE = Move((7,))


class Hurried(Race):
    """Gives twenty seconds, and says what happens then."""

    def clock(self, state: Any, seat: int) -> Clock:
        return Clock(20, LATE)


@pytest.mark.parametrize(
    ("game", "clock", "allowed"),
    [
        (RACE, TurnClock(), None),
        (RACE, TurnClock(30, 60), TABLE),
        (Hurried(), TurnClock(), Allowance(20.0, LATE)),
        (Hurried(), TurnClock(30, 60), Allowance(20.0, LATE)),
        (Hurried(), TurnClock(5, 15), Allowance(20.0, LATE)),  # at the same moment: the rules know what is to be done
        (Hurried(), TurnClock(5, 14), Allowance(19.0, None)),
    ],
)
def test_the_shorter_of_two_clocks_counts(game: Game[Any], clock: TurnClock, allowed: Allowance | None) -> None:
    state = game.setup(2, {})
    for seat in (0, 1):
        assert clock.allowance(Question(game, View(state, seat, {}), (), ("Ana", "Ben"), 4)) == allowed
