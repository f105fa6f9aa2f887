"""An open table as others see it on the network: put up when it opens, kept up to date, taken down when it is full."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import trio

from ..crypto.identity import fingerprint
from ..limits import LOOK_AROUND_S, OTHERS_MAY_FOLLOW_S
from ..net.discovery import FoundTable, Notice, open_discovery

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from ..net.discovery import Discovery
    from ..net.mesh import Mesh
    from .lobby import HostLobby


@asynccontextmanager
async def announced(mesh: Mesh, lobby: HostLobby) -> AsyncIterator[None]:
    """Announces the table while it waits for guests. A network without multicast changes nothing else."""
    lobby.is_announced = True
    async with open_discovery() as discovery, trio.open_nursery() as nursery:
        nursery.start_soon(_keep_up, discovery, mesh, lobby)
        yield
        nursery.cancel_scope.cancel()


async def _keep_up(discovery: Discovery, mesh: Mesh, lobby: HostLobby) -> None:
    words = fingerprint(mesh.public)
    while True:
        changed = lobby.changed
        free = max(0, lobby.free)
        await discovery.announce(Notice(lobby.name, lobby.terms.game, free, words), mesh.addresses)
        await changed.wait()


async def look_around(fits: Callable[[FoundTable], bool] = lambda table: True) -> list[FoundTable]:
    """The tables on this network that fit, after a short look.

    Once one is found the look is shorter: others had the same time to answer. It never ends with the first: two
    tables may have one name, and the quicker one is not the one that is meant.
    """
    async with open_discovery() as discovery:
        with trio.move_on_after(LOOK_AROUND_S) as look:
            async for _ in discovery.events:
                if any(map(fits, discovery.tables.values())):
                    look.deadline = min(look.deadline, trio.current_time() + OTHERS_MAY_FOLLOW_S)
        return sorted(filter(fits, discovery.tables.values()), key=lambda table: table.label)
