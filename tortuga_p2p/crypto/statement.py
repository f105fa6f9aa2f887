"""What a proof states, hashed; and what follows from the hash: challenges for everyone, nonces for the prover.

Every proof begins with one digest over its purpose, the group, the caller's context and everything public it speaks of.
All challenges grow from that digest, so a proof fits no other statement, seat, message or game; all nonces grow from it
and the prover's entropy, so equal statements give equal bytes and different ones never share a nonce.
See protocol/hidden.md, "Statements" and "Nonces".
"""

from __future__ import annotations

from .group import SCALAR_BYTES, SHORT_BYTES, Group, full_scalar, short_scalar, short_scalars
from .hashing import derive, expand, tagged, uniform
from .tags import Tag


def state(tag: Tag, group: Group, context: bytes, *parts: bytes) -> bytes:
    """The digest of a statement. `context` says where it is made: table, step, seat and kind of message."""
    return tagged(tag, group.name.encode("ascii"), context, *parts)


def challenge(digest: bytes, *announced: bytes) -> bytes:
    """The next digest, after the prover has announced these bytes and can no longer change them."""
    return tagged(Tag.CHALLENGE, digest, *announced)


def as_short(group: Group, digest: bytes) -> int:
    return short_scalar(group, digest[:SHORT_BYTES])


def weights(group: Group, digest: bytes, count: int) -> list[int]:
    """Short scalars that nobody could foresee before the digest was fixed."""
    return short_scalars(group, expand(digest, b"weights", SHORT_BYTES * count)) if count else []


class Nonces:
    """The prover's secrets for one statement, each list under a label of its own."""

    def __init__(self, group: Group, entropy: bytes, statement: bytes) -> None:
        assert len(entropy) >= 32, "a nonce is only as secret as the entropy behind it"
        self._group = group
        self._key = derive(entropy, salt=statement, info=Tag.PROOF_NONCE.encode("ascii"))

    def scalars(self, label: bytes, count: int) -> list[int]:
        """Scalars in [1, q)."""
        return [full_scalar(self._group, raw) for raw in self._words(label, count)]

    def permutation(self, label: bytes, count: int) -> list[int]:
        """An order of range(count), all equally likely: from the last place down, each swaps with one not above it."""
        order = list(range(count))
        for last, word in zip(range(count - 1, 0, -1), self._words(label, count - 1), strict=True):
            pick = uniform(word, last + 1)
            order[last], order[pick] = order[pick], order[last]
        return order

    def _words(self, label: bytes, count: int) -> list[bytes]:
        raw = expand(self._key, label, SCALAR_BYTES * count) if count else b""
        return [raw[start : start + SCALAR_BYTES] for start in range(0, len(raw), SCALAR_BYTES)]
