"""Mutual TLS 1.3 between programs that know each other by an Ed25519 key only: who is at the other end is proved here.

The standard library cannot ask for a certificate and accept any. So every certificate is issued by one *open* authority
whose private key everybody has: its signature always fits and means nothing. TLS proves that the other side holds the
key of its certificate (a fresh one per run of the program); an extension holds the identity key and its signature over
that fresh key. Together: who talks holds, or was vouched for by, the identity. See protocol/link.md, "Certificates".

The identity key is never given to the TLS library and never written anywhere. Dates are fixed: no clock matters. There
is no resumption: every connection proves everything again. Knows no frame; whoever calls has a deadline.

A dialler's handshake ends before the listener has judged its certificate: a link counts only after the first message.
"""

from __future__ import annotations

import os
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import trio
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from ..crypto.identity import KEY_BYTES, SIGNATURE_BYTES, check_signature
from ..crypto.tags import Tag
from ..errors import Code, PeerLost, Refused
from ..text import N_, _
from .tunnel import Tunnel

if TYPE_CHECKING:
    from ..crypto.identity import Identity

PROTOCOL: Final = "tortuga/2"  # as both sides name it to TLS (ALPN)
EXTENSION: Final = x509.ObjectIdentifier("2.25.338573457577441162736724463659565063433")  # our own UUID
OPEN_AUTHORITY: Final = ed25519.Ed25519PrivateKey.from_private_bytes(sha256(b"tortuga/1/open-authority").digest())
FIRST_DAY: Final = datetime(2000, 1, 1)
LAST_DAY: Final = datetime(9999, 12, 31)
# X509_V_FLAG_NO_CHECK_TIME, for which the standard library has no name: a clock that was never set shows 1970.
_NO_CHECK_TIME: Final = 0x200000


@dataclass(frozen=True, slots=True, repr=False)
class Credentials:
    """What one run of a program shows to others: both sides of TLS with one fresh key."""

    public: bytes
    listener: ssl.SSLContext
    dialler: ssl.SSLContext


@dataclass(frozen=True, slots=True)
class ProvenStream:
    """A stream and who is proven to be at its other end. All that is known above."""

    stream: trio.abc.Stream
    peer: bytes


async def secure_dialled(stream: trio.abc.Stream, credentials: Credentials, peer: bytes | None) -> ProvenStream:
    """TLS on a stream that we opened. With `peer` given, anybody else is refused (`other-identity`)."""
    secured = await _secure(Tunnel(stream, credentials.dialler, server_side=False))
    if peer is not None and secured.peer != peer:
        raise Refused(Code.OTHER_IDENTITY, _("Somebody else answers at that address."))
    return secured


async def secure_accepted(stream: trio.abc.Stream, credentials: Credentials) -> ProvenStream:
    """TLS on a stream that somebody opened to us."""
    return await _secure(Tunnel(stream, credentials.listener, server_side=True))


async def _secure(tunnel: Tunnel) -> ProvenStream:
    try:
        await tunnel.shake_hands()
    except ssl.SSLError as fault:
        raise Refused(Code.BAD_CERTIFICATE, _why_not(fault)) from None
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        raise PeerLost(_("The connection broke before it was agreed on.")) from None
    if tunnel.protocol != PROTOCOL:
        sentence = _("The other program does not speak {protocol}: one of the two is of another version.")
        raise Refused(Code.WRONG_VERSION, sentence.format(protocol=PROTOCOL))
    certificate = tunnel.certificate
    assert certificate is not None  # both sides require one
    return ProvenStream(tunnel, identity_in(certificate))


def _why_not(fault: ssl.SSLError) -> str:
    """What keeps two programs from agreeing, in words for whoever can do something about it."""
    if isinstance(fault, ssl.SSLCertVerificationError) and fault.verify_code in _OUT_OF_TIME:
        today = datetime.now(UTC)
        return _("The clock of this machine shows {today:%Y-%m-%d}, which cannot be right: set it.", today=today)
    return _(_REASONS.get(fault.reason, N_("The two programs could not agree on TLS.")))


_OUT_OF_TIME: Final = (9, 10)  # a certificate is not valid yet, or no longer
_OTHER_VERSION: Final = N_("The other program shows a certificate that ours does not know: it is of another version.")
_REASONS: Final = {
    "CERTIFICATE_VERIFY_FAILED": _OTHER_VERSION,
    "TLSV1_ALERT_UNKNOWN_CA": N_("The other program does not know our certificate: it is of another version."),
    "SSLV3_ALERT_CERTIFICATE_EXPIRED": N_("The clock of the other machine is wrong: it must be set."),
    "SSLV3_ALERT_BAD_CERTIFICATE": N_(
        "The other program does not take our certificate: it is of another version, or its clock is wrong."
    ),
    "PEER_DID_NOT_RETURN_A_CERTIFICATE": N_("The other program shows no certificate: it is not one of ours."),
    "BAD_SIGNATURE": N_("The other program does not have the key of the certificate that it shows."),
    "UNSUPPORTED_PROTOCOL": N_("The other program speaks an older TLS than 1.3."),
    "WRONG_VERSION_NUMBER": N_("What answers there does not speak TLS: it is another program."),
}


# --- certificates --------------------------------------------------------------------------------------------------


def identity_in(certificate: bytes) -> bytes:
    """The identity that vouches for the key of this certificate (DER); raises `bad-certificate`."""
    try:
        parsed = x509.load_der_x509_certificate(certificate)
        key = parsed.public_key()
        extension = parsed.extensions.get_extension_for_oid(EXTENSION).value
    except (ValueError, UnsupportedAlgorithm, x509.ExtensionNotFound, x509.DuplicateExtension):
        raise Refused(Code.BAD_CERTIFICATE, _("A certificate names no identity.")) from None
    if not (isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1)):
        raise Refused(Code.BAD_CERTIFICATE, _("A certificate has another kind of key than P-256."))
    voucher = extension.value if isinstance(extension, x509.UnrecognizedExtension) else b""
    if len(voucher) != KEY_BYTES + SIGNATURE_BYTES:
        raise Refused(Code.BAD_CERTIFICATE, _("A certificate's voucher has the wrong length."))
    public, signature = voucher[:KEY_BYTES], voucher[KEY_BYTES:]
    try:
        check_signature(public, Tag.LINK_KEY, _spki(key), signature)
    except Refused:
        raise Refused(Code.BAD_CERTIFICATE, _("The identity in a certificate does not vouch for its key.")) from None
    return public


def make_credentials(identity: Identity) -> Credentials:
    """A fresh key and its certificate, ready for both sides of TLS. Blocks for some milliseconds."""
    leaf = ec.generate_private_key(ec.SECP256R1())
    spki = _spki(leaf.public_key())
    certificate = issue(leaf.public_key(), identity.public + identity.sign(Tag.LINK_KEY, spki))
    listener, dialler = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for context in (listener, dialler):
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False  # there are no host names: the identity is checked instead
        context.verify_mode = ssl.CERT_REQUIRED
        context.verify_flags |= _NO_CHECK_TIME
        context.load_verify_locations(cadata=AUTHORITY_CERTIFICATE.public_bytes(Encoding.DER))
        context.set_alpn_protocols([PROTOCOL])
        load_certificate(context, leaf, certificate)
    listener.num_tickets = 0  # no resumption
    return Credentials(identity.public, listener, dialler)


def load_certificate(context: ssl.SSLContext, leaf: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> None:
    """The library reads keys from files only: this one key, good for one run, is on disk for a moment, for us alone."""
    pem = leaf.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + certificate.public_bytes(Encoding.PEM)
    with TemporaryDirectory(prefix="tortuga-") as folder:
        path = Path(folder, "link.pem")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)


def issue(key: ec.EllipticCurvePublicKey, voucher: bytes | None, *, serial: int | None = None) -> x509.Certificate:
    """A certificate of the open authority. Anybody can make one for any key: only its voucher counts."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(_named("tortuga peer"))
        .issuer_name(AUTHORITY_CERTIFICATE.subject)
        .public_key(key)
        .serial_number(serial or x509.random_serial_number())
        .not_valid_before(FIRST_DAY)
        .not_valid_after(LAST_DAY)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(OPEN_AUTHORITY.public_key()), critical=False)
    )
    if voucher is not None:
        builder = builder.add_extension(x509.UnrecognizedExtension(EXTENSION, voucher), critical=False)
    return builder.sign(OPEN_AUTHORITY, None)


def _authority_certificate() -> x509.Certificate:
    """The same bytes everywhere: fixed serial and dates, and Ed25519 signatures draw nothing."""
    public = OPEN_AUTHORITY.public_key()
    usage = dict.fromkeys(("digital_signature", "content_commitment", "key_encipherment", "data_encipherment"), False)
    usage |= dict.fromkeys(("key_agreement", "encipher_only", "decipher_only"), False)
    return (
        x509.CertificateBuilder()
        .subject_name(_named("tortuga open authority"))
        .issuer_name(_named("tortuga open authority"))
        .public_key(public)
        .serial_number(1)
        .not_valid_before(FIRST_DAY)
        .not_valid_after(LAST_DAY)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(**usage, key_cert_sign=True, crl_sign=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .sign(OPEN_AUTHORITY, None)
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])


def _spki(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


AUTHORITY_CERTIFICATE: Final = _authority_certificate()
