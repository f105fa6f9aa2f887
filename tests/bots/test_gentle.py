"""`gentle` in every game: better than chance, weaker than a bot that plays in earnest. It knows none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tinygames import RACE
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.gentle import WHIMS_PERCENT, Gentle
from tortuga_p2p.bots.match import Match
from tortuga_p2p.bots.random_bot import RandomBot
from tortuga_p2p.bots.registry import levels, make
from tortuga_p2p.bots.tally import line
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games import offered
from tortuga_p2p.rules.game import View

if TYPE_CHECKING:
    from tortuga_p2p.games import AnyGame
    from tortuga_p2p.rules.ask import Move, Moves
    from tortuga_p2p.rules.game import Draw

GAMES = 60  # of each match; docs/bots.md has what a thousand say
WITH_GREEDY = [game for game in offered() if "greedy" in game.bots()]


def wins(game: AnyGame, other: str) -> float:
    match = Match(game, ("gentle", other), {}, 11)
    bots = match.bots()
    return line("gentle", 0, [match.play(number, bots) for number in range(GAMES)]).win_rate


@pytest.mark.parametrize("game", WITH_GREEDY, ids=lambda game: game.name)
def test_it_wins_at_most_a_third_against_greedy_and_at_least_two_thirds_against_random(game: AnyGame) -> None:
    assert wins(game, "greedy") <= 1 / 3
    assert wins(game, "random") >= 2 / 3


def test_every_game_with_bots_has_it_between_its_own_and_random() -> None:
    for game in offered():
        named = [*levels(game)]
        assert named[-2:] == ["gentle", "random"]
        assert all(levels(game).values()), "each says how it plays"
        assert make(game, game.seats[0], "gentle").name == "gentle"


def test_a_game_without_bots_has_no_gentle_one_and_says_whom_it_has() -> None:
    assert "gentle" not in levels(RACE)
    with pytest.raises(BadInput, match="choose from random"):
        make(RACE, 2, "gentle")


class First:
    """Takes the first move, and says what it always says."""

    name = "first"

    def choose(self, view: View[int], moves: Moves, draw: Draw, /) -> Move:
        return moves[0]

    def says(self, view: View[int], draw: Draw, /) -> tuple[int, ...]:
        return (1, 2)


def test_so_many_decisions_are_whims_and_the_others_are_the_sober_ones() -> None:
    table_moves = tuple(range(1_000))
    draw, view = SeededDraw(3, "whims"), View(0, 0, {})
    chosen = [Gentle(First()).choose(view, table_moves, draw) for _ in range(1_000)]  # type: ignore[arg-type]
    sober = chosen.count(0)  # type: ignore[arg-type]
    assert abs(1_000 - sober - 10 * WHIMS_PERCENT) < 50
    assert Gentle(First()).says(view, draw) == (1, 2)
    assert Gentle(RandomBot()).says(view, draw) is None
    assert Gentle(RandomBot()).is_quick
    assert not Gentle(First()).is_quick
