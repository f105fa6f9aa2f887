"""From a lobby to a node, and from a journal back to one: everything is made here, nothing is decided."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ..errors import BadInput, Refused
from ..net.address import is_dialable, is_loopback, parse_address
from ..session.agreement import Meeting, check_terms
from ..session.event import Begun, RecordRemoval, RecordStep, Utter
from ..session.incoming import step_of
from ..session.replica import Me, Session
from ..session.session import step
from ..text import _
from ..verify.verifier import find_rules
from .files import GameFiles, check_not_entered, game_name, note_entered
from .journal import Journal, unusable
from .node import Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ..crypto.identity import Identity
    from ..net.address import Address
    from ..net.mesh import Mesh
    from ..session.agreement import AnyGame
    from ..session.message import Person, Terms
    from .node_message import Gather
    from .player import Player
    from .readmission import Readmission


def check_rules(terms: Terms) -> AnyGame:
    """The game, where our program plays it by the very same rules and data; `BadInput` otherwise."""
    try:
        game, group = find_rules(terms)
        check_terms(terms, game, group)
    except Refused as refused:
        raise BadInput(refused.sentence) from None
    return game


def sit_down(
    mesh: Mesh,
    gather: Gather,
    me: Person,
    identity: Identity,
    folder: Path,
    player: Player,
    *,
    entropy: Callable[[str], bytes],
    forced_pause_s: float = 0.0,
    stay_s: float | None = None,
    readmission: Readmission | None = None,
) -> Node:
    """A node for the meeting that gathers now. Its journal exists before it says a word."""
    game, group = find_rules(gather.terms)
    people = tuple(sorted(gather.people, key=lambda person: person.identity))
    meeting = Meeting(gather.terms, gather.call, people)
    session = Session.make(meeting, game, group, Me(identity, entropy("master"), entropy("nonce")))
    check_not_entered(folder, meeting)
    files = GameFiles(folder, game_name(meeting))
    if files.journal.exists():
        raise BadInput(
            _("you are already in this game: `tortuga resume {name}` takes you back to it.", name=files.name)
        )
    # Before the journal: with a journal and no addresses, nobody would be found again.
    files.keep_people(mesh.port, {one.identity.hex(): list(one.addresses) for one in gather.whereabouts})
    journal = Journal.create(files.journal, session)
    try:
        note_entered(folder, meeting)
        files.begin(meeting)
    except BaseException:
        journal.close()
        raise
    mesh.is_open = False
    # Who listens on loopback alone plays on this machine alone; so does whoever has met somebody there.
    is_near = all(is_loopback(place.host) for place in mesh.addresses) or any(map(mesh.is_near, meeting.company))
    for one in gather.whereabouts:
        if one.identity != mesh.public and one.identity in meeting.company:
            mesh.want(one.identity, places_to_call(one.addresses, is_near=is_near))
    session, effects = step(session, Begun())
    node = Node(mesh, session, journal, files, player, first=effects, forced_pause_s=forced_pause_s, stay_s=stay_s)
    node.readmission = readmission
    return node


def places_to_call(addresses: Iterable[str], *, is_near: bool) -> list[Address]:
    """Only numbers: a host shall not make us ask the world for names, nor call our own machine's doors for it."""
    numbers = [place for place in _places(addresses) if _is_number(place.host)]
    return [place for place in numbers if is_near or not is_loopback(place.host)]


def wake_up(
    mesh: Mesh,
    journal_path: Path,
    identity: Identity,
    player: Player,
    *,
    forced_pause_s: float = 0.0,
    stay_s: float | None = None,
) -> Node:
    """A node for an unfinished game, as it was. Our last words are said again, byte for byte."""
    journal, memory = Journal.open(journal_path)
    try:
        if identity.public not in memory.meeting.company:
            raise BadInput(_("this game was played with another identity."))
        game = check_rules(memory.meeting.terms)
        _game, group = find_rules(memory.meeting.terms)
        try:
            session, effects = memory.wake(game, group, identity)
        except Refused as refused:  # we said and knew nothing that our own session refuses
            raise unusable(journal_path, refused) from None
        files = GameFiles(journal_path.parent, game_name(memory.meeting))
        note_entered(journal_path.parent, memory.meeting)
        files.begin(memory.meeting, session.closed, session.removals)
    except BaseException:
        journal.close()
        raise
    mesh.is_open = False
    _port, addresses = files.read_people()
    for peer in memory.meeting.company:
        if peer != identity.public:
            mesh.want(peer, _places(addresses.get(peer.hex(), ())))
    now, written = session.position.step, set(memory.uttered)
    first = [one for one in effects if isinstance(one, Utter) and (step_of(one.raw) == now or one.raw not in written)]
    node = Node(
        mesh,
        session,
        journal,
        files,
        player,
        first=list(first),
        is_woken=True,
        forced_pause_s=forced_pause_s,
        stay_s=stay_s,
    )
    stored = set(memory.closed)
    for one in effects:
        if isinstance(one, RecordRemoval):
            node.retell(one)
        elif isinstance(one, RecordStep):
            node.retell(one)  # whoever comes back may want to look at what was before
            if not stored.issuperset(one.envelopes):
                journal.close_step(one.envelopes)  # torn off; our own words alone have closed it again
    return node


def _places(texts: Iterable[str]) -> list[Address]:
    """Where somebody may be, as others say or a file does: what is no address helps nobody, and harms nobody."""
    places = []
    for text in texts:
        with suppress(BadInput):
            places.append(parse_address(text))
    return places


def _is_number(host: str) -> bool:
    try:
        return is_dialable(host)
    except ValueError:
        return False
