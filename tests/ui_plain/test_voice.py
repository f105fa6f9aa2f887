"""Tortuga read aloud: every question and every choice of whole games, and nothing that the listener may not know."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import TINY_GAMES
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.random_bot import RandomBot
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.games import load, names
from tortuga_p2p.games.tortuga.rules.state import Phase
from tortuga_p2p.limits import MENU_MOVES_MAX
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.telling import chapter_of, line_of, reading
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.plain.commands import read_answer
from tortuga_p2p.ui.plain.menu import Menu, reader_of, spoken_line
from tortuga_p2p.ui.rules_text import chapters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.game import Game

GAME = load("tortuga")
NAMES = ("Ana", "Ben", "Cleo", "Dan")
READINGS = ("board", "dice", "score")


def questions(game: Game[Any], seats: int, seed: int) -> Iterator[Question]:
    """Every decision of a random game in which there is something to decide."""
    table = LocalTable.new(game, seats, {}, SeededDraw(seed, "table"))
    draw, bot, step = SeededDraw(seed, "players"), RandomBot(), 0
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
            menu = Menu(question)
            assert "?" in menu.question(), menu.question()
            assert chapter_of(GAME, view) in chapters("tortuga")
            texts = [menu.line(at) for at in range(menu.count)]
            equal_tiles = view.state.phase == Phase.HUNT_KEEP  # they are one choice
            assert menu.count > (0 if equal_tiles else 1)
            if len(question.moves) <= MENU_MOVES_MAX and not equal_tiles:
                assert len(set(texts)) == menu.count == len(question.moves), texts
            assert all(text.isprintable() and text.isascii() for text in texts)
    expected = {Phase.SELECT, Phase.SKULLS, Phase.OFFER, Phase.ATTACK, Phase.MOVE_ORDER}
    assert phases >= (expected if seats == 2 else expected | {Phase.HUNT_KEEP})


def test_every_choice_can_be_typed_by_number_and_by_notation() -> None:
    count = 0
    for question in questions(GAME, 3, seed=1):
        menu = Menu(question)
        for move in question.moves[:30]:
            if menu.number_of(move) and question.view.state.phase != Phase.HUNT_KEEP:
                assert menu.take([menu.number_of(move)]) == move
                line = line_of(GAME, question.view, move, reader_of(question), question.moves)
                assert spoken_line(question, move).startswith(line), "and then what would come of it"
                assert read_answer(question, line) == move
            text = GAME.move_text(move)
            assert read_answer(question, text) == move
            assert read_answer(question, f"  {text.upper()} ".strip()) == move
            count += 1
    assert count > 100


def test_an_answer_that_is_none_says_why() -> None:
    question = next(questions(GAME, 3, seed=1))
    for number in (0, len(question.moves) + 1, 999999999):
        with pytest.raises(BadInput):
            Menu(question).take([number])
    for line in ("nonsense", "take", "take ABCDEF"):
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
            state, seat, known, *_heard = question.view
            assert seat is not None
            mine = set(GAME.shown(state, seat))
            others = {handle: 0 for other in range(4) for handle in GAME.shown(state, other) if handle not in mine}
            rich = question.view._replace(known={**known, **others})
            for what in READINGS:
                heard = reading(GAME, what, question.view, reader_of(question))
                assert heard == reading(GAME, what, rich, Reader(seat, rich.known, NAMES))
                compared += bool(others)
                assert all(line.isprintable() and line.isascii() for line in heard)
    assert compared > 50


def test_a_spectator_hears_a_table_too() -> None:
    table = LocalTable.new(GAME, 3, {}, SeededDraw(3, "table"))
    eyes = Reader(None, {}, NAMES[:3])
    assert len(reading(GAME, "board", table.view(None), eyes)) == 6
    assert all(reading(GAME, what, table.view(None), eyes) for what in READINGS)


def test_names_of_strangers_are_made_safe() -> None:
    question = next(questions(GAME, 3, seed=1))
    names = ("A\x1b[2J", "B\u202e", "C")
    for what in READINGS:
        lines = reading(GAME, what, question.view, Reader(question.view.seat, question.view.known, names))
        assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_a_game_without_words_is_read_from_its_notation(game: Game[Any]) -> None:
    question = next(questions(game, 3, seed=2))
    menu = Menu(question)
    assert menu.line(0) == game.move_text(question.moves[0])
    assert menu.question() == f"{game.title}: what do you do?"
    assert reading(game, "board", question.view, reader_of(question))
    assert chapter_of(game, question.view) == ""


LINES_HEARD = 2_000


def said_of(menu: Menu) -> list[str]:
    return [menu.question(), *(menu.line(at) for at in range(menu.count))]


@pytest.mark.parametrize("name", names())
def test_no_line_has_a_sign_that_nothing_stands_before(name: str) -> None:
    """ "attack Greedy Bonny: ; the centre island has no chest to take": a voice stumbles over it."""
    lines = (
        line for seed in range(3) for question in questions(load(name), 3, seed) for line in said_of(Menu(question))
    )
    heard = 0
    for line in islice(lines, LINES_HEARD):
        heard += 1
        assert not re.search(r"[:;,.] ?[:;,.]|  | [:;,.]|\(\)", line.replace("...", "")), line
    assert heard > LINES_HEARD // 4
