"""Cheats about joint randomness: what a seat shows of its chain, and what it never shows."""

from __future__ import annotations

from ...errors import Code
from ...session.message import Link
from ..company import some_bytes
from .cheat import Both, Fate, Lie, Withhold, cheat


@cheat(Fate.REFUSED, Code.BAD_CHAIN_VALUE)
class InventAChainValue(Lie):
    """Shows a value of its choice."""

    of = "link"

    def lie(self, raw: bytes, said: Link) -> bytes:
        return self.changed(raw, Link(some_bytes("luck")))


@cheat(Fate.REFUSED, Code.BAD_CHAIN_VALUE)
class SkipAChainValue(Lie):
    """Shows the value after the next one."""

    of = "link"

    def lie(self, raw: bytes, said: Link) -> bytes:
        return self.changed(raw, Link(self.own.chain.value(self.table.beacons + 2)))


@cheat(Fate.REFUSED, Code.BAD_CHAIN_VALUE)
class RepeatAChainValue(Lie):
    """Shows its last value again."""

    of = "link"

    def lie(self, raw: bytes, said: Link) -> bytes:
        return self.changed(raw, Link(self.own.chain.value(self.table.beacons)))


@cheat(Fate.REFUSED, Code.BAD_CHAIN_VALUE, Code.EQUIVOCATION, seats_min=3)
class LinkTwice(InventAChainValue, Both):
    """Shows two values, each to other eyes, so that they draw different numbers."""


@cheat(Fate.SILENCE)
class WithholdAChainValue(Withhold):
    """Waits until it can compute the draw, and says nothing any more where it does not like it."""

    of = "link"


@cheat(Fate.SILENCE)
class WithholdAReveal(Withhold):
    """Sees what the others revealed, and does not reveal."""

    of = "reveal"


@cheat(Fate.SILENCE)
class WithholdAShare(Withhold):
    """Does not take its lock off what another is to see."""

    of = "show"


@cheat(Fate.SILENCE)
class WithholdAMix(Withhold):
    """Does not mix when it is its turn to."""

    of = "mix"


@cheat(Fate.SILENCE)
class NeverSeal(Withhold):
    """Plays to the end and does not sign it: the game is finished without."""

    of = "seal"
    at_once = True
