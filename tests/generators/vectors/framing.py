"""Vectors of protocol/framing.md: plain values, frames, envelopes."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from tortuga_p2p.crypto.hashing import tagged
from tortuga_p2p.crypto.identity import Identity, check_signature
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.limits import FRAME_BYTES_MAX, PLAIN_DEPTH_MAX, PLAIN_ITEMS_MAX
from tortuga_p2p.wire.codec import decode, encode
from tortuga_p2p.wire.envelope import VERSION, Content, read_envelope, sign_envelope
from tortuga_p2p.wire.framing import Framer, frame

from .case import VectorOutcome, case, labelled, typed

if TYPE_CHECKING:
    from tortuga_p2p.wire.codec import Plain

ANA = Identity.from_seed(labelled("identity of Ana"))
FIELDS: dict[str, Any] = {
    "version": VERSION,
    "table": labelled("table"),
    "epoch": 0,
    "step": 7,
    "lane": "play",
    "seat": 2,
    "prev": labelled("prev"),
    "state": labelled("state"),
    "kind": "commit",
    "body": (labelled("digest"),),
}


def cases() -> dict[str, dict[str, Any]]:
    return {**_plain_cases(), **_frame_cases(), **_envelope_cases()}


# --- operations ------------------------------------------------------------------------------------------------


def plain_value(raw: bytes) -> VectorOutcome:
    return VectorOutcome({"value": typed(decode(raw))})


def frames(stream: bytes) -> VectorOutcome:
    framer = Framer()
    whole = framer.feed(stream)
    return VectorOutcome({"payloads": whole, "complete": framer.is_between_frames})


def envelope(raw: bytes, public: bytes) -> VectorOutcome:
    opened = read_envelope(raw)
    check_signature(public, Tag.SIGNED_ENVELOPE, opened.signed, opened.signature)
    content = opened.content
    fields = {name: getattr(content, name) for name in FIELDS}
    return VectorOutcome(
        {**fields, "body": typed(content.body), "envelope_id": tagged(Tag.ENVELOPE, raw)},
        {"slot": content.slot.encoded()},
    )


# --- cases ----------------------------------------------------------------------------------------------------------


def _plain_cases() -> dict[str, dict[str, Any]]:
    numbers = (0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1)
    below = (-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63))
    good: dict[str, tuple[str, Plain]] = {
        "integers": ("Every width of the positive integers, at its edges.", numbers),
        "negative-integers": ("Every width of the negative integers, at its edges.", below),
        "truth": ("Truth values are not numbers.", (False, True, 0, 1)),
        "bytes": ("Bytes of 0, 1 and 256.", (b"", b"a", bytes(256))),
        "text": ("Text of 0, 3, 31 and 32 bytes.", ("", "€", "a" * 31, "a" * 32)),
        "lists": ("Lists of 0, 15 and 16.", ((), (0,) * 15, (0,) * 16)),
        "deepest": ("As deep as lists may be.", _nested(PLAIN_DEPTH_MAX)),
    }
    not_canonical = {
        "wide-integer": ("1 in two bytes.", "cc01"),
        "signed-integer": ("1 in a signed form.", "d001"),
        "wide-negative-integer": ("-1 in two bytes.", "d0ff"),
        "wide-text": ("A letter behind a wide header.", "d90161"),
        "wide-bytes": ("A byte behind a wide header.", "c5000161"),
        "wide-list": ("A list behind a wide header.", "dc000101"),
        "wide-inside-list": ("A second spelling inside a list.", "91cc01"),
    }
    malformed = {
        "empty": ("Nothing.", ""),
        "nil": ("There is no nil.", "c0"),
        "float": ("There are no floats.", "cb3ff0000000000000"),
        "map": ("There are no maps.", "80"),
        "extension": ("There are no extensions.", "d40100"),
        "unused": ("A byte that begins nothing.", "c1"),
        "following-bytes": ("Something follows the value.", "0000"),
        "missing-item": ("A list lacks an item.", "91"),
        "missing-bytes": ("Bytes are missing.", "c40261"),
        "surrogate": ("Half a surrogate pair is no text.", "a3eda080"),
        "overlong-utf8": ("A zero in two bytes is no UTF-8.", "a2c080"),
        "too-deep": ("One level deeper than lists may be.", "91" * (PLAIN_DEPTH_MAX + 1) + "00"),
        "too-many-items": (
            "A list announces one item too many.",
            (b"\xdc" + struct.pack(">H", PLAIN_ITEMS_MAX + 1) + bytes(PLAIN_ITEMS_MAX + 1)).hex(),
        ),
    }
    vectors = {name: case(comment, plain_value, raw=encode(value)) for name, (comment, value) in good.items()}
    for code, bad in (("not-canonical", not_canonical), ("malformed", malformed)):
        for name, (comment, raw) in bad.items():
            vectors[name] = case(comment, plain_value, raw=bytes.fromhex(raw), expect=code)
    return {f"plain-{name}": vector for name, vector in vectors.items()}


def _nested(depth: int) -> Plain:
    value: Plain = 0
    for _ in range(depth):
        value = (value,)
    return value


def _frame_cases() -> dict[str, dict[str, Any]]:
    too_large = (FRAME_BYTES_MAX + 1).to_bytes(4, "big")
    return {
        "frame": case("One frame.", frames, stream=frame(b"ahoy")),
        "frames-and-a-part": case(
            "Two frames and the beginning of a third.", frames, stream=frame(b"a") + frame(b"bc") + b"\0\0\0"
        ),
        "frame-empty": case("A length of zero.", frames, stream=bytes(4), expect="malformed"),
        "frame-too-large": case(
            "One byte too long: refused by its header.", frames, stream=too_large, expect="too-large"
        ),
    }


def _envelope_cases() -> dict[str, dict[str, Any]]:
    good = sign_envelope(Content(**FIELDS), _sign)

    def signed(**changed: Plain) -> bytes:
        content = encode(tuple({**FIELDS, **changed}.values()))
        return content + _sign(content)

    def refused(comment: str, raw: bytes, code: str) -> dict[str, Any]:
        return case(comment, envelope, raw=raw, public=ANA.public, expect=code)

    wide = good.signed.replace(b"\x00\x07\xa4play", b"\x00\xcc\x07\xa4play")
    return {
        "envelope": case("A signed message in its place.", envelope, raw=good.raw, public=ANA.public),
        "envelope-bad-signature": refused("A byte is changed.", good.raw[:-1] + b"\0", "bad-signature"),
        "envelope-of-another-key": case(
            "Signed by somebody else.",
            envelope,
            raw=good.raw,
            public=Identity.from_seed(labelled("Ben")).public,
            expect="bad-signature",
        ),
        "envelope-not-canonical": refused("The step in two bytes, signed so.", wide + _sign(wide), "not-canonical"),
        "envelope-of-another-version": refused("Version 3.", signed(version=3), "wrong-version"),
        "envelope-short-table": refused("A table of 31 bytes.", signed(table=bytes(31)), "malformed"),
        "envelope-seat-out-of-range": refused("Seat 9.", signed(seat=9), "malformed"),
        "envelope-step-is-true": refused("A truth value is no number.", signed(step=True), "malformed"),
        "envelope-empty-lane": refused("A lane without a name.", signed(lane=""), "malformed"),
        "envelope-missing-field": refused("No body.", _without_body(), "malformed"),
        "envelope-shorter-than-signature": refused("64 bytes are no envelope.", bytes(64), "malformed"),
    }


def _without_body() -> bytes:
    content = encode(tuple(FIELDS.values())[:-1])
    return content + _sign(content)


def _sign(signed: bytes) -> bytes:
    return ANA.sign(Tag.SIGNED_ENVELOPE, signed)
