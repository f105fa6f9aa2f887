"""Four players with fixed keys, ANA's the smallest, and programs of theirs on loopback."""

from __future__ import annotations

from collections import defaultdict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import trio

from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.net import Address, Event, FrameReceived, Mesh, PeerDown, PeerUp, open_mesh
from tortuga_p2p.wire.codec import encode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

ANA, BEN, CLEO, DORA, EVA, FINN = sorted(
    (Identity.from_seed(bytes([number]) * 32) for number in range(6)), key=lambda one: one.public
)
PEOPLE = dict(zip("ABCDEF", (ANA, BEN, CLEO, DORA, EVA, FINN), strict=True))
NAMES = {who.public: name for name, who in PEOPLE.items()}
PATIENCE_S = 120  # real time; only what hangs ever takes this long


def words(text: str) -> bytes:
    """A payload of the node, as short as they come."""
    return encode(("say", text))


class Program:
    """A mesh and everything it reported."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        self.events: list[Event] = []
        self.frames: defaultdict[bytes, list[bytes]] = defaultdict(list)
        self._news = trio.Event()

    @property
    def address(self) -> Address:
        return self.mesh.addresses[0]

    def story(self, of: Identity) -> list[str]:
        """What happened with one peer: `up`, `down lost`, ..., without frames."""
        told = []
        for event in self.events:
            if event.peer == of.public and not isinstance(event, FrameReceived):
                told.append(f"down {event.why}" if isinstance(event, PeerDown) else "up")
        return told

    async def until(self, is_so: Callable[[], object]) -> None:
        """Waits for an event after which it is so."""
        with trio.fail_after(PATIENCE_S):
            while not is_so():
                await self._news.wait()

    async def until_linked(self, *others: Identity) -> None:
        wanted = {one.public for one in others}
        await self.until(lambda: wanted <= self._up)

    @property
    def _up(self) -> set[bytes]:
        up: set[bytes] = set()
        for event in self.events:
            if isinstance(event, PeerUp):
                up.add(event.peer)
            elif isinstance(event, PeerDown):
                up.discard(event.peer)
        return up

    async def _listen(self) -> None:
        async for event in self.mesh.events:
            self.events.append(event)
            if isinstance(event, FrameReceived):
                self.frames[event.peer].append(event.payload)
            self._news.set()
            self._news = trio.Event()


@asynccontextmanager
async def program(who: Identity, *, host: str = "127.0.0.1", port: int = 0, **more: Any) -> AsyncIterator[Program]:
    """A running mesh of that player whose events are collected."""
    async with open_mesh(who, host=host, port=port, **more) as mesh, trio.open_nursery() as nursery:
        running = Program(mesh)
        nursery.start_soon(running._listen)
        yield running
        nursery.cancel_scope.cancel()


def check_story(program: Program) -> None:
    """Per peer: up before its frames, down after, strictly in turns."""
    up: set[bytes] = set()
    for event in program.events:
        if isinstance(event, PeerUp):
            assert event.peer not in up
            up.add(event.peer)
        else:
            assert event.peer in up
            if isinstance(event, PeerDown):
                up.remove(event.peer)
