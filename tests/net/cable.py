"""A cable between two programs that can be pulled out: bytes then vanish and nobody is told, as on a real network."""

from __future__ import annotations

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
    """Listens on loopback and passes everything on to one address."""

    def __init__(self, to: Address) -> None:
        self.to = to
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


@asynccontextmanager
async def cable(to: Address) -> AsyncIterator[Cable]:
    async with trio.open_nursery() as nursery:
        laid = Cable(to)
        listeners = await nursery.start(partial(trio.serve_tcp, laid._carry, 0, host="127.0.0.1"))
        laid.address = Address("127.0.0.1", listeners[0].socket.getsockname()[1])
        yield laid
        nursery.cancel_scope.cancel()
