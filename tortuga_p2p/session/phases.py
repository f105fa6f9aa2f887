"""The whole protocol in one table: in which phase which event is taken, and by what. What is not here is refused.

Everything about phases is in this file; the stages of one step are in `stages.py`, the order of sitting down in
`joining.py`. The diagram in protocol/session.md is drawn from these tables, and a test compares them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from .event import Begun, Farewell, Heard, Impatience, Intent, Remembered, Tick


class Phase(StrEnum):
    """How far a table has come."""

    WAITING = "waiting"  # made, not begun: our journal may speak first
    SITTING = "sitting"  # enter, offer, sign, seat
    PLAYING = "playing"
    FINISHED = "finished"  # the game is over; seals come in
    SEALED = "sealed"  # everybody has signed the end
    # Before its end: by evidence, divergence, resignation, a claim, or because nobody could sit down. Whoever hears
    # later that all was said which the end of the game needed holds a finished game after all.
    ENDED = "ended"

    __hash__ = str.__hash__  # an enum's own is written in Python, and every event is looked up by it


TRANSITIONS: Final[dict[tuple[Phase, type], str]] = {
    (Phase.WAITING, Remembered): "remember",
    (Phase.WAITING, Begun): "begin",
    (Phase.SITTING, Heard): "hear",
    (Phase.SITTING, Tick): "tick",
    (Phase.PLAYING, Heard): "hear",
    (Phase.PLAYING, Intent): "intend",
    (Phase.PLAYING, Farewell): "resign",
    (Phase.PLAYING, Impatience): "vote",
    (Phase.PLAYING, Tick): "tick",
    (Phase.FINISHED, Heard): "hear",
    (Phase.FINISHED, Tick): "tick",
    (Phase.SEALED, Heard): "hear",
    (Phase.SEALED, Tick): "linger",
    (Phase.ENDED, Heard): "testify",
    (Phase.ENDED, Tick): "linger",
}

# Which phase follows which: said here for readers and for the diagram, and asserted at every change.
FOLLOWS: Final[dict[Phase, tuple[Phase, ...]]] = {
    Phase.WAITING: (Phase.SITTING,),
    Phase.SITTING: (Phase.PLAYING, Phase.ENDED),
    Phase.PLAYING: (Phase.FINISHED, Phase.ENDED),
    Phase.FINISHED: (Phase.SEALED, Phase.ENDED),
    Phase.SEALED: (),
    Phase.ENDED: (Phase.FINISHED,),
}
