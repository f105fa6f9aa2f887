"""The first voyage of Tortuga: the learner takes over a ship that is at sea already, and sails it home."""

from __future__ import annotations

from pkgutil import get_data
from typing import Final

from ...rules.lesson import Lesson, with_texts
from ...text import N_
from .rules.components import BOARD, DICE, RAID, SKULL
from .rules.dicing import own_faces

LESSON: Final = with_texts(
    Lesson(N_("A first voyage"), seed=46, opponents=("gentle", "gentle"), begins=3, minutes=8),
    (get_data(__package__ or "", "lesson.txt") or b"").decode(),
    {
        "has_skull": lambda view: SKULL in own_faces(view).values(),
        "may_attack": lambda view: bool({BOARD, RAID} & {*own_faces(view).values()}),
        "has_begun": lambda view: len(own_faces(view)) < DICE,
    },
)
