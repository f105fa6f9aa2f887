"""Vectors of protocol/conventions.md: tagged hashes, uniform numbers, secrets, signatures, seals."""

from __future__ import annotations

from typing import Any

from tests.crypto import edwards
from tortuga_p2p.crypto.commitment import check_opening, seal
from tortuga_p2p.crypto.hashing import tagged, u32, uniform
from tortuga_p2p.crypto.identity import Identity, check_key, check_signature, fingerprint
from tortuga_p2p.crypto.secret import GameSecret
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.wire.envelope import Slot

from .case import VectorOutcome, case, labelled

ANA = Identity.from_seed(labelled("identity of Ana"))
MESSAGE = b"all hands on deck"
SIGNATURE = ANA.sign(Tag.SIGNED_ENVELOPE, MESSAGE)
SLOT = Slot(labelled("table"), 0, 7, "play", 2)
SECRET_INPUTS: dict[str, Any] = {"master": labelled("master"), "lobby_id": labelled("lobby")}


def cases() -> dict[str, dict[str, Any]]:
    return {**_hash_cases(), **_secret_cases(), **_signature_cases(), **_key_cases(), **_seal_cases()}


# --- operations ------------------------------------------------------------------------------------------------


def tagged_hash(tag: str, parts: list[bytes]) -> VectorOutcome:
    framed = Tag(tag).framed + b"".join(u32(len(part)) + part for part in parts)
    return VectorOutcome({"digest": tagged(Tag(tag), *parts)}, {"hash_input": framed})


def uniform_number(seed: bytes, bound: int) -> VectorOutcome:
    blocks = [tagged(Tag.UNIFORM, seed, u32(number)) for number in range(2)]
    return VectorOutcome({"number": uniform(seed, bound)}, {"blocks": blocks})


def game_secret(master: bytes, lobby_id: bytes) -> VectorOutcome:
    secret = GameSecret.derive(master, lobby_id)
    names = ("chain_seed", "leaf_seed", "card_seed", "nonce_key")
    return VectorOutcome({name: getattr(secret, name) for name in names})


def nonce(master: bytes, lobby_id: bytes, slot: bytes, statement: bytes, length: int) -> VectorOutcome:
    secret = GameSecret.derive(master, lobby_id)
    return VectorOutcome(
        {"nonce": secret.nonce(slot, statement, length)},
        {"nonce_key": secret.nonce_key, "info": tagged(Tag.NONCE, slot, statement)},
    )


def slot_bytes(table: bytes, epoch: int, step: int, lane: str, seat: int) -> VectorOutcome:
    return VectorOutcome({"slot": Slot(table, epoch, step, lane, seat).encoded()})


def sign(seed: bytes, tag: str, message: bytes) -> VectorOutcome:
    identity = Identity.from_seed(seed)
    return VectorOutcome(
        {"public": identity.public, "signature": identity.sign(Tag(tag), message)},
        {"signed_bytes": Tag(tag).framed + message},
    )


def signature_check(public: bytes, tag: str, message: bytes, signature: bytes) -> VectorOutcome:
    check_signature(public, Tag(tag), message, signature)
    return VectorOutcome()


def key_check(public: bytes) -> VectorOutcome:
    check_key(public)
    return VectorOutcome({"fingerprint": fingerprint(public)}, {"digest": tagged(Tag.FINGERPRINT, public)})


def sealed_choice(master: bytes, lobby_id: bytes, slot: bytes, choice: bytes) -> VectorOutcome:
    sealed = seal(GameSecret.derive(master, lobby_id), slot, choice)
    return VectorOutcome({"digest": sealed.digest}, {"salt": sealed.salt})


def seal_check(digest: bytes, slot: bytes, choice: bytes, salt: bytes) -> VectorOutcome:
    check_opening(digest, slot, choice, salt)
    return VectorOutcome()


# --- cases ----------------------------------------------------------------------------------------------------------


def _hash_cases() -> dict[str, dict[str, Any]]:
    half = (1 << 31) + 1
    seeds = (labelled(f"uniform {number}") for number in range(10_000))
    second_block = next(seed for seed in seeds if _first_block_is_too_high(seed, half))
    return {
        "hash-no-parts": case("A tag alone.", tagged_hash, tag="tortuga/2/die", parts=[]),
        "hash-parts": case(
            "Three parts, one of them empty: each stands behind its length.",
            tagged_hash,
            tag="tortuga/2/die",
            parts=[b"ab", b"", b"c"],
        ),
        "hash-parts-cut-elsewhere": case(
            "The same bytes cut elsewhere hash differently.", tagged_hash, tag="tortuga/2/die", parts=[b"a", b"bc"]
        ),
        "uniform-six": case("A die of six sides.", uniform_number, seed=labelled("six"), bound=6),
        "uniform-power-of-two": case(
            "No reading is ever refused.", uniform_number, seed=labelled("power of two"), bound=64
        ),
        "uniform-largest-bound": case(
            "All 32 bits of the first word count.", uniform_number, seed=labelled("largest"), bound=1 << 32
        ),
        "uniform-one": case("Nothing to draw.", uniform_number, seed=labelled("one"), bound=1),
        "uniform-second-block": case(
            "All eight words of the first block are too high.", uniform_number, seed=second_block, bound=half
        ),
    }


def _first_block_is_too_high(seed: bytes, bound: int) -> bool:
    block = tagged(Tag.UNIFORM, seed, u32(0))
    return all(int.from_bytes(block[at : at + 4], "big") >= bound for at in range(0, 32, 4))


def _secret_cases() -> dict[str, dict[str, Any]]:
    return {
        "game-secret": case("The four branches of a game secret.", game_secret, **SECRET_INPUTS),
        "slot": case("The bytes of a slot.", slot_bytes, **SLOT._asdict()),
        "nonce": case(
            "A nonce of 64 bytes for one statement in one slot.",
            nonce,
            **SECRET_INPUTS,
            slot=SLOT.encoded(),
            statement=b"what is proved",
            length=64,
        ),
    }


def _signature_cases() -> dict[str, dict[str, Any]]:
    public = ANA.public
    tag, other_tag = Tag.SIGNED_ENVELOPE.value, Tag.COMMIT.value
    r_bytes, s = SIGNATURE[:32], int.from_bytes(SIGNATURE[32:], "little")

    def refused(comment: str, *, public: bytes = public, tag: str = tag, signature: bytes) -> dict[str, Any]:
        return case(
            comment,
            signature_check,
            public=public,
            tag=tag,
            message=MESSAGE,
            signature=signature,
            expect="bad-signature",
        )

    neutral = edwards.encode(edwards.NEUTRAL)
    return {
        "sign": case("A signature for one purpose.", sign, seed=labelled("identity of Ana"), tag=tag, message=MESSAGE),
        "signature": case(
            "The same signature, checked.",
            signature_check,
            public=public,
            tag=tag,
            message=MESSAGE,
            signature=SIGNATURE,
        ),
        "signature-for-another-purpose": refused("The tag is signed too.", tag=other_tag, signature=SIGNATURE),
        "signature-s-above-order": refused(
            "The equation holds, but S is spelled as S + L.",
            signature=r_bytes + (s + edwards.L).to_bytes(32, "little"),
        ),
        "signature-r-of-small-order": refused(
            "R is the neutral point. The equation holds.", signature=neutral + _s_for_neutral_r()
        ),
        "signature-r-not-canonical": refused(
            "R is the neutral point spelled as p + 1.",
            signature=(edwards.P + 1).to_bytes(32, "little") + SIGNATURE[32:],
        ),
        "signature-key-of-small-order": refused(
            "The key is the neutral point, R = S * B. The equation holds for every message.",
            public=neutral,
            signature=edwards.encode(edwards.times(5, edwards.BASE)) + (5).to_bytes(32, "little"),
        ),
        "signature-only-times-eight": refused(
            "R carries a point of order eight: the equation holds only after multiplying by the cofactor.",
            signature=_signature_with_twisted_r(),
        ),
        "signature-too-short": refused("63 bytes.", signature=SIGNATURE[:63]),
    }


def _s_for_neutral_r() -> bytes:
    signed = Tag.SIGNED_ENVELOPE.framed + MESSAGE
    scalar = edwards.secret_scalar(labelled("identity of Ana"))
    s = edwards.challenge(edwards.encode(edwards.NEUTRAL), ANA.public, signed) * scalar % edwards.L
    return s.to_bytes(32, "little")


def _signature_with_twisted_r() -> bytes:
    signed = Tag.SIGNED_ENVELOPE.framed + MESSAGE
    twist = next(point for point in edwards.small_order_points() if edwards.times(4, point) != edwards.NEUTRAL)
    r_bytes = edwards.encode(edwards.add(edwards.times(12345, edwards.BASE), twist))
    scalar = edwards.secret_scalar(labelled("identity of Ana"))
    s = (12345 + edwards.challenge(r_bytes, ANA.public, signed) * scalar) % edwards.L
    return r_bytes + s.to_bytes(32, "little")


def _key_cases() -> dict[str, dict[str, Any]]:
    small = {
        f"key-small-order-{number}": case(
            "One of the eight points of small order.", key_check, public=edwards.encode(point), expect="bad-key"
        )
        for number, point in enumerate(edwards.small_order_points())
    }
    return {
        "key": case("An honest key and the words by which people know it.", key_check, public=ANA.public),
        **small,
        "key-not-canonical": case(
            "y is spelled as p + 3.", key_check, public=(edwards.P + 3).to_bytes(32, "little"), expect="bad-key"
        ),
        "key-negative-zero": case(
            "y = 1 with the sign bit of x = 0 set.",
            key_check,
            public=(1 | 1 << 255).to_bytes(32, "little"),
            expect="bad-key",
        ),
        "key-too-short": case("31 bytes.", key_check, public=ANA.public[:31], expect="bad-key"),
    }


def _seal_cases() -> dict[str, dict[str, Any]]:
    slot, choice = SLOT.encoded(), b"parley"
    sealed = seal(GameSecret.derive(**SECRET_INPUTS), slot, choice)
    opening: dict[str, Any] = {"digest": sealed.digest, "slot": slot, "choice": choice, "salt": sealed.salt}

    def refused(comment: str, **changed: bytes) -> dict[str, Any]:
        return case(comment, seal_check, **{**opening, **changed}, expect="reveal-mismatch")

    return {
        "seal": case("A choice under seal.", sealed_choice, **SECRET_INPUTS, slot=slot, choice=choice),
        "seal-opened": case("Opened as promised.", seal_check, **opening),
        "seal-of-another-choice": refused("Another choice than promised.", choice=b"fire"),
        "seal-with-another-salt": refused("Another salt.", salt=bytes(32)),
        "seal-copied-by-another-seat": refused("Seat 3 copied seat 2's digest.", slot=SLOT._replace(seat=3).encoded()),
    }
