"""Cheats about ending by agreement: two words in one place, an agreement that is none, proposals without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import Code
from ...session.message import Agree, Decline, Wish
from ...session.phases import SessionPhase
from .cheat import Besides, Fate, cheat

if TYPE_CHECKING:
    from ...session.table import Table
    from ..company import Mail


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION)
class AgreeAndDecline(Besides):
    """Agrees to end the game, and declines in the same step."""

    def besides(self, table: Table) -> list[Mail]:
        return [*self.to_all(self.worded(Agree())), *self.to_all(self.worded(Decline()))]


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION)
class DeclineTwice(Besides):
    """Says that it would rather play, and that it has only gone on, in the same step."""

    def besides(self, table: Table) -> list[Mail]:
        return [*self.to_all(self.worded(Decline(refuses=1))), *self.to_all(self.worded(Decline(refuses=0)))]


@cheat(Fate.HARMLESS)
class AgreeAndGoOn(Besides):
    """Agrees to what nobody proposed, to hold the others up, and plays on: they decline, and so does nothing stop."""

    def besides(self, table: Table) -> list[Mail]:
        return [*self.to_all(self.worded(Wish())), *self.to_all(self.worded(Agree()))]


@cheat(Fate.HARMLESS)
class FloodProposals(Besides):
    """Proposes to end the game in every step there is."""

    def more(self) -> list[Mail]:
        table = self.session.table
        if table is None or self.session.phase is not SessionPhase.PLAYING or self._said_in == table.step:
            return []
        self.strike()
        self._said_in = table.step
        return self.to_all(self.worded(Wish()))


@cheat(Fate.REFUSED, Code.WRONG_KIND)
class WishInAnotherLane(Besides):
    """Puts a wish into the place of an agreement."""

    def besides(self, table: Table) -> list[Mail]:
        return self.to_all(self.worded(Wish(), lane="accord"))
