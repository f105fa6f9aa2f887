"""Why everything at a running game came out as it did, as far as it has come: as in a replay, for whoever sits there.

The steps that our own program has judged and closed are walked through once more, without proofs: those were checked
when they came. So it costs little, and nothing again for what was looked at before. Says only what is public and what
the reader's own seat was shown. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..rules.answer import Left
from ..rules.ask import Roll
from ..rules.words import UNNAMED, counted_once
from ..session.event import Begun
from ..session.ledger import Hidden
from ..session.removing import go_on_without
from ..session.replica import Session
from ..session.session import step
from ..session.table import Table
from ..session.waking import retrace
from ..text import _, listed
from .explaining import Naming, explain
from .plainly import plainly
from .replay import ReplayStep

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..crypto.group import Group
    from ..rules.game import Known
    from ..session.agreement import AnyGame, Meeting
    from ..session.removal import Removal
    from ..session.table import Answered
    from ..values import Grown


class Reason(NamedTuple):
    """One thing that happened: what it told the rules, and the steps that led to it since the thing before."""

    answered: Answered
    steps: tuple[ReplayStep, ...]


class Reasons:
    """Grows with its game: `follow` what is closed, then ask about anything that was told, by its number."""

    def __init__(self, meeting: Meeting, game: AnyGame, group: Group) -> None:
        self.found: list[Reason] = []
        self._session, _wishes = step(Session.make(meeting, game, group, None), Begun())
        self._waiting: list[ReplayStep] = []

    def follow(self, closed: Grown[Mapping[int, bytes]], removals: Sequence[Removal] = ()) -> None:
        """As far as the game has come. May take a moment: for a thread."""
        start, ends = len(self._session.closed), [removal.step for removal in removals]
        for first, end in zip([start, *ends], [*ends, len(closed)], strict=True):
            self._go_without(removals)
            self._follow(closed[max(start, first) : max(start, end)])
        self._go_without(removals)

    def _follow(self, closed: Sequence[Mapping[int, bytes]]) -> None:
        before = self._session.position
        for after in retrace(self._session, closed):
            self._waiting.append(ReplayStep(before.step, before, after.closed[len(after.closed) - 1]))
            self._session, before = after, after.position
            self._tell()

    def _go_without(self, removals: Sequence[Removal]) -> None:
        """Those who stayed went on without somebody, in the step that is open now: that is told like anything else."""
        for removal in removals:
            if (removal.epoch, removal.step) == self._session.where:
                self._session, _record = go_on_without(self._session, removal)
                self._tell()

    def _tell(self) -> None:
        table = self._session.table
        for answered in table.told if table is not None else ():
            steps = tuple(self._waiting)
            if not steps and self.found and not isinstance(answered.answer, Left):
                steps = self.found[-1].steps  # one step may tell the rules several things
            self.found.append(Reason(answered, steps))
            self._waiting.clear()

    def plainly(self, number: int, seat: int, names: Sequence[str], knew: Known, known: Known) -> list[str]:
        """In words for a friend: how it came about, and what only this seat saw of it."""
        reason, naming = self.found[number], self._naming(names, seat)
        told = plainly([(one.before, one.closed) for one in reason.steps], naming, seat, known)
        return list(dict.fromkeys([*told, *self._seen_alone(reason, naming, knew, known)]))

    def deeply(self, number: int, names: Sequence[str]) -> list[str]:
        """To the last hash."""
        lines: list[str] = []
        for one in self.found[number].steps:
            lines += [_("Step {number}.", number=one.number), *explain(one.before, one.closed, self._naming(names))]
        return lines

    def _naming(self, names: Sequence[str], seat: int | None = None) -> Naming:
        table = self._session.table
        assert table is not None
        return Naming(table.agreement.game.words(), names, seat)

    def _seen_alone(self, reason: Reason, naming: Naming, knew: Known, known: Known) -> list[str]:
        """Hidden things whose faces this seat was shown just now; its dice are told with the roll."""
        table = reason.steps[-1].before if reason.steps else None
        if not isinstance(table, Table) or isinstance(table.ask, Roll):
            return []
        found: list[str] = []
        alike: list[str] = []
        for handle, face in known.items():
            thing = table.things.get(handle)
            if knew.get(handle) == face or not isinstance(thing, Hidden):
                continue
            shown = naming.face(face, thing.pile)
            if naming.words.things.get(thing.pile, UNNAMED).is_told_apart:
                found.append(f"{naming.thing(handle, thing.pile)}: {shown}")
            else:
                alike.append(shown)
        found += [listed(counted_once(alike))] if alike else []
        return [_("For your eyes only: {things}.", things="; ".join(found))] if found else []
