"""Where a program can be reached: reading what people type, what peers tell, and what this machine has.

Knows no peer and no protocol. One port serves IPv4 and IPv6.
"""

from __future__ import annotations

import errno
import os
import re
import socket
from enum import StrEnum
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Final, NamedTuple

import trio

from ..errors import BadInput
from ..limits import HOSTS_REMEMBERED_MAX, PLACES_MAX
from ..text import _
from .connection import Connection

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PORT_DEFAULT: Final = 1667  # where a table opens if nothing else is said and the port is free
_PORT_TRIES = 16  # a port free for IPv4 may be taken for IPv6; sixteen in a row are not
_BACKLOG = 64  # connections the kernel keeps until we look


class Address(NamedTuple):
    """A host, as a name or in the usual spelling of its number, and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str, port: int = PORT_DEFAULT) -> Address:
    """`HOST`, `HOST:PORT`, `[IPV6]:PORT` or a bare IPv6 number; raises `BadInput` with what is wrong."""
    text = text.strip()
    if found := _BRACKETS.fullmatch(text):
        host, digits = found["host"], found["port"]
    elif text.count(":") > 1:
        host, digits = text, None
    else:
        host, _colon, rest = text.partition(":")
        digits = rest if ":" in text else None
    if digits is not None:
        if not (digits.isascii() and digits.isdecimal() and 0 < int(digits[:6]) <= 65_535):
            raise BadInput(_("The port in {text!r} is not a number from 1 to 65535.", text=text))
        port = int(digits)
    number, _percent, zone = host.partition("%")
    if ":" in host or _NUMBERS.fullmatch(host):
        try:
            host = str(ip_address(number)) + (f"%{zone}" if zone else "")
        except ValueError:
            raise BadInput(
                _("{host!r} is not an address. IPv6 with a port is written [2001:db8::7]:1667.", host=host)
            ) from None
    elif not _NAME.fullmatch(host):
        raise BadInput(_("{host!r} is not the name or the address of a machine.", host=host))
    return Address(host, port)


_BRACKETS = re.compile(r"\[(?P<host>[^\[\]]*:[^\[\]]*)\](?::(?P<port>.*))?", re.DOTALL)
_NUMBERS = re.compile(r"[0-9.]+")
_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?")


def plain_host(host: str) -> str:
    """The usual spelling of an IP number: IPv4 also where a socket shows it inside IPv6, and without a zone."""
    ip = ip_address(host.partition("%")[0])
    return str(ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else str(ip)


def read_own_host(text: str | None) -> str | None:
    """The number of ours that somebody wants to listen on, None for all; raises `BadInput` where it is none."""
    if text == "localhost":
        return "127.0.0.1"
    try:
        return None if text is None or ip_address(text).is_unspecified else text
    except ValueError:
        raise BadInput(
            _("--listen takes an IP address of this machine, such as 127.0.0.1 or ::1, not {text!r}.", text=text)
        ) from None


def pack_host(host: str) -> bytes:
    """An IP number as the 4 or 16 bytes that travel."""
    return ip_address(host).packed


def unpack_hosts(packed: Iterable[bytes]) -> tuple[str, ...]:
    """The hosts somebody told us, without those that no honest program listens on or that mean nothing here."""
    hosts = (plain_host(str(ip_address(one))) for one in packed if len(one) in (4, 16))
    return tuple(dict.fromkeys(host for host in hosts if is_dialable(host)))


def is_dialable(host: str) -> bool:
    """Whether a told IP number may be dialled: one machine, and without a zone, whose name only the teller knows."""
    ip = ip_address(host)
    return not (ip.is_unspecified or ip.is_multicast or "%" in host or (ip.is_reserved and not ip.is_loopback))


def is_loopback(host: str) -> bool:
    return ip_address(host).is_loopback


def is_link_local(host: str) -> bool:
    """Whether a number means something on one network only, and every network may have one like it."""
    return ip_address(host).is_link_local


class Reach(StrEnum):
    """From where somebody can call an address, as far as its number tells; a firewall may know better."""

    MACHINE = "machine"
    NETWORK = "network"
    WORLD = "world"


def reach(addresses: Iterable[Address]) -> Reach:
    """The widest of these."""
    numbers = [ip_address(address.host) for address in addresses]
    if any(number.is_global for number in numbers):
        return Reach.WORLD
    return Reach.MACHINE if all(number.is_loopback for number in numbers) else Reach.NETWORK


def own_hosts() -> tuple[str, ...]:
    """The numbers under which other machines may reach this one, the likeliest first; loopback if there are none.

    Link-local ones come last: whoever dials one tries it on all its networks (`connect`).
    """
    ranked = sorted((host for host in _all_hosts() if is_dialable(host)), key=_rank)  # stable: as the system lists them
    outside = [host for host in ranked if not is_loopback(host)]
    return tuple((outside or ranked or ["127.0.0.1"])[:PLACES_MAX])


@lru_cache(HOSTS_REMEMBERED_MAX)  # after a move to another network, callers seen before count as before
def is_on_link(host: str) -> bool:
    """Whether an IPv6 number belongs to a network that this machine is on itself."""
    ip = ip_address(host)
    if ip.version == 4:
        return False
    import ifaddr  # as below

    ours = (one for card in ifaddr.get_adapters() for one in card.ips if one.is_IPv6)
    return any(ip in IPv6Network((plain_host(one.ip[0]), one.network_prefix), strict=False) for one in ours)


def own_host(text: str) -> str:
    """A number that this machine has, as somebody typed it; raises `BadInput`."""
    try:
        host = plain_host(text)
    except ValueError:
        raise BadInput(_("{text!r} is not an IP address.", text=text)) from None
    if host not in _all_hosts():
        raise BadInput(_("This machine does not have the address {host}.", host=host))
    return host


def _all_hosts() -> dict[str, None]:
    """Every number of every network card, once."""
    return dict.fromkeys(host for _zone, host in _cards())


def _cards() -> list[tuple[str, str]]:
    """The network cards with their numbers, one by one; a card is called by what stands behind % in a number."""
    import ifaddr  # starts a process to find a library of the system: not before it is needed

    found = []
    for card in ifaddr.get_adapters():
        zone = str(card.index) if os.name == "nt" else card.name
        for one in card.ips:
            found.append((zone, plain_host(one.ip if isinstance(one.ip, str) else one.ip[0])))
    return found


def _zoned(host: str, of_ours: bool = False) -> list[str]:
    """A link-local IPv6 number with every zone it may be in; or, if it is ours, with that of its own card."""
    if ":" not in host or "%" in host or not is_link_local(host):
        return [host]
    zones = [zone for zone, own in _cards() if (own == host if of_ours else ":" in own and is_link_local(own))]
    return [f"{host}%{zone}" for zone in dict.fromkeys(zones)] or [host]


def _rank(host: str) -> tuple[bool, bool]:
    ip = ip_address(host)
    return ip.is_link_local, ip.version == 6


# --- sockets -------------------------------------------------------------------------------------------------------


async def open_listeners(host: str | None, port: int | None) -> list[trio.SocketListener]:
    """Listens on one port of that host, or of all interfaces with IPv4 and IPv6. Raises `BadInput`.

    `port` None takes the usual one if it is free and else any; 0 takes any.
    """
    families = _families(host)
    if port is None:
        try:
            return await _listen(families, PORT_DEFAULT)
        except OSError:
            port = 0
    for _turn in range(_PORT_TRIES):
        try:
            return await _listen(families, port)
        except OSError as fault:
            if port or fault.errno != errno.EADDRINUSE:
                where = f"{host or 'this machine'}, port {port or 'any'}"
                raise BadInput(
                    _("Cannot wait for others on {where}: {strerror}.", where=where, strerror=fault.strerror or fault)
                ) from None
    raise BadInput(_("No port is free for IPv4 and IPv6 at once."))


def _families(host: str | None) -> list[tuple[socket.AddressFamily, str]]:
    """Whatever somebody typed was made a number before (`read_own_host`)."""
    if host is not None:
        version = ip_address(plain_host(host)).version
        return [(socket.AF_INET6 if version == 6 else socket.AF_INET, _zoned(host, of_ours=True)[0])]
    return [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]


async def _listen(families: Sequence[tuple[socket.AddressFamily, str]], port: int) -> list[trio.SocketListener]:
    """All families on the same port. A family that this machine does not have is left out, unless none remains."""
    listeners: list[trio.SocketListener] = []
    missing: OSError | None = None
    try:
        for family, host in families:
            try:
                listener = await _listen_one(family, host, port)
            except OSError as fault:
                if fault.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT):
                    raise
                missing = fault
            else:
                listeners.append(listener)
                port = listener.socket.getsockname()[1]
        if not listeners and missing is not None:
            raise missing
    except BaseException:  # also when somebody has changed their mind meanwhile
        for listener in listeners:
            listener.socket.close()
        raise
    return listeners


async def _listen_one(family: socket.AddressFamily, host: str, port: int) -> trio.SocketListener:
    sock = trio.socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a program that restarts finds its port free
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)  # IPv4 has a socket of its own
        await sock.bind((host, port))
        sock.listen(_BACKLOG)
    except BaseException:
        sock.close()
        raise
    return trio.SocketListener(sock)


async def connect(address: Address) -> Connection:
    """A TCP connection; raises `OSError` with the system's reason. No deadline: the caller has one.

    A link-local number is called on all networks that have such numbers: who told it does not know how we call ours.
    """
    hosts = _zoned(address.host) if _LINK_LOCAL.match(address.host) else [address.host]
    if len(hosts) == 1:
        return await _connect(Address(hosts[0], address.port))
    found: list[Connection] = []
    faults: list[OSError] = []
    async with trio.open_nursery() as nursery:

        async def call(host: str) -> None:
            try:
                found.append(await _connect(Address(host, address.port)))
                nursery.cancel_scope.cancel()
            except OSError as fault:
                faults.append(fault)

        for host in hosts:
            nursery.start_soon(call, host)
    if not found:
        raise faults[-1]
    for late in found[1:]:
        await trio.aclose_forcefully(late)
    return found[0]


_LINK_LOCAL = re.compile("fe[89ab]", re.IGNORECASE)


async def _connect(address: Address) -> Connection:
    try:
        return Connection(await trio.open_tcp_stream(address.host, address.port))
    except OSError as fault:
        cause = fault.__cause__
        while isinstance(cause, BaseExceptionGroup):  # one per number behind a name: the first is as good as any
            cause = cause.exceptions[0]
        found = cause if isinstance(cause, OSError) else fault
        if found.errno and found.errno > 0:  # errors of names have negative numbers, and words of their own
            raise OSError(found.errno, os.strerror(found.errno)) from None
        raise found from None


def remote_host(stream: trio.abc.Stream) -> str | None:
    """The number at the other end, where there is a connection below."""
    if not isinstance(stream, Connection):
        return None
    try:
        return plain_host(stream.host)
    except (OSError, ValueError):
        return None
