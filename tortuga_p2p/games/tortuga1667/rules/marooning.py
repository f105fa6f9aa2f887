"""Being marooned on Tortuga: who may cancel it, where the pawn goes, and the vote card that is lost (2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.ask import PILE, Chance, Give, MixHands, OwnMix
from ....rules.shape import done, drawn, put
from . import notes
from .ballot import settle
from .cards import FOUNTAIN
from .hands import bury, discard, owned, say, walk
from .notes import write
from .row import finish_card
from .state import NOWHERE, TORTUGA, Phase, place_of
from .turn import end_action

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Ask, Seat
    from ....rules.record import Note
    from .state import State

SPOT, PISTOL, ORDER, MUTINY = ("spot", "pistol", "order", "mutiny")  # for the record


def cause_of(state: State) -> str:
    """Why somebody is being marooned, while the owner of the Fountain is asked."""
    if state.vote:
        return MUTINY
    return ORDER if state.card == NOWHERE else SPOT if state.actor == state.other else PISTOL


def maroon(state: State, seat: Seat, note: Note | None) -> State:
    """By one of the four causes: the owner of the Fountain is asked first, also where nothing would change (B-D8)."""
    state = state._replace(other=seat)
    if FOUNTAIN in state.kept[seat]:
        return state._replace(phase=int(Phase.FOUNTAIN))
    return carry_out(state, note)


def answer_fountain(state: State, use: bool, note: Note | None) -> State:
    """Cancels the marooning as a whole, the vote card included (B-13); a captain's order was an action all the same."""
    seat = state.other
    if not use:
        say(note, "no_fountain", seat)
        return carry_out(state, note)
    say(note, "fountain", seat, cause=cause_of(state))
    return go_on(write(discard(state, seat, FOUNTAIN), notes.FOUNTAIN, seat), note)


def carry_out(state: State, note: Note | None) -> State:
    """First the pawn moves to the back of Tortuga's line; who was there already then loses a vote card (B-47)."""
    seat = state.other
    was = place_of(state, seat)
    say(note, "marooned", seat, start=was, cause=cause_of(state))
    state = walk(state, seat, TORTUGA)
    if was != TORTUGA or not state.hands[seat]:
        return go_on(state, note)
    if len(state.hands[seat]) > 1:
        return state._replace(phase=int(Phase.LOSE_MIX))
    return state._replace(phase=int(Phase.LOSE), pile=state.hands[seat])


def go_on(state: State, note: Note | None) -> State:
    """What the marooning was part of: a mutiny, an event, or a captain's order."""
    if state.vote:
        return settle(state._replace(other=NOWHERE), note)
    if state.card != NOWHERE:
        return finish_card(state, note)
    return end_action(state._replace(other=NOWHERE), note)


# --- the lost card: a hand has no order, chance names a place in it, nobody sees the face ----------------------


def ask_lose_mix(state: State) -> Ask:
    hand = state.hands[state.other]
    return MixHands("votes", (OwnMix(state.other, hand, hand),))


def take_lose_mix(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    state = owned(state, [(state.other, state.hands[state.other])])
    return state._replace(phase=int(Phase.LOSE_DRAW))


def ask_lose_draw(state: State) -> Ask:
    return Chance((len(state.hands[state.other]),))


def take_lose_draw(state: State, answer: Answer, note: Note | None) -> State:
    hand = state.hands[state.other]
    (place,) = drawn(answer, (len(hand),))
    say(note, "to_lose", state.other)
    return state._replace(phase=int(Phase.LOSE), pile=(hand[place],))


def ask_lose(state: State) -> Ask:
    return Give(((state.pile[0], PILE),))


def take_lose(state: State, answer: Answer, note: Note | None) -> State:
    """The card goes unseen under the vote deck; its owner knows by elimination what it was."""
    done(answer)
    seat, lost = state.other, state.pile
    hand = tuple(handle for handle in state.hands[seat] if handle not in lost)
    say(note, "lost", seat, left=len(hand))
    state = bury(state._replace(hands=put(state.hands, seat, hand), pile=()), lost, ())
    return go_on(state, note)
