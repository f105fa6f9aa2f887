"""What goes wrong around a game and must not end it: floods, strangers, late guests, full disks, people far away."""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import subprocess
import sys
import threading
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest
import trio
import trio.testing

from tests.tinygames import SCREENS
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import BadInput
from tortuga_p2p.net.address import Address
from tortuga_p2p.net.mesh import Mesh, open_mesh
from tortuga_p2p.node import journal as journal_module
from tortuga_p2p.node import node as node_module
from tortuga_p2p.node.files import GameFiles
from tortuga_p2p.node.home import telling_faults
from tortuga_p2p.node.journal import SUFFIX, Journal
from tortuga_p2p.node.lobby import GuestLobby, NoSeat, TurnedDown
from tortuga_p2p.node.node import Node
from tortuga_p2p.node.node_message import Gather, Lobby, Whereabouts
from tortuga_p2p.node.one_game import fresh, plain_errors
from tortuga_p2p.node.player import BotPlayer, Question
from tortuga_p2p.node.start import sit_down
from tortuga_p2p.rules.ask import Move
from tortuga_p2p.session.agreement import make_terms
from tortuga_p2p.session.event import Farewell, Tick
from tortuga_p2p.session.message import TALK, Person, Say, Want
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.transcript import read_transcript
from tortuga_p2p.wire.envelope import read_envelope

from .parties import GAME, PATIENCE_S, Table, Waiter, party, plan, two_waiting, until
from .players import Room, secret, sessions

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tortuga_p2p.node.one_game import Party
    from tortuga_p2p.session.replica import Session

SEED = 5


class CutOff(Room):
    """Words of one kind reach nobody but their author."""

    def __init__(self, kind: str, seats: int = 2, bot: bool = False) -> None:
        table = sessions(GAME, seats, SEED, bots=range(seats) if bot else ())
        super().__init__(table, SEED, lambda chair, effect: None)
        self.kind = kind

    def do(self, chair: int, event: object) -> None:
        super().do(chair, event)
        self.queue = [(to, raw) for to, raw in self.queue if read_envelope(raw).content.kind != self.kind]


@asynccontextmanager
async def mesh_of(session: Session) -> AsyncIterator[Mesh]:
    assert session.me is not None
    async with open_mesh(session.me.identity, host="127.0.0.1", port=0) as mesh:
        yield mesh


def node_of(mesh: Mesh, session: Session, folder: Path, stay_s: float | None = None) -> Node:
    """A node in the middle of a game."""
    folder.mkdir()
    files = GameFiles(folder, "game")
    files.begin(session.meeting, session.closed)
    return Node(mesh, session, Journal.create(files.journal, session), files, Waiter(), stay_s=stay_s)


async def test_who_has_said_the_last_word_of_sitting_down_keeps_the_journal_if_nobody_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_module, "SIT_WAIT_S", 0.2)
    room = CutOff("seat")
    room.play()
    assert room.table[0].phase is SessionPhase.SITTING
    async with mesh_of(room.table[0]) as mesh:
        node = node_of(mesh, room.table[0], tmp_path / "Ana")
        await node.run()
    assert node.files.journal.exists(), "the others may have heard us, and play"


@pytest.mark.parametrize(("quick_s", "in_place"), [(3600, True), (-1, False)], ids=["quick", "slow"])
async def test_a_slow_disk_is_waited_for_in_a_thread_a_quick_one_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick_s: float, in_place: bool
) -> None:
    threads = []
    sync = Journal.sync

    def spy(journal: Journal) -> None:
        if journal.path.suffix == SUFFIX:  # it has its name: the game has begun
            threads.append(threading.current_thread())
        sync(journal)

    monkeypatch.setattr(Journal, "sync", spy)
    monkeypatch.setattr(journal_module, "SYNC_QUICK_S", quick_s)
    async with trio.open_nursery() as nursery:
        table = Table(nursery, party(tmp_path, "Ana"), plan())
        await table.join(party(tmp_path, "Ben"))
    assert len(threads) > 50
    assert {thread is threading.main_thread() for thread in threads} == {in_place}


async def test_who_has_not_said_it_forgets_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_module, "SIT_WAIT_S", 0.2)
    room = CutOff("sign")
    room.play()
    async with mesh_of(room.table[0]) as mesh:
        node = node_of(mesh, room.table[0], tmp_path / "Ana")
        await node.run()
    assert not node.files.journal.exists()


async def test_a_finished_game_waits_for_the_seal_of_somebody_who_is_away(tmp_path: Path) -> None:
    room = CutOff("seal")
    room.play()
    ana, ben = room.table
    assert ana.phase is ben.phase is SessionPhase.FINISHED
    async with trio.open_nursery() as nursery, mesh_of(ana) as here, mesh_of(ben) as there:
        first = node_of(here, ana, tmp_path / "Ana")
        nursery.start_soon(first.run)
        await trio.testing.wait_all_tasks_blocked(0.05)
        name = first.names[ben.own_seat]
        assert first.awaited == (name,)
        with trio.fail_after(PATIENCE_S):
            await until(lambda: any(f"{name} still has to sign the end" in line for line in first.log))
        second = node_of(there, ben, tmp_path / "Ben")
        there.want(here.public, [Address("127.0.0.1", here.port)])
        with trio.fail_after(PATIENCE_S):
            await second.run()
            await until(lambda: not first.files.journal.exists())
    assert first.session.phase is second.session.phase is SessionPhase.SEALED
    assert first.files.transcript.read_bytes() == second.files.transcript.read_bytes()


async def test_a_finished_game_lets_its_player_go_and_says_whose_signature_is_missing(tmp_path: Path) -> None:
    room = CutOff("seal")
    room.play()
    async with mesh_of(room.table[0]) as mesh:
        node = node_of(mesh, room.table[0], tmp_path / "Ana", stay_s=0.2)
        with trio.fail_after(PATIENCE_S):
            await node.run()
    assert isinstance(node.player, Waiter)
    missing = node.names[room.table[1].own_seat]
    assert node.player.sentence.startswith(f'the game is over; "{missing}" [')  # with the words of the key
    assert node.player.sentence.endswith("] did not sign its end")
    assert node.result is not None
    transcript = read_transcript(node.files.transcript.read_bytes())
    assert len(transcript.seals) == 1, "our own"
    assert not node.files.journal.exists()


async def test_who_is_not_linked_with_us_is_heard_through_others_to_know_the_end(tmp_path: Path) -> None:
    room = Room(sessions(SCREENS, 3, 1), 1, lambda chair, effect: None)
    room.play()
    assert {one.phase for one in room.table} == {SessionPhase.SEALED}
    async with AsyncExitStack() as stack:
        meshes = [await stack.enter_async_context(mesh_of(one)) for one in room.table]
        nodes = [node_of(meshes[at], one, tmp_path / str(at)) for at, one in enumerate(room.table)]
        for outer in (meshes[0], meshes[2]):
            meshes[1].want(outer.public, [Address("127.0.0.1", outer.port)])
            outer._connect = _nowhere
        with trio.fail_after(PATIENCE_S):  # far below the table's patience
            async with trio.open_nursery() as nursery:
                for node in nodes:
                    nursery.start_soon(node.run)
    assert meshes[2].public not in meshes[0].linked
    assert not any(node.files.journal.exists() for node in nodes)


async def _nowhere(address: Address) -> trio.abc.Stream:
    raise OSError


async def test_who_leaves_a_sealed_game_early_leaves_no_secret(tmp_path: Path) -> None:
    room = Room(sessions(SCREENS, 2, 1), 1, lambda chair, effect: None)
    room.play()
    async with mesh_of(room.table[0]) as mesh:
        node = node_of(mesh, room.table[0], tmp_path / "Ana")
        with trio.move_on_after(0.2):
            await node.run()
            raise AssertionError("it did not wait for the other")
    assert node.awaited == (node.names[room.table[1].own_seat],)
    assert os.listdir(tmp_path / "Ana") == ["game.tortuga"]


@pytest.mark.parametrize(("seats", "ending"), [(2, "abandoned"), (3, "kept")])
async def test_a_bot_whom_everybody_has_left_ends(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, seats: int, ending: str
) -> None:
    """Where its word suffices it says that they are gone. Where another one's is needed too, it keeps the game."""
    room = CutOff("move", seats, bot=True)
    room.play()
    left = next(one for one in room.table if len(one.waiting_for) == 1 and one.own_seat not in one.waiting_for)
    async with mesh_of(left) as mesh:
        node = node_of(mesh, left, tmp_path / "Bot")
        await node.run()
    assert isinstance(node.player, Waiter)
    if ending == "abandoned":
        assert node.session.ending is not None
        assert node.session.ending.kind == ending
        assert not node.files.journal.exists()
    else:
        assert node.player.sentence == "everybody else has gone; the game is saved"
        assert node.files.journal.exists()


async def test_our_person_is_heard_although_the_queue_is_full(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        _table, ana = await two_waiting(tmp_path, nursery)
        with suppress(trio.WouldBlock):
            while True:
                ana._send.send_nowait(Tick(0))
        ana.wish(Farewell())
    assert ana.session.ending is not None
    assert ana.session.ending.kind == "resigned"


async def test_strangers_at_a_table_in_play_are_told_nothing_and_leave_no_trace(tmp_path: Path) -> None:
    stranger = Identity.from_seed(secret("stranger"))
    async with trio.open_nursery() as nursery:
        ana, ben = party(tmp_path, "Ana", Waiter()), party(tmp_path, "Ben", Waiter())
        table = Table(nursery, ana, plan(seats=3))
        nursery.start_soon(table.join, ben)
        async with open_mesh(stranger, host="127.0.0.1", port=0) as mesh:
            await until(lambda: isinstance(ben.lobby, GuestLobby))
            assert ben.lobby is not None
            # A guest's door is open until everybody is there; the game begins behind the stranger.
            await mesh.meet(Address("127.0.0.1", ben.lobby.mesh.port))
            nursery.start_soon(table.join, party(tmp_path, "Cleo", Waiter()))
            await until(lambda: ben.node is not None and ben.node.session.phase is SessionPhase.PLAYING)
        assert ben.node is not None
        await until(lambda: stranger.public not in ben.node.mesh.linked)  # type: ignore[union-attr]
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert stranger.public not in ben.node.away_since
        assert not ben.node.mesh.is_open
        nursery.cancel_scope.cancel()


async def test_what_a_stranger_sends_into_a_game_is_not_even_read(tmp_path: Path) -> None:
    """An envelope may be good: whoever is not of the company could still make us answer, or pass it on."""
    room = CutOff("move")
    room.play()
    waiting, mover = sorted(room.table, key=lambda one: one.position.step)
    raw = mover.closed[waiting.position.step][mover.own_seat]
    assert mover.me is not None
    async with mesh_of(waiting) as mesh, trio.open_nursery() as nursery:
        node = node_of(mesh, waiting, tmp_path / "Ana")
        before = node.session
        for said in (Say(before.meeting.id, raw), Want(before.meeting.id, 0, 0)):
            await node._take_frame(secret("stranger"), TALK.encode(said), nursery)
        assert node.session is before
        await node._take_frame(mover.me.identity.public, TALK.encode(Say(before.meeting.id, raw)), nursery)
        assert node.session is not before, "of the company it is heard"
        nursery.cancel_scope.cancel()
        node._journal.close()
        node.files.close()


class Ponderer(Waiter):
    """Looks at a table for as long as it likes before it knocks."""

    def __init__(self) -> None:
        self.has_seen, self.may_knock = trio.Event(), trio.Event()

    async def consent(self, lobby: Lobby) -> str:
        self.has_seen.set()
        await self.may_knock.wait()
        return ""


async def test_who_thinks_until_the_game_has_begun_hears_that_it_is_too_late(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        ponderer = Ponderer()
        ana = party(tmp_path, "Ana", Waiter())
        table = Table(nursery, ana, plan())

        async def come_late() -> None:
            with pytest.raises(TurnedDown, match="begun already") as refused:
                await table.join(party(tmp_path, "Cleo", ponderer))
            assert refused.value.code == NoSeat.LATE
            nursery.cancel_scope.cancel()

        nursery.start_soon(come_late)
        await ponderer.has_seen.wait()
        nursery.start_soon(table.join, party(tmp_path, "Ben", Waiter()))
        await until(lambda: ana.node is not None)
        with trio.fail_after(PATIENCE_S):
            ponderer.may_knock.set()
            await trio.sleep_forever()


async def test_a_host_who_tells_nonsense_about_where_others_are_stops_nobody(tmp_path: Path) -> None:
    ana, ben = (Identity.from_seed(secret(name)) for name in ("Ana", "Ben"))
    people = tuple(Person(one.public, name, False, one.public) for one, name in ((ana, "Ana"), (ben, "Ben")))
    terms = make_terms(GAME, 2, {}, default_group())
    gather = Gather(
        terms, bytes(32), people, (Whereabouts(ana.public, ("nowhere:99999", "", "ask.example:9", "127.0.0.1:9")),)
    )
    async with open_mesh(ben, host="127.0.0.1", port=0) as mesh:
        node = sit_down(mesh, gather, people[1], ben, tmp_path, Waiter(), entropy=fresh)
        assert mesh.addresses_of(ana.public) == (Address("127.0.0.1", 9),)
        assert node.session.phase is SessionPhase.SITTING
        node._journal.close()


async def test_a_host_elsewhere_does_not_make_us_call_doors_of_our_own_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = (Identity.from_seed(secret(name)) for name in ("Ana", "Ben"))
    people = tuple(Person(one.public, name, False, one.public) for one, name in ((ana, "Ana"), (ben, "Ben")))
    told = Whereabouts(ana.public, ("127.0.0.1:631", "[::1]:631", "10.0.0.7:1667"))
    gather = Gather(make_terms(GAME, 2, {}, default_group()), bytes(32), people, (told,))
    monkeypatch.setattr(Mesh, "addresses", property(lambda mesh: (Address("10.0.0.8", 1667),)))
    async with open_mesh(ben, host="127.0.0.1", port=0) as mesh:
        node = sit_down(mesh, gather, people[1], ben, tmp_path, Waiter(), entropy=fresh)
        node.close()
        assert mesh.addresses_of(ana.public) == (Address("10.0.0.7", 1667),)


class Stubborn:
    """A bot that wants what the rules do not allow."""

    name = "stubborn"

    def choose(self, view: Any, moves: Any, draw: Any) -> Move:
        return Move((9,))


class Broken(Stubborn):
    def choose(self, view: Any, moves: Any, draw: Any) -> Move:
        raise ZeroDivisionError("oops")


@pytest.mark.parametrize(("bot", "sentence"), [(Stubborn(), "not one of its moves"), (Broken(), "ZeroDivisionError")])
async def test_a_bot_that_fails_is_named_with_its_fault(bot: Any, sentence: str) -> None:
    question: Any = Question(GAME, None, (Move((1,)), Move((2,))), ("Ana", "Ben"), 9)  # type: ignore[arg-type]
    player: Any = BotPlayer(bot, None)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=sentence):
        await player.choose(question)


def test_a_full_disk_is_told_in_a_sentence_and_the_journal_can_be_read_again(tmp_path: Path) -> None:
    room = CutOff("nothing")
    path = tmp_path / "game.journal"
    journal = Journal.create(path, room.table[0])
    journal.keep(4, ("take", (1,)))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, limits[1]))
    try:
        with pytest.raises(BadInput, match="cannot be written"):
            journal.write_utterance(bytes(500))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        journal.close()
    journal, memory = Journal.open(path)
    journal.close()
    assert len(memory.decided) == 1
    assert memory.uttered == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk here that is always full")
async def test_a_disk_that_is_full_under_a_transcript_stops_the_game_and_its_journal_can_be_opened_again(
    tmp_path: Path,
) -> None:
    host, guest = party(tmp_path, "Ana"), party(tmp_path, "Ben", Waiter())

    async def play() -> None:
        async with plain_errors(), trio.open_nursery() as nursery:
            table = Table(nursery, host, plan())
            nursery.start_soon(table.join, guest)
            await until(lambda: host.node is not None)
            assert host.node is not None
            host.node.files.transcript.unlink()
            host.node.files.transcript.symlink_to("/dev/full")

    with pytest.raises(BadInput, match=r"No space left on device\. Free some space, then carry on"):
        await play()
    assert host.node is not None
    journal, memory = Journal.open(host.node.files.journal)  # else it would be in use by a game that has stopped
    journal.close()
    played = [raw for step in host.node.session.closed for _, raw in sorted(step.items())]
    assert memory.closed == played, "what was played is in the journal"


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "Free some space, then carry on"),
        (errno.EROFS, "Make it writable, then carry on"),
        (errno.EACCES, "Make it writable, then carry on"),
        (errno.EIO, "Fix that, then carry on"),
    ],
)
def test_what_to_do_about_a_disk_is_what_is_wrong_with_it(tmp_path: Path, number: int, remedy: str) -> None:
    with pytest.raises(BadInput, match=remedy), telling_faults(tmp_path / "file"):
        raise OSError(number, os.strerror(number))


async def tidied(folder: Path, tidy: Callable[[Path], object]) -> tuple[Party, str]:
    """A game that is played to its end although somebody tidies the host's folder up, and what the host is told."""
    host, guest = party(folder, "Ana"), party(folder, "Ben")

    async def play() -> None:
        async with plain_errors(), trio.open_nursery() as nursery:
            table = Table(nursery, host, plan())
            nursery.start_soon(table.join, guest)
            await until(lambda: host.node is not None and host.node.session.position.step > 20)
            tidy(host.folder)

    with pytest.raises(BadInput) as told:
        await play()
    return host, str(told.value)


@pytest.mark.parametrize("tidy", [shutil.rmtree, lambda folder: folder.rename(folder.with_name("Old"))])
async def test_a_folder_that_is_gone_while_we_play_is_named(tmp_path: Path, tidy: Callable[[Path], object]) -> None:
    host, sentence = await tidied(tmp_path, tidy)
    assert f"the folder {host.folder} was removed or renamed. Put it back" in sentence
    assert "Free some space" not in sentence


async def test_a_game_in_a_folder_that_was_renamed_goes_on_once_it_is_back(tmp_path: Path) -> None:
    host, _ = await tidied(tmp_path, lambda folder: folder.rename(tmp_path / "Old"))
    (tmp_path / "Old").rename(host.folder)
    assert host.node is not None
    journal, memory = Journal.open(host.node.files.journal)
    journal.close()
    assert len(memory.closed) > 20


async def test_a_journal_that_was_taken_away_with_its_transcript_is_said(tmp_path: Path) -> None:
    def tidy(folder: Path) -> None:
        for file in folder.iterdir():
            file.unlink()

    _, sentence = await tidied(tmp_path, tidy)
    assert sentence.endswith("cannot be rebuilt here; everybody else at the table has the same file.")


def test_two_programs_of_one_home_may_sit_at_one_table(tmp_path: Path) -> None:
    """Their files have the same name: each keeps them in a folder of its own."""
    environment = {**os.environ, "TORTUGA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "tortuga_p2p", "bot", "--level", "random", "--listen", "127.0.0.1"]

    def start(*words: str) -> subprocess.Popen[str]:
        return subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True, env=environment)

    with start("--key", "one", "--name", "One", "--open", "2") as host:
        assert host.stdout is not None
        port = json.loads(host.stdout.readline())["port"]
        with start("--key", "two", "--name", "Two", "--join", f"127.0.0.1:{port}") as guest:
            assert guest.stdout is not None
            seated = [json.loads(out.readline()) for out in (host.stdout, guest.stdout)]
            for process in (host, guest):
                process.kill()
    assert [one["event"] for one in seated] == ["seated", "seated"]
    assert seated[0]["game"] == seated[1]["game"]
    assert seated[0]["transcript"] != seated[1]["transcript"]
