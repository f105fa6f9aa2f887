"""Whole ways through a game over real sockets and real TLS: lobby, sitting down, play, the end, and coming back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

import pytest
import trio

from tests.tinygames import HARBOUR
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import BadInput, PeerLost
from tortuga_p2p.net.address import Address
from tortuga_p2p.net.link_message import TurnedAway, Why
from tortuga_p2p.net.mesh import Mesh, open_mesh
from tortuga_p2p.node.files import check_not_entered, note_entered
from tortuga_p2p.node.lobby import GuestLobby, HostLobby, NoSeat, TurnedDown, prove_password
from tortuga_p2p.node.names import clean_name
from tortuga_p2p.node.one_game import _meet, _same_port
from tortuga_p2p.session.event import Farewell
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.verify.verifier import Outcome, verify

from .parties import Table, Waiter, opened, party, plan, two_waiting, until
from .players import sessions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


async def test_two_strangers_play_a_game_and_hold_the_same_verified_file(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        table = Table(nursery, party(tmp_path, "Ana"), plan(password="rum"))
        await table.join(party(tmp_path, "Ben"), "rum")
    files = [node.files.transcript.read_bytes() for node in table.nodes.values()]
    assert files[0] == files[1]
    finding = verify(files[0])
    assert (finding.outcome, finding.unsealed, sorted(finding.names)) == (Outcome.HONEST, (), ["Ana", "Ben"])
    assert all(node.session.phase is SessionPhase.SEALED for node in table.nodes.values())
    assert not any(node.files.journal.exists() for node in table.nodes.values()), "a sealed game's secret is gone"


async def test_a_wrong_password_a_taken_name_and_a_full_table_are_each_told_so(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        table = Table(nursery, party(tmp_path, "Ana", Waiter()), plan(seats=3, password="rum"))
        with pytest.raises(TurnedDown, match="not this table's password") as refused:
            await table.join(party(tmp_path, "Ben"), "gin")
        assert refused.value.code == NoSeat.WRONG_PASSWORD
        with pytest.raises(TurnedDown, match="that name"):
            await table.join(party(tmp_path, "ANA", Waiter()), "rum")
        nursery.cancel_scope.cancel()


async def test_a_guest_who_goes_frees_the_seat_for_another(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        table = Table(nursery, party(tmp_path, "Ana"), plan(seats=3))
        await opened(table.host)
        async with trio.open_nursery() as brief:
            brief.start_soon(table.join, party(tmp_path, "Ben", Waiter()))
            lobby = table.host.lobby
            assert isinstance(lobby, HostLobby)
            await until(lambda: lobby.free == 1)
            brief.cancel_scope.cancel()
        await until(lambda: lobby.free == 2)
        nursery.cancel_scope.cancel()


async def test_a_guest_hears_that_the_host_has_gone(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        table = Table(nursery, party(tmp_path, "Ana", Waiter()), plan(seats=3))
        at = await opened(table.host)
        guest = party(tmp_path, "Ben", Waiter())

        async def vanish() -> None:
            await until(lambda: isinstance(guest.lobby, GuestLobby) and guest.lobby.lobby is not None)
            nursery.cancel_scope.cancel()

        nursery.start_soon(vanish)
        with trio.CancelScope(shield=True), pytest.raises((PeerLost, ExceptionGroup)):
            await guest.join([at], table.host.identity.public)


async def test_a_stranger_in_the_host_s_place_is_refused(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        table = Table(nursery, party(tmp_path, "Mallory", Waiter()), plan())
        at = await opened(table.host)
        expected = Identity.from_seed(bytes(32)).public
        with pytest.raises(BadInput, match=f"Somebody other than your host answers at {at}: ask for a new invitation"):
            await party(tmp_path, "Ben").join([at], expected)
        nursery.cancel_scope.cancel()


async def test_a_key_with_other_words_than_the_announced_ones_is_refused(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        table = Table(nursery, party(tmp_path, "Mallory", Waiter()), plan())
        at = await opened(table.host)
        with pytest.raises(BadInput, match="Somebody other"):
            await party(tmp_path, "Ben").join([at], "tulom-ganar-bifok-sidav")
        nursery.cancel_scope.cancel()


async def test_resigning_ends_the_game_for_both_and_the_file_says_so(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        table, ana = await two_waiting(tmp_path, nursery)
        ana.wish(Farewell())
    for node in table.nodes.values():
        assert node.session.ending is not None
        assert node.session.ending.kind == "resigned"
        finding = verify(node.files.transcript.read_bytes())
        assert finding.outcome is Outcome.RESIGNED
        assert finding.winner is not None
        assert finding.names[finding.winner] != "Ana"
        assert "left the game" in finding.claim


@pytest.mark.parametrize(
    ("typed", "clean"),
    [("  Ana  Maria ", "Ana Maria"), ("A\x1b2Jna", "A2Jna"), ("\u202eevil", "evil"), ("x" * 99, "x" * 48)],
)
def test_names_are_cleaned_of_what_a_terminal_would_obey(typed: str, clean: str) -> None:
    assert clean_name(typed) == clean


def test_a_name_of_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match="at least one visible letter"):
        clean_name("\x00\u200b ")


def test_a_proof_of_the_password_is_good_for_one_guest_at_one_table() -> None:
    host, guest, other, challenge = (bytes([number]) * 32 for number in range(4))
    proof = prove_password("rum", host, guest, challenge)
    assert proof == prove_password("rum", host, guest, challenge)
    assert proof != prove_password("rum", host, other, challenge)
    assert proof != prove_password("rum", other, guest, challenge)
    assert proof != prove_password("rum", host, guest, other)
    assert proof != prove_password("gin", host, guest, challenge)


def test_nobody_enters_the_same_meeting_twice(tmp_path: Path) -> None:
    meeting = sessions(HARBOUR, 2, 1)[0].meeting
    check_not_entered(tmp_path, meeting)
    note_entered(tmp_path, meeting)
    with pytest.raises(BadInput, match="already been to"):
        check_not_entered(tmp_path, meeting)
    check_not_entered(tmp_path, sessions(HARBOUR, 2, 2)[0].meeting)
    note_entered(tmp_path, meeting)
    assert len((tmp_path / "entered").read_bytes().split()) == 1


def test_a_folder_that_takes_nothing_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "entered").mkdir()
    with pytest.raises(BadInput, match="entered cannot be written"):
        note_entered(tmp_path, sessions(HARBOUR, 2, 1)[0].meeting)


async def test_a_game_whose_port_is_taken_is_resumed_on_another_one() -> None:
    ana, ben = (Identity.from_seed(bytes([number]) * 32) for number in range(2))
    async with open_mesh(ana, host="127.0.0.1", port=0) as other, _same_port(ben, "127.0.0.1", other.port) as mesh:
        assert mesh.port != other.port
    with pytest.raises(BaseExceptionGroup) as wrong:
        async with _same_port(ben, "127.0.0.1", mesh.port):
            raise BadInput("something else is wrong")
    assert wrong.group_contains(BadInput, match="something else")


def test_that_we_entered_is_on_the_disk_before_anything_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is lost with the power could be signed a second time."""
    meeting = sessions(HARBOUR, 2, 1)[0].meeting
    synced: list[bytes] = []

    def fsync(number: int, really: Callable[[int], None] = os.fsync) -> None:
        really(number)
        synced.append((tmp_path / "entered").read_bytes())

    monkeypatch.setattr(os, "fsync", fsync)
    note_entered(tmp_path, meeting)
    assert synced
    assert meeting.id.hex().encode() in synced[-1].split()


HOST = b"host".ljust(32)
SILENCE = PeerLost("No route to host.")
NO = TurnedAway(Why.FULL)


class BadLine:
    """A mesh whose calls end as they are told to, one after the other, each after so many seconds."""

    def __init__(self, ends: tuple[bytes | Exception, ...], call_s: float) -> None:
        self.ends = list(ends)
        self.call_s = call_s
        self.called: list[int] = []

    async def meet(self, address: Address, peer: bytes | None = None) -> bytes:
        self.called.append(address.port)
        await trio.sleep(self.call_s)
        end = self.ends.pop(0)
        if isinstance(end, bytes):
            return end
        raise end


@pytest.mark.parametrize(
    ("ends", "call_s", "called"),
    [
        ((HOST,), 3, [1]),
        ((SILENCE, HOST), 3, [1, 2]),  # another address first
        ((SILENCE, NO, HOST), 3, [1, 2, 1]),  # then the silent one again, and never whoever has answered
        ((SILENCE,) * 3 + (HOST,), 3, [1, 2, 1, 2]),
        ((SILENCE,) * 6, 1, [1, 2, 1, 2, 1, 2]),
        ((SILENCE,) * 4, 5, [1, 2, 1, 2]),  # that was long enough: somebody waits for an answer
        ((NO, NO), 1, [1, 2]),
    ],
)
async def test_where_nobody_answers_is_called_again_for_a_while(
    ends: tuple[bytes | Exception, ...], call_s: float, called: list[int], autojump_clock: object
) -> None:
    mesh = BadLine(ends, call_s)
    addresses = [Address("10.77.0.1", port) for port in (1, 2)]
    if ends[-1] is HOST:
        assert await _meet(cast(Mesh, mesh), addresses, HOST) == HOST
    else:
        with pytest.raises(PeerLost, match=str(ends[-1])):
            await _meet(cast(Mesh, mesh), addresses, HOST)
    assert (mesh.called, mesh.ends) == (called, [])
