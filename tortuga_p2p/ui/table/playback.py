"""What happened at the table, at a pace that people can follow.

Programs play faster than anybody reads. The tale keeps every change as a frame and goes through them one by one; the
screen shows the frame it has come to, and a key skips to now. Frames stay, so that a round can be looked at again.
Nothing waits for the tale: a game never stands still because of somebody's animation.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import trio

from ...rules.answer import Moved
from ...rules.ask import Open, Over, Roll, Together
from ...rules.game import View
from ...rules.words import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...node.node import Node
    from ...rules.game import Known
    from ...session.agreement import AnyGame
    from ...session.table import Answered

T = TypeVar("T")

BASE_S, SENTENCE_S, PAUSE_MAX_S = 0.35, 0.45, 2.6  # a frame's time on the screen: some, and more for each sentence
REVEAL_S: Final = 1.1  # more where everybody shows at once: that is what all have been waiting for
TICK_S: Final = 0.1  # between two pictures of dice that roll, or of a reveal
LINES_S: Final = {"reveal": 0.3, "open": 0.45, "end": 0.6}  # between two lines of what is told one by one
SCENE_COLUMNS: Final = 80  # of a picture whose beats are only counted
BEHIND_MAX: Final = 60  # frames; whoever comes back to a game need not see all of it again


class PlaybackFrame(NamedTuple):
    """One change: the state it led to, and how it is told."""

    step: int
    state: Any
    known: Known  # what our seat knew then
    round: int
    sentences: tuple[str, ...]
    kind: str = ""  # "reveal", "roll", "open", "end" or nothing
    dice: int = 0  # of our own that were rolled
    beats: int = 0  # of the picture that the game has for it, and the seconds of each
    beat_s: float = 0.0
    told: Answered | None = None  # where it led from and how
    knew: Known | None = None  # what our seat knew before
    called: tuple[str, ...] = ()  # the names then: whoever was played by a program, or had left, is called so
    is_seen: bool = False  # an open move of our own person, who has seen before what would come of it


class Playback:
    """All frames of one game, and how far the screen has come."""

    def __init__(self, notify: Callable[[], None]) -> None:
        self.frames: list[PlaybackFrame] = []
        self.shown = 0  # frames told so far
        self.paced = True
        self.speed = 1.0  # larger is faster
        self.began_s = 0.0  # when the frame on the screen appeared
        self.previewed: set[int] = set()  # steps that our person has decided
        self.spoken: list[tuple[int, str]] = []  # what people said: behind how many frames, and the line
        self._heard_s: list[float] = []  # when each of these lines came
        self._notify = notify
        self._more = trio.Event()
        self._skip = trio.Event()
        self._read = 0  # of the node's list
        self._lingers = False  # whether the last frame is still to be read
        self._begun = False  # whether we were there from the first frame on

    @property
    def now(self) -> PlaybackFrame | None:
        """The frame on the screen, or the next one to come there; `None` when the screen shows the present."""
        return None if (place := self.place) is None else self.frames[place]

    @property
    def place(self) -> int | None:
        """The same as a place in `frames`, and so among all that was told."""
        if self._lingers:
            return self.shown - 1
        return next((at for at in range(self.shown, len(self.frames)) if pause_of(self.frames[at])), None)

    def read(self, node: Node) -> None:
        """Takes what is new at the node."""
        table = node.session.table
        if table is None:
            self._begun = True
            return
        if self._read == len(node.told):
            return
        if self.shown == len(self.frames):
            self.began_s = monotonic()
        game = table.agreement.game
        for at in range(self._read, len(node.told)):
            frame = _frame(node, game, at)
            self.frames.append(frame._replace(is_seen=frame.step in self.previewed and _is_all_seen(frame)))
        self._read = len(node.told)
        if not self.paced or not self._begun:  # whoever comes back has seen it: it can be looked at, but is not told
            self.shown, self._begun = len(self.frames), True
        self._more.set()

    def skip(self) -> None:
        """Straight to now, whether the narrator has come to what is skipped or not."""
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
            frame = self.frames[self.shown]
            self.shown += 1
            pause_s = pause_of(frame) / self.speed if self.paced else 0.0
            if pause_s:
                await self._dwell(frame, pause_s)
            if self.shown == len(self.frames):
                self._notify()

    async def _dwell(self, frame: PlaybackFrame, pause_s: float) -> None:
        """Keeps a frame on the screen for its time, or until somebody skips it and all others."""
        self._skip, self._lingers, self.began_s = trio.Event(), True, monotonic()
        tick_s = TICK_S if frame.kind == "roll" or frame.kind in LINES_S or frame.beats else pause_s
        with trio.move_on_after(pause_s):
            while not self._skip.is_set():
                self._notify()
                with trio.move_on_after(tick_s):
                    await self._skip.wait()
        self._lingers = False

    def hear(self, line: str) -> None:
        """Somebody said something: it stands behind all that has happened."""
        self.spoken.append((len(self.frames), line))
        self._heard_s.append(monotonic())

    def happened(self, until: int | None = None) -> list[str]:
        """What was told, up to a frame or to all that was shown."""
        frames = self.frames[: self.shown if until is None else until]
        return [sentence for frame in frames for sentence in frame.sentences]

    def log(self, *, without: int = 0, until: int | None = None) -> list[str]:
        """All that was told and said, in its order, up to a frame or to all that was shown; `without` the last lines
        said, where those stand elsewhere."""
        until = self.shown if until is None else until
        lines, spoken = [], iter([*self.spoken[: len(self.spoken) - without], (len(self.frames) + 1, "")])
        place, line = next(spoken)
        for number, frame in enumerate(self.frames[:until]):
            while place <= number:
                lines.append(line)
                place, line = next(spoken)
            lines += frame.sentences
        while place <= until:
            lines.append(line)
            place, line = next(spoken)
        return lines

    def latest_words(self, seconds: float) -> list[str]:
        """The last two things said, if that was not longer ago, whatever has happened since: people read slowly."""
        since = monotonic() - seconds
        return [line for (_place, line), heard_s in zip(self.spoken, self._heard_s, strict=True) if heard_s > since][
            -2:
        ]

    def rounds(self) -> list[int]:
        """Where each round begins, as a place in `frames`."""
        found, last = [], None
        for place, frame in enumerate(self.frames):
            if frame.round != last:
                found.append(place)
                last = frame.round
        return found


def _frame(node: Node, game: AnyGame, at: int) -> PlaybackFrame:
    """One of the things told."""
    (step, told, known, *_who), seat = node.told[at], node.session.own_seat
    knew = node.told[at - 1].known if at else {}
    kind, dice = _kind(game.asks(told.before), seat)
    kind = "end" if isinstance(game.asks(told.after), Over) else kind
    before, after = View(told.before, seat, knew), View(told.after, seat, known)
    scene = game.screen().scene(
        before, told.answer, after, Reader(seat, known, node.names), 0, SCENE_COLUMNS, rich=False
    )
    beats, beat_s = (0, 0.0) if scene is None else (scene.beats, scene.beat_ms / 1000)
    round_number, sentences = game.round_of(told.after), node.sentences(at)
    frame = PlaybackFrame(step, told.after, known, round_number, sentences, kind, dice, beats, beat_s, told, knew)
    return frame._replace(called=node.chronicle.called(node.session, at))


def _kind(ask: Any, seat: int) -> tuple[str, int]:
    """What kind of moment the answer to an ask is, and how many dice of ours roll in it."""
    match ask:
        case Together(seats) if len(seats) > 1:
            return "reveal", 0
        case Roll(dice):
            ours = sum(len(one.handles) for one in dice if one.seat == seat)
            return ("roll" if ours else ""), ours
        case Open():
            return "open", 0
    return "", 0


def _is_all_seen(frame: PlaybackFrame) -> bool:
    """Whether a decision of ours has done what its preview said, and led to nothing besides."""
    is_open = frame.told is not None and isinstance(frame.told.answer, Moved)
    return is_open and len(frame.sentences) == 1 and not frame.kind and not frame.beats


def pause_of(frame: PlaybackFrame) -> float:
    """How long a frame is shown: nothing for what is not told, and for what our person saw before deciding it."""
    if not frame.sentences or frame.is_seen:
        return 0.0
    usual_s = min(PAUSE_MAX_S, BASE_S + SENTENCE_S * len(frame.sentences))
    if frame.kind not in LINES_S:
        return usual_s + beats_s(frame)
    return beats_s(frame) + max(usual_s, LINES_S[frame.kind] * len(frame.sentences)) + REVEAL_S


def beats_s(frame: PlaybackFrame) -> float:
    """How long the beats of its picture take."""
    return (frame.beats + 1) * frame.beat_s if frame.beats else 0.0


def beat_at(frame: PlaybackFrame, passed_s: float) -> int:
    """The beat after so many seconds; the last one takes its time."""
    return frame.beats if passed_s >= beats_s(frame) else min(frame.beats - 1, int(passed_s / frame.beat_s))


def tail(lines: Sequence[T], count: int) -> Sequence[T]:
    """The last few."""
    return lines[-count:] if count > 0 else ()
