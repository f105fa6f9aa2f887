"""Tables for the screen: bots of ours in the same process, over real links, with seeds; so a test can be repeated."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

import trio

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.registry import make as make_bot
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import PeerLost
from tortuga_p2p.games import load
from tortuga_p2p.net.address import Address
from tortuga_p2p.node.one_game import GamePlan, Party, seeded
from tortuga_p2p.node.player import BotPlayer
from tortuga_p2p.session.message import TALK, Commit, Say
from tortuga_p2p.testing.forging import worded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tortuga_p2p.games import AnyGame
    from tortuga_p2p.node.node import Node
    from tortuga_p2p.node.player import Question
    from tortuga_p2p.rules.ask import Move, Result
    from tortuga_p2p.ui.app import App
    from tortuga_p2p.ui.table.screen_player import ScreenPlayer

LOOPBACK = "127.0.0.1"
TORTUGA = load("tortuga")


def person(folder: Path, seed: int = 1, name: str = "Ana") -> Callable[[ScreenPlayer], Party]:
    """Makes the party of whoever sits before the screen; every game has its own secrets."""
    games = count()

    def make(player: ScreenPlayer) -> Party:
        entropy = seeded(seed + 1_000 * next(games), name)
        return Party(_identity(seed, name), name, player, folder, entropy=entropy, listen=LOOPBACK)

    return make


class Sleeper:
    """A player who never decides."""

    async def choose(self, question: Question) -> Move:
        await trio.sleep_forever()
        raise AssertionError

    async def finish(self, result: Result | None, sentence: str) -> None:
        return None


class Against:
    """Hosts a table at which bots sit down, in this process; `bots` are their parties."""

    def __init__(
        self,
        folder: Path,
        levels: tuple[str, ...],
        seed: int,
        patience_s: int,
        names: tuple[str, ...],
        clock: tuple[int, int] = (0, 0),
        game: AnyGame = TORTUGA,
    ) -> None:
        self.bots: list[Party] = []
        self._seats = [(folder, level, name, seed, game) for level, name in zip(levels, names, strict=False)]
        self._plan = GamePlan(game, len(levels) + 1, {}, "a test", patience_s=patience_s, clock=clock)

    async def __call__(self, party: Party) -> Node:
        self.bots = [bot_party(*seat) for seat in self._seats]
        async with trio.open_nursery() as nursery:
            for bot in self.bots:
                bot.operator = party.identity.public
                nursery.start_soon(sit_down, party, bot)
            node = await party.host(self._plan, 0)
            nursery.cancel_scope.cancel()
        return node


def bot_party(folder: Path, level: str, name: str, seed: int, game: AnyGame = TORTUGA) -> Party:
    """A bot with a home of its own; "asleep" is one that never decides."""
    home = folder / f"{name}-{seed}"
    home.mkdir(exist_ok=True)
    player: Any = Sleeper() if level == "asleep" else BotPlayer(make_bot(game, 3, level), SeededDraw(seed, name))
    return Party(_identity(seed, name), name, player, home, bot=True, entropy=seeded(seed, name), listen=LOOPBACK)


async def sit_down(host: Party, bot: Party) -> None:
    while host.lobby is None:
        await host.changed.wait()
    with suppress(PeerLost):  # a bot whose program ends is missed by the table, and by nobody else here
        await bot.join([Address(LOOPBACK, host.lobby.mesh.port)], None)


def _identity(seed: int, name: str) -> Identity:
    return Identity.from_seed(seeded(seed, name)("identity"))


def sit(
    app: App,
    folder: Path,
    bots: tuple[str, ...] = ("random",),
    seed: int = 1,
    patience_s: int = 3_600,
    names: tuple[str, ...] = ("Bot0", "Bot1", "Bot2"),
    clock: tuple[int, int] = (0, 0),
    game: AnyGame = TORTUGA,
) -> Against:
    """A game on the screen."""
    start = Against(folder, bots, seed, patience_s, names, clock, game)
    app.sit(person(folder, seed), start)
    app.sittings[-1].settle_s = 0.0  # nobody's finger slips here
    return start


def seal_twice(bot: Party) -> int:
    """A bot that has sealed a choice seals another one: its own signatures convict it. Gives the step."""
    assert bot.node is not None
    session = bot.node.session
    second = worded(session, Commit(bytes(32)))
    bot.node.mesh.broadcast(TALK.encode(Say(session.meeting.id, second)))
    return session.position.step


async def play_out(folder: Path, seed: int = 5, names: tuple[str, str] = ("Mary", "Anne")) -> Path:
    """A whole game of two bots; gives its transcript."""
    first, second = (bot_party(folder, "random", name, seed) for name in names)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(sit_down, first, second)
        node = await first.host(GamePlan(TORTUGA, 2, {}, "a test"), 0)
    return node.files.transcript
