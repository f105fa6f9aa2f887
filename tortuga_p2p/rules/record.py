"""What happened, as data: the rules note a record while they do a thing, and words are made of it where it is read.

A record holds no word, no player's name and no face that is still hidden: a hidden thing is its handle, and whoever
reads the record puts in what that seat knew at that moment. Records follow from a state and an answer, so they are
never sent, signed or stored: a replay and an export make them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from .answer import Left

if TYPE_CHECKING:
    from .answer import Told
    from .ask import Handle, Seat
    from .game import Game
    from .plain import Plain


class Thing(NamedTuple):
    """A hidden thing in a record, by its handle. A reader who was shown it then reads its face, others its kind."""

    pile: str  # `laws.DIE` for a die
    handle: Handle


Args: TypeAlias = "Mapping[str, Plain | Thing | tuple[Thing, ...]]"  # small values by name; the glossary has the words


LEFT: Final = "left"  # that a seat is gone; whatever else `leave` notes, the game did by itself then
NOTHING: Final[Args] = MappingProxyType({})


class Record(NamedTuple):
    """One thing that happened: its kind, who did it (`None`: the table), and small arguments by name."""

    kind: str
    seat: Seat | None
    args: Args = NOTHING


Note: TypeAlias = Callable[[Record], None]  # where the rules leave their records; they get `None` where nobody reads


def carry_out(game: Game[Any], before: Any, told: Told, note: Note | None = None) -> Any:
    """The state that this leads to: an answer to what was asked, or that somebody left."""
    return game.leave(before, told.seat, note) if isinstance(told, Left) else game.apply(before, told, note)


def records_of(game: Game[Any], before: Any, answer: Told) -> tuple[Record, ...]:
    """What the rules do with an answer, in order."""
    found: list[Record] = []
    carry_out(game, before, answer, found.append)
    return tuple(found)


def as_data(record: Record) -> dict[str, Any]:
    """A record for other programs: what JSON can say. A hidden thing is its pile and its handle."""
    return {
        "kind": record.kind,
        "seat": record.seat,
        "args": {name: _data(value) for name, value in record.args.items()},
    }


def _data(value: Any) -> Any:
    match value:
        case Thing(pile, handle):
            return {"pile": pile, "thing": handle}
        case tuple():
            return [_data(item) for item in value]
        case bytes():
            return value.hex()
        case _:
            return value
