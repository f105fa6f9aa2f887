"""Shufflers who cheat: a prover that knows every secret of its own and lies about one thing is refused, every time.

Cheating provers, not only flipped bits: a check that compares a proof with itself refuses all flipped bits.
Where a lie would work against a weaker check, the test shows that it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.crypto.hidden import CONTEXT, ENTROPY, FAST, NO_POINTS, PURE, TOY, Table, replaced, shifted, table
from tests.crypto.shuffler import NaiveProver, honest_weights
from tests.refusal import refused
from tortuga_p2p.crypto import shuffle, zone
from tortuga_p2p.crypto.element import card, joined, read_deck, read_scalars
from tortuga_p2p.crypto.statement import Nonces, state, weights
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tortuga_p2p.crypto.element import Card, Deck, Element
    from tortuga_p2p.crypto.group import Group

GROUPS = pytest.mark.parametrize("group", [FAST, PURE, TOY], ids=["fast", "pure", "toy"])
SIZES = pytest.mark.parametrize("cards", [2, 3, 5])
q = FAST.order
POINTS_END = 8 * 33


class Cheater:
    """A shuffler who may put anything into the new deck and prove it with any order and masks they like."""

    def __init__(self, own: Table) -> None:
        self.own, self.group, self.before = own, own.group, own.deck
        nonces = Nonces(own.group, ENTROPY, state(Tag.SHUFFLE, own.group, CONTEXT, own.joint.raw, joined(own.deck)))
        self.order = nonces.permutation(b"order", len(own.deck))
        self.masks = nonces.scalars(b"masks", len(own.deck))

    def masked(self, order: Sequence[int]) -> Deck:
        deck = [self.remasked(self.before[place], mask) for place, mask in zip(order, self.masks, strict=True)]
        return tuple(deck)

    def remasked(self, old: Card, mask: int) -> Card:
        group, joint = self.group, self.own.joint.point
        return card(group, group.msm((1, mask), (old.a, group.generator)), group.msm((1, mask), (old.b, joint)))

    def prove(
        self,
        after: Deck,
        order: Sequence[int] | None = None,
        masks: Sequence[int] | None = None,
        carried: Callable[[list[int], Sequence[int]], list[int]] = honest_weights,
    ) -> bytes:
        order, masks = order or self.order, masks or self.masks
        prover = NaiveProver(self.group, self.own.joint, self.before, after, order, masks, CONTEXT, ENTROPY, carried)
        return prover.prove()

    def check(self, after: Deck, proof: bytes) -> None:
        shuffle.check_shuffle(self.group, self.own.joint, self.before, after, proof, context=CONTEXT)


@GROUPS
@SIZES
def test_the_same_prover_without_a_lie_is_believed(group: Group, cards: int) -> None:
    cheater = Cheater(table(group, cards))
    after = cheater.masked(cheater.order)
    cheater.check(after, cheater.prove(after))


@GROUPS
@SIZES
def test_a_duplicated_card_is_refused(group: Group, cards: int) -> None:
    cheater = Cheater(table(group, cards))
    twice = [cheater.order[0], cheater.order[0], *cheater.order[2:]]
    after = cheater.masked(twice)
    for order in (twice, cheater.order):
        with refused(Code.BAD_SHUFFLE):
            cheater.check(after, cheater.prove(after, order))


@GROUPS
@SIZES
def test_fifty_two_aces_are_refused(group: Group, cards: int) -> None:
    """Every place holds the same card: the proof that once fooled somebody who compared a value with itself."""
    cheater = Cheater(table(group, cards))
    after = cheater.masked([0] * cards)
    for order in ([0] * cards, cheater.order):
        with refused(Code.BAD_SHUFFLE):
            cheater.check(after, cheater.prove(after, order))


@GROUPS
@SIZES
def test_a_foreign_card_is_refused(group: Group, cards: int) -> None:
    cheater = Cheater(table(group, cards))
    (foreign,) = zone.fresh(group, cheater.own.joint, table(group, 6).pack.points[-1:])
    after = (cheater.remasked(foreign, cheater.masks[0]), *cheater.masked(cheater.order)[1:])
    with refused(Code.BAD_SHUFFLE):
        cheater.check(after, cheater.prove(after))


@GROUPS
@SIZES
def test_swapped_cards_are_refused(group: Group, cards: int) -> None:
    """The deck is a fair shuffle, but not in the order the proof is made for."""
    cheater = Cheater(table(group, cards))
    first, second, *rest = cheater.masked(cheater.order)
    after = (second, first, *rest)
    with refused(Code.BAD_SHUFFLE):
        cheater.check(after, cheater.prove(after))


@GROUPS
@SIZES
def test_a_wrong_mask_is_refused(group: Group, cards: int) -> None:
    cheater = Cheater(table(group, cards))
    after = cheater.masked(cheater.order)
    with refused(Code.BAD_SHUFFLE):
        cheater.check(after, cheater.prove(after, masks=[cheater.masks[0] + 1, *cheater.masks[1:]]))


@GROUPS
@SIZES
@pytest.mark.parametrize("half", ["a", "b"])
def test_a_changed_half_of_a_card_is_refused(group: Group, cards: int, half: str) -> None:
    cheater = Cheater(table(group, cards))
    first, *rest = cheater.masked(cheater.order)
    after = (shifted(group, first, **{half: 1}), *rest)
    with refused(Code.BAD_SHUFFLE):
        cheater.check(after, cheater.prove(after))


@GROUPS
@SIZES
def test_errors_that_cancel_are_refused(group: Group, cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cheater = Cheater(table(group, cards))
    first, second, *rest = cheater.masked(cheater.order)
    after = (shifted(group, first, b=1), shifted(group, second, b=-1), *rest)
    with refused(Code.BAD_SHUFFLE):
        cheater.check(after, cheater.prove(after))
    # Against weights that are all one, and a prover who also takes them for that, the lie works.
    monkeypatch.setattr(shuffle, "weights", lambda _group, _digest, count: [1] * count)
    proof = shuffle.prove_shuffle(
        group, cheater.own.joint, cheater.before, after, cheater.order, cheater.masks, context=CONTEXT, entropy=ENTROPY
    )
    cheater.check(after, proof)


@GROUPS
@SIZES
def test_a_scaled_deck_is_refused(group: Group, cards: int) -> None:
    """Every card is halved and every exponent doubled, so that the sums agree."""
    cheater = Cheater(table(group, cards))
    half = pow(2, -1, q)
    after = tuple(card(group, group.mul(half, one.a), group.mul(half, one.b)) for one in cheater.masked(cheater.order))
    masks = [mask * half for mask in cheater.masks]
    with refused(Code.BAD_SHUFFLE):
        cheater.check(
            after, cheater.prove(after, masks=masks, carried=lambda u, order: [2 * u[place] for place in order])
        )


@GROUPS
@SIZES
def test_exponents_of_another_order_than_the_committed_one_are_refused(group: Group, cards: int) -> None:
    cheater = Cheater(table(group, cards))
    turned = [*cheater.order[1:], cheater.order[0]]
    after = cheater.masked(turned)
    with refused(Code.BAD_SHUFFLE):
        cheater.check(after, cheater.prove(after, carried=lambda u, _order: [u[place] for place in turned]))


@GROUPS
@SIZES
def test_a_card_moved_into_another_is_refused(group: Group, cards: int) -> None:
    """The exponents of two cards are mixed so that their sums still agree: one card becomes part of the other."""
    cheater = Cheater(table(group, cards))
    first, second, *rest = cheater.masked(cheater.order)
    joined_card = card(group, group.sum([first.a, second.a]), group.sum([first.b, second.b]))
    after = (joined_card, second, *rest)
    masks = [cheater.masks[0] + cheater.masks[1], *cheater.masks[1:]]

    def carried(u: list[int], order: Sequence[int]) -> list[int]:
        exponents = [u[place] for place in order]
        exponents[1] -= exponents[0]
        return exponents

    with refused(Code.BAD_SHUFFLE):
        cheater.check(after, cheater.prove(after, masks=masks, carried=carried))


@GROUPS
def test_a_deck_fitted_to_the_answers_is_refused(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two errors that cancel under the answers of a finished proof: works where the new deck is not hashed."""
    cheater = Cheater(table(group, 3))
    honest = cheater.masked(cheater.order)

    def fitted(proof: bytes) -> Deck:
        f = read_scalars(group, proof[POINTS_END : POINTS_END + 64], 2)
        return (shifted(group, honest[0], b=f[1]), shifted(group, honest[1], b=-f[0]), honest[2])

    proof = cheater.prove(honest)
    with refused(Code.BAD_SHUFFLE):
        cheater.check(fitted(proof), proof)

    full = shuffle._state

    def careless(over: Group, key: Element, before: Deck, _after: Deck, context: bytes) -> bytes:
        return full(over, key, before, (), context)

    monkeypatch.setattr(shuffle, "_state", careless)
    proof = shuffle.prove_shuffle(
        group, cheater.own.joint, cheater.before, honest, cheater.order, cheater.masks, context=CONTEXT, entropy=ENTROPY
    )
    cheater.check(fitted(proof), proof)


@GROUPS
def test_an_announcement_fitted_to_the_answers_is_refused(group: Group) -> None:
    """The error of a card is taken up by E0 after the challenge is known."""
    cheater = Cheater(table(group, 3))
    honest = cheater.masked(cheater.order)
    after = (shifted(group, honest[0], b=1), *honest[1:])
    proof = cheater.prove(after)
    (f,) = read_scalars(group, proof[POINTS_END : POINTS_END + 32], 1)
    e0 = group.decode(proof[4 * 33 : 5 * 33])
    with refused(Code.BAD_SHUFFLE):
        cheater.check(after, replaced(proof, 4 * 33, group.encode(group.msm((1, f), (e0, group.generator)))))


@GROUPS
def test_answers_that_cancel_between_the_equations_are_refused(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folded equations hold only one by one: r_f and r_d are bent against each other by the known weights."""
    own = table(group, 3)
    cheater = Cheater(own)
    after = cheater.masked(cheater.order)
    proof = cheater.prove(after)
    r_f, r_d = len(proof) - 4 * 32, len(proof) - 2 * 32
    scalar_f, _, scalar_d, _ = read_scalars(group, proof[-4 * 32 :], 4)

    def bent(v: int) -> bytes:
        bent_f = replaced(proof, r_f, ((scalar_f + v) % q).to_bytes(32, "big"))
        return replaced(bent_f, r_d, ((scalar_d - 1) % q).to_bytes(32, "big"))

    seen: list[int] = []

    def spy(over: Group, digest: bytes, count: int) -> list[int]:
        drawn = weights(over, digest, count)
        seen[:] = drawn
        return drawn

    monkeypatch.setattr(shuffle, "weights", spy)
    cheater.check(after, proof)
    weight = seen[0]
    for v in (1, weight):
        with refused(Code.BAD_SHUFFLE):
            cheater.check(after, bent(v))
    # Weights that do not depend on the answers would let it through.
    monkeypatch.setattr(shuffle, "weights", lambda *a: [weight, 1] if a[2] == 2 else weights(*a))
    cheater.check(after, bent(weight))


@GROUPS
def test_a_proof_is_of_no_use_elsewhere(group: Group) -> None:
    own = table(group, 3)
    after, proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    again, _ = zone.mix(group, own.joint, after, context=CONTEXT, entropy=ENTROPY)
    key = own.secrets[0].public
    turned = own.deck[1:] + own.deck[:1]
    for context, over, before, deck in (
        (b"table 7, step 3, seat 2", own.joint, own.deck, after),
        (b"", own.joint, own.deck, after),
        (CONTEXT, key, own.deck, after),
        (CONTEXT, own.joint, after, own.deck),
        (CONTEXT, own.joint, after, again),
        (CONTEXT, own.joint, turned, after),
        (CONTEXT, own.joint, own.deck, after[1:] + after[:1]),
    ):
        with refused(Code.BAD_SHUFFLE):
            zone.check_mix(group, over, before, deck, proof, context=context)


@GROUPS
def test_too_few_too_many_and_unequal_cards_are_refused(group: Group) -> None:
    own = table(group, 3)
    after, proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    many = own.deck * 43
    for before, deck in (
        ((), ()),
        (own.deck[:1], after[:1]),
        (own.deck, after[:2]),
        (own.deck[:2], after),
        (many, many),
    ):
        with refused(Code.WRONG_COUNT):
            zone.check_mix(group, own.joint, before, deck, proof, context=CONTEXT)


@GROUPS
@pytest.mark.parametrize("cards", [1, 129])
def test_a_deck_outside_the_limits_is_refused_whatever_the_proof(group: Group, cards: int) -> None:
    own = table(group, 3)
    deck = (own.deck * 43)[:cards]
    filler = group.encode(group.generator) * 8 + bytes(zone.mix_proof_bytes(cards) - POINTS_END)
    with refused(Code.WRONG_COUNT, f"{cards} cards"):
        zone.check_mix(group, own.joint, deck, deck, filler, context=CONTEXT)


@GROUPS
def test_a_proof_of_another_length_is_refused(group: Group) -> None:
    own = table(group, 3)
    after, proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    for wrong in (b"", proof[:-1], proof + b"\0", proof[:-32], proof + bytes(32), proof[33:]):
        with refused(Code.WRONG_COUNT):
            zone.check_mix(group, own.joint, own.deck, after, wrong, context=CONTEXT)


@GROUPS
def test_every_number_of_a_proof_is_range_checked_and_counts(group: Group) -> None:
    own = table(group, 3)
    after, proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    for start in range(POINTS_END, len(proof), 32):
        number = int.from_bytes(proof[start : start + 32], "big")
        for wrong in (q, q + 1, 2**256 - 1):
            with refused(Code.BAD_SCALAR):
                forged = replaced(proof, start, wrong.to_bytes(32, "big"))
                zone.check_mix(group, own.joint, own.deck, after, forged, context=CONTEXT)
        for wrong in (0, (number + 1) % q, q - number):
            with refused(Code.BAD_SHUFFLE):
                forged = replaced(proof, start, wrong.to_bytes(32, "big"))
                zone.check_mix(group, own.joint, own.deck, after, forged, context=CONTEXT)


@GROUPS
def test_a_proof_of_zeros_is_refused(group: Group) -> None:
    own = table(group, 3)
    after, proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    with refused(Code.BAD_SHUFFLE):
        zeros = proof[:POINTS_END] + bytes(len(proof) - POINTS_END)
        zone.check_mix(group, own.joint, own.deck, after, zeros, context=CONTEXT)


@GROUPS
def test_every_point_of_a_proof_is_read_strictly_and_counts(group: Group) -> None:
    own = table(group, 3)
    after, proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    for start in range(0, POINTS_END, 33):
        for wrong in NO_POINTS.values():
            with refused(Code.BAD_POINT):
                forged = replaced(proof, start, wrong)
                zone.check_mix(group, own.joint, own.deck, after, forged, context=CONTEXT)
        with refused(Code.BAD_SHUFFLE):
            forged = replaced(proof, start, group.encode(group.generator))
            zone.check_mix(group, own.joint, own.deck, after, forged, context=CONTEXT)


@GROUPS
def test_every_point_of_a_deck_is_read_strictly(group: Group) -> None:
    raw = joined(table(group, 3).deck)
    for start in range(0, len(raw), 33):
        for wrong in NO_POINTS.values():
            with refused(Code.BAD_POINT):
                read_deck(group, replaced(raw, start, wrong), 3)
    for wrong in (b"", raw[:-1], raw + b"\0", raw[:-66], raw + raw[:66]):
        with refused(Code.WRONG_COUNT):
            read_deck(group, wrong, 3)


def check_message(own: Table, message: bytes) -> None:
    size = 66 * len(own.deck)
    deck = read_deck(own.group, message[:size], len(own.deck))
    zone.check_mix(own.group, own.joint, own.deck, deck, message[size:], context=CONTEXT)


def test_no_single_bit_of_a_shuffle_message_is_idle() -> None:
    """Every byte of the deck and of its proof, each with another bit flipped."""
    own = table(FAST, 2)
    after, proof = zone.mix(FAST, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    message = joined(after) + proof
    for place in range(len(message)):
        flipped = replaced(message, place, bytes([message[place] ^ 1 << place % 8]))
        with pytest.raises(Refused) as caught:
            check_message(own, flipped)
        assert caught.value.code in (Code.BAD_POINT, Code.BAD_SCALAR, Code.BAD_SHUFFLE), place
