"""Scenario files, of any game: what a story may say, and how a bad one is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tinygames.race import RACE
from tests.tinygames.screens import SCREENS
from tortuga_p2p.errors import BadInput
from tortuga_p2p.rules.ask import PILE, Deal, Give, Hand, Look, Open
from tortuga_p2p.testing.scenario import Mismatch, ask_text, check_case, read_cases

if TYPE_CHECKING:
    from tortuga_p2p.games import AnyGame

RACING = """\
# A race to 12: two pushes, a hold, and a lost pot.
case pushing one's luck
setup 2 goal=12
ask chance 2
chance 1
ask turn 1
legal 1 1
move 1 0
refused turns Push, or hold
move 1 1
chance 2 0
legal 1 0 | 1
then race (12 0 1 3 1 (0 0) 0)
move 1 0
then race (12 1 0 0 1 (0 3) 0)

case the end
position race (12 3 0 11 1 (2 3) 0)
move 0 0
ask over 13,3 won by 0
"""


def tell(text: str, game: AnyGame = RACE) -> None:
    for case in read_cases(text, f"{game.name}.txt"):
        check_case(game, case)


def test_a_story_is_told() -> None:
    assert [case.title.rest for case in read_cases(RACING, "race.txt")] == ["pushing one's luck", "the end"]
    tell(RACING)


def test_private_dice_are_shown_to_their_owners_and_sealed_moves_are_told_together() -> None:
    tell(
        """\
case even dice are taken
setup 2
chance 2 1 0 1 1 1
sees 0 0=2 1=1 2=0
move 0 0 5 open 0 2
move 1 1 open 3 4 5
ask roll 0:1 1:3,4,5
then screens (1 0 (2 7) (4 0) 0)

case the same from the middle
position screens (0 1 (7 7) (0 0) 0)
shown 0=2 1=1 2=0 3=1 4=1 5=1
legal 1 1 open 3 4 5
move 1 1 open 3 4 5
move 0 0 1 open 0
then screens (1 0 (6 7) (3 0) 0)
""",
        SCREENS,
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("shown 0=2 1=1 2=0 3=1 4=1 5=1\n", "", "line 2: seat 0 has seen 0: its face is missing."),
        ("move 1 1 open 3 4 5\n", "", "line 1: the case ends before all seats asked have moved."),
        ("move 1 1 open 3 4 5\n", "move 1 1 open 3 4 5\nask turn 0\n", "line 5: first the moves of all seats asked"),
        ("move 1 1 open 3 4 5\n", "move 1 1 open 3 4 5\n" * 2, "line 5: seat 1 is not asked here: together 0,1."),
    ],
)
def test_hidden_faces_and_sealed_moves_are_told_in_full(old: str, new: str, sentence: str) -> None:
    text = """\
case from the middle
position screens (0 1 (7 7) (0 0) 0)
shown 0=2 1=1 2=0 3=1 4=1 5=1
move 1 1 open 3 4 5
move 0 0 1 open 0
"""
    tell(text, SCREENS)
    with pytest.raises(BadInput) as caught:
        tell(text.replace(old, new, 1), SCREENS)
    assert sentence in str(caught.value)


def replaced(old: str, new: str) -> str:
    assert RACING.count(old) >= 1
    return RACING.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "race.txt: there is no case in this file."),
        ("# nothing\n\n", "race.txt: there is no case in this file."),
        ("move 0 1\n", "race.txt, line 1: a file begins with a case."),
        (replaced("chance 1", "luck 1"), "race.txt, line 5: there is no 'luck': lines begin with case, position"),
        (replaced("setup 2 goal=12\n", ""), "race.txt, line 3: a case begins with a position or a setup."),
        ("case x\n# only a title\n", "race.txt, line 1: a case needs a position or a setup."),
        (replaced("ask chance 2", "setup 2"), "race.txt, line 4: a case has one beginning."),
        (replaced("setup 2", "setup two"), "race.txt, line 3: a setup begins with the number of seats."),
        (replaced("setup 2", "setup 9"), "race.txt, line 3: Race is for 2 to 5 players, not 9."),
        (replaced("goal=12", "speed=9"), "race.txt, line 3: there is no option 'speed=9': options are goal."),
        (replaced("goal=12", "goal=x"), "race.txt, line 3: say a whole number from 2 to 100"),
        (replaced("chance 1\n", "chance one\n"), "race.txt, line 5: there are only numbers here"),
        (replaced("chance 1\n", "chance 2\n"), "race.txt, line 5: chance gives a number below 2 here, not 2."),
        (replaced("chance 1\n", "chance 1 1\n"), "race.txt, line 5: chance needs 1 numbers fewer here."),
        (replaced("chance 2 0\n", "chance 2\n"), "race.txt, line 11: chance needs more numbers here."),
        (replaced("chance 1\n", "done\n"), "race.txt, line 5: this ask needs an answer: chance 2."),
        (replaced("chance 1\n", "opened 1\n"), "race.txt, line 5: nothing is opened here: chance 2."),
        (replaced("move 1 1", "chance 1"), "race.txt, line 10: chance is not asked here: turn 1."),
        (replaced("move 1 1", "move 0 1"), "race.txt, line 10: seat 0 is not asked here: turn 1."),
        (replaced("move 1 1", "move x 1"), "race.txt, line 10: a seat stands here"),
        (replaced("move 1 1", "move 1 fly"), "race.txt, line 10: expected a whole number, found 'fly'."),
        (replaced("legal 1 1", "legal 0 1"), "race.txt, line 7: seat 0 is not asked here: turn 1."),
        (replaced("position race (12 3", "position chess (12 3"), "race.txt, line 18: a position of race begins"),
        (replaced("legal 1 1", "sees 1 five"), "race.txt, line 7: say which thing shows which face"),
    ],
)
def test_a_line_that_makes_no_sense_is_bad_input_with_file_and_line(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        tell(text)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            replaced("refused turns Push", "refused A-1 Push"),
            "race.txt, line 9: refused otherwise: turns Push, or hold",
        ),
        (replaced("refused turns Push", "refused turns Jump"), "race.txt, line 9: refused otherwise"),
        (
            replaced("refused turns Push, or hold\n", ""),
            "race.txt, line 8: refused: Push, or hold what you have. (turns)",
        ),
        (replaced("then race (12 0 1", "refused x\nthen race (12 0 1"), "race.txt, line 13: not refused"),
        (replaced("legal 1 0 | 1", "legal 1 1"), "race.txt, line 12: it is otherwise"),
        (replaced("ask turn 1", "ask turn 0"), "race.txt, line 6: it is otherwise"),
        (replaced("(0 3)", "(3 0)"), "race.txt, line 15: it is otherwise"),
        (replaced("legal 1 1", "sees 1 5=1"), "race.txt, line 7: it is otherwise"),
    ],
)
def test_a_story_that_goes_another_way_is_a_mismatch(text: str, sentence: str) -> None:
    with pytest.raises(Mismatch) as caught:
        tell(text)
    assert str(caught.value).startswith(sentence)


def test_a_refusal_in_the_last_line_is_not_forgotten() -> None:
    (case,) = read_cases("case x\nposition race (12 3 0 0 1 (2 3) 0)\nmove 0 0\n", "race.txt")
    with pytest.raises(Mismatch, match="line 3: refused"):
        check_case(RACE, case)


def test_every_ask_has_a_line() -> None:
    """Those that no story above asks."""
    hands = (Hand(1, (4, 5)), Hand(2, (6,)))
    assert ask_text(Deal(hands)) == "deal 1:4,5 2:6"
    assert ask_text(Look(hands)) == "look 1:4,5 2:6"
    assert ask_text(Give(((4, PILE), (5, 2)))) == "give 4>-1 5>2"
    assert ask_text(Open((4, 6))) == "open 4,6"
