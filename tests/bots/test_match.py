"""A match is repeatable game by game, and fair."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import factorial
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import CREWS, MUTINY, RACE, SCREENS
from tests.tinygames.crews import Crews, papers
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.match import GameRecord, Match, seating, team
from tortuga_p2p.bots.playing import SeatedBot, decision, steps
from tortuga_p2p.bots.registry import field, labels, make, names
from tortuga_p2p.bots.tally import line, side_lines
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games import load
from tortuga_p2p.rules.ask import Move, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.shape import listed

if TYPE_CHECKING:
    from tortuga_p2p.rules.ask import Moves
    from tortuga_p2p.rules.game import Draw, View

TORTUGA = load("tortuga")


def match(*entrants: str, seed: int = 7) -> Match:
    return Match(TORTUGA, entrants, {}, seed)


def played(game: Match, number: int) -> GameRecord:
    return game.play(number, game.bots())._replace(thinking=())


# --- fairness ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 10))
def test_every_entrant_has_every_seat_once_in_as_many_games_as_there_are_seats(seats: int) -> None:
    for block in range(5):
        orders = [seating(block * seats + turn, seats) for turn in range(seats)]
        for seat in range(seats):
            assert sorted(order[seat] for order in orders) == list(range(seats))


@pytest.mark.parametrize("seats", range(2, 6))
def test_all_orders_around_the_table_have_their_turn(seats: int) -> None:
    cycle = factorial(seats)
    counts = Counter(seating(number, seats) for number in range(2 * cycle))
    assert len(counts) == cycle
    assert set(counts.values()) == {2}


def test_even_a_short_match_of_nine_changes_the_neighbours() -> None:
    orders = [seating(number * 9, 9) for number in range(8)]
    assert len({order[1] for order in orders}) == 8


def test_the_first_game_is_seated_as_written() -> None:
    assert seating(0, 4) == (0, 1, 2, 3)


# --- repeatable --------------------------------------------------------------------------------------------------


def test_a_game_is_its_seed_and_number_whatever_was_played_before() -> None:
    alone = played(match("greedy", "random", "random"), 5)
    in_turn = [played(match("greedy", "random", "random"), number) for number in range(6)]
    assert in_turn[5] == alone
    assert len({record.result for record in in_turn}) > 1
    assert played(match("greedy", "random", "random", seed=8), 5) != alone


def test_figures_belong_to_entrants_not_to_seats() -> None:
    """Greedy beats random from every seat; were scores by seat, it would lose half of its games."""
    game = match("greedy", "random")
    records = [played(game, number) for number in range(6)]
    assert [record.share(0) for record in records] == [1] * 6
    assert all(record.points(0) > record.points(1) for record in records)


def test_rounds_are_counted_where_a_game_counts_them() -> None:
    assert played(match("random", "random"), 0).rounds >= 3
    assert Match(RACE, ("random", "random"), {}, 1).play(0, Match(RACE, ("random",) * 2, {}, 1).bots()).rounds == 0


# --- teams -------------------------------------------------------------------------------------------------------


def teams(*entrants: str, seats: int, seed: int = 7) -> Match:
    return Match(CREWS, entrants, {}, seed, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_team_has_all_seats_of_a_side_and_no_other(seats: int) -> None:
    for number in range(8):
        record = played(teams("loyal", "random", seats=seats), number)
        sides = record.result.sides
        assert sorted(sides) == sorted(papers(seats))
        by_side = {side: {record.seating[seat] for seat in range(seats) if sides[seat] == side} for side in sides}
        assert by_side == {side: {team(number, side, 2)} for side in sides}


def test_teams_change_sides_from_game_to_game_and_all_is_even_in_the_end() -> None:
    sides = [[team(number, side, 2) for number in range(4)] for side in range(3)]
    assert sides == [[0, 1, 0, 1], [1, 0, 1, 0], [0, 0, 1, 1]]
    for side in range(5):
        assert Counter(team(number, side, 3) for number in range(9)) == {0: 3, 1: 3, 2: 3}


@pytest.mark.parametrize("seats", [4, 5])
def test_a_team_that_pulls_for_itself_beats_one_that_pulls_for_the_others(seats: int) -> None:
    game = teams("loyal", "traitor", seats=seats)
    records = [played(game, number) for number in range(40)]
    assert line("loyal", 0, records).low > line("traitor", 1, records).high
    assert {one.side for one in side_lines(game.entrants, records)} == set(papers(seats))


def test_what_must_be_decided_before_the_sides_are_known_is_left_to_chance() -> None:
    table = teams("loyal", "traitor", seats=4)
    late = replace(table, game=LateCrews())
    records = [played(late, number) for number in range(20)]
    assert all(sum(record.result.scores) > 0 for record in records)
    assert {record.seating for record in records} != {(0, 1, 0, 1)}


class LateCrews(Crews):
    """Sides that are told only after the first pull."""

    def sides(self, state: Any, faces: Any) -> tuple[int, ...]:
        return super().sides(state, faces) if state.round else ()


def test_a_game_without_sides_has_no_teams() -> None:
    match = Match(RACE, ("random", "random"), {}, 1, 3)
    with pytest.raises(BadInput, match="Race has no sides"):
        match.play(0, match.bots())


# --- playing -----------------------------------------------------------------------------------------------------


class Witness:
    """Plays the first legal move and remembers what it was shown."""

    name = "witness"

    def __init__(self) -> None:
        self.views: list[tuple[View[Any], int]] = []

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        self.views.append((view._replace(known=dict(view.known)), len(moves)))
        return moves[0]


@pytest.mark.parametrize("game", [RACE, SCREENS, MUTINY, TORTUGA], ids=lambda game: str(game.name))
def test_a_bot_sees_what_its_seat_was_shown_and_is_asked_only_to_choose(game: Any) -> None:
    table = LocalTable.new(game, 3, {}, SeededDraw(3))
    witnesses = [Witness() for _ in range(3)]
    taken: list[int] = []
    players = [SeatedBot(f"seat {seat}", witness, SeededDraw(seat)) for seat, witness in enumerate(witnesses)]
    asked = 0
    state = table.state
    for step in steps(table, players, lambda seat, taken_ns: taken.append(taken_ns)):
        assert step.before is state
        asked += len(deciders(game.asks(step.before)))
        state = step.after
    assert type(table.ask) is Over
    decisions = sum(len(witness.views) for witness in witnesses)
    assert 0 < decisions == len(taken) <= asked
    for seat, witness in enumerate(witnesses):
        for view, choices in witness.views:
            assert choices > 1
            assert view.seat == seat
            for hidden in game.unseen(view.state, seat, view.known):
                assert not set(hidden.handles) & set(view.known)


class Vague:
    """Says the numbers of its moves as fractions and truths, which to Python are the same."""

    name = "vague"

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        move = moves[-1]
        said: Any = tuple(bool(number) if number in (0, 1) else float(number) for number in move.data)
        return Move(said, move.opens, move.gives)


@pytest.mark.parametrize("game", [RACE, SCREENS, MUTINY, TORTUGA], ids=lambda game: str(game.name))
def test_a_move_that_equals_a_legal_one_is_that_legal_one(game: Any) -> None:
    table = LocalTable.new(game, 3, {}, SeededDraw(3))
    looked = 0
    for _ in range(2000):
        if type(table.ask) is Over:
            break
        choices = {}
        for seat in deciders(table.ask):
            _said, choices[seat] = decision(table, seat, SeatedBot("vague", Vague(), SeededDraw(seat)))
            assert choices[seat] in table.moves(seat)
            assert all(type(number) is int for number in choices[seat].data)
            looked += 1
        table.step(choices)
    assert looked > 5
    half: Any = 1.5
    wrong = Move((half,))
    assert listed((Move((1,)), Move((2,))), wrong) is wrong, "the rules refuse it"


# --- names -------------------------------------------------------------------------------------------------------


def test_equal_names_are_numbered() -> None:
    assert labels(["expert", "greedy", "expert"]) == ("expert#1", "greedy", "expert#2")


@pytest.mark.parametrize("text", ["greedy:3", "random:1", "Greedy", "greedy "])
def test_a_mistyped_bot_is_refused_with_the_one_that_was_meant(text: str) -> None:
    meant = text.strip().lower().partition(":")[0]
    with pytest.raises(BadInput, match=f"Tortuga has no bot '{text}': did you mean '{meant}'"):
        make(TORTUGA, 2, text)


@pytest.mark.parametrize("text", ["admiral", "", "montecarlo:1:2:3"])
def test_an_unknown_bot_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(BadInput, match=r"Tortuga has no bot .*greedy.*random.*montecarlo"):
        make(TORTUGA, 2, text)


def test_every_listed_bot_plays() -> None:
    for name in names(TORTUGA):
        text = name.partition("[")[0]
        if text not in ("montecarlo", "program:COMMAND"):  # test_montecarlo.py and test_program.py have these
            assert len(played(match(text, "random"), 0).result.scores) == 2


def test_who_plays_when_nobody_says_fits_the_table() -> None:
    assert field(TORTUGA)[-2:] == ("greedy", "random")
    assert field(RACE) == ("random", "random")
    Match(TORTUGA, field(TORTUGA), {}, 1).bots()


def test_seats_and_options_that_the_game_does_not_know_are_refused_before_play() -> None:
    with pytest.raises(BadInput, match="2 to 4"):
        match("random").bots()
    with pytest.raises(BadInput, match="no option 'rum'"):
        Match(TORTUGA, ("random", "random"), {"rum": 1}, 1).bots()
