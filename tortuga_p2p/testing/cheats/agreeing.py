"""Cheats about ending by agreement: two words in one place, an agreement that is none, proposals without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import Code
from ...session.event import Heard, Propose, Utter
from ...session.message import Agree, Decline, Say, Wish
from ...session.phases import SessionPhase
from ...session.table import FIRST_STEP
from ..company import some_bytes
from ..forging import worded
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


@cheat(Fate.HARMLESS)
class WishesOfAnotherTable(Besides):
    """Brings what the others signed at another table, where they would rather have stopped, and wishes so itself."""

    def is_time(self) -> bool:
        return self.session.position.step > FIRST_STEP  # as if it had come late

    def besides(self, table: Table) -> list[Mail]:
        elsewhere, meeting = some_bytes("another table"), self.company.meeting.id
        authors = [peer.session for peer in self.company.players if peer is not self.peer and peer.session.table]
        old = [worded(session, Wish(), table=elsewhere, step=FIRST_STEP) for session in authors]
        effects = self.peer.take(Propose())  # its own program is to agree when the others do
        for raw in old:
            effects += self.peer.take(Heard(b"", Say(meeting, raw)))
        own = [effect.raw for effect in effects if isinstance(effect, Utter)]
        return [mail for raw in (*old, *own) for mail in self.to_all(raw)]
