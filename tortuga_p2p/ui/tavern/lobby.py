"""A table that fills up, on the screen: what is played, who is there, who runs which bot, how others find it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...crypto.identity import fingerprint
from ...net.address import Reach, reach
from ...net.invitation import COMMAND, make_invitation
from ...node.lobby import HostLobby
from ...text import N_, _
from ..harmless import clean, sentence
from ..lobby_words import OTHER_PEOPLE, caution, clock_of, free_seats, patience_of, people_of, played_here, terms_of
from ..widgets.canvas import columns, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...session.message import Person, Terms
    from ..table.running_game import RunningGame
    from ..widgets.canvas import Line


def lobby_lines(sitting: RunningGame, width: int) -> list[Line]:
    """Everything before the game begins, troubles too."""
    lobby = sitting.party.lobby
    lines: list[Line] = [[("title", _(" Sitting down"))], []]
    if sitting.trouble:
        return [*lines, *wrap(sentence(sitting.trouble), width, "bad")]
    if sitting.party.node is not None and sitting.is_done:
        gone = _("The game did not begin: somebody did not sit down after all.")
        return [*lines, *wrap(gone, width, "bad")]
    if sitting.party.node is not None:
        return [*lines, *wrap(_("Everybody is here: seats are drawn, and everybody signs what is played ..."), width)]
    if lobby is None and sitting.again:
        return [
            *lines,
            *wrap(_("Playing again: waiting for the host to open the table ..."), width),
        ]
    if lobby is None:
        return [*lines, [("", _("On the way to the table ..."))]]
    terms = terms_of(lobby)
    if terms is None:
        return [*lines, [("", _("Knocking ..."))]]
    people = _people_lines(people_of(lobby), sitting, width)
    if sitting.party.is_alone:  # nobody can come, be late or be invited
        coming = _("Your bots are sitting down ...")
        return [*lines, *wrap(played_here(terms), width), [], *people, [], [("now", f" {coming} ")]]
    lines += _terms_lines(terms, width)
    lines += [[], *people, [], [("now", f" {free_seats(lobby)} ")]]
    if isinstance(lobby, HostLobby):
        is_here = reach(lobby.mesh.addresses) is Reach.MACHINE
        return [*lines, *(_place_lines(lobby, width) if is_here else _invitation_lines(lobby, width))]
    if sitting.player.invited is None:
        return [*lines, [], [("", _("You are at the table. The game begins when all seats are taken."))]]
    if sitting.player.is_asked_again:
        lines += [[], *wrap(_(OTHER_PEOPLE), width, "bad")]
    host = _("Host: {words}. Do you want to sit down with these people?").format(words=fingerprint(lobby.host))
    return [*lines, [], *wrap(host, width)]


_HELP: Final = (
    N_("The game begins by itself as soon as every seat is taken. Until then anybody may leave, and nothing is lost."),
    N_(
        "The four words under a name are the short form of that player's key. They stay the same from game to game: "
        "compare them by voice if you want to be sure who that is."
    ),
    N_(
        "A bot plays with the key of whoever runs it, and that person could look at what it sees. It cannot cheat any "
        "more than they can."
    ),
    N_(
        "Whoever opened the table invites others with the line that has tortuga join in it; c copies it. It holds "
        "where the table is and the host's key, so nobody can take the host's place."
    ),
    N_("Esc leaves. Whoever opened the table closes it that way."),
)


def lobby_help(width: int) -> list[Line]:
    """What all this is, for whoever sees it for the first time."""
    return [line for text in _HELP for line in (*wrap(_(text), width), [])]


def _terms_lines(terms: Terms, width: int) -> list[Line]:
    return list(wrap(" ".join(filter(None, (played_here(terms), clock_of(terms), patience_of(terms)))), width))


def _people_lines(people: Sequence[Person], sitting: RunningGame, width: int) -> list[Line]:
    lines: list[Line] = []
    for person in people:
        name = clean(person.name)
        room = " " * max(0, 20 - columns(name))  # signs may be wide
        lines.append([("player", f"  {name}{room} "), ("", _what(person, people, sitting))])
        lines.append([("dim", f"  {'':20} {fingerprint(person.identity)}")])
        lines += wrap(caution(person, sitting.party.known), width, "bad")
    return lines


def _what(person: Person, people: Sequence[Person], sitting: RunningGame) -> str:
    me = sitting.party.identity.public
    if not person.bot:
        return _("you") if person.identity == me else _("a person")
    if person.operator == me:
        return _("a bot that you run")
    runs = next((one.name for one in people if one.identity == person.operator), fingerprint(person.operator))
    return _("a bot run by {name}, who could look at what it sees").format(name=clean(runs))


def _place_lines(lobby: HostLobby, width: int) -> list[Line]:
    """A table that listens on loopback only: nobody can be invited from anywhere else."""
    words = _("Your table is open to this machine only. Whoever types this line on it comes to you:")
    return [[], *wrap(words, width), [], *whole(command_here(lobby), width)]


def command_here(lobby: HostLobby) -> str:
    """What to type on this machine; where only it can come an address is enough, and short."""
    return f"{COMMAND} {lobby.mesh.addresses[0]}"


def whole(line: str, width: int) -> list[Line]:
    """Something to be typed, in as few rows as there can be."""
    return [[("key", line[at : at + width])] for at in range(0, len(line), max(1, width))]


# By whether the table is announced, and whether its numbers mean anything beyond this network.
_INVITED: Final = {
    (False, False): N_("Only people you invite can find your table. Send this line to somebody on this network:"),
    (False, True): N_(
        "Only people you invite can find your table. Send them this line; from elsewhere, a firewall may block it:"
    ),
    (True, False): N_(
        "Your table shows up on this network by itself. Anybody there who does not see it can use this line:"
    ),
    (True, True): N_(
        "Your table shows up on this network by itself. This line invites others too, if no firewall blocks it:"
    ),
}


def invitation_of(sitting: RunningGame) -> str:
    """The line that others type to come to our table; empty where there is none, or nobody is awaited."""
    lobby = sitting.party.lobby
    if sitting.party.node is not None or not isinstance(lobby, HostLobby) or not lobby.mesh.addresses:
        return ""
    if sitting.party.is_alone:
        return ""
    if reach(lobby.mesh.addresses) is Reach.MACHINE:
        return command_here(lobby)
    return make_invitation(lobby.mesh.public, lobby.mesh.addresses).line


def has_guests(sitting: RunningGame) -> bool:
    """Whether our table is still open and somebody has come to it: closing it sends them away."""
    lobby = sitting.party.lobby
    if sitting.is_done or sitting.party.node is not None or not isinstance(lobby, HostLobby):
        return False
    me = sitting.party.identity.public
    return any(person.operator != me if person.bot else person.identity != me for person in lobby.people)


def _invitation_lines(lobby: HostLobby, width: int) -> list[Line]:
    mesh = lobby.mesh
    if not mesh.addresses:
        return []
    invitation = make_invitation(mesh.public, mesh.addresses)
    words = _INVITED[lobby.is_announced, reach(invitation.addresses) is Reach.WORLD]
    return [
        [],
        *wrap(_(words), width),
        [],
        *whole(invitation.line, width),
        [],
        [("dim", _("or by address: {places}").format(places=", ".join(map(str, mesh.addresses[:3]))))],
    ]
