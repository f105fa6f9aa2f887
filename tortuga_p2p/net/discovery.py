"""Tables on the local network, found as printers are: DNS-SD over multicast DNS, service `_tortuga._tcp`.

    async with open_discovery() as discovery:
        await discovery.announce(Notice("Ana's table", "tortuga", 3, fingerprint), mesh.addresses)
        async for event in discovery.events:              # Appeared, Changed, Vanished
            ...

What is found is a hint and nothing more: anybody can announce anything. TLS proves who answers, and the fingerprint
tells whether that is whom the list showed. Where multicast does not work, `trouble` says so and nothing else happens.

The `zeroconf` library lives in threads of its own; its calls are made in threads, what it reports comes back through
trio's token. So the same code runs under `trio.run` and under the user interface. See protocol/link.md, "Discovery".
"""

from __future__ import annotations

import re
import socket
import struct
from collections import Counter
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import ifaddr
import trio
from zeroconf import Error, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from ..limits import (
    DISCOVERY_S,
    NAME_BYTES_MAX,
    OPTIONS_TOLD_BYTES_MAX,
    PATIENCE_DEFAULT_S,
    PLACES_MAX,
    RESOLVE_S,
    SEATS_MAX,
    TABLE_TTL_S,
    TABLES_MAX,
    WORD_BYTES_MAX,
)
from ..text import _
from ..wire.envelope import VERSION
from .address import Address, is_dialable, is_loopback, pack_host, plain_host

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

SERVICE: Final = "_tortuga._tcp.local."
OPTIONS_APART: Final = "; "  # between two options of a notice
_GROUP4: Final = "224.0.0.251"  # where multicast DNS is spoken
_GROUP6: Final = "ff02::fb"
_RESOLVERS: Final = 4  # details asked for at once
_TROUBLES: Final = (Error, OSError, RuntimeError, ValueError)  # what the library raises for a network that is not well


@dataclass(frozen=True, slots=True)
class Notice:
    """What a host says about its table."""

    name: str
    game: str
    seats_free: int
    fingerprint: str  # of the host's key, as the guest will see it proved
    version: int = VERSION
    patience_s: int = PATIENCE_DEFAULT_S
    options: str = ""  # those that are not the default, as they would be typed, with OPTIONS_APART between them


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A notice somebody put up, and where to call."""

    label: str  # names it among all that are found
    notice: Notice
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Appeared:
    table: FoundTable


@dataclass(frozen=True, slots=True)
class Changed:
    table: FoundTable


@dataclass(frozen=True, slots=True)
class Vanished:
    table: FoundTable


TableEvent: TypeAlias = Appeared | Changed | Vanished


@asynccontextmanager
async def open_discovery(hosts: Sequence[str] | None = None) -> AsyncIterator[Discovery]:
    """Looks for tables on all networks of this machine, or on those where it has these numbers."""
    send, receive = trio.open_memory_channel[TableEvent](TABLES_MAX)
    engine: Zeroconf | None = None
    browser: ServiceBrowser | None = None
    trouble: str | None = _("Looking for tables on this network takes too long.")
    is_alone = False
    async with send, receive, trio.open_nursery() as nursery:
        with trio.move_on_after(DISCOVERY_S):
            engine, trouble, is_alone = await trio.to_thread.run_sync(_start, hosts, abandon_on_cancel=True)
        discovery = Discovery(engine, trouble, send, receive, is_alone=is_alone)
        try:
            if engine is not None:
                token = trio.lowlevel.current_trio_token()
                for _number in range(_RESOLVERS):
                    nursery.start_soon(discovery._resolve)
                browser = await discovery._run(_browse, engine, _reporter(token, discovery._note))
            yield discovery
        finally:
            nursery.cancel_scope.cancel()
            if engine is not None:
                with trio.CancelScope(shield=True):
                    await discovery._run(_stop, engine, browser)


class Discovery:
    """Made by `open_discovery`."""

    def __init__(
        self,
        engine: Zeroconf | None,
        trouble: str | None,
        send: trio.MemorySendChannel[TableEvent],
        receive: trio.MemoryReceiveChannel[TableEvent],
        *,
        is_alone: bool,
    ) -> None:
        self.trouble = trouble  # a sentence, if discovery does not work here
        self.events = receive
        self._engine = engine
        self._is_alone = is_alone  # whether only this machine hears us
        self._send = send
        self._tables: dict[str, FoundTable] = {}
        self._pending: dict[str, bool] = {}  # label: whether it is there
        self._work = trio.Event()
        self._info: ServiceInfo | None = None

    @property
    def tables(self) -> Mapping[str, FoundTable]:
        """What is there now, by label."""
        return dict(self._tables)

    async def announce(self, notice: Notice, addresses: Sequence[Address]) -> None:
        """Puts up a notice, or changes the one that we put up. Does nothing where discovery does not work."""
        if self._engine is None:
            return
        # To a network loopback is never told: there it would be everybody's own.
        places = [one for one in addresses if self._is_alone or not is_loopback(one.host)]
        if not places:
            await self.withdraw()
            return
        info = _info(notice, places)
        if self._info is not None and self._info.name == info.name:
            await self._run(self._engine.update_service, info)
        else:
            await self.withdraw()
            # The label holds words of the host's key: nobody else has it, so there is no need to ask around first.
            await self._run(self._engine.register_service, info, None, False, True)
        self._info = info

    async def withdraw(self) -> None:
        """Takes our notice down."""
        if self._engine is not None and self._info is not None:
            info, self._info = self._info, None
            await self._run(self._engine.unregister_service, info)

    # --- from the library's threads ---------------------------------------------------------------------------------

    def _note(self, label: str, is_there: bool) -> None:
        """Something happened with a table. Kept until a resolver looks; the newest report counts."""
        if label not in self._pending and len(self._pending) >= TABLES_MAX:
            self._pending.pop(next(iter(self._pending)))  # whoever floods us waits behind whoever comes now
        self._pending[label] = is_there
        self._work.set()

    async def _resolve(self) -> None:
        """One of several tasks that turn reports into events."""
        while True:
            while not self._pending:
                self._work = trio.Event() if self._work.is_set() else self._work
                await self._work.wait()
            label, is_there = self._pending.popitem()
            table = await self._look_up(label) if is_there else None
            old = self._tables.pop(label, None)
            if table is not None:
                if len(self._tables) >= TABLES_MAX:
                    await self._send.send(Vanished(self._tables.pop(busiest(self._tables))))
                self._tables[label] = table
                if table != old:
                    await self._send.send(Appeared(table) if old is None else Changed(table))
            elif old is not None:
                await self._send.send(Vanished(old))

    async def _look_up(self, label: str) -> FoundTable | None:
        """Its details, if they make sense. Without an answer what we know stays."""
        assert self._engine is not None
        info = await self._run(self._engine.get_service_info, SERVICE, label, RESOLVE_S * 1000)
        return self._tables.get(label) if info is None else read_table(info)

    async def _run(self, call: Callable[..., Any], *args: object) -> Any:
        """A blocking call of the library, in a thread, for a while. What the network does wrong is no error here."""
        with trio.move_on_after(DISCOVERY_S), suppress(*_TROUBLES):
            return await trio.to_thread.run_sync(call, *args, abandon_on_cancel=True)
        return None


# --- the library ---------------------------------------------------------------------------------------------------


def _start(hosts: Sequence[str] | None) -> tuple[Zeroconf | None, str | None, bool]:
    """Opens its sockets: with IPv6 where that works, and where there is no network at all on loopback.

    Gives what is wrong, if anything, and whether only this machine hears us.
    """
    interfaces = multicast_hosts(hosts)
    reason = "no network card takes part in multicast"
    for chosen in (interfaces, [one for one in interfaces if ":" not in one]):
        try:
            if chosen:
                return Zeroconf(interfaces=chosen), None, all(map(is_loopback, chosen))
        except _TROUBLES as fault:
            reason = str(fault) or type(fault).__name__
    return None, _("Tables cannot be found by multicast here ({reason}).", reason=reason), False


def multicast_hosts(hosts: Sequence[str] | None = None) -> list[str]:
    """One number per network card and IP version that can take part in multicast DNS, of these hosts or of all.

    Tried out beforehand: the library gives up on all cards if one of them fails. Loopback only if there is no other.
    """
    found: dict[tuple[int, int], str] = {}
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            host = one.ip if isinstance(one.ip, str) else one.ip[0]
            if (hosts is None or host in hosts) and _can_join(host, adapter.index or 0):
                found.setdefault((adapter.index or 0, ip_address(host).version), host)
    outside = [host for host in found.values() if not is_loopback(host)]
    return outside or [host for host in found.values() if ":" not in host]


def card_of(host: str) -> int:
    """The index of the network card with that number; 0, the system's choice, if there is none."""
    cards = (card for card in ifaddr.get_adapters() for one in card.ips if host in (one.ip, one.ip[0]))
    return next((card.index or 0 for card in cards), 0)


def _can_join(host: str, index: int) -> bool:
    if ":" in host:
        family, level, option = socket.AF_INET6, socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP
        member = socket.inet_pton(family, _GROUP6) + struct.pack("@I", index)
    else:
        family, level, option = socket.AF_INET, socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP
        member = socket.inet_aton(_GROUP4) + socket.inet_aton(host)
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.setsockopt(level, option, member)
    except OSError:
        return False
    return True


def _browse(engine: Zeroconf, report: Callable[[str, bool], None]) -> ServiceBrowser:
    def changed(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        report(name, state_change is not ServiceStateChange.Removed)

    return ServiceBrowser(engine, SERVICE, handlers=[changed])


def _stop(engine: Zeroconf, browser: ServiceBrowser | None) -> None:
    if browser is not None:
        browser.cancel()
    engine.close()


def _reporter(token: trio.lowlevel.TrioToken, note: Callable[[str, bool], None]) -> Callable[[str, bool], None]:
    def report(label: str, is_there: bool) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(note, label, is_there)

    return report


def busiest(tables: Mapping[str, FoundTable]) -> str:
    """Which table makes room: the oldest of the address that announces most, so that nobody's crowd hides others."""
    counts = Counter(table.addresses[0].host for table in tables.values())
    most = max(counts.values())
    return next(label for label, table in tables.items() if counts[table.addresses[0].host] == most)


# --- notices as records --------------------------------------------------------------------------------------------


def _info(notice: Notice, addresses: Sequence[Address]) -> ServiceInfo:
    words = notice.fingerprint.split("-")
    name = clean(notice.name.replace(".", " "), NAME_BYTES_MAX)  # a dot would end the label
    return ServiceInfo(
        SERVICE,
        f"{name} {'-'.join(words[:2])}.{SERVICE}",
        addresses=[pack_host(address.host) for address in addresses[:PLACES_MAX]],
        port=addresses[0].port,
        properties={
            "v": str(notice.version),
            "name": clean(notice.name, NAME_BYTES_MAX),
            "game": notice.game,
            "free": str(notice.seats_free),
            "key": notice.fingerprint,
            "patience": str(notice.patience_s),
            "options": clean(notice.options, OPTIONS_TOLD_BYTES_MAX),
        },
        server=f"tortuga-{notice.fingerprint}.local.",
        host_ttl=TABLE_TTL_S,
        other_ttl=TABLE_TTL_S,
    )


def read_table(info: ServiceInfo) -> FoundTable | None:
    """What strangers announced, cleaned; None if it is not a table of ours or cannot be called."""
    said = {key.decode("ascii", "replace"): value or b"" for key, value in info.properties.items()}
    game, key = (said.get(field, b"").decode("ascii", "replace") for field in ("game", "key"))
    version, free = _number(said.get("v")), _number(said.get("free"))
    patience_s = _number(said.get("patience"))
    hosts = dict.fromkeys(plain_host(host) for host in info.parsed_addresses())
    places = tuple(Address(host, info.port or 0) for host in hosts if is_dialable(host))[:PLACES_MAX]
    if version is None or free is None or free > SEATS_MAX or not places or not info.port:
        return None
    if patience_s is None:
        return None
    if not (_GAME.fullmatch(game) and _FINGERPRINT.fullmatch(key)):
        return None
    name = clean(said.get("name", b"").decode("utf-8", "replace"), NAME_BYTES_MAX) or "a table"
    options = clean(said.get("options", b"").decode("utf-8", "replace"), OPTIONS_TOLD_BYTES_MAX)
    return FoundTable(info.name, Notice(name, game, free, key, version, patience_s, options), places)


_GAME: Final = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{WORD_BYTES_MAX - 1}}}")
_FINGERPRINT: Final = re.compile(r"[a-z]{5}(-[a-z]{5}){3}")
_NUMBER: Final = re.compile(rb"0|[1-9][0-9]{0,9}")


def _number(text: bytes | None) -> int | None:
    return int(text) if text is not None and _NUMBER.fullmatch(text) else None


def clean(text: str, bytes_max: int) -> str:
    """Printable on one line and not too long, whatever it was: a terminal obeys control characters, and turns
    whole lines around for some others."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(kept.split()).encode()[:bytes_max].decode("utf-8", "ignore").strip()
