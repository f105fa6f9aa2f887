"""Places as people call them: one number that says dungeon, leaking sloop, sloop, cove or a space, in every variant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import components as c

if TYPE_CHECKING:
    from .state import Setup

DUNGEON: Final = c.START
LEAKING: Final = -1
ABOARD: Final = c.SLOOP
COVE: Final = c.GOAL


def spot(setup: Setup, place: int) -> int:
    """The end of a tunnel alone is the sloop; the start of a jungle alone is the leaking one."""
    if place == c.START:
        return DUNGEON if setup.boards[c.TUNNEL] else LEAKING
    if place == c.GOAL:
        return COVE if setup.boards[c.JUNGLE] else ABOARD
    return place
