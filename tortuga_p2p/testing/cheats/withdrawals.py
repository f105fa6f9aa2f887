"""A seat that takes back votes which nobody ever cast, to fill the memories of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...session.message import Withdraw
from .cheat import Besides, Fate, cheat
from .leaving import FLOOD

if TYPE_CHECKING:
    from ...session.table import Table
    from ..company import Mail


@cheat(Fate.HARMLESS, seats_min=3)
class FloodWithdrawals(Besides):
    """Withdraws, with every number it can think of, what somebody has long said in this step."""

    def is_time(self) -> bool:
        return any(seat != self.session.own_seat for seat in self.session.accepted)

    def besides(self, table: Table) -> list[Mail]:
        seat, word = next(
            (seat, one.raw) for seat, one in self.session.accepted.items() if seat != self.session.own_seat
        )
        return [mail for number in FLOOD for mail in self.to_all(self.worded(Withdraw(number, 1 << seat, word)))]
