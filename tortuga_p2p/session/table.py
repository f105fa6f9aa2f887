"""What every replica of a table holds: the game's state, the ledger, the heads of the chains, and the open stage.

Its canonical bytes are hashed into every message that follows. From these bytes and the agreement a stranger can
rebuild it and judge the next message: that is what makes evidence small. See protocol/session.md, "Table state".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from ..crypto.element import CARD_BYTES, joined, read_deck
from ..crypto.hashing import tagged
from ..crypto.tags import Tag
from ..errors import BadInput, Code, Refused
from ..text import _
from ..values import once
from ..wire.codec import decode, encode_known
from ..wire.envelope import Slot
from .ledger import pack_things, unpack_things

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.element import Deck, Element
    from ..crypto.group import Group
    from ..rules.answer import Answer, Told
    from ..rules.ask import Ask, Place, Seat
    from ..wire.codec import Plain
    from .agreement import Agreement
    from .ledger import Things

LANE = "play"
FIRST_STEP = 4  # after the four of sitting down
_LIST_OF_ELEVEN = b"\x9b"


class Renewal(NamedTuple):
    """After a removal: what is still to be done before the game goes on. See protocol/session.md, "Piles made anew"."""

    attempt: int  # of the ballot that opened this epoch
    missing: int  # whom it removed (bits)
    piles: tuple[str, ...]  # to be made anew, by name; the first is at work
    copies: Deck = ()  # of the cards in hands: by pile, then by handle; of distinct piles that are not done yet
    sums: Deck = ()  # unveil: what hides the tags of the deck, then of the copies


class Stage(NamedTuple):
    """The open step of an ask: which message it takes, and what earlier steps of the same ask left behind."""

    kind: str  # of the message
    hop: int = 0  # mix of a pile: how many have mixed
    deck: Deck = ()  # mix of a pile, tag, unveil: the deck as it stands
    seals: tuple[bytes, ...] = ()  # reveal: what each seat sealed, in the order of the ask
    sealed_at: tuple[int, ...] = ()  # epoch and step of these seals
    renewal: Renewal | None = None


class Answered(NamedTuple):
    """One answer and what it made of the game; or that somebody left."""

    before: Any
    answer: Told
    after: Any


@dataclass(frozen=True)
class Table:
    """A value: every closed step makes a new one."""

    agreement: Agreement
    step: int
    state: Any
    heads: tuple[bytes, ...]  # by seat: the last chain value shown
    beacons: int  # the number of the last one; after a removal two numbers more are spent
    rolls: tuple[int, ...]  # by seat: how many there were
    things: Things
    loose: Mapping[str, tuple[int, ...]]  # by pile: the cards that lie in the open, ascending
    stage: Stage
    seats: int  # who is at the table (bits)
    shown: int  # the number of the beacon whose values `heads` are
    epoch: int = 0
    told: tuple[Answered, ...] = ()  # what the last closed step told the rules: for logs, not part of the state
    lane: ClassVar[str] = LANE

    @property
    def kind(self) -> str:
        """Of the message that the open step takes."""
        return self.stage.kind

    @property
    def where(self) -> bytes:
        """What stands in an envelope's table field."""
        return self.agreement.table_id

    @property
    def identities(self) -> tuple[bytes, ...]:
        """Whose key signs, by seat."""
        return self.agreement.identities

    @once
    def present(self) -> tuple[Seat, ...]:
        """Who is at the table, ascending: everybody, until somebody is removed."""
        return tuple([seat for seat in range(self.agreement.seats) if self.seats >> seat & 1])

    @property
    def joint_key(self) -> Element:
        """What locks a pile: the keys of all who are at the table, together."""
        return self.agreement.joint_key(self.seats)

    def key_of(self, place: Place) -> Element:
        """The key that locks what lies there: a seat's own, or everybody's for a pile."""
        return self.joint_key if place < 0 else self.agreement.keys[place]

    @once
    def ask(self) -> Ask:
        return self.agreement.game.asks(self.state)

    @once
    def raw(self) -> bytes:
        """A list of eleven, put together from its spelled parts: the large ones often stay as they were."""
        before = encode_known((self.step, self.epoch, self.seats))[1:]
        between = encode_known((self.heads, self.beacons, self.shown, self.rolls))[1:]
        things = self._packed_things + self._packed_loose
        return _LIST_OF_ELEVEN + before + self._packed_state + between + things + encode_known(_pack_stage(self.stage))

    @once
    def _packed_state(self) -> bytes:
        return encode_known(self.agreement.game.pack(self.state))

    @once
    def _packed_things(self) -> bytes:
        return encode_known(pack_things(self.things))

    @once
    def _packed_loose(self) -> bytes:
        return encode_known(tuple(sorted(self.loose.items())))

    @once
    def digest(self) -> bytes:
        return state_digest(self.raw)

    def slot(self, seat: Seat) -> Slot:
        """The place of that seat's message in the open step."""
        return Slot(self.agreement.table_id, self.epoch, self.step, LANE, seat)

    def sealed_in(self, seat: Seat) -> Slot:
        """The place of that seat's seal, when the open step reveals it."""
        epoch, step = self.stage.sealed_at
        return Slot(self.agreement.table_id, epoch, step, LANE, seat)

    def change(self, **changes: Any) -> Table:
        """As `dataclasses.replace`, without its cost: several times in every step."""
        new = object.__new__(Table)
        known = vars(self).copy()
        for name in _OF_ALL:
            known.pop(name, None)
        for cause, found in _FOLLOWS:  # many steps leave the game as it is, and all things where they are
            if cause in changes:
                known.pop(found, None)
        known.update(changes)
        object.__setattr__(new, "__dict__", known)
        return new


# What a table has found out about itself, and from what it follows.
_OF_ALL = ("raw", "digest", "_speakers")
_FOLLOWS = (
    ("seats", "present"),
    ("state", "ask"),
    ("state", "_packed_state"),
    ("things", "_packed_things"),
    ("loose", "_packed_loose"),
)
Closed: TypeAlias = "tuple[Table, Answer | None]"  # what closing a stage gives: an answer if that was the last one


def _pack_stage(stage: Stage) -> Plain:
    kind, hop, deck, seals, sealed_at, renewal = stage
    anew: Plain = ()
    if renewal is not None:
        attempt, missing, piles, copies, sums = renewal
        anew = (attempt, missing, piles, joined(copies), joined(sums))
    return (kind, hop, joined(deck), seals, sealed_at, anew)


def _read_stage(group: Group, plain: Any) -> Stage:
    """The inverse, for bytes that a signed hash vouches for; `read_table` catches wrong shapes."""
    kind, hop, deck, seals, sealed_at, anew = plain

    def cards(raw: bytes) -> Deck:
        return read_deck(group, raw, len(raw) // CARD_BYTES) if raw else ()

    renewal = None
    if anew:
        attempt, missing, piles, copies, sums = anew
        renewal = Renewal(attempt, missing, piles, cards(copies), cards(sums))
    return Stage(kind, hop, cards(deck), seals, sealed_at, renewal)


def state_digest(raw: bytes) -> bytes:
    return tagged(Tag.STATE, raw)


def read_table(agreement: Agreement, raw: bytes) -> Table:
    """The table that these bytes spell; raises `malformed` where they spell none."""
    try:
        plain: Any = decode(raw)
        step, epoch, seats, state, heads, beacons, shown, rolls, things, loose, stage = plain
        table = Table(
            agreement,
            step,
            agreement.game.unpack(state),
            heads,
            beacons,
            rolls,
            unpack_things(agreement.group, things),
            dict(loose),
            _read_stage(agreement.group, stage),
            seats,
            shown,
            epoch,
        )
        everybody = (1 << agreement.seats) - 1
        if table.raw == raw and len(heads) == len(rolls) == agreement.seats and 0 < seats <= everybody:
            return table
    except (AssertionError, AttributeError, BadInput, LookupError, TypeError, ValueError):
        pass
    raise Refused(Code.MALFORMED, _("These bytes are not a state of this table."))
