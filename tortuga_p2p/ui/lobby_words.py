"""A table that fills up, in words that every kind of screen uses: who is there, and how many seats are free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto.identity import fingerprint
from ..errors import BadInput
from ..games import load
from ..node.lobby import GuestLobby, HostLobby
from ..rules.option import agreed, unusual
from ..session.agreement import options_of
from ..text import N_, _, n_
from .harmless import clean
from .table.presence import TIMER_MAX_S, clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..node.names import KnownKeys
    from ..session.message import Person, Terms


OTHER_PEOPLE = N_("The host begins with other people than it had shown you. Look at them again before you sit down.")


def people_of(lobby: HostLobby | GuestLobby) -> tuple[Person, ...]:
    if isinstance(lobby, HostLobby):
        return tuple(lobby.people)
    return lobby.lobby.people if lobby.lobby else ()


def terms_of(lobby: HostLobby | GuestLobby) -> Terms | None:
    """What is played here, once we know."""
    if isinstance(lobby, HostLobby):
        return lobby.terms
    return lobby.lobby.terms if lobby.lobby else None


def played_here(terms: Terms) -> str:
    """What is played, and what was agreed on that is not the usual; for whoever wants to sit down."""
    try:
        game = load(terms.game)
        options = agreed(game.title, game.options, terms.seats, options_of(terms))
    except (BadInput, TypeError, ValueError):  # whoever hosts may say anything; we never sit down on such terms
        return _("{game} for {seats} players.", game=clean(terms.game), seats=terms.seats)
    told = _("{game} for {seats} players.", game=game.title, seats=terms.seats)
    others = unusual(game.options, options)
    return f"{told} {_('Agreed: {options}.', options='; '.join(others))}" if others else told


def patience_of(terms: Terms) -> str:
    """How long anybody is waited for: always said, since whoever opened the table chose it."""
    if terms.patience_s <= TIMER_MAX_S:
        return _(
            "Who lets the others wait for more than {time} may find the game ended by their vote.",
            time=clock(terms.patience_s),
        )
    hours = terms.patience_s // 3600
    time = (
        n_("{n} hour", "{n} hours", hours).format(n=hours)
        if hours < 48
        else n_("{n} day", "{n} days", hours // 24).format(n=hours // 24)
    )
    return _("Whoever stays away is waited for: nobody can be given up before {time} have passed.", time=time)


def caution(person: Person, known: KnownKeys | None) -> str:
    """What to know about somebody before one sits down with them, if there is anything."""
    return clean(known.caution(person)) if known is not None else ""


def free_seats(lobby: HostLobby | GuestLobby) -> str:
    terms = terms_of(lobby)
    free = terms.seats - len(people_of(lobby)) if terms else 0
    if not free:
        return _("Everybody is here.")
    return n_("{number} seat is free.", "{number} seats are free.", free).format(number=free)


def introduce(person: Person, people: Sequence[Person]) -> str:
    """A name with the key's words, and who runs it where it is a bot."""
    words = fingerprint(person.identity)
    if not person.bot:
        return _("{name} ({words})").format(name=person.name, words=words)
    runs = next((one.name for one in people if one.identity == person.operator), fingerprint(person.operator))
    return _("{name} (a bot run by {operator}, {words})").format(name=person.name, operator=runs, words=words)
