"""What each event card does (2.7). Effects are mandatory, and seen with the eyes of whoever revealed it (B-52)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....errors import IllegalMove
from ....rules.ask import Chance, Deal, Hand, Open
from ....rules.record import Thing
from ....rules.shape import done, drawn, put
from ....text import _
from . import cards as c
from . import fever, notes
from .ballot import ask_layer, ready, take_layer
from .hands import birds, discard, keep, opened, say, show, unseen, walk
from .marooning import maroon
from .notes import write
from .row import finish_card, lay_open
from .state import (
    BOAT_DUTCHMAN,
    GALLEON,
    NOWHERE,
    SHIPS,
    TORTUGA,
    Phase,
    company,
    hold,
    others,
    place_of,
    right_of,
    ship_open,
)
from .turn import armada, check_lead, decided, end_action

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.answer import Answer
    from ....rules.ask import Ask, Seat
    from ....rules.record import Note
    from .state import State


# --- turning a card over -----------------------------------------------------------------------------------------


def reveal(state: State, seat: Seat, slot: int, note: Note | None) -> State:
    """Somebody turns a card over, as its "you"; one that everybody knows needs no opening."""
    state = state._replace(actor=seat, slot=slot, pair=())
    if state.row[slot] < 0:
        return resolve(lay_open(state, -2 - state.row[slot], note), note)
    return state._replace(phase=int(Phase.REVEAL))


def ask_reveal(state: State) -> Ask:
    return Open((state.row[state.slot],))


def take_reveal(state: State, answer: Answer, note: Note | None) -> State:
    (face,) = opened(answer, 1, len(c.EVENT_NAMES))
    if face < 0:
        raise IllegalMove(_("The event is turned over."), "2.4")
    state = unseen(state, (state.row[state.slot],))
    return resolve(lay_open(state, face, note), note)


def resolve(state: State, note: Note | None) -> State:
    return _EFFECTS[state.card](state, note)


def _nothing(state: State, note: Note | None) -> State:
    say(note, "nothing", state.actor, card=state.card)
    return finish_card(state, note)


def _chosen(state: State, note: Note | None) -> State:
    """The revealer chooses another player; with one other there is nothing to choose."""
    seats = others(state, state.actor)
    if len(seats) == 1:
        return _ON[state.card](state, seats[0], note)
    return state._replace(phase=int(Phase.CARD))


# --- Letter of Marque --------------------------------------------------------------------------------------------


def letter_moves(state: State) -> tuple[tuple[Seat, int], ...]:
    """Whom a Letter may move, and to which ship: anybody on Tortuga or in a rowboat, oneself too (B-9), with room."""
    pawns = sorted((*state.lines[TORTUGA], *(seat for seat in state.boats if seat != NOWHERE)))
    return tuple((seat, ship) for seat in pawns for ship in SHIPS if ship_open(state, ship))


def _letter(state: State, note: Note | None) -> State:
    """With nobody to move, or no room, it must be saved (B-8)."""
    return state._replace(phase=int(Phase.CARD)) if letter_moves(state) else save(state, note)


def save(state: State, note: Note | None) -> State:
    say(note, "saved", state.actor)
    return finish_card(keep(state, state.actor, c.LETTER), note, stays=True)


def use_letter(state: State, pawn: Seat, ship: int, note: Note | None) -> State:
    """At once after revealing it, or saved, as an action."""
    owner = state.active if state.card == NOWHERE else state.actor
    if pawn == owner:
        say(note, "aboard", owner, ship=ship)
    else:
        say(note, "letter", owner, pawn=pawn, ship=ship)
    state = write(state, notes.LETTER, owner, pawn, ship)
    state = birds(walk(state, pawn, ship), note)
    if state.card != NOWHERE:
        return finish_card(state, note)
    return end_action(discard(state, owner, c.LETTER), note)


# --- cards about another player ----------------------------------------------------------------------------------


def shoot(state: State, victim: Seat, note: Note | None) -> State:
    say(note, "shot", state.actor, victim=victim)
    return maroon(write(state, notes.SHOT, state.actor, victim), victim, note)


def hand_over(state: State, owner: Seat, note: Note | None) -> State:
    """A treasure map always goes to another player, also with two (B-26)."""
    say(note, "gave", state.actor, other=owner, card=state.card)
    state = write(state, notes.GAVE, state.actor, owner, state.card)
    if state.card != c.DORADO:
        return finish_card(keep(state, owner, state.card), note, stays=True)
    return ready(state, 1)._replace(phase=int(Phase.EXTRA), other=owner)


def ask_extra(state: State) -> Ask:
    """El Dorado: one more vote card at once."""
    return Deal((Hand(state.other, state.vote_deck[:1]),)) if state.vote_deck else ask_layer(state)


def take_extra(state: State, answer: Answer, note: Note | None) -> State:
    if not state.vote_deck:
        return take_layer(state, answer, 1)
    done(answer)
    seat, card = state.other, state.vote_deck[0]
    hand = tuple(sorted((*state.hands[seat], card)))
    state = show(state, (card,), seat)._replace(hands=put(state.hands, seat, hand), vote_deck=state.vote_deck[1:])
    say(note, "drew", seat, card=Thing("votes", card))
    return finish_card(keep(state, seat, c.DORADO), note, stays=True)


# --- cards about the revealer ------------------------------------------------------------------------------------


def _albatross(state: State, note: Note | None) -> State:
    say(note, "albatross", state.actor)
    return finish_card(birds(keep(state, state.actor, c.ALBATROSS), note), note, stays=True)


def _spot(state: State, note: Note | None) -> State:
    return maroon(state, state.actor, note)


def _facade(state: State, note: Note | None) -> State:
    """Two pawns change places as they are; no vote card is lost (B-17)."""
    one, other = state.actor, right_of(state, state.actor)
    swap = {one: other, other: one}
    say(note, "facade", one, other=other)
    lines = tuple(tuple(swap.get(seat, seat) for seat in line) for line in state.lines)
    boats = tuple(swap.get(seat, seat) for seat in state.boats)
    return finish_card(birds(state._replace(lines=lines, boats=boats), note), note)


def _code(state: State, note: Note | None) -> State:
    say(note, "code", state.actor)
    return finish_card(keep(state, state.actor, c.CODE)._replace(code=2), note, stays=True)


def _scurvy(state: State, note: Note | None) -> State:
    """All of the revealer's own ship or island; in a rowboat only the revealer (B-19). B-20: never the present turn."""
    sick = tuple(sorted(company(state, state.actor)))
    say(note, "scurvy", state.actor, seats=sick)
    return finish_card(state._replace(scurvy=state.scurvy | sum(1 << seat for seat in sick)), note)


def _stormy(state: State, note: Note | None) -> State:
    """On a ship all its chests go back to the Galleon, on Tortuga one to each area, in a rowboat nothing happens."""
    place = place_of(state, state.actor)
    british, french = hold(place, c.BRITISH), hold(place, c.FRENCH)
    if place > TORTUGA or (place in SHIPS and not state.chests[british] + state.chests[french]):
        return _nothing(state, note)
    chests = list(state.chests)
    if place == TORTUGA:
        chests[british] = chests[french] = 1
    else:
        chests[GALLEON] += chests[british] + chests[french]
        chests[british] = chests[french] = 0
    say(note, "stormy", state.actor, place=place)
    state = check_lead(state._replace(chests=tuple(chests)), note)
    return state if decided(state) else finish_card(state, note)


def _bells(state: State, note: Note | None) -> State:
    """A new order for everybody on the revealer's ship or island; nothing for one alone or in a rowboat (BT-31)."""
    if len(company(state, state.actor)) < 2:
        return _nothing(state, note)
    return state._replace(phase=int(Phase.BELLS))


def _orders(state: State) -> tuple[int, ...]:
    return tuple(range(len(company(state, state.actor)), 1, -1))


def ask_bells(state: State) -> Ask:
    return Chance(_orders(state))


def take_bells(state: State, answer: Answer, note: Note | None) -> State:
    left = list(company(state, state.actor))
    line = tuple([left.pop(place) for place in drawn(answer, _orders(state))] + left)
    place = place_of(state, state.actor)
    say(note, "bells", state.actor, place=place, line=line)
    return finish_card(state._replace(lines=put(state.lines, place, line)), note)


# --- Black Powder ------------------------------------------------------------------------------------------------


def whole_boats(state: State) -> tuple[int, ...]:
    return tuple(boat for boat in range(2) if not state.powder >> boat & 1)


def _powder(state: State, note: Note | None) -> State:
    """A second time it hits the other rowboat, a third time nothing (B-35)."""
    boats = whole_boats(state)
    if not boats:
        return _nothing(state, note)
    return state._replace(phase=int(Phase.CARD)) if len(boats) > 1 else blow_up(state, boats[0], note)


def blow_up(state: State, boat: int, note: Note | None) -> State:
    """The pawn in it goes to the back of Tortuga's line, and loses no card (BT-28); no Fountain helps (B-12)."""
    pawn = state.boats[boat]
    say(note, "powder", state.actor, boat=BOAT_DUTCHMAN + boat)
    state = write(state, notes.POWDER, state.actor, boat)
    state = state._replace(powder=state.powder | 1 << boat)
    if pawn != NOWHERE:
        say(note, "marooned", pawn, start=BOAT_DUTCHMAN + boat, cause="powder")
        state = walk(state, pawn, TORTUGA)
    return finish_card(state, note)


def _nest(state: State, note: Note | None) -> State:
    return state._replace(phase=int(Phase.CARD))  # any player, oneself too: there are always two to choose from


_EFFECTS: Final[Mapping[int, Callable[[State, Note | None], State]]] = {
    c.LETTER: _letter,
    c.PISTOL: _chosen,
    c.ALBATROSS: _albatross,
    c.SPOT: _spot,
    c.ATLANTIS: _chosen,
    c.DORADO: _chosen,
    c.FOUNTAIN: _chosen,
    c.POWDER: _powder,
    c.FEVER: _chosen,
    c.NEST: _nest,
    c.BELLS: _bells,
    c.FACADE: _facade,
    c.CODE: _code,
    c.SCURVY: _scurvy,
    c.STORMY: _stormy,
    c.ARMADA: armada,
}
_ON: Final[Mapping[int, Callable[[State, Seat, Note | None], State]]] = {
    c.PISTOL: shoot,
    c.ATLANTIS: hand_over,
    c.DORADO: hand_over,
    c.FOUNTAIN: hand_over,
    c.FEVER: fever.begin,
}
