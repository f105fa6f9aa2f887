"""One seat's part of an answer, judged by itself: among peers sealed choices are opened one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....errors import IllegalMove
from ....rules.ask import Together, Turn
from ....rules.shape import moved as well_formed
from ....text import _
from .dicing import check_bonus, check_set, check_stuck
from .moves import TAKE_MASK, Orders
from .moving import check_order
from .state import ALL_DICE, Phase, assigned

if TYPE_CHECKING:
    from ....rules.answer import Moved
    from ....rules.ask import Seat
    from ....rules.game import Game
    from .state import State


def check_move(game: Game[State], state: State, seat: Seat, moved: Moved) -> None:
    """Raises `IllegalMove` where `apply` would refuse it, whatever the others choose."""
    match game.asks(state):
        case Turn(asked) if asked == seat:
            game.apply(state, moved)
        case Together(asked) if seat in asked and state.phase == Phase.SELECT:
            _check_selection(state, seat, well_formed(moved))
        case Together(asked) if seat in asked:
            check_order(Orders(state.ships[seat]), moved)
        case _:
            raise IllegalMove(_("it is not your turn to decide anything"))


def _check_selection(state: State, seat: Seat, moved: Moved) -> None:
    ship, placed = state.ships[seat], state.placed[seat]
    if assigned(placed) == ALL_DICE:
        check_bonus(state.bonus[seat], moved)
        return
    mask = TAKE_MASK[seat].get(moved.move)
    if mask:
        check_set(ship, placed, mask, moved.faces)
    else:
        check_stuck(ship, placed, seat, moved)
