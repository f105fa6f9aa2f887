"""Places as people call them: one number that says dungeon, leaking sloop, sloop, cove or a space, in every variant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .state import GOAL, JUNGLE, SLOOP, START, TUNNEL

if TYPE_CHECKING:
    from .state import Setup

DUNGEON: Final = START
LEAKING: Final = -1
ABOARD: Final = SLOOP
COVE: Final = GOAL


def spot(setup: Setup, place: int) -> int:
    """The end of a tunnel alone is the sloop; the start of a jungle alone is the leaking one."""
    if place == START:
        return DUNGEON if setup.boards[TUNNEL] else LEAKING
    if place == GOAL:
        return COVE if setup.boards[JUNGLE] else ABOARD
    return place
