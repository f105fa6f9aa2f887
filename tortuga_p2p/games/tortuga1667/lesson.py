"""The first game of Tortuga 1667: one idea at each decision, while votes and events come up by themselves."""

from __future__ import annotations

from pkgutil import get_data
from typing import TYPE_CHECKING, Final

from ...rules.lesson import Lesson, with_texts
from ...text import N_
from .rules.state import SHIPS, TORTUGA, place_of

if TYPE_CHECKING:
    from ...rules.game import View
    from .rules.state import State


def _line(view: View[State]) -> tuple[int, ...]:
    """The crew that the learner stands in; nobody's on Tortuga or in a rowboat."""
    assert view.seat is not None
    place = place_of(view.state, view.seat)
    return view.state.lines[place] if place in SHIPS else ()


def _is_captain(view: View[State]) -> bool:
    return _line(view)[:1] == (view.seat,)


def _is_boy(view: View[State]) -> bool:
    return _line(view)[-1:] == (view.seat,)


def _is_ashore(view: View[State]) -> bool:
    assert view.seat is not None
    return place_of(view.state, view.seat) == TORTUGA


LESSON: Final = with_texts(
    Lesson(N_("A first mutiny"), seed=75, opponents=("gentle",) * 3, options={"fewer": 5}, minutes=10),
    (get_data(__package__ or "", "lesson.txt") or b"").decode(),
    {"is_captain": _is_captain, "is_boy": _is_boy, "is_ashore": _is_ashore},
)
