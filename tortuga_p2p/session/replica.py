"""One table as one peer holds it between two events: where it stands, what was said, what only we know. A value.

`session.py` is the function that makes the next one. Everything a screen, a bot or a node may ask is here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ..rules.game import View
from ..values import Grown
from . import nodding
from . import position as at
from .agreement import check_terms
from .joining import Sit
from .phases import Phase
from .seat_secrets import SeatSecrets
from .table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.group import Group
    from ..crypto.identity import Identity
    from ..rules.ask import Face, Handle, Move, Moves
    from .agreement import AnyGame, Meeting
    from .event import Effect, RecordStep
    from .evidence import Verdict
    from .leaving import Vote
    from .message import Person
    from .position import Accepted, Position

EXHAUSTED: Final = "exhausted"  # no beacon or no roll is left
Early: TypeAlias = tuple[int, int, bool]  # step, seat, whether it is a nod
Stepped: TypeAlias = "tuple[Session, list[Effect]]"


@dataclass(frozen=True, slots=True, repr=False)
class Me:
    """Whom a session speaks for. `master`: 32 random bytes of this game alone; with them everything is repeatable."""

    identity: Identity
    master: bytes
    nonce: bytes  # of our first word

    def secrets(self, group: Group, lobby: bytes) -> SeatSecrets:
        """What this seat alone knows in the game of that lobby."""
        return SeatSecrets.derive(group, self.master, lobby, self.identity.public)


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a table stopped before its end. Only "evidence" blames anybody."""

    kind: str  # "evidence", "diverged", "unseated", "resigned", "abandoned", "exhausted"
    sentence: str
    verdict: Verdict | None = None
    claims: tuple[bytes, ...] = field(default=(), repr=False)  # signed: who resigned, or says who is gone


class Proof(NamedTuple):
    """A verdict, and the evidence from which anybody comes to it."""

    verdict: Verdict
    evidence: bytes


@dataclass(frozen=True)
class Session:
    """A value. `me` is `None` for a spectator: he hears and judges everything and says nothing."""

    meeting: Meeting
    me: Me | None
    position: Position
    history: bytes
    phase: Phase = Phase.WAITING
    own: SeatSecrets | None = None
    accepted: Mapping[int, Accepted] = field(default_factory=dict)  # of the open step, by seat
    nods: Mapping[int, bytes] = field(default_factory=dict)  # of the open step, by seat
    early: Mapping[Early, bytes] = field(default_factory=dict)  # signed, not yet judged
    disputed: tuple[bytes, ...] = ()  # of the open step, but on another history than ours: one of each seat
    unread: tuple[bytes, ...] = ()  # of play, while we still sit down: nobody's signature can be checked yet
    again: tuple[bytes, ...] = ()  # put aside before, and to be heard now: never left over between two events
    closed: Grown[Mapping[int, bytes]] = field(default_factory=Grown)  # by step, then by seat
    spoken: Mapping[int, Mapping[str, bytes]] = field(default_factory=dict)  # our own, by step and lane, as remembered
    votes: Mapping[tuple[str, int], Vote] = field(default_factory=dict)  # of the open step, by lane and seat
    withdrawn: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict)  # by closed step: votes that failed
    claims: Mapping[int, tuple[int, Vote]] = field(default_factory=dict)  # by seat: its last late confirm, of a step
    sealed: tuple[int, Move] | None = None  # what we decided, and in which step
    decisions: Mapping[int, Move] = field(default_factory=dict)  # as remembered, by step
    known: Mapping[Handle, Face] = field(default_factory=dict)
    ending: Ending | None = None
    verdicts: tuple[Proof, ...] = ()  # one for each seat that is convicted; beside a finished game, too
    ahead: Session | None = None  # of an ended table: what is still signed, heard by somebody who says nothing
    unrecorded: tuple[RecordStep, ...] = ()  # steps that closed there: recorded if they lead to the end of the game
    is_behind: bool = False  # others held words of ours that our journal did not: it was put back from an old copy
    has_left: bool = False  # by our own word: we sign nothing more, even where the game turns out to be finished
    answered: Mapping[bytes, int] = field(default_factory=dict)  # by neighbour: its questions since our last `have`
    doubted: Mapping[bytes, int] = field(default_factory=dict)  # by neighbour: its accusations that proved nothing
    announced_ms: int = 0
    opened_ms: int = 0  # when the open step was opened, as far as the clock has told
    called_ms: int = 0  # when we first called those gone whom we call gone now
    now_ms: int = 0

    @classmethod
    def make(cls, meeting: Meeting, game: AnyGame, group: Group, me: Me | None) -> Session:
        """A session that has not begun; raises `other-rules` where our rules would not offer these terms."""
        check_terms(meeting.terms, game, group)
        return cls(meeting, me, Sit(meeting, game, group), at.first_history(meeting.id))

    # --- what others may ask of it ---

    @property
    def latest(self) -> Session:
        """Where we stand by all that we know: an ended table may have heard on."""
        return self.ahead or self

    @property
    def convicted(self) -> frozenset[bytes]:
        """Identities."""
        return frozenset([proof.verdict.identity for proof in self.verdicts]) if self.verdicts else frozenset()

    @property
    def table(self) -> Table | None:
        return self.position if isinstance(self.position, Table) else None

    @property
    def person(self) -> Person | None:
        """As whom we came; `None` for a spectator."""
        return None if self.me is None else self.meeting.people[self.meeting.company.index(self.me.identity.public)]

    @property
    def own_seat(self) -> int:
        """Our chair, or our seat once seats are drawn; -1 for a spectator."""
        if self.me is None:
            return -1
        keys, public = self.position.identities, self.me.identity.public
        return keys.index(public) if public in keys else -1

    @property
    def unsaid(self) -> tuple[int, ...]:
        """The seats (chairs while sitting down) whose message of the open step is missing."""
        due, accepted = at.speakers(self.position), self.accepted
        return tuple([seat for seat in due if seat not in accepted]) if accepted else due

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Whom the table waits for: first those whose nod is missing, since without it nobody may speak."""
        return nodding.missing(self) or self.unsaid

    @property
    def decided(self) -> Move | None:
        """What we decided for the open step, or for the seal that it opens."""
        position = self.position
        number = (
            position.stage.sealed_at[1] if isinstance(position, Table) and position.kind == "reveal" else position.step
        )
        if self.sealed is not None and self.sealed[0] == number:
            return self.sealed[1]
        return self.decisions.get(number)

    @property
    def moves(self) -> Moves:
        """What our player may decide now; empty when nothing is asked of him."""
        table = self.table
        if table is None or self.phase is not Phase.PLAYING or self.own_seat not in self.unsaid:
            return ()
        if table.stage.kind not in ("move", "commit") or self.decided is not None:
            return ()
        return table.agreement.game.legal_moves(table.state, self.own_seat, self.known)

    @property
    def view(self) -> View[Any] | None:
        table = self.table
        return None if table is None else View(table.state, None if self.me is None else self.own_seat, self.known)


def replace(session: Session, **changes: Any) -> Session:
    """As `dataclasses.replace`, without its cost: several times for every message."""
    new = object.__new__(Session)
    known = vars(session).copy()  # far cheaper than to fill an empty one
    known.update(changes)
    object.__setattr__(new, "__dict__", known)
    return new
