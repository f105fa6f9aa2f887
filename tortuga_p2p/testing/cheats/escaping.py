"""Cheats that hope to escape a verdict: they end the table right behind their lie, or lie when the game is over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...errors import Code
from ...session.message import Say
from ...session.phases import SessionPhase
from ..company import some_bytes
from ..forging import content_of
from .cards import MixTwice
from .cheat import Both, Cheat, Fate, cheat
from .choices import CommitTwice, MoveTwice

if TYPE_CHECKING:
    from ...session.event import Talk
    from ..company import Mail, Peer
    from .cheat import Plan


FAREWELLS_MAX: Final = 40  # more than a bad network loses


class ThenResign(Both):
    """Right behind two stories comes a resignation, the same for everybody; after that, nothing new.

    All of it is said again and again: on a bad network it would have told nobody anything.
    """

    _told: frozenset[bytes] = frozenset()  # both stories
    _heard: frozenset[bytes] = frozenset()  # those of them that reached somebody
    _farewells = 0

    def plan(self, raw: bytes) -> Plan:
        was_struck = self.struck
        plan = super().plan(raw)
        if self.struck and not was_struck:
            self._told = frozenset((raw, self._adopted[raw]))
            self.lies.add(Say(self.company.meeting.id, raw))  # who hears it matters as much as who hears the lie
        return plan

    def more(self) -> list[Mail]:
        if not self.struck or self._farewells == FAREWELLS_MAX:
            return []
        self._farewells += 1
        content = content_of(min(self._told))
        return self.to_all(self.sign(replace(content, lane="resign", kind="resign", body=())))

    def instead(self, talk: Talk, to: str) -> Talk | None:
        is_new = not isinstance(talk, Say) or talk.envelope not in self._told
        return None if self._farewells and is_new else super().instead(talk, to)

    def land(self, lie: Talk, hearer: Peer) -> None:
        if isinstance(lie, Say) and hearer.session.phase is not SessionPhase.WAITING and hearer.session.me is not None:
            self._heard |= {lie.envelope} & self._told
        self.landed = self._heard == self._told

    def due(self, is_convicted: bool) -> Fate | None:
        return self.fate if self.met or is_convicted else None


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, Code.WENT_ON, seats_min=3)
class CommitTwiceAndResign(ThenResign, CommitTwice):
    """Seals two choices, so that each of the others opens its own, and leaves."""


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, Code.WENT_ON, seats_min=3)
class MixTwiceAndResign(ThenResign, MixTwice):
    """Mixes in two ways, so that each of the others takes its locks off other cards, and leaves."""


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, Code.WENT_ON, seats_min=3)
class MoveTwiceAndResign(ThenResign, MoveTwice):
    """Tells two moves, and leaves."""


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION)
class UndoTheResult(Cheat):
    """Has lost: it keeps its seal back, and signs other words for an old step, so that nobody has a result."""

    leaves_it_unsealed = True
    _times = 0

    def plan(self, raw: bytes) -> Plan:
        if content_of(raw).kind == "seal":
            return lambda to: None
        return lambda to: raw

    def more(self) -> list[Mail]:
        me = self.session.own_seat
        if self.session.phase not in (SessionPhase.FINISHED, SessionPhase.SEALED) or self._times == FAREWELLS_MAX:
            return []
        self.strike()
        self._times += 1
        old = next(said[me] for said in self.session.closed[4:] if me in said)
        return self.to_all(self.changed(old, body=(some_bytes("what I should have said"),)))
