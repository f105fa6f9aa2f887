"""Cheats about nods: on two histories, on a state that is none, in a shape that is none, or none at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import Code
from ...session.message import Say
from ...session.nodding import NOD, is_gated
from ...session.stages import speakers
from ..company import some_bytes
from ..forging import content_of
from .cheat import Both, Fate, Lie, Withhold, cheat

if TYPE_CHECKING:
    from ...session.event import Talk
    from ...session.message import Nod
    from ..company import Peer


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class NodTwice(Both):
    """Says to one of the others that it stands on a history that nobody knows."""

    of = NOD

    def lie(self, raw: bytes, said: Nod) -> bytes | None:
        if self.session.own_seat in speakers(self.table):
            return None  # then its word says as well where it stands, and nobody needs the nod
        return self.changed(raw, prev=some_bytes("another history"))

    def land(self, lie: Talk, hearer: Peer) -> None:
        """Whoever has nothing to say in that step needs no nod, and may close it before the two meet."""
        now = hearer.session
        if isinstance(lie, Say) and content_of(lie.envelope).step == now.position.step:
            self.landed = self.landed or now.own_seat in now.unsaid

    def due(self, is_convicted: bool) -> Fate | None:
        return self.fate if is_convicted or self.met else None


@cheat(Fate.SILENCE, seats_min=3)
class NodOnAnotherState(Lie):
    """Stands on the same history, and says that the table looks otherwise: the others go on without it."""

    of = NOD

    def lie(self, raw: bytes, said: Nod) -> bytes | None:
        if self.session.own_seat in speakers(self.table) or not is_gated(self.table):
            return None  # then its word says as well where it stands, or nobody may need the nod
        return self.changed(raw, state=some_bytes("another state"))

    def due(self, is_convicted: bool) -> Fate | None:
        """Where the others lose patience its honest session votes with somebody, and so says where it stands, too."""
        seat, tables = self.session.own_seat, [peer.session.latest.table for peer in self.company.players]
        is_out = any(table is not None and not table.seats >> seat & 1 for table in tables)
        return super().due(is_convicted) if is_out else None


@cheat(Fate.REFUSED, Code.MALFORMED, seats_min=3)
class NodWithWords(Lie):
    """Puts something into a nod, which has no room for anything."""

    of = NOD

    def lie(self, raw: bytes, said: Any) -> bytes:
        return self.changed(raw, body=(1,))


@cheat(Fate.SILENCE, seats_min=3)
class WithholdANod(Withhold):
    """Does not say where it stands, so that nobody may release anything: it is the one who is waited for."""

    of = NOD
