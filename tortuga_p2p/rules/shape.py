"""What an answer must look like before the rules of a game read it. A wrong shape is refused, whoever it came from.

For the `apply` of a game: each gives what is in an answer, or raises `IllegalMove`. Types are compared by identity:
to Python alone `1.0`, `True` and `1` are equal, to peers they are three things.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from ..errors import IllegalMove
from ..text import _
from .answer import DONE, AllMoved, Drawn, Moved, Opened
from .ask import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .answer import Answer
    from .ask import Face, Moves

Item = TypeVar("Item")


def done(answer: Answer) -> None:
    """To an ask that no player decides, and whose outcome the rules need not know."""
    if answer is not DONE:
        raise IllegalMove(_("nobody has anything to decide here"))


def drawn(answer: Answer, bounds: Sequence[int]) -> tuple[int, ...]:
    """The numbers of a draw, each checked against its bound."""
    if type(answer) is not Drawn or type(answer.values) is not tuple or len(answer.values) != len(bounds):
        raise IllegalMove(_("chance answers here, with numbers below {map}", map=", ".join(map(str, bounds))))
    for value, bound in zip(answer.values, bounds, strict=True):
        if type(value) is not int or not 0 <= value < bound:
            raise IllegalMove(_("chance gives a number below {bound} here, not {value!r}", bound=bound, value=value))
    return answer.values


def opened(answer: Answer, count: int) -> tuple[Face, ...]:
    """The faces of so many things that are turned over; which faces there are, the game knows."""
    if type(answer) is not Opened or type(answer.faces) is not tuple or len(answer.faces) != count:
        raise IllegalMove(_("{count} things are turned over here", count=count))
    if any(type(face) is not int for face in answer.faces):
        raise IllegalMove(_("there is no such face"))
    return answer.faces


def moved(answer: Answer | object) -> Moved:
    """A move with the faces it opens, all of it whole numbers; whether it is legal comes after."""
    if type(answer) is not Moved or type(answer.move) is not Move or not answer.move.data:
        raise IllegalMove(_("a player decides here, with a move"))
    data, opens, gives = answer.move
    if len(answer.faces) != len(opens):
        raise IllegalMove(_("a move shows one face for each thing it opens"))
    for number in (*data, *opens, *answer.faces):
        if type(number) is not int:
            raise IllegalMove(_("a move is made of whole numbers"))
    for handle, place in gives:
        if type(handle) is not int or type(place) is not int:
            raise IllegalMove(_("a move is made of whole numbers"))
    return answer


def listed(moves: Moves, move: Move) -> Move:
    """The legal move that equals this one, where a bot says it with `1.0` or `True`: peers are told whole numbers.

    What equals none stays what it is, for the rules to refuse.
    """
    is_whole = type(move) is Move and type(move.data) is tuple
    if is_whole and all(type(number) is int for number in (*move.data, *move.opens, *chain(*move.gives))):
        return move
    return next((legal for legal in moves if legal == move), move)


def all_moved(answer: Answer, count: int) -> tuple[Moved, ...]:
    """A move of each of so many players."""
    if type(answer) is not AllMoved or type(answer.moves) is not tuple or len(answer.moves) != count:
        raise IllegalMove(_("{count} players decide here, each with a move", count=count))
    return answer.moves


def put(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """The list with one entry changed."""
    return (*items[:place], item, *items[place + 1 :])
