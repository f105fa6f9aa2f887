"""Tortuga read aloud: every question and every choice of whole games, and nothing that the listener may not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import TINY_GAMES
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.chancer import Chancer
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.games import load
from tortuga_p2p.games.tortuga import voice
from tortuga_p2p.games.tortuga.state import Phase
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.table import LocalTable
from tortuga_p2p.ui.console import read_answer
from tortuga_p2p.ui.rulebook import chapters
from tortuga_p2p.ui.voice import voice_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.game import Game

GAME = load("tortuga")
NAMES = ("Ana", "Ben", "Cleo", "Dan")


def questions(game: Game[Any], seats: int, seed: int) -> Iterator[Question]:
    """Every decision of a random game in which there is something to decide."""
    table = LocalTable.new(game, seats, {}, SeededDraw(seed, "table"))
    draw, bot, step = SeededDraw(seed, "players"), Chancer(), 0
    while not isinstance(table.ask, Over):
        choices = {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            step += 1
            if len(moves) > 1:
                yield Question(game, table.view(seat), moves, NAMES[:seats], step)
            choices[seat] = bot.choose(table.view(seat), moves, draw)
        table.step(choices)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_question_names_its_chapter_and_tells_all_choices_apart(seats: int) -> None:
    phases = set()
    for seed in range(6):
        for question in questions(GAME, seats, seed):
            view = question.view
            phases.add(Phase(view.state.phase))
            sentence = voice.question(view, question.names)
            assert "?" in sentence, sentence
            assert voice.chapter(view) in chapters("tortuga")
            moves = question.moves[:200]
            texts = [voice.option(view, move, question.names) for move in moves]
            assert len(set(texts)) == len(moves), texts
            assert all(text.isprintable() and text.isascii() for text in texts)
    expected = {Phase.SELECT, Phase.SKULLS, Phase.OFFER, Phase.ATTACK, Phase.MOVE_ORDER}
    assert phases >= (expected if seats == 2 else expected | {Phase.HUNT_KEEP})


def test_every_choice_can_be_typed_by_number_and_by_notation() -> None:
    count = 0
    for question in questions(GAME, 3, seed=1):
        for number, move in enumerate(question.moves[:30], start=1):
            assert read_answer(question, str(number)) == move
            text = GAME.move_text(move)
            assert read_answer(question, text) == move
            assert read_answer(question, f"  {text.upper()} ".strip()) == move
            count += 1
    assert count > 100


def test_an_answer_that_is_none_says_why() -> None:
    question = next(questions(GAME, 3, seed=1))
    for line in ("0", str(len(question.moves) + 1), "999999999999", "nonsense", "take", "take ABCDEF"):
        with pytest.raises(BadInput):
            read_answer(question, line)
    for line in ("act", "bonus fleet", "take ABCDE"):
        with pytest.raises(IllegalMove):
            read_answer(question, line)


def test_a_table_is_read_aloud_without_what_the_listener_may_not_know() -> None:
    """Two tables that differ in nothing but hidden faces sound the same."""
    compared = 0
    for seed in range(4):
        for question in questions(GAME, 4, seed):
            state, seat, known = question.view
            assert seat is not None
            mine = set(GAME.shown(state, seat))
            others = {handle: 0 for other in range(4) for handle in GAME.shown(state, other) if handle not in mine}
            rich = question.view._replace(known={**known, **others})
            for speak in (voice.board, voice.dice, voice.score):
                assert speak(question.view, NAMES) == speak(rich, NAMES)
                compared += bool(others)
            for line in (*voice.board(question.view, NAMES), *voice.dice(question.view, NAMES)):
                assert line.isprintable()
                assert line.isascii()
    assert compared > 50


def test_a_spectator_hears_a_table_too() -> None:
    table = LocalTable.new(GAME, 3, {}, SeededDraw(3, "table"))
    assert len(voice.board(table.view(None), NAMES[:3])) == 6
    assert voice.dice(table.view(None), NAMES[:3])
    assert voice.score(table.view(None), NAMES[:3])


def test_names_of_strangers_are_made_safe() -> None:
    question = next(questions(GAME, 3, seed=1))
    names = ("A\x1b[2J", "B\u202e", "C")
    for lines in (
        voice.board(question.view, names),
        voice.dice(question.view, names),
        voice.score(question.view, names),
    ):
        assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_a_game_without_a_voice_is_read_from_its_notation(game: Game[Any]) -> None:
    question = next(questions(game, 3, seed=2))
    plain = voice_of(game)
    assert plain.option(question.view, question.moves[0], question.names) == game.move_text(question.moves[0])
    assert plain.question(question.view, question.names)
    assert plain.board(question.view, question.names)
    assert plain.chapter(question.view) == ""
