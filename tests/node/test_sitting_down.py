"""Who dies while everybody sits down comes back to the same table; who does not come back holds nobody for good."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import trio

from tortuga_p2p.errors import BadInput
from tortuga_p2p.limits import SIT_WAIT_S
from tortuga_p2p.node import node as node_module
from tortuga_p2p.node import start as start_module
from tortuga_p2p.node.journal import Journal
from tortuga_p2p.node.lobby import GuestLobby, HostLobby, NoSeat, TurnedDown
from tortuga_p2p.session.message import Person
from tortuga_p2p.verify.verifier import Outcome, verify

from .parties import PATIENCE_S, Table, Waiter, opened, party, plan, until

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tortuga_p2p.node.node import Node


class Killed(BaseException):
    """A process ends here: nothing after it is done."""


# What a guest is about to do when it dies, by the function that would do it.
UNSAID: dict[str, tuple[Any, str]] = {
    "hear that all are there": (GuestLobby, "wait"),
    "make its journal": (Journal, "create"),
    "give the journal its name": (Journal, "sync"),
}


async def dies(run: Callable[[], Awaitable[object]], monkeypatch: pytest.MonkeyPatch, at: tuple[Any, str]) -> None:
    """Runs Ben, whose program dies when it would call that; the same functions work for everybody else."""
    owner, name = at
    really = getattr(owner, name)

    def deadly(*words: Any, **more: Any) -> Any:
        # A lobby is told who waits in it; a session would tell everybody's name. Others may come to the same call late.
        names = [word.name for word in words if isinstance(word, Person)]
        files = [getattr(word, "path", word) for word in words]
        if "Ben" in names or any("Ben" in str(file) for file in files if isinstance(file, Path)):
            raise Killed
        return really(*words, **more)

    with monkeypatch.context() as mortal:
        mortal.setattr(owner, name, deadly)
        with pytest.raises(BaseExceptionGroup) as ended:
            await run()
    assert ended.group_contains(Killed)


async def seated(table: Table, people: int) -> HostLobby:
    await opened(table.host)
    lobby = table.host.lobby
    assert isinstance(lobby, HostLobby)
    await until(lambda: len(lobby.people) == people)
    return lobby


def journals(folder: Path) -> list[Path]:
    return list(folder.rglob("*.journal"))


def check_one_honest_game(nodes: dict[str, Node], people: int) -> None:
    files = {node.files.transcript.read_bytes() for node in nodes.values()}
    assert (len(nodes), len(files)) == (people, 1)
    finding = verify(files.pop())
    assert (finding.outcome, finding.unsealed) == (Outcome.HONEST, ())


@pytest.mark.parametrize("moment", UNSAID)
async def test_a_guest_who_dies_before_their_journal_comes_back_by_the_same_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    seed = secrets.token_bytes(32)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, party(tmp_path, "Ana"), plan(3, "rum"))
            nursery.start_soon(table.join, party(tmp_path, "Cid"), "rum")
            lobby = await seated(table, 2)
            mortal = party(tmp_path, "Ben", seed=seed)
            await dies(lambda: table.join(mortal, "rum"), monkeypatch, UNSAID[moment])
            assert not lobby.free, "the table waits for somebody who is not there"
            assert not journals(tmp_path / "Ben")
            await table.join(party(tmp_path, "Ben", seed=seed))  # without the password: this key was let in before
    check_one_honest_game(table.nodes, 3)


async def test_a_guest_who_dies_behind_their_journal_goes_on_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = secrets.token_bytes(32)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, party(tmp_path, "Ana"), plan())
            await dies(
                lambda: table.join(party(tmp_path, "Ben", seed=seed)), monkeypatch, (start_module, "note_entered")
            )
            (journal,) = journals(tmp_path / "Ben")
            with pytest.raises(BadInput, match="you are already in this game: `tortuga resume harbour-"):
                await table.join(party(tmp_path, "Ben", seed=seed))
            table.nodes["Ben"] = await party(tmp_path, "Ben", seed=seed).resume(journal)
    check_one_honest_game(table.nodes, 2)
    entered = table.nodes["Ben"].session.meeting.id.hex()
    assert (tmp_path / "Ben" / "entered").read_text().split() == [entered], "this meeting is never entered again"


async def test_a_host_who_dies_once_all_are_called_goes_on_by_their_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They sit themselves before they call anybody."""
    seed, call = secrets.token_bytes(32), HostLobby.call

    def deadly(self: HostLobby, gather: Any) -> None:
        call(self, gather)
        raise Killed

    host = party(tmp_path, "Ana", seed=seed)
    nodes: dict[str, Node] = {}
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:

            async def come() -> None:
                nodes["Ben"] = await party(tmp_path, "Ben").join([await opened(host)], host.identity.public)

            nursery.start_soon(come)
            with monkeypatch.context() as mortal:
                mortal.setattr(HostLobby, "call", deadly)
                with pytest.raises(BaseExceptionGroup) as ended:
                    await host.host(plan(), 0)
            assert ended.group_contains(Killed)
            (journal,) = journals(tmp_path / "Ana")
            nodes["Ana"] = await party(tmp_path, "Ana", seed=seed).resume(journal)
    check_one_honest_game(nodes, 2)


async def test_who_comes_back_under_another_name_or_has_entered_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = secrets.token_bytes(32)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, party(tmp_path, "Ana", Waiter()), plan())
            mortal = party(tmp_path, "Ben", seed=seed)
            await dies(lambda: table.join(mortal), monkeypatch, UNSAID["make its journal"])
            with pytest.raises(TurnedDown, match="under another name") as refused:
                await table.join(party(tmp_path, "Benjamin", seed=seed))
            assert refused.value.code == NoSeat.OTHER_NAME
            ben = party(tmp_path, "Ben", Waiter(), seed)
            async with trio.open_nursery() as short:
                short.start_soon(table.join, ben)
                await until(lambda: ben.node is not None and ben.node.session.position.step > 3)
                short.cancel_scope.cancel()
            with pytest.raises(TurnedDown, match="`tortuga resume` takes you back") as refused:
                await table.join(party(tmp_path, "Ben", seed=seed))
            assert refused.value.code == NoSeat.SEATED
            nursery.cancel_scope.cancel()


async def test_who_stays_away_holds_nobody_for_good_and_the_next_table_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_module, "SIT_WAIT_S", 0.5)
    seed, player = secrets.token_bytes(32), Waiter()
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            table = Table(nursery, party(tmp_path, "Ana", player), plan())
            await dies(lambda: table.join(party(tmp_path, "Ben", seed=seed)), monkeypatch, UNSAID["make its journal"])
        assert player.sentence == "somebody did not sit down after all"
        assert not journals(tmp_path), "what never began leaves no unfinished game"
        monkeypatch.setattr(node_module, "SIT_WAIT_S", SIT_WAIT_S)  # those who live may be slow
        async with trio.open_nursery() as nursery:
            again = Table(nursery, party(tmp_path, "Ana"), plan())
            await again.join(party(tmp_path, "Ben", seed=seed))
    check_one_honest_game(again.nodes, 2)


def test_a_host_elsewhere_makes_nobody_call_a_name_or_their_own_machine() -> None:
    told = ("192.168.1.5:1667", "127.0.0.1:22", "[::1]:631", "tortuga.example:80", "no address", "[fd00::1]:1667")
    near, far = (start_module.places_to_call(told, is_near=is_near) for is_near in (True, False))
    assert [place.host for place in far] == ["192.168.1.5", "fd00::1"]
    assert [place.host for place in near] == ["192.168.1.5", "127.0.0.1", "::1", "fd00::1"]
