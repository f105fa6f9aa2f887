"""Sitting down, in four closed steps: enter, offer, sign, seat. See protocol/session.md, "Sitting down".

Seats are chairs here: places in the list of identities. The last step draws who sits where, so that neither the host
nor anybody else chose it. No chain value leaves before every signature is held.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..crypto import zone
from ..crypto.chain import beacon, check_link, draws, owner_context
from ..crypto.hashing import tagged
from ..crypto.tags import Tag
from ..errors import Code, Refused
from ..text import _
from ..wire.codec import encode
from ..wire.envelope import Slot
from .agreement import Agreement, Meeting, lobby_id, options_of, table_id
from .message import SIT, Offer, Seat, Sign
from .seat_secrets import context
from .stages import begin
from .table import FIRST_STEP, Stage, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.element import Element
    from ..crypto.group import Group
    from .agreement import AnyGame
    from .seat_secrets import SeatSecrets

LANE: Final = "sit"
KINDS: Final = ("enter", "offer", "sign", "seat")
assert len(KINDS) == FIRST_STEP
KEY_LABEL: Final = "key"


@dataclass(frozen=True)
class Sit:
    """How far sitting down has come. By chair, as all here."""

    meeting: Meeting
    game: AnyGame
    group: Group
    step: int = 0
    lobby: bytes = b""
    offers: tuple[Offer, ...] = ()
    keys: tuple[Element, ...] = ()
    table: bytes = b""
    epoch: int = 0
    lane: ClassVar[str] = LANE

    @property
    def kind(self) -> str:
        return KINDS[self.step]

    @property
    def identities(self) -> tuple[bytes, ...]:
        """Whose key signs."""
        return self.meeting.company

    @cached_property
    def where(self) -> bytes:
        """What stands in an envelope's table field: the most that is agreed so far."""
        return (self.meeting.id, self.lobby, self.lobby, self.table)[self.step]

    @cached_property
    def digest(self) -> bytes:
        return tagged(Tag.STATE, encode((self.step, self.meeting.id, self.lobby, self.table)))

    @property
    def speakers(self) -> tuple[int, ...]:
        return tuple(range(len(self.meeting.company)))

    def slot(self, chair: int) -> Slot:
        return Slot(self.where, self.epoch, self.step, LANE, chair)

    def owner(self, chair: int) -> bytes:
        return owner_context(self.lobby, self.meeting.company[chair])


def check(sit: Sit, chair: int, said: Any) -> Any:
    """What closing needs of a message; raises its refusal."""
    match said:
        case Offer():
            key = zone.read_key(sit.group, said.key)
            zone.check_key(sit.group, key, said.proof, context=context(sit.slot(chair), KEY_LABEL))
            return key
        case Sign():
            if said.table != sit.table:
                raise Refused(Code.OTHER_TABLE, _("A seat signs a table other than the one of this lobby."))
        case Seat():
            check_link(sit.owner(chair), said.value, sit.offers[chair].anchor)
    return None


def speak_offer(sit: Sit, own: SeatSecrets, chair: int) -> Offer:
    slot = sit.slot(chair)
    proof = zone.prove_key(sit.group, own.key, context=context(slot, KEY_LABEL), entropy=own.entropy(slot, KEY_LABEL))
    return Offer(own.chain.anchor, own.dice.root, own.key.public.raw, proof)


def close(sit: Sit, said: Mapping[int, Any], checked: Mapping[int, Any], ids: Mapping[int, bytes]) -> Sit | Table:
    """The open step is complete. `ids` are envelope ids by chair. Raises `copied-offer`: then nobody sits down."""
    in_order = [said[chair] for chair in sit.speakers]
    after = replace(sit, step=sit.step + 1)
    match sit.kind:
        case "enter":
            return replace(after, lobby=lobby_id(sit.meeting, _ids(sit, ids)))
        case "offer":
            keys = tuple(checked[chair] for chair in sit.speakers)
            _check_offers(in_order, sit.group, keys)
            return replace(after, offers=tuple(in_order), keys=keys, table=table_id(sit.lobby, _ids(sit, ids)))
        case "sign":
            return after
        case _:
            return _take_seats(sit, [seat.value for seat in in_order])


def _ids(sit: Sit, ids: Mapping[int, bytes]) -> list[bytes]:
    return [ids[chair] for chair in sit.speakers]


def _check_offers(offers: list[Offer], group: Group, keys: tuple[Element, ...]) -> None:
    """Nobody is named: a copy of an anchor or a root is of no use to the copier and shows no author."""
    for values in zip(*[(offer.anchor, offer.root, offer.key) for offer in offers], strict=True):
        if len(set(values)) != len(values):
            raise Refused(Code.COPIED_OFFER, _("Two at the table offer the same randomness or the same key."))
    if group.sum([key.point for key in keys]) is None:  # only where all of them are one person's
        raise Refused(Code.COPIED_OFFER, _("The keys of the table cancel each other."))


def _take_seats(sit: Sit, values: list[bytes]) -> Table:
    """The first beacon draws the seats; whoever sits on seat 0 starts where a game knows no better."""
    drawn = beacon(sit.table, sit.epoch, 1, values)
    chairs = list(sit.speakers)
    picks = draws(drawn, tuple(range(len(chairs), 1, -1)))
    order = [chairs.pop(pick) for pick in (*picks, 0)]
    agreement = Agreement(
        sit.meeting,
        sit.game,
        sit.group,
        sit.lobby,
        sit.table,
        people=tuple(sit.meeting.people[chair] for chair in order),
        offers=tuple(sit.offers[chair] for chair in order),
        keys=tuple(sit.keys[chair] for chair in order),
    )
    packs = agreement.packs
    return begin(
        Table(
            agreement,
            FIRST_STEP,
            sit.game.setup(len(order), options_of(sit.meeting.terms)),
            heads=tuple(values[chair] for chair in order),
            beacons=1,
            rolls=(0,) * len(order),
            things={},
            loose={name: tuple(sorted(map(pack.card, pack.points))) for name, pack in packs.items()},
            stage=Stage("link"),
            seats=(1 << len(order)) - 1,
            shown=1,
        )
    )


assert set(KINDS) == set(SIT.kinds)
