"""One table as one peer holds it between two events: where it stands, what was said, what only we know. A value.

`session.py` is the function that makes the next one. Everything a screen, a bot or a node may ask is here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ..rules.game import View
from ..values import Grown
from . import accord, ballots, nodding
from . import position as at
from .agreement import check_terms
from .joining import Sit
from .phases import SessionPhase
from .seat_secrets import SeatSecrets
from .table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.group import Group
    from ..crypto.identity import Identity
    from ..rules.ask import Face, Handle, Move, Moves
    from .accord import Accord, Wished
    from .agreement import AnyGame, Meeting
    from .ballots import Vote
    from .event import Effect, RecordRemoval, RecordStep
    from .evidence import Verdict
    from .message import Person
    from .position import Accepted, Position
    from .removal import Removal

EXHAUSTED: Final = "exhausted"  # no beacon or no roll is left
Early: TypeAlias = tuple[int, int, int, bool]  # epoch, step, seat, whether it is a nod
Where: TypeAlias = tuple[int, int]  # epoch, step
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

    kind: str  # "evidence", "agreed", "diverged", "unseated", "resigned", "abandoned", "removed", "exhausted"
    sentence: str
    verdict: Verdict | None = None
    claims: tuple[bytes, ...] = field(default=(), repr=False)  # signed: who resigned, or says who is gone
    winner: int | None = None  # the seat that alone is left, where all others resigned or were convicted


class Decided(NamedTuple):
    """What we decided in which step, and who did: see `Intent`."""

    step: int
    move: Move
    helm: int = 0


class Proof(NamedTuple):
    """A verdict, and the evidence from which anybody comes to it."""

    verdict: Verdict
    evidence: bytes


@dataclass(frozen=True)
class Session:
    """A value. `me` is `None` for a spectator, who hears and judges everything and says nothing."""

    meeting: Meeting
    me: Me | None
    position: Position
    history: bytes
    phase: SessionPhase = SessionPhase.WAITING
    own: SeatSecrets | None = None
    accepted: Mapping[int, Accepted] = field(default_factory=dict)  # of the open step, by seat
    nods: Mapping[int, bytes] = field(default_factory=dict)  # of the open step, by seat
    early: Mapping[Early, bytes] = field(default_factory=dict)  # signed, not yet judged
    disputed: tuple[bytes, ...] = ()  # of the open step, but on another history than ours: one of each seat
    differing: Mapping[int, bytes] = field(default_factory=dict)  # by seat: on our history, but on another state
    unread: tuple[bytes, ...] = ()  # of play, while we still sit down: nobody's signature can be checked yet
    again: tuple[bytes, ...] = ()  # put aside before, and to be heard now: never left over between two events
    closed: Grown[Mapping[int, bytes]] = field(default_factory=Grown)  # by step, then by seat
    spoken: Mapping[Where, Mapping[str, bytes]] = field(default_factory=dict)  # our own, by lane, as remembered
    votes: Mapping[tuple[str, int], Vote] = field(default_factory=dict)  # of the open step, by lane and seat
    withdrawn: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict)  # by closed step: votes that failed
    claims: Mapping[int, tuple[int, Vote]] = field(default_factory=dict)  # by seat: its last late confirm, of a step
    wishes: Mapping[int, Wished] = field(default_factory=dict)  # by seat, the first one first: to end the game
    accords: Mapping[int, Accord] = field(default_factory=dict)  # of the open step, by seat
    wished: Mapping[int, Where] = field(default_factory=dict)  # by seat: where it last wished so
    proposals: Mapping[int, int] = field(default_factory=dict)  # by seat: how many it has begun
    declined: Where = (0, 0)  # where somebody declined last: no wish of then or before counts
    agreed_in: frozenset[Where] = frozenset()  # closed steps in whose lane "accord" we have spoken
    resigned: Mapping[int, bytes] = field(default_factory=dict)  # by seat, also of those who are removed
    later: frozenset[int] = frozenset()  # seats that signed something in a later step of this epoch than ours
    forks: frozenset[Where] = frozenset()  # steps in which somebody has signed two messages of play
    stands: Mapping[tuple[int, int], bytes] = field(default_factory=dict)  # behind forks: by step and seat
    nodded: Mapping[int, int] = field(default_factory=dict)  # by seat: the last closed step with its nod or vote here
    back: Where = (-1, -1)  # the step of a fork to which we have stood back: nothing is said in it but words of leaving
    reached: int = 0  # how far we had come before
    is_agreed: bool = False  # our player wants to go on without those who are convicted
    asked_ms: int | None = None  # since when our player is asked that
    follows: bytes = b""  # the `stay` by which we moved, where we had voted otherwise since
    removals: tuple[Removal, ...] = ()  # one for each epoch that ended
    void: Mapping[tuple[int, int, int], bytes] = field(default_factory=dict)  # see `remains.py`
    openings: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict)  # by epoch that never opened: its `stay`s
    expected: tuple[Removal, ...] = ()  # as our own journal remembers them
    sealed: Decided | None = None  # what we decided last
    decisions: Mapping[int, Decided] = field(default_factory=dict)  # as remembered, by step
    helms: int = 0  # the seats (bits) whose last decision, of a closed step, a program made in their place
    known: Mapping[Handle, Face] = field(default_factory=dict)
    ending: Ending | None = None
    verdicts: tuple[Proof, ...] = ()  # one for each seat that is convicted; beside a finished game, too
    ahead: Session | None = None  # of an ended table: what is still signed, heard by somebody who says nothing
    unrecorded: tuple[
        RecordStep | RecordRemoval, ...
    ] = ()  # steps that closed there: recorded if they lead to the end of the game
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
    def where(self) -> Where:
        """Which step is open, and in which epoch."""
        return self.position.epoch, self.position.step

    @property
    def is_back(self) -> bool:
        """Whether the open step is that of a fork: those who stay vote in it, and it never closes."""
        return self.where == self.back

    @property
    def out(self) -> int:
        """The seats at the table (bits) that have resigned or are convicted: those who stay go on without them."""
        table = self.table
        if table is None or not (self.resigned or self.verdicts):
            return 0
        convicted = self.convicted
        out = [seat for seat in table.present if seat in self.resigned or table.identities[seat] in convicted]
        return sum(1 << seat for seat in out)

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
        """Whom the table waits for: those who have not said yet that they go on without whoever has left; then those
        whose word is missing to end it by agreement, or whose nod, since without it nobody may speak."""
        if self.out and self.phase is SessionPhase.PLAYING:
            return ballots.unwilling(self)
        return accord.missing(self) or nodding.missing(self) or self.unsaid

    @property
    def decided(self) -> Move | None:
        """What we decided for the open step, or for the seal that it opens."""
        decision = self.decision
        return None if decision is None else decision.move

    @property
    def decision(self) -> Decided | None:
        """The same, with who decided it."""
        position = self.position
        number = (
            position.stage.sealed_at[1] if isinstance(position, Table) and position.kind == "reveal" else position.step
        )
        if self.sealed is not None and self.sealed.step == number:
            return self.sealed
        return self.decisions.get(number)

    @property
    def moves(self) -> Moves:
        """What our player may decide now; empty when nothing is asked of them."""
        table = self.table
        if table is None or self.phase is not SessionPhase.PLAYING or self.own_seat not in self.unsaid or self.is_back:
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
