"""A small table for tests of hidden things: keys, a pack, a mixed deck, and points nobody honest would make."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tortuga_p2p.crypto import zone
from tortuga_p2p.crypto.curve import PureSecp256k1
from tortuga_p2p.crypto.element import Card, Element, card, element
from tortuga_p2p.crypto.group import Group, default_group
from tortuga_p2p.crypto.hashing import tagged
from tortuga_p2p.crypto.pack import Pack
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.crypto.toygroup import ToyGroup

if TYPE_CHECKING:
    from tortuga_p2p.crypto.element import Deck
    from tortuga_p2p.crypto.zone import SecretKey

FAST: Group = default_group()
PURE: Group = PureSecp256k1()
TOY: Group = ToyGroup()

CONTEXT = b"table 7, step 3, seat 1"
ENTROPY = b"e" * 32


@dataclass(frozen=True)
class Table:
    """Seats with keys, a pack of distinct cards, and its deck mixed once under the joint key."""

    group: Group
    secrets: tuple[SecretKey, ...]
    joint: Element
    pack: Pack
    deck: Deck

    def held(self, seat: int, place: int = 0) -> Card:
        """The card at a place of the deck, dealt to a seat."""
        return zone.unlock(self.group, self.deck[place], [self.share(other, place) for other in self.others(seat)])

    def share(self, seat: int, place: int) -> Element:
        return element(self.group, self.group.mul_secret(self.secrets[seat].scalar, self.deck[place].a))

    def others(self, seat: int) -> list[int]:
        return [other for other in range(len(self.secrets)) if other != seat]

    def card_at(self, place: int) -> int:
        """What lies there, as all seats together would see it."""
        shares = [self.share(seat, place) for seat in range(len(self.secrets))]
        return self.pack.card(zone.laid_bare(self.group, self.deck[place], shares))


@cache
def table(group: Group, cards: int = 4, seats: int = 3) -> Table:
    secrets = tuple(zone.secret_key(group, tagged(Tag.CARD_SEED, b"test", bytes([seat]))) for seat in range(seats))
    joint = zone.joint_key(group, [secret.public for secret in secrets])
    pack = Pack(group, "test", tuple(range(cards)), alike=False)
    deck, _ = zone.mix(group, joint, zone.fresh(group, joint, pack.points), context=b"setup", entropy=b"s" * 32)
    return Table(group, secrets, joint, pack, deck)


def shifted(group: Group, old: Card, *, a: int = 0, b: int = 0) -> Card:
    """The card with multiples of the generator added to its halves."""
    g = group.generator
    return card(group, group.msm((1, a), (old.a, g)), group.msm((1, b), (old.b, g)))


def replaced(raw: bytes, start: int, new: bytes) -> bytes:
    return raw[:start] + new + raw[start + len(new) :]


NO_POINTS = {
    "not on the curve": b"\x02" + (5).to_bytes(32, "big"),
    "x not below the field": b"\x02" + (2**256 - 2**32 - 977 + 1).to_bytes(32, "big"),
    "x of 256 ones": b"\x03" + b"\xff" * 32,
    "zero prefix": bytes(33),
    "prefix of a long spelling": b"\x04" + b"\x01" * 32,
    "prefix of a hybrid spelling": b"\x06" + b"\x01" * 32,
    "the neutral element": b"\x00" * 33,
}
