"""What is printed on the cards of one pile: the point that stands for each card, and the card behind each point.

Where `alike`, cards of equal face share one point and nobody can ever tell them apart; otherwise every physical copy
has its own. Points are hashed out of fixed words. See protocol/hidden.md, "Card points".
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..errors import Code, Refused
from ..text import _
from .element import Element, element
from .hashing import tagged, u32
from .tags import Tag

if TYPE_CHECKING:
    from .group import Group


class Pack:
    """The cards 0, 1, 2 ... of a pile; `faces[i]` is what card i shows, `points[i]` what stands for it."""

    def __init__(self, group: Group, pile: str, faces: tuple[int, ...], *, alike: bool) -> None:
        self.faces = faces
        # Of equal cards that are alike, the first stands for all.
        self._numbers = [faces.index(face) if alike else number for number, face in enumerate(faces)]
        word = b"alike" if alike else b"distinct"
        self.points = tuple([_card_point(group, pile, word, number) for number in self._numbers])
        self._cards = {point.raw: number for point, number in zip(self.points, self._numbers, strict=True)}

    def card(self, point: Element) -> int:
        """The number of the card a point stands for; of cards that are alike, the lowest. Raises `Refused`."""
        try:
            return self._cards[point.raw]
        except KeyError:
            raise Refused(Code.UNKNOWN_CARD, _("What was opened is not a card of this pile.")) from None

    def face(self, point: Element) -> int:
        """The face a point stands for. Raises `Refused` (unknown-card)."""
        return self.faces[self.card(point)]


@cache
def _card_point(group: Group, pile: str, word: bytes, number: int) -> Element:
    name = group.name.encode("ascii")
    seed = tagged(Tag.CARD_POINT, name, pile.encode("utf-8"), word, u32(number))
    return element(group, group.hash_to_point(seed))
