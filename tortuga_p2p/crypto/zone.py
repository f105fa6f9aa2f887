"""The moves of a hidden thing. Every card lies in a zone: locked by all seats' keys together, or by one seat's alone.

| move | from | to | who acts | what proves it |
|---|---|---|---|---|
| `fresh` | face up | any zone | nobody: anyone calculates it | nothing to prove |
| `mix` | a zone | the same zone, other order | each mixer in turn | shuffle proof |
| `shares` + `unlock` | all keys | one seat, or face up | every other seat, or all | one proof a seat |
| `hand_over` | one seat | another zone | its owner | cross-key proof |
| `reading_copy` | one seat | stays | its owner, for a viewer | cross-key proof |
| `stay_copy` | one seat | stays | its owner, to find it in a new pile | cross-key proof |
| `remask` | a zone | the same zone | whoever is to see it next | re-mask proof |

Pure: decides nothing about whose turn it is, what may be shared or which key locks what; a caller who gives out shares
for a card of a peer's invention opens a card by mistake. `context` must name table, step, seat and kind of
message; `entropy` is the seat's own for that slot. Checks raise `Refused`. See protocol/hidden.md, "Moves".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..errors import Code, Refused
from ..text import N_, _
from . import shuffle, sigma
from .element import Card, Deck, Element, card, element, joined, read_elements
from .group import POINT_BYTES, Group, full_scalar
from .hashing import expand
from .sigma import Relation
from .statement import Nonces, state, weights
from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KEY_PROOF_BYTES = sigma.proof_bytes(1)
SHARES_PROOF_BYTES = sigma.proof_bytes(1)
REMASK_PROOF_BYTES = sigma.proof_bytes(1)
CROSS_PROOF_BYTES = sigma.proof_bytes(2)
mix_proof_bytes = shuffle.proof_bytes


# --- keys -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class SecretKey:
    """A seat's key of hidden things for one game."""

    scalar: int
    public: Element

    def __repr__(self) -> str:
        return "<secret>"


def secret_key(group: Group, seed: bytes) -> SecretKey:
    """The key that grows from the card seed of a game secret."""
    scalar = full_scalar(group, expand(seed, Tag.CARD_KEY.encode("ascii")))
    return SecretKey(scalar, element(group, group.base(scalar)))


def read_key(group: Group, raw: bytes) -> Element:
    return read_elements(group, raw, 1)[0]


def joint_key(group: Group, keys: Iterable[Element]) -> Element:
    """The lock that only all of these keys together open."""
    total = group.sum([key.point for key in keys])
    if total is None:
        raise Refused(Code.BAD_POINT, _("The keys of the table cancel each other."))
    return element(group, total)


def prove_key(group: Group, secret: SecretKey, *, context: bytes, entropy: bytes) -> bytes:
    """Proof that whoever offers this key has its secret: nobody can offer a key made out of the others'."""
    public = secret.public
    relations = (Relation(((0, group.generator),), public.point),)
    statement = state(Tag.KEY_PROOF, group, context, public.raw)
    return sigma.prove(group, relations, (secret.scalar,), statement=statement, entropy=entropy)


def check_key(group: Group, key: Element, proof: bytes, *, context: bytes) -> None:
    relations = (Relation(((0, group.generator),), key.point),)
    statement = state(Tag.KEY_PROOF, group, context, key.raw)
    refusal = Refused(Code.BAD_KEY_PROOF, _("The sender does not know the secret of the key it offers."))
    sigma.check(group, relations, proof, secrets=1, statement=statement, refusal=refusal)


# --- face down, and into an order nobody knows -------------------------------------------------------------------


def fresh(group: Group, key: Element, points: Iterable[Element]) -> Deck:
    """Cards everyone can see, put under a lock in this order: (g, M + K). They hide nothing until they are mixed."""
    return tuple([card(group, group.generator, group.sum((point.point, key.point))) for point in points])


def mix(group: Group, key: Element, deck: Deck, *, context: bytes, entropy: bytes) -> tuple[Deck, bytes]:
    """The deck in a new order under new masks, and the proof that it is the same deck; two cards or more."""
    nonces = Nonces(group, entropy, state(Tag.SHUFFLE, group, context, key.raw, joined(deck)))
    order = nonces.permutation(b"order", len(deck))
    masks = nonces.scalars(b"masks", len(deck))
    after = tuple([_masked(group, key, deck[place], mask) for place, mask in zip(order, masks, strict=True)])
    proof = shuffle.prove_shuffle(group, key, deck, after, order, masks, context=context, entropy=entropy)
    return after, proof


check_mix = shuffle.check_shuffle


def remask(group: Group, key: Element, old: Card, *, context: bytes, entropy: bytes) -> tuple[Card, bytes]:
    """The same card in the same place under a new mask: shares given out for the old one no longer fit."""
    nonces = Nonces(group, entropy, state(Tag.REMASK, group, context, key.raw, old.raw))
    (mask,) = nonces.scalars(b"mask", 1)
    new = _masked(group, key, old, mask)
    relations, statement = _remask_relations(group, key, old, new, context)
    return new, sigma.prove(group, relations, (mask,), statement=statement, entropy=entropy)


def check_remask(group: Group, key: Element, old: Card, new: Card, proof: bytes, *, context: bytes) -> None:
    relations, statement = _remask_relations(group, key, old, new, context)
    refusal = Refused(Code.BAD_REMASK, _("The re-masked card is not the card that lay there."))
    sigma.check(group, relations, proof, secrets=1, statement=statement, refusal=refusal)


def _masked(group: Group, key: Element, old: Card, mask: int) -> Card:
    a = group.sum((old.a, group.base(mask)))
    return card(group, a, group.sum((old.b, group.mul(mask, key.point))))


def _remask_relations(
    group: Group, key: Element, old: Card, new: Card, context: bytes
) -> tuple[tuple[Relation, ...], bytes]:
    relations = (
        Relation(((0, group.generator),), group.sub(new.a, old.a)),
        Relation(((0, key.point),), group.sub(new.b, old.b)),
    )
    return relations, state(Tag.REMASK, group, context, key.raw, old.raw, new.raw)


# --- shares: taking one lock off -----------------------------------------------------------------------------------


def shares(
    group: Group, secret: SecretKey, cards: Sequence[Card], *, context: bytes, entropy: bytes
) -> tuple[tuple[Element, ...], bytes]:
    """For each card what takes this seat's lock off it, and one proof for all; one card or more."""
    assert cards
    own = tuple([element(group, group.mul_secret(secret.scalar, one.a)) for one in cards])
    relations, statement = _shares_relations(group, secret.public, cards, own, context)
    return own, sigma.prove(group, relations, (secret.scalar,), statement=statement, entropy=entropy)


def check_shares(
    group: Group,
    key: Element,
    cards: Sequence[Card],
    given: Sequence[Element],
    proof: bytes,
    *,
    context: bytes,
) -> None:
    if not cards or len(given) != len(cards):
        raise Refused(
            Code.WRONG_COUNT, _("{shares} shares do not fit {cards} cards.", shares=len(given), cards=len(cards))
        )
    relations, statement = _shares_relations(group, key, cards, given, context)
    refusal = Refused(Code.BAD_SHARE, _("A share does not take the sender's own lock off the card."))
    sigma.check(group, relations, proof, secrets=1, statement=statement, refusal=refusal)


def _shares_relations(
    group: Group, key: Element, cards: Sequence[Card], given: Sequence[Element], context: bytes
) -> tuple[tuple[Relation, ...], bytes]:
    """One key made all the shares: checked for a sum of them, with weights that nobody could foresee."""
    statement = state(Tag.SHARES, group, context, key.raw, joined(cards), joined(given))
    scalars = [1, *weights(group, statement, len(cards) - 1)]
    relations = (
        Relation(((0, group.generator),), key.point),
        Relation(
            ((0, group.msm(scalars, [one.a for one in cards])),),
            group.msm(scalars, [share.point for share in given]),
        ),
    )
    return relations, statement


def unlock(group: Group, locked: Card, given: Iterable[Element]) -> Card:
    """The card without the locks these shares take off. Dealt: all but the receiver's, who then holds it alone."""
    b = group.sub(locked.b, group.sum([share.point for share in given]))
    if b is None:
        raise Refused(Code.UNKNOWN_CARD, _("Nothing is left of the card once these locks are off."))
    return Card(locked.raw[:POINT_BYTES] + group.encode(b), locked.a, b)


def laid_bare(group: Group, locked: Card, given: Iterable[Element]) -> Element:
    """The point of a card all of whose locks are taken off: look it up in its pack."""
    bare = unlock(group, locked, given)
    return Element(bare.raw[POINT_BYTES:], bare.b)


def read(group: Group, secret: SecretKey, held: Card) -> Element:
    """What the owner alone sees of a card that only the owner's key locks."""
    return laid_bare(group, held, (element(group, group.mul_secret(secret.scalar, held.a)),))


# --- from one key to another ----------------------------------------------------------------------------------------


class Crossing(NamedTuple):
    """A way for a held card to come under another key, with the proof that it is still that card."""

    tag: Tag
    code: Code
    sentence: str  # where the proof fails

    def make(
        self, group: Group, secret: SecretKey, held: Card, to: Element, *, context: bytes, entropy: bytes
    ) -> tuple[Card, bytes]:
        """The owner's card under the key `to`, and the proof."""
        public = secret.public
        nonces = Nonces(group, entropy, state(self.tag, group, context, public.raw, to.raw, held.raw))
        (mask,) = nonces.scalars(b"mask", 1)
        bare = group.sub(held.b, group.mul_secret(secret.scalar, held.a))
        given = card(group, group.base(mask), group.sum((bare, group.mul(mask, to.point))))
        relations, statement = _cross_relations(self.tag, group, public, held, given, to, context)
        return given, sigma.prove(group, relations, (secret.scalar, mask), statement=statement, entropy=entropy)

    def check(
        self, group: Group, key: Element, held: Card, given: Card, to: Element, proof: bytes, *, context: bytes
    ) -> None:
        """Raises where `given` is not the card `held` of the owner of `key`, under the key `to`."""
        relations, statement = _cross_relations(self.tag, group, key, held, given, to, context)
        refusal = Refused(self.code, _(self.sentence))
        sigma.check(group, relations, proof, secrets=2, statement=statement, refusal=refusal)


# The card itself goes to a pile or to another seat.
_HAND_OVER = Crossing(Tag.HAND_OVER, Code.BAD_HAND_OVER, N_("The card handed over is not the card that was held."))
hand_over, check_hand_over = _HAND_OVER.make, _HAND_OVER.check
# A copy that a viewer alone can `read`; the card stays where it is.
_COPY = Crossing(Tag.READING_COPY, Code.BAD_READING_COPY, N_("The copy shown is not a copy of the card that is held."))
reading_copy, check_reading_copy = _COPY.make, _COPY.check
# A copy by which the card is found in a pile that is made anew (blind_tag.py); the card stays where it is.
_STAY = Crossing(Tag.STAY_COPY, Code.BAD_HAND_OVER, N_("The copy of a card held is not a copy of that card."))
stay_copy, check_stay_copy = _STAY.make, _STAY.check


def _cross_relations(
    tag: Tag, group: Group, key: Element, held: Card, given: Card, to: Element, context: bytes
) -> tuple[tuple[Relation, ...], bytes]:
    """With x behind the old key and r the new mask: x·g = y, r·g = a', r·K - x·a = b' - b."""
    opposite = group.mul(-1, held.a)
    relations = (
        Relation(((0, group.generator),), key.point),
        Relation(((1, group.generator),), given.a),
        Relation(((1, to.point), (0, opposite)), group.sub(given.b, held.b)),
    )
    return relations, state(tag, group, context, key.raw, to.raw, held.raw, given.raw)
