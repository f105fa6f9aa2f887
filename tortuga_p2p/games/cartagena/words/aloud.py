"""The table read aloud: each function gives the lines for one word that can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.words import counted_once
from ....text import _, listed, n_
from ..rules import components as c
from ..rules.spots import spot
from .terms import card, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....rules.ask import Seat
    from ....rules.game import View
    from ....rules.words import Reader
    from ..rules.state import State


def standing(state: State, seat: Seat) -> str:
    """Where the pirates of a seat stand, from the start to the end."""
    places = [place(spot(state.setup, where)) for where in state.pirates[seat]]
    return listed(counted_once(places))


def path(view: View[State], reader: Reader) -> Sequence[str]:
    seats = range(view.state.setup.seats)
    return [_("{name}: {places}.", name=reader.name(seat), places=standing(view.state, seat)) for seat in seats]


def symbols(view: View[State], reader: Reader) -> Sequence[str]:
    """The symbols of the path, in order."""
    letters = view.state.setup.path.replace("|", "")
    told = [
        _("{number} {symbol}", number=at, symbol=card(c.LETTERS.index(letter))) for at, letter in enumerate(letters, 1)
    ]
    return [_("The path: {symbols}.", symbols=", ".join(told))] if told else []


def hand(view: View[State], reader: Reader) -> Sequence[str]:
    if view.seat is None:
        return [_("You only watch.")]
    faces = sorted(view.known[handle] for handle in view.state.hands[view.seat] if handle in view.known)
    if not faces:
        return [_("Your hand is empty.")]
    return [_("You hold {cards}.", cards=listed(counted_once([card(face) for face in faces])))]


def score(view: View[State], reader: Reader) -> Sequence[str]:
    state = view.state
    lines = []
    for seat, crew in enumerate(state.pirates):
        home, cards = crew.count(c.GOAL), len(state.hands[seat])
        told = n_("{name}: {home} of {all} out, one card.", "{name}: {home} of {all} out, {cards} cards.", cards)
        lines.append(told.format(name=reader.name(seat), home=home, all=len(crew), cards=cards))
    return lines
