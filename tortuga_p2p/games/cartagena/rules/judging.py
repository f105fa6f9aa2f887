"""One seat's part of an answer, judged by itself: among peers sealed choices are opened one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules import shape
from ....rules.ask import Together, Turn
from . import filibusters
from .phases import APPLY, ASKS
from .refusals import refuse

if TYPE_CHECKING:
    from ....rules.answer import Moved
    from ....rules.ask import Seat
    from .state import State


def check_move(state: State, seat: Seat, moved: Moved) -> None:
    """Raises `IllegalMove` where the rules would refuse it, whatever the others choose."""
    shape.moved(moved)
    match ASKS[state.phase](state):
        case Turn(asked) if asked == seat:
            APPLY[state.phase](state, moved, None)
        case Together(asked) if seat in asked:
            filibusters.check(state, seat, moved)
        case _:
            raise refuse("turn")
