"""Where each hidden thing lies and under which lock: the public half of everything hidden at a table.

A die is a leaf of its owner's tree with the beacon of its roll; a card is a ciphertext in a pile or in a hand, with the
seats whose shares of it were ever published. Holds no secret. See protocol/hidden.md and protocol/session.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..crypto.element import Card, read_card
from ..errors import Code, Refused
from ..rules.ask import PILE
from ..text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.group import Group
    from ..rules.ask import Handle, Place, Seat
    from ..wire.codec import Plain


class Die(NamedTuple):
    """A die that was rolled and not opened."""

    seat: Seat
    roll: int
    position: int
    sides: int
    beacon: bytes


class Hidden(NamedTuple):
    """A card face down. `shared`: seats whose shares of this very ciphertext are public (only in a pile)."""

    pile: str
    place: Place
    card: Card
    shared: frozenset[Seat] = frozenset()


Thing: TypeAlias = Die | Hidden
Things: TypeAlias = "Mapping[Handle, Thing]"


def owned(things: Things, handle: Handle, seat: Seat) -> Thing:
    """The thing, where it lies in that seat's hand; raises `not-yours`."""
    thing = things.get(handle)
    if thing is None or place_of(thing) != seat:
        raise Refused(Code.NOT_YOURS, _("A seat shows or gives something that is not in its hand."))
    return thing


def place_of(thing: Thing) -> Place:
    return thing.seat if isinstance(thing, Die) else thing.place


def pack_things(things: Things) -> Plain:
    rows: list[Plain] = []
    for handle in sorted(things):  # a row for each of some forty things, in most steps: a call for each would show
        thing = things[handle]
        if isinstance(thing, Die):
            rows.append((handle, "", *thing))
        else:
            pile, place, card, shared = thing
            rows.append((handle, pile, place, card.raw, tuple(sorted(shared)) if shared else ()))
    return tuple(rows)


def unpack_things(group: Group, value: object) -> dict[Handle, Thing]:
    """The inverse of `pack_things`, for bytes that a signed hash vouches for; `read_table` catches wrong shapes."""
    things: dict[Handle, Thing] = {}
    assert isinstance(value, tuple)
    for handle, pile, *rest in value:
        if pile == "":
            things[handle] = Die(*rest)
        else:
            place, raw, shared = rest
            things[handle] = Hidden(pile, place, read_card(group, raw), frozenset(shared))
    return things


def in_pile(thing: Thing) -> bool:
    return isinstance(thing, Hidden) and thing.place == PILE
