"""A table fills up: a host opens it, guests knock, everybody sees who is there, and when all are there they gather.

The host's only power is whom to let in; after `gather` its program is one of many. Every refusal is a code and a
sentence for a person. A password is never sent: a knock proves that it is known. See protocol/lobby.md.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import trio

from ..crypto.hashing import tagged
from ..crypto.tags import Tag
from ..errors import BadInput, PeerLost, Refused
from ..limits import LOBBY_WAIT_S, PASSWORD_TRIES_BURST, PASSWORD_TRIES_PER_S
from ..net.bucket import Buckets
from ..net.mesh_event import FrameReceived, PeerDown
from ..session.message import Person
from ..text import N_, _
from .names import is_clean, look_alike, skeleton
from .node_message import NODE, Gather, Knock, Lobby, Refusal, Visit, Welcome, Whereabouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..net.mesh import Mesh
    from ..session.message import Terms

NO_ANSWER = bytes(32)


class NoSeat(StrEnum):
    """Why a guest gets no seat."""

    FULL = "full"
    LATE = "late"
    NAME_TAKEN = "name-taken"
    KEY_TAKEN = "key-taken"
    WRONG_PASSWORD = "wrong-password"
    TOO_MANY = "too-many"
    OTHER_RULES = "other-rules"
    SEATED = "seated"
    OTHER_NAME = "other-name"


SENTENCES = {
    NoSeat.FULL: N_("All seats of this table are taken."),
    NoSeat.LATE: N_("This game has begun already."),
    NoSeat.NAME_TAKEN: N_("Somebody at this table already has that name: choose another."),
    NoSeat.KEY_TAKEN: N_("Your key is already at this table, in another program of yours."),
    NoSeat.WRONG_PASSWORD: N_("That is not this table's password."),
    NoSeat.TOO_MANY: N_("Too many passwords were tried from your address: wait a minute, then try again."),
    NoSeat.OTHER_RULES: N_("This table uses rules or data that your program does not have."),
    NoSeat.SEATED: N_("You are already in this game: `tortuga resume` takes you back to it."),
    NoSeat.OTHER_NAME: N_("You took your seat at this table under another name: come back under that one."),
}


class TurnedDown(BadInput):
    """The host gives us no seat."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def _turned_down(code: str, sentence: str) -> TurnedDown:
    """In our own words where we know the code; a host that knows more says it in its own."""
    known = {str(no): words for no, words in SENTENCES.items()}
    return TurnedDown(code, _(known[code]) if code in known else sentence)


def clean_password(text: str) -> str:
    """One spelling of what was typed: keyboards spell a letter differently, and nobody sees a space at the end."""
    return unicodedata.normalize("NFC", text).strip()


def prove_password(password: str, host: bytes, guest: bytes, challenge: bytes) -> bytes:
    """What shows that both know the password, good for this guest at this table and nothing else."""
    key = hashlib.scrypt(password.encode(), salt=host + challenge, n=2**14, r=8, p=1, dklen=32)
    return tagged(Tag.PASSWORD, key, host, guest, challenge)


# --- the host ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class HostLobby:
    """A table that waits for guests. A screen reads `people` and waits on `changed`."""

    mesh: Mesh
    name: str
    terms: Terms
    me: Person
    entropy: Callable[[], bytes]  # 32 fresh bytes
    password: str = ""
    is_announced: bool = False  # whether it is seen on this network
    people: list[Person] = field(default_factory=list)
    changed: trio.Event = field(default_factory=trio.Event)
    _challenges: dict[bytes, bytes] = field(default_factory=dict)
    _tries: Buckets = field(default_factory=lambda: Buckets(PASSWORD_TRIES_PER_S, PASSWORD_TRIES_BURST))

    def __post_init__(self) -> None:
        self.password = clean_password(self.password)
        if not self.people:
            self.people.append(self.me)  # from the begin: a screen draws the table before anybody comes

    @property
    def free(self) -> int:
        return self.terms.seats - len(self.people)

    async def fill(self) -> Gather:
        """Waits until every seat is taken, and gives the meeting. Nobody knows of it before it is called."""
        while self.free:
            match await self.mesh.events.receive():
                case FrameReceived(peer, payload):
                    await self._take(peer, payload)
                case PeerDown(peer):
                    self._stand_up(peer)
        self.mesh.is_open = False
        self._turn_down_the_rest()
        return Gather(self.terms, self.entropy(), tuple(self.people), self._whereabouts())

    def call(self, gather: Gather) -> None:
        """Tells everybody, once we sit ourselves: if we die now, we have a journal to come back by."""
        for person in gather.people:
            if person != self.me:
                self.mesh.send(person.identity, NODE.encode(gather))

    def _turn_down_the_rest(self) -> None:
        """Whoever still thinks about it, or stands in line, hears that it is too late."""
        for stranger in self.mesh.linked - self.mesh.wanted:
            self.mesh.send(stranger, NODE.encode(Refusal(str(NoSeat.LATE), SENTENCES[NoSeat.LATE])))
            self.mesh.forget(stranger)

    async def _take(self, peer: bytes, payload: bytes) -> None:
        try:
            said = NODE.decode(payload)
        except Refused:
            return
        match said:
            case Visit():
                self._challenges.setdefault(peer, self.entropy())
                self.mesh.send(peer, NODE.encode(self._lobby(peer)))
            case Knock():
                no = await self._judge(peer, said)
                if no is None:
                    self._seat(peer, said)
                else:
                    self.mesh.send(peer, NODE.encode(Refusal(str(no), SENTENCES[no])))

    async def _judge(self, peer: bytes, knock: Knock) -> NoSeat | None:
        """Why this guest gets no seat; `None` if it does."""
        if peer in {person.identity for person in self.people}:
            return NoSeat.KEY_TAKEN
        if not self.free:
            return NoSeat.FULL
        if not is_clean(knock.name) or skeleton(knock.name) in {skeleton(person.name) for person in self.people}:
            return NoSeat.NAME_TAKEN
        if not self.password:
            return None
        if not self._tries.has(self.mesh.block_of(peer), 1, trio.current_time()):
            return NoSeat.TOO_MANY
        challenge = self._challenges.get(peer)
        if challenge is None:
            return NoSeat.WRONG_PASSWORD
        host = self.mesh.public
        right = await trio.to_thread.run_sync(prove_password, self.password, host, peer, challenge)
        return None if hmac.compare_digest(right, knock.answer) else NoSeat.WRONG_PASSWORD

    def _seat(self, peer: bytes, knock: Knock) -> None:
        self.people.append(Person(peer, knock.name, knock.bot, knock.operator))
        self.mesh.want(peer)
        self.mesh.send(peer, NODE.encode(Welcome()))
        self._tell()

    def _stand_up(self, peer: bytes) -> None:
        """A guest has gone before the game began: the seat is free again."""
        staying = [person for person in self.people if person.identity != peer]
        self._challenges.pop(peer, None)
        if len(staying) != len(self.people):
            self.people[:] = staying
            self.mesh.forget(peer)
            self._tell()

    def _tell(self) -> None:
        """Everybody at the table, and whoever still thinks about it: with whom one sits down may change meanwhile."""
        for peer in dict.fromkeys([*(person.identity for person in self.people[1:]), *self._challenges]):
            self.mesh.send(peer, NODE.encode(self._lobby(peer)))
        self.changed.set()
        self.changed = trio.Event()

    def _lobby(self, peer: bytes) -> Lobby:
        challenge = self._challenges.get(peer, NO_ANSWER)
        return Lobby(self.name, self.terms, tuple(self.people), bool(self.password), challenge)

    def _whereabouts(self) -> tuple[Whereabouts, ...]:
        mesh = self.mesh
        at = {person.identity: mesh.addresses_of(person.identity) for person in self.people[1:]}
        at[self.me.identity] = mesh.addresses
        return tuple(Whereabouts(key, tuple(map(str, some[:8]))) for key, some in at.items())


# --- a guest -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class GuestLobby:
    """A guest at somebody's table. A screen reads `lobby` and waits on `changed`."""

    mesh: Mesh
    host: bytes
    lobby: Lobby | None = None
    changed: trio.Event = field(default_factory=trio.Event)
    _knocked_for: Terms | None = None  # what was played there when we asked for a seat: nothing else counts
    _agreed: tuple[Person, ...] = ()  # with whom our player agreed to sit down, or saw them come afterwards

    async def visit(self) -> Lobby:
        """What is played here, and who is there already."""
        self.mesh.send(self.host, NODE.encode(Visit()))
        with trio.move_on_after(LOBBY_WAIT_S):
            while True:
                match await self._hear():
                    case Lobby() as lobby:
                        return lobby
                    case Refusal(code, sentence):
                        raise _turned_down(code, sentence)
        raise PeerLost(_("The other program does not say what is played there."))

    async def listen(self) -> None:
        """While our player thinks about it: raises when the seat is gone, the host, or what was to be played."""
        shown = self.lobby
        assert shown is not None, "visit first"
        while True:
            match await self._hear():
                case Lobby(terms=terms, locked=locked) if (terms, locked) != (shown.terms, shown.locked):
                    raise TurnedDown(NoSeat.OTHER_RULES, _("The host has changed what is played at this table."))
                case Refusal(code, sentence):
                    raise _turned_down(code, sentence)

    async def knock(self, me: Person, password: str = "") -> None:
        """Takes a seat; raises `TurnedDown` with the host's reason."""
        lobby = self.lobby
        assert lobby is not None, "visit first"
        self._knocked_for, self._agreed = lobby.terms, lobby.people
        answer = NO_ANSWER
        if lobby.locked:
            proof = (clean_password(password), self.host, self.mesh.public, lobby.challenge)
            answer = await trio.to_thread.run_sync(prove_password, *proof)
        self.mesh.send(self.host, NODE.encode(Knock(me.name, me.bot, me.operator, answer)))
        with trio.move_on_after(LOBBY_WAIT_S):
            while True:
                match await self._hear():
                    case Welcome():
                        return
                    case Refusal(code, sentence):
                        raise _turned_down(code, sentence)
        raise PeerLost(_("The host does not answer."))

    async def wait(self, me: Person) -> Gather:
        """Until everybody is there. Raises `PeerLost` if the host goes, `TurnedDown` if it gathers something else."""
        while True:
            said = await self._hear()
            if isinstance(said, Gather):
                everybody = {person.identity for person in said.people}
                if said.terms != self._knocked_for or me not in said.people:
                    raise TurnedDown(
                        NoSeat.OTHER_RULES, _("The host started a different game from the one it had shown.")
                    )
                if not len(everybody) == len(said.people) == said.terms.seats:
                    raise TurnedDown(
                        NoSeat.OTHER_RULES, _("The host started a different game from the one it had shown.")
                    )
                if look_alike(person.name for person in said.people):
                    raise TurnedDown(
                        NoSeat.NAME_TAKEN, _("The host started a game with people whose names look alike.")
                    )
                return said

    def is_as_shown(self, gather: Gather) -> bool:
        """Whether those who gather are those whom our player has seen.

        New people may come while we sit there, and go. But whoever was shown under a name stays who they were, and
        nobody gathers who was not shown at all.
        """
        assert self.lobby is not None
        shown = {skeleton(person.name): person for person in reversed((*self._agreed, *self.lobby.people))}
        return all(person == shown.get(skeleton(person.name)) for person in gather.people)

    def show(self, gather: Gather) -> Lobby:
        """The company that gathers in the form in which our player was shown the other one."""
        assert self.lobby is not None
        self.lobby = replace(self.lobby, people=gather.people, locked=False)
        self._agreed = gather.people
        self._notify()
        return self.lobby

    async def _hear(self) -> Any:
        """The next word of the host."""
        while True:
            match await self.mesh.events.receive():
                case PeerDown(peer) if peer == self.host:
                    raise PeerLost(_("The host left before the game began."))
                case FrameReceived(peer, payload) if peer == self.host:
                    try:
                        said = NODE.decode(payload)
                    except Refused:
                        continue
                    if isinstance(said, Lobby):
                        self.lobby = said
                        self._notify()
                    return said

    def _notify(self) -> None:
        self.changed.set()
        self.changed = trio.Event()
