"""What a table says back. One answer for each kind of ask; it carries what everybody may know, and nothing else.

`Roll`, `Mix`, `MixHands`, `Deal`, `Look` and `Give` are answered by `DONE`: what happened is private, or nothing that
the rules need to be told.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from .ask import Face, Move
from .plain import Plain, a_tuple, an_int, ints

UNOPENED: Face = -1  # the owner never opened it; what that costs, the rules of the game say

INT_MAX = 2**31 - 1  # no game needs a larger number in a move, and other languages read it as a plain int


class Moved(NamedTuple):
    """To `Turn`: the move, and the faces of `move.opens` in that order."""

    move: Move
    faces: tuple[Face, ...] = ()


class AllMoved(NamedTuple):
    """To `Together`: one `Moved` for each seat asked, in the order of the ask."""

    moves: tuple[Moved, ...]


class Drawn(NamedTuple):
    """To `Chance`: one number for each bound."""

    values: tuple[int, ...]


class Opened(NamedTuple):
    """To `Open`: one face for each handle, or `UNOPENED`."""

    faces: tuple[Face, ...]


class Done(Enum):
    """To every ask whose answer is not public."""

    DONE = 0


DONE: Literal[Done.DONE] = Done.DONE

Answer: TypeAlias = Moved | AllMoved | Drawn | Opened | Done


class Left(NamedTuple):
    """No answer to anything: that a seat is gone for good, and who stays. The rules are told by `leave`."""

    seat: int
    stay: tuple[int, ...]


Told: TypeAlias = Answer | Left  # whatever leads from one state to the next


def read_move(value: Plain | object) -> Move:
    """A move from a plain value; `BadInput` where the shape is wrong. Whether it is legal, the rules say."""
    data, opens, gives = a_tuple(value, 3)
    pairs = (ints(pair, -1, INT_MAX, 2) for pair in a_tuple(gives))
    return Move(
        ints(data, -INT_MAX, INT_MAX),
        ints(opens, 0, INT_MAX),
        tuple((an_int(handle, 0, INT_MAX), place) for handle, place in pairs),
    )
