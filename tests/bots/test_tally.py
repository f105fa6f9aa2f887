"""Figures of the arena against values that others published, and against sums done by hand."""

from __future__ import annotations

from array import array

import pytest

from tortuga_p2p.bots.match import Record
from tortuga_p2p.bots.rating import places, rate
from tortuga_p2p.bots.tally import line, quantile, thinking, wilson


def record(number: int, scores: tuple[int, ...], winners: tuple[int, ...], taken_ns: tuple[int, ...] = ()) -> Record:
    return Record(number, scores, winners, 5, tuple(array("Q", taken_ns) for _ in scores))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_that_of_the_literature(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_stays_a_share_even_of_one_game() -> None:
    for rate_seen in (0.0, 0.5, 1.0):
        low, high = wilson(rate_seen, 1)
        assert 0.0 <= low <= rate_seen <= high <= 1.0


def test_a_win_shared_by_k_counts_one_kth() -> None:
    games = [
        record(0, (30, 20, 10), (0,)),
        record(1, (30, 30, 10), (0, 1)),
        record(2, (30, 30, 30), (0, 1, 2)),
        record(3, (10, 20, 40), (2,)),
    ]
    ana = line("ana", 0, games)
    assert (ana.wins, ana.shared) == (1, 2)
    assert ana.win_rate == pytest.approx((1 + 1 / 2 + 1 / 3) / 4)
    assert ana.points == 25
    assert ana.low < ana.win_rate < ana.high
    rates = [line("", entrant, games).win_rate for entrant in range(3)]
    assert sum(rates) == pytest.approx(1)


def test_quantiles_are_values_that_were_seen() -> None:
    assert quantile([], 0.5) == 0
    assert quantile([7], 0.95) == 7
    assert quantile([1, 2, 3, 4], 0.5) == 2
    assert quantile(list(range(1, 101)), 0.95) == 95


def test_thinking_time_is_over_all_decisions_of_all_games() -> None:
    games = [record(0, (1, 0), (0,), (1_000_000, 9_000_000)), record(1, (1, 0), (0,), (2_000_000,))]
    assert thinking("ana", 0, games) == ("ana", 3, 2.0, 9.0)


def test_winners_come_first_then_points_and_equals_share_a_place() -> None:
    assert places(record(0, (10, 30, 20, 20), (1,))) == [2, 0, 1, 1]
    assert places(record(0, (30, 30, 5, 1), (0, 1))) == [0, 0, 1, 2]
    assert places(record(0, (10, 99), (0,))) == [0, 1], "points do not beat a victory"


def test_ratings_follow_the_results_and_not_the_order_of_arrival() -> None:
    games = [record(number, (30 + number % 3, 20, 31), (2,) if number % 3 < 1 else (0,)) for number in range(30)]
    ratings = rate(3, games)
    assert ratings[0].mu > 25 > ratings[1].mu
    assert ratings == rate(3, reversed(games))
    assert all(rating.sigma < 25 / 3 for rating in ratings), "games make a rating surer"


def test_a_first_rated_game_moves_both_by_the_same_amount() -> None:
    # The values of openskill's own documentation for its default model: two newcomers, one game.
    winner, loser = rate(2, [record(0, (1, 0), (0,))])
    assert winner == pytest.approx((27.6352, 8.0658), abs=5e-4)
    assert loser == pytest.approx((22.3648, 8.0658), abs=5e-4)
