"""What every replica of a table holds: the game's state, the ledger, the heads of the chains, and the open stage.

Its canonical bytes are hashed into every message that follows. From these bytes and the agreement a stranger can
rebuild it and judge the next message: that is what makes evidence small. See protocol/session.md, "Table state".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from ..crypto.element import joined, read_deck
from ..crypto.hashing import tagged
from ..crypto.tags import Tag
from ..errors import BadInput, Code, Refused
from ..values import once
from ..wire.codec import decode, encode_known
from ..wire.envelope import Slot
from .ledger import pack_things, unpack_things

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..crypto.element import Deck
    from ..rules.answer import Answer
    from ..rules.ask import Ask, Seat
    from .agreement import Agreement
    from .ledger import Things

LANE = "play"
FIRST_STEP = 4  # after the four of sitting down
_LIST_OF_NINE = b"\x99"


class Stage(NamedTuple):
    """The open step of an ask: which message it takes, and what earlier steps of the same ask left behind."""

    kind: str  # of the message
    hop: int = 0  # mix: how many have mixed
    deck: Deck = ()  # mix: the deck as it stands
    seals: tuple[bytes, ...] = ()  # reveal: what each seat sealed, in the order of the ask


class Told(NamedTuple):
    """One answer and what it made of the game."""

    before: Any
    answer: Answer
    after: Any


@dataclass(frozen=True)
class Table:
    """A value: every closed step makes a new one."""

    agreement: Agreement
    step: int
    state: Any
    heads: tuple[bytes, ...]  # by seat: the last chain value shown
    beacons: int  # how many there were
    rolls: tuple[int, ...]  # by seat: how many there were
    things: Things
    loose: Mapping[str, tuple[int, ...]]  # by pile: the cards that lie in the open, ascending
    stage: Stage
    epoch: int = 0
    told: tuple[Told, ...] = ()  # what the last closed step told the rules: for logs, not part of the state
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
    def ask(self) -> Ask:
        return self.agreement.game.asks(self.state)

    @once
    def raw(self) -> bytes:
        """A list of nine, put together from its spelled parts: the large ones often stay as they were."""
        stage = (self.stage.kind, self.stage.hop, joined(self.stage.deck), self.stage.seals)
        before = encode_known((self.step, self.epoch))[1:]
        between = encode_known((self.heads, self.beacons, self.rolls))[1:]
        things = self._packed_things + self._packed_loose
        return _LIST_OF_NINE + before + self._packed_state + between + things + encode_known(stage)

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
        return Slot(self.agreement.table_id, self.epoch, self.step - 1, LANE, seat)

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
    ("state", "ask"),
    ("state", "_packed_state"),
    ("things", "_packed_things"),
    ("loose", "_packed_loose"),
)
Closed: TypeAlias = "tuple[Table, Answer | None]"  # what closing a stage gives: an answer if that was the last one


def state_digest(raw: bytes) -> bytes:
    return tagged(Tag.STATE, raw)


def read_table(agreement: Agreement, raw: bytes) -> Table:
    """The table that these bytes spell; raises `malformed` where they spell none."""
    try:
        plain: Any = decode(raw)
        step, epoch, state, heads, beacons, rolls, things, loose, stage = plain
        kind, hop, deck, seals = stage
        table = Table(
            agreement,
            step,
            agreement.game.unpack(state),
            heads,
            beacons,
            rolls,
            unpack_things(agreement.group, things),
            dict(loose),
            Stage(kind, hop, read_deck(agreement.group, deck, len(deck) // 66) if deck else (), seals),
            epoch,
        )
        if table.raw == raw and len(heads) == len(rolls) == agreement.seats:
            return table
    except (AssertionError, AttributeError, BadInput, LookupError, TypeError, ValueError):
        pass
    raise Refused(Code.MALFORMED, "Bytes spell no state of this table.")
