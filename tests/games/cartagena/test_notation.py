"""One line for every move and position: read back as it was written, and refused with a hint otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.cartagena.scene import Scene, escape, four
from tests.games.cartagena.variants import options, some
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.rules.ask import PILE, Move, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.games.cartagena.rules.state import State

MOVES = {
    "advance 7 rum with 23": Move((0, 1, 7), (23,)),
    "advance 0 hook with 3,40": Move((0, 4, 0), (3, 40)),
    "retreat goal": Move((1, 50)),
    "retreat sloop": Move((1, 49)),
    "morgan 2 19": Move((2, 2, 19)),
    "sail": Move((3,)),
    "sail free": Move((4,)),
    "pass": Move((5,)),
    "stop": Move((6,)),
    "pistol 2 with 14": Move((7, 2), (14,)),
    "rum with 3": Move((8,), (3,)),
    "lantern with 3,4": Move((9,), (3, 4)),
    "hook 19 lantern with 4+17,18": Move((10, 2, 19, 1), (4, 17, 18)),
    "chest 9 with 60": Move((11, 9), (60,)),
    "take 33": Move((12, 33)),
    "share 5>1 9>2": Move((13,), (), ((5, 1), (9, 2))),
    "back 4,9,2": Move((14,), (), ((4, PILE), (9, PILE), (2, PILE))),
    "discard 3,7": Move((15,), (3, 7)),
}


@pytest.mark.parametrize("text", MOVES)
def test_a_move_is_written_and_read_one_way(text: str) -> None:
    state = four().state
    assert GAME.move_text(MOVES[text]) == text
    assert GAME.read_move(state, 0, text) == MOVES[text]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "moves begin with"),
        ("jump 7", "moves begin with"),
        ("advance 7 rum", "advance 7 rum with 23"),
        ("advance 77 rum with 3", "there is no space 77"),
        ("morgan 9 1", "morgan 2 19"),
        ("sail away", "'sail'"),
        ("share 5", "share 5>1 9>2"),
    ],
)
def test_what_is_no_move_gets_a_hint(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        GAME.read_move(four().state, 0, text)


def test_a_position_in_one_line() -> None:
    assert GAME.position_text(escape(hands=("H", "R")).state) == (
        "cartagena/1 phase=act boards=3+3 pirates=6 draw=morgan,morgan with=- laid=1,5,3r,2,4,6 round=1 turn=0 left=3 "
        "sloop=cartagena 0*2.7.19.sloop*2:0 0*2.6.12.36.sloop:1 0*3.10.17.19:- 0*2.7.10.16.goal:- pile=2-101 "
        "discards=- free=yes"
    )


@pytest.mark.parametrize("variant", some()[::7], ids=str)
def test_positions_of_whole_games_are_read_back(variant: dict[str, object]) -> None:
    seats = int(str(variant["seats"]))
    table: LocalTable[State] = LocalTable.new(GAME, seats, options(variant), SeededDraw(2, "table"))
    choosing, lengths = SeededDraw(2, "choices").below, []
    for _ in range(150):
        text = GAME.position_text(table.state)
        lengths.append(len(text))
        assert GAME.read_position(text) == table.state
        if isinstance(table.ask, Over):
            break
        choices = {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            choices[seat] = moves[choosing(len(moves))]
        table.step(choices)
    assert max(lengths) < 1200


GOOD = GAME.position_text(four().state)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cartagena/1", "cartagena/2", "begins with 'cartagena/1"),
        ("phase=act", "phase=nap", "there is no phase 'nap'"),
        ("phase=act", "phase=discard", "has cost one"),
        ("round=1 ", "", "does not say round="),
        ("boards=6+0", "boards=2+0", "4 boards or more"),
        ("laid=1,2", "laid=1,1", "one place only"),
        ("1.9.11.13.22.goal", "1.9.11.13.22", "list of 6"),
        ("1.9.11.13.22.goal", "1.9.11.13.22.sloop", "no such space"),
        ("1.9.11.13.22.goal", "1.9.11.13.22.40", "no such space"),
        ("1.9.11.13.22.goal", "goal*6", "a game ends when somebody has won"),
        ("1.9.11.13.22.goal", "9.1.11.13.22.goal", "listed in order"),
        ("1.9.11.13.22.goal", "9*3.11.13.goal", "three pirates stand"),
        ("left=3", "left=0", "an action is left"),
        ("pile=24-101", "pile=25-101", "102 cards"),
        ("pile=24-101", "pile=0,25-101", "one place"),
        ("sloop=cartagena", "sloop=tortuga", "Great Escape only"),
        ("discards=-", "discards=- free=yes", "captain"),
        ("discards=-", "discards=- tokens=102", "Black Sorceress"),
        ("discards=-", "discards=- seen=3:1", "knows it anyway"),
        ("discards=-", "discards=- doing=8", "no power is at work"),
        ("discards=-", "discards=- owed=0,1", "nobody draws"),
        ("discards=-", "discards=- magic=1", "no place in a position"),
        ("turn=0 left=3", "left=3 turn=0", "the one way"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(BadInput) as refusal:
        GAME.read_position(GOOD.replace(old, new))
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_scene_itself_is_a_position() -> None:
    assert GAME.read_position(GOOD) == four().state
    assert isinstance(four(), Scene)
