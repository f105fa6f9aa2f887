"""The bots of Cartagena: each beats the one below it, none goes round for ever; equal cards are played at random."""

from __future__ import annotations

import pytest

from tests.games.cartagena.scene import Scene
from tortuga_p2p.bots.match import Match
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.node.player import Question, among_equals

GAMES = 12
ROUNDS_MAX = 400  # turns of one seat that no game may exceed


@pytest.mark.parametrize("options", [preset.options for preset in GAME.presets], ids=[one.name for one in GAME.presets])
@pytest.mark.parametrize("entrants", [("expert", "greedy"), ("greedy", "random")], ids="-".join)
def test_the_better_one_wins_most_games(entrants: tuple[str, str], options: dict[str, object]) -> None:
    match = Match(GAME, entrants, options, seed=11)  # type: ignore[arg-type]
    bots = match.bots()
    played = [match.play(number, bots) for number in range(GAMES)]
    won = [record for record in played if record.seating[record.result.winners[0]] == 0]
    assert len(won) >= GAMES * 7 // 12
    assert max(record.rounds for record in played) < ROUNDS_MAX


def test_of_equal_cards_any_is_played() -> None:
    scene = Scene([(5, 0, 0, 0, 0, 0), (0,) * 6], hands=("RRRP", "P"))
    view, moves = scene.table.view(0), scene.table.moves(0)
    move = next(move for move in moves if GAME.move_text(move).startswith("advance 5 rum"))
    question = Question(GAME, view, moves, ("Ana", "Ben"), 1)
    played = {among_equals(question, move).opens for _ in range(200)}
    assert played == {(card,) for card in scene.state.hands[0] if view.known[card] == 1}
