"""A-23: what becomes of the ship of a player who is gone for good. It is adrift.

Its chests and tokens stay and can be plundered; dice that lie on actions rank and defend until the round ends, as if
each of its actions were forfeited; all its other dice go overboard. Its kept tiles go back to the others. Whatever the
game waited for, it now waits for those who stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.answer import AllMoved
from ....rules.record import LEFT, Record
from ....rules.shape import put
from . import acting, dicing, moving
from .components import ALL_DICE, assigned
from .state import OVERBOARD, Phase, State, clockwise, next_state, no_dice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.ask import Seat
    from ....rules.record import Note


def leave(state: State, seat: Seat, note: Note | None) -> State:
    if note:
        note(Record(LEFT, seat))
    ship, placed = state.ships[seat], list(state.placed)
    placed[seat] |= (ALL_DICE & ~assigned(placed[seat])) << OVERBOARD
    is_hunter = state.ranks[:1] == (seat,)
    # The table mixes the pile anew, so its order means nothing; one spelling is as good as another.
    tiles = [*state.supply, *ship.tiles, *(state.hand if is_hunter else ())]
    state = state._replace(
        ships=put(state.ships, seat, ship._replace(tiles=())),
        placed=tuple(placed),
        supply=tuple(sorted(tiles)),
        hand=() if is_hunter else state.hand,
        skulls=tuple([pair for pair in state.skulls if pair[0] != seat]),
        adrift=state.adrift | 1 << seat,
    )
    others = [other for other in clockwise(state) if not state.adrift >> other & 1]
    state = state._replace(start=others[0])  # if it was start player, the next in turn is
    if len(others) == 1:
        return _alone(state)
    goes_on = _LEAVES.get(state.phase)
    return goes_on(state, seat, note) if goes_on else state


def _alone(state: State) -> State:
    """Nobody is left to play with: the game ends, and nobody has won it."""
    seats, tiles = state.setup.seats, tuple(sorted((*state.supply, *state.hand)))
    over, placed = int(Phase.OVER), no_dice(seats, state.adrift)
    state = next_state(state, over, state.ships, placed, state.bonus, state.bag, state.centre)
    return state._replace(supply=tiles, coins=(0,) * seats)


# --- by phase ---------------------------------------------------------------------------------------------------


def _select(state: State, seat: Seat, note: Note | None) -> State:
    """What others have sealed stands. Where nobody else had anything to choose, the round goes on."""
    return state if dicing.choosers(state) else dicing.take_selections(state, AllMoved(()), note)


def _skulls(state: State, seat: Seat, note: Note | None) -> State:
    stuck = tuple([other for other in state.stuck if other != seat])
    if state.skulls:
        return state._replace(stuck=stuck)
    return dicing.go_on(state, state.placed, state.bonus, (), stuck, note)


def _stuck(state: State, seat: Seat, note: Note | None) -> State:
    """An open roll of another stands, or is done anew where it was open."""
    first, *others = state.stuck
    stuck = tuple([other for other in others if other != seat])
    if first != seat:
        return state._replace(stuck=(first, *stuck))
    return dicing.go_on(state, state.placed, state.bonus, (), stuck, note)


def _act(state: State, seat: Seat, note: Note | None) -> State:
    """Whose turn it was forfeits; positions do not change (A-7)."""
    return acting.forfeit(state, note) if state.ranks[0] == seat else state


_LEAVES: Final[Mapping[int, Callable[[State, Seat, Note | None], State]]] = {
    Phase.ROLL: lambda state, _, note: dicing.go_on(state, state.placed, state.bonus, (), (), note),
    Phase.SELECT: _select,
    Phase.SKULLS: _skulls,
    Phase.REROLL: _stuck,
    Phase.PLACE: _stuck,
    **dict.fromkeys((Phase.OFFER, Phase.HUNT_CHEST, Phase.HUNT_DEAL, Phase.HUNT_KEEP, Phase.ATTACK), _act),
    Phase.HUNT_MIX: lambda state, _, note: acting.pass_on(state, state.ships, note),  # the tiles are mixed already
    Phase.MOVE_ORDER: lambda state, _, note: state if moving.choosers(state) else moving.carry_all(state, {}, note),
    Phase.OPEN_TILES: lambda state, _, note: moving.end(state, note),
}  # elsewhere the same is asked of those who stay
