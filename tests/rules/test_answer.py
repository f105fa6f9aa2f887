"""Moves as peers send them: the shape is checked here, the rules come later."""

from __future__ import annotations

import pytest

from tortuga_p2p.errors import BadInput
from tortuga_p2p.rules.answer import INT_MAX, read_move
from tortuga_p2p.rules.ask import PILE, Chance, Deal, Hand, Move, Over, Result, Together, Turn, deciders

MOVES = [Move(()), Move((-3, INT_MAX)), Move((1,), (0, INT_MAX)), Move((), (), ((4, PILE), (5, 2)))]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_is_read_from_its_plain_value(move: Move) -> None:
    assert read_move(tuple(move)) == move
    assert type(read_move(tuple(move))) is Move


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        ((), ()),
        ((), (), (), ()),
        (1, (), ()),
        (("a",), (), ()),
        ((True,), (), ()),
        ((INT_MAX + 1,), (), ()),
        ((-INT_MAX - 1,), (), ()),
        ((), (-1,), ()),
        ((), (INT_MAX + 1,), ()),
        ((), 3, ()),
        ((), (), 3),
        ((), (), (3,)),
        ((), (), ((3,),)),
        ((), (), ((-1, 0),)),
        ((), (), ((0, -2),)),
        ([], (), ()),
    ],
)
def test_another_shape_is_bad_input(value: object) -> None:
    with pytest.raises(BadInput):
        read_move(value)


def test_only_turns_and_sealed_choices_have_deciders() -> None:
    assert deciders(Turn(3)) == (3,)
    assert deciders(Together((0, 2))) == (0, 2)
    for ask in (Chance((6,)), Deal((Hand(0, (1,)),)), Over(Result((1, 0), (0,)))):
        assert deciders(ask) == ()
