"""Everything that can be picked has a key; an event has the one of its place. What is missing is said in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import Phase
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.screen import TABLE_KEYS
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.table.choice import OpenPrompt

if TYPE_CHECKING:
    from tortuga_p2p.ui.table.prompt import Prompt

NAMES = ("Ana", "Bonny", "Cho", "Diego", "Eve", "Fu", "Grace", "Henry", "Ida")
OF_TABLES = TABLE_KEYS | {"a", "c"} | {page.key for page in GAME.screen().pages}  # and of claims and standing answers
OF_VOYAGES = set("nib")


def opened(table: LocalTable[Any], seat: int) -> OpenPrompt:
    return OpenPrompt(Question(GAME, table.view(seat), table.moves(seat), NAMES[: len(table.known)], 1))


def check_keys(prompt: Prompt) -> None:
    keys = [item.key for row in prompt.rows for item in row.items]
    assert "" not in keys, prompt
    assert len(set(keys)) == len(keys), prompt
    assert not (OF_TABLES | OF_VOYAGES) & set(keys), prompt


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_everything_has_a_key_of_its_own(seats: int) -> None:
    table: LocalTable[Any] = LocalTable.new(GAME, seats, {"stars": 8}, SeededDraw(seats, "table"))
    draw, forced = SeededDraw(seats, "choices"), 0
    while not isinstance(table.ask, Over) and forced < 8:
        choices = {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            choices[seat] = moves[draw.below(len(moves))]
            if len(moves) > 1:
                choice = opened(table, seat)
                check_keys(choice.prompt)
                if table.state.phase == Phase.ACTION:
                    choice.press_key("F")
                    check_keys(choice.prompt)
                    forced += 1
        table.step(choices)
    assert forced


def test_somebody_has_the_same_small_letter_from_beginning_to_end() -> None:
    """With nine they were `6 7 8 9 d e f j`; and an event said its number twice."""
    table: LocalTable[Any] = LocalTable.new(GAME, 9, {}, SeededDraw(3, "table"))
    draw = SeededDraw(3, "choices")
    letters: dict[str, str] = {}
    for _ in range(60):
        if table.state.phase == Phase.ACTION:
            choice = opened(table, table.state.active)
            choice.press_key("F")
            whom, events = choice.prompt.rows[1:3]
            for item in whom.items:
                assert item.key in "defjkmpry"
                assert letters.setdefault(item.label[0][1], item.key) == item.key
            assert [(item.key, item.label[0][1]) for item in events.items if item.label[0][1] == "hidden"]
            assert not [item for item in events.items if item.key in item.label[0][1]]
        table.step({seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in deciders(table.ask)})
    assert len(letters) == 9


def test_two_events_are_looked_at_by_their_own_numbers() -> None:
    table: LocalTable[Any] = LocalTable.new(GAME, 4, {}, SeededDraw(3, "table"))
    draw = SeededDraw(3, "choices")
    while table.state.phase != Phase.ACTION:
        table.step({seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in deciders(table.ask)})
    choice = opened(table, table.state.active)
    choice.press_key("L")
    assert choice.prompt.move is None
    assert choice.prompt.missing == "Pick two events."
    choice.press_key("4")
    choice.press_key("5")
    assert choice.prompt.move is not None
    assert choice.prompt.move.data == (Do.LOOK, 3, 4)


def test_a_question_fits_on_a_line_also_with_the_longest_ship() -> None:
    reader = Reader(0, {}, NAMES)
    told = GAME.words().asked["hold"].question.format(ship=GAME.words().terms["ship"](0, reader))
    assert told == "Captain of the Flying Dutchman: which hold for your first chest?"
    assert len(told) <= 66, "at 80 columns it stands between dashes"
