"""What the active player does (2.4), and how each kind of move is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.ask import Turn
from . import cards as c
from . import events, fever, nest, notes, opening, votes
from .hands import birds, carry, discard, say, walk
from .marooning import answer_fountain, maroon
from .moves import VOTE_OF, Do
from .notes import write
from .state import Phase, hold, holder, place_of, present
from .turn import check_lead, decided, end_action, take_up

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.ask import Ask, Seat
    from ....rules.record import Note
    from .state import State


def ask_atlantis(state: State) -> Ask:
    return Turn(holder(state, c.ATLANTIS))


def ask_action(state: State) -> Ask:
    return Turn(state.active)


def ask_choice(state: State) -> Ask:
    """The forced player; or the one who forced, for somebody whose time was up (B-44)."""
    return Turn(state.actor if state.phase == Phase.CHOICE else state.active)


def perform(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    """Carries out a legal move."""
    return _DO[data[0]](state, seat, data, note)


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


def _letter(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return events.use_letter(state, data[1], data[2], note)


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


def _save(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return events.save(state, note)


def _shoot(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return events.shoot(state, data[1], note)


def _give(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return events.hand_over(state, data[1], note)


def _blow(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return events.blow_up(state, data[1], note)


def _swap(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return fever.begin(state, data[1], note)


def _nest(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return nest.begin(state, data[1], note)


def _pick(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return nest.pick(state, data[1:], note)


def _hold(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return opening.stow(state, seat, data[1], note)


def _take(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return votes.take(state, data[1], data[2], note)


def _place(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return opening.place(state, seat, data[1], data[2], note)


def _be(state: State, seat: Seat, data: tuple[int, ...], note: Note | None) -> State:
    return opening.be(state, seat, data[1], note)


_DO: Final[Mapping[int, Callable[[State, Seat, tuple[int, ...], Note | None], State]]] = {
    Do.LOOK: _look,
    Do.REVEAL: _reveal,
    Do.FORCE: _force,
    Do.ROW: _row,
    Do.LETTER: _letter,
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
    Do.SAVE: _save,
    Do.SHOOT: _shoot,
    Do.GIVE: _give,
    Do.BLOW: _blow,
    Do.SWAP: _swap,
    Do.NEST: _nest,
    Do.PICK: _pick,
    Do.HOLD: _hold,
    Do.TAKE: _take,
    Do.PLACE: _place,
    Do.BE: _be,
}
