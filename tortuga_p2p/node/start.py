"""From a lobby to a node, and from a journal back to one: everything is made here, nothing is decided."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ..errors import BadInput, Refused
from ..net.address import is_dialable, parse_address
from ..session.agreement import Meeting, check_terms
from ..session.event import Begun, Record, Utter
from ..session.message import Enter
from ..session.placing import step_of
from ..session.replica import Me, Session
from ..session.session import step
from ..verify.verifier import find_rules
from .files import GameFiles, enter_once, game_name
from .journal import Journal, damaged
from .node import Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ..crypto.identity import Identity
    from ..net.address import Address
    from ..net.mesh import Mesh
    from ..session.agreement import AnyGame
    from ..session.message import Terms
    from .player import Player
    from .talk import Gather, Person


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
) -> Node:
    """A node for the meeting that gathers now. Its journal exists before it says a word."""
    game, group = find_rules(gather.terms)
    company = tuple(sorted(person.identity for person in gather.people))
    meeting = Meeting(gather.terms, gather.call, company)
    enter = Enter(me.name, me.bot, me.operator, entropy("nonce"), gather.terms)
    session = Session.make(meeting, game, group, Me(identity, entropy("master"), enter))
    enter_once(folder, meeting)
    files = GameFiles(folder, game_name(meeting))
    # Before the journal: with a journal and no addresses, nobody would be found again.
    files.keep_people(mesh.port, {one.identity.hex(): list(one.addresses) for one in gather.whereabouts})
    journal = Journal.create(files.journal, session)
    files.begin(meeting)
    mesh.is_open = False
    for one in gather.whereabouts:
        if one.identity != mesh.public and one.identity in company:
            # Only numbers: a host shall not make us ask the world for names.
            mesh.want(one.identity, [place for place in _places(one.addresses) if _is_number(place.host)])
    session, effects = step(session, Begun())
    return Node(mesh, session, journal, files, player, first=effects, forced_pause_s=forced_pause_s, stay_s=stay_s)


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
            raise BadInput("this game was played with another identity.")
        game = check_rules(memory.meeting.terms)
        _, group = find_rules(memory.meeting.terms)
        try:
            session, effects = memory.wake(game, group, identity)
        except Refused as refused:  # we said and knew nothing that our own session refuses
            raise damaged(journal_path, refused) from None
        files = GameFiles(journal_path.parent, game_name(memory.meeting))
        files.begin(memory.meeting, session.closed)
    except BaseException:
        journal.close()
        raise
    mesh.is_open = False
    _, addresses = files.read_people()
    for peer in memory.meeting.company:
        if peer != identity.public:
            mesh.want(peer, _places(addresses.get(peer.hex(), ())))
    now, written = session.position.step, set(memory.uttered)
    first = [one for one in effects if isinstance(one, Utter) and (step_of(one.raw) == now or one.raw not in written)]
    node = Node(mesh, session, journal, files, player, first=list(first), forced_pause_s=forced_pause_s, stay_s=stay_s)
    for one in effects:
        if isinstance(one, Record):
            node.retell(one)  # whoever comes back may want to look at what was before
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
