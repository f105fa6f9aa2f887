"""What happens to vote cards: mixed hands, the pile in the middle, back under the deck, and new cards (2.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.ask import Deal, Hand, Mix, MixHands, Open, OwnMix
from ....rules.record import Thing
from ....rules.shape import done, put
from .cards import CODE
from .hands import bury, discard, free_votes, owned, say, show, unseen
from .state import MUTINY, Phase, VoteCall, holder, present
from .turn import end_action

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Ask, Handle, Seat
    from ....rules.record import Note
    from .state import State


# --- the deck: what comes to the top is mixed when it is needed; it is never empty (B-11) ------------------------


def ready(state: State, need: int) -> State:
    """Layers that need no mixing join the top, as far as cards are needed."""
    while len(state.vote_deck) < need and state.under and not state.under[0][1]:
        state = state._replace(vote_deck=state.vote_deck + state.under[0][0], under=state.under[1:])
    return state


def _layer(state: State) -> tuple[tuple[Handle, ...], tuple[int, ...], tuple[Handle, ...]]:
    handles, faces = state.under[0]
    return handles, faces, tuple(sorted((*handles, *free_votes(state, len(faces)))))


def ask_layer(state: State) -> Ask:
    handles, faces, into = _layer(state)
    return Mix("votes", handles, faces, into, present(state))


def take_layer(state: State, answer: Answer, need: int) -> State:
    """A layer of played cards is shuffled, as it was when it was put under the deck (2.5)."""
    done(answer)
    _, _, into = _layer(state)
    state = unseen(state, into)._replace(vote_deck=state.vote_deck + into, under=state.under[1:])
    return ready(state, need)


# --- who votes ---------------------------------------------------------------------------------------------------


def group(state: State, kind: int, place: int) -> tuple[Seat, ...]:
    """Who belongs to a vote: all of the ship or island; in a mutiny all but the captain. Never a rowboat (2.5)."""
    line = state.lines[place]
    return line[1:] if kind == MUTINY else line


def voters(state: State, kind: int, place: int) -> tuple[Seat, ...]:
    """Who plays a card: not the holder of the Pirate Code (B-41), nor whoever has no card left (BT-18)."""
    skips = holder(state, CODE)
    return tuple(sorted(seat for seat in group(state, kind, place) if seat != skips and state.hands[seat]))


def hold_vote(state: State, kind: int, place: int, caller: Seat) -> State:
    """A vote begins. Each voter's own hand is mixed first, so that nobody sees when the card given was drawn."""
    skipped = int(holder(state, CODE) in group(state, kind, place))
    return to_vote(state._replace(vote=VoteCall(kind, place, caller, skipped), voters=voters(state, kind, place)))


def to_vote(state: State) -> State:
    if not state.voters:
        return to_ballot(state)
    return state._replace(phase=int(Phase.HANDS if mixed_hands(state) else Phase.VOTE))


# --- giving ------------------------------------------------------------------------------------------------------


def mixed_hands(state: State) -> tuple[tuple[Seat, tuple[Handle, ...]], ...]:
    """The hands that have an order to lose."""
    return tuple((seat, state.hands[seat]) for seat in state.voters if len(state.hands[seat]) > 1)


def ask_hands(state: State) -> Ask:
    return MixHands("votes", tuple(OwnMix(seat, hand, hand) for seat, hand in mixed_hands(state)))


def take_hands(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    return owned(state, mixed_hands(state))._replace(phase=int(Phase.VOTE))


def to_ballot(state: State) -> State:
    """The top card of the deck joins what was given; if it is alone there is nothing to mix."""
    state = ready(state, 1)._replace(phase=int(Phase.BALLOT))
    return _to_count(state) if not state.pile and state.vote_deck else state


def ask_ballot(state: State) -> Ask:
    if not state.vote_deck:
        return ask_layer(state)
    cards = (*state.pile, state.vote_deck[0])
    return Mix("votes", cards, (), tuple(sorted(cards)), present(state))


def take_ballot(state: State, answer: Answer, note: Note | None) -> State:
    if not state.vote_deck:
        state = take_layer(state, answer, 1)
        return state if state.pile else _to_count(state)
    done(answer)
    return _to_count(state)


def _to_count(state: State) -> State:
    pile = tuple(sorted((*state.pile, state.vote_deck[0])))
    state = unseen(state, pile) if len(pile) > 1 else state
    return state._replace(phase=int(Phase.COUNT), pile=pile, vote_deck=state.vote_deck[1:])


def ask_count(state: State) -> Ask:
    return Open(state.pile)


# --- afterwards --------------------------------------------------------------------------------------------------


def settle(state: State, note: Note | None) -> State:
    """Played cards go under the deck; whoever played draws one, one also after El Dorado (BT-26, B-42)."""
    if VoteCall(*state.vote).skipped:  # B-18, B-41: the Pirate Code is discarded after its second vote
        state = state._replace(code=state.code - 1)
        if not state.code:
            state = discard(state, holder(state, CODE), CODE)
    state = bury(state, (), state.cards)._replace(cards=())
    return to_draw(state, note)


def to_draw(state: State, note: Note | None) -> State:
    if not state.voters:
        return close(state, note)
    return ready(state, len(state.voters))._replace(phase=int(Phase.DRAW))


def drawers(state: State) -> tuple[tuple[Seat, Handle], ...]:
    """Who draws which card: clockwise from the caller (B-10)."""
    caller, seats = VoteCall(*state.vote).caller, state.setup.seats
    order = sorted(state.voters, key=lambda seat: (seat - caller) % seats)
    return tuple(zip(order, state.vote_deck, strict=False))


def ask_draw(state: State) -> Ask:
    if len(state.vote_deck) < len(state.voters):
        return ask_layer(state)
    return Deal(tuple(Hand(seat, (card,)) for seat, card in sorted(drawers(state))))


def take_draw(state: State, answer: Answer, note: Note | None) -> State:
    need = len(state.voters)
    if len(state.vote_deck) < need:
        return take_layer(state, answer, need)
    done(answer)
    for seat, card in drawers(state):
        hand = tuple(sorted((*state.hands[seat], card)))
        state = show(state, (card,), seat)._replace(hands=put(state.hands, seat, hand))
        say(note, "drew", seat, card=Thing("votes", card))
    return close(state._replace(vote_deck=state.vote_deck[need:], voters=()), note)


def close(state: State, note: Note | None) -> State:
    """The vote is done with, or held once more (B-55)."""
    vote = VoteCall(*state.vote)
    if vote.again:
        return hold_vote(state, vote.kind, vote.place, vote.caller)
    return end_action(state._replace(vote=(), voters=()), note)
