"""A cable between two programs that can be pulled out: bytes then vanish and nobody is told, as on a real network."""

from __future__ import annotations

import math
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import trio

from tortuga_p2p.net import Address

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from trio.abc import Stream

_BROKEN = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)


class Cable:
    """Listens on loopback and passes everything on to one address, in order and so much later."""

    def __init__(self, to: Address, delay_s: float = 0.0) -> None:
        self.to = to
        self.delay_s = delay_s
        self.address = to  # its own, once it lies
        self.calls = 0
        self._is_cut = False
        self._streams: set[Stream] = set()

    def cut(self) -> None:
        """From now on nothing passes, and no end is told. Connections wait."""
        self._is_cut = True

    def heal(self) -> None:
        """New connections pass again. What was sent over old ones stays lost."""
        self._is_cut = False

    async def snap(self) -> None:
        """Both ends are told at once that all connections are gone."""
        for stream in list(self._streams):
            await trio.aclose_forcefully(stream)

    async def _carry(self, near: Stream) -> None:
        self.calls += 1
        async with near:
            if self._is_cut:
                await trio.sleep_forever()
            try:
                far = await trio.open_tcp_stream(*self.to)
            except OSError:
                return
            async with far, trio.open_nursery() as nursery:
                self._streams |= {near, far}
                nursery.start_soon(self._pass_on, near, far)
                nursery.start_soon(self._pass_on, far, near)
            self._streams -= {near, far}

    async def _pass_on(self, source: Stream, sink: Stream) -> None:
        try:
            if self.delay_s:
                await self._pass_on_later(source, sink)
            async for data in source:
                if self._is_cut:
                    await trio.sleep_forever()
                await sink.send_all(data)
            if self._is_cut:
                await trio.sleep_forever()
        except _BROKEN:
            if self._is_cut:
                await trio.sleep_forever()
        for stream in (source, sink):
            await trio.aclose_forcefully(stream)

    async def _pass_on_later(self, source: Stream, sink: Stream) -> None:
        """Until the source ends. What is under way does not keep what follows from setting out."""
        under_way, arriving = trio.open_memory_channel[tuple[float, bytes]](math.inf)

        async def arrive() -> None:
            async for due, data in arriving:
                await trio.sleep_until(due)
                await sink.send_all(data)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(arrive)
            async with under_way:
                async for data in source:
                    under_way.send_nowait((trio.current_time() + self.delay_s, bytes(data)))


@asynccontextmanager
async def cable(to: Address, delay_s: float = 0.0) -> AsyncIterator[Cable]:
    async with trio.open_nursery() as nursery:
        laid = Cable(to, delay_s)
        listeners = await nursery.start(partial(trio.serve_tcp, laid._carry, 0, host="127.0.0.1"))
        laid.address = Address("127.0.0.1", listeners[0].socket.getsockname()[1])
        yield laid
        nursery.cancel_scope.cancel()
