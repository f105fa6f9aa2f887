"""Lines of text from one table: what is written reads back, and everything else gets a hint."""

from __future__ import annotations

from typing import Any

import pytest

from tortuga_p2p.errors import BadInput
from tortuga_p2p.rules.ask import PILE, Move
from tortuga_p2p.rules.field import letters, named, number, numbers, row
from tortuga_p2p.rules.line import Line, MoveLines, Verb, check_spelling

ROB, SAIL, SAIL_FREE, SHOW, GIVE = range(5)
MOVES = MoveLines(
    {"seat": number(0, 3), "colour": named(("red", "blue")), "cards": numbers(0, 99)},
    Verb(ROB, "rob {seat} for {colour}", "rob 2 for red"),
    Verb(SAIL, "sail", "sail"),
    Verb(SAIL_FREE, "sail free", "sail free"),
    Verb(SHOW, "show {cards}", "show 3,7", lambda _, __, cards: Move((SHOW,), cards), lambda move: (move.opens,)),
    Verb(
        GIVE,
        "give {cards}+{cards}",
        "give 3+7",
        lambda state, seat, one, two: Move((GIVE, seat, state), (), tuple((card, PILE) for card in one + two)),
        lambda move: ([move.gives[0][0]], [card for card, _ in move.gives[1:]]),
    ),
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move((ROB, 2, 1)), "rob 2 for blue"),
        (Move((SAIL,)), "sail"),
        (Move((SAIL_FREE,)), "sail free"),
        (Move((SHOW,), (3, 7)), "show 3,7"),
        (Move((GIVE, 1, 40), (), ((3, PILE), (7, PILE), (8, PILE))), "give 3+7,8"),
    ],
)
def test_a_move_is_written_and_read_by_one_verb(move: Move, text: str) -> None:
    assert MOVES.text(move) == text
    assert MOVES.read(40, 1, text) == move
    assert MOVES.read(40, 1, f"  {text.replace(' ', '   ')} ") == move
    assert all(type(part) is int for part in MOVES.read(40, 1, text).data)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "moves begin with rob, sail, show, give"),
        ("jump 3", "there is no move 'jump'"),
        ("rob 4 for red", "write it like 'rob 2 for red'"),
        ("rob 2 for green", "write it like 'rob 2 for red'"),
        ("sail away", "write it like 'sail'"),
        ("give 3x7", "write it like 'give 3+7'"),
        ("show " + "1," * 10_000 + "1", "write it like 'show 3,7'"),
    ],
)
def test_another_text_gets_the_form_it_should_have(text: str, hint: str) -> None:
    with pytest.raises(BadInput) as refusal:
        MOVES.read(0, 0, text)
    assert hint in str(refusal.value)
    assert len(str(refusal.value)) < 300


LINE = Line(
    "harbour/1",
    {
        "phase": named(("roll", "over"), "phase"),
        "": row(":", number(1, 8), letters("RB"), example="3:RB"),
        "stuck": numbers(0, 3),
    },
    chars_max=100,
)
USUAL: dict[str, Any] = {"stuck": ()}


def test_a_position_says_what_is_not_as_usual() -> None:
    values = {"phase": 0, "": ((3, (0, 1)), (8, ())), "stuck": (1,)}
    text = "harbour/1 phase=roll 3:RB 8:- stuck=1"
    assert LINE.text(values, USUAL) == text
    assert LINE.whole(LINE.read(text), USUAL) == values
    assert LINE.text({**values, "stuck": ()}, USUAL) == "harbour/1 phase=roll 3:RB 8:-"
    assert LINE.whole(LINE.read("harbour/1 phase=over"), USUAL) == {"phase": 1, "": (), "stuck": ()}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("harbour/2 phase=roll", "it begins with 'harbour/1 phase=..."),
        ("harbour/1" + " phase=roll" * 20, "not a position of this game"),
        ("harbour/1 phase=nap", "there is no phase 'nap'"),
        ("harbour/1 phase=roll 9:R", "write it like '3:RB'"),
        ("harbour/1 phase=roll stuck=7", "'stuck=7' has no place"),
        ("harbour/1 phase=roll =7", "'=7' has no place"),
        ("harbour/1 phase=roll goal=7", "'goal=7' has no place"),
        ("harbour/1 3:R", "does not say phase="),
    ],
)
def test_another_line_is_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(BadInput) as refusal:
        LINE.whole(LINE.read(text), USUAL)
    assert hint in str(refusal.value)


def test_a_line_without_boards_takes_no_bare_word() -> None:
    with pytest.raises(BadInput, match="'roll' has no place"):
        Line("x/1", {"phase": number(0, 9)}, 100).read("x/1 roll")


def test_a_position_has_one_spelling() -> None:
    check_spelling("a b", "a b")
    with pytest.raises(BadInput, match="one way"):
        check_spelling("a b", "b a")
