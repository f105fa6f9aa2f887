"""What stands on a game's box: a sentence, how long it takes, and where it stands among the other games."""

from __future__ import annotations

from typing import NamedTuple


class About(NamedTuple):
    """For whoever chooses a game."""

    sentence: str = ""  # what one does in it
    minutes: int = 0  # a usual game of people; 0: nobody has said
    order: int = 100  # small numbers stand first: begin with these
