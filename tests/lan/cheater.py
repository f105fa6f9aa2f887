"""A peer that cheats, as a program: a bot in all things but one.

    python -m tests.lan.cheater CHEAT --level random --join ...      as `tortuga bot`

Each cheat is one that the simulator knows too (`testing/cheats/`); here it goes through a real program, real links
and real files. What a cheat gets out of others is told in a line of JSON, as a bot tells what happens to it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

import trio

from tortuga_p2p.cli import main
from tortuga_p2p.errors import Refused
from tortuga_p2p.net.mesh import Mesh
from tortuga_p2p.node.node import Node
from tortuga_p2p.session import choosing, stages
from tortuga_p2p.session.message import TALK, Commit, Gone, Play, Resign, Say
from tortuga_p2p.testing.cheats.leaving import FLOOD
from tortuga_p2p.testing.forging import changed, content_of, kind_of, worded

if TYPE_CHECKING:
    from collections.abc import Callable

SOON: Final = 14  # a step of play: everybody sits, and something has happened


def reveal_another_seal() -> None:
    """It reveals dice that it did not seal: everything else is right, so only the check of that message finds it."""
    honest = choosing.speak_reveal

    def speak(table: Any, own: Any, seat: int, move: Any, helm: int = 0) -> Any:
        """The salt of another seal: the reveal does not fit what was promised."""
        return replace(honest(table, own, seat, move, helm), salt=bytes(32))

    # Our own check would stop us: a cheater does without.
    stages.STAGES["reveal"] = stages.STAGES["reveal"]._replace(
        speak=speak, trust=lambda table, seat, said: choosing.check_move(table, seat, Play(said.deed))
    )


class Wires:
    """The node and the mesh of this program in a liar's hands: what leaves, and what comes."""

    def __init__(self) -> None:
        self.send, self.broadcast, self.take = Mesh.send, Mesh.broadcast, Node._take_frame
        self.heard = 0  # reveals, once we have lied
        wires = self

        def send(mesh: Mesh, peer: bytes, payload: bytes) -> bool:
            return True if wires.is_silent() else wires.send(mesh, peer, payload)

        def broadcast(mesh: Mesh, payload: bytes) -> None:
            if not wires.is_silent() and not wires.holds_back(payload):
                wires.broadcast(mesh, payload)

        async def take(node: Node, peer: bytes, payload: bytes, nursery: trio.Nursery) -> None:
            raw = envelope_in(payload)
            # In a later epoch the others play on without us: what they show there, everybody may see.
            if wires.is_silent() and raw is not None and kind_of(raw) == "reveal" and not content_of(raw).epoch:
                wires.heard += 1
                tell(event="learned", reveals=wires.heard)
            if wires.listens():
                await wires.take(node, peer, payload, nursery)
            wires.look(node)

        mesh_class, node_class = cast("Any", Mesh), cast("Any", Node)
        mesh_class.send, mesh_class.broadcast, node_class._take_frame = send, broadcast, take

    def is_silent(self) -> bool:
        """Whether nothing of what an honest program would say leaves any more."""
        raise NotImplementedError

    def listens(self) -> bool:
        return True

    def holds_back(self, payload: bytes) -> bool:
        return False

    def look(self, node: Node) -> None:
        """Something has come: it may be time."""

    def say(self, node: Node, peer: bytes, raw: bytes) -> None:
        self.send(node.mesh, peer, TALK.encode(Say(node.session.meeting.id, raw)))


class TwoSeals(Wires):
    """Keeps its seal back until all others lie on the table, tells each of the others another one, and may resign.

    Whoever believes it opens their own choice; a resignation right behind it, the same for everybody, ends the table
    before they have compared what they heard.
    """

    def __init__(self, *, resigns: bool) -> None:
        super().__init__()
        self.resigns = resigns
        self.seal = b""
        self.has_struck = False

    def is_silent(self) -> bool:
        return bool(self.seal)

    def listens(self) -> bool:
        return not self.has_struck

    def holds_back(self, payload: bytes) -> bool:
        raw = envelope_in(payload)
        if raw is not None and kind_of(raw) == "commit" and content_of(raw).step > SOON:
            self.seal = raw
        return bool(self.seal)

    def look(self, node: Node) -> None:
        if not self.seal or self.has_struck or node.session.position.step == content_of(self.seal).step:
            return
        self.has_struck = True
        number, session = content_of(self.seal).step, node.session
        others = [peer for peer in session.meeting.company if peer != node.mesh.public]
        for at, peer in enumerate(others):
            seal = changed(session, self.seal, Commit(bytes([at]) * 32)) if at else self.seal
            self.say(node, peer, seal)
            if self.resigns:
                self.say(node, peer, worded(session, Resign(), step=number))
        tell(event="struck", step=number)


class FloodVotes(Wires):
    """Falls silent when it is its turn to decide, stays linked, and signs votes that name somebody else."""

    def __init__(self) -> None:
        super().__init__()
        self.flooded = False

    def is_silent(self) -> bool:
        return self.flooded

    def holds_back(self, payload: bytes) -> bool:
        """From its first own decision on: then the table waits for it."""
        raw = envelope_in(payload)
        if raw is not None and kind_of(raw) in ("commit", "move") and content_of(raw).step > 4:
            self.flooded = True
            trio.lowlevel.spawn_system_task(self._flood, raw)
        return self.flooded

    async def _flood(self, raw: bytes) -> None:
        node = NODES[-1]
        session, step = node.session, content_of(raw).step
        victims = [seat for seat in range(session.meeting.terms.seats) if seat != session.own_seat]
        content = content_of(raw)
        for number in FLOOD:
            vote = worded(session, Gone(number, 1 << victims[number % len(victims)]), step=step)
            self.broadcast(
                node.mesh,
                TALK.encode(Say(session.meeting.id, changed(session, vote, prev=content.prev, state=content.state))),
            )
        tell(event="flooded", votes=len(FLOOD))


class AnotherState(Wires):
    """Says of its own decision, and of nothing else from then on, that the table stands otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.has_struck = False

    def is_silent(self) -> bool:
        return self.has_struck

    def holds_back(self, payload: bytes) -> bool:
        raw = envelope_in(payload)
        if raw is not None and kind_of(raw) == "commit" and content_of(raw).step > SOON:
            self.has_struck, node = True, NODES[-1]
            lie = changed(node.session, raw, state=bytes(32))
            self.broadcast(node.mesh, TALK.encode(Say(node.session.meeting.id, lie)))
            tell(event="struck", step=content_of(raw).step)
        return self.has_struck


NODES: list[Node] = []  # of this program: one


def know_the_node() -> None:
    honest = Node.run

    async def run(node: Node) -> None:
        NODES.append(node)
        await honest(node)

    cast("Any", Node).run = run


def envelope_in(payload: bytes) -> bytes | None:
    try:
        said = TALK.decode(payload)
    except Refused:
        return None
    return said.envelope if isinstance(said, Say) else None


def tell(**what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


CHEATS: Final[dict[str, Callable[[], object]]] = {
    "reveal-another-seal": reveal_another_seal,
    "two-seals": lambda: TwoSeals(resigns=False),
    "two-seals-and-resign": lambda: TwoSeals(resigns=True),
    "flood-votes": FloodVotes,
    "another-state": AnotherState,
}

if __name__ == "__main__":
    know_the_node()
    CHEATS[sys.argv[1]]()
    sys.exit(main(["bot", *sys.argv[2:]]))
