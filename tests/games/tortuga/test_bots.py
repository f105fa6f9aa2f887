"""The bots that come with Tortuga: legal always, repeatable, and each clearly better than the one below.

Strength is measured by `tortuga arena` over many games; here a few fixed ones show that nothing is broken.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.match import Match
from tortuga_p2p.games import load
from tortuga_p2p.games.tortuga.bots.contest import Contest, Rival
from tortuga_p2p.games.tortuga.bots.expert import Expert, Outlook
from tortuga_p2p.games.tortuga.bots.greedy import Greedy
from tortuga_p2p.games.tortuga.bots.plan import Plan
from tortuga_p2p.games.tortuga.bots.value import Judge
from tortuga_p2p.games.tortuga.rules.components import ACTIONS, ALL_DICE
from tortuga_p2p.games.tortuga.rules.moves import Kind
from tortuga_p2p.games.tortuga.rules.state import Phase, State
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.game import View
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.ask import Moves

TORTUGA = load("tortuga")


def wins(first: str, second: str, games: int) -> float:
    match = Match(TORTUGA, (first, second), {}, 11)
    total = 0.0
    for number in range(games):
        record = match.play(number, match.bots())
        total += float(record.share(0))
    return total


def test_greedy_beats_random_and_expert_beats_greedy() -> None:
    assert wins("greedy", "random", 40) >= 38
    assert wins("expert", "greedy", 6) >= 5


@pytest.mark.parametrize("long", [0, 1])
def test_two_greedies_do_not_rob_each_other_for_ever(long: int) -> None:
    match = Match(TORTUGA, ("greedy", "greedy"), {"long": long}, 3)
    rounds = [match.play(number, match.bots()).rounds for number in range(25)]
    assert max(rounds) <= 28, rounds


@pytest.mark.parametrize(("seats", "long"), [(2, 1), (3, 0), (4, 0)])
def test_expert_plays_whole_games_with_any_number_of_players(seats: int, long: int) -> None:
    match = Match(TORTUGA, ("expert", *("greedy",) * (seats - 1)), {"long": long}, 3)
    first, again = (match.play(0, match.bots()) for _ in range(2))
    assert first.result == again.result, "the same seed gives the same game"


def decisions(seats: int, seed: int) -> Iterator[tuple[View[State], Moves]]:
    """Every decision of a game of greedy, as its seat sees it."""
    table, greedy, draw = LocalTable.new(TORTUGA, seats, {}, SeededDraw(seed)), Greedy(), SeededDraw(seed, "bot")
    while not isinstance(table.ask, Over):
        choices = {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            choices[seat] = moves[0] if len(moves) == 1 else greedy.choose(table.view(seat), moves, draw)
            if len(moves) > 1:
                yield table.view(seat), moves
        table.step(choices)


def test_expert_answers_every_kind_of_decision_with_a_legal_move() -> None:
    each = 3
    seen: Counter[int] = Counter()
    for seats, seed in product((2, 3, 4), range(7)):
        for view, moves in decisions(seats, seed):
            kind = moves[-1].data[0]
            seen[kind] += 1
            if seen[kind] <= each:
                assert Expert().choose(view, moves, SeededDraw(0)) in moves, (seats, seed, kind)
    # Being stuck leaves no choice; forfeiting stands beside the other choices of its kind.
    assert {kind for kind, count in seen.items() if count >= each} | {Kind.STUCK, Kind.PASS, Kind.ACT} == set(Kind)


def selecting(seats: int, seed: int) -> LocalTable[State]:
    table = LocalTable.new(TORTUGA, seats, {}, SeededDraw(seed))
    while table.state.phase != Phase.SELECT:
        table.step()
    return table


def test_chances_to_win_add_up_and_better_boards_have_better_ones() -> None:
    table = selecting(3, 1)
    state, judge = table.state, Judge(table.state)
    even = judge.chances(state.ships, [0.0] * 3, state.bonus)
    assert sum(even) == pytest.approx(1)
    richer = judge.chances(state.ships, [9.0, 0.0, 0.0], state.bonus)
    assert richer[0] > even[0]
    assert richer[1] < even[1]


def test_odds_of_a_rival_s_total_add_up() -> None:
    table = selecting(4, 2)
    outlook = Outlook(View(table.state, 0, table.known[0]))
    for action in ACTIONS:
        assert sum(outlook.odds(1, action)) == pytest.approx(1)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("total", [0, 1, 3, 4])
def test_places_in_a_contest_are_those_of_all_totals_counted_out(turn: int, total: int) -> None:
    rows = ((0.5, 0.0, 0.25, 0.25, 0.0), (0.1, 0.2, 0.3, 0.2, 0.2), (0.0, 0.5, 0.0, 0.4, 0.1))
    turns = [other for other in range(4) if other != turn]
    contest = Contest(turn, [Rival(*rival) for rival in zip(turns, rows, strict=True)])
    counted = {who: [0.0, 0.0] for who in range(4)}
    for totals in product(range(5), repeat=3):
        chance = prod(row[number] for row, number in zip(rows, totals, strict=True))
        there = [(-number, who) for who, number in [(turn, total), *zip(turns, totals, strict=True)] if number]
        for place, (_, who) in enumerate(sorted(there)[:2]):
            counted[who][place] += chance
    if total:
        assert contest.own(total) == pytest.approx(tuple(counted[turn]))
    for place, who in enumerate(turns):
        assert contest.of(place, total) == pytest.approx(tuple(counted[who]))


def test_a_plan_of_one_die_is_the_mean_over_its_faces() -> None:
    gains = [[float(action * bin(mask).count("1")) for mask in range(32)] for action in ACTIONS]
    plan = Plan(gains, (5, 5, 5, 0, 5), price=0.25)
    lying = ALL_DICE >> 1  # four dice on FLEET, the fifth still free; BOARD is full
    faces = [0, 1, 2, 4]  # what the die brings on FLEET, CREW, HUNT, RAID
    assert plan.worth(lying) == pytest.approx((sum(faces) + max(faces)) / 5 - 0.25)
