"""What comes next: cards that are owed, cards to be sorted, the next action, the next turn, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.record import Record
from . import components as c
from . import draft
from . import kinds as do
from .hands import put
from .moves import KEPT_OF_LANTERN, KEPT_OF_RUM, morgans
from .state import Phase, State, layout, winner
from .travel import can_sail, is_captain, retreats

if TYPE_CHECKING:
    from ....rules.ask import Seat
    from ....rules.record import Note

_KEPT: Final = {do.RUM: KEPT_OF_RUM, do.LANTERN: KEPT_OF_LANTERN}  # powers whose cards are laid out: how many are kept
_ACT: Final = int(Phase.ACT)
_DRAW: Final = int(Phase.DRAW)
_new = tuple.__new__


def sorts(state: State) -> bool:
    """Whether what is drawn now is laid out in front of the player first."""
    return bool(state.doing) and state.doing[0] in _KEPT


def owe(state: State, seat: Seat, count: int, note: Note | None) -> State:
    """That seat draws so many cards, as far as there are any (C-28)."""
    return owing(list(state), seat, count, note)


def owing(after: draft.Fields, seat: Seat, count: int, note: Note | None) -> State:
    """The same for a state that is being made."""
    after[draft.OWED] = (seat, count)
    if not count or not after[draft.PILE]:
        return draw_on(draft.made(after), note)
    after[draft.PHASE] = _DRAW
    return _new(State, after)


def draw_on(state: State, note: Note | None) -> State:
    """The next card that is owed. C-3, C-26: the discards are used, but only when a card is needed and the pile is
    empty; also for rum and lantern (C-21)."""
    seat, count = state.owed
    if count and (state.pile or len(state.discards) > 1):
        return state._replace(phase=int(Phase.DRAW))
    if count and state.discards and (state.sorting or state.hands[seat]):
        return state._replace(phase=int(Phase.LONE_GIVE))
    state = state._replace(owed=())
    if not sorts(state):
        return done(state, note)
    if len(state.sorting) > _KEPT[state.doing[0]]:
        return state._replace(phase=int(Phase.SORT))
    return done(put(state, state.turn, state.sorting), note)  # C-27: too few to choose from are kept


def done(state: State, note: Note | None) -> State:
    """An action is over: the next one, or the next turn."""
    if state.left == 0:
        return end_turn(state, note)
    seat, fresh = state.turn, state.fresh
    if len(state.hands[seat]) < 2:
        fresh &= ~(1 << seat)  # one card has no order
    return state._replace(phase=_ACT, doing=(), owed=(), sorting=(), fresh=fresh)


def end_turn(state: State, note: Note | None) -> State:
    """The next player's turn begins, and it is found out who is captain (C-38)."""
    return next_turn(list(state), note)


def next_turn(after: draft.Fields, note: Note | None) -> State:
    """The same for a state that is being made."""
    seats, seat, gone = after[draft.SETUP].seats, after[draft.TURN] + 1, after[draft.GONE]
    while seat == seats or gone >> seat & 1:
        if seat == seats:
            seat = 0
            after[draft.ROUND] += 1
        else:
            seat += 1
    after[draft.PHASE] = _ACT
    after[draft.TURN] = seat
    after[draft.LEFT] = c.ACTIONS
    after[draft.FREE] = 0
    after[draft.DOING] = after[draft.OWED] = after[draft.SORTING] = ()
    hand = after[draft.HANDS][seat]
    if len(hand) < 2:
        after[draft.FRESH] &= ~(1 << seat)  # one card has no order
    if c.SLOOP in after[draft.PIRATES][seat] and is_captain(draft.made(after), seat):
        after[draft.FREE] = 1
        if note:
            note(Record("captain", seat, {}))
    state: State = _new(State, after)
    return state if hand or not only_passes(state, seat) else passed(state, note)


def only_passes(state: State, seat: Seat) -> bool:
    """Whether everybody can see that an empty hand leaves nothing else: then nobody is asked."""
    way, crew = layout(state.setup.path), state.pirates[seat]
    return not (can_sail(state, way, crew) or retreats(state, way, sorted({*crew})) or morgans(state, seat))


def passed(state: State, note: Note | None) -> State:
    """With an empty hand: a card from the pile. C-1: one action, or the rest of the turn if that was agreed."""
    if note:
        note(Record("passed", state.turn, {}))
    left = 0 if state.setup.pass_ends else state.left - 1
    return owe(state._replace(left=left, free=0), state.turn, 1, note)


def end(state: State, note: Note | None) -> State:
    """C-40: at once. What was due is not done any more."""
    if note:
        note(Record("won", winner(state), {}))
    return state._replace(phase=int(Phase.OVER), free=0, doing=(), owed=(), sorting=())
