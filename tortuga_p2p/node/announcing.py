"""An open table as others see it on the network: put up when it opens, kept up to date, taken down when it is full."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import trio

from ..crypto.identity import fingerprint
from ..games import load
from ..limits import LOOK_AROUND_S, OPTIONS_TOLD_BYTES_MAX, OTHERS_MAY_FOLLOW_S
from ..net.discovery import OPTIONS_APART, FoundTable, Notice, open_discovery
from ..rules.option import spelled
from ..session.agreement import options_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from ..net.discovery import Discovery
    from ..net.mesh import Mesh
    from ..rules.game import Options
    from ..rules.option import Option
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
    while True:
        changed = lobby.changed
        await discovery.announce(notice_of(lobby, fingerprint(mesh.public)), mesh.addresses)
        await changed.wait()


def notice_of(lobby: HostLobby, words: str) -> Notice:
    """What a passer-by is told, whatever is not usual included."""
    terms, free = lobby.terms, max(0, lobby.free)
    options = told_options(load(terms.game).options, options_of(terms))
    return Notice(lobby.name, terms.game, free, words, patience_s=terms.patience_s, options=options)


def told_options(options: Sequence[Option], values: Options) -> str:
    """As many as fit into a record of DNS, and dots where there are more: whoever comes is shown them all."""
    kept = words = spelled(options, values)
    while len(told := OPTIONS_APART.join(kept)) > OPTIONS_TOLD_BYTES_MAX:
        words = words[:-1]
        kept = [*words, "..."]
    return told


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
