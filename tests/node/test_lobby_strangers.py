"""A lobby is open to strangers: whatever they say, it goes on."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.games import load
from tortuga_p2p.net.event import Frame
from tortuga_p2p.node.lobby import GuestLobby, HostLobby, No, TurnedDown
from tortuga_p2p.node.talk import NODE, Gather, Knock, Lobby, Person
from tortuga_p2p.session.agreement import make_terms

TERMS = make_terms(load("tortuga"), 2, {}, default_group())
HOST, GUEST = Person(b"h" * 32, "Ana", False, b"h" * 32), Person(b"g" * 32, "Ben", False, b"g" * 32)


@pytest.mark.parametrize("name", ["\u200b", "\u202eneB", " Ben", "B\u00a0n", "ana"])
def test_a_name_that_nobody_can_read_is_refused_and_nothing_else_happens(name: str) -> None:
    mesh: Any = None  # judging a knock needs no network
    lobby = HostLobby(mesh, "table", TERMS, HOST, lambda: bytes(32), people=[HOST])
    knock = Knock(name, False, GUEST.identity, bytes(32))
    assert trio.run(lobby._judge, GUEST.identity, knock) is No.NAME_TAKEN


@pytest.mark.parametrize("people", [(GUEST, GUEST), (HOST, GUEST, GUEST), (GUEST,), (HOST, HOST)])
def test_a_company_that_cannot_sit_at_a_table_is_turned_down(people: tuple[Person, ...]) -> None:
    async def wait() -> None:
        send, events = trio.open_memory_channel[Frame](1)
        mesh: Any = type("Ears", (), {"events": events})
        guest = GuestLobby(mesh, HOST.identity, Lobby("table", TERMS, (HOST,), False, bytes(32)))
        await send.send(Frame(HOST.identity, NODE.encode(Gather(TERMS, bytes(32), people, ()))))
        await guest.wait(GUEST)

    with pytest.raises(TurnedDown):
        trio.run(wait)
