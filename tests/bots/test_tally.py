"""Figures of the arena against values that others published, and against sums done by hand."""

from __future__ import annotations

from array import array

import pytest

from tortuga_p2p.bots.match import GameRecord
from tortuga_p2p.bots.rating import groups, places, rate
from tortuga_p2p.bots.tally import line, quantile, side_lines, thinking, wilson
from tortuga_p2p.rules.ask import Result


def record(
    number: int,
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    taken_ns: tuple[int, ...] = (),
    sides: tuple[int, ...] = (),
    seating: tuple[int, ...] = (),
) -> GameRecord:
    """A game in which entrant and seat have one number, unless said otherwise."""
    thinking = tuple(array("Q", taken_ns) for _ in scores)
    return GameRecord(number, seating or tuple(range(len(scores))), Result(scores, winners, sides), 5, thinking)


def placed(game: GameRecord) -> list[float]:
    return places(game, groups(game))


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
    assert placed(record(0, (10, 30, 20, 20), (1,))) == [2, 0, 1, 1]
    assert placed(record(0, (30, 30, 5, 1), (0, 1))) == [0, 0, 1, 2]
    assert placed(record(0, (10, 99), (0,))) == [0, 1], "points do not beat a victory"


def test_where_nobody_wins_points_alone_say_who_was_better() -> None:
    nobody = record(0, (5, 7, 5), ())
    assert [line("", entrant, [nobody]).win_rate for entrant in range(3)] == [0, 0, 0]
    assert placed(nobody) == [1, 0, 1]


# --- sides -----------------------------------------------------------------------------------------------------

THREE_OF_FIVE = record(0, (9, 4, 9, 4, 9), (0, 2, 4), sides=(0, 1, 0, 1, 0))


def test_a_side_that_wins_as_one_has_one_whole_victory() -> None:
    lines = [line("", entrant, [THREE_OF_FIVE]) for entrant in range(5)]
    assert [(one.wins, one.shared, one.win_rate) for one in lines] == [(1, 0, 1), (0, 0, 0)] * 2 + [(1, 0, 1)]


def test_two_sides_that_win_share_the_victory() -> None:
    both = record(0, (1, 1, 1, 0), (0, 1, 2), sides=(0, 0, 1, 2))
    assert [line("", entrant, [both]).win_rate for entrant in range(4)] == [0.5, 0.5, 0.5, 0]


def test_those_who_win_as_one_are_rated_as_a_team() -> None:
    assert groups(THREE_OF_FIVE) == [(0, 2, 4), (1, 3)]
    assert placed(THREE_OF_FIVE) == [0, 1]
    ratings = rate(5, [THREE_OF_FIVE] * 3)
    assert ratings[0] == ratings[2] == ratings[4]
    assert ratings[0].mu > 25 > ratings[1].mu == ratings[3].mu


def test_a_team_is_one_entrant_on_several_seats() -> None:
    won = record(0, (9, 4, 9, 4), (0, 2), sides=(0, 1, 0, 1), seating=(1, 0, 1, 0))
    lost = record(1, (2, 8, 2, 8), (1, 3), sides=(0, 1, 0, 1), seating=(1, 0, 1, 0))
    first, second = (line("", entrant, [won, lost, won]) for entrant in range(2))
    assert (second.wins, second.shared, first.wins) == (2, 0, 1)
    assert second.win_rate == pytest.approx(2 / 3)
    assert first.points == pytest.approx((4 + 8 + 4) / 3)
    assert groups(won) == [(0,), (1,)]
    assert placed(won) == [1, 0]


def test_a_team_of_which_one_has_changed_sides_has_its_part() -> None:
    game = record(0, (9, 9, 9, 4, 4), (0, 1, 2), sides=(0, 0, 0, 1, 1), seating=(0, 1, 0, 0, 1))
    assert [line("", entrant, [game]).win_rate for entrant in range(2)] == pytest.approx([2 / 3, 1 / 3])


def test_a_team_that_plays_two_sides_has_won_when_one_of_them_has() -> None:
    game = record(0, (9, 4, 0), (0,), sides=(0, 1, 2), seating=(0, 1, 0))
    assert [line("", entrant, [game]).win_rate for entrant in range(2)] == [1, 0]


def test_every_entrant_is_told_by_the_sides_it_had() -> None:
    games = [
        record(0, (9, 4, 9), (0, 2), sides=(0, 1, 0), seating=(0, 1, 0)),
        record(1, (9, 4, 9), (0, 2), sides=(0, 1, 0), seating=(1, 0, 1)),
        record(2, (9, 9, 9), (), sides=(0, 1, 0), seating=(1, 0, 1)),
    ]
    found = [(one.name, one.side, one.games, one.win_rate) for one in side_lines(("ana", "ben"), games)]
    assert found == [("ana", 0, 1, 1.0), ("ben", 0, 2, 0.5), ("ana", 1, 2, 0.0), ("ben", 1, 1, 0.0)]
    assert side_lines(("ana",), [record(0, (1, 0), (0,))]) == []


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
