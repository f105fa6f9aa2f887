"""The first escape: a short tunnel, four pirates each, and one idea at a time."""

from __future__ import annotations

from pkgutil import get_data
from typing import TYPE_CHECKING, Final

from ...rules.lesson import Lesson, with_texts
from ...text import N_
from .rules import components as c
from .rules.moves import actions
from .rules.trips import Trip, trip_of

if TYPE_CHECKING:
    from ...rules.game import View
    from .rules.state import State


def _trips(view: View[State]) -> list[Trip]:
    """Where the learner's pirates could go now."""
    assert view.seat is not None
    found = [trip_of(view.state, move) for move in actions(view.state, view.seat, view.known)]
    return [trip for trip in found if trip is not None]


def _needs_cards(view: View[State]) -> bool:
    """A thin hand, and somebody to go back to."""
    assert view.seat is not None
    return len(view.state.hands[view.seat]) < 3 and any(trip.cards for trip in _trips(view))


LESSON: Final = with_texts(
    Lesson(
        N_("A first escape"),
        seed=2,
        opponents=("gentle", "gentle"),
        options={"tunnel": 4, "pirates": 4},
        minutes=8,
    ),
    (get_data(__package__ or "", "lesson.txt") or b"").decode(),
    {
        "needs_cards": _needs_cards,
        "brings_two": lambda view: any(trip.cards > 1 for trip in _trips(view)),
        "gets_out": lambda view: any(trip.new == c.GOAL for trip in _trips(view)),
        "is_second_turn": lambda view: view.state.round > 1 and view.state.left < c.ACTIONS,
    },
)
