"""Playing again with the same people, line by line: a wish is heard by all, and nobody is asked twice."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING

import pytest
import trio

from tests.ui_plain.table import DEADLINE_S, LOOPBACK, Person, address_of, plan
from tortuga_p2p.net.address import Address
from tortuga_p2p.node.one_game import Party, seeded
from tortuga_p2p.ui.plain.game import play_plain
from tortuga_p2p.ui.plain.lines import Printer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tortuga_p2p.node.node import Node
    from tortuga_p2p.ui.plain.game import PlainPlayer

PASSWORD = "doubloon"


class Evening:
    """Somebody who plays game after game; `party` is the one of now."""

    def __init__(self, folder: Path, name: str, host: Evening | None = None) -> None:
        self.person = Person(folder / name, name, attended=True)
        self.host, self.games, self.code = host, count(), -1
        self.party: Party = self.person.party
        self.port = 0  # of a host: the same each time

    def make(self, player: PlainPlayer) -> Party:
        first, number = self.person.party, next(self.games)
        entropy = seeded(100 + number, first.name)
        self.party = Party(first.identity, first.name, player, first.folder, entropy=entropy, listen=LOOPBACK)
        return self.party

    async def start(self, party: Party) -> Node:
        if self.host is not None:
            return await party.join([Address(LOOPBACK, self.host.port)], self.host.party.identity.public)
        return await party.host(plan(2, password=PASSWORD), self.port)

    async def run(self) -> None:
        printer = Printer(self.person.heard, prompts=False)
        self.code = await play_plain(self.make, self.start, lines=self.person.lines, printer=printer)

    def type(self, *lines: str) -> None:
        self.person.type(*lines)

    async def hear(self, words: str) -> str:
        return await self.person.wait_to_hear(words)


@asynccontextmanager
async def an_evening(folder: Path, *, agreed: bool = False) -> AsyncIterator[tuple[Evening, Evening]]:
    """Ana's table, where Ben has said yes; a first game that Ana has given up, or that both agreed to end."""
    ana = Evening(folder, "Ana")
    ben = Evening(folder, "Ben", ana)
    try:
        with trio.fail_after(DEADLINE_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ana.run)
                await ana.hear("is open at")
                ana.port = (await address_of(ana.party)).port
                nursery.start_soon(ben.run)
                await ben.hear("This table has a password")
                ben.type(PASSWORD)
                await ana.hear("Which dice do you take?")
                await ben.hear("Which dice do you take?")
                ana.type("end yes" if agreed else "resign yes")
                if agreed:
                    await ben.hear("Type end yes to accept")
                    ben.type("end yes")
                await ana.hear("Type rematch to play again with the same people")
                await ben.hear("Type rematch to play again with the same people")
                yield ana, ben
    finally:
        print(ana.person.text, "-----", ben.person.text, sep="\n")  # shown where a test fails
        ana.person.close()
        ben.person.close()


@pytest.mark.parametrize("agreed", [False, True], ids=["given up", "ended by agreement"])
async def test_a_guests_wish_is_heard_by_the_host_and_one_word_brings_both_back(tmp_path: Path, agreed: bool) -> None:
    async with an_evening(tmp_path, agreed=agreed) as (ana, ben):
        ben.type("rematch")
        await ben.hear("You want a rematch: waiting for Ana to open the table again.")
        await ana.hear("Ben wants a rematch.")
        ana.type("rematch")
        await ana.hear("Which dice do you take?")
        said = await ben.hear("Which dice do you take?")
        assert "password" not in said, "the same people, the same terms: nobody is asked again"
        assert "Type yes" not in said
        assert ana.party.node is not None
        assert next(ana.games) == 2, "a second game, and no more"
        ana.type("quit")
        ben.type("quit")
    assert (ana.code, ben.code) == (0, 0)


async def test_a_host_who_opens_the_table_again_is_heard_and_a_guest_follows_with_one_word(tmp_path: Path) -> None:
    async with an_evening(tmp_path) as (ana, ben):
        ana.type("rematch")
        await ben.hear("Ana has opened the table again.")
        ben.type("rematch")
        await ben.hear("Which dice do you take?")
        await ana.hear("Which dice do you take?")
        ana.type("quit")
        ben.type("quit")


async def test_people_talk_after_the_game_and_hear_who_leaves(tmp_path: Path) -> None:
    async with an_evening(tmp_path) as (ana, ben):
        ben.type("chat well played")
        await ana.hear("Ben says: well played")
        ana.type("quit")
        await ben.hear("Ana, who opened the table, has left: there is no rematch here.")
        ben.type("rematch")
        await ben.hear("Ana, who opened the table, has left: there is no rematch here.")
        ben.type("quit")
    assert (ana.code, ben.code) == (0, 0)
