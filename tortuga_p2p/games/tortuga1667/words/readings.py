"""The table read aloud, part by part, when its name is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.words import Reading
from ....text import N_, _, listed, n_
from ..rules.sight import face_in
from ..rules.state import BELOW, NOWHERE, SHIPS, TORTUGA, place_of, riches
from .glossary import EVENTS, NATIONS, PLACES, signs

if TYPE_CHECKING:
    from ....rules.game import View
    from ....rules.words import Reader
    from ..rules.state import State


def _map(view: View[State], reader: Reader) -> list[str]:
    """Who stands where, and the chests."""
    state = view.state
    british, french = riches(state)
    told = [_("Turn {number}. British {british}, French {french}.", number=state.turn, british=british, french=french)]
    for place in (*SHIPS, TORTUGA):
        names = listed([reader.name(seat) for seat in state.lines[place] if seat != NOWHERE]) or _("nobody")
        told.append(
            _(
                "On {place}: {names}. British chests {british}, French {french}.",
                place=_(PLACES[place]),
                names=names,
                british=state.chests[1 + 2 * place],
                french=state.chests[2 + 2 * place],
            )
        )
    galleon = state.chests[0]
    told.append(
        n_("The Galleon has {number} chest.", "The Galleon has {number} chests.", galleon).format(number=galleon)
    )
    for boat, seat in enumerate(state.boats):
        where = _(PLACES[3 + boat])
        if state.powder >> boat & 1:
            told.append(_("{place} is destroyed.", place=where))
        else:
            name = reader.name(seat) if seat != NOWHERE else _("nobody")
            told.append(_("In {place}: {name}.", place=where, name=name))
    return told


def _row(view: View[State], reader: Reader) -> list[str]:
    """The events, with what the reader knows of each."""
    state, told = view.state, list[str]()
    for slot, card in enumerate(state.row):
        if card == NOWHERE:
            continue
        face = face_in(view, slot)
        looked = [reader.name(seat) for seat in range(state.setup.seats) if card >= 0 and state.seen[card] >> seat & 1]
        who = listed(looked) or _("nobody")
        what = _(EVENTS[face]) if face != NOWHERE else _("unknown to you")
        told.append(_("Event {slot}: {what}, looked at by {who}.", slot=slot + 1, what=what, who=who))
    deck = len(state.event_deck) + (state.armada == BELOW)
    told.append(n_("{number} event in the deck.", "{number} events in the deck.", deck).format(number=deck))
    out = listed([_(EVENTS[face]) for face in state.discards]) or _("nothing")
    return [*told, _("Discarded: {cards}.", cards=out)]


def _own(view: View[State], reader: Reader) -> list[str]:
    """The reader's own cards; the loyalty too, because it was asked for."""
    state, seat = view.state, view.seat
    if seat is None:
        return [_("You have no cards.")]
    flag = state.flags[seat] if state.flags[seat] != NOWHERE else view.known.get(state.loyal[seat], NOWHERE)
    told = [_("You are {nation}.", nation=_(NATIONS[flag]))] if flag != NOWHERE else []
    faces = [view.known[card] for card in state.hands[seat] if card in view.known]
    return told + [_("Vote card: {signs}.", signs=signs(face)) for face in faces] or [_("You have no cards.")]


def _kept(view: View[State], reader: Reader) -> list[str]:
    """Cards in front of people, and how many votes they have."""
    told = []
    for seat, cards in enumerate(view.state.kept):
        where = place_of(view.state, seat)
        if where == NOWHERE:
            continue
        held = len(view.state.hands[seat])
        text = n_("{name} holds {number} vote card.", "{name} holds {number} vote cards.", held)
        told.append(text.format(name=reader.name(seat), number=held))
        if named := listed([_(EVENTS[face]) for face in cards]):
            told.append(_("In front of {name}: {cards}.", name=reader.name(seat), cards=named))
        if view.state.scurvy >> seat & 1:
            told.append(_("{name} has Scurvy and will lose a turn.", name=reader.name(seat)))
    return told


def _notes(view: View[State], reader: Reader) -> list[str]:
    from ..screen.notes import notes_aloud  # which uses these words

    return notes_aloud(view, reader)


READINGS: Final = {
    "map": Reading(N_("who stands where, and the chests"), _map),
    "row": Reading(N_("the events, and what you know of them"), _row),
    "hand": Reading(N_("your loyalty and your vote cards"), _own),
    "notes": Reading(N_("what everybody could see of everybody"), _notes),
    "cards": Reading(N_("what lies in front of everybody"), _kept),
}
