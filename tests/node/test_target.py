"""Where a guest wants to go: tables by name, and what is said where a name or an invitation leads nowhere."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import BadInput
from tortuga_p2p.net.address import Address
from tortuga_p2p.net.discovery import Appeared, FoundTable, Notice
from tortuga_p2p.net.invitation import make_invitation
from tortuga_p2p.node import announcing, target
from tortuga_p2p.node.target import find, read_target

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ANA = FoundTable("a", Notice("The Pearl", "tortuga", 1, "tulom-ganar"), (Address("10.0.0.1", 1667),))
EVE = FoundTable("e", Notice("The Pearl", "tortuga", 2, "bifok-sidav"), (Address("10.0.0.2", 1667),))
BEN = FoundTable("b", Notice("The Dog", "tortuga", 1, "lavup-dumig"), (Address("10.0.0.3", 1667),))
CODE = make_invitation(Identity.from_seed(bytes(32)).public, [Address("10.0.0.1", 1667)]).code


class Neighbourhood:
    """Tables that show themselves one after another, as multicast brings them."""

    def __init__(self, tables: tuple[FoundTable, ...]) -> None:
        self.tables: dict[str, FoundTable] = {}
        self.events = self._show(tables)

    async def _show(self, tables: tuple[FoundTable, ...]) -> AsyncIterator[Appeared]:
        for table in tables:
            await trio.sleep(0.1)
            self.tables[table.label] = table
            yield Appeared(table)
        await trio.sleep_forever()


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock) -> list[FoundTable]:
    tables: list[FoundTable] = []

    @asynccontextmanager
    async def open_discovery() -> AsyncIterator[Neighbourhood]:
        yield Neighbourhood(tuple(tables))

    monkeypatch.setattr(announcing, "open_discovery", open_discovery)
    return tables


async def test_a_table_is_found_by_its_name_among_others(seen: list[FoundTable]) -> None:
    seen += [BEN, ANA]
    assert await find(read_target("The Pearl")) == (ANA.addresses, "tulom-ganar")


async def test_of_two_tables_with_one_name_the_quicker_is_not_taken(seen: list[FoundTable]) -> None:
    seen += [EVE, BEN, ANA]
    with pytest.raises(BadInput, match="several tables have that name") as told:
        await find(read_target("The Pearl"))
    for table in (ANA, EVE):
        assert f"{table.addresses[0]} ({table.notice.fingerprint})" in str(told.value)
    assert "The Dog" not in str(told.value)


async def test_tables_with_other_names_are_told_apart_by_them(seen: list[FoundTable]) -> None:
    seen += [BEN, ANA]
    with pytest.raises(BadInput, match=r"say which\. 'The Pearl', 'The Dog'"):
        await find(read_target(None))


@pytest.mark.parametrize("letters", [20, 40, 47])
async def test_the_begin_of_an_invitation_is_not_taken_for_the_name_of_a_table(
    seen: list[FoundTable], letters: int
) -> None:
    with pytest.raises(BadInput, match="part of it is missing: copy the whole line"):
        await find(read_target(CODE[:letters]))


async def test_a_table_that_nobody_sees_is_named(seen: list[FoundTable]) -> None:
    with pytest.raises(BadInput, match="no table called 'The Kraken' with a free seat"):
        await find(read_target("The Kraken"))


async def test_whoever_names_no_table_comes_to_the_one_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(fits: object) -> list[FoundTable]:
        return []

    monkeypatch.setattr(announcing, "look_around", nobody)
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        port = listener.socket.getsockname()[1]
        monkeypatch.setattr(target, "PORT_DEFAULT", port)
        assert await find(read_target(None)) == ((Address("127.0.0.1", port),), None)
    with pytest.raises(BadInput, match=f"none at port {port} of this machine"):
        await find(read_target(None))
