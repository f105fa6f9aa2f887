"""Tables for the screen: bots of ours in the same process, over real links, with seeds; so a test can be repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.registry import make as make_bot
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.games import load
from tortuga_p2p.net.address import Address
from tortuga_p2p.node.party import Party, Plan, seeded
from tortuga_p2p.node.player import BotPlayer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tortuga_p2p.node.node import Node
    from tortuga_p2p.ui.app import App
    from tortuga_p2p.ui.person import ScreenPlayer

LOOPBACK = "127.0.0.1"
TORTUGA = load("tortuga")


def person(folder: Path, seed: int = 1, name: str = "Ana") -> Callable[[ScreenPlayer], Party]:
    """Makes the party of whoever sits before the screen."""

    def make(player: ScreenPlayer) -> Party:
        return Party(_identity(seed, name), name, player, folder, entropy=seeded(seed, name), listen=LOOPBACK)

    return make


def against(folder: Path, bots: tuple[str, ...], seed: int = 1) -> Callable[[Party], Awaitable[Node]]:
    """Hosts a table at which these bots sit down, in this process."""

    async def start(party: Party) -> Node:
        plan = Plan(TORTUGA, len(bots) + 1, {}, "a test", patience_s=3_600)
        async with trio.open_nursery() as nursery:
            for number, level in enumerate(bots):
                nursery.start_soon(_sit_down, party, folder, level, f"Bot{number}", seed)
            node = await party.host(plan, 0)
            nursery.cancel_scope.cancel()
        return node

    return start


async def _sit_down(host: Party, folder: Path, level: str, name: str, seed: int) -> None:
    while host.lobby is None:
        await host.changed.wait()
    home = folder / name
    home.mkdir(exist_ok=True)
    player = BotPlayer(make_bot(TORTUGA, 3, level), SeededDraw(seed, name))
    operator = host.identity.public
    bot = Party(
        _identity(seed, name),
        name,
        player,
        home,
        bot=True,
        operator=operator,
        entropy=seeded(seed, name),
        listen=LOOPBACK,
    )
    await bot.join([Address(LOOPBACK, host.lobby.mesh.port)], None)


def _identity(seed: int, name: str) -> Identity:
    return Identity.from_seed(seeded(seed, name)("identity"))


def sit(app: App, folder: Path, bots: tuple[str, ...] = ("random", "random"), seed: int = 1) -> None:
    """A game on the screen."""
    app.sit(person(folder, seed), against(folder, bots, seed))
    app.sittings[-1].settle_s = 0.0  # nobody's finger slips here
