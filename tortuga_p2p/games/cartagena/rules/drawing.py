"""Cards come from the pile, or from the discards once it is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.answer import DONE, Answer
from ....rules.ask import PILE, Ask, Deal, Give, Hand, Mix
from ....rules.record import Record, Thing
from . import components as c
from . import draft
from .hands import ask_mix, forget, forget_own, mixed, put, remember, without
from .refusals import refuse, told
from .state import Phase, State, cards_pile, playing
from .turns import draw_on, next_turn, sorts

if TYPE_CHECKING:
    from ....rules.ask import Handle, Seat
    from ....rules.record import Note

_ACT: Final = int(Phase.ACT)
_new = tuple.__new__


def ask(state: State) -> Ask:
    pile = state.pile
    if pile:
        seat, count = state.owed
        return Deal((_new(Hand, (seat, pile[:count])),))
    return Mix(cards_pile(state.setup), (), state.discards, _free(state, len(state.discards)), playing(state))


def _free(state: State, count: int) -> tuple[Handle, ...]:
    """Handles that name no card now: there are as many as discards."""
    used = {*state.pile, *state.sorting, *(handle for hand in state.hands for handle in hand)}
    return tuple([handle for handle in c.CARD_HANDLES if handle not in used][:count])


def take(state: State, answer: Answer, note: Note | None) -> State:
    if answer is not DONE:
        raise refuse("waiting")
    pile = state.pile
    if not pile:
        if note:
            note(Record("reshuffled", None, {"count": len(state.discards)}))
        return state._replace(pile=_free(state, len(state.discards)), discards=())
    seat, count = state.owed
    cards = pile[:count]
    if note:
        note(Record("drew", seat, {"cards": tuple([Thing(cards_pile(state.setup), card) for card in cards])}))
    if len(cards) == count and not state.doing and not state.seen:
        return _drawn(state, seat, cards, note)
    state = state._replace(
        pile=pile[count:],
        owed=(seat, count - len(cards)),
        seen=forget_own(state.seen, cards, seat) if state.seen else (),
    )
    if sorts(state):
        return draw_on(state._replace(sorting=tuple(sorted(state.sorting + cards))), note)
    return draw_on(put(state, seat, cards), note)


def _drawn(state: State, seat: Seat, cards: tuple[Handle, ...], note: Note | None) -> State:
    """What nearly every draw is: all that was owed, into a hand, and nobody knew any of it. In one go."""
    after: draft.Fields = list(state)
    hands = list(after[draft.HANDS])
    hand = sorted(hands[seat] + cards)
    hands[seat] = tuple(hand)
    after[draft.PHASE] = _ACT
    after[draft.HANDS] = tuple(hands)
    if len(hand) == 1 and seat == after[draft.TURN] and after[draft.LEFT]:
        after[draft.FRESH] &= ~(1 << seat)  # one card has no order
    else:
        after[draft.FRESH] |= 1 << seat
    after[draft.PILE] = after[draft.PILE][len(cards) :]
    after[draft.OWED] = ()
    return _new(State, after) if after[draft.LEFT] else next_turn(after, note)


# --- the only discard ------------------------------------------------------------------------------------------
# One card cannot be mixed: everybody would know where it lies, and no table is asked for that. So it is mixed with a
# card of the player who draws it, who then holds both: the hand is what it should be, and has no order anyway.


def ask_lone_give(state: State) -> Ask:
    seat = state.owed[0]
    if not state.sorting and state.fresh >> seat & 1 and len(state.hands[seat]) > 1:
        return ask_mix(state, (seat,))
    return Give(((_companion(state), PILE),))


def _companion(state: State) -> Handle:
    """The card it is mixed with: one of those being sorted, if any, because the discard belongs to them too."""
    return (state.sorting or state.hands[state.owed[0]])[0]


def take_lone_give(state: State, answer: Answer, note: Note | None) -> State:
    seat, card = state.owed[0], _companion(state)
    if not state.sorting and state.fresh >> seat & 1 and len(state.hands[seat]) > 1:
        return mixed(state, answer, 1 << seat)
    told(answer)
    if state.sorting:
        state = state._replace(sorting=state.sorting[1:])
    else:
        # A single card drawn by rum or lantern is kept (C-27), so there is nothing to sort.
        state = state._replace(hands=without(state.hands, seat, (card,)), doing=())
    return state._replace(phase=int(Phase.LONE_MIX), pile=(card,), seen=remember(state.seen, (card,), seat))


def ask_lone_mix(state: State) -> Ask:
    into = (*state.pile, *_free(state, 1))
    return Mix(cards_pile(state.setup), state.pile, state.discards, into, playing(state))


def take_lone_mix(state: State, answer: Answer, note: Note | None) -> State:
    told(answer)
    if note:
        note(Record("reshuffled", None, {"count": 1}))
    pile = (*state.pile, *_free(state, 1))
    seen = forget(state.seen, pile)
    return state._replace(phase=int(Phase.DRAW), pile=pile, discards=(), seen=seen, owed=(state.owed[0], 2))
