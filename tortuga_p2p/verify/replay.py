"""A transcript as pictures to leaf through: every answer of the game with the state it made, kept, so that any of them
is there at once in both directions. Holds only what was verified; the finding says how far that is. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..rules.game import View
from ..rules.hindsight import Hindsight, Moment, known_while
from ..rules.telling import told as words_for
from ..rules.words import Reader, Words
from ..session.helm import called, changed
from ..session.joining import Sit
from ..text import _
from .explaining import Naming, explain
from .plainly import plainly
from .verifier import Finding, Outcome, find_rules, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..rules.ask import Seat
    from ..rules.game import Game, Known
    from ..session.agreement import Agreement
    from ..session.position import Position
    from ..session.table import Answered


class ReplayStep(NamedTuple):
    """A closed step: where the table stood before it, and the envelopes that closed it."""

    number: int
    before: Position
    closed: Mapping[int, bytes]


class ReplayFrame(NamedTuple):
    """One thing that happened, the state after it, and the steps that led to it since the frame before."""

    state: Any
    round: int  # 0 for a game that counts none
    answered: Answered | None  # `None` for the table before anything happened
    steps: tuple[ReplayStep, ...]
    helms: int = 0  # for whom (bits) a program decided then
    left: int = 0  # the seats (bits) without whom the others had gone on


class OwnKnowledge(NamedTuple):
    """What one seat knew after every answer, by its own secrets: of a game that this program has just played."""

    seat: Seat
    known: Sequence[Known]


@dataclass(frozen=True)
class Replay:
    """All frames of one game. The first is the table before anything happened."""

    agreement: Agreement | None  # `None` where nobody sat down
    frames: tuple[ReplayFrame, ...]
    finding: Finding
    hindsight: Hindsight | None = None  # what seats knew at each frame, as the file shows it
    own: OwnKnowledge | None = None  # what one seat knew by its own secrets, where somebody has them

    @property
    def game(self) -> Game[Any]:
        """What is played; there is none where nobody sat down, and then there is no frame either."""
        assert self.agreement is not None
        return self.agreement.game

    @property
    def names(self) -> tuple[str, ...]:
        return self.agreement.names if self.agreement else ()

    def called(self, number: int) -> tuple[str, ...]:
        """The names at that frame: whoever was played by a program then is called so."""
        return called(self.names, *self.frames[number][4:]) if self.frames else self.names

    @property
    def is_all(self) -> bool:
        """A file does not grow."""
        return True

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The frame where each round begins, first round first."""
        starts: dict[int, int] = {}
        for number, frame in enumerate(self.frames):
            starts.setdefault(frame.round, number)
        return tuple(starts[number] for number in sorted(starts))

    def known(self, number: int, seat: Seat | None) -> Known:
        """What that seat knew at that frame, as far as anybody can tell; a spectator was shown nothing."""
        if seat is None or self.hindsight is None:
            return {}
        if self.own is not None and self.own.seat == seat and number <= len(self.own.known):
            return self.own.known[number - 1] if number else {}
        return self.hindsight.known(number, seat)

    def view(self, number: int, seat: Seat | None) -> View[Any]:
        """The table at that frame through somebody's eyes: what was known then, not what is known today."""
        return View(self.frames[number].state, seat, self.known(number, seat))

    def told(self, number: int, seat: Seat | None = None) -> tuple[str, ...]:
        """What led to that frame, as that seat saw it then."""
        answered = self.frames[number].answered
        if answered is None or self.agreement is None:
            return ()
        game = self.agreement.game
        known = known_while(game.asks(answered.before), self.known(number - 1, seat), self.known(number, seat))
        turned = changed(self.names, self.frames[number - 1].helms, self.frames[number].helms, seat)
        return (*turned, *words_for(game, *answered, Reader(seat, known, self.called(number))))

    @property
    def is_whole(self) -> bool:
        """Whether everything in the file is shown: nothing was found wrong behind the last frame."""
        whole = (Outcome.HONEST, Outcome.WITHOUT, Outcome.RESIGNED, Outcome.AGREED, Outcome.UNFINISHED)
        return self.finding.outcome in whole

    def plainly(self, number: int, seat: Seat | None = None) -> list[str]:
        """How the frame came about, in words for a friend."""
        words = self.agreement.game.words() if self.agreement else Words()
        naming = Naming(words, self.names, seat)
        return plainly([(step.before, step.closed) for step in self.frames[number].steps], naming, seat)

    def why(self, number: int) -> list[str]:
        """How the frame came about, to the last hash."""
        lines: list[str] = []
        words = self.agreement.game.words() if self.agreement else Words()
        naming = Naming(words, self.names)
        for step in self.frames[number].steps:
            lines += [f"Step {step.number}.", *explain(step.before, step.closed, naming)]
        return lines


def read_replay(
    raw: bytes,
    find: Any = find_rules,
    own: OwnKnowledge | None = None,
    seen: Callable[[int], object] | None = None,
) -> Replay:
    """Verifies a transcript and keeps every state on the way. Never raises for what a file holds.

    `seen` hears after every step how many there were.
    """
    agreement: Agreement | None = None
    hindsight: Hindsight | None = None
    frames: list[ReplayFrame] = []
    waiting: list[ReplayStep] = []
    before: Position | None = None
    finding = Finding(Outcome.UNREADABLE, _("The file is empty."))
    for page in walk(raw, find):
        if isinstance(page, Finding):
            finding = page
            break
        session = page.session
        if seen is not None:
            seen(len(session.closed))
        if before is None:
            assert isinstance(session.position, Sit)
            before = Sit(session.meeting, session.position.game, session.position.group)
        if before.step < len(session.closed):  # else it went on without somebody: no step was closed
            waiting.append(ReplayStep(before.step, before, session.closed[before.step]))
        before = session.position
        table = session.table
        if table is None:
            continue
        if agreement is None:
            agreement = table.agreement
            start = page.told[0].before if page.told else table.state
            hindsight = Hindsight(agreement.game, start)
            frames.append(_frame(agreement, start, None, waiting))
        for answered in page.told:
            assert hindsight is not None
            hindsight.add(agreement.game.asks(answered.before), answered.answer, answered.after)
            left = ~table.seats & (1 << agreement.seats) - 1
            frames.append(_frame(agreement, answered.after, answered, waiting, session.helms, left))
    return Replay(agreement, tuple(frames), finding, hindsight, own)


def _frame(
    agreement: Agreement,
    state: Any,
    answered: Answered | None,
    waiting: list[ReplayStep],
    helms: int = 0,
    left: int = 0,
) -> ReplayFrame:
    steps = tuple(waiting)
    waiting.clear()
    return ReplayFrame(state, agreement.game.round_of(state), answered, steps, helms, left)


def moments_of(replay: Replay, seat: Seat | None) -> Iterator[Moment]:
    """Every answer through somebody's eyes."""
    for number, frame in enumerate(replay.frames):
        if frame.answered is not None:
            yield Moment(*frame.answered, replay.known(number - 1, seat), replay.known(number, seat))
