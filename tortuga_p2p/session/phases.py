"""The whole protocol in one table: in which phase which event is taken, and by what. What is not here is refused.

Everything about phases is in this file; the stages of one step are in `stages.py`, the order of sitting down in
`joining.py`. The diagram in protocol/session.md is drawn from these tables, and a test compares them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from .event import Begun, Farewell, Heard, Impatience, Intent, PlayOn, Propose, Remembered, RemovalShown, Tick


class SessionPhase(StrEnum):
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


TRANSITIONS: Final[dict[tuple[SessionPhase, type], str]] = {
    (SessionPhase.WAITING, Remembered): "remember",
    (SessionPhase.WAITING, Begun): "begin",
    (SessionPhase.SITTING, Heard): "hear",
    (SessionPhase.SITTING, Tick): "tick",
    (SessionPhase.PLAYING, Heard): "hear",
    (SessionPhase.PLAYING, Intent): "intend",
    (SessionPhase.PLAYING, Farewell): "resign",
    (SessionPhase.PLAYING, Impatience): "vote",
    (SessionPhase.PLAYING, Propose): "propose",
    (SessionPhase.PLAYING, PlayOn): "play-on",
    (SessionPhase.PLAYING, Tick): "tick",
    (SessionPhase.PLAYING, RemovalShown): "show",
    (SessionPhase.FINISHED, Heard): "hear",
    (SessionPhase.FINISHED, Tick): "tick",
    (SessionPhase.SEALED, Heard): "hear",
    (SessionPhase.SEALED, Tick): "linger",
    (SessionPhase.ENDED, Heard): "testify",
    (SessionPhase.ENDED, Tick): "linger",
}

# Which phase follows which: said here for readers and for the diagram, and asserted at every change.
FOLLOWS: Final[dict[SessionPhase, tuple[SessionPhase, ...]]] = {
    SessionPhase.WAITING: (SessionPhase.SITTING,),
    SessionPhase.SITTING: (SessionPhase.PLAYING, SessionPhase.ENDED),
    SessionPhase.PLAYING: (SessionPhase.FINISHED, SessionPhase.ENDED),
    SessionPhase.FINISHED: (SessionPhase.SEALED, SessionPhase.ENDED),
    SessionPhase.SEALED: (),
    SessionPhase.ENDED: (SessionPhase.FINISHED,),
}
