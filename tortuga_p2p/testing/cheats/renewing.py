"""Cheats about piles that are made anew: somebody else has left, and of those who stay one lies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...crypto.element import CARD_BYTES
from ...crypto.group import POINT_BYTES
from ...errors import Code
from ...session.message import Masked
from .cheat import Fate, Lie, cheat
from .choices import some_card

if TYPE_CHECKING:
    from ...session.message import Stay, Tagged, Unveil


class LieToThoseWhoStay(Lie):
    """Has its chance once somebody else has left by their own word."""

    needs_a_leaver = True
    at_once = True


@cheat(Fate.REFUSED, Code.BAD_HAND_OVER, seats_min=4)
class CopyAnotherCard(LieToThoseWhoStay):
    """Has another card struck out of the new deck than the one it holds, to hold two of one."""

    of = "stay"

    def lie(self, raw: bytes, said: Stay) -> bytes | None:
        if not said.copies:
            return None
        first, *rest = said.copies
        return self.changed(raw, replace(said, copies=(Masked(some_card(self), first.proof), *rest)))


@cheat(Fate.REFUSED, Code.WRONG_COUNT, seats_min=4)
class HideACardItHolds(LieToThoseWhoStay):
    """Does not copy one of its cards: it would be in its hand and in the pile."""

    of = "stay"

    def lie(self, raw: bytes, said: Stay) -> bytes | None:
        return self.changed(raw, replace(said, copies=said.copies[1:])) if said.copies else None


@cheat(Fate.REFUSED, Code.BAD_TAG, seats_min=4)
class TagOneHalf(LieToThoseWhoStay):
    """Tags one half of a card with another number: it would be found nowhere."""

    of = "tag"

    def lie(self, raw: bytes, said: Tagged) -> bytes:
        half = some_card(self)[:POINT_BYTES]
        return self.changed(raw, replace(said, cards=half + said.cards[POINT_BYTES:]))


@cheat(Fate.REFUSED, Code.BAD_TAG, seats_min=4)
class SwapTags(LieToThoseWhoStay):
    """Lets two tags change places: another card would be struck out."""

    of = "tag"

    def lie(self, raw: bytes, said: Tagged) -> bytes | None:
        first, second = said.cards[:CARD_BYTES], said.cards[CARD_BYTES : 2 * CARD_BYTES]
        if first == second:
            return None
        return self.changed(raw, replace(said, cards=second + first + said.cards[2 * CARD_BYTES :]))


@cheat(Fate.REFUSED, Code.BAD_SHARE, seats_min=4)
class UnveilAnotherTag(LieToThoseWhoStay):
    """Gives a share that is none: the places found with it would be wrong."""

    of = "unveil"

    def lie(self, raw: bytes, said: Unveil) -> bytes:
        return self.changed(raw, replace(said, shares=some_card(self)[:POINT_BYTES] + said.shares[POINT_BYTES:]))
