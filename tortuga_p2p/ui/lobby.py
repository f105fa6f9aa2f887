"""A table that fills up, on the screen: what is played, who is there, who runs which bot, how others find it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto.identity import fingerprint
from ..games import load
from ..net.address import is_loopback
from ..net.invitation import make_invitation
from ..node.lobby import HostLobby
from ..text import _
from .canvas import columns, wrap
from .news import free_seats, people_of, terms_of
from .presence import TIMER_MAX_S, clock
from .text import clean, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..node.talk import Person
    from ..session.message import Terms
    from .canvas import Line
    from .sitting import Sitting


def lobby_lines(sitting: Sitting, width: int) -> list[Line]:
    """Everything before the game begins, troubles too."""
    lobby = sitting.party.lobby
    lines: list[Line] = [[("title", _(" Sitting down"))], []]
    if sitting.trouble:
        return [*lines, *wrap(sentence(sitting.trouble), width, "bad")]
    if sitting.party.node is not None:
        return [*lines, *wrap(_("Everybody is here: seats are drawn, and everybody signs what is played ..."), width)]
    if lobby is None and sitting.again:
        return [
            *lines,
            *wrap(_("Once more: waiting until the host opens the table again ..."), width),
        ]
    if lobby is None:
        return [*lines, [("", _("On the way to the table ..."))]]
    terms = terms_of(lobby)
    if terms is None:
        return [*lines, [("", _("Knocking ..."))]]
    lines += _terms_lines(terms, width)
    lines += [[], *_people_lines(people_of(lobby), sitting), [], [("now", f" {free_seats(lobby)} ")]]
    if isinstance(lobby, HostLobby):
        listen = sitting.party.listen
        is_here = listen is not None and is_loopback(listen)
        return [*lines, *(_place_lines(lobby) if is_here else _invitation_lines(lobby, width))]
    if sitting.player.invited is None:
        return [*lines, [], [("", _("You sit at the table. The game begins when all seats are taken."))]]
    host = _("Host: {words}. Do you want to sit down with these people?").format(words=fingerprint(lobby.host))
    return [*lines, [], *wrap(host, width)]


def _terms_lines(terms: Terms, width: int) -> list[Line]:
    words = [_("{game} for {seats} players.").format(game=load(terms.game).title, seats=terms.seats)]
    if terms.patience_s <= TIMER_MAX_S:
        late = _("Who lets the others wait for more than {time} may find the game ended by their vote.")
        words.append(late.format(time=clock(terms.patience_s)))
    return list(wrap(" ".join(words), width))


def _people_lines(people: Sequence[Person], sitting: Sitting) -> list[Line]:
    lines: list[Line] = []
    for person in people:
        name = clean(person.name)
        room = " " * max(0, 20 - columns(name))  # signs may be wide
        lines.append([("player", f"  {name}{room} "), ("", _what(person, people, sitting))])
        lines.append([("dim", f"  {'':20} {fingerprint(person.identity)}")])
    return lines


def _what(person: Person, people: Sequence[Person], sitting: Sitting) -> str:
    me = sitting.party.identity.public
    if not person.bot:
        return _("you") if person.identity == me else _("a person")
    if person.operator == me:
        return _("a bot that you run")
    runs = next((one.name for one in people if one.identity == person.operator), fingerprint(person.operator))
    return _("a bot run by {name}, who could look at what it sees").format(name=clean(runs))


def _place_lines(lobby: HostLobby) -> list[Line]:
    """A table that listens on loopback only: nobody can be invited from anywhere else."""
    places = ", ".join(map(str, lobby.mesh.addresses))
    return [[], [("dim", _("Open to this machine only, at {places}").format(places=places))]]


def _invitation_lines(lobby: HostLobby, width: int) -> list[Line]:
    mesh = lobby.mesh
    if not mesh.addresses:
        return []
    line = make_invitation(mesh.public, mesh.addresses).line
    words = _("Only whom you invite finds your table. Send this line:")
    if lobby.is_announced:
        words = _("On this network your table is seen by itself. Anybody else can be invited with this line:")
    return [
        [],
        *wrap(words, width),
        [],
        *wrap(line, width, "key"),
        [],
        [("dim", _("or by address: {places}").format(places=", ".join(map(str, mesh.addresses[:3]))))],
    ]
