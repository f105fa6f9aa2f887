"""Points, scalars and masked cards as they travel: flat bytes of fixed length, read strictly and once.

A value keeps its bytes beside its decoded point, so that hashing it and calculating with it cost no conversion;
values are equal when their bytes are. See protocol/hidden.md, "Encodings".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ..errors import Code, Refused
from ..limits import DECK_CARDS_MAX
from ..text import _
from .group import POINT_BYTES, SCALAR_BYTES, Group, Point

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CARD_BYTES = 2 * POINT_BYTES


@dataclass(frozen=True, slots=True)
class Element:
    """A point and its spelling: a public key, a share, or a card laid bare."""

    raw: bytes
    point: Point = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Card:
    """A masked card (a, b) = (r·g, M + r·K): nobody sees M without the secret behind K."""

    raw: bytes
    a: Point = field(compare=False, repr=False)
    b: Point = field(compare=False, repr=False)


Deck: TypeAlias = tuple[Card, ...]


def element(group: Group, point: Point) -> Element:
    assert point is not None, "the neutral element has no spelling"
    return Element(group.encode(point), point)


def card(group: Group, a: Point, b: Point) -> Card:
    assert a is not None, "the neutral element has no spelling"
    assert b is not None, "the neutral element has no spelling"
    return Card(group.encode(a) + group.encode(b), a, b)


def joined(values: Iterable[Element | Card]) -> bytes:
    """The bytes of all, one after the other: how a deck or a list of shares travels."""
    return b"".join([value.raw for value in values])


def read_elements(group: Group, raw: bytes, count: int) -> tuple[Element, ...]:
    """Exactly `count` points. Raises `Refused` (wrong-count, bad-point)."""
    return tuple([Element(part, group.decode(part)) for part in _parts(raw, count, POINT_BYTES)])


def read_deck(group: Group, raw: bytes, count: int) -> Deck:
    """Exactly `count` masked cards. Raises `Refused` (wrong-count, bad-point)."""
    assert 0 < count <= DECK_CARDS_MAX
    decode = group.decode
    return tuple(
        [Card(part, decode(part[:POINT_BYTES]), decode(part[POINT_BYTES:])) for part in _parts(raw, count, CARD_BYTES)]
    )


def read_card(group: Group, raw: bytes) -> Card:
    return read_deck(group, raw, 1)[0]


def read_scalars(group: Group, raw: bytes, count: int) -> list[int]:
    """Exactly `count` scalars, each in [0, q). Raises `Refused` (wrong-count, bad-scalar)."""
    scalars = [int.from_bytes(part, "big") for part in _parts(raw, count, SCALAR_BYTES)]
    if any(scalar >= group.order for scalar in scalars):
        raise Refused(Code.BAD_SCALAR, _("A number in the proof is not below the order of the group."))
    return scalars


def spell_scalars(scalars: Sequence[int]) -> bytes:
    return b"".join([scalar.to_bytes(SCALAR_BYTES, "big") for scalar in scalars])


def _parts(raw: bytes, count: int, size: int) -> list[bytes]:
    if len(raw) != count * size:
        raise Refused(Code.WRONG_COUNT, _("{due} bytes belong here, not {found}.", due=count * size, found=len(raw)))
    return [raw[start : start + size] for start in range(0, len(raw), size)]
