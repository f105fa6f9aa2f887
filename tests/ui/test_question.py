"""A choice that is larger than the screen: it scrolls, says what is out of sight, and every item can be reached."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import HARBOUR
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.node.player import Question
from tortuga_p2p.rules.ask import Turn, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.ui.table.choice import OpenPrompt
from tortuga_p2p.ui.table.prompt import Item, Row
from tortuga_p2p.ui.table.question import in_sight, preview_of, rows_of

if TYPE_CHECKING:
    from tortuga_p2p.rules.game import Game

LINES: Any = [[("", f"line {number}")] for number in range(20)]


@pytest.mark.parametrize("room", [1, 2, 3, 5, 8, 19, 20, 30])
@pytest.mark.parametrize("at", [0, 1, 10, 18, 19])
def test_the_line_with_the_cursor_is_always_in_sight(room: int, at: int) -> None:
    shown, (row, column) = in_sight(LINES, (at, 7), room)
    assert len(shown) == min(room, 20)
    assert column == 7
    assert shown[row] == [("", f"line {at}")]
    if 1 < room < 20 and row < room - 1:
        out = shown[-1][0][1].removeprefix("... ").split(", ")
        assert sum(int(words.split()[0]) for words in out) == 20 - room
        assert all(("1 line " in words) == words.startswith("1 ") for words in out)


def large_question(game: Game[Any]) -> Question:
    """The first decision with many moves, in a game that has nothing but rules."""
    for seed in range(20):
        table = LocalTable.new(game, 3, {}, SeededDraw(seed, "table"))
        draw = SeededDraw(seed, "choices")
        for _ in range(40):
            seats = deciders(table.ask)
            if isinstance(table.ask, Turn) and len(table.moves(seats[0])) > 12:
                seat = seats[0]
                return Question(game, table.view(seat), table.moves(seat), ("Ana", "Ben", "Cho"), 1)
            table.step({seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in seats})
    raise AssertionError("no large decision")


def test_every_move_of_a_plain_list_can_be_reached_by_one_arrow() -> None:
    choice = OpenPrompt(large_question(HARBOUR))
    rows, _ = rows_of(choice, 60)
    assert len(rows) > 4
    reached = []
    for _ in choice.question.moves:
        reached.append(choice.prompt.move)
        shown, (row, _column) = in_sight(*rows_of(choice, 60), 3)
        assert any("pointed" in piece[0] for piece in shown[row])
        choice.go(1, 0)
    assert reached == list(choice.question.moves)
    assert choice.prompt.move == reached[0]


def test_why_a_key_did_nothing_is_not_said_a_second_time_below() -> None:
    choice = OpenPrompt(large_question(HARBOUR))
    choice.prompt = choice.prompt._replace(move=None, missing="Pick one.")
    assert [line[0][1] for line in preview_of(choice, 60, 5)] == ["Pick one."]
    choice.note = choice.prompt.missing  # what Enter says
    assert preview_of(choice, 60, 5) == []


def drawn(rows: list[Row], width: int = 80) -> list[str]:
    """Rows as they stand on the screen."""
    choice: Any = SimpleNamespace(prompt=SimpleNamespace(rows=rows), at=(0, 0))
    return ["".join(piece[1] for piece in line) for line in rows_of(choice, width)[0]]


def item(key: str, label: str, *, picked: bool = False) -> Item:
    return Item((("", label),), {}, key, picked)


def test_a_key_ends_in_a_bracket_and_what_is_picked_stands_in_brackets() -> None:
    """A newcomer could not tell `1 pistol 2` from `1 1`: which is the key, and which the count."""
    assert drawn([Row("", (item("1", "pistol x2", picked=True), item("r", "go back")))]) == [
        "[1) pistol x2] r) go back "
    ]
    dice = Row("dice", (item("1", "FLEET A5"), item("2", "CREW D1", picked=True)), many=True)
    assert drawn([dice])[0].rstrip() == "dice  1)[ ] FLEET A5  2)[x] CREW D1"


def test_a_row_says_that_its_keys_need_shift() -> None:
    """`L` looked at two events, `l` looked back: nothing said so."""
    assert drawn([Row("", (item("L", "look at two"), item("R", "reveal one")))])[0].startswith("Shift+ ")
    assert drawn([Row("as", (item("L", "lantern"),))])[0].startswith("as Shift+ ")
    assert "Shift" not in drawn([Row("", (item("l", "look"), item("1", "x")))])[0]


def test_a_long_row_is_broken_between_digits_and_letters() -> None:
    """No `end turn` alone in a row below the cards and the first letter."""
    cards = [item(str(number), "a card in hand") for number in range(1, 5)]
    deeds = [item("r", "go back"), item("e", "end turn")]
    lines = drawn([Row("", (*cards, *deeds))])
    assert [line.strip().split(")")[0] for line in lines] == ["1", "r"]
    assert len(drawn([Row("", (*cards[:2], *deeds))])) == 1


def test_the_label_of_a_row_of_many_gives_way_to_its_items() -> None:
    row = Row("dice", tuple(item(str(number), "BOARD B4") for number in range(1, 6)), many=True)
    (line,) = drawn([row])
    assert line.startswith("1)[ ] BOARD B4")
