"""A lobby is open to strangers: whatever they say, it goes on."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import trio
import trio.testing

from tests.tinygames import HARBOUR
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.hashing import tagged
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.limits import HOSTS_REMEMBERED_MAX, PASSWORD_TRIES_BURST, PASSWORD_TRIES_PER_S
from tortuga_p2p.net.mesh_event import FrameReceived
from tortuga_p2p.node.lobby import GuestLobby, HostLobby, NoSeat, TurnedDown, prove_password
from tortuga_p2p.node.node_message import NODE, Gather, Knock, Lobby
from tortuga_p2p.session.agreement import make_terms
from tortuga_p2p.session.message import Person

if TYPE_CHECKING:
    from tortuga_p2p.session.message import Terms

TERMS = make_terms(HARBOUR, 2, {}, default_group())
HOST, GUEST = Person(b"h" * 32, "Ana", False, b"h" * 32), Person(b"g" * 32, "Ben", False, b"g" * 32)


@pytest.mark.parametrize("name", ["\u200b", "\u202eneB", " Ben", "B\u00a0n", "ana"])
def test_a_name_that_nobody_can_read_is_refused_and_nothing_else_happens(name: str) -> None:
    mesh: Any = None  # judging a knock needs no network
    lobby = HostLobby(mesh, "table", TERMS, HOST, lambda: bytes(32), people=[HOST])
    knock = Knock(name, False, GUEST.identity, bytes(32))
    assert trio.run(lobby._judge, GUEST.identity, knock) is NoSeat.NAME_TAKEN


@pytest.mark.parametrize("people", [(GUEST, GUEST), (HOST, GUEST, GUEST), (GUEST,), (HOST, HOST)])
def test_a_company_that_cannot_sit_at_a_table_is_turned_down(people: tuple[Person, ...]) -> None:
    async def wait() -> None:
        send, events = trio.open_memory_channel[FrameReceived](1)
        mesh: Any = type("Ears", (), {"events": events})
        guest = GuestLobby(mesh, HOST.identity, Lobby("table", TERMS, (HOST,), False, bytes(32)))
        guest._knocked_for = TERMS
        await send.send(FrameReceived(HOST.identity, NODE.encode(Gather(TERMS, bytes(32), people, ()))))
        await guest.wait(GUEST)

    with pytest.raises(TurnedDown):
        trio.run(wait)


def test_a_host_that_gathers_another_game_than_it_has_shown_is_turned_down() -> None:
    """The company is the right one, and everything else fits: only the terms are others than those we knocked for."""

    async def wait(terms: Terms) -> Gather:
        send, events = trio.open_memory_channel[FrameReceived](1)
        mesh: Any = type("Ears", (), {"events": events})
        guest = GuestLobby(mesh, HOST.identity, Lobby("table", TERMS, (HOST,), False, bytes(32)))
        guest._knocked_for = TERMS
        await send.send(FrameReceived(HOST.identity, NODE.encode(Gather(terms, bytes(32), (HOST, GUEST), ()))))
        return await guest.wait(GUEST)

    assert trio.run(wait, TERMS).terms == TERMS
    for changed in (replace(TERMS, patience_s=TERMS.patience_s + 1), replace(TERMS, version=TERMS.version + 1)):
        with pytest.raises(TurnedDown, match="different game from the one it had shown"):
            trio.run(wait, changed)


class Neighbourhood:
    """Where strangers come from; nothing else of a mesh is needed to judge a knock."""

    public = HOST.identity

    def block_of(self, peer: bytes) -> str:
        return f"10.0.0.{peer[0]}"


async def test_whoever_tries_passwords_is_slowed_down_by_address_however_many_keys_it_makes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    mesh: Any = Neighbourhood()
    lobby = HostLobby(mesh, "table", TERMS, HOST, lambda: bytes(32), "rum", people=[HOST])

    async def knock(host: int, key: int, password: str = "gin") -> NoSeat | None:
        peer = bytes([host]) + key.to_bytes(31, "big")
        lobby._challenges[peer] = bytes(32)
        answer = bytes(32) if password == "gin" else prove_password(password, HOST.identity, peer, bytes(32))
        return await lobby._judge(peer, Knock("Ben", False, peer, answer))

    for _ in range(PASSWORD_TRIES_BURST - 2):  # trying a password is slow by design
        assert lobby._tries.has(mesh.block_of(b"\x01"), 1, trio.current_time())
    tries = [await knock(1, key) for key in range(4)]
    assert tries == [NoSeat.WRONG_PASSWORD] * 2 + [NoSeat.TOO_MANY] * 2
    assert await knock(2, 0, "rum") is None, "somebody else's guest is not kept out by it"
    await trio.sleep(1 / PASSWORD_TRIES_PER_S)
    assert await knock(1, 99, "rum") is None
    for host in range(2, 250):
        for key in range(3):
            lobby._tries.has(f"10.{key}.0.{host}", 1, trio.current_time())
    assert len(lobby._tries) == HOSTS_REMEMBERED_MAX


def test_a_password_is_stretched_anew_for_every_guest_and_visit() -> None:
    """Work done for one challenge is of no use for another: the challenge salts the slow hash itself."""
    host, guest, challenge = HOST.identity, GUEST.identity, bytes(range(32))
    key = hashlib.scrypt(b"rum", salt=host + challenge, n=2**14, r=8, p=1, dklen=32)
    assert prove_password("rum", host, guest, challenge) == tagged(Tag.PASSWORD, key, host, guest, challenge)
