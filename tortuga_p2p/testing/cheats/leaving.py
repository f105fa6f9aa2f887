"""Cheats about leaving: votes that lie, and votes that contradict each other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import Code
from ...session.message import Confirm, Gone, Resign, Withdraw
from ..forging import content_of
from .cheat import Besides, Fate, cheat

if TYPE_CHECKING:
    from ...session.table import Table
    from ..company import Mail


class Vote(Besides):
    """Votes while somebody else is asked."""

    def missing(self) -> int:
        return sum(1 << seat for seat in self.session.waiting_for if seat != self.session.number)

    def is_time(self) -> bool:
        return self.missing() != 0


@cheat(Fate.REFUSED, Code.OUT_OF_TURN)
class CallItselfGone(Vote):
    """Says that it has heard nothing from itself."""

    def besides(self, table: Table) -> list[Mail]:
        return self.to_all(self.worded(Gone(1, self.missing() | 1 << self.session.number)))


@cheat(Fate.REFUSED, Code.MALFORMED)
class WithdrawWithNonsense(Vote):
    """Withdraws a vote with a late message that is none."""

    def besides(self, table: Table) -> list[Mail]:
        return self.to_all(self.worded(Withdraw(1, self.missing(), b"\x00" * 100)))


@cheat(Fate.REFUSED, Code.WRONG_KIND)
class WithdrawWithOldWords(Vote):
    """Withdraws a vote with a message of an earlier step."""

    def besides(self, table: Table) -> list[Mail]:
        old = [raw for said in self.session.closed[4:] for raw in said.values() if content_of(raw).lane == "play"]
        return self.to_all(self.worded(Withdraw(1, self.missing(), old[-1]))) if old else []


@cheat(Fate.REFUSED, Code.WRONG_KIND)
class VoteInAnotherLane(Vote):
    """Puts a vote of the second round into the lane of the first."""

    def besides(self, table: Table) -> list[Mail]:
        return self.to_all(self.worded(Confirm(1, self.missing()), lane="gone-1.1"))


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class ConfirmTwice(Vote):
    """Signs two different votes of the second round in one attempt."""

    def besides(self, table: Table) -> list[Mail]:
        others = [1 << seat for seat in range(table.agreement.seats) if seat != self.session.number]
        first, second, *_ = others
        return [*self.to_all(self.worded(Confirm(1, first))), *self.to_all(self.worded(Confirm(1, second)))]


@cheat(Fate.STOPPED)
class ResignToOne(Besides):
    """Tells one of the others that it leaves, and plays on with the rest: a word is a word, and is passed on."""

    def besides(self, table: Table) -> list[Mail]:
        others = [peer.name for peer in self.company.players if peer is not self.peer]
        (mail,) = self.to_all(self.worded(Resign()))
        return [replace(mail, to=others[self.draw.below(len(others))])]


@cheat(Fate.HARMLESS, seats_min=3)
class VoteAlone(Vote):
    """Votes somebody away who is there, in both rounds, alone."""

    def besides(self, table: Table) -> list[Mail]:
        missing = self.missing()
        if missing.bit_count() + 1 >= table.agreement.seats:
            return []  # then those who stay are the cheat alone: a way to leave, told by StayAlone
        return [*self.to_all(self.worded(Gone(1, missing))), *self.to_all(self.worded(Confirm(1, missing)))]


@cheat(Fate.STOPPED)
class StayAlone(Vote):
    """Says that everybody else is gone. It cannot be kept from leaving; this is its name on a strange claim."""

    def besides(self, table: Table) -> list[Mail]:
        everybody = (1 << table.agreement.seats) - 1 & ~(1 << self.session.number)
        return self.to_all(self.worded(Confirm(1, everybody)))
