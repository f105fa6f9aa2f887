"""Marks by which a program knows its own journal again: what it judged and stored before is not judged a second time.

A mark stands on all closed envelopes before it (their history), on the version of the program that judged them, and on
a key that follows from the owner's identity. So it is worth something to nobody else, and nothing for other envelopes:
whatever no mark vouches for is judged as if a stranger had brought it. Pure.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from typing import TYPE_CHECKING

from .. import __version__
from ..crypto.tags import Tag

if TYPE_CHECKING:
    from ..crypto.identity import Identity

MARK_BYTES = 32


class Voucher:
    """Makes and knows the marks of one owner in one meeting."""

    def __init__(self, identity: Identity, meeting_id: bytes, version: str = __version__) -> None:
        # A signature draws nothing: the same key follows every time, and nobody else can make it.
        self._key = blake2b(identity.sign(Tag.JOURNAL, meeting_id), digest_size=MARK_BYTES).digest()
        self._version = version.encode()

    def mark(self, steps: int, history: bytes) -> bytes:
        """That we have judged so many closed steps, which make this history."""
        text = steps.to_bytes(8, "big") + history + self._version
        return blake2b(text, digest_size=MARK_BYTES, key=self._key).digest()

    def knows(self, mark: bytes, steps: int, history: bytes) -> bool:
        return compare_digest(mark, self.mark(steps, history))

    def __repr__(self) -> str:
        return "<secret>"
