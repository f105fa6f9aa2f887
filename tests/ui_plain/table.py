"""A table over loopback with one person in plain mode, whose keyboard is a pipe, and bots around."""

from __future__ import annotations

import os
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

import trio

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.games import load
from tortuga_p2p.net.address import Address
from tortuga_p2p.node.lobby import HostLobby
from tortuga_p2p.node.one_game import GamePlan, Party, seeded
from tortuga_p2p.node.player import BotPlayer
from tortuga_p2p.ui.plain.game import PlainPlayer, run_plain
from tortuga_p2p.ui.plain.lines import Lines, Printer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tortuga_p2p.rules.game import Bot

LOOPBACK = "127.0.0.1"
DEADLINE_S = 240  # only a table that hangs takes this long


class Ear(StringIO):
    """What plain mode has said; whoever waits for words wakes up when more is said."""

    def __init__(self) -> None:
        super().__init__()
        self.more = trio.Event()

    def write(self, text: str) -> int:
        self.more.set()
        self.more = trio.Event()
        return super().write(text)


class Person:
    """Somebody at a keyboard: types lines, and hears what plain mode says."""

    def __init__(self, folder: Path, name: str = "Ana", seed: int = 7, *, attended: bool = False) -> None:
        read, self._write = os.pipe()
        self.lines = Lines(read)
        self.lines.attended = attended
        self.heard = Ear()
        self.player = PlainPlayer()
        entropy = seeded(seed, name)
        folder.mkdir(parents=True, exist_ok=True)
        identity = Identity.from_seed(entropy("identity"))
        self.party = Party(identity, name, self.player, folder, entropy=entropy, listen=LOOPBACK)
        self._heard_upto = 0

    @property
    def text(self) -> str:
        return self.heard.getvalue()

    def type(self, *lines: str) -> None:
        os.write(self._write, "".join(f"{line}\n" for line in lines).encode())

    def hang_up(self) -> None:
        os.close(self._write)
        self._write = -1

    async def wait_to_hear(self, words: str) -> str:
        """Everything said up to the line with these words, from where the last wait ended."""
        while True:
            at = self.text.find(words, self._heard_upto)
            end = self.text.find("\n", at)
            if at >= 0 and end >= 0:
                said, self._heard_upto = self.text[self._heard_upto : end], end
                return said
            await self.heard.more.wait()

    async def play(self, start: Callable[[], object]) -> int:
        printer = Printer(self.heard, prompts=False)
        return await run_plain(self.party, start, lines=self.lines, printer=printer)  # type: ignore[arg-type]

    def close(self) -> None:
        os.close(self.lines.fd)
        if self._write >= 0:
            os.close(self._write)


def bot_party(folder: Path, name: str, seed: int = 7, bot: Bot | None = None) -> Party:
    entropy = seeded(seed, name)
    folder.mkdir(parents=True, exist_ok=True)
    player = BotPlayer(bot or load("tortuga").bots()["greedy"](), SeededDraw(seed, name))
    return Party(
        Identity.from_seed(entropy("identity")), name, player, folder, bot=True, entropy=entropy, listen=LOOPBACK
    )


async def address_of(host: Party) -> Address:
    """Where a host's table is, once it is open."""
    while host.lobby is None:
        await host.changed.wait()
    assert isinstance(host.lobby, HostLobby)
    return Address(LOOPBACK, host.lobby.mesh.port)


async def join(guest: Party, host: Party) -> None:
    await guest.join([await address_of(host)], host.identity.public)


def plan(seats: int, **more: object) -> GamePlan:
    return GamePlan(load("tortuga"), seats, {}, "Table", **more)  # type: ignore[arg-type]


async def play_with_bots(person: Person, folder: Path, bots: int) -> int:
    """The person hosts; gives the exit code when the game is over and everybody has left."""
    code = -1
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            for number in range(bots):
                name = f"Bot{number}"
                nursery.start_soon(join, bot_party(folder / name, name), person.party)
            code = await person.play(partial(person.party.host, plan(bots + 1), 0))
    return code
