"""A table that fills up, on the screen: who sits there, how it is found, and leaving it again."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
import trio

from tests.ui.tables import TORTUGA, person, sit
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.errors import BadInput
from tortuga_p2p.node.party import Plan

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tortuga_p2p.net.mesh import Mesh
    from tortuga_p2p.node.lobby import HostLobby
    from tortuga_p2p.node.node import Node
    from tortuga_p2p.node.party import Party


def test_a_table_that_never_fills_can_be_left(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Sitting down", "2 seats are free")
        terminal.press("escape")
        await terminal.until(lambda: terminal.app._over.is_set())

    drive(lambda app: app.sit(person(tmp_path), lambda party: party.host(Plan(TORTUGA, 3, {}, "lonely"), 0)), body)
    assert not list(tmp_path.glob("*.journal"))


@pytest.mark.parametrize("is_announced", [False, True])
def test_a_table_is_said_to_be_seen_only_where_it_is_announced(tmp_path: Path, is_announced: bool) -> None:
    async def host(party: Party) -> Node:
        party.listen = None

        @asynccontextmanager
        async def announce(mesh: Mesh, lobby: HostLobby) -> AsyncIterator[None]:
            lobby.is_announced = is_announced
            yield

        return await party.host(Plan(TORTUGA, 3, {}, "lonely"), 0, announce)

    async def body(terminal: Terminal) -> None:
        await terminal.see("2 seats are free", "tortuga join")
        assert ("seen by itself" in terminal.text) == is_announced
        assert ("Only whom you invite" in terminal.text) != is_announced
        terminal.press("escape")
        await terminal.until(lambda: terminal.app._over.is_set())

    assert drive(lambda app: app.sit(person(tmp_path), host), body) == 0


def test_a_host_sits_at_his_table_while_the_network_is_still_being_told(tmp_path: Path) -> None:
    async def host(party: Party) -> Node:
        @asynccontextmanager
        async def announce(mesh: Mesh, lobby: HostLobby) -> AsyncIterator[None]:
            await trio.sleep_forever()  # multicast takes its time, and sometimes all of it
            yield

        return await party.host(Plan(TORTUGA, 3, {}, "lonely"), 0, announce)

    async def body(terminal: Terminal) -> None:
        await terminal.see("Ana ", "you", "2 seats are free")
        terminal.press("escape")
        await terminal.until(lambda: terminal.app._over.is_set())

    assert drive(lambda app: app.sit(person(tmp_path), host), body) == 0


def test_what_went_wrong_is_a_whole_sentence(tmp_path: Path) -> None:
    async def fail(party: Party) -> Node:
        raise BadInput("no table with a free seat is seen on this network.")

    async def body(terminal: Terminal) -> None:
        await terminal.see("No table with a free seat is seen", "try again")
        terminal.press("enter")
        await terminal.until(lambda: terminal.app._over.is_set())

    assert drive(lambda app: app.sit(person(tmp_path), fail), body) == 0


def test_a_table_that_was_resumed_does_not_open_again(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await terminal.see("Choose dice")
        terminal.press("q", "s")
        await terminal.until(lambda: terminal.app._over.is_set())

    drive(lambda app: sit(app, tmp_path, patience_s=1), body)
    journal = next(tmp_path.glob("*.journal"))

    async def again(terminal: Terminal) -> None:
        await terminal.see("Choose dice")
        terminal.press("q", "g")
        await terminal.see("The game has ended", "l replay")
        assert "rematch" not in terminal.text

    drive(lambda app: app.sit(person(tmp_path), lambda party: party.resume(journal)), again)
