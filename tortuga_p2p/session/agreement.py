"""Who sits at a table, on which terms, and what everybody fixed before the first draw. Public and the same for all.

Built from closed steps of sitting down; never changed. See protocol/session.md, "Sitting down".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ..crypto.chain import owner_context
from ..crypto.hashing import tagged
from ..crypto.identity import called
from ..crypto.pack import Pack
from ..crypto.tags import Tag
from ..crypto.zone import joint_key
from ..errors import BadInput, Code, Refused
from ..limits import OPTIONS_BYTES_MAX, PATIENCE_DEFAULT_S
from ..rules.game import Game
from ..rules.option import agreed
from ..text import _
from ..wire.codec import encode
from ..wire.message import record_shape
from .message import Person, Terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..crypto.element import Element
    from ..crypto.group import Group
    from ..rules.game import Options
    from ..wire.codec import Plain
    from .message import Offer

AnyGame: TypeAlias = Game[Any]


def make_terms(
    game: AnyGame,
    seats: int,
    options: Options,
    group: Group,
    patience_s: int = PATIENCE_DEFAULT_S,
    clock: tuple[int, int] = (0, 0),
) -> Terms:
    """The terms of a game; `BadInput` for seats or options the game does not know."""
    values = agreed(game.title, game.options, seats, options)
    options_bytes = len(encode(tuple(sorted(values.items()))))
    if options_bytes > OPTIONS_BYTES_MAX:
        raise BadInput(
            _(
                "The options take {options_bytes} bytes; no more than {options_bytes_max} are allowed.",
                options_bytes=options_bytes,
                options_bytes_max=OPTIONS_BYTES_MAX,
            )
        )
    start = game.setup(seats, values)
    return Terms(
        game=game.name,
        version=game.version,
        seats=seats,
        options=tuple(sorted(values.items())),
        data=tagged(Tag.GAME_DATA, encode((game.pack(start), piles_of(game)))),
        group=group.name,
        patience_s=patience_s,
        decision_s=clock[0],
        bank_s=clock[1],
    )


def piles_of(game: AnyGame) -> Plain:
    return tuple((name, pile.faces, int(pile.alike)) for name, pile in sorted(game.piles.items()))


def check_terms(terms: Terms, game: AnyGame, group: Group) -> None:
    """Raises `other-rules` unless these are terms that our own rules would offer."""
    try:
        clock = terms.decision_s, terms.bank_s
        ours = make_terms(game, terms.seats, options_of(terms), group, terms.patience_s, clock)
        same = spelled(ours) == spelled(terms)
    except (BadInput, TypeError, ValueError):
        same = False
    if not same:
        raise Refused(
            Code.OTHER_RULES, _("The table plays {game} by rules or data that are not ours.", game=terms.game)
        )


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
    people: tuple[Person, ...]  # identities ascend: a chair is a place in this list

    def __post_init__(self) -> None:
        assert can_meet(self.terms, self.people)

    @cached_property
    def company(self) -> tuple[bytes, ...]:
        """Identities by chair."""
        return tuple(person.identity for person in self.people)

    @cached_property
    def id(self) -> bytes:
        """Whoever signs it has signed every name, who is a bot and whose, the terms and the patience."""
        people = encode(tuple(map(record_shape(Person).give, self.people)))
        return tagged(Tag.MEETING, self.call, spelled(self.terms), people)


def can_meet(terms: Terms, people: Sequence[Person]) -> bool:
    """Whether these could sit at one table: in their order, nobody twice, as many as there are seats."""
    company = [person.identity for person in people]
    return company == sorted(set(company)) and len(company) == terms.seats


@dataclass(frozen=True)
class Agreement:
    """A table that everybody has signed. Seats here are those of the game: the beacon has drawn them."""

    meeting: Meeting
    game: AnyGame
    group: Group
    lobby_id: bytes
    table_id: bytes
    people: tuple[Person, ...]  # by seat, as all below
    offers: tuple[Offer, ...]
    keys: tuple[Element, ...]

    @property
    def terms(self) -> Terms:
        return self.meeting.terms

    @property
    def seats(self) -> int:
        return len(self.people)

    @cached_property
    def identities(self) -> tuple[bytes, ...]:
        return tuple(person.identity for person in self.people)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)

    def called(self, seat: int) -> str:
        """By name and by the words of the key: for claims and verdicts."""
        return called(self.names[seat], self.identities[seat])

    @cached_property
    def owners(self) -> tuple[bytes, ...]:
        """What names each seat in its own chain and dice."""
        return tuple(owner_context(self.lobby_id, identity) for identity in self.identities)

    def joint_key(self, seats: int) -> Element:
        """The lock that only these seats (bits) open together. Sitting down has made sure that there is one for any."""
        known = self._joint_keys
        if seats not in known:
            known[seats] = joint_key(self.group, [key for seat, key in enumerate(self.keys) if seats >> seat & 1])
        return known[seats]

    @cached_property
    def _joint_keys(self) -> dict[int, Element]:
        return {}

    @cached_property
    def packs(self) -> Mapping[str, Pack]:
        return {name: Pack(self.group, name, pile.faces, alike=pile.alike) for name, pile in self.game.piles.items()}


def lobby_id(meeting: Meeting, enters: Sequence[bytes]) -> bytes:
    """Names a lobby by all that was said in it; `enters` are envelope ids by chair."""
    return tagged(Tag.LOBBY, meeting.id, *enters)


def table_id(lobby: bytes, offers: Sequence[bytes]) -> bytes:
    return tagged(Tag.TABLE, lobby, *offers)
