"""Where not everybody reaches everybody, words are passed on, from the first step and at once, and nobody is away."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from secrets import token_bytes
from typing import TYPE_CHECKING, Any

import pytest
import trio
import trio.testing

from tests.net.cable import cable
from tests.tinygames import HARBOUR
from tests.tinygames.race import Race
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.random_bot import RandomBot
from tortuga_p2p.net.address import Address, connect
from tortuga_p2p.net.mesh import open_mesh
from tortuga_p2p.net.mesh_event import FrameReceived
from tortuga_p2p.node.files import GameFiles
from tortuga_p2p.node.journal import Journal
from tortuga_p2p.node.node import Node
from tortuga_p2p.node.node_message import NODE, Chat, Claim, KnowsTheEnd, Relayed, Sees
from tortuga_p2p.node.player import BotPlayer
from tortuga_p2p.node.small_talk import Neighbours
from tortuga_p2p.rules.record import Record
from tortuga_p2p.session import session as session_module
from tortuga_p2p.session.event import Begun, Utter
from tortuga_p2p.session.message import TALK, Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.session import step

from .parties import PATIENCE_S, Waiter, until
from .players import sessions

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping
    from pathlib import Path

    from tortuga_p2p.net.mesh import Mesh
    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.session.replica import Session

HOST = "127.0.0.1"


class WideRace(Race):
    seats = range(2, 10)


WIDE_RACE = WideRace()


def star(seats: int) -> dict[int, Collection[int]]:
    """Whom each chair can call: the first is reachable, the others are behind routers."""
    return {chair: ((0,) if chair else ()) for chair in range(seats)}


CHAIN: dict[int, Collection[int]] = {0: (1,), 1: (2,), 2: (3,), 3: ()}


class Net:
    """Meshes of a table, where only those can call each other who are said to."""

    def __init__(self, table: list[Session], calls: Mapping[int, Collection[int]]) -> None:
        self.table = table
        self.calls = calls
        self.meshes: list[Mesh] = []
        self.chair_at: dict[int, int] = {}  # by port
        self.lines: dict[int, Address] = {}  # by port: the long cable that leads there
        self.is_cut = False

    def links(self, chair: int) -> set[int]:
        return {other for other in self.calls if other in self.calls[chair] or chair in self.calls[other]}

    async def call(self, chair: int, address: Address) -> trio.abc.Stream:
        if self.is_cut or self.chair_at[address.port] not in self.calls[chair]:
            raise OSError("no route to host")
        return await connect(self.lines.get(address.port, address))

    async def until_linked(self) -> None:
        """Everybody with everybody they can reach. The news of it is used up, as a lobby does."""
        for chair, mesh in enumerate(self.meshes):
            for other in self.calls[chair]:
                mesh.want(self.meshes[other].public, [Address(HOST, self.meshes[other].port)])
            for other in self.links(chair):
                mesh.want(self.meshes[other].public)
        await until(lambda: all(len(mesh.linked) == len(self.links(n)) for n, mesh in enumerate(self.meshes)))
        await trio.testing.wait_all_tasks_blocked(0.05)
        for mesh in self.meshes:
            while True:
                try:
                    mesh.events.receive_nowait()
                except trio.WouldBlock:
                    break


@asynccontextmanager
async def laid(
    game: AnyGame, calls: Mapping[int, Collection[int]], seed: int = 3, delay_s: float = 0.0
) -> AsyncIterator[Net]:
    net = Net(sessions(game, len(calls), seed), calls)
    async with AsyncExitStack() as stack:
        for chair, session in enumerate(net.table):
            assert session.me is not None

            async def call(address: Address, chair: int = chair) -> trio.abc.Stream:
                return await net.call(chair, address)

            mesh = await stack.enter_async_context(open_mesh(session.me.identity, host=HOST, port=0, connect=call))
            net.meshes.append(mesh)
            net.chair_at[mesh.port] = chair
            if delay_s:
                line = await stack.enter_async_context(cable(Address(HOST, mesh.port), delay_s))
                net.lines[mesh.port] = line.address
        await net.until_linked()
        yield net


def node_of(net: Net, chair: int, folder: Path, player: Any = None) -> Node:
    folder = folder / str(chair)
    folder.mkdir()
    session = net.table[chair]
    files = GameFiles(folder, "game")
    journal = Journal.create(files.journal, session)
    files.begin(session.meeting)
    session, effects = step(session, Begun())
    bot = player or BotPlayer(RandomBot(), SeededDraw(7, chair))
    return Node(net.meshes[chair], session, journal, files, bot, first=effects)


async def play(nodes: list[Node], limit_s: float = PATIENCE_S) -> None:
    with trio.fail_after(limit_s):
        async with trio.open_nursery() as nursery:
            for node in nodes:
                nursery.start_soon(node.run)
    assert {node.session.phase for node in nodes} == {SessionPhase.SEALED}
    assert len({node.files.transcript.read_bytes() for node in nodes}) == 1


@pytest.fixture
def nothing_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody repeats where they stand: what is not passed on never comes."""
    monkeypatch.setattr(session_module, "HAVE_PERIOD_S", 3600)


@pytest.mark.usefixtures("nothing_is_asked_for")
@pytest.mark.parametrize(
    ("game", "calls"),
    [(HARBOUR, star(3)), (HARBOUR, star(4)), (WIDE_RACE, star(9)), (HARBOUR, CHAIN)],
    ids=["star of 3", "star of 4", "star of 9", "chain of 4"],
)
async def test_every_word_is_passed_on_at_once(
    tmp_path: Path, game: AnyGame, calls: dict[int, Collection[int]]
) -> None:
    async with laid(game, calls) as net:
        nodes = [node_of(net, chair, tmp_path) for chair in calls]
        await play(nodes)
        assert [len(mesh.linked) for mesh in net.meshes] <= [len(net.links(chair)) for chair in calls]


@pytest.mark.usefixtures("nothing_is_asked_for")
@pytest.mark.parametrize("calls", [star(3), star(4), CHAIN], ids=["star of 3", "star of 4", "chain of 4"])
async def test_the_first_words_are_passed_on_though_they_come_before_anybody_says_what_they_lack(
    tmp_path: Path, calls: dict[int, Collection[int]]
) -> None:
    """Over cables that take a while everybody's first word is under way together with whom they see."""
    async with laid(HARBOUR, calls, delay_s=0.02) as net:
        await play([node_of(net, chair, tmp_path) for chair in calls])


@pytest.mark.usefixtures("nothing_is_asked_for")
async def test_whoever_says_that_a_link_is_gone_gets_what_was_under_way_on_it(tmp_path: Path) -> None:
    async with laid(HARBOUR, {0: (1, 2), 1: (2,), 2: ()}) as net, trio.open_nursery() as nursery:
        node = node_of(net, 0, tmp_path, Waiter())
        nursery.start_soon(node.run)
        meeting, company = node.session.meeting.id, node.session.meeting.company
        ana, ben, cleo = (net.meshes[chair].public for chair in range(3))

        def enter(chair: int) -> bytes:
            """The first word of somebody whose program we play by hand."""
            _session, effects = step(net.table[chair], Begun())
            (raw,) = [effect.raw for effect in effects if isinstance(effect, Utter)]
            return TALK.encode(Say(meeting, raw))

        def sees(*peers: bytes) -> bytes:
            return NODE.encode(Sees(meeting, token_bytes(8), sum(1 << company.index(peer) for peer in peers)))

        async def heard_by_cleo() -> list[bytes]:
            """Until the answer to a mark of her own."""
            node.still_here()
            heard: list[bytes] = []
            while True:
                event = await net.meshes[2].events.receive()
                if isinstance(event, FrameReceived) and event.peer == ana:
                    if b"alive" in event.payload[:8]:
                        return heard
                    heard.append(event.payload)

        said = enter(1)
        net.meshes[2].send(ana, sees(ana, ben))
        net.meshes[1].send(ana, said)
        await until(lambda: len(node.session.accepted) == 2)
        assert said not in await heard_by_cleo(), "she has a link with Ben, and heard it there"
        net.meshes[2].send(ana, sees(ana))
        await until(lambda: cleo in node.away_since or node._small_talk.neighbours.without_link_to(ben, ana) == [cleo])
        assert said in await heard_by_cleo()
        net.meshes[2].send(ana, enter(2))
        await until(lambda: node.session.position.step == 1)
        await heard_by_cleo()
        net.meshes[2].send(ana, sees(ana, ben))
        net.meshes[2].send(ana, sees(ana))
        net.meshes[2].send(ana, NODE.encode(Chat(meeting, bytes(8), "ahoy")))
        await until(lambda: len(node.chat) == 1)
        assert said in await heard_by_cleo(), "the step is closed here, and was not there"
        nursery.cancel_scope.cancel()


@pytest.mark.usefixtures("nothing_is_asked_for")
async def test_whoever_is_reached_through_others_is_not_away_and_chats(tmp_path: Path) -> None:
    async with laid(HARBOUR, CHAIN) as net, trio.open_nursery() as nursery:
        nodes = [node_of(net, chair, tmp_path, Waiter()) for chair in CHAIN]
        for node in nodes:
            nursery.start_soon(node.run)
        await until(lambda: all(node.session.phase is SessionPhase.PLAYING and not node.away_since for node in nodes))
        nodes[0].say("ahoy")
        nodes[0].say("ahoy")
        nodes[0].still_here()
        first = nodes[0].names[nodes[0].session.own_seat]
        await until(lambda: all(len(node.chat) == 2 for node in nodes) and net.meshes[0].public in nodes[3].alive_at)
        assert {line for node in nodes for line in node.chat} == {(first, "ahoy")}
        net.is_cut = True
        net.meshes[2].forget(net.meshes[3].public)
        away = net.meshes[3].public
        await until(lambda: [*nodes[0].away_since] == [*nodes[1].away_since] == [*nodes[2].away_since] == [away])
        nursery.cancel_scope.cancel()


async def test_what_comes_by_two_ways_is_told_once(tmp_path: Path) -> None:
    """A ring of four: two of them bring the fourth what the first one says."""
    ring: dict[int, Collection[int]] = {0: (1, 2), 1: (3,), 2: (3,), 3: ()}
    async with laid(HARBOUR, ring) as net, trio.open_nursery() as nursery:
        nodes = [node_of(net, chair, tmp_path, Waiter()) for chair in ring]
        for node in nodes:
            nursery.start_soon(node.run)
        await until(lambda: all(node.session.phase is SessionPhase.PLAYING and not node.away_since for node in nodes))
        nodes[0].say("ahoy")
        await until(lambda: bool(nodes[1].chat and nodes[2].chat))
        nodes[1].say("one brings it")  # behind it, on the same link
        nodes[2].say("two brings it")
        await until(lambda: {"one brings it", "two brings it"} <= {text for _, text in nodes[3].chat})
        assert sorted(text for _, text in nodes[3].chat) == ["ahoy", "one brings it", "two brings it"]
        nursery.cancel_scope.cancel()


class Boasting(type(HARBOUR)):  # type: ignore[misc]
    """The same game, and people who say how many they will win."""

    def claimed(self, state: Any, seat: int, data: tuple[int, ...]) -> Record | None:
        return Record("boast", seat, {"games": data[0]}) if len(data) == 1 else None


async def test_a_claim_reaches_everybody_and_is_kept_as_the_game_reads_it(tmp_path: Path) -> None:
    async with laid(Boasting(), CHAIN) as net, trio.open_nursery() as nursery:
        nodes = [node_of(net, chair, tmp_path, Waiter()) for chair in CHAIN]
        for node in nodes:
            nursery.start_soon(node.run)
        await until(lambda: all(node.session.phase is SessionPhase.PLAYING and not node.away_since for node in nodes))
        seat = nodes[0].session.own_seat
        nodes[0].claim((3, 4))  # no claim of this game: nobody hears it
        nodes[0].claim((5,))
        await until(lambda: all(node.talk.heard for node in nodes))
        assert [list(node.talk.heard) for node in nodes] == [[Record("boast", seat, {"games": 5})]] * 4
        assert all(node.view is not None and len(node.view.heard) == 1 for node in nodes)
        assert {line[0] for node in nodes for line in node.chat} == {nodes[0].names[seat]}
        net.meshes[1].send(net.meshes[0].public, NODE.encode(Claim(nodes[1].session.meeting.id, bytes(8), (1, 2))))
        nodes[1].say("ahoy")
        await until(lambda: len(nodes[0].chat) == 2)
        assert len(nodes[0].talk.heard) == 1
        nursery.cancel_scope.cancel()


@pytest.mark.usefixtures("nothing_is_asked_for")
async def test_passing_on_goes_on_after_a_link_was_lost(tmp_path: Path) -> None:
    async with laid(HARBOUR, star(3)) as net:
        nodes = [node_of(net, chair, tmp_path) for chair in range(3)]
        cut_at = []

        async def cut() -> None:
            await until(lambda: nodes[2].session.position.step > 12)
            cut_at.append(nodes[2].session.position.step)
            hub, guest = net.meshes[0], net.meshes[2]
            for mesh, other in ((hub, guest), (guest, hub)):
                mesh.forget(other.public)
            await until(lambda: not guest.linked)
            hub.want(guest.public)
            guest.want(hub.public, [Address(HOST, hub.port)])

        async with trio.open_nursery() as nursery:
            nursery.start_soon(cut)
            await play(nodes)
        assert cut_at
        assert cut_at[0] < nodes[2].session.position.step - 10, "the game was not over by then"


async def test_whoever_was_not_heard_says_again_whom_he_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every `have`, until all are linked: the first words may be lost."""
    monkeypatch.setattr(session_module, "HAVE_PERIOD_S", 0.5)
    async with laid(HARBOUR, star(3)) as net:
        said: list[int] = [0, 0, 0]

        def deaf(chair: int, mesh: Mesh) -> None:
            broadcast = mesh.broadcast

            def hear(payload: bytes) -> None:
                if b"sees" in payload[:8]:
                    said[chair] += 1
                    if said[chair] == 1:
                        return
                broadcast(payload)

            monkeypatch.setattr(mesh, "broadcast", hear)

        for chair, mesh in enumerate(net.meshes):
            deaf(chair, mesh)
        nodes = [node_of(net, chair, tmp_path, Waiter()) for chair in range(3)]
        async with trio.open_nursery() as nursery:
            for node in nodes:
                nursery.start_soon(node.run)
            await until(lambda: min(said) > 1 and not any(node.away_since for node in nodes))
            nursery.cancel_scope.cancel()


async def test_where_everybody_is_linked_nobody_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "HAVE_PERIOD_S", 0.01)
    async with laid(HARBOUR, {0: (1, 2), 1: (2,), 2: ()}) as net, trio.open_nursery() as nursery:
        said: list[bytes] = []
        broadcast = net.meshes[0].broadcast

        def note(payload: bytes) -> None:
            said.append(payload[2:6])
            broadcast(payload)

        monkeypatch.setattr(net.meshes[0], "broadcast", note)
        for chair in range(3):
            nursery.start_soon(node_of(net, chair, tmp_path, Waiter()).run)
        await until(lambda: said.count(b"have") > 2)
        nursery.cancel_scope.cancel()
    assert said.count(b"sees") == 1


@pytest.mark.usefixtures("nothing_is_asked_for")
async def test_hearsay_about_somebody_who_is_linked_counts_for_nothing(tmp_path: Path) -> None:
    async with laid(HARBOUR, {0: (1, 2), 1: (2,), 2: ()}) as net, trio.open_nursery() as nursery:
        node = node_of(net, 0, tmp_path, Waiter())
        nursery.start_soon(node.run)
        meeting, company = node.session.meeting.id, node.session.meeting.company
        ana, ben, cleo = (net.meshes[chair].public for chair in range(3))
        forged = [NODE.encode(Chat(meeting, bytes(8), "I am Cleo")), NODE.encode(Sees(meeting, bytes(8), 0))]
        chairs = [company.index(cleo), company.index(ana), 8]
        for chair in chairs:
            for word in (*forged, b"noise", NODE.encode(Relayed(meeting, chair, forged[0]))):
                net.meshes[1].send(ana, NODE.encode(Relayed(meeting, chair, word)))
        net.meshes[1].send(ana, NODE.encode(Chat(meeting, bytes(8), "I am Ben")))
        await until(lambda: len(node.chat) > 0)
        assert [text for _, text in node.chat] == ["I am Ben"]
        assert ben not in node.away_since
        nursery.cancel_scope.cancel()


@pytest.mark.usefixtures("nothing_is_asked_for")
async def test_what_is_held_already_is_not_passed_on_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a word would run in circles for as long as the game lasts. Ana is the second of a chain."""
    async with laid(HARBOUR, CHAIN) as net, trio.open_nursery() as nursery:
        passed: list[bytes] = []
        send = net.meshes[1].send

        def note(peer: bytes, payload: bytes) -> bool:
            passed.append(payload)
            return send(peer, payload)

        monkeypatch.setattr(net.meshes[1], "send", note)
        nodes = [node_of(net, chair, tmp_path, Waiter()) for chair in CHAIN]
        for node in nodes:
            nursery.start_soon(node.run)
        await until(lambda: all(node.session.phase is SessionPhase.PLAYING for node in nodes))
        ana = nodes[1]
        keys = ana.session.position.identities
        far = keys.index(net.meshes[3].public)
        closed = next(step[far] for step in reversed(ana.session.closed) if far in step)
        word = TALK.encode(Say(ana.session.meeting.id, closed))
        await trio.testing.wait_all_tasks_blocked(0.05)
        passed.clear()
        for _ in range(3):
            net.meshes[2].send(net.meshes[1].public, word)  # Dora's word, brought by Cleo once more
        net.meshes[2].send(net.meshes[1].public, NODE.encode(Chat(ana.session.meeting.id, bytes(8), "ahoy")))
        await until(lambda: len(ana.chat) == 1)
        assert word not in passed
        nursery.cancel_scope.cancel()


async def test_whoever_is_linked_says_alone_that_he_knows_the_end(tmp_path: Path) -> None:
    async with laid(HARBOUR, {0: (1, 2), 1: (2,), 2: ()}) as net, trio.open_nursery() as nursery:
        node = node_of(net, 0, tmp_path, Waiter())
        nursery.start_soon(node.run)
        meeting, company = node.session.meeting.id, node.session.meeting.company
        ana, ben, cleo = (net.meshes[chair].public for chair in range(3))
        everybody = (1 << len(company)) - 1
        net.meshes[1].send(ana, NODE.encode(KnowsTheEnd(meeting, everybody & ~(1 << company.index(ana)))))
        net.meshes[1].send(ana, NODE.encode(Chat(meeting, bytes(8), "ahoy")))
        await until(lambda: len(node.chat) == 1)
        assert node._knowing == 1 << company.index(ben), "of Cleo, who is linked with us, only Cleo can say it"
        net.meshes[2].send(ana, NODE.encode(KnowsTheEnd(meeting, 1 << company.index(cleo))))
        await until(lambda: node._knowing == 1 << company.index(ben) | 1 << company.index(cleo))
        nursery.cancel_scope.cancel()


def test_a_link_counts_if_neither_end_denies_it() -> None:
    company = tuple(bytes([number]) for number in range(5))
    ana, ben, cleo, dora, eva = company
    seen = Neighbours(company, ana)
    assert seen.reached({ben, b"stranger"}) == {ben}
    seen.hear(ben, seen.bits([ana, cleo]))
    assert seen.reached({ben}) == {ben, cleo}, "Cleo has not said anything herself"
    seen.hear(cleo, seen.bits([ben, dora]))
    seen.hear(dora, seen.bits([cleo, eva]))
    assert seen.reached({ben}) == {ben, cleo, dora, eva}
    seen.hear(cleo, seen.bits([dora]))
    assert seen.reached({ben}) == {ben}, "Cleo says that she has lost Ben"
    seen.forget(cleo)
    assert seen.reached({ben}) == {ben, cleo}
    assert seen.reached(()) == set()
    assert seen.without_link_to(eva, sender=dora) == [ben]
    assert seen.without_link_to(cleo, sender=ana) == []


def test_all_are_linked_if_nobody_says_otherwise() -> None:
    company = tuple(bytes([number]) for number in range(3))
    ana, ben, cleo = company
    seen = Neighbours(company, ana)
    assert seen.are_all_linked({ben, cleo})
    assert not seen.are_all_linked({ben})
    seen.hear(cleo, seen.bits([ana, ben]))
    assert seen.are_all_linked({ben, cleo})
    seen.hear(cleo, seen.bits([ana]))
    assert not seen.are_all_linked({ben, cleo})
