"""Playing again with the same people, on the screen: a wish is seen by all, and one key brings everybody back."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
import trio

from tests.ui.hands import asked, sitting_of
from tests.ui.tables import LOOPBACK, TORTUGA, Sleeper, person
from tests.ui.terminal import drive
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import PeerLost
from tortuga_p2p.net.address import Address
from tortuga_p2p.node.one_game import GamePlan, Party, seeded
from tortuga_p2p.session.event import Farewell, Propose
from tortuga_p2p.ui.widgets.canvas import Picture

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ui.terminal import Terminal
    from tortuga_p2p.node.node import Node
    from tortuga_p2p.ui.app import App

PLAN = GamePlan(TORTUGA, 2, {}, "a test")


class Ben:
    """The other person, on another machine, who looks at the end of a game and waits for what we do."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "Ben"
        self._folder.mkdir()
        self._games = count()
        self.party = self._new()
        self.port = 0

    def _new(self) -> Party:
        entropy = seeded(next(self._games), "Ben")
        identity = Identity.from_seed(seeded(9, "Ben")("identity"))
        player: Any = Sleeper()
        return Party(identity, "Ben", player, self._folder, entropy=entropy, listen=LOOPBACK, lingers=True)

    async def join(self, port: int, host: bytes) -> None:
        """Game after game, as long as they want it and the host opens it."""
        while True:
            try:
                await self.party.join([Address(LOOPBACK, port)], host)
            except PeerLost:  # not open again yet
                await trio.sleep(0.1)
                self.party = self._again(self.party.before)
                continue
            assert self.party.node is not None
            if not self.party.node.afterwards.goes_on:
                return
            self.party = self._again(self.party.same_again)

    async def host(self) -> None:
        while True:
            await self.party.host(PLAN, self.port)
            assert self.party.node is not None
            if not self.party.node.afterwards.goes_on:
                return
            self.party = self._again(None)

    def _again(self, before: Any) -> Party:
        party = self._new()
        party.before = before
        return party

    def want(self) -> None:
        assert self.party.node is not None
        self.party.node.afterwards.want()


class Tavern:
    """What lies below the table's screen."""

    def draw(self, width: int, height: int) -> Picture:
        return Picture([[("", "the tavern")]])

    def press(self, key: str) -> None:
        return None


class OurTable:
    """Ben is our guest, and comes as soon as our table is open; a rematch is opened where the first game was."""

    def __init__(self, folder: Path) -> None:
        self.ben = Ben(folder)
        self._folder = folder
        self._port = 0

    def open(self, app: App) -> None:
        async def start(party: Party) -> Node:
            if not self._port:
                app.start(lambda: self._guest(party))
            return await party.host(PLAN, self._port)

        app.sit(person(self._folder), start)

    async def _guest(self, party: Party) -> None:
        while party.lobby is None:
            await party.changed.wait()
        self._port = party.lobby.mesh.port
        await self.ben.join(self._port, party.identity.public)


async def give_up(terminal: Terminal) -> None:
    await asked(terminal)
    node = sitting_of(terminal).node
    assert node is not None
    node.wish(Farewell())
    await terminal.see("r rematch")


async def agree_to_end(terminal: Terminal, ben: Ben) -> None:
    """We propose it, and while Ben agrees we have opened the panel for leaving once more."""
    await asked(terminal)
    terminal.press("q", "e")
    await terminal.see("You propose to end the game here")
    terminal.press("q")
    await terminal.see("Leave the table?")
    assert ben.party.node is not None
    ben.party.node.wish(Propose())
    await terminal.see("You all agreed to end the game here: nobody wins.", "r rematch")


@pytest.mark.parametrize("agreed", [False, True], ids=["given up", "ended by agreement"])
def test_a_guests_wish_is_on_the_hosts_screen_and_r_brings_both_back(tmp_path: Path, agreed: bool) -> None:
    table = OurTable(tmp_path)

    async def body(terminal: Terminal) -> None:
        await (agree_to_end(terminal, table.ben) if agreed else give_up(terminal))
        assert "wants a rematch" not in terminal.text
        table.ben.want()
        await terminal.see("Ben wants a rematch.")
        terminal.press("t")
        await terminal.see("Talk to the table")
        terminal.type("again?")
        terminal.press("enter")
        await terminal.see("Ana: again?")
        terminal.squeeze()
        terminal.press("r")
        await terminal.until(lambda: len(terminal.app.sittings) == 2, "the rematch")
        await asked(terminal)
        assert table.ben.party.before is not None, "Ben came back without being asked"

    assert drive(table.open, body) == 0


def test_a_host_who_came_back_by_resume_sees_the_wish_and_what_to_do(tmp_path: Path) -> None:
    table = OurTable(tmp_path)

    async def body(terminal: Terminal) -> None:
        await give_up(terminal)
        sitting_of(terminal).party.lobby = None  # all that a party that has resumed lacks
        table.ben.want()
        await terminal.see("Ben wants a rematch.", "its table is gone")
        assert "r rematch" not in terminal.text

    assert drive(table.open, body) == 0


def test_a_guest_who_wants_a_rematch_waits_and_sits_down_again_without_being_asked(tmp_path: Path) -> None:
    ben, ports = Ben(tmp_path), [0]

    async def start(party: Party) -> Node:
        if ports[0] == 0:
            terminal_app[0].start(ben.host)
            while ben.party.lobby is None:
                await ben.party.changed.wait()
            ports[0] = ben.port = ben.party.lobby.mesh.port
        return await party.join([Address(LOOPBACK, ports[0])], ben.party.identity.public)

    terminal_app: list[App] = []

    def begin(screen: App) -> None:
        terminal_app.append(screen)
        screen.sit(person(tmp_path), start)

    async def body(terminal: Terminal) -> None:
        await terminal.see("Do you want to sit down with these people?")
        terminal.press("enter")
        await give_up(terminal)
        terminal.press("r")
        await terminal.see("You want a rematch: waiting for Ben to open the table again.")
        terminal.press("r")
        await terminal.until(lambda: "You want a rematch" not in terminal.text, "taken back")
        terminal.press("r")
        await terminal.see("You want a rematch")
        ben.want()
        await terminal.until(lambda: len(terminal.app.sittings) == 2, "the rematch")
        await asked(terminal)  # nobody was asked about people and terms that are the same

    assert drive(begin, body) == 0


def test_q_at_the_end_leaves_at_once_and_the_others_see_it(tmp_path: Path) -> None:
    ben = Ben(tmp_path)
    app: list[App] = []

    async def start(party: Party) -> Node:
        app[0].start(ben.host)
        while ben.party.lobby is None:
            await ben.party.changed.wait()
        return await party.join([Address(LOOPBACK, ben.party.lobby.mesh.port)], None)

    def begin(screen: App) -> None:
        app.append(screen)
        screen.push(Tavern())
        screen.sit(person(tmp_path), start)

    async def body(terminal: Terminal) -> None:
        await terminal.see("Do you want to sit down with these people?")
        terminal.press("enter")
        await give_up(terminal)
        terminal.press("q")
        await terminal.see("the tavern")
        node = ben.party.node
        assert node is not None
        await terminal.until(lambda: len(node.away_since) == 1, "Ana has left")
        assert not node.afterwards.wanting

    assert drive(begin, body) == 0
