"""What an answer must look like before the rules read it, and how a state changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import IllegalMove
from ...rules.answer import DONE, AllMoved, Answer, Drawn, Moved
from ...rules.ask import Move
from .moves import KEEP, STUCK, TAKE

if TYPE_CHECKING:
    from ...rules.ask import Seat
    from .state import Ship, State


def put(state: State, **changes: Any) -> State:
    """The state with some fields changed. For the rare steps; the dice phase builds its states by hand."""
    return state._replace(**changes)


# A named tuple from all of its fields in order. The class itself is a Python function that packs its arguments once
# more and takes twice as long; this is for the three places that build nearly all states of a playout.
new = tuple.__new__


def put_ship(ships: tuple[Ship, ...], seat: Seat, ship: Ship) -> tuple[Ship, ...]:
    return (*ships[:seat], ship, *ships[seat + 1 :])


def done(answer: Answer) -> None:
    if answer is not DONE:
        raise IllegalMove("nobody has anything to decide here")


def drawn(answer: Answer, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of a draw, each checked against its bound."""
    if type(answer) is not Drawn or type(answer.values) is not tuple or len(answer.values) != len(bounds):
        raise IllegalMove(f"chance answers here, with numbers below {', '.join(map(str, bounds))}")
    for value, bound in zip(answer.values, bounds, strict=True):
        if type(value) is not int or not 0 <= value < bound:
            raise IllegalMove(f"chance gives a number below {bound} here, not {value!r}")
    return answer.values


def moved(answer: Answer | object) -> Moved:
    """A move in the open, well formed; whether it is legal comes after."""
    if type(answer) is not Moved or type(answer.move) is not Move or not answer.move.data:
        raise IllegalMove("a player decides here, with a move")
    if len(answer.faces) != len(answer.move.opens):
        raise IllegalMove("a move shows one face for each thing it opens")
    return answer


def plain_moved(answer: Answer | object) -> tuple[int, ...]:
    """The data of a move that neither opens nor gives anything; none at all where it answers another question."""
    if type(answer) is Moved and type(answer.move) is Move:
        data, opens, gives = answer.move
        if data and not (opens or gives or answer.faces):
            return data
    if moved(answer).move.data[0] in (TAKE, STUCK, KEEP):  # they always do
        return ()
    raise IllegalMove("nothing is shown or handed over here")


def all_moved(answer: Answer, count: int) -> tuple[Moved, ...]:
    if type(answer) is not AllMoved or len(answer.moves) != count:
        raise IllegalMove(f"{count} players decide here, each with a move")
    return answer.moves
