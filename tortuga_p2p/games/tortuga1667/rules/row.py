"""The event row: looking, revealing, filling up, the last five, and the new deck of sudden death (2.4, 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.ask import Hand, Look, Mix
from ....rules.record import Thing
from ....rules.shape import done, put
from . import notes
from .cards import ARMADA
from .hands import say, show, unseen
from .notes import write
from .state import AMONG, BELOW, EVENT_HANDLES, NOWHERE, OUT, ROW, Phase, laid, present
from .turn import begin, end_action, to_action

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Ask, Face, Handle
    from ....rules.record import Note
    from .state import State


# --- looking ---------------------------------------------------------------------------------------


def ask_look(state: State) -> Ask:
    return Look((Hand(state.active, tuple(state.row[slot] for slot in state.pair)),))


def take_look(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    for slot in state.pair:
        say(note, "saw", state.active, slot=slot, card=Thing("looks", state.row[slot]))
    state = show(state, (state.row[slot] for slot in state.pair), state.active)
    return end_action(state._replace(pair=()), note)


def lay_open(state: State, face: Face, note: Note | None) -> State:
    """A card of the row lies open in front of whoever revealed it."""
    say(note, "shown", state.actor, card=face, effect=face, slot=state.slot)
    forcer = state.active if state.active != state.actor else NOWHERE
    state = write(state, notes.REVEALED, state.actor, state.slot, face, forcer)
    return state._replace(row=put(state.row, state.slot, NOWHERE), card=face)


# --- filling up --------------------------------------------------------------------------------------------------


def finish_card(state: State, note: Note | None, *, stays: bool = False) -> State:
    """A card is done with: it is discarded unless it stays in front of somebody, then its slot is filled (B-4)."""
    discards = state.discards if stays else tuple(sorted((*state.discards, state.card)))
    row, deck, last = state.row, state.event_deck, not state.event_deck and state.armada == BELOW
    if deck:
        row, deck = put(row, state.slot, deck[0]), deck[1:]
    state = state._replace(
        row=row, event_deck=deck, discards=discards, card=NOWHERE, slot=NOWHERE, actor=NOWHERE, other=NOWHERE
    )
    if last:  # the deck is empty: the last five are mixed (BT-32)
        return state._replace(phase=int(Phase.ROW))
    return end_action(state, note)


def hidden_row(state: State) -> tuple[Handle, ...]:
    return tuple(card for card in state.row if card >= 0)


def numbers(state: State, hidden: tuple[Handle, ...], count: int) -> tuple[Handle, ...]:
    """Handles for events about to be mixed: their own, and free ones for those that lay in the open."""
    used = {*hidden, *state.event_deck, *state.removed}
    free = [handle for handle in EVENT_HANDLES if handle not in used]
    return tuple(sorted((*hidden, *free[: count - len(hidden)])))


def ask_row(state: State) -> Ask:
    """The last five, the Armada among them, in a new order: all knowledge about the row is void (2.8)."""
    hidden = hidden_row(state)
    return Mix("events", hidden, (ARMADA,), numbers(state, hidden, len(hidden) + 1), present(state))


def take_row(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    hidden = hidden_row(state)
    cards = numbers(state, hidden, len(hidden) + 1)
    say(note, "last", None, count=len(cards))
    state = unseen(state, cards)._replace(row=laid(cards), armada=AMONG)
    if not state.turn:  # the shortest game is still being set up (B-36)
        return state._replace(phase=int(Phase.DEAL))
    return end_action(state, note)


def ask_again(state: State) -> Ask:
    """Sudden death: discards and whatever was not revealed make a new deck (2.8, B-23, B-33)."""
    hidden = hidden_row(state) + state.event_deck
    into = numbers(state, hidden, len(hidden) + len(state.discards))
    return Mix("events", hidden, state.discards, into, present(state))


def take_again(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    hidden, phase = hidden_row(state) + state.event_deck, state.phase
    cards = numbers(state, hidden, len(hidden) + len(state.discards))
    say(note, "again", None, count=len(cards))
    state = unseen(state, cards)._replace(row=laid(cards), event_deck=cards[ROW:], discards=(), armada=OUT)
    if phase == Phase.SUDDEN:
        return end_action(state, note)
    return to_action(state) if state.second else begin(state, state.active, note)
