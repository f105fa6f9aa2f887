"""One seat's time at a table: so much for every decision, and a bank for the whole game that is drawn on beyond it.

Both are terms that everybody signed (`Terms.decision_s`, `Terms.bank_s`). Time is nobody's word, so no message holds
any and no verdict hangs on it: every program keeps its own player's time, and acts for them when it is over. What is
said here about others is how long they have taken as we see it. No I/O, no clock: seconds are arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..rules.ask import Move
    from ..session.message import Terms
    from .player import Question


class Allowance(NamedTuple):
    """How long our player may think about one question."""

    seconds: float
    move: Move | None  # what the rules of the game say of somebody who is late; `None`: a good bot decides


class TimeLeft(NamedTuple):
    """What is left of a decision's own time, and of the bank."""

    decision_s: float
    bank_s: float

    @property
    def all_s(self) -> float:
        return self.decision_s + self.bank_s


class TurnClock:
    """The time of our own seat."""

    def __init__(self, decision_s: int = 0, bank_s: int = 0) -> None:
        self.decision_s = decision_s  # 0: nobody counts
        self.bank_s = float(bank_s)  # what is left of it

    @classmethod
    def of(cls, terms: Terms) -> TurnClock:
        return cls(terms.decision_s, terms.bank_s)

    def allowance(self, question: Question) -> Allowance | None:
        """The shorter one of what the game gives and what the table gives; `None` where nobody counts."""
        seat = question.view.seat
        own = None if seat is None else question.game.clock(question.view.state, seat)
        table_s = self.decision_s + self.bank_s if self.decision_s else None
        if own is not None and (table_s is None or own.seconds <= table_s):
            return Allowance(own.seconds, own.move)
        return None if table_s is None else Allowance(table_s, None)

    def left(self, passed_s: float, allowed: Allowance) -> TimeLeft:
        """After so many seconds of a decision for which so much is allowed."""
        if not self.decision_s or allowed.move is not None:  # by the rules of the game, which know no bank
            return TimeLeft(max(0.0, allowed.seconds - passed_s), 0.0)
        over_s = max(0.0, passed_s - self.decision_s)
        return TimeLeft(max(0.0, self.decision_s - passed_s), max(0.0, self.bank_s - over_s))

    def spend(self, passed_s: float) -> None:
        """A decision took so long: what it took beyond its own time is gone from the bank."""
        self.bank_s = max(0.0, self.bank_s - max(0.0, passed_s - self.decision_s))
