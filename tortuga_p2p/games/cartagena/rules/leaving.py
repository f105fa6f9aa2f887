"""C-45: somebody is gone for good. The pirates stay where they are; what the leaver owed falls away; the cards go to
the pile, which the table then mixes anew. A turn that begins because of it begins plainly and in the same round: so of
two who leave it does not matter who is first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.record import LEFT, Record
from . import components as c
from . import kinds as do
from . import powers
from .filibusters import over_the_limit
from .state import BEGINNING, DRAWING, Phase, State, others, playing
from .turns import done

if TYPE_CHECKING:
    from ....rules.ask import Seat
    from ....rules.record import Note


def leave(state: State, seat: Seat, note: Note | None) -> State:
    """The state without that seat."""
    if note:
        note(Record(LEFT, seat))
    state = _without_cards(state, seat)
    if len(playing(state)) < 2:
        last = playing(state)[0]
        ended = state._replace(phase=int(Phase.OVER), turn=last, left=0, free=0, fresh=0, seen=())
        return ended._replace(doing=(), owed=(), pile=tuple(sorted(state.pile + state.sorting)), sorting=())
    if state.phase in BEGINNING:
        return state._replace(turn=playing(state)[0])
    if seat == state.turn:
        return _turn_ends(state)
    if state.phase == Phase.DISCARD:
        return _discards(state, seat, note)
    if state.phase in (Phase.LOOK, Phase.TAKE, Phase.ROB) and state.doing[1] == seat:
        return _action_ends(state)  # the pistol's target is gone
    if state.phase in DRAWING:
        return _draws(state, seat)
    return state


def _without_cards(state: State, seat: Seat) -> State:
    """Cards and what was seen of them: whatever lies in the pile then is unknown to everybody."""
    bit = 1 << seat
    cards = state.hands[seat] + (state.sorting if seat == state.turn else ())
    pile = tuple(sorted(state.pile + cards))
    seen = [(card, seats & ~bit) for card, seats in state.seen if card not in pile]
    return state._replace(
        gone=state.gone | bit,
        hands=(*state.hands[:seat], (), *state.hands[seat + 1 :]),
        sorting=() if seat == state.turn else state.sorting,
        fresh=state.fresh & ~bit,
        pile=pile,
        seen=tuple([pair for pair in seen if pair[1]]),
    )


def _turn_ends(state: State) -> State:
    """The leaver's turn is over; a card that somebody else is owed is still drawn."""
    if state.phase in DRAWING and not state.gone >> state.owed[0] & 1:
        return _from_the_pile(state)._replace(left=0, free=0, doing=())
    return _next_turn(state)


def _from_the_pile(state: State) -> State:
    """Cards that are owed are drawn from the pile, now that there is one: also the card that its drawer has put there
    to be mixed with the only discard."""
    seat, count = state.owed
    return state._replace(phase=int(Phase.DRAW), owed=(seat, count + (state.phase == Phase.LONE_MIX)))


def _next_turn(state: State) -> State:
    return done(state._replace(turn=others(state, state.turn)[0], left=c.ACTIONS, free=0), None)


def _action_ends(state: State) -> State:
    return done(state, None) if state.left else _next_turn(state)


def _discards(state: State, seat: Seat, note: Note | None) -> State:
    """The others still discard; if nobody is left to, the power goes on, unless it was aimed at the leaver."""
    if state.doing[:1] == (do.PISTOL,) and state.doing[1] == seat:
        state = state._replace(doing=())
    if over_the_limit(state):
        return state
    return powers.begin(state, note) if state.doing else _action_ends(state)


def _draws(state: State, seat: Seat) -> State:
    """What the leaver was to draw falls away; a round of rum that was not begun is for one fewer."""
    if state.owed[0] == seat:
        return _action_ends(state)
    if state.doing == (do.RUM,) and not state.sorting:
        state = state._replace(owed=(state.owed[0], len(playing(state)) + 1))
    is_lone = len(state.pile) == (state.phase == Phase.LONE_MIX)  # the leaver held nothing: there are no more cards
    return state if state.phase == Phase.DRAW or is_lone else _from_the_pile(state)
