"""Tagged hashing, and numbers and keys read out of it: the base of everything else in this package.

One hash (SHA-256), one framing (protocol/conventions.md): no list of parts spells another list, no tag another tag.
Draws nothing at random; whoever needs entropy passes it in.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

from .tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable

DIGEST_BYTES = 32
BOUND_MAX = 1 << 32  # a draw reads words of 32 bits


def tagged(tag: Tag, *parts: bytes) -> bytes:
    """SHA-256 over the tag and the parts, each behind its length as four bytes."""
    framed = tag.framed
    for part in parts:
        framed += len(part).to_bytes(4, "big") + part
    return sha256(framed).digest()


def tagged_digests(tag: Tag, *parts: bytes) -> Callable[[bytes], bytes]:
    """`tagged` of these parts and a last one of 32 bytes, for thousands of them: what is the same is framed once."""
    framed = tag.framed + b"".join(len(part).to_bytes(4, "big") + part for part in parts) + u32(DIGEST_BYTES)
    return lambda last: sha256(framed + last).digest()


def u8(number: int) -> bytes:
    """A small number as one byte: the spelling of seats and dice positions inside a hash."""
    return number.to_bytes(1, "big")


def u32(number: int) -> bytes:
    """A number as four bytes, big end first: the spelling of all counters inside a hash."""
    return number.to_bytes(4, "big")


def uniform(seed: bytes, bound: int) -> int:
    """A number in [0, bound), every one equally likely, read out of a 32-byte seed; 1 <= bound <= 2**32.

    The seed is stretched into a stream of 32-bit words. Of each word as many high bits are read as the bound needs;
    the first reading below the bound counts. Nothing is reduced modulo the bound, so nothing is biased.
    """
    assert len(seed) == DIGEST_BYTES
    assert 1 <= bound <= BOUND_MAX
    spare_bits = 32 - (bound - 1).bit_length()
    block = 0
    while True:
        words = tagged(Tag.UNIFORM, seed, u32(block))
        for start in range(0, DIGEST_BYTES, 4):
            reading = int.from_bytes(words[start : start + 4], "big") >> spare_bits
            if reading < bound:
                return reading
        block += 1


def derive(secret: bytes, *, salt: bytes, info: bytes) -> bytes:
    """HKDF (RFC 5869, SHA-256), both halves: a 32-byte key out of a secret that is not yet a key."""
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(secret)


def expand(key: bytes, info: bytes, length: int = 32) -> bytes:
    """HKDF-Expand (RFC 5869, SHA-256): as many bytes as asked for out of a 32-byte key, other for every info."""
    assert len(key) == DIGEST_BYTES
    return HKDFExpand(algorithm=SHA256(), length=length, info=info).derive(key)
