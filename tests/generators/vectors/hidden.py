"""Vectors of protocol/hidden.md: points, keys, masked cards and every proof, honest and not. Made in plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.crypto.shuffler import NaiveProver
from tortuga_p2p.crypto import blind_tag, sigma, zone
from tortuga_p2p.crypto.blind_tag import Tagging
from tortuga_p2p.crypto.curve import FIELD, ORDER, PureSecp256k1
from tortuga_p2p.crypto.element import (
    CARD_BYTES,
    Card,
    Element,
    card,
    element,
    joined,
    read_card,
    read_deck,
    read_elements,
)
from tortuga_p2p.crypto.group import Group, full_scalar, short_scalar
from tortuga_p2p.crypto.hashing import tagged, u32
from tortuga_p2p.crypto.pack import Pack
from tortuga_p2p.crypto.statement import Nonces, state
from tortuga_p2p.crypto.tags import Tag

from .case import VectorOutcome, case, labelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.crypto.element import Deck

G: Group = PureSecp256k1()
SEEDS = [labelled(f"card seed of seat {seat}") for seat in range(3)]
SECRETS = [zone.secret_key(G, seed) for seed in SEEDS]
KEYS = [secret.public for secret in SECRETS]
JOINT = zone.joint_key(G, KEYS)
PACK = Pack(G, "vectors", (0, 1, 2, 3), alike=False)
CONTEXT, ELSEWHERE = labelled("context"), labelled("another context")
ENTROPY = labelled("entropy")
SLOT: dict[str, Any] = {"context": CONTEXT, "entropy": ENTROPY}


def cases() -> dict[str, dict[str, Any]]:
    return {
        **_group_cases(),
        **_key_cases(),
        **_mix_cases(),
        **_shares_cases(),
        **_remask_cases(),
        **_cross_cases("hand-over", hand_over, hand_over_check),
        **_cross_cases("reading-copy", reading_copy, reading_copy_check),
        **_cross_cases("stay-copy", stay_copy, stay_copy_check),
        **_tag_cases(),
        **_open_cases(),
    }


# --- operations ------------------------------------------------------------------------------------------------


def point(raw: bytes) -> VectorOutcome:
    return VectorOutcome({"raw": G.encode(G.decode(raw))})


def point_from_seed(seed: bytes) -> VectorOutcome:
    return VectorOutcome({"point": G.encode(G.hash_to_point(seed))})


def generators(count: int) -> VectorOutcome:
    seeds = [tagged(Tag.GENERATOR, b"secp256k1", u32(index)) for index in range(count)]
    return VectorOutcome({"generators": [G.encode(G.hash_to_point(seed)) for seed in seeds]}, {"seeds": seeds})


def card_points(pile: str, faces: list[int], alike: bool) -> VectorOutcome:
    return VectorOutcome({"points": [point.raw for point in Pack(G, pile, tuple(faces), alike=alike).points]})


def scalars(raw: bytes) -> VectorOutcome:
    return VectorOutcome({"full": _spell(full_scalar(G, raw)), "short": _spell(short_scalar(G, raw[:16]))})


def card_key(seed: bytes) -> VectorOutcome:
    secret = zone.secret_key(G, seed)
    return VectorOutcome({"key": secret.public.raw}, {"secret": _spell(secret.scalar)})


def joint_key(keys: list[bytes]) -> VectorOutcome:
    return VectorOutcome({"key": zone.joint_key(G, [zone.read_key(G, key) for key in keys]).raw})


def fresh_cards(key: bytes, points: list[bytes]) -> VectorOutcome:
    read = [element(G, G.decode(point)) for point in points]
    return VectorOutcome({"cards": joined(zone.fresh(G, zone.read_key(G, key), read))})


def key_proof(seed: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    secret = zone.secret_key(G, seed)
    proof = zone.prove_key(G, secret, context=context, entropy=entropy)
    statement = state(Tag.KEY_PROOF, G, context, secret.public.raw)
    return VectorOutcome({"key": secret.public.raw, "proof": proof}, _nonces(statement, entropy, 1))


def key_proof_check(key: bytes, proof: bytes, context: bytes) -> VectorOutcome:
    zone.check_key(G, zone.read_key(G, key), proof, context=context)
    return VectorOutcome()


def mix(key: bytes, deck: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    lock, before = zone.read_key(G, key), read_deck(G, deck, len(deck) // CARD_BYTES)
    after, proof = zone.mix(G, lock, before, context=context, entropy=entropy)
    order, masks = _shuffling(lock, before, context, entropy)
    naive = NaiveProver(G, lock, before, after, order, masks, context, entropy)
    assert naive.prove() == proof
    spelled = {name: value if isinstance(value, bytes) else _spell_all(value) for name, value in naive.trace.items()}
    return VectorOutcome(
        {"after": joined(after), "proof": proof}, {"order": order, "masks": _spell_all(masks), **spelled}
    )


def mix_check(key: bytes, before: bytes, after: bytes, proof: bytes, context: bytes) -> VectorOutcome:
    count = len(before) // CARD_BYTES
    old, new = read_deck(G, before, count), read_deck(G, after, count)
    zone.check_mix(G, zone.read_key(G, key), old, new, proof, context=context)
    return VectorOutcome()


def shares(seed: bytes, cards: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    secret, locked = zone.secret_key(G, seed), read_deck(G, cards, len(cards) // CARD_BYTES)
    given, proof = zone.shares(G, secret, locked, context=context, entropy=entropy)
    statement = state(Tag.SHARES, G, context, secret.public.raw, cards, joined(given))
    return VectorOutcome({"shares": joined(given), "proof": proof}, _nonces(statement, entropy, 1))


def shares_check(key: bytes, cards: bytes, shares: bytes, proof: bytes, context: bytes) -> VectorOutcome:
    count = len(cards) // CARD_BYTES
    given = read_elements(G, shares, count)
    zone.check_shares(G, zone.read_key(G, key), read_deck(G, cards, count), given, proof, context=context)
    return VectorOutcome()


def unlock(card: bytes, shares: list[bytes]) -> VectorOutcome:
    return VectorOutcome(
        {"card": zone.unlock(G, read_card(G, card), [zone.read_key(G, share) for share in shares]).raw}
    )


def open_card(card: bytes, shares: list[bytes], pile: str, faces: list[int], alike: bool) -> VectorOutcome:
    pack = Pack(G, pile, tuple(faces), alike=alike)
    bare = zone.laid_bare(G, read_card(G, card), [zone.read_key(G, share) for share in shares])
    return VectorOutcome({"card": pack.card(bare), "face": pack.face(bare)}, {"point": bare.raw})


def remask(key: bytes, card: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    old = read_card(G, card)
    new, proof = zone.remask(G, zone.read_key(G, key), old, context=context, entropy=entropy)
    mask = _mask(state(Tag.REMASK, G, context, key, card), entropy)
    statement = state(Tag.REMASK, G, context, key, card, new.raw)
    return VectorOutcome({"card": new.raw, "proof": proof}, {"mask": mask, **_nonces(statement, entropy, 1)})


def remask_check(key: bytes, old: bytes, new: bytes, proof: bytes, context: bytes) -> VectorOutcome:
    lock = zone.read_key(G, key)
    zone.check_remask(G, lock, read_card(G, old), read_card(G, new), proof, context=context)
    return VectorOutcome()


def hand_over(seed: bytes, held: bytes, to: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    return _cross(Tag.HAND_OVER, zone.hand_over, seed, held, to, context, entropy)


def hand_over_check(key: bytes, held: bytes, given: bytes, to: bytes, proof: bytes, context: bytes) -> VectorOutcome:
    owner, receiver = zone.read_key(G, key), zone.read_key(G, to)
    old, new = read_card(G, held), read_card(G, given)
    zone.check_hand_over(G, owner, old, new, receiver, proof, context=context)
    return VectorOutcome()


def reading_copy(seed: bytes, held: bytes, to: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    return _cross(Tag.READING_COPY, zone.reading_copy, seed, held, to, context, entropy)


def reading_copy_check(key: bytes, held: bytes, given: bytes, to: bytes, proof: bytes, context: bytes) -> VectorOutcome:
    owner, viewer = zone.read_key(G, key), zone.read_key(G, to)
    zone.check_reading_copy(G, owner, read_card(G, held), read_card(G, given), viewer, proof, context=context)
    return VectorOutcome()


def stay_copy(seed: bytes, held: bytes, to: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    return _cross(Tag.STAY_COPY, zone.stay_copy, seed, held, to, context, entropy)


def stay_copy_check(key: bytes, held: bytes, given: bytes, to: bytes, proof: bytes, context: bytes) -> VectorOutcome:
    owner, joint = zone.read_key(G, key), zone.read_key(G, to)
    zone.check_stay_copy(G, owner, read_card(G, held), read_card(G, given), joint, proof, context=context)
    return VectorOutcome()


def tags(cards: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    locked = read_deck(G, cards, len(cards) // CARD_BYTES)
    own, proof = blind_tag.tag(G, locked, context=context, entropy=entropy)
    (secret,) = Nonces(G, entropy, state(Tag.BLIND_TAG, G, context, cards)).scalars(b"tag", 1)
    statement = state(Tag.BLIND_TAG, G, context, own.base.raw, cards, joined(own.cards))
    between = {"secret": _spell(secret), **_nonces(statement, entropy, 1)}
    return VectorOutcome({"base": own.base.raw, "tagged": joined(own.cards), "proof": proof}, between)


def tags_check(cards: bytes, base: bytes, tagged: bytes, proof: bytes, context: bytes) -> VectorOutcome:
    count = len(cards) // CARD_BYTES
    own = Tagging(zone.read_key(G, base), read_deck(G, tagged, count))
    blind_tag.check_tag(G, read_deck(G, cards, count), own, proof, context=context)
    return VectorOutcome()


def tag_sums(parts: list[bytes]) -> VectorOutcome:
    decks = [read_deck(G, part, len(part) // CARD_BYTES) for part in parts]
    return VectorOutcome({"sums": joined(blind_tag.tag_sums(G, decks))})


def tag_places(sums: bytes, shares: list[bytes], deck: int) -> VectorOutcome:
    masked = read_deck(G, sums, len(sums) // CARD_BYTES)
    given = [read_elements(G, part, len(masked)) for part in shares]
    bare = [zone.laid_bare(G, one, [part[place] for part in given]) for place, one in enumerate(masked)]
    found = blind_tag.places(bare[:deck], bare[deck:])
    return VectorOutcome({"places": list(found)}, {"tags": [one.raw for one in bare]})


def _cross(tag: Tag, move: Any, seed: bytes, held: bytes, to: bytes, context: bytes, entropy: bytes) -> VectorOutcome:
    secret = zone.secret_key(G, seed)
    given, proof = move(G, secret, read_card(G, held), zone.read_key(G, to), context=context, entropy=entropy)
    mask = _mask(state(tag, G, context, secret.public.raw, to, held), entropy)
    statement = state(tag, G, context, secret.public.raw, to, held, given.raw)
    return VectorOutcome({"card": given.raw, "proof": proof}, {"mask": mask, **_nonces(statement, entropy, 2)})


def _nonces(statement: bytes, entropy: bytes, count: int) -> dict[str, Any]:
    return {"statement": statement, "nonces": _spell_all(Nonces(G, entropy, statement).scalars(b"nonce", count))}


def _mask(statement: bytes, entropy: bytes) -> bytes:
    return _spell(Nonces(G, entropy, statement).scalars(b"mask", 1)[0])


def _shuffling(key: Element, deck: Deck, context: bytes, entropy: bytes) -> tuple[list[int], list[int]]:
    nonces = Nonces(G, entropy, state(Tag.SHUFFLE, G, context, key.raw, joined(deck)))
    return nonces.permutation(b"order", len(deck)), nonces.scalars(b"masks", len(deck))


def _spell(scalar: int) -> bytes:
    return scalar.to_bytes(32, "big")


def _spell_all(numbers: Sequence[int]) -> list[bytes]:
    return [_spell(number) for number in numbers]


# --- cases ----------------------------------------------------------------------------------------------------------


def _group_cases() -> dict[str, dict[str, Any]]:
    generator = G.encode(G.generator)
    no_points = {
        "off-curve": ("No point of the curve has this x.", b"\x02" + _spell(5)),
        "x-above-field": ("x = p + 1: the point with x = 1 in a second spelling.", b"\x02" + _spell(FIELD + 1)),
        "neutral": ("The neutral element has no encoding.", bytes(33)),
        "long-prefix": ("The prefix of the 65-byte form.", b"\x04" + generator[1:]),
        "too-short": ("32 bytes.", generator[:-1]),
    }
    pile: dict[str, Any] = {"pile": "vectors", "faces": [4, 4, 9]}
    return {
        "point": case("The generator.", point, raw=generator),
        **{
            f"point-{name}": case(comment, point, raw=raw, expect="bad-point")
            for name, (comment, raw) in no_points.items()
        },
        "point-from-seed": case("The first hash is the x of a point.", point_from_seed, seed=_seed_with_tries(0)),
        "point-from-seed-third-try": case("The third hash is.", point_from_seed, seed=_seed_with_tries(2)),
        "generators": case("The first three generators of commitments.", generators, count=3),
        "card-points-distinct": case("Every copy has its own point.", card_points, **pile, alike=False),
        "card-points-alike": case("Equal faces share a point.", card_points, **pile, alike=True),
        "scalars": case("A full and a short scalar out of hashed bytes.", scalars, raw=labelled("scalar")),
        "scalars-largest": case("Bytes of 255: the full scalar wraps around.", scalars, raw=b"\xff" * 32),
        "scalars-zero": case("Bytes of 0: the full scalar is never zero.", scalars, raw=bytes(32)),
    }


def _seed_with_tries(tries: int) -> bytes:
    """A seed whose first so many hashes are no x of a point, and the next one is."""
    for number in range(1000):
        seed = labelled(f"seed {number}")
        hashes = [int.from_bytes(tagged(Tag.POINT, seed, u32(counter)), "big") for counter in range(tries + 1)]
        found = [pow(x**3 + 7, (FIELD - 1) // 2, FIELD) == 1 for x in hashes]
        if found == [False] * tries + [True]:
            return seed
    raise AssertionError("a thousand seeds without luck")


def _key_cases() -> dict[str, dict[str, Any]]:
    secret = SECRETS[0]
    proof = zone.prove_key(G, secret, **SLOT)
    opposite = bytes([KEYS[0].raw[0] ^ 1]) + KEYS[0].raw[1:]

    def check(comment: str, expect: str, **changed: bytes) -> dict[str, Any]:
        inputs: dict[str, bytes] = {"key": secret.public.raw, "proof": proof, "context": CONTEXT, **changed}
        return case(comment, key_proof_check, expect=expect, **inputs)

    return {
        "card-key": case("A seat's key of hidden things.", card_key, seed=SEEDS[0]),
        "joint-key": case("Three keys.", joint_key, keys=[key.raw for key in KEYS]),
        "joint-key-cancelled": case(
            "A key and its opposite.", joint_key, keys=[KEYS[0].raw, opposite], expect="bad-point"
        ),
        "key-proof-made": case("A key with its proof.", key_proof, seed=SEEDS[0], **SLOT),
        "key-proof": check("The same proof, checked.", "accept"),
        "key-proof-of-another-seat": check("The proof of a key that is not mine.", "bad-key-proof", key=KEYS[1].raw),
        "key-proof-in-another-context": check("Copied from another lobby.", "bad-key-proof", context=ELSEWHERE),
        "key-proof-scalar-too-large": check(
            "The answer is the order of the group.", "bad-scalar", proof=proof[:32] + _spell(ORDER)
        ),
        "key-proof-zero-challenge": check("A challenge of zero.", "bad-scalar", proof=bytes(32) + proof[32:]),
        "key-proof-zero-answer": check("An answer of zero is in range.", "bad-key-proof", proof=proof[:32] + bytes(32)),
        "key-proof-too-short": check("63 bytes.", "wrong-count", proof=proof[:-1]),
    }


def _mix_cases() -> dict[str, dict[str, Any]]:
    before = zone.fresh(G, JOINT, PACK.points[:3])
    after, proof = zone.mix(G, JOINT, before, **SLOT)
    order, masks = _shuffling(JOINT, before, CONTEXT, ENTROPY)

    def check(comment: str, expect: str, **changed: bytes) -> dict[str, Any]:
        inputs = {"key": JOINT.raw, "before": joined(before), "after": joined(after), "proof": proof, **changed}
        return case(comment, mix_check, expect=expect, **{"context": CONTEXT, **inputs})

    def cheat(comment: str, deck: Deck, order: list[int] = order, masks: list[int] = masks) -> dict[str, Any]:
        forged = NaiveProver(G, JOINT, before, deck, order, masks, CONTEXT, ENTROPY).prove()
        return check(comment, "bad-shuffle", after=joined(deck), proof=forged)

    twice = [order[0], order[0], order[2]]
    duplicate = tuple(_masked(before[place], mask) for place, mask in zip(twice, masks, strict=True))
    (foreign,) = zone.fresh(G, JOINT, PACK.points[3:])
    bent = (_plus(after[0], 1), _plus(after[1], -1), after[2])
    halved, half_masks = _halved(after), [mask * pow(2, -1, ORDER) % ORDER for mask in masks]
    doubled = NaiveProver(
        G, JOINT, before, halved, order, half_masks, CONTEXT, ENTROPY, lambda u, places: [2 * u[i] for i in places]
    )
    return {
        "fresh-cards": case(
            "Three face-up cards under the joint key.",
            fresh_cards,
            key=JOINT.raw,
            points=[point.raw for point in PACK.points[:3]],
        ),
        "mix-made": case("Three cards mixed.", mix, key=JOINT.raw, deck=joined(before), **SLOT),
        "mix-of-two-made": case("The smallest mix.", mix, key=JOINT.raw, deck=joined(before[:2]), **SLOT),
        "mix": check("The mix of three, checked.", "accept"),
        "mix-duplicated-card": cheat("A card stands for two.", duplicate, twice),
        "mix-duplicated-card-honest-order": cheat("The same with a fair order in the proof.", duplicate),
        "mix-foreign-card": cheat("A card of elsewhere.", (_masked(foreign, masks[0]), *after[1:])),
        "mix-swapped-cards": cheat("Two cards changed places.", (after[1], after[0], after[2])),
        "mix-cancelling-errors": cheat("Two cards are changed so that their sum is not.", bent),
        "mix-scaled-deck": check(
            "Cards are halved and exponents doubled.", "bad-shuffle", after=joined(halved), proof=doubled.prove()
        ),
        "mix-in-another-context": check("Replayed in another step.", "bad-shuffle", context=ELSEWHERE),
        "mix-under-another-key": check("Checked under the key of one seat.", "bad-shuffle", key=KEYS[0].raw),
        "mix-scalar-too-large": check(
            "The last answer is the order of the group.", "bad-scalar", proof=proof[:-32] + _spell(ORDER)
        ),
        "mix-announcement-off-curve": check(
            "The first announced point is none.", "bad-point", proof=b"\x02" + _spell(5) + proof[33:]
        ),
        "mix-card-off-curve": check(
            "A card of the new deck is none.", "bad-point", after=b"\x02" + _spell(5) + joined(after)[33:]
        ),
        "mix-one-card-less": check("A card is missing.", "wrong-count", after=joined(after[:2])),
        "mix-proof-too-short": check("A byte is missing.", "wrong-count", proof=proof[:-1]),
        "mix-of-one": check(
            "One card is not mixed but re-masked.",
            "wrong-count",
            before=before[0].raw,
            after=after[0].raw,
            proof=proof[: zone.mix_proof_bytes(1)],
        ),
    }


def _masked(old: Card, mask: int) -> Card:
    return card(G, G.msm((1, mask), (old.a, G.generator)), G.msm((1, mask), (old.b, JOINT.point)))


def _plus(old: Card, scalar: int) -> Card:
    return card(G, old.a, G.msm((1, scalar), (old.b, G.generator)))


def _halved(deck: Deck) -> Deck:
    half = pow(2, -1, ORDER)
    return tuple(card(G, G.mul(half, one.a), G.mul(half, one.b)) for one in deck)


def _mixed() -> Deck:
    deck, _ = zone.mix(G, JOINT, zone.fresh(G, JOINT, PACK.points[:3]), **SLOT)
    return deck


def _shares_cases() -> dict[str, dict[str, Any]]:
    cards = _mixed()
    given, proof = zone.shares(G, SECRETS[0], cards, **SLOT)
    raw = joined(given)
    one, one_proof = zone.shares(G, SECRETS[0], cards[:1], **SLOT)

    def check(comment: str, expect: str, **changed: bytes) -> dict[str, Any]:
        inputs = {"key": KEYS[0].raw, "cards": joined(cards), "shares": raw, "proof": proof, **changed}
        return case(comment, shares_check, expect=expect, **{"context": CONTEXT, **inputs})

    def plus(share: Element, scalar: int) -> bytes:
        return G.encode(G.msm((1, scalar), (share.point, G.generator)))

    return {
        "shares-made": case("One seat's shares of three cards.", shares, seed=SEEDS[0], cards=joined(cards), **SLOT),
        "share-made": case("One seat's share of one card.", shares, seed=SEEDS[0], cards=cards[0].raw, **SLOT),
        "shares": check("The shares of three cards, checked.", "accept"),
        "share": check(
            "The share of one card, checked.", "accept", cards=cards[0].raw, shares=one[0].raw, proof=one_proof
        ),
        "shares-forged": check("One is another point.", "bad-share", shares=plus(given[0], 1) + raw[33:]),
        "shares-for-other-cards": check("Two are swapped.", "bad-share", shares=raw[33:66] + raw[:33] + raw[66:]),
        "shares-cancelling-errors": check(
            "Two are changed so that their sum is not.",
            "bad-share",
            shares=plus(given[0], 1) + plus(given[1], -1) + raw[66:],
        ),
        "shares-of-another-seat": check("The key is another's.", "bad-share", key=KEYS[1].raw),
        "shares-in-another-context": check("Replayed in another step.", "bad-share", context=ELSEWHERE),
        "shares-one-less": check("Two shares for three cards.", "wrong-count", shares=raw[:66]),
        "shares-scalar-too-large": check(
            "The answer is the order of the group.", "bad-scalar", proof=proof[:32] + _spell(ORDER)
        ),
    }


def _remask_cases() -> dict[str, dict[str, Any]]:
    old, other, *_ = _mixed()
    new, proof = zone.remask(G, JOINT, old, **SLOT)
    another, another_proof = zone.remask(G, JOINT, other, **SLOT)

    def check(comment: str, expect: str, **changed: bytes) -> dict[str, Any]:
        inputs = {"key": JOINT.raw, "old": old.raw, "new": new.raw, "proof": proof, "context": CONTEXT, **changed}
        return case(comment, remask_check, expect=expect, **inputs)

    return {
        "remask-made": case("One card under a new mask.", remask, key=JOINT.raw, card=old.raw, **SLOT),
        "remask": check("The same, checked.", "accept"),
        "remask-of-another-card": check("Another card came out.", "bad-remask", new=another.raw, proof=another_proof),
        "remask-unchanged": check("Nothing was re-masked.", "bad-remask", new=old.raw),
        "remask-in-another-context": check("Replayed in another step.", "bad-remask", context=ELSEWHERE),
    }


def _cross_cases(name: str, move: Any, check_move: Any) -> dict[str, dict[str, Any]]:
    """A hand-over to the pile, or a copy for another seat or a new pile: the same proof under another tag."""
    held, other = (_held(locked) for locked in _mixed()[:2])
    to, make, make_wrong = {
        "hand-over": (JOINT, zone.hand_over, zone.reading_copy),
        "reading-copy": (KEYS[1], zone.reading_copy, zone.hand_over),
        "stay-copy": (JOINT, zone.stay_copy, zone.hand_over),
    }[name]
    given, proof = make(G, SECRETS[0], held, to, **SLOT)
    another, another_proof = make(G, SECRETS[0], other, to, **SLOT)
    wrong, wrong_proof = make_wrong(G, SECRETS[0], held, to, **SLOT)

    def check(comment: str, expect: str, **changed: bytes) -> dict[str, Any]:
        inputs = {"key": KEYS[0].raw, "held": held.raw, "given": given.raw, "to": to.raw, "proof": proof, **changed}
        return case(comment, check_move, expect=expect, **{"context": CONTEXT, **inputs})

    code = "bad-reading-copy" if name == "reading-copy" else "bad-hand-over"
    made: dict[str, Any] = {"seed": SEEDS[0], "held": held.raw, "to": to.raw, **SLOT}
    return {
        f"{name}-made": case("From the hand of seat 0.", move, **made),
        name: check("The same, checked.", "accept"),
        f"{name}-of-another-card": check("Another card came out.", code, given=another.raw, proof=another_proof),
        f"{name}-to-another-key": check("Locked for somebody else.", code, to=KEYS[2].raw),
        f"{name}-by-another-seat": check("The card is not the sender's.", code, key=KEYS[1].raw),
        f"{name}-in-another-context": check("Replayed in another step.", code, context=ELSEWHERE),
        f"{name}-proved-as-the-other": check(
            "Of hand-over, reading copy and stay copy none is another.", code, given=wrong.raw, proof=wrong_proof
        ),
        f"{name}-scalar-too-large": check(
            "The last answer is the order of the group.", "bad-scalar", proof=proof[:-32] + _spell(ORDER)
        ),
        f"{name}-too-short": check("One answer only.", "wrong-count", proof=proof[:64]),
    }


def _tag_cases() -> dict[str, dict[str, Any]]:
    """Seat 2 has left: three cards under the key of the other two, and a copy of one that seat 0 holds."""
    joint = zone.joint_key(G, KEYS[:2])
    deck, _proof = zone.mix(G, joint, zone.fresh(G, joint, PACK.points[:3]), **SLOT)
    copy, _proof = zone.stay_copy(G, SECRETS[0], _held(_mixed()[0]), joint, **SLOT)
    cards: Deck = (*deck, copy)
    entropies = [labelled(f"entropy of seat {seat}") for seat in range(2)]
    taggings = [blind_tag.tag(G, cards, context=CONTEXT, entropy=entropy) for entropy in entropies]
    own, proof = taggings[0]
    sums = blind_tag.tag_sums(G, [some.cards for some, _ in taggings])
    shares = [joined(zone.shares(G, SECRETS[seat], sums, **SLOT)[0]) for seat in range(2)]
    opposite = tuple([card(G, G.mul(-1, one.a), G.mul(-1, one.b)) for one in own.cards])
    (secret,) = Nonces(G, entropies[0], state(Tag.BLIND_TAG, G, CONTEXT, joined(cards))).scalars(b"tag", 1)

    def check(comment: str, expect: str, **changed: bytes) -> dict[str, Any]:
        inputs = {"cards": joined(cards), "base": own.base.raw, "tagged": joined(own.cards), "proof": proof, **changed}
        return case(comment, tags_check, expect=expect, **{"context": CONTEXT, **inputs})

    def cheat(comment: str, *tagged: Card) -> dict[str, Any]:
        """By somebody who knows all their secrets and lies about some cards."""
        lie = Tagging(own.base, (*tagged, *own.cards[len(tagged) :]))
        relations, statement = blind_tag._relations(G, cards, lie, CONTEXT)
        forged = sigma.prove(G, relations, (secret,), statement=statement, entropy=ENTROPY)
        return check(comment, "bad-tag", tagged=joined(lie.cards), proof=forged)

    first, second = own.cards[:2]
    where: dict[str, Any] = {"sums": joined(sums), "deck": 3}
    return {
        "tags-made": case("Three cards and a copy.", tags, cards=joined(cards), context=CONTEXT, entropy=entropies[0]),
        "tags": check("The same, checked.", "accept"),
        "tags-in-one-half": cheat("The second half of a card has another factor.", _plus(first, 1)),
        "tags-cancelling-errors": cheat(
            "Two are changed so that their sum is not.", _plus(first, 1), _plus(second, -1)
        ),
        "tags-swapped": cheat("Two have changed places.", second, first),
        "tags-of-another-base": check("The factor is not that of the base.", "bad-tag", base=KEYS[1].raw),
        "tags-of-other-cards": check("The deck came otherwise.", "bad-tag", cards=joined((*cards[1:], cards[0]))),
        "tags-in-another-context": check("Replayed in another step.", "bad-tag", context=ELSEWHERE),
        "tags-one-less": check("Three for four cards.", "wrong-count", tagged=joined(own.cards[:3])),
        "tags-off-curve": check(
            "A tagged card is none.", "bad-point", tagged=b"\x02" + _spell(5) + joined(own.cards)[33:]
        ),
        "tags-scalar-too-large": check(
            "The answer is the order of the group.", "bad-scalar", proof=proof[:32] + _spell(ORDER)
        ),
        "tag-sums": case("Of two seats.", tag_sums, parts=[joined(some.cards) for some, _ in taggings]),
        "tag-sums-cancelled": case(
            "One is the opposite of the other.",
            tag_sums,
            parts=[joined(own.cards), joined(opposite)],
            expect="bad-point",
        ),
        "tag-places": case("Where the card held lies in the deck.", tag_places, shares=shares, **where),
        "tag-places-share-missing": case(
            "A lock is still on all of them.", tag_places, shares=shares[:1], **where, expect="unknown-card"
        ),
    }


def _held(locked: Card) -> Card:
    """A card of the pile as seat 0 holds it."""
    return zone.unlock(G, locked, [_share(seat, locked) for seat in (1, 2)])


def _share(seat: int, locked: Card) -> Element:
    return element(G, G.mul_secret(SECRETS[seat].scalar, locked.a))


def _open_cases() -> dict[str, dict[str, Any]]:
    locked = _mixed()[0]
    given = [_share(seat, locked).raw for seat in range(3)]
    pack: dict[str, Any] = {"pile": "vectors", "faces": list(PACK.faces), "alike": False}
    return {
        "unlock": case("Dealt to seat 0.", unlock, card=locked.raw, shares=given[1:]),
        "open": case("All shares of a card.", open_card, card=locked.raw, shares=given, **pack),
        "open-share-missing": case(
            "A lock is still on it.", open_card, card=locked.raw, shares=given[:2], **pack, expect="unknown-card"
        ),
        "open-nothing-left": case(
            "What is taken off is all there is.",
            open_card,
            card=locked.raw,
            shares=[locked.raw[33:]],
            **pack,
            expect="unknown-card",
        ),
    }
