"""Cheats about hidden things: mixing, showing, re-masking, handing over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...crypto import zone
from ...crypto.element import CARD_BYTES, joined
from ...crypto.group import POINT_BYTES
from ...errors import Code
from ...rules.ask import MixHands
from ...session import showing
from ...session.ledger import Hidden, place_of
from ...session.message import HandOver, Masked, Mixed, Remask, Show
from ...session.mixing import speakers, to_mix
from ...session.seat_secrets import context
from ..company import some_bytes
from .cheat import Both, Fate, Lie, cheat
from .choices import flipped, some_card

if TYPE_CHECKING:
    from ...crypto.element import Card, Deck, Element
    from ...rules.ask import Handle
    from .cheat import Cheat

# --- mixing ----------------------------------------------------------------------------------------------------------


class BadMix(Lie):
    """Says another deck than it proved."""

    of = "mix"

    def lie(self, raw: bytes, said: Mixed) -> bytes:
        return self.changed(raw, Mixed(self.deck(said.deck), said.proof))

    def deck(self, deck: bytes) -> bytes:
        raise NotImplementedError


@cheat(Fate.REFUSED, Code.BAD_SHUFFLE)
class DoubleACard(BadMix):
    """One card is there twice, another not at all."""

    def deck(self, deck: bytes) -> bytes:
        return deck[:CARD_BYTES] * 2 + deck[2 * CARD_BYTES :]


@cheat(Fate.REFUSED, Code.BAD_SHUFFLE)
class BringAForeignCard(BadMix):
    """A card that was never in the deck."""

    def deck(self, deck: bytes) -> bytes:
        return some_card(self) + deck[CARD_BYTES:]


@cheat(Fate.REFUSED, Code.BAD_SHUFFLE)
class SwapAfterTheProof(BadMix):
    """The same cards in another order than the one it proved."""

    def deck(self, deck: bytes) -> bytes:
        return deck[CARD_BYTES : 2 * CARD_BYTES] + deck[:CARD_BYTES] + deck[2 * CARD_BYTES :]


@cheat(Fate.REFUSED, Code.WRONG_COUNT)
class LoseACard(BadMix):
    """One card less."""

    def deck(self, deck: bytes) -> bytes:
        return deck[CARD_BYTES:]


@cheat(Fate.REFUSED, Code.BAD_POINT)
class MixNonsense(BadMix):
    """Bytes that are no card."""

    def deck(self, deck: bytes) -> bytes:
        return b"\xff" * CARD_BYTES + deck[CARD_BYTES:]


@cheat(Fate.REFUSED, Code.BAD_SHUFFLE)
class MixAnotherDeck(Lie):
    """Mixes the deck as it was before the hop of another, with a proof that is good for that."""

    of = "mix"

    def lie(self, raw: bytes, said: Mixed) -> bytes | None:
        key, deck = to_mix(self.table, self.session.own_seat)
        return self._mixed(raw, key, deck[::-1])

    def _mixed(self, raw: bytes, key: Element, deck: Deck) -> bytes:
        table, slot = self.table, self.table.slot(self.session.own_seat)
        where, entropy = context(slot, "mix"), some_bytes("another order")
        mixed, proof = zone.mix(table.agreement.group, key, deck, context=where, entropy=entropy)
        return self.changed(raw, Mixed(joined(mixed), proof))


@cheat(Fate.REFUSED, Code.BAD_SHUFFLE, Code.WRONG_COUNT)
class MixAnotherHand(MixAnotherDeck):
    """Where several mix their own hands at once, takes the hand of another for its own, with a proof for that."""

    at_once = True

    def lie(self, raw: bytes, said: Mixed) -> bytes | None:
        table, me = self.table, self.session.own_seat
        others = [seat for seat in speakers(table) if seat != me]
        if not isinstance(table.ask, MixHands) or not others:
            return None
        _, hand = to_mix(table, others[0])
        return self._mixed(raw, table.agreement.keys[me], hand)


@cheat(Fate.REFUSED, Code.BAD_SHUFFLE)
class LockTheHandForAll(MixAnotherDeck):
    """Mixes its own hand under everybody's key: nobody could make it show its cards any more."""

    at_once = True

    def lie(self, raw: bytes, said: Mixed) -> bytes | None:
        if not isinstance(self.table.ask, MixHands):
            return None
        _, hand = to_mix(self.table, self.session.own_seat)
        return self._mixed(raw, self.table.joint_key, hand)


@cheat(Fate.EQUIVOCATION, Code.EQUIVOCATION, seats_min=3)
class MixTwice(MixAnotherDeck, Both):
    """Mixes the deck in two ways, both of them good, each for other eyes."""

    def lie(self, raw: bytes, said: Mixed) -> bytes | None:
        return self._mixed(raw, *to_mix(self.table, self.session.own_seat))


@cheat(Fate.REFUSED, Code.BAD_SHUFFLE)
class RepeatAProof(Lie):
    """Proves a mix with the proof of an earlier one of as many cards."""

    of = "mix"
    at_once = True

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._before: dict[int, bytes] = {}

    def lie(self, raw: bytes, said: Mixed) -> bytes | None:
        before = self._before.setdefault(len(said.proof), said.proof)
        return self.changed(raw, Mixed(said.deck, before)) if before != said.proof else None


# --- showing ---------------------------------------------------------------------------------------------------------


@cheat(Fate.REFUSED, Code.WRONG_COUNT)
class SkipAShare(Lie):
    """Gives a share less than is due."""

    of = "show"

    def lie(self, raw: bytes, said: Show) -> bytes | None:
        return self.changed(raw, replace(said, shares=said.shares[POINT_BYTES:])) if said.shares else None


@cheat(Fate.REFUSED, Code.WRONG_COUNT)
class GiveAShareTooMany(Lie):
    """Gives a share more than is due: perhaps it opens something."""

    of = "show"

    def lie(self, raw: bytes, said: Show) -> bytes:
        group = self.company.group
        return self.changed(raw, replace(said, shares=said.shares + group.encode(group.base(9))))


@cheat(Fate.REFUSED, Code.BAD_SHARE)
class ForgeAShare(Lie):
    """Gives a share that is none, so that another sees a wrong card or none."""

    of = "show"

    def lie(self, raw: bytes, said: Show) -> bytes | None:
        if not said.shares:
            return None
        group = self.company.group
        return self.changed(raw, replace(said, shares=group.encode(group.base(9)) + said.shares[POINT_BYTES:]))


@cheat(Fate.REFUSED, Code.BAD_SHARE)
class ExchangeShares(Lie):
    """Gives the shares of two cards in the wrong order."""

    of = "show"

    def lie(self, raw: bytes, said: Show) -> bytes | None:
        first, second, rest = said.shares[:POINT_BYTES], said.shares[POINT_BYTES:][:POINT_BYTES], said.shares[66:]
        return self.changed(raw, replace(said, shares=second + first + rest)) if second else None


@cheat(Fate.REFUSED, Code.BAD_SHARE)
class OpenAnotherThing(Lie):
    """Takes its lock off another thing than the one asked for, with a proof that is good for that other one.

    Of a pile it lets an accomplice peek at what nobody may see; of a hand it shows a card that suits it better.
    """

    of = "show"

    def lie(self, raw: bytes, said: Show) -> bytes | None:
        table, seat = self.table, self.session.own_seat
        due = showing.duties(table, seat).shares
        other = another_thing(self, due)
        if other is None:
            return None
        cards = [other, *(thing.card for handle in due[1:] if isinstance(thing := table.things[handle], Hidden))]
        shares, proof = showing.make_shares(table, self.own, table.slot(seat), cards)
        return self.changed(raw, replace(said, shares=shares, proof=proof))


def another_thing(cheat_: Cheat, due: tuple[Handle, ...]) -> Card | None:
    """A thing that lies where the first of these lies, and is none of them."""
    things = cheat_.table.things
    place = place_of(things[due[0]]) if due else None
    others = (thing for handle, thing in sorted(things.items()) if handle not in due)
    return next((thing.card for thing in others if isinstance(thing, Hidden) and thing.place == place), None)


@cheat(Fate.REFUSED, Code.BAD_READING_COPY)
class ShowAnotherCard(Lie):
    """Lets a spy read another card than the one it holds."""

    of = "show"
    at_once = True

    def lie(self, raw: bytes, said: Show) -> bytes | None:
        if not said.copies:
            return None
        copies = (replace(said.copies[0], card=some_card(self)), *said.copies[1:])
        return self.changed(raw, replace(said, copies=copies))


@cheat(Fate.REFUSED, Code.BAD_OPENING)
class OpenAnotherDie(Lie):
    """Opens its last dice with a secret that is not the one fixed before."""

    of = "show"
    at_once = True

    def lie(self, raw: bytes, said: Show) -> bytes | None:
        return self.changed(raw, replace(said, dice=(flipped(said.dice[0]), *said.dice[1:]))) if said.dice else None


@cheat(Fate.REFUSED, Code.BAD_REMASK)
class RemaskAnotherCard(Lie):
    """Puts another card in the place of the one it is to see."""

    of = "remask"
    at_once = True

    def lie(self, raw: bytes, said: Remask) -> bytes:
        return self.changed(raw, Remask((replace(said.cards[0], card=some_card(self)), *said.cards[1:])))


@cheat(Fate.REFUSED, Code.BAD_REMASK)
class PeekIntoThePile(Lie):
    """Masks another thing of the pile anew than the one it named, with a proof that is good for that other one."""

    of = "remask"
    at_once = True

    def lie(self, raw: bytes, said: Remask) -> bytes | None:
        table, seat = self.table, self.session.own_seat
        other = another_thing(self, showing.stale(table, seat))
        if other is None:
            return None
        card, proof = zone.remask(
            table.agreement.group,
            table.joint_key,
            other,
            context=context(table.slot(seat), "remask/0"),
            entropy=self.own.entropy(table.slot(seat), "remask/0"),
        )
        return self.changed(raw, Remask((Masked(card.raw, proof), *said.cards[1:])))


@cheat(Fate.REFUSED, Code.WRONG_COUNT)
class RemaskTooMany(Lie):
    """Re-masks a card that is not its own to see."""

    of = "remask"
    at_once = True

    def lie(self, raw: bytes, said: Remask) -> bytes:
        return self.changed(raw, Remask((*said.cards, said.cards[0])))


# --- handing over ----------------------------------------------------------------------------------------------------


@cheat(Fate.REFUSED, Code.BAD_HAND_OVER)
class GiveAnotherCard(Lie):
    """Gives another thing than the one it must give."""

    of = "give"
    at_once = True

    def lie(self, raw: bytes, said: HandOver) -> bytes:
        return self.changed(raw, HandOver((replace(said.given[0], card=some_card(self)), *said.given[1:])))


@cheat(Fate.REFUSED, Code.WRONG_COUNT)
class GiveTwice(Lie):
    """Gives a thing more than it must."""

    of = "give"
    at_once = True

    def lie(self, raw: bytes, said: HandOver) -> bytes:
        return self.changed(raw, HandOver((*said.given, said.given[0])))
