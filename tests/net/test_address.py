"""Addresses as people type them, as peers tell them, and as this machine has them."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from tortuga_p2p.errors import BadInput
from tortuga_p2p.limits import PLACES_MAX
from tortuga_p2p.net import address
from tortuga_p2p.net.address import (
    PORT_DEFAULT,
    Address,
    Reach,
    connect,
    is_dialable,
    is_loopback,
    is_on_link,
    open_listeners,
    own_hosts,
    pack_host,
    parse_address,
    plain_host,
    reach,
    read_own_host,
    unpack_hosts,
)


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("192.168.1.7", "192.168.1.7", PORT_DEFAULT),
        ("192.168.1.7:99", "192.168.1.7", 99),
        (" laptop.local:65535 ", "laptop.local", 65_535),
        ("localhost", "localhost", PORT_DEFAULT),
        ("2001:DB8:0::7", "2001:db8::7", PORT_DEFAULT),
        ("[2001:db8::7]", "2001:db8::7", PORT_DEFAULT),
        ("[2001:db8::7]:1", "2001:db8::7", 1),
        ("[fe80::1%eth0]:1667", "fe80::1%eth0", 1667),
        ("::1", "::1", PORT_DEFAULT),
    ],
)
def test_what_people_type_is_understood(typed: str, host: str, port: int) -> None:
    assert parse_address(typed) == Address(host, port)
    assert parse_address(str(parse_address(typed))) == Address(host, port)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "not the name"),
        (":1667", "not the name"),
        ("192.168.1.7:", "port"),
        ("192.168.1.7:0", "port"),
        ("192.168.1.7:65536", "port"),
        ("192.168.1.7:1667x", "port"),
        ("192.168.1.7:\N{ARABIC-INDIC DIGIT ONE}", "port"),
        ("192.168.1.7:" + "9" * 5_000, "port"),
        ("192.168.1", "not an address"),
        ("192.168.1.256", "not an address"),
        ("2001:db8::7::", "not an address"),
        ("[2001:db8::7]1667", "not an address"),
        ("[2001:db8::7", "not an address"),
        ("[]:1667", "not the name"),
        ("some host", "not the name"),
        ("-rf", "not the name"),
        ("a..b", "not the name"),
        ("evil\x1b[2J", "not the name"),
    ],
)
def test_what_cannot_be_an_address_is_said_in_words(typed: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_address(typed)


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_bad_input(text: str) -> None:
    try:
        address = parse_address(text)
    except BadInput:
        return
    assert 0 < address.port <= 65_535
    assert address.host


@given(st.ip_addresses().map(str).map(plain_host))
def test_a_told_number_is_the_one_that_was_packed(host: str) -> None:
    assert unpack_hosts([pack_host(host)]) == ((host,) if is_dialable(host) else ())


def test_numbers_that_mean_nothing_here_are_left_out() -> None:
    told = ["0.0.0.0", "255.255.255.255", "224.0.0.251", "ff02::fb", "fe80::1", "::", "10.0.0.1", "::ffff:10.0.0.1"]
    packed = [ip_address(host).packed for host in told]
    assert unpack_hosts([*packed, b"12345", b""]) == ("fe80::1", "10.0.0.1")
    assert not is_dialable("fe80::1%eth0"), "only the teller knows what it calls its networks"


def test_what_a_machine_has_is_ranked_and_loopback_is_never_among_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def on(*numbers: str) -> tuple[str, ...]:
        monkeypatch.setattr(address, "_cards", lambda: [("eth0", number) for number in numbers])
        return own_hosts()

    assert on("127.0.0.1", "fe80::7", "fd00::7", "10.0.0.7") == ("10.0.0.7", "fd00::7", "fe80::7")
    assert on("127.0.0.1", "::1", "fe80::7") == ("fe80::7",), "a network without anybody who gives out numbers"
    assert on("127.0.0.1", "169.254.3.4", "fe80::7") == ("169.254.3.4", "fe80::7")
    assert on("127.0.0.1", "::1") == ("127.0.0.1", "::1")
    assert on() == ("127.0.0.1",)


@pytest.mark.parametrize(
    ("hosts", "wide"),
    [
        (["127.0.0.1", "::1"], Reach.MACHINE),
        (["fe80::7"], Reach.NETWORK),
        (["127.0.0.1", "192.168.1.7"], Reach.NETWORK),
        (["fd00::7", "169.254.3.4", "100.64.0.9"], Reach.NETWORK),
        (["192.168.1.7", "2606:4700::1"], Reach.WORLD),
        (["9.9.9.9"], Reach.WORLD),
    ],
)
def test_nobody_is_promised_more_than_numbers_can_keep(hosts: list[str], wide: Reach) -> None:
    assert reach([Address(host, 1667) for host in hosts]) is wide


async def test_a_link_local_number_is_called_on_every_network_that_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loopback card stands in for networks: the first does not exist, the second answers."""
    cards = [("nowhere", "fe80::1"), ("lo", "fe80::2"), ("lo", "fe80::3"), ("eth9", "10.0.0.1"), ("lo", "::1")]
    monkeypatch.setattr(address, "_cards", lambda: cards)
    assert address._zoned("fe80::9") == ["fe80::9%nowhere", "fe80::9%lo"]
    assert address._zoned("fe80::1", of_ours=True) == ["fe80::1%nowhere"]
    assert address._zoned("fe80::9%eth0") == ["fe80::9%eth0"]
    assert address._zoned("10.0.0.1") == ["10.0.0.1"]
    called = []

    async def call(place: Address) -> str:
        called.append(place.host)
        if "nowhere" in place.host:
            raise OSError("no such device")
        return "connected"

    monkeypatch.setattr(address, "_connect", call)
    assert await connect(Address("fe80::9", 7)) == "connected"  # type: ignore[comparison-overlap]
    assert sorted(called) == ["fe80::9%lo", "fe80::9%nowhere"]
    monkeypatch.setattr(address, "_cards", lambda: [("nowhere", "fe80::1"), ("nowhere2", "fe80::2")])
    with pytest.raises(OSError, match="no such device"):
        await connect(Address("fe80::9", 7))


def test_this_machine_has_an_address_whatever_it_is_connected_to() -> None:
    hosts = own_hosts()
    assert 1 <= len(hosts) <= PLACES_MAX
    assert all(is_dialable(host) for host in hosts)
    assert len({is_loopback(host) for host in hosts}) == 1  # loopback only if there is nothing else


async def test_one_port_serves_ipv4_and_ipv6() -> None:
    listeners = await open_listeners(None, 0)
    (port,) = {listener.socket.getsockname()[1] for listener in listeners}
    for host in ("127.0.0.1", "::1"):
        await trio.aclose_forcefully(await connect(Address(host, port)))
    for listener in listeners:
        await listener.aclose()


async def test_the_usual_port_is_taken_if_it_is_free_and_any_other_if_not() -> None:
    ports = []
    opened = []
    for _ in range(2):
        opened += await open_listeners("127.0.0.1", None)
        ports.append(opened[-1].socket.getsockname()[1])
    for listener in opened:
        await listener.aclose()
    assert ports[1] not in (ports[0], PORT_DEFAULT)


async def test_a_port_that_is_taken_is_said_in_words() -> None:
    (listener,) = await open_listeners("127.0.0.1", 0)
    port = listener.socket.getsockname()[1]
    with pytest.raises(BadInput, match=rf"port {port}: .*in use"):
        await open_listeners("127.0.0.1", port)
    await listener.aclose()


async def test_an_address_that_this_machine_does_not_have_is_said_in_words() -> None:
    with pytest.raises(BadInput, match="Cannot wait for others"):
        await open_listeners("192.0.2.77", 0)


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        (None, None),
        ("localhost", "127.0.0.1"),
        ("::1", "::1"),
        ("10.0.0.7", "10.0.0.7"),
        ("0.0.0.0", None),
        ("::", None),
    ],
)
def test_where_to_listen_is_a_number_of_ours_or_all(typed: str | None, host: str | None) -> None:
    assert read_own_host(typed) == host


@pytest.mark.parametrize("typed", ["", "example.org", "127.0.0.1:1667"])
def test_a_name_is_no_place_to_listen(typed: str) -> None:
    with pytest.raises(BadInput, match="--listen takes an IP address of this machine"):
        read_own_host(typed)


def test_on_link_is_a_number_of_a_network_of_ours() -> None:
    assert is_on_link("::1")
    assert not is_on_link("2001:db8::1")
    assert not is_on_link("127.0.0.1")  # an IPv4 number is an address by itself, wherever it is
