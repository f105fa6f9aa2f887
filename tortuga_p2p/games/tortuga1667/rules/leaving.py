"""Somebody is gone for good (B-55, a house rule): their pawn, cards, turns and votes, at every open step.

Nothing closed is undone, a choice that was still owed falls away, and no one else's things move. The table makes the
piles anew: what anybody had seen of cards in a pile is void, hands stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....errors import BadInput
from ....rules.shape import put
from ....text import _
from . import fever, opening
from .ballot import close, settle, to_ballot, to_draw, to_vote
from .cards import CODE
from .events import resolve
from .hands import lift, say
from .marooning import go_on
from .moves import actions
from .packing import events_hidden
from .row import finish_card
from .state import MUTINY, NOBODY, NOWHERE, Phase, VoteCall, after, company, holder, others, present
from .turn import begin, end_action, loyalty_handles, may_use_atlantis, take_up

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.ask import Seat
    from ....rules.record import Note
    from .state import State


def leave(state: State, seat: Seat, note: Note | None = None) -> State:
    """The state without that seat. `BadInput` for one that is not at the table; a game that is over stays as it is."""
    if seat not in present(state):
        raise BadInput(_("seat {seat} is not at the table.", seat=seat))
    if state.phase == Phase.OVER:
        return state
    captain = _captain(state)
    say(note, "left", seat)
    state = _take_off(state, seat)
    if len(present(state)) < 2:
        return _stop(state)
    state = _forget(state)
    handle = _AT.get(state.phase)
    if handle is not None:
        return handle(state, seat, note)
    if state.vote:
        return _in_vote(state, seat, captain, note)
    return state


def _captain(state: State) -> Seat:
    """Whom the mutiny under way is about."""
    if not state.vote or state.vote[0] != MUTINY:
        return NOWHERE
    line = state.lines[state.vote[1]]
    return line[0] if line else NOWHERE


def _take_off(state: State, seat: Seat) -> State:
    """Pawn, cards in front, Scurvy mark and hand; the loyalty is set aside unseen, face down where it lies."""
    if state.phase in (Phase.PAWN, Phase.PLACE):
        lines = [tuple(NOWHERE if pawn == seat else pawn for pawn in line) for line in state.lines]
        state = state._replace(lines=(_cut(lines[0]), _cut(lines[1]), tuple(p for p in lines[2] if p != NOWHERE)))
    else:
        state = lift(state, seat)
    if CODE in state.kept[seat]:
        state = state._replace(code=0)
    hand = state.hands[seat] if state.phase != Phase.DEAL else ()
    return state._replace(
        gone=state.gone | 1 << seat,
        kept=put(state.kept, seat, ()),
        discards=tuple(sorted((*state.discards, *state.kept[seat]))),
        scurvy=state.scurvy & ~(1 << seat),
        hands=put(state.hands, seat, ()),
        vote_deck=tuple(sorted((*state.vote_deck, *hand))) if hand else state.vote_deck,
    )


def _cut(line: tuple[int, ...]) -> tuple[int, ...]:
    while line and line[-1] == NOWHERE:
        line = line[:-1]
    return line


def _forget(state: State) -> State:
    """Cards in piles are mixed anew: nobody has seen them. In hands they stay what they are."""
    held = {card for hand in state.hands for card in hand} | {state.loyal[seat] for seat in present(state)}
    seen = tuple(mask & ~state.gone if handle in held else 0 for handle, mask in enumerate(state.seen))
    assert not set(events_hidden(state)) & held
    return state._replace(seen=seen)


def _stop(state: State) -> State:
    """Fewer than two: the game ends where it stands, nobody has won, and nothing of the table matters any more."""
    return opening.new(state.setup)._replace(phase=int(Phase.OVER), gone=state.gone, winner=NOBODY, stars=0)


# --- setup -------------------------------------------------------------------------------------------------------


def _brethren(state: State, seat: Seat, note: Note | None) -> State:
    return opening.choosing(state, note)


def _pawns(state: State, seat: Seat, note: Note | None) -> State:
    if state.phase == Phase.PLACE and state.actor != seat:
        return state
    return opening.to_pawn(state._replace(actor=NOWHERE), note)


def _hold(state: State, seat: Seat, note: Note | None) -> State:
    return opening.to_hold(state._replace(actor=NOWHERE), note) if state.actor == seat else state


# --- turns -------------------------------------------------------------------------------------------------------


def _next(state: State, seat: Seat, note: Note | None) -> State:
    """The leaver's turn is skipped: the next one has its number."""
    if state.active != seat:
        return state
    begun = state.phase not in (Phase.ATLANTIS, Phase.AGAIN)
    state = state._replace(turn=state.turn - begun, pair=())
    return begin(state, after(state, seat), note)


def _atlantis(state: State, seat: Seat, note: Note | None) -> State:
    if state.active == seat:
        return _next(state, seat, note)
    return state if may_use_atlantis(state) else take_up(state, note)


def _action(state: State, seat: Seat, note: Note | None) -> State:
    if state.active == seat or not state.pair:
        return _next(state, seat, note)
    return _name_another(state)


def _choice(state: State, seat: Seat, note: Note | None) -> State:
    """The forced player leaves: the forcer names another. The forcer leaves: the forced one chooses."""
    if state.actor == seat:
        if state.gone >> state.active & 1:
            return _next(state._replace(actor=NOWHERE), state.active, note)
        return _name_another(state._replace(phase=int(Phase.ACTION), actor=NOWHERE))
    return state._replace(phase=int(Phase.CHOICE)) if state.active == seat else state


def _name_another(state: State) -> State:
    """The same two slots, for somebody else; with one left there is nothing to name."""
    seats = others(state, state.active)
    if len(seats) == 1:
        return state._replace(phase=int(Phase.CHOICE), actor=seats[0])
    assert actions(state)
    return state


# --- events ------------------------------------------------------------------------------------------------------


def _reveal(state: State, seat: Seat, note: Note | None) -> State:
    """Not turned over yet: it stays face down, and the action is over."""
    if state.actor != seat:
        return state
    return end_action(state._replace(actor=NOWHERE, slot=NOWHERE), note)


def _card(state: State, seat: Seat, note: Note | None) -> State:
    """The revealer leaves: the card is discarded without effect. Somebody else: there is one less to choose."""
    return finish_card(state, note) if state.actor == seat else resolve(state, note)


def _fountain(state: State, seat: Seat, note: Note | None) -> State:
    if state.other == seat:
        return go_on(state, note)
    if state.vote:  # the mutiny has been counted: who called it is not needed any more
        return _without_voice(state, seat)
    if state.card != NOWHERE:
        return finish_card(state, note) if state.actor == seat else state
    return end_action(state._replace(other=NOWHERE), note) if state.active == seat else state


def _lose(state: State, seat: Seat, note: Note | None) -> State:
    """Whoever a card is taken from, or given to, leaves."""
    return finish_card(state._replace(pile=()), note) if state.other == seat else state


def _bells(state: State, seat: Seat, note: Note | None) -> State:
    return finish_card(state, note) if state.actor == seat or len(company(state, state.actor)) < 2 else state


def _either(state: State, seat: Seat, note: Note | None) -> State:
    """Cabin Fever or Crow's Nest: nothing was given yet, or all lies open. It has no effect without either."""
    return finish_card(state, note) if seat in (state.actor, state.other) else state


def _fever(state: State, seat: Seat, note: Note | None) -> State:
    return fever.without(state, seat, note) if seat in (state.actor, state.other) else state


def _nest(state: State, seat: Seat, note: Note | None) -> State:
    """The hand lies in the deck, which is made anew. Its owner leaves: it stays there. The revealer leaves: the new
    hand is of the top cards. Somebody else: the revealer looks once more."""
    if state.other == seat:
        deck = tuple(sorted({*state.vote_deck, *state.pile}))
        return finish_card(state._replace(vote_deck=deck, pile=()), note)
    if state.phase == Phase.NEST_MIX:
        return state
    phase = Phase.NEST_LOOK if state.actor in present(state) else Phase.NEST_DEAL
    return state._replace(phase=int(phase), pile=state.vote_deck[: len(state.pile)])


# --- votes -------------------------------------------------------------------------------------------------------


def _in_vote(state: State, seat: Seat, captain: Seat, note: Note | None) -> State:
    """Without its caller, or the captain it is about, a vote is void; without another voter it goes on, or is held
    once more where cards lay in the middle: those are lost with the deck."""
    state = _without_voice(state, seat)
    vote, stay = VoteCall(*state.vote), state.voters
    void = seat in (vote.caller, captain)
    match state.phase:
        case Phase.HANDS | Phase.VOTE:
            if void:
                return close(state._replace(voters=()), note)
            return to_vote(state) if state.phase == Phase.HANDS or not stay else state
        case Phase.BALLOT | Phase.COUNT if not stay and not void and not _gave(state, seat):
            return to_ballot(_bury_pile(state))
        case Phase.BALLOT | Phase.COUNT:
            return to_draw(_bury_pile(state)._replace(vote=vote._replace(again=int(not void))), note)
        case Phase.TAKE:
            return settle(state, note) if void else state
    state = state._replace(vote=vote._replace(again=0)) if void else state
    return to_draw(state, note)


def _without_voice(state: State, seat: Seat) -> State:
    """The vote under way without that voter; with nobody to hold the Pirate Code nothing is left to count down."""
    vote = VoteCall(*state.vote)
    skipped = int(vote.skipped and holder(state, CODE) != NOWHERE)
    stay = tuple(voter for voter in state.voters if voter != seat)
    return state._replace(vote=vote._replace(skipped=skipped), voters=stay)


def _gave(state: State, seat: Seat) -> bool:
    return len(state.pile) > 1


def _bury_pile(state: State) -> State:
    return state._replace(vote_deck=tuple(sorted((*state.vote_deck, *state.pile))), pile=())


def _show(state: State, seat: Seat, note: Note | None) -> State:
    return state if loyalty_handles(state) else state._replace(phase=int(Phase.OVER))


_AT: Final[Mapping[int, Callable[[State, Seat, Note | None], State]]] = {
    Phase.BRETHREN: _brethren,
    Phase.PAWN: _pawns,
    Phase.PLACE: _pawns,
    Phase.HOLD: _hold,
    Phase.ATLANTIS: _atlantis,
    Phase.ACTION: _action,
    Phase.LOOK: _next,
    Phase.CHOICE: _choice,
    Phase.LATE: _choice,
    Phase.REVEAL: _reveal,
    Phase.CARD: _card,
    Phase.FOUNTAIN: _fountain,
    Phase.LOSE_MIX: _lose,
    Phase.LOSE_DRAW: _lose,
    Phase.LOSE: _lose,
    Phase.EXTRA: _lose,
    Phase.FEVER_GIVE: _either,
    Phase.FEVER_DRAW: _either,
    Phase.FEVER_MIX: _fever,
    Phase.FEVER_DEAL: _fever,
    Phase.NEST_GIVE: _either,
    Phase.NEST_MIX: _nest,
    Phase.NEST_LOOK: _nest,
    Phase.NEST_PICK: _nest,
    Phase.NEST_DEAL: _nest,
    Phase.BELLS: _bells,
    Phase.AGAIN: _next,
    Phase.SHOW: _show,
}
