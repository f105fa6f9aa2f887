"""Who sits at a table, on which terms, and what everybody fixed before the first draw. Public and the same for all.

Built from closed steps of sitting down; never changed. See protocol/session.md, "Sitting down".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ..crypto.chain import owner_context
from ..crypto.hashing import tagged
from ..crypto.pack import Pack
from ..crypto.tags import Tag
from ..crypto.zone import joint_key
from ..errors import BadInput, Code, Refused
from ..limits import OPTIONS_BYTES_MAX, PATIENCE_DEFAULT_S
from ..rules.game import Game
from ..wire.codec import encode
from ..wire.message import record_shape
from .message import Enter, Terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..crypto.element import Element
    from ..crypto.group import Group
    from ..rules.game import Options
    from ..wire.codec import Plain
    from .message import Offer

AnyGame: TypeAlias = Game[Any]


def make_terms(
    game: AnyGame, seats: int, options: Options, group: Group, patience_s: int = PATIENCE_DEFAULT_S
) -> Terms:
    """The terms of a game; `BadInput` for seats or options the game does not know."""
    unknown = sorted(set(options) - {option.name for option in game.options})
    if unknown:
        raise BadInput(f"{game.title} has no option {unknown[0]!r}.")
    values = {option.name: options.get(option.name, option.default) for option in game.options}
    options_bytes = len(encode(tuple(sorted(values.items()))))
    if options_bytes > OPTIONS_BYTES_MAX:
        raise BadInput(f"Options of {options_bytes} bytes are longer than any may be: {OPTIONS_BYTES_MAX}.")
    start = game.setup(seats, values)
    return Terms(
        game=game.name,
        version=game.version,
        seats=seats,
        options=tuple(sorted(values.items())),
        data=tagged(Tag.GAME_DATA, encode((game.pack(start), piles_of(game)))),
        group=group.name,
        patience_s=patience_s,
    )


def piles_of(game: AnyGame) -> Plain:
    return tuple((name, pile.faces, int(pile.alike)) for name, pile in sorted(game.piles.items()))


def check_terms(terms: Terms, game: AnyGame, group: Group) -> None:
    """Raises `other-rules` unless these are terms that our own rules would offer."""
    try:
        ours = make_terms(game, terms.seats, options_of(terms), group, terms.patience_s)
        same = spelled(ours) == spelled(terms)
    except (BadInput, TypeError, ValueError):
        same = False
    if not same:
        raise Refused(Code.OTHER_RULES, f"The table plays {terms.game} by rules or data that are not ours.")


def spelled(terms: Terms) -> bytes:
    """The bytes of terms. They are the same where their bytes are: to Python alone, 0 and false would be."""
    return encode(record_shape(Terms).give(terms))


def options_of(terms: Terms) -> Options:
    """The options by name; `TypeError` or `ValueError` where they are not written so."""
    pairs: Any = terms.options
    return dict(pairs)


@dataclass(frozen=True)
class Meeting:
    """Who comes together: known before anybody signed anything. `call` makes each one unlike any other."""

    terms: Terms
    call: bytes
    company: tuple[bytes, ...]  # identity keys, ascending: a chair is a place in this list

    def __post_init__(self) -> None:
        assert list(self.company) == sorted(set(self.company))
        assert len(self.company) == self.terms.seats

    @cached_property
    def id(self) -> bytes:
        return tagged(Tag.MEETING, self.call, spelled(self.terms), *self.company)


@dataclass(frozen=True)
class Agreement:
    """A table that everybody has signed. Seats here are those of the game: the beacon has drawn them."""

    meeting: Meeting
    game: AnyGame
    group: Group
    lobby_id: bytes
    table_id: bytes
    enters: tuple[Enter, ...]  # by seat, as all below
    identities: tuple[bytes, ...]
    offers: tuple[Offer, ...]
    keys: tuple[Element, ...]

    @property
    def terms(self) -> Terms:
        return self.meeting.terms

    @property
    def seats(self) -> int:
        return len(self.identities)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(enter.name for enter in self.enters)

    @cached_property
    def owners(self) -> tuple[bytes, ...]:
        """What names each seat in its own chain and dice."""
        return tuple(owner_context(self.lobby_id, identity) for identity in self.identities)

    @cached_property
    def joint_key(self) -> Element:
        return joint_key(self.group, self.keys)

    @cached_property
    def packs(self) -> Mapping[str, Pack]:
        return {name: Pack(self.group, name, pile.faces, alike=pile.alike) for name, pile in self.game.piles.items()}

    def key_of(self, place: int) -> Element:
        """The key that locks what lies there: a seat's own, or everybody's for a pile."""
        return self.joint_key if place < 0 else self.keys[place]


def lobby_id(meeting: Meeting, enters: Sequence[bytes]) -> bytes:
    """Names a lobby by all that was said in it; `enters` are envelope ids by chair."""
    return tagged(Tag.LOBBY, meeting.id, *enters)


def table_id(lobby: bytes, offers: Sequence[bytes]) -> bytes:
    return tagged(Tag.TABLE, lobby, *offers)
