"""Blind tags find the cards that are held in a new deck, show nothing else, and no liar gets through."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.crypto.hidden import CONTEXT, ENTROPY, FAST, PURE, TOY, shifted, table
from tests.refusal import refused
from tortuga_p2p.crypto import blind_tag, sigma, zone
from tortuga_p2p.crypto.blind_tag import Tagging
from tortuga_p2p.crypto.element import card, element
from tortuga_p2p.crypto.statement import Nonces, state
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code

if TYPE_CHECKING:
    from tests.crypto.hidden import Table
    from tortuga_p2p.crypto.element import Card, Deck, Element
    from tortuga_p2p.crypto.group import Group

GROUPS = pytest.mark.parametrize("group", [FAST, PURE, TOY], ids=["fast", "pure", "toy"])
ELSEWHERE = b"table 7, step 4, seat 1"
STAY = (0, 2)  # of three seats; seat 1 has left


def entropy(seat: int) -> bytes:
    return bytes([65 + seat]) * 32


@dataclass(frozen=True)
class Removal:
    """Seat 1 of three is gone: seats 0 and 2 hold a card each, and four cards lie fresh in a new deck."""

    own: Table
    joint: Element
    deck: Deck
    copies: Deck

    @property
    def cards(self) -> Deck:
        return (*self.deck, *self.copies)

    def tag(self, seat: int) -> tuple[Tagging, bytes]:
        return blind_tag.tag(self.own.group, self.cards, context=CONTEXT, entropy=entropy(seat))

    def secret(self, seat: int) -> int:
        statement = state(Tag.BLIND_TAG, self.own.group, CONTEXT, b"".join(one.raw for one in self.cards))
        return Nonces(self.own.group, entropy(seat), statement).scalars(b"tag", 1)[0]

    def sums(self) -> Deck:
        return blind_tag.tag_sums(self.own.group, [self.tag(seat)[0].cards for seat in STAY])

    def tags(self) -> list[Element]:
        """All tags laid bare, as everybody sees them after the shares of those who stay."""
        sums, group = self.sums(), self.own.group
        given = []
        for seat in STAY:
            shares, proof = zone.shares(group, self.own.secrets[seat], sums, context=CONTEXT, entropy=ENTROPY)
            zone.check_shares(group, self.own.secrets[seat].public, sums, shares, proof, context=CONTEXT)
            given.append(shares)
        return [zone.laid_bare(group, one, [some[at] for some in given]) for at, one in enumerate(sums)]

    def number(self, locked: Card) -> int:
        """Which card lies there in truth."""
        group, keys = self.own.group, [self.own.secrets[seat].scalar for seat in STAY]
        return self.own.pack.card(
            zone.laid_bare(group, locked, [element(group, group.mul_secret(key, locked.a)) for key in keys])
        )


@cache
def removal(group: Group) -> Removal:
    own = table(group)
    joint = zone.joint_key(group, [own.secrets[seat].public for seat in STAY])
    deck = zone.fresh(group, joint, own.pack.points)
    for seat in STAY:
        deck, _ = zone.mix(group, joint, deck, context=CONTEXT, entropy=entropy(seat))
    copies = []
    for seat in STAY:
        held = own.held(seat, seat)
        copy, proof = zone.stay_copy(group, own.secrets[seat], held, joint, context=CONTEXT, entropy=ENTROPY)
        zone.check_stay_copy(group, own.secrets[seat].public, held, copy, joint, proof, context=CONTEXT)
        copies.append(copy)
    return Removal(own, joint, deck, tuple(copies))


@GROUPS
def test_tags_find_each_card_held_in_the_deck(group: Group) -> None:
    at = removal(group)
    for seat in STAY:
        blind_tag.check_tag(group, at.cards, *at.tag(seat), context=CONTEXT)
    tags = at.tags()
    found = blind_tag.places(tags[:4], tags[4:])
    assert [at.number(at.deck[place]) for place in found] == [at.own.card_at(seat) for seat in STAY]
    left = [at.number(one) for place, one in enumerate(at.deck) if place not in found]
    assert sorted((*left, *(at.own.card_at(seat) for seat in STAY))) == [0, 1, 2, 3]


@GROUPS
def test_a_tag_is_no_card_and_never_the_same_again(group: Group) -> None:
    at = removal(group)
    tags = {one.raw for one in at.tags()}
    assert len(tags) == 4
    assert not tags & {point.raw for point in at.own.pack.points}
    again = blind_tag.tag(group, at.cards, context=ELSEWHERE, entropy=entropy(0))[0]
    assert again.base != at.tag(0)[0].base


@GROUPS
def test_a_tag_needs_the_secrets_of_all_who_stay(group: Group) -> None:
    """Without the share of the last honest seat nothing can be compared: neither tags nor cards."""
    at = removal(group)
    sums = at.sums()
    alone, _ = zone.shares(group, at.own.secrets[0], sums, context=CONTEXT, entropy=ENTROPY)
    half_bare = [zone.unlock(group, one, [share]) for one, share in zip(sums, alone, strict=True)]
    with refused(Code.UNKNOWN_CARD):
        tags = [element(group, one.b) for one in half_bare]
        blind_tag.places(tags[:4], tags[4:])


# --- liars -----------------------------------------------------------------------------------------------------------


def refused_tags(at: Removal, *changed: Card) -> None:
    """The first tagged cards are these; whoever says so knows all secrets and proves as well as can be."""
    own, group = at.tag(0)[0], at.own.group
    lie = Tagging(own.base, (*changed, *own.cards[len(changed) :]))
    relations, statement = blind_tag._relations(group, at.cards, lie, CONTEXT)
    proof = sigma.prove(group, relations, (at.secret(0),), statement=statement, entropy=ENTROPY)
    for attempt in (proof, at.tag(0)[1]):
        with refused(Code.BAD_TAG):
            blind_tag.check_tag(group, at.cards, lie, attempt, context=CONTEXT)


@GROUPS
def test_another_factor_for_one_card_is_refused(group: Group) -> None:
    at = removal(group)
    other = at.secret(0) + 1
    refused_tags(at, card(group, group.mul(other, at.cards[0].a), group.mul(other, at.cards[0].b)))


@GROUPS
@pytest.mark.parametrize("half", ["a", "b"])
def test_another_factor_for_one_half_is_refused(group: Group, half: str) -> None:
    at = removal(group)
    first = at.tag(0)[0].cards[0]
    refused_tags(at, shifted(group, first, **{half: 1}))


@GROUPS
@pytest.mark.parametrize("half", ["a", "b"])
def test_two_errors_that_cancel_are_refused(group: Group, half: str) -> None:
    first, second = removal(group).tag(0)[0].cards[:2]
    refused_tags(removal(group), shifted(group, first, **{half: 1}), shifted(group, second, **{half: -1}))


@GROUPS
def test_errors_that_cancel_between_the_halves_of_one_card_are_refused(group: Group) -> None:
    first = removal(group).tag(0)[0].cards[0]
    refused_tags(removal(group), shifted(group, first, a=1, b=-1))


@GROUPS
def test_tags_in_another_order_are_refused(group: Group) -> None:
    first, second = removal(group).tag(0)[0].cards[:2]
    refused_tags(removal(group), second, first)


@GROUPS
def test_tags_of_another_seat_or_step_are_refused(group: Group) -> None:
    at = removal(group)
    own, proof = at.tag(0)
    with refused(Code.BAD_TAG):
        blind_tag.check_tag(group, at.cards, own, proof, context=ELSEWHERE)
    with refused(Code.BAD_TAG):
        blind_tag.check_tag(group, at.cards, Tagging(at.tag(2)[0].base, own.cards), proof, context=CONTEXT)


@GROUPS
def test_a_base_made_out_of_the_others_is_refused(group: Group) -> None:
    """S' = -S would make the sum of all secrets zero, if anybody could prove that they know its secret."""
    at = removal(group)
    own = at.tag(0)[0]
    rogue = Tagging(
        element(group, group.mul(-1, own.base.point)),
        tuple([card(group, group.mul(-1, one.a), group.mul(-1, one.b)) for one in own.cards]),
    )
    relations, statement = blind_tag._relations(group, at.cards, rogue, CONTEXT)
    proof = sigma.prove(group, relations, (at.secret(2),), statement=statement, entropy=ENTROPY)
    with refused(Code.BAD_TAG):
        blind_tag.check_tag(group, at.cards, rogue, proof, context=CONTEXT)
    with refused(Code.BAD_POINT):  # and if it were believed, nothing would come of it
        blind_tag.tag_sums(group, [own.cards, rogue.cards])


@GROUPS
def test_fewer_tags_than_cards_are_refused(group: Group) -> None:
    at = removal(group)
    own, proof = at.tag(0)
    with refused(Code.WRONG_COUNT):
        blind_tag.check_tag(group, at.cards, Tagging(own.base, own.cards[:-1]), proof, context=CONTEXT)
    with refused(Code.WRONG_COUNT):
        blind_tag.check_tag(group, (), Tagging(own.base, ()), proof, context=CONTEXT)


@GROUPS
def test_a_copy_of_another_card_is_refused(group: Group) -> None:
    """Whoever copies a card that they do not hold would keep two, or none."""
    at = removal(group)
    own, secret = at.own, at.own.secrets[0]
    other, proof = zone.stay_copy(group, secret, own.held(0, 3), at.joint, context=CONTEXT, entropy=ENTROPY)
    with refused(Code.BAD_HAND_OVER):
        zone.check_stay_copy(group, secret.public, own.held(0, 0), other, at.joint, proof, context=CONTEXT)


@GROUPS
def test_a_share_of_a_tag_that_is_none_is_refused(group: Group) -> None:
    at = removal(group)
    sums, secret = at.sums(), at.own.secrets[0]
    shares, proof = zone.shares(group, secret, sums, context=CONTEXT, entropy=ENTROPY)
    bent = element(group, group.sum((shares[0].point, group.generator)))
    with refused(Code.BAD_SHARE):
        zone.check_shares(group, secret.public, sums, (bent, *shares[1:]), proof, context=CONTEXT)


def test_two_copies_of_one_card_are_found_out() -> None:
    tags = removal(TOY).tags()
    with refused(Code.UNKNOWN_CARD):
        blind_tag.places(tags[:4], (tags[4], tags[4]))
    with refused(Code.UNKNOWN_CARD):
        blind_tag.places((tags[0], tags[0]), ())
