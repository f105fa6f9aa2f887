"""Who knew what, and when, as the public course of a game shows it afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import HARBOUR, MUTINY, SCREENS, TINY_GAMES
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.rules.answer import Left
from tortuga_p2p.rules.ask import Deal, Hand, Mix, Over, Roll, deciders
from tortuga_p2p.rules.hindsight import Hindsight, known_while
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.rules.answer import Told
    from tortuga_p2p.rules.game import Game, Known


def play(game: Game[Any], seats: int, seed: int, leaves_at: int | None = None) -> tuple[Hindsight, list[list[Known]]]:
    """A random game to its end: what is known of it afterwards, and what everybody knew at every moment.

    At that moment, if it comes to it, the last seat leaves.
    """
    table = LocalTable.new(game, seats, {}, SeededDraw(seed, "table"))
    places = ThingPlaces(seats, game.piles)
    draw = SeededDraw(seed, "choices")
    hindsight = Hindsight(game, table.state)
    knew: list[list[Known]] = [[dict(one) for one in table.known]]
    while not isinstance(ask := table.ask, Over):
        if len(knew) == leaves_at:
            table.leave(seats - 1, places)
            told: Told = Left(seats - 1, tuple(range(seats - 1)))
        else:
            choices = {seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in deciders(ask)}
            told = table.step(choices)
            places.take(ask, told)
        hindsight.add(ask, told, table.state)
        knew.append([dict(one) for one in table.known])
    return hindsight, knew


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(6))
def test_nobody_is_said_to_have_known_what_he_did_not_know_then(game: Game[Any], seed: int) -> None:
    hindsight, knew = play(game, 3, seed)
    for moment, by_seat in enumerate(knew):
        for seat, known in enumerate(by_seat):
            assert hindsight.known(moment, seat).items() <= known.items(), (moment, seat)


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(6))
def test_nobody_is_said_to_have_known_what_became_another_thing_when_somebody_left(game: Game[Any], seed: int) -> None:
    """A pile is made anew: what is opened under an old handle later is not what anybody saw there before."""
    for leaves_at in range(2, 20, 3):
        hindsight, knew = play(game, 4, seed, leaves_at)
        for moment, by_seat in enumerate(knew):
            for seat, known in enumerate(by_seat[:-1]):
                assert hindsight.known(moment, seat).items() <= known.items(), (leaves_at, moment, seat)


@pytest.mark.parametrize("game", [SCREENS, HARBOUR], ids=lambda game: game.name)
def test_what_was_opened_in_the_end_was_known_to_whoever_had_been_shown_it(game: Game[Any]) -> None:
    found = sum(
        len(hindsight.known(moment, seat))
        for hindsight, knew in (play(game, 3, seed) for seed in range(6))
        for moment in range(len(knew))
        for seat in range(3)
    )
    assert found > 20


def test_a_vote_that_was_mixed_is_nobody_s_afterwards() -> None:
    """Votes are opened, but out of an urn: which hand they came from is never known."""
    hindsight, knew = play(MUTINY, 3, 1)
    assert not any(hindsight.known(moment, seat) for moment in range(len(knew)) for seat in range(3))
    assert any(known for by_seat in knew for known in by_seat)


def test_an_answer_is_read_with_what_its_reader_knew_then() -> None:
    before, after = {1: 10, 2: 20}, {2: 20, 3: 30}
    assert known_while(Deal((Hand(0, (3,)),)), before, after) == {1: 10, 2: 20, 3: 30}
    # Bound anew: what the same number meant before is of no use any more.
    assert known_while(Mix("votes", (1,), (), (1,), (0,)), before, after) == after
    assert known_while(Roll(()), before, after) == after
