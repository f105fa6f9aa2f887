"""Sealed choices: a digest now, the choice later, and nobody can change it in between or guess it before.

The digest is bound to the slot (table, epoch, step, lane, seat) of the message that carries it, so a copied digest
cannot be opened by the copier. Knows no game: what is sealed is bytes. See protocol/conventions.md, "Sealed choices".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import Code, Refused
from ..text import _
from .hashing import tagged
from .tags import Tag

if TYPE_CHECKING:
    from .secret import GameSecret


class Sealed(NamedTuple):
    """A choice under seal: the digest is sent now, the salt together with the choice."""

    digest: bytes
    salt: bytes


def seal(secret: GameSecret, slot: bytes, choice: bytes) -> Sealed:
    """Seals a choice for a slot. The salt follows from secret, slot and choice: asked twice, it answers alike."""
    salt = secret.nonce(slot, tagged(Tag.COMMIT_SALT, choice))
    return Sealed(commit(slot, choice, salt), salt)


def commit(slot: bytes, choice: bytes, salt: bytes) -> bytes:
    """The digest that promises this choice in this slot."""
    return tagged(Tag.COMMIT, slot, salt, choice)


def check_opening(digest: bytes, slot: bytes, choice: bytes, salt: bytes) -> None:
    """Raises `reveal-mismatch` unless this choice is the one that was promised in this slot."""
    if commit(slot, choice, salt) != digest:
        raise Refused(Code.REVEAL_MISMATCH, _("A choice was shown that is not the one promised."))
