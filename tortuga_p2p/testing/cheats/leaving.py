"""Cheats about leaving: votes that lie, and votes that contradict each other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...errors import Code
from ...limits import EARLY_STEPS_MAX, VOTE_ATTEMPTS_MAX
from ...session.message import Confirm, Gone, Resign, Say, Withdraw
from ...session.phases import SessionPhase
from ...session.table import FIRST_STEP, LANE
from ..forging import content_of
from .cheat import Besides, Fate, Withhold, cheat

if TYPE_CHECKING:
    from ...session.event import Talk
    from ...session.table import Table
    from ..company import Mail, Peer
    from .cheat import Plan

NEVER: Final = 1 << 32  # a step that no game reaches
FLOOD: Final = (*range(1, 30), *range(60, VOTE_ATTEMPTS_MAX + 1, 40))  # numbers near and far


class CheatingVote(Besides):
    """Votes while somebody else is asked."""

    def missing(self) -> int:
        return sum(1 << seat for seat in self.session.waiting_for if seat != self.session.own_seat)

    def is_time(self) -> bool:
        return self.missing() != 0


@cheat(Fate.REFUSED, Code.OUT_OF_TURN)
class CallItselfGone(CheatingVote):
    """Says that it has heard nothing from itself."""

    def besides(self, table: Table) -> list[Mail]:
        return self.to_all(self.worded(Gone(1, self.missing() | 1 << self.session.own_seat)))


@cheat(Fate.REFUSED, Code.MALFORMED)
class WithdrawWithNonsense(CheatingVote):
    """Withdraws a vote with a late message that is none."""

    def besides(self, table: Table) -> list[Mail]:
        return self.to_all(self.worded(Withdraw(1, self.missing(), b"\x00" * 100)))


@cheat(Fate.REFUSED, Code.WRONG_KIND)
class WithdrawWithOldWords(CheatingVote):
    """Withdraws a vote with a message of an earlier step."""

    def besides(self, table: Table) -> list[Mail]:
        old = [raw for said in self.session.closed[4:] for raw in said.values() if content_of(raw).lane == "play"]
        return self.to_all(self.worded(Withdraw(1, self.missing(), old[-1]))) if old else []


@cheat(Fate.REFUSED, Code.WRONG_KIND)
class VoteInAnotherLane(CheatingVote):
    """Puts a vote of the second round into the lane of the first."""

    def besides(self, table: Table) -> list[Mail]:
        return self.to_all(self.worded(Confirm(1, self.missing()), lane="gone-1.1"))


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class ConfirmTwice(CheatingVote):
    """Signs two different votes of the second round in one attempt."""

    def besides(self, table: Table) -> list[Mail]:
        others = [1 << seat for seat in range(table.agreement.seats) if seat != self.session.own_seat]
        first, second, *_ = others
        return [*self.to_all(self.worded(Confirm(1, first))), *self.to_all(self.worded(Confirm(1, second)))]


@cheat(Fate.SILENCE)
class FloodVotes(Withhold):
    """Falls silent, and signs votes that name others with every number it can think of, so that nobody gives it up."""

    of = ""

    def plan(self, raw: bytes) -> Plan:
        """From any of its words of play on: then the table waits for it."""
        if self.struck or (content_of(raw).lane == LANE and content_of(raw).kind != "seal" and self.wants()):
            self.strike()
            return lambda to: None
        return lambda to: raw

    def more(self) -> list[Mail]:
        table = self.session.table
        if not self.struck or table is None or self._flooded:
            return []
        self._flooded = True
        named = [1 << seat for seat in range(table.agreement.seats) if seat != self.session.own_seat]
        words = [Gone(number, named[number % len(named)]) for number in FLOOD]
        return [mail for one in words for mail in self.to_all(self.worded(one))]

    _flooded = False


@cheat(Fate.WENT_ON, Code.WENT_ON)
class ResignToOne(Besides):
    """Tells one of the others that it leaves, and plays on with the rest: a word is a word, and is passed on.

    Where nobody has heard anything later of it, it has merely left.
    """

    def due(self, is_convicted: bool) -> Fate | None:
        if is_convicted:
            return self.fate
        return Fate.SILENCE if self.struck else None

    def besides(self, table: Table) -> list[Mail]:
        others = [peer.name for peer in self.company.players if peer is not self.peer]
        (mail,) = self.to_all(self.worded(Resign()))
        return [replace(mail, to=others[self.draw.below(len(others))])]


@cheat(Fate.HARMLESS, seats_min=3)
class VoteAlone(CheatingVote):
    """Votes somebody away who is there, in both rounds, alone."""

    def besides(self, table: Table) -> list[Mail]:
        missing = self.missing()
        if missing.bit_count() + 1 >= table.agreement.seats:
            return []  # then those who stay are the cheat alone: a way to leave, told by StayAlone
        return [*self.to_all(self.worded(Gone(1, missing))), *self.to_all(self.worded(Confirm(1, missing)))]


@cheat(Fate.WENT_ON, Code.WENT_ON)
class StayAlone(CheatingVote):
    """Says that everybody else is gone, and goes on as if it had not.

    Where nobody lets it go on it has merely left, with its name on a strange claim.
    """

    _ended_in = NEVER  # the first step in which somebody heard that the table has ended
    _spoke_in = -1  # the last one of which somebody has words

    def besides(self, table: Table) -> list[Mail]:
        return self.to_all(self.alone(table))

    def alone(self, table: Table) -> bytes:
        everybody = (1 << table.agreement.seats) - 1 & ~(1 << self.session.own_seat)
        return self.worded(Confirm(1, everybody))

    def instead(self, talk: Talk, to: str) -> Talk | None:
        said = super().instead(talk, to)
        if isinstance(said, Say) and self.is_own(said.envelope):
            self.lies.add(said)  # honest in itself; but who hears it matters as much as who hears the lie
        return said

    def land(self, lie: Talk, hearer: Peer) -> None:
        """Words of leaving about a step that is not open yet are dropped by whoever hears them, and come again."""
        now = hearer.session
        if not isinstance(lie, Say) or now.phase in (SessionPhase.WAITING, SessionPhase.SEALED):
            return
        content, step = content_of(lie.envelope), max(FIRST_STEP, now.position.step)  # who sits down reads it in play
        if content.step > (step + EARLY_STEPS_MAX if content.lane == LANE else step):
            return
        self._spoke_in = max(self._spoke_in, content.step)
        if content.kind == "confirm":
            self._ended_in = min(self._ended_in, content.step)
        self.landed = self._spoke_in > self._ended_in

    def due(self, is_convicted: bool) -> Fate | None:
        if self.met or is_convicted:
            return self.fate
        return None if self._ended_in == NEVER else Fate.LEFT


class EndOnce(StayAlone):
    """Signs one such claim, and never another."""

    _claim = b""

    def alone(self, table: Table) -> bytes:
        self._claim = self._claim or super().alone(table)
        return self._claim


@cheat(Fate.WENT_ON, Code.WENT_ON, seats_min=3)
class EndForOne(EndOnce):
    """Tells one of the others that everybody is gone, and plays on with the rest."""

    _victim = ""

    def besides(self, table: Table) -> list[Mail]:
        others = [peer.name for peer in self.company.players if peer is not self.peer]
        self._victim = self._victim or others[self.draw.below(len(others))]
        return [replace(mail, to=self._victim) for mail in super().besides(table)]

    def instead(self, talk: Talk, to: str) -> Talk | None:
        """The victim hears nothing more from it."""
        return None if self.struck and to == self._victim else super().instead(talk, to)


@cheat(Fate.WENT_ON, Code.WENT_ON)
class EndAfterwards(EndOnce):
    """Signs that everybody else is gone, keeps it to itself, and shows it when it has gone on since."""

    def is_time(self) -> bool:
        return bool(self._claim) or super().is_time()

    def besides(self, table: Table) -> list[Mail]:
        claim, now = self.alone(table), self.session
        went_on = any(now.own_seat in said for said in now.closed[content_of(claim).step + 1 :])
        return self.to_all(claim) if went_on else []
