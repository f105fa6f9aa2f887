"""Keys, shares, re-masks and hand-overs by people who cheat: each lie is refused with its own code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.crypto.hidden import CONTEXT, ENTROPY, FAST, NO_POINTS, PURE, TOY, Table, replaced, shifted, table
from tests.refusal import refused
from tortuga_p2p.crypto import sigma, zone
from tortuga_p2p.crypto.element import Element, card, element, joined, read_elements, spell_scalars
from tortuga_p2p.crypto.sigma import Relation
from tortuga_p2p.crypto.statement import state, weights
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.crypto.zone import SecretKey
from tortuga_p2p.errors import Code, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.crypto.element import Card
    from tortuga_p2p.crypto.group import Group

GROUPS = pytest.mark.parametrize("group", [FAST, PURE, TOY], ids=["fast", "pure", "toy"])
q = FAST.order
ELSEWHERE = b"table 7, step 3, seat 2"


def liar(secret: SecretKey, group: Group) -> SecretKey:
    """Somebody who offers this key and does not know its secret."""
    return SecretKey((secret.scalar + 1) % group.order, secret.public)


def plus(group: Group, share: Element, scalar: int) -> Element:
    return element(group, group.msm((1, scalar), (share.point, group.generator)))


# --- keys ---------------------------------------------------------------------------------------------------------


@GROUPS
def test_a_key_without_its_secret_is_refused(group: Group) -> None:
    own = table(group).secrets[0]
    with refused(Code.BAD_KEY_PROOF):
        proof = zone.prove_key(group, liar(own, group), context=CONTEXT, entropy=ENTROPY)
        zone.check_key(group, own.public, proof, context=CONTEXT)


@GROUPS
def test_a_key_made_out_of_anothers_is_refused(group: Group) -> None:
    """y' = x·g - y would leave the joint key to the cheater alone, if the cheater could prove to know its secret."""
    own, victim = table(group).secrets[:2]
    rogue = element(group, group.sub(own.public.point, victim.public.point))
    assert zone.joint_key(group, (rogue, victim.public)) == own.public
    for secret in (own, victim):
        with refused(Code.BAD_KEY_PROOF):
            proof = zone.prove_key(group, SecretKey(secret.scalar, rogue), context=CONTEXT, entropy=ENTROPY)
            zone.check_key(group, rogue, proof, context=CONTEXT)


@GROUPS
def test_a_key_proof_is_of_no_use_elsewhere(group: Group) -> None:
    one, other = table(group).secrets[:2]
    proof = zone.prove_key(group, one, context=CONTEXT, entropy=ENTROPY)
    for key, context in ((one.public, ELSEWHERE), (other.public, CONTEXT)):
        with refused(Code.BAD_KEY_PROOF):
            zone.check_key(group, key, proof, context=context)


@GROUPS
def test_an_imagined_conversation_is_no_proof(group: Group) -> None:
    """Challenge and answer are chosen first, the announcement follows: fine between people, refused by a hash."""
    key = table(group).secrets[0].public
    statement = state(Tag.KEY_PROOF, group, CONTEXT, key.raw)
    dare = weights(group, statement, 1)[0]
    with refused(Code.BAD_KEY_PROOF):
        zone.check_key(group, key, spell_scalars([dare, 12345]), context=CONTEXT)


@GROUPS
@pytest.mark.parametrize("raw", NO_POINTS.values(), ids=NO_POINTS)
def test_a_key_that_is_no_point_is_refused(group: Group, raw: bytes) -> None:
    with refused(Code.BAD_POINT):
        zone.read_key(group, raw)


@GROUPS
def test_an_announcement_of_nothing_is_refused(group: Group) -> None:
    """Answer = challenge times secret makes the announcement neutral, which has no spelling to hash."""
    own = table(group).secrets[0]
    for dare in (1, q - 1):
        with refused(Code.BAD_KEY_PROOF):
            zone.check_key(group, own.public, spell_scalars([dare, dare * own.scalar % q]), context=CONTEXT)


# --- shares ---------------------------------------------------------------------------------------------------------


def check_shares(own: Table, given: tuple[Element, ...], proof: bytes, cards: tuple[Card, ...] | None = None) -> None:
    public = own.secrets[0].public
    zone.check_shares(own.group, public, own.deck if cards is None else cards, given, proof, context=CONTEXT)


def proved_anyway(own: Table, given: tuple[Element, ...], secret: SecretKey | None = None) -> bytes:
    """The proof an honest prover would make for these shares, true or not."""
    by = secret or own.secrets[0]
    relations, statement = zone._shares_relations(own.group, own.secrets[0].public, own.deck, given, CONTEXT)
    return sigma.prove(own.group, relations, (by.scalar,), statement=statement, entropy=ENTROPY)


@GROUPS
@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_forged_share_is_refused(group: Group, place: int) -> None:
    own = table(group)
    true, proof = zone.shares(group, own.secrets[0], own.deck, context=CONTEXT, entropy=ENTROPY)
    forged = (*true[:place], plus(group, true[place], 1), *true[place + 1 :])
    for attempt in (proof, proved_anyway(own, forged)):
        with refused(Code.BAD_SHARE):
            check_shares(own, forged, attempt)


@GROUPS
def test_a_single_forged_share_is_refused(group: Group) -> None:
    own = table(group)
    true, proof = zone.shares(group, own.secrets[0], own.deck[:1], context=CONTEXT, entropy=ENTROPY)
    with refused(Code.BAD_SHARE):
        check_shares(own, (plus(group, true[0], 1),), proof, own.deck[:1])


@GROUPS
def test_shares_of_another_key_are_refused(group: Group) -> None:
    own = table(group)
    foreign, proof = zone.shares(group, own.secrets[1], own.deck, context=CONTEXT, entropy=ENTROPY)
    for attempt in (proof, proved_anyway(own, foreign), proved_anyway(own, foreign, own.secrets[1])):
        with refused(Code.BAD_SHARE):
            check_shares(own, foreign, attempt)


@GROUPS
def test_a_share_for_another_card_is_refused(group: Group) -> None:
    own = table(group)
    true, proof = zone.shares(group, own.secrets[0], own.deck, context=CONTEXT, entropy=ENTROPY)
    swapped = (true[1], true[0], *true[2:])
    for attempt in (proof, proved_anyway(own, swapped)):
        with refused(Code.BAD_SHARE):
            check_shares(own, swapped, attempt)
    with refused(Code.BAD_SHARE):
        check_shares(own, true, proof, own.deck[1:] + own.deck[:1])


@GROUPS
def test_shares_whose_errors_cancel_are_refused(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    own = table(group)
    true, _ = zone.shares(group, own.secrets[0], own.deck, context=CONTEXT, entropy=ENTROPY)
    bent = (plus(group, true[0], 1), plus(group, true[1], -1), *true[2:])
    with refused(Code.BAD_SHARE):
        check_shares(own, bent, proved_anyway(own, bent))
    # The weights of the honest shares are known: bent by them the errors cancel, but the weights move away.
    drawn: list[int] = []

    def spy(over: Group, digest: bytes, count: int) -> list[int]:
        drawn[:] = weights(over, digest, count)
        return drawn

    monkeypatch.setattr(zone, "weights", spy)
    proved_anyway(own, true)
    monkeypatch.undo()
    weight = drawn[0]
    fitted = (plus(group, true[0], -weight), plus(group, true[1], 1), *true[2:])
    with refused(Code.BAD_SHARE):
        check_shares(own, fitted, proved_anyway(own, fitted))
    # Both lies work where the weights can be foreseen.
    monkeypatch.setattr(zone, "weights", lambda _group, _digest, count: [1] * count)
    check_shares(own, bent, proved_anyway(own, bent))
    monkeypatch.setattr(zone, "weights", lambda _group, _digest, count: [weight] * count)
    check_shares(own, fitted, proved_anyway(own, fitted))


@GROUPS
def test_shares_are_of_no_use_elsewhere(group: Group) -> None:
    own = table(group)
    given, proof = zone.shares(group, own.secrets[0], own.deck, context=CONTEXT, entropy=ENTROPY)
    for key, context in ((own.secrets[0].public, ELSEWHERE), (own.secrets[1].public, CONTEXT)):
        with refused(Code.BAD_SHARE):
            zone.check_shares(group, key, own.deck, given, proof, context=context)


@GROUPS
def test_too_few_and_too_many_shares_are_refused(group: Group) -> None:
    own = table(group)
    given, proof = zone.shares(group, own.secrets[0], own.deck, context=CONTEXT, entropy=ENTROPY)
    for cards, shares in ((own.deck, given[:-1]), (own.deck[:-1], given), ((), ()), (own.deck, ())):
        with refused(Code.WRONG_COUNT):
            zone.check_shares(group, own.secrets[0].public, cards, shares, proof, context=CONTEXT)
    raw = joined(given)
    for wrong in (raw[:-1], raw + b"\0", raw[:-33]):
        with refused(Code.WRONG_COUNT):
            read_elements(group, wrong, len(given))


# --- re-masks -------------------------------------------------------------------------------------------------------


def remask_anyway(own: Table, new: Card, mask: int) -> bytes:
    relations, statement = zone._remask_relations(own.group, own.joint, own.deck[0], new, CONTEXT)
    return sigma.prove(own.group, relations, (mask,), statement=statement, entropy=ENTROPY)


@GROUPS
def test_a_remask_into_another_card_is_refused(group: Group) -> None:
    own = table(group)
    old = own.deck[0]
    true = zone._masked(group, own.joint, old, 99)
    zone.check_remask(group, own.joint, old, true, remask_anyway(own, true, 99), context=CONTEXT)
    other = zone._masked(group, own.joint, own.deck[1], 99)
    for new in (other, shifted(group, true, a=1), shifted(group, true, b=1), shifted(group, true, a=1, b=1)):
        for mask in (99, 100):
            with refused(Code.BAD_REMASK):
                zone.check_remask(group, own.joint, old, new, remask_anyway(own, new, mask), context=CONTEXT)


@GROUPS
def test_a_remask_that_changes_nothing_is_refused(group: Group) -> None:
    """The shares given out for the old mask would still fit."""
    own = table(group)
    old = own.deck[0]
    relations, statement = zone._remask_relations(group, own.joint, old, old, CONTEXT)
    proof = sigma.prove(group, relations, (0,), statement=statement, entropy=ENTROPY)
    with refused(Code.BAD_REMASK):
        zone.check_remask(group, own.joint, old, old, proof, context=CONTEXT)


@GROUPS
def test_a_remask_is_of_no_use_elsewhere(group: Group) -> None:
    own = table(group)
    old = own.deck[0]
    new, proof = zone.remask(group, own.joint, old, context=CONTEXT, entropy=ENTROPY)
    for key, before, context in (
        (own.joint, old, ELSEWHERE),
        (own.secrets[0].public, old, CONTEXT),
        (own.joint, own.deck[1], CONTEXT),
    ):
        with refused(Code.BAD_REMASK):
            zone.check_remask(group, key, before, new, proof, context=context)


# --- hand-overs and reading copies ------------------------------------------------------------------------------------


def cross_anyway(own: Table, tag: Tag, held: Card, given: Card, secrets: tuple[int, int]) -> bytes:
    public = own.secrets[0].public
    relations, statement = zone._cross_relations(tag, own.group, public, held, given, own.joint, CONTEXT)
    return sigma.prove(own.group, relations, secrets, statement=statement, entropy=ENTROPY)


@GROUPS
@pytest.mark.parametrize(
    ("move", "check", "code"),
    [
        (zone.hand_over, zone.check_hand_over, Code.BAD_HAND_OVER),
        (zone.reading_copy, zone.check_reading_copy, Code.BAD_READING_COPY),
    ],
    ids=["hand-over", "reading copy"],
)
def test_another_card_than_the_one_held_is_refused(
    group: Group,
    move: Callable[..., tuple[Card, bytes]],
    check: Callable[..., None],
    code: Code,
) -> None:
    own = table(group)
    public, held, wished = own.secrets[0].public, own.held(0, 0), own.held(0, 1)
    tag = Tag.HAND_OVER if move is zone.hand_over else Tag.READING_COPY
    scalar, mask = own.secrets[0].scalar, 4321
    bare = zone.read(group, own.secrets[0], held).point
    true = card(group, group.base(mask), group.msm((1, mask), (bare, own.joint.point)))
    proof = cross_anyway(own, tag, held, true, (scalar, mask))
    check(group, public, held, true, own.joint, proof, context=CONTEXT)
    false, false_proof = move(group, own.secrets[0], wished, own.joint, context=CONTEXT, entropy=ENTROPY)
    lies = [false, shifted(group, true, a=1), shifted(group, true, b=1)]
    for lie in lies:
        attempts = [proof, false_proof, cross_anyway(own, tag, held, lie, (scalar, mask))]
        attempts += [cross_anyway(own, tag, held, lie, (scalar + 1, mask))]
        for attempt in attempts:
            with refused(code):
                check(group, public, held, lie, own.joint, attempt, context=CONTEXT)


@GROUPS
def test_a_hand_over_by_somebody_who_does_not_hold_the_card_is_refused(group: Group) -> None:
    own = table(group)
    held = own.held(0)
    thief = own.secrets[1]
    given, proof = zone.hand_over(group, thief, held, own.joint, context=CONTEXT, entropy=ENTROPY)
    with refused(Code.BAD_HAND_OVER):
        zone.check_hand_over(group, own.secrets[0].public, held, given, own.joint, proof, context=CONTEXT)
    given, proof = zone.hand_over(group, liar(own.secrets[0], group), held, own.joint, context=CONTEXT, entropy=ENTROPY)
    with refused(Code.BAD_HAND_OVER):
        zone.check_hand_over(group, own.secrets[0].public, held, given, own.joint, proof, context=CONTEXT)


@GROUPS
def test_hand_overs_and_reading_copies_are_of_no_use_elsewhere(group: Group) -> None:
    own = table(group)
    secret, held = own.secrets[0], own.held(0)
    given, proof = zone.hand_over(group, secret, held, own.joint, context=CONTEXT, entropy=ENTROPY)
    copy, copy_proof = zone.reading_copy(group, secret, held, own.joint, context=CONTEXT, entropy=ENTROPY)
    other = own.secrets[1].public
    for key, before, to, context in (
        (secret.public, held, own.joint, ELSEWHERE),
        (secret.public, held, other, CONTEXT),
        (other, held, own.joint, CONTEXT),
        (secret.public, own.held(0, 1), own.joint, CONTEXT),
    ):
        with refused(Code.BAD_HAND_OVER):
            zone.check_hand_over(group, key, before, given, to, proof, context=context)
    with refused(Code.BAD_READING_COPY):
        zone.check_reading_copy(group, secret.public, held, given, own.joint, proof, context=CONTEXT)
    with refused(Code.BAD_HAND_OVER):
        zone.check_hand_over(group, secret.public, held, copy, own.joint, copy_proof, context=CONTEXT)


@GROUPS
def test_a_hand_over_of_an_unchanged_half_is_refused(group: Group) -> None:
    """b' = b leaves nothing to prove in the third relation."""
    own = table(group)
    held = own.held(0)
    given, proof = zone.hand_over(group, own.secrets[0], held, own.joint, context=CONTEXT, entropy=ENTROPY)
    same = card(group, given.a, held.b)
    with refused(Code.BAD_HAND_OVER):
        zone.check_hand_over(group, own.secrets[0].public, held, same, own.joint, proof, context=CONTEXT)


# --- the form of every small proof -----------------------------------------------------------------------------------


def all_proofs(own: Table) -> dict[str, tuple[bytes, Callable[[bytes], None], Code]]:
    group, secret, held = own.group, own.secrets[0], own.held(0)
    key_proof = zone.prove_key(group, secret, context=CONTEXT, entropy=ENTROPY)
    given, shares_proof = zone.shares(group, secret, own.deck, context=CONTEXT, entropy=ENTROPY)
    new, remask_proof = zone.remask(group, own.joint, own.deck[0], context=CONTEXT, entropy=ENTROPY)
    over, over_proof = zone.hand_over(group, secret, held, own.joint, context=CONTEXT, entropy=ENTROPY)
    copy, copy_proof = zone.reading_copy(group, secret, held, own.joint, context=CONTEXT, entropy=ENTROPY)
    public, joint = secret.public, own.joint
    return {
        "key": (
            key_proof,
            lambda proof: zone.check_key(group, public, proof, context=CONTEXT),
            Code.BAD_KEY_PROOF,
        ),
        "shares": (
            shares_proof,
            lambda proof: zone.check_shares(group, public, own.deck, given, proof, context=CONTEXT),
            Code.BAD_SHARE,
        ),
        "remask": (
            remask_proof,
            lambda proof: zone.check_remask(group, joint, own.deck[0], new, proof, context=CONTEXT),
            Code.BAD_REMASK,
        ),
        "hand-over": (
            over_proof,
            lambda proof: zone.check_hand_over(group, public, held, over, joint, proof, context=CONTEXT),
            Code.BAD_HAND_OVER,
        ),
        "reading copy": (
            copy_proof,
            lambda proof: zone.check_reading_copy(group, public, held, copy, joint, proof, context=CONTEXT),
            Code.BAD_READING_COPY,
        ),
    }


KINDS = pytest.mark.parametrize("kind", ["key", "shares", "remask", "hand-over", "reading copy"])


@GROUPS
@KINDS
def test_proofs_of_another_length_are_refused(group: Group, kind: str) -> None:
    proof, check, _ = all_proofs(table(group))[kind]
    check(proof)
    for wrong in (b"", proof[:-1], proof + b"\0", proof[:-32], proof + bytes(32)):
        with refused(Code.WRONG_COUNT):
            check(wrong)


@GROUPS
@KINDS
def test_numbers_out_of_range_are_refused(group: Group, kind: str) -> None:
    proof, check, code = all_proofs(table(group))[kind]
    for start in range(0, len(proof), 32):
        number = int.from_bytes(proof[start : start + 32], "big")
        for wrong in (q, 2**256 - 1, *([number + q] if number + q < 2**256 else [])):
            with refused(Code.BAD_SCALAR):
                check(replaced(proof, start, wrong.to_bytes(32, "big")))
        with refused(code):
            check(replaced(proof, start, ((number + 1) % q).to_bytes(32, "big")))
        with refused(code if start else Code.BAD_SCALAR):
            check(replaced(proof, start, bytes(32)))


@GROUPS
@KINDS
def test_a_proof_of_one_kind_is_none_of_another(group: Group, kind: str) -> None:
    proofs = all_proofs(table(group))
    _, check, code = proofs[kind]
    for other, (proof, *_) in proofs.items():
        if other != kind:
            with pytest.raises(Refused) as caught:
                check(proof)
            assert caught.value.code in (code, Code.WRONG_COUNT)


@KINDS
def test_no_single_bit_of_a_proof_is_idle(kind: str) -> None:
    proof, check, code = all_proofs(table(FAST))[kind]
    for place in range(len(proof)):
        with pytest.raises(Refused) as caught:
            check(replaced(proof, place, bytes([proof[place] ^ 1 << place % 8])))
        assert caught.value.code in (code, Code.BAD_SCALAR), place


@GROUPS
def test_a_relation_between_secrets_is_proved_as_a_whole(group: Group) -> None:
    """Two relations, each true for some secret, but not for one and the same."""
    g, h = group.generator, group.hash_to_point(b"h")
    relations = (Relation(((0, g),), group.base(5)), Relation(((0, h),), group.mul(6, h)))
    for secret in (5, 6):
        proof = sigma.prove(group, relations, (secret,), statement=b"s" * 32, entropy=ENTROPY)
        with refused(Code.BAD_SHARE):
            refusal = Refused(Code.BAD_SHARE, "no")
            sigma.check(group, relations, proof, secrets=1, statement=b"s" * 32, refusal=refusal)
