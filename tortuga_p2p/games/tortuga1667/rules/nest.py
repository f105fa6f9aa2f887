"""Crow's Nest: a hand goes into the vote deck, and the revealer looks through it for a new one (2.7, B-45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.ask import PILE, Deal, Give, Hand, Look, Mix
from ....rules.record import Thing
from ....rules.shape import done, put
from . import notes
from .hands import free_votes, say, show, unseen
from .notes import write
from .row import finish_card
from .state import Phase, present

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Ask, Face, Handle, Seat
    from ....rules.record import Note
    from .state import State


def begin(state: State, target: Seat, note: Note | None) -> State:
    """The target is chosen before the deck is seen. Without cards there is no effect, and nothing is seen (B-21)."""
    say(note, "nest", state.actor, other=target)
    state = write(state, notes.NEST, state.actor, target)._replace(other=target)
    if not state.hands[target]:
        say(note, "nothing", state.actor, card=state.card)
        return finish_card(state, note)
    return state._replace(phase=int(Phase.NEST_GIVE))


def ask_give(state: State) -> Ask:
    return Give(tuple((handle, PILE) for handle in state.hands[state.other]))


def take_give(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    pile = state.hands[state.other]
    return state._replace(phase=int(Phase.NEST_MIX), pile=pile, hands=put(state.hands, state.other, ()))


def _deck(state: State) -> tuple[tuple[Handle, ...], tuple[Face, ...], tuple[Handle, ...]]:
    """The whole vote deck with the old hand in it, which is not shown apart."""
    hidden, shown = [*state.vote_deck, *state.pile], list[int]()
    for handles, faces in state.under:
        hidden += handles
        shown += faces
    return tuple(hidden), tuple(sorted(shown)), tuple(sorted((*hidden, *free_votes(state, len(shown)))))


def ask_mix(state: State) -> Ask:
    hidden, shown, into = _deck(state)
    return Mix("votes", hidden, shown, into, present(state))


def take_mix(state: State, answer: Answer, note: Note | None) -> State:
    """How many cards the new hand has stays in `pile` as so many places of the deck."""
    done(answer)
    _, _, into = _deck(state)
    looks = state.actor in present(state)  # B-55: nobody looks for who left, the hand is of the top cards
    phase = Phase.NEST_LOOK if looks else Phase.NEST_DEAL
    return unseen(state, into)._replace(phase=int(phase), vote_deck=into, under=(), pile=into[: len(state.pile)])


def ask_look(state: State) -> Ask:
    return Look((Hand(state.actor, state.vote_deck),))


def take_look(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    return show(state, state.vote_deck, state.actor)._replace(phase=int(Phase.NEST_PICK))


def pick(state: State, cards: tuple[Handle, ...], note: Note | None) -> State:
    say(note, "picked", state.actor, other=state.other, count=len(cards))
    return state._replace(phase=int(Phase.NEST_DEAL), pile=cards)


def ask_deal(state: State) -> Ask:
    return Deal((Hand(state.other, state.pile),))


def take_deal(state: State, answer: Answer, note: Note | None) -> State:
    """The new hand is known to whoever chose it and to whoever holds it."""
    done(answer)
    cards = state.pile
    for card in cards:
        say(note, "drew", state.other, card=Thing("votes", card))
    deck = tuple(handle for handle in state.vote_deck if handle not in cards)
    state = show(state, cards, state.other)._replace(hands=put(state.hands, state.other, cards), pile=())
    return state._replace(phase=int(Phase.NEST_SHUFFLE), vote_deck=deck)


def ask_shuffle(state: State) -> Ask:
    return Mix("votes", state.vote_deck, (), state.vote_deck, present(state))


def take_shuffle(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    return finish_card(unseen(state, state.vote_deck), note)
