"""What works on this machine and its network, in plain words, and what to do about what does not.

Every check tries the real thing: opens the port, makes a link, sends itself a multicast, writes a private file. Nothing
leaves the local network. Whether other machines get through can only be seen with a second machine; the words say so.
"""

from __future__ import annotations

import os
import secrets
import socket
import struct
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import trio

from ..crypto.curve import PureSecp256k1
from ..crypto.group import default_group
from ..crypto.identity import Identity
from ..errors import BadInput, PeerLost, Refused
from ..text import _
from .address import PORT_DEFAULT, Address, is_link_local, is_loopback, open_listeners, own_hosts
from .discovery import card_of, multicast_hosts, open_discovery
from .mesh import open_mesh

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_PROBE_GROUP: Final = "239.255.16.67"  # a group that only stays on the local network; nobody else listens there
_PROBE_GROUP6: Final = "ff12::7:1667"
_PROBE_S: Final = 0.5  # for a packet from us to us
_BORN: Final = datetime(2026, 1, 1, tzinfo=UTC)  # a clock before this was never set
_FAR: Final = datetime(2100, 1, 1, tzinfo=UTC)


class Health(StrEnum):
    GOOD = "ok"
    NOTE = "note"  # works, but somebody may wonder
    BAD = "bad"  # keeps us from playing with others


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One check: what was seen, and what may be done about it."""

    topic: str
    health: Health
    seen: str
    advice: str = ""


async def examine(folder: Path, *, hosts: Sequence[str] | None = None) -> list[Diagnosis]:
    """All checks, of all networks of this machine or of those where it has these numbers."""
    mine = tuple(hosts) if hosts is not None else own_hosts()
    return [
        check_address(mine),
        await check_port(None if hosts is None else mine[0]),
        await check_link(mine[0]),
        await check_multicast(hosts),
        check_ipv6(mine),
        check_clock(time.time()),
        check_folder(folder),
        check_group(),
    ]


def check_address(hosts: Sequence[str]) -> Diagnosis:
    if all(map(is_loopback, hosts)):
        advice = _("Connect to a network to play with others; tables on this machine alone work.")
        return Diagnosis("address", Health.BAD, _("This machine is connected to no network."), advice)
    seen = _("Others may reach this machine at {hosts}.", hosts=", ".join(hosts))
    if all(is_link_local(host) or is_loopback(host) for host in hosts):
        advice = _("It has no address that works beyond its own network: tables and invitations work there.")
        return Diagnosis("address", Health.NOTE, seen, advice)
    return Diagnosis("address", Health.GOOD, seen)


async def check_port(host: str | None) -> Diagnosis:
    try:
        listeners = await open_listeners(host, None)
    except BadInput as fault:
        advice = _(
            "Security software may block it: allow this program to wait for connections, or join other people's tables."
        )
        return Diagnosis("port", Health.BAD, str(fault), advice)
    port = listeners[0].socket.getsockname()[1]
    for listener in listeners:
        await listener.aclose()
    if port == PORT_DEFAULT:
        return Diagnosis("port", Health.GOOD, _("Port {port} can be opened (TCP).", port=port))
    advice = _("Guests who type your address must add the port that your table shows; invitations already contain it.")
    return Diagnosis(
        "port",
        Health.NOTE,
        _("Port {port_default} is in use; another one will be taken.", port_default=PORT_DEFAULT),
        advice,
    )


async def check_link(host: str) -> Diagnosis:
    """A whole link, TLS and all, from this machine to its own address."""
    try:
        took_s, fault = await _try_link(host)
    except BadInput as refusal:
        fault = str(refusal)
    if fault:
        advice = _("A firewall or security software on this machine is in the way: allow this program.")
        return Diagnosis("link", Health.BAD, _("No link to our own address: {fault}", fault=fault), advice)
    seen = _("A secured link to {host}, our own address, takes {took_s:.0f} ms.", host=host, took_s=took_s * 1000)
    advice = _(
        "If others cannot join, a firewall may block TCP port {port_default} from outside.", port_default=PORT_DEFAULT
    )
    return Diagnosis("link", Health.GOOD, seen, advice)


async def _try_link(host: str) -> tuple[float, str]:
    """How long it took, and what went wrong."""
    one, other = (Identity.from_seed(secrets.token_bytes(32)) for _ in range(2))
    fault = ""
    async with open_mesh(one, host=host, port=0) as here, open_mesh(other, host=host, port=0) as there:
        began_s = time.perf_counter()
        try:
            await there.meet(Address(host, here.port), one.public)
        except (PeerLost, Refused) as found:
            fault = str(found)
        return time.perf_counter() - began_s, fault


async def check_multicast(hosts: Sequence[str] | None) -> Diagnosis:
    """Whether every network card brings our own packet back, and the discovery library starts."""
    advice = _("Invitations and typed addresses work all the same.")
    cards = await trio.to_thread.run_sync(multicast_hosts, hosts)
    silent = [host for host in cards if not await trio.to_thread.run_sync(_loops_back, host)]
    async with open_discovery(hosts) as discovery:
        trouble = discovery.trouble
    if trouble is not None or len(silent) == len(cards):
        return Diagnosis("multicast", Health.NOTE, trouble or _("No network card takes part in multicast."), advice)
    if silent:
        return Diagnosis(
            "multicast", Health.NOTE, _("Multicast does not work on {silent}.", silent=", ".join(silent)), advice
        )
    later = _(
        "Some routers and guest networks swallow it: if tables are not found, {lower}{advice}",
        lower=advice[0].lower(),
        advice=advice[1:],
    )
    return Diagnosis(
        "multicast", Health.GOOD, _("Tables can be announced and found on {cards}.", cards=", ".join(cards)), later
    )


def _loops_back(host: str) -> bool:
    return _loops_back6(host) if ":" in host else _loops_back4(host)


def _loops_back6(host: str) -> bool:
    word = secrets.token_bytes(16)
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as sock:
            sock.bind(("::", 0))
            card = struct.pack("@I", card_of(host))
            group = socket.inet_pton(socket.AF_INET6, _PROBE_GROUP6)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group + card)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, card)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)
            sock.sendto(word, (_PROBE_GROUP6, sock.getsockname()[1]))
            sock.settimeout(_PROBE_S)
            return sock.recv(64) == word
    except OSError:
        return False


def _loops_back4(host: str) -> bool:
    word = secrets.token_bytes(16)
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.bind(("", 0))
            card = socket.inet_aton(host)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(_PROBE_GROUP) + card)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, card)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)  # never beyond this network
            sock.sendto(word, (_PROBE_GROUP, sock.getsockname()[1]))
            sock.settimeout(_PROBE_S)
            return sock.recv(64) == word
    except OSError:
        return False


def check_ipv6(hosts: Sequence[str]) -> Diagnosis:
    found = [host for host in hosts if ":" in host and not is_loopback(host)]
    if found:
        return Diagnosis("ipv6", Health.GOOD, _("IPv6 works here as {found}.", found=", ".join(found)))
    return Diagnosis("ipv6", Health.NOTE, _("There is no IPv6 on this network."), _("Nothing to do: IPv4 is enough."))


def check_clock(now_s: float) -> Diagnosis:
    now = datetime.fromtimestamp(now_s, UTC)
    if _BORN <= now < _FAR:
        return Diagnosis("clock", Health.GOOD, _("The clock shows {now:%Y-%m-%d}.", now=now))
    advice = _("Set it if you care about file dates; play does not depend on clocks.")
    return Diagnosis("clock", Health.NOTE, _("The clock shows {now:%Y-%m-%d}, which cannot be right.", now=now), advice)


def check_folder(folder: Path) -> Diagnosis:
    """Whether secrets can be written there for our eyes alone."""
    probe = folder / f".probe-{secrets.token_hex(8)}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(b"probe")
            file.flush()
            os.fsync(file.fileno())
        mode = probe.stat().st_mode & 0o777
        probe.unlink()
    except OSError as fault:
        advice = _("Make it writable, or set TORTUGA_HOME to a folder that is.")
        return Diagnosis(
            "folder",
            Health.BAD,
            _("The data folder {folder} cannot be used: {strerror}.", folder=folder, strerror=fault.strerror),
            advice,
        )
    if os.name == "posix" and mode & 0o077:
        advice = _("Set TORTUGA_HOME to a folder on a disk that keeps files private.")
        return Diagnosis(
            "folder", Health.BAD, _("Files in {folder} can be read by others on this machine.", folder=folder), advice
        )
    return Diagnosis("folder", Health.GOOD, _("The data folder {folder} keeps secrets private.", folder=folder))


def check_group() -> Diagnosis:
    if isinstance(default_group(), PureSecp256k1):
        seen = _("Hidden tiles and cards use the slow arithmetic in Python.")
        return Diagnosis(
            "group", Health.NOTE, seen, _("Works, but mixing takes seconds: pip install btclib-secp256k1.")
        )
    return Diagnosis("group", Health.GOOD, _("Hidden tiles and cards use the fast arithmetic."))
