"""Cheats about the envelope around a message: its history, its state, its place, its turn, its form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import Code
from ...limits import ENVELOPE_BYTES_MAX
from ...session.message import Commit, Link
from ..company import some_bytes
from ..forging import content_of
from .cheat import Besides, Both, Cheat, Fate, Lie, cheat

if TYPE_CHECKING:
    from ...session.table import Table
    from ..company import Mail
    from .cheat import Plan


class AnyLie(Lie):
    """About any message of play; what is said later is honest, if anybody still listens."""

    of = ""


@cheat(Fate.SILENCE)
class StalePrev(AnyLie):
    """Stands on an old history: nobody can use it, and it proves nothing."""

    def lie(self, raw: bytes, said: Any) -> bytes:
        return self.changed(raw, prev=some_bytes("another history"))


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class StalePrevForOne(StalePrev, Both):
    """Stands on an old history before one of the others only."""


@cheat(Fate.SILENCE, seats_min=3)
class WrongState(AnyLie):
    """Says that the table stands otherwise. Nobody can tell who is wrong: those who agree go on without it."""

    def lie(self, raw: bytes, said: Any) -> bytes:
        return self.changed(raw, state=some_bytes("another state"))


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class WrongStateForOne(WrongState, Both):
    """Says so to one of the others only."""


@cheat(Fate.SILENCE, Code.WENT_ON)
class WrongEpoch(AnyLie):
    """Speaks as if somebody had been removed. If it leaves alone then, it has signed words behind its last one."""

    def lie(self, raw: bytes, said: Any) -> bytes:
        return self.changed(raw, epoch=1)

    def due(self, is_convicted: bool) -> Fate | None:
        return Fate.WENT_ON if is_convicted else super().due(is_convicted)


@cheat(Fate.SILENCE)
class WrongTable(AnyLie):
    """Speaks at another table."""

    def lie(self, raw: bytes, said: Any) -> bytes:
        return self.changed(raw, table=some_bytes("another table"))


@cheat(Fate.REFUSED, Code.WRONG_KIND)
class WrongLane(AnyLie):
    """Speaks in a lane that does not exist."""

    def lie(self, raw: bytes, said: Any) -> bytes:
        return self.changed(raw, lane="chatter")


@cheat(Fate.REFUSED, Code.WRONG_KIND)
class WrongKind(AnyLie):
    """Says something that is not due now."""

    def lie(self, raw: bytes, said: Any) -> bytes:
        other = Commit(bytes(32)) if isinstance(said, Link) else Link(bytes(32))
        return self.changed(raw, other)


@cheat(Fate.REFUSED, Code.MALFORMED)
class MalformedBody(AnyLie):
    """A message with a field too many."""

    def lie(self, raw: bytes, said: Any) -> bytes:
        body = content_of(raw).body
        assert isinstance(body, tuple)
        return self.changed(raw, body=(*body, 0))


@cheat(Fate.REFUSED, Code.MALFORMED)
class LargeBody(AnyLie):
    """As large as an envelope may be, and nothing in it."""

    def lie(self, raw: bytes, said: Any) -> bytes:
        return self.changed(raw, body=(bytes(ENVELOPE_BYTES_MAX - 600),))


@cheat(Fate.REFUSED, Code.OUT_OF_TURN)
class OutOfTurn(Besides):
    """Speaks when others are asked."""

    def besides(self, table: Table) -> list[Mail]:
        if table.stage.kind != "move" or self.session.own_seat in self.session.waiting_for:
            return []
        return self.to_all(self.worded(Link(bytes(32)), kind="move", body=(((0,), (), (), (), b"", b"", ()),)))


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION)
class SpeakAheadTwice(Besides):
    """Says two things for a step that has not come yet."""

    def besides(self, table: Table) -> list[Mail]:
        ahead = table.step + 3
        return [
            *self.to_all(self.worded(Link(bytes(32)), step=ahead)),
            *self.to_all(self.worded(Link(bytes(31) + b"\x01"), step=ahead)),
        ]


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION)
class RewriteThePast(Besides):
    """Signs other words for a step that is closed long ago."""

    def besides(self, table: Table) -> list[Mail]:
        me = self.session.own_seat
        old = [said[me] for said in self.session.closed[4:-2] if me in said]
        return self.to_all(self.changed(old[0], body=(some_bytes("what I should have said"),))) if old else []


@cheat(Fate.HARMLESS)
class TellOnlyOne(Cheat):
    """Talks to one neighbour only, who passes it on."""

    def plan(self, raw: bytes) -> Plan:
        self.strike()
        others = [peer.name for peer in self.company.players if peer is not self.peer]
        chosen = others[self.patience % len(others)]
        return lambda to: raw if to == chosen else None


@cheat(Fate.SILENCE)
class FallSilent(Cheat):
    """Says nothing at all from some step of play on, without a word."""

    def plan(self, raw: bytes) -> Plan:
        content = content_of(raw)
        if self.struck or (content.lane == "play" and content.kind != "seal" and self.draw.below(6) == 0):
            self.strike()
            return lambda to: None
        return lambda to: raw


@cheat(Fate.SILENCE)
class NeverSitDown(Cheat):
    """Comes, offers, and never signs."""

    def plan(self, raw: bytes) -> Plan:
        if self.struck or content_of(raw).kind == "sign":
            self.strike()
            return lambda to: None
        return lambda to: raw


@cheat(Fate.SILENCE)
class SealAnotherEnd(Lie):
    """Seals an end that is not the one that was reached: it counts as no seal."""

    of = "seal"
    at_once = True

    def lie(self, raw: bytes, said: Any) -> bytes:
        return self.changed(raw, state=some_bytes("my victory"))
