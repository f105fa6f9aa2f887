"""Pointing, pressing and taking back, at every decision there is. No terminal: what a key does to a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.games.tortuga.telling import new_table, played
from tests.games.tortuga.test_prompts import open_roll
from tests.tinygames import RACE
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games import load
from tortuga_p2p.games.tortuga.rules.components import CREW, FLEET, SKULL
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.ask import deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.ui.table.choice import OpenPrompt
from tortuga_p2p.ui.table.question import preview_of, rows_of
from tortuga_p2p.ui.widgets.canvas import size

if TYPE_CHECKING:
    from collections.abc import Iterator

TORTUGA = load("tortuga")
NAMES = ("Ana", "Bo", "Cy", "Di")


def questions(seats: int, seed: int) -> Iterator[Question]:
    table = new_table(seats, seed)
    for step, _ in enumerate(played(table, seed)):
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            if len(moves) > 1:
                yield Question(TORTUGA, table.view(seat), moves, NAMES[:seats], step)


def dice(seed: int = 2) -> OpenPrompt:
    return OpenPrompt(next(questions(3, seed)))


def picked(choice: OpenPrompt) -> list[bool]:
    return [item.is_picked for row in choice.prompt.rows for item in row.items]


@pytest.mark.parametrize("seats", [2, 4])
def test_any_keys_at_any_decision_leave_a_legal_move_or_a_reason(seats: int) -> None:
    draw = SeededDraw(seats, "keys")
    titles = set()
    for question in questions(seats, 5):
        choice = OpenPrompt(question)
        for _ in range(12):
            key = draw.below(6)
            if key < 4:
                choice.go(*((-1, 0), (1, 0), (0, -1), (0, 1))[key])
            elif key == 4:
                choice.press(*choice.at)
            else:
                choice.press_key(str(1 + draw.below(9)))
            assert choice.prompt.move in question.moves if choice.prompt.move else choice.prompt.missing
        titles.add(choice.prompt.title.split(":")[0].split(" ")[0])
    assert {"Which", "You", "FLEET", "CREW", "HUNT", "BOARD", "RAID", "MOVE"} <= titles


def test_everything_can_be_taken_back() -> None:
    choice = dice()
    before = choice.prompt
    for number in (5, 1, 2, 3):
        choice.press_key(str(number))
    while choice.can_undo:
        choice.undo()
    assert choice.prompt == before
    choice.undo()  # and once more does nothing
    assert choice.prompt == before


def test_pointing_picks_in_a_row_of_one_and_not_in_a_row_of_many() -> None:
    choice = dice()
    before = picked(choice)
    choice.go(0, 1)
    assert picked(choice) == before
    choice.press(*choice.at)
    assert picked(choice) != before
    choice = next(one for one in map(OpenPrompt, questions(3, 2)) if not one.prompt.rows[0].many)
    before = picked(choice)
    choice.go(0, 1)
    assert picked(choice) != before


def test_what_cannot_be_picked_says_why_and_changes_nothing() -> None:
    """A die that shows an action which is full."""
    found = 0
    for question in questions(4, 11):
        choice = OpenPrompt(question)
        for row, line in enumerate(choice.prompt.rows):
            for place, item in enumerate(line.items):
                if item.why_not:
                    before = choice.prompt
                    choice.press(row, place)
                    assert choice.note == item.why_not
                    assert choice.prompt == before
                    found += 1
    assert found > 3


def test_dice_rolled_in_the_open_are_picked_too_and_skulls_alone_get_an_action() -> None:
    """A-D4: rare, so made."""
    view, moves = open_roll(FLEET, SKULL, SKULL)
    choice = OpenPrompt(Question(TORTUGA, view, moves, NAMES[:3], 7))
    assert len(choice.prompt.rows) == 1
    choice.press_key("1")  # the FLEET die is put back: nothing is picked
    assert choice.prompt.move is None
    choice.press_key("2")
    assert [row.label for row in choice.prompt.rows] == ["dice", "skulls to"]
    choice.go(1, 0)
    choice.go(0, 1)
    assert choice.prompt.move in moves
    assert choice.prompt.move is not None
    assert choice.prompt.move.data[2] == CREW


@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_prompt_fits_its_width(width: int) -> None:
    count = 0
    for question in questions(4, 3):
        choice = OpenPrompt(question._replace(names=("Expert Rackham", "Expert Bonny", "Maximiliane", "Expert Read")))
        lines, (row, column) = rows_of(choice, width)
        assert len(lines) <= 4
        assert all(size(line) <= width + 2 for line in lines)  # the gap behind the last item may stick out
        assert row < len(lines)
        assert column < width
        assert all(size(line) <= width for line in preview_of(choice, width, 9))
        count += 1
    assert count > 50


def test_a_game_without_prompts_offers_its_moves_in_notation() -> None:
    table: LocalTable[Any] = LocalTable.new(RACE, 2, {}, SeededDraw(1, "race"))
    while not deciders(table.ask) or len(table.moves(deciders(table.ask)[0])) < 2:
        table.step({seat: table.moves(seat)[0] for seat in deciders(table.ask)})
    seat = deciders(table.ask)[0]
    choice = OpenPrompt(Question(RACE, table.view(seat), table.moves(seat), ("Ana", "Bo"), 1))
    choice.press_key("2")
    assert choice.prompt.move == table.moves(seat)[1]
    choice.take(table.moves(seat)[0], "Expert")
    assert choice.suggestion == "Picked by Expert, not by you."
    assert choice.prompt.move == table.moves(seat)[0]
