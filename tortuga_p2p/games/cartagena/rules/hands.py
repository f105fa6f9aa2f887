"""Hands have no order: who mixes when, and who has seen which card of somebody else's (C-41).

Before a card leaves a hand its owner has mixed it since anything came into it and since anybody looked into it. So no
handle tells how long a card was held, or which of two equal ones was played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ....rules.answer import DONE, Answer
from ....rules.ask import Ask, MixHands, OwnMix
from . import draft
from .refusals import refuse
from .state import Phase, State, cards_pile, playing, with_one

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ....rules.ask import Handle, Seat
    from ....rules.record import Note

_new = tuple.__new__
Seen: TypeAlias = tuple[tuple[int, int], ...]  # cards that others than their owner saw, and bits of who


# --- mixing ----------------------------------------------------------------------------------------------------


def ask_mix(state: State, seats: Iterable[Seat]) -> Ask:
    """These seats mix their whole hands, all at once."""
    hands: list[OwnMix] = []
    for seat in seats:
        hand = state.hands[seat]
        hands.append(_new(OwnMix, (seat, hand, hand)))
    return MixHands(cards_pile(state.setup), tuple(hands))


def mixed(state: State, answer: Answer, seats: int) -> State:
    """The hands of these bits have been mixed: whatever others knew of them is void."""
    if answer is not DONE:
        raise refuse("waiting")
    after: draft.Fields = list(state)
    after[draft.FRESH] &= ~seats
    if state.seen:
        cards = [card for seat, hand in enumerate(state.hands) if seats >> seat & 1 for card in hand]
        after[draft.SEEN] = forget(state.seen, cards)
    return _new(State, after)


def ask_mingle(state: State) -> Ask:
    """Everybody's first hand."""
    return ask_mix(state, playing(state))


def take_mingle(state: State, answer: Answer, note: Note | None) -> State:
    after = mixed(state, answer, (1 << state.setup.seats) - 1)
    return after._replace(phase=int(Phase.ACT))


# --- changing --------------------------------------------------------------------------------------------------


def put(state: State, seat: Seat, cards: tuple[Handle, ...]) -> State:
    """Cards come into a hand."""
    if not cards:
        return state
    hand = tuple(sorted(state.hands[seat] + cards))
    return state._replace(hands=with_one(state.hands, seat, hand), fresh=state.fresh | 1 << seat)


def without(
    hands: tuple[tuple[Handle, ...], ...], seat: Seat, cards: Collection[Handle]
) -> tuple[tuple[Handle, ...], ...]:
    """All hands once these cards have left one of them."""
    return with_one(hands, seat, tuple([card for card in hands[seat] if card not in cards]))


def handed(state: State, giver: Seat, card: Handle, to: Seat) -> State:
    """A card of one hand goes into another one; who gave it remembers it until that hand is mixed."""
    seen = forget_own(remember(state.seen, (card,), giver), (card,), to)
    return put(state._replace(hands=without(state.hands, giver, (card,)), seen=seen), to, (card,))


# --- who saw what ----------------------------------------------------------------------------------------------


def remember(seen: Seen, cards: Iterable[Handle], seat: Seat) -> Seen:
    """This seat, too, has seen cards that are not its own."""
    known = dict(seen)
    for card in cards:
        known[card] = known.get(card, 0) | 1 << seat
    return tuple(sorted(known.items()))


def forget(seen: Seen, cards: Collection[Handle]) -> Seen:
    """These cards are others now, or lie in the open."""
    return tuple([pair for pair in seen if pair[0] not in cards])


def forget_own(seen: Seen, cards: Collection[Handle], seat: Seat) -> Seen:
    """The cards are now that seat's own."""
    own = ~(1 << seat)
    pairs = [(card, seats & own if card in cards else seats) for card, seats in seen]
    return tuple([pair for pair in pairs if pair[1]])
