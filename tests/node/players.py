"""Sessions in one process, joined by a list: for tests of what stands around a session."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.crypto.toygroup import ToyGroup
from tortuga_p2p.session.agreement import Meeting, make_terms
from tortuga_p2p.session.event import Begun, Heard, Intent, Keep, RecordStep, Utter
from tortuga_p2p.session.message import Person, Say
from tortuga_p2p.session.replica import Me, Session
from tortuga_p2p.session.session import step

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.session.event import Effect

GROUP = ToyGroup()


def secret(*label: object) -> bytes:
    return hashlib.sha256(repr(label).encode()).digest()


def sessions(game: AnyGame, seats: int, seed: int, bots: Container[int] = ()) -> list[Session]:
    """One session a seat, not begun, by chair; on which chairs bots sit."""
    people = sorted(
        (Identity.from_seed(secret(seed, chair)) for chair in range(seats)), key=lambda identity: identity.public
    )
    terms = make_terms(game, seats, {}, GROUP)
    coming = [
        Person(identity.public, f"P{chair}", chair in bots, identity.public) for chair, identity in enumerate(people)
    ]
    meeting = Meeting(terms, secret(seed, "call"), tuple(coming))
    return [
        Session.make(meeting, game, GROUP, Me(identity, secret(seed, chair, "master"), secret(chair)))
        for chair, identity in enumerate(people)
    ]


class Room:
    """Carries what sessions say to each other, and tells `watch(chair, effect)` of every effect as it comes."""

    def __init__(self, table: list[Session], seed: int, watch: Callable[[int, Effect], None]) -> None:
        self.table = table
        self.watch = watch
        self.draw = SeededDraw(seed, "room")
        self.queue: list[tuple[int, bytes]] = []

    def do(self, chair: int, event: object) -> None:
        self.table[chair], effects = step(self.table[chair], event)  # type: ignore[arg-type]
        for effect in effects:
            self.watch(chair, effect)
            if isinstance(effect, Utter):
                self.queue += [(other, effect.raw) for other in range(len(self.table)) if other != chair]

    def play(self) -> None:
        """To the end, everybody choosing at random."""
        for chair in range(len(self.table)):
            self.do(chair, Begun())
        self.carry()
        while self._decide():
            self.carry()

    def carry(self) -> None:
        """Everybody hears what was said."""
        while self.queue:
            chair, raw = self.queue.pop(0)
            self.do(chair, Heard(b"", Say(self.table[chair].meeting.id, raw)))

    def _decide(self) -> bool:
        for chair, session in enumerate(self.table):
            moves = session.moves
            if len(moves):
                self.do(chair, Intent(moves[self.draw.below(len(moves))]))
                return True
        return False


__all__ = ["Keep", "RecordStep", "Room", "Utter", "secret", "sessions"]
