"""A transcript as pictures to leaf through: every answer of the game with the state it made, kept, so that any of them
is there at once in both directions. Holds only what was verified; the finding says how far that is. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..session.sitting import Sit
from .explaining import explain
from .verifier import Finding, Outcome, find_rules, walk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..session.agreement import Agreement
    from ..session.position import Position


class Step(NamedTuple):
    """A closed step: where the table stood before it, and the envelopes that closed it."""

    number: int
    before: Position
    closed: Mapping[int, bytes]


class Leaf(NamedTuple):
    """One thing told, the state after it, and the steps that led to it since the leaf before."""

    state: Any
    round: int  # 0 for a game that counts none
    told: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Album:
    """All leaves of one game. The first is the table before anything happened."""

    agreement: Agreement | None  # `None` where nobody sat down
    leaves: tuple[Leaf, ...]
    finding: Finding

    @property
    def names(self) -> tuple[str, ...]:
        return self.agreement.names if self.agreement else ()

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The leaf where each round begins, first round first."""
        starts: dict[int, int] = {}
        for number, leaf in enumerate(self.leaves):
            starts.setdefault(leaf.round, number)
        return tuple(starts[number] for number in sorted(starts))

    @property
    def is_whole(self) -> bool:
        """Whether everything in the file is shown: nothing was found wrong behind the last leaf."""
        return self.finding.outcome in (Outcome.HONEST, Outcome.UNFINISHED)

    def why(self, number: int) -> list[str]:
        """How the leaf came about, to the last hash."""
        lines: list[str] = []
        naming = _Naming(self.agreement)
        for step in self.leaves[number].steps:
            lines += [f"Step {step.number}.", *explain(step.before, step.closed, naming)]
        return lines


class _Naming:
    """The game's own words for its things, where it has any."""

    def __init__(self, agreement: Agreement | None) -> None:
        self._names = agreement.names if agreement else ()
        make = getattr(agreement.game, "voice", None) if agreement else None
        self._voice: Any = make() if make else None

    def thing(self, handle: int) -> str:
        return self._voice.thing(handle, self._names) if self._voice else f"thing {handle}"

    def face(self, handle: int, shown: int) -> str:
        return self._voice.face(handle, shown) if self._voice else f"face {shown}"


def read_album(raw: bytes, find: Any = find_rules) -> Album:
    """Verifies a transcript and keeps every state on the way. Never raises for what a file holds."""
    agreement: Agreement | None = None
    leaves: list[Leaf] = []
    waiting: list[Step] = []
    before: Position | None = None
    finding = Finding(Outcome.UNREADABLE, "The file is empty.")
    for page in walk(raw, find):
        if isinstance(page, Finding):
            finding = page
            break
        session = page.session
        if before is None:
            assert isinstance(session.position, Sit)
            before = Sit(session.meeting, session.position.game, session.position.group)
        waiting.append(Step(before.step, before, session.closed[before.step]))
        before = session.position
        table = session.table
        if table is None:
            continue
        if agreement is None:
            agreement = table.agreement
            start = page.told[0].before if page.told else table.state
            leaves.append(_leaf(agreement, start, (), waiting))
        for told in page.told:
            sentences = agreement.game.tell(told.before, told.answer, told.after, agreement.names)
            leaves.append(_leaf(agreement, told.after, sentences, waiting))
    return Album(agreement, tuple(leaves), finding)


def _leaf(agreement: Agreement, state: Any, told: Sequence[str], waiting: list[Step]) -> Leaf:
    steps = tuple(waiting)
    waiting.clear()
    return Leaf(state, getattr(state, "round", 0), tuple(told), steps)
