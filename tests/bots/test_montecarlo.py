"""The bot that imagines: it plays any game, the same way every time, and better than chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import CREWS, HARBOUR, MUTINY, RACE, SCREENS
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.match import Match
from tortuga_p2p.bots.montecarlo import CANDIDATES_MAX, Milliseconds, MonteCarlo, Playouts, read_budget, worth
from tortuga_p2p.bots.random_bot import RandomBot
from tortuga_p2p.bots.tally import line
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games import load
from tortuga_p2p.rules.ask import Move, Over, Result, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.rules.ask import Moves
    from tortuga_p2p.rules.game import Draw, View

TORTUGA = load("tortuga")


def decision(game: Any, seats: int, seed: int, choices: int = 2) -> tuple[View[Any], Sequence[Move]]:
    """The first view in a random game in which a seat has so many moves or more; the next game if none has."""
    table, draw = LocalTable.new(game, seats, {}, SeededDraw(seed, "table")), SeededDraw(seed, "moves")
    while not isinstance(table.ask, Over):
        moves = {seat: table.moves(seat) for seat in deciders(table.ask)}
        for seat, found in moves.items():
            if len(found) >= choices:
                return table.view(seat), found
        table.step({seat: found[draw.below(len(found))] for seat, found in moves.items()})
    return decision(game, seats, seed + 1, choices)


@pytest.mark.parametrize("game", [RACE, SCREENS, HARBOUR, MUTINY, TORTUGA], ids=lambda game: str(game.name))
def test_it_plays_any_game_and_equal_draws_give_equal_choices(game: Any) -> None:
    bot = MonteCarlo(game, 3, RandomBot(), Playouts(12), "montecarlo")
    view, moves = decision(game, 3, seed=5)
    chosen = [bot.choose(view, moves, SeededDraw(9)) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in moves


def test_it_beats_chance() -> None:
    match = Match(RACE, ("montecarlo:60", "random"), {}, 11)
    bots = match.bots()
    records = [match.play(number, bots) for number in range(60)]
    assert line("montecarlo", 0, records).low > 0.5, f"seed {match.seed}"


def test_it_can_imagine_that_others_play_well() -> None:
    match = Match(TORTUGA, ("montecarlo:4:greedy", "random"), {}, 3)
    imagining, _ = match.bots()
    assert isinstance(imagining, MonteCarlo)
    assert imagining.policy.name == "greedy"
    view, moves = decision(TORTUGA, 2, seed=1)
    assert imagining.choose(view, moves, SeededDraw(1)) in moves


def test_of_very_many_moves_it_tries_some() -> None:
    """A game of one decision with 1,000 moves: so many were tried, not all, and the best of those was taken."""
    tried: set[Move] = set()

    class Counting(MonteCarlo):
        def _try(self, view: View[Any], move: Move, draw: Draw) -> int:
            tried.add(move)
            return move.data[0]

    moves: Moves = [Move((number,)) for number in range(1000)]
    view, _ = decision(RACE, 2, seed=1)
    chosen = Counting(RACE, 2, RandomBot(), Playouts(1), "counting").choose(view, moves, SeededDraw(1))
    assert len(tried) == CANDIDATES_MAX
    assert chosen == max(tried)


def test_a_budget_of_time_still_tries_every_move_once() -> None:
    view, moves = decision(TORTUGA, 3, seed=2, choices=5)
    bot = MonteCarlo(TORTUGA, 3, RandomBot(), Milliseconds(1), "montecarlo")
    assert bot.choose(view, moves, SeededDraw(1)) in moves


def test_a_victory_counts_more_than_points_and_points_more_than_nothing() -> None:
    alone, shared = worth(Result((30, 29), (0,)), 0), worth(Result((30, 30), (0, 1)), 0)
    behind, far_behind = worth(Result((29, 30), (1,)), 0), worth(Result((9, 30), (1,)), 0)
    assert alone > shared > behind > far_behind


def test_a_victory_with_friends_is_worth_as_much_as_one_alone() -> None:
    alone, together = Result((9, 4, 4), (0,)), Result((9, 9, 4), (0, 1), (0, 0, 1))
    assert worth(together, 0) == worth(together, 1) == worth(alone, 0)
    assert worth(together, 2) == worth(Result((4, 4, 9), (2,)), 0)


def test_an_end_that_nobody_wins_is_worth_the_lead_alone() -> None:
    assert worth(Result((9, 4), ()), 0) == -worth(Result((9, 4), ()), 1) > 0
    assert worth(Result((7, 7), (), (0, 0)), 0) == 0, "there is nobody to be ahead of"


def test_it_plays_for_its_side() -> None:
    match = Match(CREWS, ("montecarlo:60", "random"), {}, 11, 4)
    bots = match.bots()
    records = [match.play(number, bots) for number in range(40)]
    assert line("montecarlo", 0, records).low > line("random", 1, records).win_rate, f"seed {match.seed}"


def test_budgets_are_read() -> None:
    assert read_budget("200") == Playouts(200)
    assert read_budget("1000ms") == Milliseconds(1000)


@pytest.mark.parametrize("text", ["", "0", "-1", "1s", "0ms", "2000000", "600001ms", "٣", "1e3", "9" * 5000])
def test_other_budgets_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="playouts"):
        read_budget(text)
