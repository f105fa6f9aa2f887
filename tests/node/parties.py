"""People at one table, each with a folder, a mesh and a node of their own, all in this process."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import trio

from tests.tinygames import HARBOUR
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.random_bot import RandomBot
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.net.address import Address
from tortuga_p2p.node.one_game import GamePlan, Party
from tortuga_p2p.node.player import BotPlayer
from tortuga_p2p.session.phases import SessionPhase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tortuga_p2p.node.node import Node
    from tortuga_p2p.node.player import Question
    from tortuga_p2p.rules.ask import Move, Result

PATIENCE_S = 240  # only what hangs ever takes this long
GAME = HARBOUR
TURNS = 60  # long enough for something to happen in the middle of it


class Waiter:
    """A player who never decides."""

    async def choose(self, question: Question) -> Move:
        await trio.sleep_forever()
        raise AssertionError

    async def finish(self, result: Result | None, sentence: str) -> None:
        self.sentence = sentence


def party(folder: Path, name: str, player: object = None, seed: bytes | None = None) -> Party:
    home = folder / name
    home.mkdir(exist_ok=True)
    identity = Identity.from_seed(seed or secrets.token_bytes(32))
    chosen = player or BotPlayer(RandomBot(), SeededDraw(7, name))
    return Party(identity, name, chosen, home, listen="127.0.0.1")  # type: ignore[arg-type]


async def until(happened: Callable[[], bool]) -> None:
    """Looks again and again: it depends on sockets and on another task, and on nothing we could wait for."""
    with trio.fail_after(PATIENCE_S):
        while not happened():  # noqa: ASYNC110
            await trio.sleep(0.005)


async def opened(host: Party) -> Address:
    while host.lobby is None:
        await host.changed.wait()
    return Address("127.0.0.1", host.lobby.mesh.port)


class Table:
    """A host in the background, and guests who come to it."""

    def __init__(self, nursery: trio.Nursery, host: Party, plan: GamePlan) -> None:
        self.nursery = nursery
        self.host = host
        self.plan = plan
        self.nodes: dict[str, Node] = {}
        nursery.start_soon(self._host)

    async def _host(self) -> None:
        self.nodes[self.host.name] = await self.host.host(self.plan, 0)

    async def join(self, guest: Party, password: str = "") -> None:
        at = await opened(self.host)
        key = self.host.identity.public
        self.nodes[guest.name] = await guest.join([at], key, lambda lobby: password)


def plan(seats: int = 2, password: str = "") -> GamePlan:
    return GamePlan(GAME, seats, {"turns": TURNS}, "The Black Pearl", password)


async def two_waiting(folder: Path, nursery: trio.Nursery) -> tuple[Table, Node]:
    """Ana and Ben sit and play, and neither decides anything; the table and Ana's node."""
    ana = party(folder, "Ana", Waiter())
    table = Table(nursery, ana, plan())
    nursery.start_soon(table.join, party(folder, "Ben", Waiter()))
    await until(lambda: ana.node is not None and ana.node.session.phase is SessionPhase.PLAYING)
    assert ana.node is not None
    return table, ana.node
