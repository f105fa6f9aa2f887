"""What happened at the table, at a pace that people can follow.

Programs play faster than anybody reads. The tale keeps every change as a frame and goes through them one by one; the
screen shows the frame it has come to, and a key skips to now. Frames stay, so that a round can be looked at again.
Nothing waits for the tale: a game never stands still because of somebody's animation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import trio

from ..rules.ask import Open, Roll, Together

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..node.node import Node

T = TypeVar("T")

BASE_S, SENTENCE_S, PAUSE_MAX_S = 0.35, 0.45, 2.6  # a frame's time on the screen: some, and more for each sentence
REVEAL_S: Final = 1.1  # more where everybody shows at once: that is what all have been waiting for
BEHIND_MAX: Final = 60  # frames; whoever comes back to a game need not see all of it again


class Frame(NamedTuple):
    """One change: the state it led to, and how it is told."""

    step: int
    state: Any
    sentences: tuple[str, ...]
    kind: str  # "reveal", "roll", "open" or ""


class Tale:
    """All frames of one game, and how far the screen has come."""

    def __init__(self, notify: Callable[[], None]) -> None:
        self.frames: list[Frame] = []
        self.shown = 0  # frames told so far
        self.paced = True
        self._notify = notify
        self._more = trio.Event()
        self._skip = trio.Event()
        self._read = 0  # of the node's list

    @property
    def now(self) -> Frame | None:
        """The frame on the screen while there are newer ones; `None` when the screen shows the present."""
        return self.frames[self.shown - 1] if 0 < self.shown < len(self.frames) or self._lingers else None

    _lingers = False  # whether the last frame is still to be read

    def read(self, node: Node) -> None:
        """Takes what is new at the node."""
        table = node.session.table
        if table is None or self._read == len(node.told):
            return
        game = table.agreement.game
        for step, told in node.told[self._read :]:
            sentences = tuple(game.tell(told.before, told.answer, told.after, node.names))
            self.frames.append(Frame(step, told.after, sentences, _kind(game.asks(told.before), node.session.number)))
        self._read = len(node.told)
        if not self.paced:
            self.shown = len(self.frames)
        self._more.set()

    def skip(self) -> None:
        """Straight to now."""
        self._skip.set()

    def catch_up(self) -> None:
        """As `skip`, without a narrator."""
        self.shown, self._lingers = len(self.frames), False
        self._skip.set()
        self._notify()

    async def narrate(self) -> None:
        """Goes from frame to frame, for as long as the game is on the screen."""
        while True:
            if self.shown == len(self.frames):
                self._more = trio.Event()
                await self._more.wait()
                continue
            if len(self.frames) - self.shown > BEHIND_MAX:
                self.shown = len(self.frames) - 1
            self._skip = trio.Event()
            frame = self.frames[self.shown]
            self.shown += 1
            pause_s = pause_of(frame) if self.paced else 0.0
            if pause_s:
                self._lingers = True
                self._notify()
                with trio.move_on_after(pause_s):
                    await self._skip.wait()
                    self.shown = len(self.frames)
                self._lingers = False
            if self.shown == len(self.frames):
                self._notify()

    def log(self) -> list[str]:
        """Everything told so far."""
        return [sentence for frame in self.frames[: self.shown] for sentence in frame.sentences]

    def rounds(self) -> list[int]:
        """Where each round begins, as a place in `frames`."""
        found, last = [], None
        for place, frame in enumerate(self.frames):
            number = getattr(frame.state, "round", 0)
            if number != last:
                found.append(place)
                last = number
        return found


def _kind(ask: Any, seat: int) -> str:
    match ask:
        case Together(seats) if len(seats) > 1:
            return "reveal"
        case Roll(dice) if any(one.seat == seat for one in dice):
            return "roll"
        case Open():
            return "open"
    return ""


def pause_of(frame: Frame) -> float:
    """How long a frame is shown: nothing for what is not told."""
    if not frame.sentences:
        return 0.0
    extra = REVEAL_S if frame.kind in ("reveal", "open") else 0.0
    return min(PAUSE_MAX_S, BASE_S + SENTENCE_S * len(frame.sentences)) + extra


def tail(lines: Sequence[T], count: int) -> Sequence[T]:
    """The last few."""
    return lines[-count:] if count > 0 else ()
