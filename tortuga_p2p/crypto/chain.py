"""The beacon: public random numbers that nobody can choose, from one hash chain per seat.

Each seat fixes the end of its chain before the game (the anchor) and later shows the values before it, one per beacon.
What a beacon gives is unpredictable if one seat is honest, and nothing chosen after the agreement enters it.
What it cannot stop: a seat may fall silent after seeing the others' values (protocol/randomness.md, "Falling silent").
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import Code, Refused
from ..limits import CHAIN_LENGTH
from ..text import _
from .hashing import tagged, tagged_digests, u32, uniform
from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Sequence

_STRIDE = 64  # links between two values kept: the root of the length balances memory and steps


def owner_context(lobby_id: bytes, identity: bytes) -> bytes:
    """Names one seat of one lobby. Hashed into chain and dice, so that nobody can offer a copy of another's."""
    return tagged(Tag.OWNER, lobby_id, identity)


@dataclass(frozen=True, slots=True)
class Chain:
    """A seat's own chain: value 0 is the public anchor, value k is shown for beacon k, up to `length`."""

    owner: bytes
    length: int
    anchor: bytes
    _kept: tuple[bytes, ...] = field(repr=False)  # every 64th value as counted from the seed

    @classmethod
    def grow(cls, seed: bytes, owner: bytes, length: int = CHAIN_LENGTH) -> Chain:
        """Walks the whole chain once; afterwards a value costs at most 63 hashes."""
        kept = []
        value, link = seed, tagged_digests(Tag.CHAIN, owner)
        for place in range(length):
            if place % _STRIDE == 0:
                kept.append(value)
            value = link(value)
        return cls(owner, length, anchor=value, _kept=tuple(kept))

    def value(self, number: int) -> bytes:
        """The value for beacon `number`. Once it was shown it is spent, whatever became of the beacon."""
        assert 0 <= number <= self.length, "the chain is too short for this game: limits.CHAIN_LENGTH"
        if number == 0:
            return self.anchor
        place = self.length - number
        value, link = self._kept[place // _STRIDE], tagged_digests(Tag.CHAIN, self.owner)
        for _turn in range(place % _STRIDE):
            value = link(value)
        return value


def check_link(owner: bytes, value: bytes, head: bytes, links: int = 1) -> None:
    """Raises `bad-chain-value` unless `value` is so many links before `head`, the last value of this owner's chain."""
    found = value
    for _turn in range(links):
        found = _link(owner, found)
    if found != head:
        raise Refused(Code.BAD_CHAIN_VALUE, _("A beacon value is not the next one in its chain."))


def beacon(table_id: bytes, epoch: int, number: int, values: Sequence[bytes]) -> bytes:
    """The joint random bytes of beacon `number`, from the values of all seats still at the table, in seat order."""
    return tagged(Tag.BEACON, table_id, u32(epoch), u32(number), *values)


def draw(beacon_bytes: bytes, index: int, bound: int) -> int:
    """The `index`-th public number of a beacon, in [0, bound)."""
    return uniform(tagged(Tag.DRAW, beacon_bytes, u32(index)), bound)


def draws(beacon_bytes: bytes, bounds: Sequence[int]) -> tuple[int, ...]:
    """The answer to a `Chance`: the i-th number in [0, bounds[i])."""
    return tuple(draw(beacon_bytes, index, bound) for index, bound in enumerate(bounds))


def _link(owner: bytes, value: bytes) -> bytes:
    return tagged(Tag.CHAIN, owner, value)
