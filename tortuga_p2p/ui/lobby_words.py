"""A table that fills up, in words that every kind of screen uses: who is there, and how many seats are free."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ..crypto.identity import fingerprint
from ..errors import BadInput
from ..games import load
from ..limits import SEATS_MIN
from ..net.discovery import OPTIONS_APART
from ..node.lobby import GuestLobby, HostLobby
from ..rules.option import agreed, read_spelled, unusual
from ..session.agreement import options_of
from ..text import N_, _, duration, n_
from .harmless import clean
from .table.presence import TIMER_MAX_S

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..net.discovery import Notice
    from ..node.names import KnownKeys
    from ..session.message import Person, Terms


OTHER_PEOPLE = N_(
    "The host is starting with different people from those you were shown. Look again before you sit down."
)


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
        if terms.seats > SEATS_MIN:
            return _(
                "If somebody keeps the others waiting for more than {time}, the others can vote to go on without them.",
                time=duration(terms.patience_s),
            )
        return _(
            "Whoever keeps the other waiting for more than {time} can be given up: that ends the game.",
            time=duration(terms.patience_s),
        )
    return _(
        "If anybody is away, the game waits for at least {time}.",
        time=duration(terms.patience_s),
    )


def told_of(notice: Notice) -> str:
    """What a table on the network says of its terms: every option that is not the default, and its patience.

    A hint, as all of a notice: what is really agreed on is shown before one sits down.
    """
    words = [word for word in clean(notice.options).split(OPTIONS_APART) if word]
    with suppress(BadInput):  # a game that we do not have: its options as they are spelled
        words = read_spelled(load(notice.game).options, words)
    return "; ".join([*words, _("patience: {time}", time=duration(notice.patience_s))])


def clock_of(terms: Terms) -> str:
    """How long a decision may take here, and what happens then; empty where nobody counts."""
    if not terms.decision_s:
        return ""
    told = _("You have {time} for every decision", time=duration(terms.decision_s))
    if terms.bank_s:
        told += _(", and {time} more for the whole game", time=duration(terms.bank_s))
    return told + _("; after that your own program decides for you.")


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
