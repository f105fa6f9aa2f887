"""protocol/link.md and the code say the same."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tortuga_p2p import limits
from tortuga_p2p.crypto.identity import fingerprint
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.net import Address, parse_address, tls
from tortuga_p2p.net.discovery import SERVICE, Notice, _info
from tortuga_p2p.net.invitation import ALPHABET, make_invitation
from tortuga_p2p.net.link import _UNTOLD
from tortuga_p2p.net.link_message import BEAT, IN_WORDS, LINK, Acquaintance, Bye, Hello, Why
from tortuga_p2p.wire.envelope import VERSION
from tortuga_p2p.wire.message import record_shape

from .people import ANA

TEXT = (Path(__file__).parents[2] / "protocol" / "link.md").read_text("utf-8")


def section(heading: str) -> str:
    """What stands under a heading, up to the next of any kind."""
    return TEXT.split(f"\n{heading}\n")[1].split("\n## ")[0].split("\n### ")[0]


def tables(heading: str) -> list[list[list[str]]]:
    """Every table of a section, as the cells of its rows without the first two."""
    found: list[list[list[str]]] = []
    inside = False
    for line in section(heading).splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        if not inside:
            found.append([])
        inside = True
        found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
    return [rows[2:] for rows in found]


def bare(cell: str) -> str:
    return cell.strip("` ")


def test_limits() -> None:
    (table,) = tables("## Limits")
    assert {bare(name): int(value) for name, value, _ in table} == {
        bare(name): getattr(limits, bare(name).upper()) for name, *_ in table
    }


@pytest.mark.parametrize("kind", LINK.kinds)
def test_every_message_has_its_fields(kind: str) -> None:
    (table,) = tables(f"### {kind}")
    assert [(bare(name), holds) for name, holds, _ in table] == list(LINK.fields(kind))


def test_the_messages_are_all_there_and_their_kinds_are_of_the_link() -> None:
    headings = [line[4:] for line in TEXT.splitlines() if line.startswith("### ")]
    assert headings == list(LINK.kinds)
    assert all(kind.startswith("link-") for kind in headings)
    assert [name for name, _ in record_shape(Acquaintance).fields] == ["peer", "hosts", "port"]


def test_reasons() -> None:
    (table,) = tables("## Reasons")
    assert [bare(word) for word, *_ in table] == [*Why] == [*IN_WORDS]
    assert {bare(word) for word, sent, _ in table if sent == "no"} == _UNTOLD


def test_certificates() -> None:
    authority, peer = (dict(table) for table in tables("## Certificates"))
    der = tls.AUTHORITY_CERTIFICATE.public_bytes(Encoding.DER)
    seed = authority["key"].split("`")[1].encode()
    assert sha256(seed).digest() == tls.OPEN_AUTHORITY.private_bytes_raw()
    assert bare(authority["public key"]) == tls.OPEN_AUTHORITY.public_key().public_bytes_raw().hex()
    assert bare(authority["SHA-256 of its DER"]) == sha256(der).hexdigest()
    assert tls.EXTENSION.dotted_string in peer["voucher"]
    assert f"`{tls.PROTOCOL}`" in section("## Certificates")
    assert f'"{Tag.LINK_KEY}"' in section("## Certificates")


def test_discovery() -> None:
    records, keys = ({bare(name): value for name, value in table} for table in tables("## Discovery"))
    words = fingerprint(ANA.public)
    info = _info(Notice("Ana's. Table", "tortuga", 3, words), [Address("10.0.0.1", 1667)])
    assert bare(records["service"]) == SERVICE == info.type
    assert info.name == f"Ana's Table {words[:11]}.{SERVICE}"
    assert info.server == f"tortuga-{words}.local."
    assert records["time to live"] == f"{info.host_ttl} seconds" == f"{info.other_ttl} seconds"
    assert [key.encode() for key in keys] == list(info.properties)
    assert f"{limits.NAME_BYTES_MAX} bytes" in keys["name"]
    assert f"1 to {limits.WORD_BYTES_MAX} " in keys["game"]
    assert keys["free"] == f"free seats, decimal, 0 to {limits.SEATS_MAX}"
    assert keys["patience"] == "seconds, decimal"
    assert f"up to {limits.OPTIONS_TOLD_BYTES_MAX} bytes" in keys["options"]
    assert f"no more than {limits.TABLES_MAX} tables" in section("## Discovery")


def test_invitations() -> None:
    (table,) = tables("## Invitations")
    example = {name: bare(value) for name, value in table}
    made = make_invitation(bytes.fromhex(example["identity"]), [parse_address(example["address"])])
    assert made.code == example["code"]
    assert f"`{ALPHABET}`" in section("## Invitations")


def test_bytes() -> None:
    (table,) = tables("## Bytes")
    said = [
        Hello(VERSION, "tortuga-p2p 0.1.0", bytes(range(8)), 1, (bytes([192, 168, 1, 7]),), 1667),
        Bye("leaving"),
    ]
    assert [bare(raw) for _, raw in table] == [LINK.encode(said[0]).hex(), BEAT.hex(), LINK.encode(said[1]).hex()]
    assert all(bytes.fromhex(bare(raw))[2:7] == b"link-" for _, raw in table)
