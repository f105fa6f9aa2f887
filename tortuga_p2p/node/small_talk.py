"""What programs say beside the game: who is linked with whom, who thinks, chat, claims, wishes. Passed on over gaps.

Every peer says with whom it is linked (`sees`). Whoever is linked with both ends of a gap carries words over it, so any
connected graph of links plays as a full one, a hop later. Hearsay: it decides what is sent on and what a screen shows,
never what counts.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, NamedTuple

import trio

from ..errors import Refused
from ..limits import CHAT_KEPT_MAX, CLAIMS_KEPT_MAX, RELAYED_KEPT_MAX
from ..rules.telling import sentence
from ..rules.words import Reader
from ..session.incoming import is_held
from ..session.message import Want
from ..text import _
from ..wire.envelope import read_envelope
from .node_message import MARK_BYTES, NODE, Again, Alive, Chat, Claim, Relayed, Sees

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ..net.mesh import Mesh
    from ..rules.record import Record
    from ..session.agreement import Meeting
    from ..session.message import Say
    from ..session.replica import Session
    from ..session.table import Table


async def next_of(events: trio.MemoryReceiveChannel[Any]) -> Any:
    """What waits is taken without another turn of the scheduler; the line is short, so others get theirs."""
    try:
        return events.receive_nowait()
    except trio.WouldBlock:
        return await events.receive()


class Neighbours:
    """The company by chair, and what each of them says about its links. Pure."""

    def __init__(self, company: tuple[bytes, ...], own: bytes) -> None:
        self._chair = {peer: chair for chair, peer in enumerate(company)}
        self._own = own
        self._said: dict[bytes, int] = {}  # by peer: bits of those it has a link with

    def bits(self, peers: Iterable[bytes]) -> int:
        """These peers as bits by chair; whoever is not of the company is left out."""
        return sum(1 << self._chair[peer] for peer in peers if peer in self._chair)

    def hear(self, peer: bytes, linked: int) -> bool:
        """Whether that is news."""
        before, self._said[peer] = self._said.get(peer), linked
        return before != linked

    def forget(self, peer: bytes) -> None:
        """What a peer said counts as long as it can say otherwise."""
        self._said.pop(peer, None)

    def without_link_to(self, author: bytes, sender: bytes) -> list[bytes]:
        """Who says that it has no link with this author, and may not have heard what the sender brought us."""
        chair = 1 << self._chair[author]
        return [peer for peer, linked in self._said.items() if not linked & chair and peer not in (author, sender)]

    def lacks_somebody(self, peer: bytes) -> bool:
        """Whether a peer says that it has no link with somebody of the company."""
        chair = self._chair.get(peer)
        everybody = self.bits(self._chair)
        return chair is not None and peer in self._said and self._said[peer] | 1 << chair != everybody

    def are_all_linked(self, linked: Iterable[bytes]) -> bool:
        """Whether nobody lacks a link: neither we nor anybody who has told us."""
        everybody = self.bits(self._chair)
        said = {**self._said, self._own: self.bits(linked)}
        return all(some | 1 << self._chair[peer] == everybody for peer, some in said.items())

    def reached(self, linked: Collection[bytes]) -> set[bytes]:
        """Who is there: linked with us, or with somebody who is there. A link that one of its ends denies is none."""
        found = {peer for peer in linked if peer in self._chair}
        line = list(found)
        for peer in line:
            more = [other for other in self._chair if other not in found and self._are_linked(peer, other)]
            found.update(more)
            line += more
        return found - {self._own}

    def _are_linked(self, one: bytes, other: bytes) -> bool:
        said = self._said.get(one, 0) >> self._chair[other] & 1
        return bool(said and self._said.get(other, -1) >> self._chair[one] & 1)


class ChatLine(NamedTuple):
    """A line of chat, and who wrote it, or is said to have."""

    author: bytes
    text: str


class ClaimHeard(NamedTuple):
    """A claim, and who made it, or is said to have."""

    author: bytes
    data: tuple[int, ...]


class Talk:
    """What was said at our table, as we tell it: every line, and what of it was a claim."""

    def __init__(self) -> None:
        self.lines: deque[tuple[str, str]] = deque(maxlen=CHAT_KEPT_MAX)  # (name, line)
        self.heard: deque[Record] = deque(maxlen=CLAIMS_KEPT_MAX)

    def note(self, table: Table | None, said: ChatLine | ClaimHeard) -> bool:
        """Keeps it. A claim is told like a line of chat; what is none in this game is dropped."""
        names = dict(zip(table.agreement.identities, table.agreement.names, strict=True)) if table else {}
        if isinstance(said, ChatLine):
            self.lines.append((names.get(said.author, _("somebody")), said.text))
            return True
        if table is None or said.author not in names:
            return False
        game, seat = table.agreement.game, table.agreement.identities.index(said.author)
        record = game.claimed(table.state, seat, said.data)
        if record is not None:
            self.heard.append(record)
            told = sentence(game.words(), record, Reader(None, {}, table.agreement.names))
            self.lines.append((names[said.author], told))
        return record is not None


class SmallTalk:
    """Our part in it. Whoever owns it tells it of links that come and go, and hands it what is neither game nor end."""

    def __init__(self, mesh: Mesh, meeting: Meeting) -> None:
        self.away_since: dict[bytes, float] = {}  # trio time, by identity
        self.alive_at: dict[bytes, float] = {}  # last sign of life of a thinking player
        self.helms: dict[bytes, int] = {}  # by identity: what was said since its last signed decision
        self.wanting: set[bytes] = set()  # who wants to play again with the same people, we among them
        self.met: set[bytes] = set()  # who was there since we started
        self.neighbours = Neighbours(meeting.company, mesh.public)
        self._mesh = mesh
        self._meeting = meeting
        self._links: dict[bytes, bytes] = {}  # by author: its last word about them, as it came
        self._told: deque[tuple[bytes, bytes]] = deque(maxlen=RELAYED_KEPT_MAX)  # author and mark
        self._parted: set[bytes] = set()  # neighbours who have just said that they lack a link

    # --- of ours -----------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        self._mesh.broadcast(NODE.encode(Chat(self._meeting.id, token_bytes(MARK_BYTES), text)))

    def claim(self, data: tuple[int, ...]) -> None:
        self._mesh.broadcast(NODE.encode(Claim(self._meeting.id, token_bytes(MARK_BYTES), data)))

    def still_here(self, helm: int = 0) -> None:
        self._mesh.broadcast(NODE.encode(Alive(self._meeting.id, token_bytes(MARK_BYTES), helm)))

    def want_again(self, wanted: bool) -> None:
        (self.wanting.add if wanted else self.wanting.discard)(self._mesh.public)
        self._mesh.broadcast(NODE.encode(Again(self._meeting.id, token_bytes(MARK_BYTES), wanted)))

    def say_links(self) -> None:
        linked = self.neighbours.bits(self._mesh.linked)
        self._mesh.broadcast(NODE.encode(Sees(self._meeting.id, token_bytes(MARK_BYTES), linked)))

    def say_links_again(self) -> None:
        """Until everybody is linked with everybody: a word may be lost, and whoever passes on must know of it."""
        if not self.neighbours.are_all_linked(self._mesh.linked):
            self.say_links()

    # --- of others ---------------------------------------------------------------------------------------------

    def look_around(self) -> None:
        """Who is there, and who is away from now on."""
        reached = self.neighbours.reached(self._mesh.linked)
        self.met |= reached
        for peer in self._meeting.company:
            if peer in reached:
                self.away_since.pop(peer, None)
            elif peer != self._mesh.public:
                self.away_since.setdefault(peer, trio.current_time())

    def lose(self, peer: bytes) -> None:
        """A link is gone."""
        self.neighbours.forget(peer)
        self._links.pop(peer, None)
        self.look_around()

    def hear(self, peer: bytes, said: Any, payload: bytes) -> ChatLine | ClaimHeard | None:
        """A word that came over a link, of whoever is there or about somebody else; gives the chat or claim in it."""
        if not isinstance(said, Relayed):
            return self._take(peer, said, payload, peer)
        company = self._meeting.company
        author = company[said.chair] if said.chair < len(company) else self._mesh.public
        if author == self._mesh.public or author in self._mesh.linked:
            return None  # whoever is linked with us speaks for themselves; others speak for those who are not
        with suppress(Refused):
            return self._take(author, NODE.decode(said.said), said.said, peer)
        return None

    def _take(self, author: bytes, said: Any, payload: bytes, sender: bytes) -> ChatLine | ClaimHeard | None:
        if not isinstance(said, Chat | Claim | Alive | Again | Sees) or said.meeting != self._meeting.id:
            return None
        if (author, said.mark) in self._told:
            return None  # it came by another way
        self._told.append((author, said.mark))
        match said:
            case Sees(_, _, linked):
                self._links[author] = payload
                if self.neighbours.hear(author, linked) and author == sender:
                    self._catch_up(author, linked)
                    if self.neighbours.lacks_somebody(author):
                        self._parted.add(author)
                self.look_around()
            case Alive(_, _, helm):
                self.alive_at[author] = trio.current_time()
                self.helms[author] = helm
            case Again(_, _, wanted):
                (self.wanting.add if wanted else self.wanting.discard)(author)
        lacking = self.neighbours.without_link_to(author, sender)
        if lacking:
            self.send_each(lacking, self._relayed(author, payload))
        if isinstance(said, Claim):
            return ClaimHeard(author, said.data)
        return ChatLine(author, said.text) if isinstance(said, Chat) else None

    def pass_on(self, session: Session, peer: bytes, payload: bytes, said: Say) -> list[bytes]:
        """What an author sends us goes on at once to those who have no link with them.

        Gives to whom it is to go afterwards: what somebody else brings must be new to us and signed, so that nothing
        circles and nobody makes us send rubbish. It only saves time: what gets lost is asked for (have and want).
        """
        try:
            content = read_envelope(said.envelope).content
        except Refused:
            return []
        keys = session.position.identities
        if content.seat >= len(keys):
            return []
        lacking = self.neighbours.without_link_to(keys[content.seat], peer)
        if keys[content.seat] != peer:
            return [] if is_held(session, content, said.envelope) else lacking
        self.send_each(lacking, payload)
        return []

    def unasked(self, peer: bytes, session: Session) -> Want | None:
        """What a neighbour would ask for who has just lost a link, if it knew: words that were under way on it.

        Those of the open step, and of the one before, which may have closed here alone. Whoever is further behind asks.
        """
        if peer not in self._parted:
            return None
        self._parted.discard(peer)
        return Want(self._meeting.id, max(0, session.position.step - 1), 0, session.position.epoch)

    def _relayed(self, author: bytes, payload: bytes) -> bytes:
        return NODE.encode(Relayed(self._meeting.id, self._meeting.company.index(author), payload))

    def _catch_up(self, peer: bytes, linked: int) -> None:
        """Tells a neighbour what those have said about their links with whom it has none: it came before we knew."""
        for author, payload in self._links.items():
            if author != peer and not linked & self.neighbours.bits([author]):
                self._mesh.send(peer, self._relayed(author, payload))

    def send_each(self, peers: Iterable[bytes], payload: bytes) -> None:
        for peer in peers:
            self._mesh.send(peer, payload)
