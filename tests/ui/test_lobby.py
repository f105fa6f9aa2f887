"""A table that fills up, on the screen: who sits there, how it is found, and leaving it again."""

from __future__ import annotations

from base64 import b64decode
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest
import trio

from tests.ui.tables import LOOPBACK, TORTUGA, Against, bot_party, person, sit, sit_down
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.errors import BadInput, PeerLost
from tortuga_p2p.limits import SIT_WAIT_S
from tortuga_p2p.net.address import Address
from tortuga_p2p.node import node as node_module
from tortuga_p2p.node.lobby import GuestLobby
from tortuga_p2p.node.one_game import GamePlan
from tortuga_p2p.ui.table import screen as screen_module
from tortuga_p2p.ui.tavern.lobby import whole

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tortuga_p2p.net.mesh import Mesh
    from tortuga_p2p.node.lobby import HostLobby
    from tortuga_p2p.node.node import Node
    from tortuga_p2p.node.node_message import Gather
    from tortuga_p2p.node.one_game import Party
    from tortuga_p2p.session.message import Person
    from tortuga_p2p.ui.app import App


def test_a_table_that_never_fills_can_be_left(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Sitting down", "2 seats are free")
        terminal.press("escape")
        await terminal.until(lambda: terminal.app._over.is_set())

    drive(lambda app: app.sit(person(tmp_path), lambda party: party.host(GamePlan(TORTUGA, 3, {}, "lonely"), 0)), body)
    assert not list(tmp_path.glob("*.journal"))


@pytest.mark.parametrize("is_ours", [False, True], ids=["a guest", "a bot of ours"])
def test_a_table_with_guests_is_closed_only_by_whoever_says_so_twice(tmp_path: Path, is_ours: bool) -> None:
    async def host(party: Party) -> Node:
        guest = bot_party(tmp_path, "asleep", "Ben", 7)
        guest.operator = party.identity.public if is_ours else b""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sit_down, party, guest)
            return await party.host(GamePlan(TORTUGA, 3, {}, "lonely"), 0)

    async def body(terminal: Terminal) -> None:
        await terminal.see("Ben ", "1 seat is free")
        terminal.press("escape")
        if not is_ours:
            await terminal.see("Others sit here already: close the table?", "y close it")
            terminal.press("escape")
            await terminal.until(lambda: "close the table?" not in terminal.text)
            assert not terminal.app._over.is_set()
            terminal.press("escape")
            await terminal.see("Others sit here already: close the table?")
            terminal.press("y")
        await terminal.until(lambda: terminal.app._over.is_set())

    drive(lambda app: app.sit(person(tmp_path), host), body)
    assert not list(tmp_path.glob("*.journal"))


def test_whoever_waits_can_read_what_all_this_is(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("2 seats are free", "? help")
        terminal.press("?")
        await terminal.see("The four words under a name", "invites others with the line")
        terminal.press("escape")
        await terminal.see("2 seats are free")
        terminal.press("escape")
        await terminal.until(lambda: terminal.app._over.is_set())

    drive(lambda app: app.sit(person(tmp_path), lambda party: party.host(GamePlan(TORTUGA, 3, {}, "lonely"), 0)), body)


@pytest.mark.parametrize("is_announced", [False, True])
def test_a_table_is_said_to_be_seen_only_where_it_is_announced(tmp_path: Path, is_announced: bool) -> None:
    async def host(party: Party) -> Node:
        party.listen = None

        @asynccontextmanager
        async def announce(mesh: Mesh, lobby: HostLobby) -> AsyncIterator[None]:
            lobby.is_announced = is_announced
            yield

        return await party.host(GamePlan(TORTUGA, 3, {}, "lonely"), 0, announce)

    async def body(terminal: Terminal) -> None:
        await terminal.see("2 seats are free", "tortuga join")
        assert ("shows up on this network" in terminal.text) == is_announced
        assert ("Only people you invite" in terminal.text) != is_announced
        terminal.press("escape")
        await terminal.until(lambda: terminal.app._over.is_set())

    assert drive(lambda app: app.sit(person(tmp_path), host), body) == 0


def test_a_host_sits_at_his_table_while_the_network_is_still_being_told(tmp_path: Path) -> None:
    async def host(party: Party) -> Node:
        @asynccontextmanager
        async def announce(mesh: Mesh, lobby: HostLobby) -> AsyncIterator[None]:
            await trio.sleep_forever()  # multicast takes its time, and sometimes all of it
            yield

        return await party.host(GamePlan(TORTUGA, 3, {}, "lonely"), 0, announce)

    async def body(terminal: Terminal) -> None:
        await terminal.see("Ana ", "you", "2 seats are free")
        terminal.press("escape")
        await terminal.until(lambda: terminal.app._over.is_set())

    assert drive(lambda app: app.sit(person(tmp_path), host), body) == 0


def test_whoever_joins_sees_how_far_they_have_come(tmp_path: Path) -> None:
    """A host that does not answer at once is called again for a while: nobody looks at an empty screen meanwhile."""
    steps = Steps()

    async def body(terminal: Terminal) -> None:
        await terminal.see("On the way to the table ...")
        steps.is_here.set()
        await terminal.see("Do you want to sit down with these people?", "Ben ")
        terminal.press("enter")
        await terminal.see("You are at the table. The game begins when all seats are taken.", "1 seat is free")
        terminal.press("escape")
        await terminal.until(lambda: terminal.app._over.is_set())

    def begin(app: App) -> None:
        ben = bot_party(tmp_path, "asleep", "Ben", 7)
        app.start(partial(_wait_for_company, ben))
        app.sit(person(tmp_path), partial(steps.join, ben))

    assert drive(begin, body) == 0


class Steps:
    """Somebody on the way, whose line is slow until it is not."""

    def __init__(self) -> None:
        self.is_here = trio.Event()

    async def join(self, host: Party, party: Party) -> Node:
        await self.is_here.wait()
        while host.lobby is None:
            await host.changed.wait()
        return await party.join([Address(LOOPBACK, host.lobby.mesh.port)], None)


async def _wait_for_company(host: Party) -> None:
    await host.host(GamePlan(TORTUGA, 3, {}, "slow"), 0)


def test_what_went_wrong_is_a_whole_sentence(tmp_path: Path) -> None:
    async def fail(party: Party) -> Node:
        raise BadInput("no table with a free seat is seen on this network.")

    async def body(terminal: Terminal) -> None:
        await terminal.see("No table with a free seat is seen", "try again")
        terminal.press("enter")
        await terminal.until(lambda: terminal.app._over.is_set())

    assert drive(lambda app: app.sit(person(tmp_path), fail), body) == 0


def test_a_table_whose_guest_died_while_sitting_down_opens_again_with_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_module, "SIT_WAIT_S", 0.3)
    wait, comings = GuestLobby.wait, count()

    async def wait_or_die(self: GuestLobby, me: Person) -> Gather:
        if next(comings) == 0:
            raise PeerLost("the guest's program has died")
        return await wait(self, me)

    monkeypatch.setattr(GuestLobby, "wait", wait_or_die)

    async def body(terminal: Terminal) -> None:
        await terminal.see("The game did not begin: somebody did not sit down after all.", "r try again")
        monkeypatch.setattr(node_module, "SIT_WAIT_S", SIT_WAIT_S)  # on a slow machine those who live need their time
        terminal.press("r")
        await terminal.see("Which dice do you take?")

    def start(app: App) -> None:
        host = Against(tmp_path, ("random",), 1, 60, ("Bot0",))
        app.sit(person(tmp_path), host)

    drive(start, body)


def test_a_table_that_was_resumed_does_not_open_again(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Which dice do you take?")
        terminal.press("q", "s")
        await terminal.until(lambda: terminal.app._over.is_set())

    drive(lambda app: sit(app, tmp_path, patience_s=1), body)
    journal = next(tmp_path.glob("*.journal"))

    async def again(terminal: Terminal) -> None:
        await terminal.see("Which dice do you take?")
        terminal.press("q", "g")
        await terminal.see("Give the game up?", "give up and Enter")
        terminal.type("give up")
        terminal.press("enter")
        await terminal.see("You gave up.", "l replay")
        assert "rematch" not in terminal.text

    drive(lambda app: app.sit(person(tmp_path), lambda party: party.resume(journal)), again)


def test_the_invitation_is_copied_to_the_clipboard_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three rows of letters break when they are marked with a mouse: one key puts them into the clipboard (OSC 52)."""
    written: list[str] = []
    line = "tortuga join 4Qm7xR2vKc9TzLw3NfHb6YpDs8JgUa5eXk1oBiCtVnMrP0yZ"
    monkeypatch.setattr(screen_module, "invitation_of", lambda sitting: line)

    async def body(terminal: Terminal) -> None:
        output = terminal.app.application.output
        monkeypatch.setattr(output, "write_raw", written.append)
        await terminal.see("c copy the invitation")
        terminal.press("c")
        await terminal.see("Copied, if your terminal allows it")

    drive(lambda app: app.sit(person(tmp_path), lambda party: party.host(GamePlan(TORTUGA, 3, {}, "lonely"), 0)), body)
    code = next(text for text in written if text.startswith("\x1b]52;c;"))
    assert b64decode(code.removeprefix("\x1b]52;c;").removesuffix("\x07")).decode() == line


def test_a_table_for_this_machine_says_what_to_type_and_copies_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []

    async def body(terminal: Terminal) -> None:
        monkeypatch.setattr(terminal.app, "copy", copied.append)
        await terminal.see("open to this machine only", "tortuga join 127.0.0.1:", "c copy the invitation")
        terminal.press("c")
        await terminal.see("Copied, if your terminal allows it")
        assert copied[0] in terminal.text

    drive(lambda app: app.sit(person(tmp_path), lambda party: party.host(GamePlan(TORTUGA, 3, {}, "lonely"), 0)), body)


def test_whoever_plays_against_bots_is_told_nothing_of_guests(tmp_path: Path) -> None:
    async def host(party: Party) -> Node:
        party.is_alone = True  # as every way to play against bots says
        return await party.host(GamePlan(TORTUGA, 3, {}, "lonely"), 0)

    async def body(terminal: Terminal) -> None:
        await terminal.see("Your bots are sitting down", "Tortuga for 3 players")
        for words in ("free", "waited for", "127.0.0.1", "copy the invitation"):
            assert words not in terminal.text

    drive(lambda app: app.sit(person(tmp_path), host), body)


def test_an_invitation_takes_as_few_rows_as_there_can_be() -> None:
    line = "tortuga join " + "4Qm7xR2vKc" * 8 + "Z"
    rows = ["".join(piece[1] for piece in row) for row in whole(line, 80)]
    assert rows == [line[:80], line[80:]]
