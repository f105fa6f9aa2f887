"""Who is at the other end is proved, or there is no link."""

from __future__ import annotations

import socket
import ssl
import tempfile
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509 import CertificateBuilder, UnrecognizedExtension, random_serial_number

from tests.refusal import refused
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code, PeerLost, Refused
from tortuga_p2p.net import tls
from tortuga_p2p.net.tls import ProvenStream, make_credentials, secure_accepted, secure_dialled

from .people import ANA, BEN, CLEO

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography.x509 import Certificate

ANAS, BENS = make_credentials(ANA), make_credentials(BEN)


def fresh_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def voucher_for(key: Any, *, by: Any = BEN, tag: Tag = Tag.LINK_KEY) -> bytes:
    spki = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    voucher: bytes = by.public + by.sign(tag, spki)
    return voucher


def hostile_context(key: Any = None, certificate: Certificate | None = None) -> ssl.SSLContext:
    """A dialler that shows what it likes and checks nothing."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([tls.PROTOCOL])
    if certificate is not None:
        with tempfile.NamedTemporaryFile() as file:
            file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
            file.write(certificate.public_bytes(Encoding.PEM))
            file.flush()
            context.load_cert_chain(file.name)
    return context


async def knock(context: ssl.SSLContext) -> ProvenStream:
    """Dials ANA with that context. Gives or raises what her side finds; the dialler never hears a word if refused."""
    here, there = trio.testing.memory_stream_pair()
    dialler = trio.SSLStream(there, context)
    heard = b""

    async def dial() -> None:
        nonlocal heard
        try:
            await dialler.do_handshake()
            heard = bytes(await dialler.receive_some(10))
        except trio.BrokenResourceError:
            pass

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dial)
        try:
            secured = await secure_accepted(here, ANAS)
            await secured.stream.send_all(b"word")
        except Refused as fault:
            found: ProvenStream | Refused = fault
        else:
            found = secured
        await here.aclose()
    assert (heard == b"word") is isinstance(found, ProvenStream)
    if isinstance(found, Refused):
        raise found
    return found


async def test_an_honest_peer_is_known_by_its_identity_on_both_sides() -> None:
    here, there = trio.testing.memory_stream_pair()
    found = {}

    async def accept() -> None:
        found["ana sees"] = (await secure_accepted(here, ANAS)).peer

    async with trio.open_nursery() as nursery:
        nursery.start_soon(accept)
        found["ben sees"] = (await secure_dialled(there, BENS, ANA.public)).peer
    assert found == {"ana sees": BEN.public, "ben sees": ANA.public}


async def test_somebody_else_at_the_address_is_refused() -> None:
    here, there = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(secure_accepted, here, ANAS)
        with refused(Code.OTHER_IDENTITY):
            await secure_dialled(there, BENS, CLEO.public)


async def test_a_good_certificate_made_by_hand_is_accepted() -> None:
    key = fresh_key()
    assert (await knock(hostile_context(key, tls.issue(key.public_key(), voucher_for(key))))).peer == BEN.public


async def test_no_certificate_is_refused() -> None:
    with refused(Code.BAD_CERTIFICATE, "shows no certificate"):
        await knock(hostile_context())


async def test_a_self_signed_certificate_is_refused() -> None:
    key = fresh_key()
    certificate = (
        CertificateBuilder()
        .subject_name(tls._named("tortuga peer"))
        .issuer_name(tls._named("tortuga peer"))
        .public_key(key.public_key())
        .serial_number(random_serial_number())
        .not_valid_before(tls.FIRST_DAY)
        .not_valid_after(tls.LAST_DAY)
        .add_extension(UnrecognizedExtension(tls.EXTENSION, voucher_for(key)), critical=False)
        .sign(key, SHA256())
    )
    with refused(Code.BAD_CERTIFICATE, "certificate that ours does not know"):
        await knock(hostile_context(key, certificate))


async def test_a_voucher_copied_onto_another_key_is_refused() -> None:
    victims, mine = fresh_key(), fresh_key()
    with refused(Code.BAD_CERTIFICATE, "does not vouch"):
        await knock(hostile_context(mine, tls.issue(mine.public_key(), voucher_for(victims))))


async def test_a_certificate_without_a_voucher_is_refused() -> None:
    key = fresh_key()
    with refused(Code.BAD_CERTIFICATE, "names no identity"):
        await knock(hostile_context(key, tls.issue(key.public_key(), None)))


@pytest.mark.parametrize("cut", [0, 1, 95])
async def test_a_voucher_of_another_length_is_refused(cut: int) -> None:
    key = fresh_key()
    with refused(Code.BAD_CERTIFICATE, "wrong length"):
        await knock(hostile_context(key, tls.issue(key.public_key(), voucher_for(key)[:cut])))


async def test_a_signature_for_another_purpose_is_no_voucher() -> None:
    key = fresh_key()
    voucher = voucher_for(key, tag=Tag.SIGNED_ENVELOPE)
    with refused(Code.BAD_CERTIFICATE, "does not vouch"):
        await knock(hostile_context(key, tls.issue(key.public_key(), voucher)))


async def test_another_kind_of_key_is_refused() -> None:
    key = rsa.generate_private_key(65537, 2048)
    with refused(Code.BAD_CERTIFICATE, "another kind of key"):
        await knock(hostile_context(key, tls.issue(key.public_key(), voucher_for(key))))  # type: ignore[arg-type]


async def test_an_identity_of_small_order_cannot_vouch() -> None:
    """For such a key one signature fits every message: anybody could make it."""
    key = fresh_key()
    neutral = (1).to_bytes(32, "little")
    with refused(Code.BAD_CERTIFICATE, "does not vouch"):
        await knock(hostile_context(key, tls.issue(key.public_key(), neutral + neutral + bytes(32))))


async def test_tls_1_2_is_refused() -> None:
    context = make_credentials(BEN).dialler
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_2
    with refused(Code.BAD_CERTIFICATE, "older TLS than 1.3"):
        await knock(context)


@pytest.mark.parametrize(("first", "last"), [(2000, 2001), (9000, 9999)], ids=["over", "not begun"])
async def test_no_clock_matters(first: int, last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """To a machine whose clock is wrong every certificate looks like these to us."""
    key = fresh_key()
    monkeypatch.setattr(tls, "FIRST_DAY", datetime(first, 1, 1))
    monkeypatch.setattr(tls, "LAST_DAY", datetime(last, 1, 1))
    context = hostile_context(key, tls.issue(key.public_key(), voucher_for(key)))
    assert (await knock(context)).peer == BEN.public
    # A library that looks at dates all the same: the clock is named.
    ANAS.listener.verify_flags &= ~tls._NO_CHECK_TIME
    try:
        with refused(Code.BAD_CERTIFICATE, "clock of this machine shows 20"):
            await knock(context)
    finally:
        ANAS.listener.verify_flags |= tls._NO_CHECK_TIME


async def test_a_program_with_another_open_authority_is_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    key = fresh_key()
    monkeypatch.setattr(tls, "OPEN_AUTHORITY", ed25519.Ed25519PrivateKey.from_private_bytes(bytes(32)))
    certificate = tls.issue(key.public_key(), voucher_for(key))
    with refused(Code.BAD_CERTIFICATE, "certificate that ours does not know: it is of another version"):
        await knock(hostile_context(key, certificate))


@pytest.mark.parametrize("spoken", [["h2"], ["tortuga/1"], ["tortuga/3"]])
async def test_another_protocol_is_refused(spoken: list[str]) -> None:
    context = make_credentials(BEN).dialler
    context.set_alpn_protocols(spoken)
    with refused(Code.WRONG_VERSION):
        await knock(context)


@pytest.mark.parametrize(
    "noise", [b"\x00" * 1000, b"GET / HTTP/1.1\r\n\r\n", bytes(range(256)) * 8, b"\x16\x03\x01\xff\xff"]
)
async def test_random_bytes_are_refused(noise: bytes) -> None:
    here, there = trio.testing.memory_stream_pair()
    await there.send_all(noise)
    await there.send_eof()
    with pytest.raises((Refused, PeerLost)):
        await secure_accepted(here, ANAS)


@pytest.mark.filterwarnings("ignore:The asyncore module is deprecated")  # the other library asks for it
@pytest.mark.parametrize("is_thief", [False, True])
async def test_a_listener_that_shows_a_copied_certificate_without_its_key_is_refused(is_thief: bool) -> None:
    """Another TLS library shows BEN's genuine certificate, with its key and with one of its own."""
    bens, thiefs = fresh_key(), fresh_key()
    certificate = tls.issue(bens.public_key(), voucher_for(bens))
    here, there = socket.socketpair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.to_thread.run_sync, listen_with, there, certificate, thiefs if is_thief else bens)
        async with trio.SocketStream(trio.socket.from_stdlib_socket(here)) as stream:
            if is_thief:
                with refused(Code.BAD_CERTIFICATE, "does not have the key"):
                    await secure_dialled(stream, ANAS, BEN.public)
            else:
                assert (await secure_dialled(stream, ANAS, BEN.public)).peer == BEN.public


def listen_with(sock: socket.socket, certificate: Certificate, key: ec.EllipticCurvePrivateKey) -> None:
    from tlslite.api import X509, HandshakeSettings, TLSConnection, X509CertChain, parsePEMKey  # type: ignore
    from tlslite.errors import BaseTLSException  # type: ignore

    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    settings = HandshakeSettings()
    settings.minVersion = (3, 4)
    shown = X509CertChain([X509().parse(certificate.public_bytes(Encoding.PEM).decode())])
    with sock, suppress(BaseTLSException, OSError):  # as we hang up on it
        TLSConnection(sock).handshakeServer(
            certChain=shown,
            privateKey=parsePEMKey(pem, private=True),
            settings=settings,
            reqCert=True,
            alpn=[bytearray(tls.PROTOCOL.encode())],
        )


def test_the_key_is_on_disk_for_a_moment_for_us_alone_and_the_identity_never(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = []
    load = ssl.SSLContext.load_cert_chain

    def spy(self: ssl.SSLContext, path: Path) -> None:
        seen.append((path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777, path.read_bytes()))
        load(self, path)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", spy)
    make_credentials(ANA)
    secret = ANA.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).splitlines()[1]
    assert [(mode, folder) for mode, folder, _ in seen] == [(0o600, 0o700)] * 2
    assert all(b"PRIVATE KEY" in text and secret not in text for *_, text in seen)
    assert list(tmp_path.iterdir()) == []


def test_two_runs_of_a_program_show_different_keys() -> None:
    def key_of(certificate: Certificate) -> bytes:
        return certificate.public_bytes(Encoding.DER)

    first, second = fresh_key(), fresh_key()
    assert key_of(tls.issue(first.public_key(), None)) != key_of(tls.issue(second.public_key(), None))


def test_the_open_authority_is_the_same_everywhere() -> None:
    raw = tls.AUTHORITY_CERTIFICATE.public_bytes(Encoding.DER)
    assert tls._authority_certificate().public_bytes(Encoding.DER) == raw
    tls.AUTHORITY_CERTIFICATE.verify_directly_issued_by(tls.AUTHORITY_CERTIFICATE)
    assert isinstance(tls.AUTHORITY_CERTIFICATE.public_key(), ed25519.Ed25519PublicKey)
