"""Vectors of protocol/link.md, "Certificates": whom a certificate names, and when it names nobody."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code, Refused
from tortuga_p2p.net.tls import identity_in, issue

from .case import VectorOutcome, case, labelled

ANA, BEN = (Identity.from_seed(labelled(f"identity of {name}")) for name in ("Ana", "Ben"))


def cases() -> dict[str, dict[str, Any]]:
    key, other = _key("link key of Ana"), _key("another link key")
    voucher = ANA.public + ANA.sign(Tag.LINK_KEY, _spki(key))
    good = _issued(key, voucher)
    foreign = ec.derive_private_key(7, ec.SECP384R1()).public_key()
    bad = {
        "without-voucher": ("No extension.", _issued(key, None)),
        "with-a-long-voucher": ("97 bytes.", _issued(key, voucher + b"\0")),
        "for-another-key": ("Ana vouched for another key.", _issued(other, voucher)),
        "of-another-identity": ("Ben's name over Ana's signature.", _issued(key, BEN.public + voucher[32:])),
        "for-another-purpose": (
            "Signed, but not for a link.",
            _issued(key, ANA.public + ANA.sign(Tag.SIGNED_ENVELOPE, _spki(key))),
        ),
        "on-another-curve": ("P-384.", _issued(foreign, ANA.public + ANA.sign(Tag.LINK_KEY, _spki(foreign)))),
        "of-nothing": ("No certificate.", b"\x30\x00"),
    }
    vectors = {
        f"certificate-{name}": case(comment, certificate, der=der, expected=b"", expect="bad-certificate")
        for name, (comment, der) in bad.items()
    }
    return {
        "certificate": case("Ana's key of one run, vouched for.", certificate, der=good, expected=ANA.public),
        "certificate-of-somebody-else": case(
            "Ben was called, Ana answers.", certificate, der=good, expected=BEN.public, expect="other-identity"
        ),
        **vectors,
    }


def certificate(der: bytes, expected: bytes) -> VectorOutcome:
    """Whom it names; with somebody expected, nobody else will do."""
    found = identity_in(der)
    if expected not in (b"", found):
        raise Refused(Code.OTHER_IDENTITY, "Somebody else answers.")
    return VectorOutcome({"identity": found})


def _key(label: str) -> ec.EllipticCurvePublicKey:
    return ec.derive_private_key(int.from_bytes(labelled(label), "big") >> 1, ec.SECP256R1()).public_key()


def _spki(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _issued(key: ec.EllipticCurvePublicKey, voucher: bytes | None) -> bytes:
    """As the link issues them, with a fixed serial number."""
    return issue(key, voucher, serial=7).public_bytes(Encoding.DER)
