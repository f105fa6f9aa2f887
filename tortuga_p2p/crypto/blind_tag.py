"""Blind tags: where in a mixed deck the cards lie that people hold, without anybody seeing which cards they are.

A pile of distinct cards is made anew from the whole box, so what is still in hands must come out of it. Every seat
multiplies each card of the deck, and a copy of each card held, by one secret of its own; the sums over all seats hide
s·M for every card M, with an s that nobody knows. Opened, equal cards show equal tags, and a tag says nothing else.

Assumes that the decision Diffie-Hellman problem is hard; promises nothing for piles of cards that are alike, where
equal tags would show who holds equal cards. See protocol/hidden.md, "Blind tags".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import Code, Refused
from ..text import _
from . import sigma
from .element import Card, Deck, Element, card, element, joined
from .sigma import Relation
from .statement import Nonces, state, weights
from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .group import Group

PROOF_BYTES = sigma.proof_bytes(1)


class Tagging(NamedTuple):
    """One seat's part: its secret times the generator, and times both halves of every card."""

    base: Element
    cards: Deck


def tag(group: Group, cards: Sequence[Card], *, context: bytes, entropy: bytes) -> tuple[Tagging, bytes]:
    """All cards times one new secret, and the proof that it is one; one card or more."""
    assert cards
    nonces = Nonces(group, entropy, state(Tag.BLIND_TAG, group, context, joined(cards)))
    (secret,) = nonces.scalars(b"tag", 1)
    times = group.mul_secret  # whoever learns this secret knows every card by its tag
    own = Tagging(
        element(group, group.base(secret)),
        tuple([card(group, times(secret, one.a), times(secret, one.b)) for one in cards]),
    )
    relations, statement = _relations(group, cards, own, context)
    return own, sigma.prove(group, relations, (secret,), statement=statement, entropy=entropy)


def check_tag(group: Group, cards: Sequence[Card], own: Tagging, proof: bytes, *, context: bytes) -> None:
    if not cards or len(own.cards) != len(cards):
        raise Refused(
            Code.WRONG_COUNT, _("{tags} tags do not fit {cards} cards.", tags=len(own.cards), cards=len(cards))
        )
    relations, statement = _relations(group, cards, own, context)
    refusal = Refused(Code.BAD_TAG, _("The tags are not all the cards times one number of the sender's."))
    sigma.check(group, relations, proof, secrets=1, statement=statement, refusal=refusal)


def _relations(group: Group, cards: Sequence[Card], own: Tagging, context: bytes) -> tuple[tuple[Relation, ...], bytes]:
    """One secret made all of it: both halves of all cards, in a sum with weights that nobody could foresee."""
    statement = state(Tag.BLIND_TAG, group, context, own.base.raw, joined(cards), joined(own.cards))
    scalars = weights(group, statement, 2 * len(cards))
    relations = (
        Relation(((0, group.generator),), own.base.point),
        Relation(((0, group.msm(scalars, _halves(cards))),), group.msm(scalars, _halves(own.cards))),
    )
    return relations, statement


def _halves(cards: Sequence[Card]) -> list[object]:
    return [half for one in cards for half in (one.a, one.b)]


def tag_sums(group: Group, parts: Sequence[Deck]) -> Deck:
    """What hides the tags themselves: card by card, the sum over all seats. Under the key that the cards lie under."""
    sums = []
    for some in zip(*parts, strict=True):
        a, b = group.sum([one.a for one in some]), group.sum([one.b for one in some])
        if a is None or b is None:
            raise Refused(Code.BAD_POINT, _("The tags of the table cancel each other."))
        sums.append(card(group, a, b))
    return tuple(sums)


def places(deck_tags: Sequence[Element], copy_tags: Sequence[Element]) -> tuple[int, ...]:
    """For each copy the place of its card in the deck. Raises `unknown-card` where it has none, or two have one.

    That cannot happen unless a proof failed before: then nobody knows who is to blame.
    """
    at = {one.raw: place for place, one in enumerate(deck_tags)}
    found = tuple([at.get(one.raw, -1) for one in copy_tags])
    if len(at) != len(deck_tags) or -1 in found or len(set(found)) != len(found):
        raise Refused(Code.UNKNOWN_CARD, _("A card that is held is not where the tags say."))
    return found
