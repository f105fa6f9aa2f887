"""Cabin Fever: two loyalties are shuffled and dealt back, and neither player knows before looking (2.7, B-40)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.ask import PILE, Chance, Deal, Give, Hand, Mix
from ....rules.shape import done, drawn
from . import notes
from .hands import owned, say, unseen
from .notes import write
from .row import finish_card
from .state import LOYALTY_FIRST, NOWHERE, OPEN, Phase, present

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Ask, Handle, Seat
    from ....rules.record import Note
    from .state import State


def begin(state: State, partner: Seat, note: Note | None) -> State:
    say(note, "fever", state.actor, other=partner)
    state = write(state, notes.FEVER, state.actor, partner)._replace(other=partner)
    if state.setup.loyalties == OPEN:  # they stay open: chance says whether they change places
        return state._replace(phase=int(Phase.FEVER_DRAW))
    return state._replace(phase=int(Phase.FEVER_GIVE if _held(state) else Phase.FEVER_MIX))


def _seats(state: State) -> tuple[Seat, Seat]:
    one, other = sorted((state.actor, state.other))
    return one, other


def _held(state: State) -> tuple[tuple[Handle, int], ...]:
    return tuple((state.loyal[seat], PILE) for seat in _seats(state) if state.loyal[seat] != NOWHERE)


def ask_give(state: State) -> Ask:
    return Give(_held(state))


def take_give(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    pile = tuple(handle for handle, _ in _held(state))
    loyal = tuple(NOWHERE if handle in pile else handle for handle in state.loyal)
    return state._replace(phase=int(Phase.FEVER_MIX), pile=pile, loyal=loyal)


def _handles(state: State) -> tuple[Handle, Handle]:
    one, other = _seats(state)
    return LOYALTY_FIRST + one, LOYALTY_FIRST + other


def ask_mix(state: State) -> Ask:
    """Cards that lay open before ("one pair open") go in face up, and come back face down."""
    shown = tuple(state.flags[seat] for seat in _seats(state) if state.flags[seat] != NOWHERE)
    return Mix("loyalties", state.pile, shown, _handles(state), present(state))


def take_mix(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    flags = tuple(NOWHERE if seat in _seats(state) else flag for seat, flag in enumerate(state.flags))
    state = unseen(state, (*state.pile, *_handles(state)))
    return state._replace(phase=int(Phase.FEVER_DEAL), pile=_handles(state), flags=flags)


def _back(state: State) -> tuple[tuple[Seat, Handle], ...]:
    """Who gets which card; after somebody left only the other one gets one (B-55)."""
    pairs = zip(_seats(state), _handles(state), strict=True)
    return tuple((seat, handle) for seat, handle in pairs if seat in present(state) and handle in state.pile)


def ask_deal(state: State) -> Ask:
    return Deal(tuple(Hand(seat, (handle,)) for seat, handle in _back(state)))


def take_deal(state: State, answer: Answer, note: Note | None) -> State:
    done(answer)
    return _lay_down(owned(state, [(seat, (handle,)) for seat, handle in _back(state)]), note)


def _lay_down(state: State, note: Note | None) -> State:
    """Both cards lie in front of somebody; one that nobody takes up any more is set aside."""
    loyal = list(state.loyal)
    for handle in state.pile:
        loyal[handle - LOYALTY_FIRST] = handle
    return finish_card(state._replace(loyal=tuple(loyal), pile=()), note)


def without(state: State, seat: Seat, note: Note | None) -> State:
    """One of the two leaves while the cards lie in the middle: the other takes up one of those made anew (B-55)."""
    if _back(state):
        return state._replace(phase=int(Phase.FEVER_DEAL))
    return _lay_down(state, note)


def ask_draw(state: State) -> Ask:
    return Chance((2,))


def take_draw(state: State, answer: Answer, note: Note | None) -> State:
    (swapped,) = drawn(answer, (2,))
    one, other = _seats(state)
    flags = list(state.flags)
    if swapped:
        flags[one], flags[other] = flags[other], flags[one]
    say(note, "fever_open", None, seats=(one, other), nations=(flags[one], flags[other]))
    return finish_card(state._replace(flags=tuple(flags)), note)
