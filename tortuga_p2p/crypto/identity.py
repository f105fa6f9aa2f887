"""Who somebody is: a long-lived Ed25519 key. Signing, strict checking, and words by which people recognise a key.

Checking is stricter than the library's: one reading of every key and signature, the same on every machine
(protocol/conventions.md, "Signatures"). Refuses to know names, files and seats.
"""

from __future__ import annotations

from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ..errors import Code, Refused
from ..text import _
from .hashing import tagged
from .tags import Tag

KEY_BYTES = 32
SIGNATURE_BYTES = 64


@dataclass(frozen=True, slots=True, repr=False)
class Identity:
    """The key pair of a player or a bot. `public` is its name among peers; `key` also signs the link's certificate."""

    key: Ed25519PrivateKey
    public: bytes

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity that 32 secret random bytes stand for."""
        key = Ed25519PrivateKey.from_private_bytes(seed)
        return cls(key, key.public_key().public_bytes_raw())

    def sign(self, tag: Tag, message: bytes) -> bytes:
        """A signature over this message for this purpose; good for no other purpose."""
        return self.key.sign(tag.framed + message)

    def __repr__(self) -> str:
        return f"<identity {fingerprint(self.public)}>"


def check_key(public: bytes) -> None:
    """Raises `bad-key` for second spellings and small orders. (A key beside the curve never has a good signature.)"""
    if not _is_strict_point(public):
        raise Refused(Code.BAD_KEY, _("An identity key is not one that a player can honestly have."))


def check_signature(public: bytes, tag: Tag, message: bytes, signature: bytes) -> None:
    """Raises `bad-signature` unless the holder of this key signed this message for this purpose."""
    if not _is_strict_point(public) or not _is_strict_signature(signature):
        raise Refused(Code.BAD_SIGNATURE, _("A key or signature is not spelled in its only honest form."))
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, tag.framed + message)
    except InvalidSignature:
        raise Refused(Code.BAD_SIGNATURE, _("A signature does not fit the message and the key.")) from None


def fingerprint(public: bytes) -> str:
    """A key as four words that can be read aloud, 16 bits each: `tulom-ganar-bifok-sidav`.

    Sixty-four bits: finding a second key with the same words costs 2^64 tries. Programs compare whole keys.
    """
    digest = tagged(Tag.FINGERPRINT, public)
    return "-".join(_word(int.from_bytes(digest[start : start + 2], "big")) for start in (0, 2, 4, 6))


def called(name: str, public: bytes) -> str:
    """Somebody by name and key, where it must be clear who is meant: a name is only what they call themselves."""
    words = f"[{fingerprint(public)}]"
    return f'"{name}" {words}' if name else words


_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


def _word(bits: int) -> str:
    """Sixteen bits as consonant, vowel, consonant, vowel, consonant: 4 + 2 + 4 + 2 + 4."""
    return (
        _CONSONANTS[bits >> 12]
        + _VOWELS[bits >> 10 & 3]
        + _CONSONANTS[bits >> 6 & 15]
        + _VOWELS[bits >> 4 & 3]
        + _CONSONANTS[bits & 15]
    )


# --- what the library leaves open ------------------------------------------------------------------------------

_P = 2**255 - 19  # the field
_L = 2**252 + 27742317777372353535851937790883648493  # the order of the base point
_Y_OF_ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
# The eight points of small order share five y coordinates: 1 (the neutral point), -1 (order 2), 0 (order 4), two more.
_SMALL_ORDER_Y = frozenset((0, 1, _P - 1, _Y_OF_ORDER_8, _P - _Y_OF_ORDER_8))


def _is_strict_point(encoding: bytes) -> bool:
    """Canonical and not of small order. (x = 0 has two spellings, but belongs to small order only.)"""
    if len(encoding) != KEY_BYTES:
        return False
    y = int.from_bytes(encoding, "little") & ((1 << 255) - 1)
    return y < _P and y not in _SMALL_ORDER_Y


def _is_strict_signature(signature: bytes) -> bool:
    """R is a strict point and S is below the order: otherwise anyone could re-spell somebody's signature."""
    if len(signature) != SIGNATURE_BYTES:
        return False
    return int.from_bytes(signature[32:], "little") < _L and _is_strict_point(signature[:32])
