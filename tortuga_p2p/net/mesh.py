"""Links with everybody of a table: kept up, redialled, one per pair. Events come out on one bounded channel.

    async with open_mesh(identity) as mesh:
        mesh.want(peer, [Address("192.168.1.7", 1667)])     # dial, redial, accept; until `forget`
        async for event in mesh.events:                     # PeerUp, Frame, PeerDown
            mesh.send(event.peer, payload)                  # never waits

Who dials: whoever knows an address. To avoid crossing calls the smaller key redials at once, the larger one a second
later; if calls cross all the same, the larger key gives way (`_admit`). Every hello is numbered by its sender, so that
both sides agree which of two links is the newer (protocol/link.md, "Two links").

Peers of the table (`wanted`) tell each other where the others listen. Everybody else is a stranger: admitted only while
`is_open`, few at a time, read slowly, told nothing. There is no routing: missing envelopes are fetched from any peer.
"""

from __future__ import annotations

import random
import secrets
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import trio

from .. import __version__
from ..errors import Code, PeerLost, Refused
from ..limits import (
    ACQUAINTANCES_MAX,
    CONNECT_S,
    EVENTS_MAX,
    FIRST_BYTES_S,
    HANDSHAKE_S,
    PEER_BYTES_BURST,
    PEER_BYTES_PER_S,
    SILENCE_S,
    STAGGER_S,
    STRANGER_STAY_S,
    STRANGERS_MAX,
    STRANGERS_PER_HOST_MAX,
)
from ..text import _
from ..wire.envelope import VERSION
from ..wire.framing import frame
from .address import (
    Address,
    connect,
    is_dialable,
    is_loopback,
    is_on_link,
    open_listeners,
    own_hosts,
    pack_host,
    plain_host,
    remote_host,
    unpack_hosts,
)
from .connection import Connection
from .door import Caller, Door, block_of, oldest_of_the_busiest
from .known_peer import KnownPeer
from .link import Ended, PeerLink
from .link_message import LINK, Acquaintance, Hello, Peers, TurnedAway, Why, check_payload
from .mesh_event import Event, FrameReceived, PeerDown, PeerUp
from .tls import Credentials, make_credentials, secure_accepted, secure_dialled

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

    from ..crypto.identity import Identity

    Connect: TypeAlias = Callable[[Address], Awaitable[trio.abc.Stream]]

_AGENT: Final = f"tortuga-p2p {__version__}"
_ACCEPT_PAUSE_S: Final = 0.1  # after the system had no file or memory left for a connection
_HOPELESS: Final = frozenset({Why.FULL, Why.CLOSED, Why.SELF, Why.WRONG_VERSION})  # asking again soon is of no use


@asynccontextmanager
async def open_mesh(
    identity: Identity,
    *,
    host: str | None = None,
    port: int | None = None,
    connect: Connect = connect,
    draw: Callable[[], float] = random.random,
) -> AsyncIterator[Mesh]:
    """A mesh that listens on one port of `host` (all interfaces if None); raises `BadInput` if it cannot.

    `port` None takes the usual port if it is free and any other if not; 0 takes any. Leaving the block says bye.
    """
    credentials = await trio.to_thread.run_sync(make_credentials, identity)
    listeners = await open_listeners(host, port)
    send, receive = trio.open_memory_channel[Any](EVENTS_MAX)
    async with send, receive, trio.open_nursery() as nursery:
        mesh = Mesh(credentials, nursery, listeners, send, receive, host=host, connect=connect, draw=draw)
        for listener in listeners:
            nursery.start_soon(mesh._accept, listener)
        try:
            yield mesh
        finally:
            receive.close()  # nobody reads any more: whoever waits to report must not wait for ever
            nursery.cancel_scope.cancel()  # every link says bye


class Mesh:
    """Made by `open_mesh`."""

    def __init__(
        self,
        credentials: Credentials,
        nursery: trio.Nursery,
        listeners: list[trio.SocketListener],
        send: trio.MemorySendChannel[Any],
        receive: trio.MemoryReceiveChannel[Any],
        *,
        host: str | None,
        connect: Connect,
        draw: Callable[[], float],
    ) -> None:
        self.public = credentials.public
        self.port: int = listeners[0].socket.getsockname()[1]
        self.events = receive
        self.is_open = True  # whether strangers are let in
        self._host = host
        self._credentials = credentials
        self._nursery = nursery
        self._listeners = listeners
        self._send = send
        self._connect = connect
        self._draw = draw
        self._door = Door()
        self._book: dict[bytes, KnownPeer] = {}
        self._boot = secrets.token_bytes(8)
        self._turn = 0

    # --- for the node: nothing here waits, but `meet` ----------------------------------------------------------------

    @property
    def linked(self) -> frozenset[bytes]:
        """Everybody with a link, strangers too."""
        return frozenset(peer for peer, entry in self._book.items() if entry.link is not None)

    @property
    def wanted(self) -> frozenset[bytes]:
        """Everybody of our table, linked or not."""
        return frozenset(peer for peer, entry in self._book.items() if entry.wanted)

    def line(self) -> trio.MemorySendChannel[Any]:
        """Where the owner puts events of their own, to read everything from one line, `events`, in its order."""
        return self._send.clone()

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where others may reach us, as far as we know."""
        hosts = own_hosts() if self._host is None else (plain_host(self._host),)
        return tuple(Address(host, self.port) for host in hosts)

    def addresses_of(self, peer: bytes) -> tuple[Address, ...]:
        """Where a peer may be reached, the likeliest first: worth keeping for a resumed game."""
        return self._book[peer].addresses if peer in self._book else ()

    def block_of(self, peer: bytes) -> str:
        """What counts as the one address that a linked peer comes from; nothing if that is not known."""
        host = self._book[peer].host if peer in self._book else None
        return "" if host is None else _block(host)

    def is_near(self, peer: bytes) -> bool:
        """Whether a linked peer is on this very machine: only then its loopback is ours."""
        host = self._book[peer].host if peer in self._book else None
        return host is not None and is_loopback(host)

    def want(self, peer: bytes, addresses: Iterable[Address] = ()) -> None:
        """This identity is of our table: keep a link with it. Repeat it to add addresses; they are tried at once."""
        assert peer != self.public
        addresses = tuple(addresses)
        entry = self._entry(peer)
        entry.give(addresses)
        if addresses and entry.link is None:
            entry.ask()
        if entry.wanted:
            return
        entry.wanted = True
        if entry.link is not None:
            entry.link.allow(PEER_BYTES_PER_S, PEER_BYTES_BURST)
        entry.pursuit = trio.CancelScope()
        self._nursery.start_soon(self._pursue, entry, entry.pursuit)
        for teller in self._book.values():
            self._consider(teller)
        self._tell_all()

    def forget(self, peer: bytes, why: Why = Why.LEAVING) -> None:
        """This identity is not of our table, or no more: its link is closed, it is not dialled."""
        entry = self._book.get(peer)
        if entry is None:
            return
        if entry.pursuit is not None:
            entry.pursuit.cancel()
            entry.pursuit = None
        entry.wanted = False
        if entry.link is not None:
            entry.link.end(why)
        self._drop_if_idle(entry)
        self._tell_all()

    def send(self, peer: bytes, payload: bytes) -> bool:
        """Queues a payload for one peer; False if it is not linked. Arrival is never promised: peers ask again."""
        check_payload(payload)
        entry = self._book.get(peer)
        if entry is None or entry.link is None:
            return False
        entry.link.send(frame(payload))
        return True

    def broadcast(self, payload: bytes) -> None:
        """Queues a payload for every linked peer of our table; strangers hear nothing."""
        check_payload(payload)
        framed = frame(payload)
        for entry in self._book.values():
            if entry.wanted and entry.link is not None:
                entry.link.send(framed)

    async def meet(self, address: Address, peer: bytes | None = None) -> bytes:
        """Calls an address and wants whoever answers (only `peer`, if given). Gives the identity, linked.

        Raises `Refused` if somebody else answers or speaks another version, `PeerLost` if nobody or a bye does.
        """
        with trio.move_on_after(CONNECT_S + HANDSHAKE_S):
            try:
                stream = await self._connect(address)
            except OSError as fault:
                raise PeerLost(
                    _("Nobody answers at {address}: {strerror}.", address=address, strerror=fault.strerror or fault)
                ) from None
            met = await self._call(stream, peer)
            self.want(met)
            self._entry(met).give([address])
            self._entry(met).answered(address)
            return met
        raise PeerLost(_("Nobody answers at {address}.", address=address))

    # --- calls from others -------------------------------------------------------------------------------------------

    async def _accept(self, listener: trio.SocketListener) -> None:
        async with listener:
            while True:
                try:
                    stream = Connection(await listener.accept())
                except OSError:  # no file left, or the connection is gone already
                    await trio.sleep(_ACCEPT_PAUSE_S)
                    continue
                host = remote_host(stream)
                scope = trio.CancelScope()
                caller = None if host is None else Caller(_block(host), self._expects(host), scope.cancel)
                if host is not None and caller is not None and self._door.enter(caller, trio.current_time()):
                    self._nursery.start_soon(self._welcome, stream, host, caller, scope)
                else:
                    await trio.aclose_forcefully(stream)

    def _expects(self, host: str) -> bool:
        """Whether a peer of our table is known to be there."""
        return any(one.wanted and any(host == place.host for place in one.addresses) for one in self._book.values())

    async def _welcome(self, stream: Connection, host: str, caller: Caller, scope: trio.CancelScope) -> None:
        """From a bare connection to a link, within the deadline; whatever goes wrong ends here."""
        link: PeerLink | None = None
        why: Why | None = Why.GARBLED
        scope.deadline = trio.current_time() + HANDSHAKE_S
        try:
            with scope:
                with trio.fail_after(FIRST_BYTES_S):
                    await stream.arrives()
                link = PeerLink(await secure_accepted(stream, self._credentials))
                try:
                    await link.hear_hello()
                    why = await self._admit(link, host)
                except Refused as refused:
                    why = Why.WRONG_VERSION if refused.code is Code.WRONG_VERSION else Why.GARBLED
                if why is not None:
                    await link.turn_away(why)
        except (Refused, PeerLost, trio.TooSlowError):
            pass
        finally:
            self._door.leave(caller)
            if why is not None:
                await trio.aclose_forcefully(stream)

    async def _admit(self, link: PeerLink, host: str) -> Why | None:
        """Takes the link up, or says why not.

        If a call of ours to the same peer waits for its answer, the two calls cross: the smaller key waits how its own
        call ends, the larger key takes this one and drops its own. So both keep the same one.
        """
        if link.peer == self.public:
            return Why.SELF
        entry = self._entry(link.peer)
        while entry.greeting is not None and self.public < link.peer:
            await entry.greeting.wait()
            entry = self._entry(link.peer)
        why = self._objection(entry, link, host)
        if why is None:
            link.send(frame(LINK.encode(self._hello())))
            self._adopt(entry, link, host)
            if not entry.wanted:
                self._nursery.start_soon(self._outstay, entry, link)
        self._drop_if_idle(entry)
        return why

    def _objection(self, entry: KnownPeer, link: PeerLink, host: str) -> Why | None:
        if entry.link is not None:
            return None if link.is_newer_than(entry.link) else Why.DUPLICATE
        if entry.wanted:
            return None
        if not self.is_open:
            return Why.CLOSED
        self._make_room(_block(host))
        return None

    def _make_room(self, block: str) -> None:
        """For one more stranger: whoever thinks about a seat longest, at the address that has most, has to go."""
        links = [one.link for one in self._book.values() if one.link is not None and not one.wanted]
        links.sort(key=lambda link: (link.has_spoken, link.began_s))
        blocks = [self.block_of(link.peer) for link in links]
        if blocks.count(block) >= STRANGERS_PER_HOST_MAX:
            links[blocks.index(block)].end(Why.FULL)
        elif len(links) >= STRANGERS_MAX:
            links[oldest_of_the_busiest(blocks)].end(Why.FULL)

    async def _outstay(self, entry: KnownPeer, link: PeerLink) -> None:
        """A stranger that never sits down makes room, some time."""
        with trio.move_on_after(STRANGER_STAY_S):
            await link.closed.wait()
        if not entry.wanted:
            link.end(Why.FULL)

    # --- calls to others ---------------------------------------------------------------------------------------------

    async def _pursue(self, entry: KnownPeer, scope: trio.CancelScope) -> None:
        """Dials a wanted peer whenever it is not linked, it is time, and there is an address."""
        with scope:
            while True:
                wait_s = entry.due_s - trio.current_time()
                if entry.link is not None or not entry.addresses:
                    await entry.news.wait()
                elif wait_s > 0:
                    with trio.move_on_after(wait_s):
                        await entry.news.wait()
                else:
                    await self._dial(entry)

    async def _dial(self, entry: KnownPeer) -> None:
        """Tries every address, a little after each other, until one answers or all have failed."""
        entry.begin()
        entry.fail()  # until proven otherwise; sets when to try again
        entry.attempt = trio.CancelScope()
        with entry.attempt:
            async with trio.open_nursery() as nursery:
                for address in entry.addresses:
                    is_decided = trio.Event()
                    nursery.start_soon(self._try, entry, address, is_decided)
                    with trio.move_on_after(STAGGER_S):
                        await is_decided.wait()

    async def _try(self, entry: KnownPeer, address: Address, is_decided: trio.Event) -> None:
        try:
            with trio.move_on_after(CONNECT_S) as connecting:
                stream = await self._connect(address)
            if not connecting.cancelled_caught:
                await self._call(stream, entry.peer)
                entry.answered(address)
        except Refused as refused:
            if refused.code is Code.OTHER_IDENTITY:
                entry.strike(address)
            entry.fail(for_long=refused.code is Code.WRONG_VERSION)
        except TurnedAway as turned:
            entry.fail(for_long=turned.why in _HOPELESS)
        except (PeerLost, OSError):
            pass
        finally:
            is_decided.set()

    async def _call(self, stream: trio.abc.Stream, peer: bytes | None) -> bytes:
        """Greets over a connection that we opened; gives who answered, linked by this connection or another one.

        Raises `Refused` and `PeerLost`. The connection is closed if it does not become the link.
        """
        link: PeerLink | None = None
        try:
            with trio.move_on_after(HANDSHAKE_S):
                secured = await secure_dialled(stream, self._credentials, peer)
                if secured.peer == self.public:
                    raise TurnedAway(Why.SELF)
                entry = self._entry(secured.peer)
                while entry.greeting is not None:  # another call of ours, to another address
                    await entry.greeting.wait()
                    entry = self._entry(secured.peer)
                if entry.link is None:
                    link = await self._greet(entry, PeerLink(secured), remote_host(stream))
                return secured.peer
            raise PeerLost(_("The other program takes too long to answer."))
        finally:
            if link is None:
                await trio.aclose_forcefully(stream)

    async def _greet(self, entry: KnownPeer, link: PeerLink, host: str | None) -> PeerLink | None:
        """Says hello, hears it, and takes the link up, unless a call of the peer was faster."""
        entry.greeting = trio.Event()
        try:
            await link.say_hello(self._hello())
            await link.hear_hello()
            if entry.link is not None:
                return None
            self._adopt(entry, link, host)
            return link
        except TurnedAway:
            if entry.link is None:
                raise
            return None
        finally:
            entry.greeting.set()
            entry.greeting = None
            self._drop_if_idle(entry)

    # --- links -------------------------------------------------------------------------------------------------------

    def _hello(self) -> Hello:
        """The next hello of this run: numbered, so that the peer knows which of two is the newer."""
        self._turn += 1
        hosts = tuple(pack_host(address.host) for address in self.addresses)
        return Hello(VERSION, _AGENT, self._boot, self._turn, hosts, self.port)

    def _adopt(self, entry: KnownPeer, link: PeerLink, host: str | None) -> None:
        """Makes this the link of the peer, from now on."""
        old, entry.latest, entry.host, entry.was_told = entry.latest, link, host, b""
        if old is not None:
            old.end(Why.REPLACED)
        entry.attempt.cancel()
        entry.introduce(_places(link.hello.hosts, link.hello.port, host))
        if entry.wanted:
            link.allow(PEER_BYTES_PER_S, PEER_BYTES_BURST)
        self._tell_all()
        self._nursery.start_soon(self._live, entry, link)

    async def _live(self, entry: KnownPeer, link: PeerLink) -> None:
        """Runs a link to its end, and reports in order."""
        began_s = trio.current_time()
        is_up = False

        async def opened() -> None:
            nonlocal is_up
            await entry.turn.acquire()
            await self._report(PeerUp(link.peer, link.hello.agent))
            is_up = True

        async def take(payload: bytes) -> None:
            event = FrameReceived(link.peer, payload)
            try:
                self._send.send_nowait(event)
            except (trio.WouldBlock, trio.BrokenResourceError):
                await self._report(event)

        def told(peers: Peers) -> None:
            entry.told = peers
            self._consider(entry)

        try:
            ended = await link.run(opened, take, told)
            if entry.latest is link:
                entry.latest = None
                self._reckon(entry, ended, trio.current_time() - began_s)
            if is_up:
                await self._report(PeerDown(link.peer, ended.why, ended.by_peer))
        finally:
            if entry.turn.statistics().owner is trio.lowlevel.current_task():
                entry.turn.release()
        self._drop_if_idle(entry)

    def _reckon(self, entry: KnownPeer, ended: Ended, lived_s: float) -> None:
        """When to dial again."""
        if ended.by_peer and ended.why in (Why.REPLACED, Why.FULL):
            entry.fail(for_long=True)  # another uses our identity, or needs our place: no hurry
        elif lived_s < SILENCE_S:
            entry.fail()
        else:
            entry.lose()

    async def _report(self, event: Event) -> None:
        with suppress(trio.BrokenResourceError):  # the node does not listen any more
            await self._send.send(event)

    def _entry(self, peer: bytes) -> KnownPeer:
        if peer not in self._book:
            self._book[peer] = KnownPeer(peer, is_smaller=self.public < peer, draw=self._draw)
        return self._book[peer]

    def _drop_if_idle(self, entry: KnownPeer) -> None:
        if entry.is_idle and self._book.get(entry.peer) is entry:
            del self._book[entry.peer]

    # --- telling addresses -------------------------------------------------------------------------------------------

    def _tell_all(self) -> None:
        """Tells every peer of our table where the others listen, if that is news to it."""
        for entry in self._book.values():
            if entry.wanted and entry.link is not None:
                told = LINK.encode(Peers(self._others(entry)))
                if told != entry.was_told:
                    entry.was_told = told
                    entry.link.send(frame(told))

    def _others(self, listener: KnownPeer) -> tuple[Acquaintance, ...]:
        is_here = listener.host is not None and is_loopback(listener.host)
        others = []
        for entry in self._book.values():
            places = [one for one in entry.own if is_here or not is_loopback(one.host)]
            if entry.wanted and entry is not listener and places:
                hosts = tuple(pack_host(one.host) for one in places)
                others.append(Acquaintance(entry.peer, hosts, places[0].port))
        return tuple(others[:ACQUAINTANCES_MAX])

    def _consider(self, teller: KnownPeer) -> None:
        """Keeps what a peer of our table says about others of our table."""
        if not teller.wanted or teller.told is None:
            return
        for other in teller.told.others:
            entry = self._book.get(other.peer)
            if entry is not None and entry.wanted:
                entry.hear(teller.peer, _places(other.hosts, other.port, teller.host, seen=False))


def _block(host: str) -> str:
    return block_of(host, is_on_link=is_on_link(host))


def _places(hosts: tuple[bytes, ...], port: int, host: str | None, *, seen: bool = True) -> tuple[Address, ...]:
    """Where to call, as somebody at `host` says; first where it was seen. Loopback only from this machine."""
    if not port:
        return ()
    is_here = host is not None and is_loopback(host)
    told = [one for one in unpack_hosts(hosts) if is_here or not is_loopback(one)]
    first = [host] if seen and host is not None and is_dialable(host) else []
    return tuple(Address(one, port) for one in dict.fromkeys([*first, *told]))
