"""A seat's own time and its bank: what a decision may take, what is left meanwhile, and what it has cost."""

from __future__ import annotations

import pytest

from tortuga_p2p.node.turn_clock import Allowance, TimeLeft, TurnClock
from tortuga_p2p.rules.ask import Move

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
