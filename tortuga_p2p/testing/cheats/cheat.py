"""What a cheat is: it sees what its honest session wants to send, and sends something else, signed with its own keys.

Every cheat names its fate (protocol/security.md): refused at the message; equivocation or going on, proved from two
signatures; silence, shown as away and never blamed; or harmless. A cheat that never got its chance in a game says so:
`struck`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from ...errors import Code
from ...session.event import Begun, Heard, RemovalShown
from ...session.message import Accuse, Say
from ...session.nodding import NOD
from ...session.phases import SessionPhase
from ...session.replica import Session
from ...session.session import step
from ...session.table import Table
from ..company import Mail
from ..forging import changed, content_of, said_in, sign, worded

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...rules.game import Draw
    from ...session.event import RecordStep, Talk
    from ...session.removal import Removal
    from ...session.seat_secrets import SeatSecrets
    from ...wire.envelope import Content
    from ..company import Company, Peer

    Plan: TypeAlias = Callable[[str], bytes | None]


class Fate(StrEnum):
    """What becomes of a cheat."""

    REFUSED = "refused"  # at the message: one signed message proves it
    EQUIVOCATION = "equivocation"  # two signed messages for one place prove it
    WENT_ON = "went on"  # it ended the table alone and spoke again: two signed messages prove it
    LEFT = "left"  # it has left by its own word: the table ends, or the others go on
    SILENCE = "silence"  # nothing usable was said: shown as away, blamed by nobody
    STOPPED = "stopped"  # the table stops and nobody is blamed, because nobody could be rightly
    HARMLESS = "harmless"  # ignored; the game goes on to its end


PROVED = (Fate.REFUSED, Fate.EQUIVOCATION, Fate.WENT_ON)

CHEATS: dict[str, type[Cheat]] = {}
Class = TypeVar("Class", bound="type[Cheat]")


def cheat(fate: Fate, *codes: Code, seats_min: int = 2) -> Callable[[Class], Class]:
    """Declares a cheat: its fate, what it is convicted of, and how many must sit at the table."""

    def declare(cls: Class) -> Class:
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        cls.fate, cls.codes, cls.seats_min = fate, codes, seats_min
        assert cls.name not in CHEATS
        CHEATS[cls.name] = cls
        return cls

    return declare


class Cheat:
    """A seat that cheats once, at one of its first chances. Subclasses say how."""

    name: ClassVar[str]
    fate: ClassVar[Fate]
    codes: ClassVar[tuple[Code, ...]]
    seats_min: ClassVar[int]
    at_once: ClassVar[bool] = False  # chances are rare: it takes the first
    needs_a_leaver: ClassVar[bool] = False  # somebody else must have left by their own word
    leaves_it_unsealed: ClassVar[bool] = False  # its game is finished, and never sealed by all

    def __init__(self, company: Company, peer: Peer, draw: Draw) -> None:
        self.company = company
        self.peer = peer
        self.draw = draw
        self.struck = False
        self.landed = False
        self.lies: set[Talk] = set()  # all that it said and its honest session did not
        self.patience = 0 if self.at_once else max(0, draw.below(4) - 1)  # chances that it lets pass
        # What everybody knows at the moment of each own message: the session itself may be further already.
        self.before = peer.session  # as it was when the event came that makes it speak now
        self.observer, _ = step(Session.make(company.meeting, company.game, company.group, None), Begun())
        self._plans: dict[bytes, Plan] = {}
        self._adopted: dict[bytes, bytes] = {}  # what everybody has instead of an own envelope

    @property
    def met(self) -> bool:
        """Whether it struck and anybody could notice: a lie that was lost on its way was never told."""
        return self.struck and (self.landed or not self.lies)

    def due(self, is_convicted: bool) -> Fate | None:
        """What must have become of it, by what it said and who heard it; `None` where nobody could notice anything."""
        return self.fate if self.met else None

    # --- called by the simulator ---------------------------------------------------------------------------------

    def land(self, lie: Talk, hearer: Peer) -> None:
        """A lie has reached somebody who listens, has begun and not sealed, and is in its step if that matters."""
        now, is_late = hearer.session, False
        if isinstance(lie, Say) and self.fate is Fate.REFUSED and Code.EQUIVOCATION not in self.codes:
            is_late = content_of(lie.envelope).step < now.position.step
        self.landed = self.landed or not (is_late or now.phase in (SessionPhase.WAITING, SessionPhase.SEALED))

    def watch(self, record: RecordStep) -> None:
        """A step is closed in our session."""
        for raw in record.envelopes:
            raw = self._adopted.get(raw, raw)
            self.observer, _ = step(self.observer, Heard(b"", Say(self.company.meeting.id, raw)))

    def follow(self, removal: Removal) -> None:
        """Its own session has gone on without somebody."""
        self.observer, _ = step(self.observer, RemovalShown(removal))

    def instead(self, talk: Talk, to: str) -> Talk | None:
        """What a neighbour gets instead of what the honest session would tell it."""
        if isinstance(talk, Accuse):
            return None  # its honest session might find out about its own lies
        if not isinstance(talk, Say):
            return talk
        if not self.is_own(talk.envelope):
            # Nods of others its session may have heard otherwise than they were signed (`hears`).
            return None if self._adopted and content_of(talk.envelope).kind == NOD else talk
        raw = talk.envelope
        if raw not in self._plans:
            self._plans[raw] = self._nodding(raw) if content_of(raw).kind == NOD and self._adopted else self.plan(raw)
        said = self._plans[raw](to)
        if said is None:
            return None
        if said != raw:
            self.lies.add(Say(talk.meeting, said))
        return Say(talk.meeting, said)

    def hears(self, talk: Talk) -> Talk | None:
        """What its own session hears instead. Once it has lied, the others stand on a history that its session does not
        know: without their nods it would fall silent, so it gets them as if they stood where it stands."""
        if not isinstance(talk, Say) or not self._adopted or content_of(talk.envelope).kind != NOD:
            return talk
        content, now = content_of(talk.envelope), self.session
        if content.step > now.position.step:
            return None  # it comes again with the next `have`
        if content.step < now.position.step or content.prev == now.history:
            return talk
        author = self.company[self.company.named(self.identities[content.seat])].session
        return Say(talk.meeting, changed(author, talk.envelope, prev=now.history, state=now.position.digest))

    def more(self) -> list[Mail]:
        """What it says besides, after each event of our session."""
        return []

    def _nodding(self, raw: bytes) -> Plan:
        """Where it stands after a lie: on the history of whoever hears it, as they know it."""
        lie = self.caught_up(raw)
        return lambda to: lie if self.is_lied_to(to) else raw

    # --- for subclasses --------------------------------------------------------------------------------------------

    def plan(self, raw: bytes) -> Plan:
        """Who gets what instead of an own envelope. Asked once, when the honest session says it."""
        return lambda to: raw

    def is_lied_to(self, to: str) -> bool:
        """Whether they were told the lie that others may not know."""
        return True

    def is_own(self, raw: bytes) -> bool:
        me = self.session.me
        assert me is not None
        content = content_of(raw)
        keys = self.company.meeting.company if content.lane == "sit" else self.identities
        return keys[content.seat : content.seat + 1] == (self.peer.key,)

    @property
    def identities(self) -> tuple[bytes, ...]:
        table = self.session.table
        return table.agreement.identities if table is not None else ()

    @property
    def session(self) -> Session:
        return self.peer.session

    @property
    def table(self) -> Table:
        assert isinstance(self.observer.position, Table)
        return self.observer.position

    @property
    def own(self) -> SeatSecrets:
        assert self.session.own is not None
        return self.session.own

    def wants(self) -> bool:
        """Whether this chance is taken; some are let pass, so that cheats happen early and late."""
        if self.struck:
            return False
        self.patience -= 1
        return self.patience < 0

    def caught_up(self, raw: bytes) -> bytes:
        """An own envelope as it must be said on the history that the others have, after an adopted lie."""
        return self.changed(raw, prev=self.observer.history, state=self.observer.position.digest)

    def strike(self) -> None:
        self.struck = True

    def changed(self, raw: bytes, said: object = None, **fields: Any) -> bytes:
        return changed(self.session, raw, said, **fields)

    def sign(self, content: Content) -> bytes:
        return sign(self.session, content)

    def worded(self, said: object, **fields: Any) -> bytes:
        """Words of our seat in the step that is open in our session."""
        return worded(self.session, said, **fields)

    def to_all(self, raw: bytes) -> list[Mail]:
        return [Mail(self.peer.name, None, Say(self.company.meeting.id, raw))]


class Lie(Cheat):
    """Everybody gets something else than the honest message of one kind."""

    of: ClassVar[str]  # which kind; empty for any of play

    def plan(self, raw: bytes) -> Plan:
        content = content_of(raw)
        fits = content.kind == self.of if self.of else content.lane == "play" and content.kind != "seal"
        if not fits or self.struck:
            return lambda to: raw
        lie = self.lie(raw, said_in(raw))
        if lie is None or lie == raw or not self.wants():
            return lambda to: raw
        self.strike()
        self._adopted[raw] = lie
        return lambda to: lie

    def lie(self, raw: bytes, said: Any) -> bytes | None:
        """The other envelope; `None` where there is no chance for it."""
        raise NotImplementedError


class Both(Lie):
    """One of the others gets the lie, the rest what is honest."""

    _victim = ""

    def plan(self, raw: bytes) -> Plan:
        was_struck, lying = self.struck, super().plan(raw)
        others = [peer.name for peer in self.company.players if peer is not self.peer]
        victim = others[self.draw.below(len(others))]
        if self.struck and not was_struck:
            self._victim = victim
        return lambda to: lying(to) if to == victim else raw

    def is_lied_to(self, to: str) -> bool:
        return to == self._victim


class Withhold(Cheat):
    """From one message of a kind on, nobody gets anything any more."""

    of: ClassVar[str]

    def plan(self, raw: bytes) -> Plan:
        if self.struck or (content_of(raw).kind == self.of and self.wants()):
            self.strike()
            return lambda to: None
        return lambda to: raw


class Besides(Cheat):
    """Says something to everybody besides all that is honest, while the game is played.

    What is to be proved is said again in later steps until it is: about a closed step nobody cares.
    """

    _said_in = -1

    def more(self) -> list[Mail]:
        table = self.session.table
        if table is None or self.session.phase != "playing" or not self.is_time():
            return []
        if self.struck and (self.fate is Fate.HARMLESS or self._said_in == table.step):
            return []
        mail = self.besides(table)
        if not mail or not (self.struck or self.wants()):
            return []
        self.strike()
        self._said_in = table.step
        return mail

    def is_time(self) -> bool:
        return True

    def besides(self, table: Table) -> list[Mail]:
        raise NotImplementedError
