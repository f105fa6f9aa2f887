"""The moves of a hidden thing, played honestly: whoever should see a card sees it, and it stays that card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.crypto.hidden import CONTEXT, ENTROPY, FAST, PURE, TOY, Table, table
from tests.crypto.shuffler import NaiveProver
from tests.refusal import refused
from tortuga_p2p.crypto import zone
from tortuga_p2p.crypto.element import joined, read_card, read_deck, read_elements
from tortuga_p2p.crypto.pack import Pack
from tortuga_p2p.crypto.statement import Nonces, state
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.crypto.toygroup import ToyGroup
from tortuga_p2p.errors import Code, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.crypto.element import Deck
    from tortuga_p2p.crypto.group import Group

ALL = pytest.mark.parametrize("group", [FAST, PURE, TOY], ids=["fast", "pure", "toy"])


def opened(own: Table, deck: Deck) -> list[int]:
    """All seats lay these cards bare, each share proved and checked."""
    given = []
    for seat, secret in enumerate(own.secrets):
        context = CONTEXT + bytes([seat])
        shares, proof = zone.shares(own.group, secret, deck, context=context, entropy=ENTROPY)
        read = read_elements(own.group, joined(shares), len(deck))
        zone.check_shares(own.group, secret.public, deck, read, proof, context=context)
        given.append(read)
    columns = zip(*given, strict=True)
    return [own.pack.card(zone.laid_bare(own.group, card, column)) for card, column in zip(deck, columns, strict=True)]


@ALL
def test_a_key_is_proved_and_travels(group: Group) -> None:
    secret = zone.secret_key(group, b"k" * 32)
    proof = zone.prove_key(group, secret, context=CONTEXT, entropy=ENTROPY)
    assert len(proof) == zone.KEY_PROOF_BYTES
    zone.check_key(group, zone.read_key(group, secret.public.raw), proof, context=CONTEXT)


def test_a_secret_key_does_not_show_itself() -> None:
    secret = zone.secret_key(FAST, b"k" * 32)
    assert repr(secret) == f"{secret}" == "<secret>"


def test_keys_that_cancel_lock_nothing_and_are_refused() -> None:
    public = zone.secret_key(FAST, b"k" * 32).public
    opposite = zone.read_key(FAST, bytes([public.raw[0] ^ 1]) + public.raw[1:])
    with refused(Code.BAD_POINT):
        zone.joint_key(FAST, (public, opposite))


@ALL
@pytest.mark.parametrize("cards", [2, 3, 5])
def test_a_mixed_deck_is_the_same_deck(group: Group, cards: int) -> None:
    own = table(group, cards)
    after, proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    assert len(proof) == zone.mix_proof_bytes(cards)
    read = read_deck(group, joined(after), cards)
    assert read == after
    zone.check_mix(group, own.joint, own.deck, read, proof, context=CONTEXT)
    assert sorted(opened(own, read)) == list(range(cards))
    assert not {card.raw for card in after} & {card.raw for card in own.deck}


@given(st.integers(2, 20), st.binary(max_size=40), st.binary(min_size=32, max_size=32))
@settings(max_examples=40)
def test_any_deck_in_any_context_mixes(cards: int, context: bytes, entropy: bytes) -> None:
    own = table(TOY, cards)
    after, proof = zone.mix(TOY, own.joint, own.deck, context=context, entropy=entropy)
    zone.check_mix(TOY, own.joint, own.deck, after, proof, context=context)
    assert sorted(opened(own, after)) == list(range(cards))


@pytest.mark.parametrize("cards", [30, 52, 102, 128])
def test_the_decks_of_the_games_mix(cards: int) -> None:
    own = table(FAST, cards)
    after, proof = zone.mix(FAST, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    zone.check_mix(FAST, own.joint, own.deck, after, proof, context=CONTEXT)


@ALL
@pytest.mark.parametrize("cards", [2, 3, 6])
def test_the_prover_by_the_letter_of_the_specification_gives_the_same_proof(group: Group, cards: int) -> None:
    own = table(group, cards)
    after, proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    nonces = Nonces(group, ENTROPY, state(Tag.SHUFFLE, group, CONTEXT, own.joint.raw, joined(own.deck)))
    order, masks = nonces.permutation(b"order", cards), nonces.scalars(b"masks", cards)
    naive = NaiveProver(group, own.joint, own.deck, after, order, masks, CONTEXT, ENTROPY)
    assert naive.prove() == proof


def test_one_card_cannot_be_mixed() -> None:
    own = table(FAST)
    with pytest.raises(AssertionError):
        zone.mix(FAST, own.joint, own.deck[:1], context=CONTEXT, entropy=ENTROPY)


@ALL
def test_the_same_slot_says_the_same_bytes_again(group: Group) -> None:
    own = table(group)
    secret, held = own.secrets[0], own.held(0)

    def all_moves(context: bytes, entropy: bytes) -> list[bytes]:
        after, mix_proof = zone.mix(group, own.joint, own.deck, context=context, entropy=entropy)
        _, shares_proof = zone.shares(group, secret, own.deck, context=context, entropy=entropy)
        given, given_proof = zone.hand_over(group, secret, held, own.joint, context=context, entropy=entropy)
        copy, copy_proof = zone.reading_copy(group, secret, held, own.joint, context=context, entropy=entropy)
        again, again_proof = zone.remask(group, own.joint, own.deck[0], context=context, entropy=entropy)
        key_proof = zone.prove_key(group, secret, context=context, entropy=entropy)
        cards = [joined(after), given.raw, copy.raw, again.raw]
        return [*cards, mix_proof, shares_proof, given_proof, copy_proof, again_proof, key_proof]

    first = all_moves(CONTEXT, ENTROPY)
    assert first == all_moves(CONTEXT, ENTROPY)
    for other in (all_moves(CONTEXT + b"!", ENTROPY), all_moves(CONTEXT, b"f" * 32)):
        assert not set(first) & set(other)
    assert len(set(first)) == len(first)


def test_back_ends_make_the_same_moves_byte_for_byte() -> None:
    made = []
    for group in (FAST, PURE):
        own = table(group)
        held = own.held(1)
        after, mix_proof = zone.mix(group, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
        shares, shares_proof = zone.shares(group, own.secrets[1], after, context=CONTEXT, entropy=ENTROPY)
        given, given_proof = zone.hand_over(group, own.secrets[1], held, own.joint, context=CONTEXT, entropy=ENTROPY)
        again, again_proof = zone.remask(group, own.joint, given, context=CONTEXT, entropy=ENTROPY)
        key_proof = zone.prove_key(group, own.secrets[1], context=CONTEXT, entropy=ENTROPY)
        cards = (joined(own.deck), held.raw, joined(after), joined(shares), given.raw, again.raw)
        made.append((*cards, mix_proof, shares_proof, given_proof, again_proof, key_proof))
    assert made[0] == made[1]


@ALL
def test_a_dealt_card_is_read_by_its_owner_alone(group: Group) -> None:
    own = table(group)
    for seat, secret in enumerate(own.secrets):
        held = own.held(seat)
        assert own.pack.card(zone.read(group, secret, held)) == own.card_at(0)
        for other in own.others(seat):
            with refused(Code.UNKNOWN_CARD):
                own.pack.card(zone.read(group, own.secrets[other], held))


@ALL
def test_a_handed_over_card_is_the_same_card_under_another_key(group: Group) -> None:
    own = table(group)
    held = own.held(0)
    thief = own.secrets[1]
    given, proof = zone.hand_over(group, own.secrets[0], held, thief.public, context=CONTEXT, entropy=ENTROPY)
    assert len(proof) == zone.CROSS_PROOF_BYTES
    read = read_card(group, given.raw)
    zone.check_hand_over(group, own.secrets[0].public, held, read, thief.public, proof, context=CONTEXT)
    assert own.pack.card(zone.read(group, thief, read)) == own.card_at(0)


@ALL
def test_a_card_goes_back_to_the_pile_and_is_opened_from_there(group: Group) -> None:
    own = table(group)
    held = own.held(2, place=1)
    back, proof = zone.hand_over(group, own.secrets[2], held, own.joint, context=CONTEXT, entropy=ENTROPY)
    zone.check_hand_over(group, own.secrets[2].public, held, back, own.joint, proof, context=CONTEXT)
    after, mix_proof = zone.mix(group, own.joint, (*own.deck[2:], back), context=CONTEXT, entropy=ENTROPY)
    zone.check_mix(group, own.joint, (*own.deck[2:], back), after, mix_proof, context=CONTEXT)
    assert sorted(opened(own, after)) == sorted(own.card_at(place) for place in range(1, len(own.deck)))


@ALL
def test_a_reading_copy_shows_the_card_and_leaves_it_where_it_is(group: Group) -> None:
    own = table(group)
    held, viewer = own.held(0), own.secrets[2]
    copy, proof = zone.reading_copy(group, own.secrets[0], held, viewer.public, context=CONTEXT, entropy=ENTROPY)
    zone.check_reading_copy(group, own.secrets[0].public, held, copy, viewer.public, proof, context=CONTEXT)
    assert own.pack.card(zone.read(group, viewer, copy)) == own.pack.card(zone.read(group, own.secrets[0], held))
    with refused(Code.UNKNOWN_CARD):
        own.pack.card(zone.read(group, own.secrets[1], copy))


@ALL
def test_shares_of_an_old_mask_do_not_fit_the_new_one(group: Group) -> None:
    own = table(group)
    again, proof = zone.remask(group, own.joint, own.deck[0], context=CONTEXT, entropy=ENTROPY)
    assert len(proof) == zone.REMASK_PROOF_BYTES
    zone.check_remask(group, own.joint, own.deck[0], read_card(group, again.raw), proof, context=CONTEXT)
    assert opened(own, (again,)) == [own.card_at(0)]
    shares = [own.share(seat, 0) for seat in range(3)]
    with refused(Code.UNKNOWN_CARD):
        own.pack.card(zone.laid_bare(group, again, shares))


@ALL
def test_an_owner_mixes_and_plays_from_his_own_hand(group: Group) -> None:
    own = table(group)
    secret = own.secrets[0]
    hand = (own.held(0, 0), own.held(0, 1))
    mixed, proof = zone.mix(group, secret.public, hand, context=CONTEXT, entropy=ENTROPY)
    zone.check_mix(group, secret.public, hand, mixed, proof, context=CONTEXT)
    shares, shares_proof = zone.shares(group, secret, mixed[:1], context=CONTEXT, entropy=ENTROPY)
    zone.check_shares(group, secret.public, mixed[:1], shares, shares_proof, context=CONTEXT)
    played = own.pack.card(zone.laid_bare(group, mixed[0], shares))
    kept = own.pack.card(zone.read(group, secret, mixed[1]))
    assert {played, kept} == {own.card_at(0), own.card_at(1)}


@given(st.integers(1, 12), st.binary(min_size=32, max_size=32))
@settings(max_examples=30)
def test_any_number_of_shares_is_proved_at_once(cards: int, entropy: bytes) -> None:
    own = table(TOY, 12)
    shares, proof = zone.shares(TOY, own.secrets[0], own.deck[:cards], context=CONTEXT, entropy=entropy)
    assert len(proof) == zone.SHARES_PROOF_BYTES
    zone.check_shares(TOY, own.secrets[0].public, own.deck[:cards], shares, proof, context=CONTEXT)


def test_nothing_left_of_a_card_is_refused() -> None:
    own = table(FAST)
    held = own.deck[0]
    everything = read_elements(FAST, held.raw[33:], 1)
    with refused(Code.UNKNOWN_CARD):
        zone.unlock(FAST, held, everything)


def test_a_pack_of_distinct_cards_tells_equal_faces_apart() -> None:
    pack = Pack(FAST, "tiles", (7, 7, 9), alike=False)
    assert len({point.raw for point in pack.points}) == 3
    assert [pack.card(point) for point in pack.points] == [0, 1, 2]
    assert [pack.face(point) for point in pack.points] == [7, 7, 9]


def test_a_pack_of_like_cards_does_not() -> None:
    pack = Pack(FAST, "votes", (9, 7, 9, 7), alike=True)
    assert pack.points[0] == pack.points[2] != pack.points[1] == pack.points[3]
    assert [pack.card(point) for point in pack.points] == [0, 1, 0, 1]
    assert [pack.face(point) for point in pack.points] == [9, 7, 9, 7]


def test_no_point_stands_for_cards_of_two_piles() -> None:
    packs = [Pack(FAST, name, (1, 2), alike=alike) for name in ("a", "b") for alike in (True, False)]
    assert len({point.raw for pack in packs for point in pack.points}) == 8


def test_like_cards_mix_as_well() -> None:
    own = table(FAST)
    pack = Pack(FAST, "votes", (1, 1, 1, 2), alike=True)
    before = zone.fresh(FAST, own.joint, pack.points)
    after, proof = zone.mix(FAST, own.joint, before, context=CONTEXT, entropy=ENTROPY)
    zone.check_mix(FAST, own.joint, before, after, proof, context=CONTEXT)
    assert len({card.raw for card in after}) == 4


class Watchful(ToyGroup):
    """Notices when a key is multiplied in variable time."""

    name = "watchful"

    def __init__(self) -> None:
        self.keys: set[int] = set()

    def mul(self, scalar: int, point: int | None) -> int | None:
        assert not {scalar % self.order, -scalar % self.order} & self.keys
        return super().mul(scalar, point)

    def msm(self, scalars: Sequence[int], points: Sequence[int | None]) -> int | None:
        assert not {part % self.order for scalar in scalars for part in (scalar, -scalar)} & self.keys
        return super().msm(scalars, points)


def test_keys_are_only_ever_multiplied_in_constant_time() -> None:
    group = Watchful()
    own = table(group)
    group.keys = {secret.scalar for secret in own.secrets}
    with pytest.raises(AssertionError):  # the watch is awake
        group.mul(own.secrets[0].scalar, group.generator)
    secret, held, slot = own.secrets[0], own.held(0), {"context": CONTEXT, "entropy": ENTROPY}
    zone.prove_key(group, secret, **slot)
    zone.shares(group, secret, own.deck, **slot)
    zone.hand_over(group, secret, held, own.joint, **slot)
    zone.reading_copy(group, secret, held, own.secrets[1].public, **slot)
    zone.stay_copy(group, secret, held, own.joint, **slot)
    zone.mix(group, secret.public, (held, own.held(0, 1)), **slot)
    zone.remask(group, secret.public, held, **slot)
    assert own.pack.card(zone.read(group, secret, held)) == own.card_at(0)


def test_a_check_says_the_same_twice() -> None:
    """No randomness in a check: the same bytes are refused again with the same words."""
    own = table(FAST)
    after, proof = zone.mix(FAST, own.joint, own.deck, context=CONTEXT, entropy=ENTROPY)
    words = set()
    for _ in range(2):
        with pytest.raises(Refused) as caught:
            zone.check_mix(FAST, own.joint, own.deck, after, proof, context=b"elsewhere")
        words.add(str(caught.value))
    assert len(words) == 1
