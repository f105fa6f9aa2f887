"""After a game: nothing of it moves any more, but people still sit together. They talk, and may want to play again.

Whoever looks at the end of a game keeps the links until they leave or go on, so that a wish for a rematch is seen by
all. The one who opened the table opens it again; the others are let back in without being asked twice, as long as it is
the same people on the same terms.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import trio

from ..errors import Refused
from ..net.mesh_event import FrameReceived, PeerDown, PeerUp
from ..session.event import Heard, Tell
from ..session.message import TALK
from ..session.phases import SessionPhase
from ..session.session import step
from .node_message import NODE

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..net.mesh import Mesh
    from ..session.message import Person, Terms
    from ..session.replica import Session
    from .node_message import Lobby
    from .small_talk import SmallTalk

    TakeWord = Callable[[bytes, Any, bytes], None]


class SameAgain(NamedTuple):
    """What somebody has agreed to once: whoever comes back for a rematch need not be asked about it again."""

    people: frozenset[Person]
    terms: Terms
    password: str

    def covers(self, lobby: Lobby) -> bool:
        """Whether nobody is there who was not, and nothing else is played."""
        return lobby.terms == self.terms and self.people.issuperset(lobby.people)


class Afterwards:
    """Our part in it, at one table. `lingers` is for programs that somebody looks at."""

    def __init__(self, mesh: Mesh, small_talk: SmallTalk, take: TakeWord, notify: Callable[[], None]) -> None:
        self.lingers = False
        self.opener = mesh.public  # who opened the table, and opens it again
        self.is_settled = False  # the game is over and written down, and nobody needs our program for it
        self.goes_on = False  # our person wants a rematch, and its table opens
        self.wanting = small_talk.wanting  # who wants one
        self._mesh = mesh
        self._small_talk = small_talk
        self._take = take
        self._notify = notify
        self._left = trio.Event()

    def want(self, wanted: bool = True) -> None:
        """Our person wants to play again, or rather not."""
        self._small_talk.want_again(wanted)
        self._consider()
        self._notify()

    def _consider(self) -> None:
        if self.lingers and self.wanting.issuperset({self._mesh.public, self.opener}):
            self.goes_on = True
            self.let_go()

    def let_go(self) -> None:
        """Our person leaves, or goes on to the next game."""
        self.lingers = False
        self._left.set()

    async def stay(self, session: Session) -> None:
        """Until our person leaves. Returns at once where nobody looks."""
        self.is_settled = session.phase in (SessionPhase.FINISHED, SessionPhase.SEALED, SessionPhase.ENDED)
        self._notify()
        if not self.lingers or not self.is_settled:
            return
        for person in session.meeting.people:
            if person.bot:
                self._mesh.forget(person.identity)  # it has nothing more to say, and is not to be looked for
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen, session)
            await self._left.wait()
            nursery.cancel_scope.cancel()

    async def _listen(self, session: Session) -> None:
        while True:
            match await self._mesh.events.receive():
                case FrameReceived(peer, payload) if peer in session.meeting.company:
                    self._hear(session, peer, payload)
                case PeerUp(peer) if peer in session.meeting.company:
                    self._small_talk.look_around()
                    self._small_talk.say_links()
                    self._notify()
                case PeerDown(peer) if peer in session.meeting.company:
                    self._small_talk.lose(peer)
                    self._small_talk.say_links()
                    self._notify()

    def _hear(self, session: Session, peer: bytes, payload: bytes) -> None:
        """Small talk; and whoever asks late for something of the game gets it. Nothing of it is taken in any more."""
        with suppress(Refused):
            said: Any = NODE.decode(payload)
            if getattr(said, "meeting", None) == session.meeting.id:
                self._take(peer, said, payload)
                self._consider()
            return
        with suppress(Refused):
            asked: Any = TALK.decode(payload)
            _session, effects = step(session, Heard(peer, asked))
            for effect in effects:
                if isinstance(effect, Tell) and effect.peer == peer:
                    self._mesh.send(peer, TALK.encode(effect.talk))
