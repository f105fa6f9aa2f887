"""What the active player does (2.4), and how each kind of move is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import cards as c
from . import events, fever, nest, notes, opening, votes
from .hands import birds, carry, discard, say, walk
from .marooning import answer_fountain, maroon
from .moves import VOTE_OF, Do
from .notes import write
from .state import Phase, hold, place_of, present
from .turn import check_lead, decided, end_action, take_up

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.ask import Seat
    from ....rules.record import Note
    from .state import State


def perform(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    """Carries out a legal move."""
    deed = _WITH_NUMBERS.get(data[0])
    return _DO[data[0]](state, seat, data, note) if deed is None else deed(state, *data[1:], note)


# --- actions -----------------------------------------------------------------------------------------------------


def _look(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    """Both slots are named before the first is seen (B-48); which, and by whom, is public (B-39)."""
    say(note, "looked", seat, slots=data[1:])
    return write(state, notes.LOOKED, seat, *data[1:])._replace(phase=int(Phase.LOOK), pair=data[1:])


def _reveal(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    say(note, "revealed", seat, slot=data[1])
    return events.reveal(state, seat, data[1], note)


def _force(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    say(note, "forced", seat, victim=data[1], slots=data[2:])
    return write(state, notes.FORCED, seat, *data[1:])._replace(phase=int(Phase.CHOICE), actor=data[1], pair=data[2:])


def _row(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    say(note, "rowed", seat, start=place_of(state, seat), place=data[1])
    state = write(state, notes.ROWED, seat, data[1])
    return end_action(birds(walk(state, seat, data[1]), note), note)


def _vote(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return votes.call(state, VOTE_OF[data[0]], seat, note)


def _maroon(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    say(note, "ordered", seat, victim=data[1])
    return maroon(write(state, notes.ORDERED, seat, data[1]), data[1], note)


def _plunder(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    ship, nation = place_of(state, seat), data[1]
    say(note, "plundered", seat, ship=ship, nation=nation)
    state = write(state, notes.PLUNDERED, seat, ship, nation)
    state = check_lead(carry(state, hold(ship, nation), hold(ship, 1 - nation)), note)
    return state if decided(state) else end_action(state, note)


def _pass(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    say(note, "passed", seat)
    return end_action(state, note)


# --- answers to cards --------------------------------------------------------------------------------------------


def _use(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    """Atlantis or the Fountain."""
    if state.phase == Phase.FOUNTAIN:
        return answer_fountain(state, data[0] == Do.USE, note)
    if data[0] == Do.USE:
        ship = 1 - place_of(state, seat)
        say(note, "atlantis", seat, ship=ship)
        state = write(discard(state, seat, c.ATLANTIS), notes.ATLANTIS, seat)
        state = birds(walk(state, seat, ship), note)
    else:
        say(note, "no_atlantis", seat)
    return take_up(state, note)


def _turn(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    """The forced player stays the revealer, also where the forcer chose (B-44)."""
    say(note, "turned", seat, slot=data[1])
    return events.reveal(state, state.actor, data[1], note)


def _late(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    say(note, "late", seat)
    if state.active in present(state):
        return state._replace(phase=int(Phase.LATE))
    return events.reveal(state, seat, state.pair[0], note)  # the forcer has left: the lowest slot


_DO: Final[Mapping[int, Callable[[State, Seat, tuple[int, ...], Note | None], State]]] = {
    Do.LOOK: _look,
    Do.REVEAL: _reveal,
    Do.FORCE: _force,
    Do.ROW: _row,
    Do.ATTACK: _vote,
    Do.MAROON: _maroon,
    Do.MUTINY: _vote,
    Do.PLUNDER: _plunder,
    Do.BRAWL: _vote,
    Do.PASS: _pass,
    Do.USE: _use,
    Do.DECLINE: _use,
    Do.TURN: _turn,
    Do.LATE: _late,
    Do.PICK: lambda state, seat, data, note: nest.pick(state, data[1:], note),
}
# Moves that are carried out by one function, which takes their numbers as they stand.
_WITH_NUMBERS: Final[Mapping[int, Callable[..., State]]] = {
    Do.LETTER: events.use_letter,
    Do.SAVE: events.save,
    Do.SHOOT: events.shoot,
    Do.GIVE: events.hand_over,
    Do.BLOW: events.blow_up,
    Do.SWAP: fever.begin,
    Do.NEST: nest.begin,
    Do.TAKE: votes.take,
    Do.HOLD: opening.stow,
    Do.PLACE: opening.place,
    Do.BE: opening.be,
}
