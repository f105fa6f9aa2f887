"""What happens at the table, told line by line as it happens: who comes and goes, what was played, whom we wait for."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Final, TypeVar

import trio

from ...limits import WARNING_S
from ...net.address import Reach, reach
from ...net.invitation import make_invitation
from ...node.lobby import GuestLobby, HostLobby
from ...rules.telling import reading, standing
from ...rules.words import Reader
from ...text import N_, _, listed
from ...verify.report import lines
from ...verify.verifier import Outcome, verify
from ..game_words import verdict_words, vote_line, waiting_names
from ..lobby_words import caution, free_seats, introduce, patience_of, people_of, played_here

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...node.names import KnownKeys
    from ...node.node import Node
    from ...node.node_message import Lobby
    from ...node.one_game import Party
    from ...session.message import Person

    Say = Callable[[str], None]

T = TypeVar("T")
WAIT_TOLD_S: Final = 3.0  # whom we wait for is told when it takes longer than bots do
LOOK_S: Final = 1.0  # how often the clock is looked at


class Announcements:
    """Tells one party's news. `tell` says at once whatever is new; `run` does so whenever something changes."""

    def __init__(self, party: Party, say: Say) -> None:
        self._party = party
        self._say = say
        self._told: _Told | None = None

    async def run(self) -> None:
        """For as long as the party goes on."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_tell_lobby, self._party, self._say)
            nursery.start_soon(self._watch_table)

    async def _watch_table(self) -> None:
        while self._party.node is None:
            await self._party.changed.wait()
        while True:
            self.tell()
            with trio.move_on_after(LOOK_S):
                await self._party.node.changed.wait()

    def tell(self) -> None:
        node = self._party.node
        if node is None:
            return
        if self._told is None:
            self._told = _Told(node)
        _tell_changes(node, self._told, self._say)
        _tell_waiting(node, self._told, self._say)
        _tell_clock(node, self._told, self._say)


# What a pasted line is good for: nobody is promised more than the numbers in it can keep.
INVITED: Final = {
    Reach.MACHINE: N_("Whoever pastes this line on this machine joins it: {line}"),
    Reach.NETWORK: N_("Whoever pastes this line joins it, from this network: {line}"),
    Reach.WORLD: N_(
        "Whoever pastes this line joins it, from this network, and from elsewhere if no firewall forbids it: {line}"
    ),
}


# --- before the game -----------------------------------------------------------------------------------------


async def _tell_lobby(party: Party, say: Say) -> None:
    while party.lobby is None:
        await party.changed.wait()
    lobby = party.lobby
    people: tuple[Person, ...] = ()
    if isinstance(lobby, HostLobby):
        say(_("Your table {name} is open at {places}.").format(name=lobby.name, places=_places(lobby)))
        if party.listen is None and lobby.mesh.addresses:
            invitation = make_invitation(lobby.mesh.public, lobby.mesh.addresses)
            say(_(INVITED[reach(invitation.addresses)]).format(line=invitation.line))
    else:
        people = people_of(lobby)  # told by `tell_lobby`, before we sat down
    while True:
        now = people_of(lobby)
        for person in now:
            if person not in people and person.identity != party.identity.public:
                say(_("{person} sits down.").format(person=introduce(person, now)))
                _warn(person, party.known, say)
        for person in people:
            if person not in now:
                say(_("{name} leaves the table.").format(name=person.name))
        if now != people and now:
            say(free_seats(lobby))
        people = now
        if party.node is not None:
            return
        await _either(lobby, party)


async def _either(lobby: HostLobby | GuestLobby, party: Party) -> None:
    """Until the lobby or the party changes."""
    async with trio.open_nursery() as nursery:

        async def wait(event: trio.Event) -> None:
            await event.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(wait, lobby.changed)
        nursery.start_soon(wait, party.changed)


def tell_lobby(lobby: Lobby, host: bytes, say: Say, known: KnownKeys | None = None) -> None:
    """What a guest should know before sitting down: what is played, for how long others wait, who is there."""
    terms = lobby.terms
    say(f"{lobby.name}: {played_here(terms)}")
    say(patience_of(terms))
    for person in lobby.people:
        runs = _(" the host,") if person.identity == host else ""
        say(_("There is{runs} {person}.").format(runs=runs, person=introduce(person, lobby.people)))
        _warn(person, known, say)


def _warn(person: Person, known: KnownKeys | None, say: Say) -> None:
    if words := caution(person, known):
        say(words)


def _places(lobby: HostLobby) -> str:
    return ", ".join(map(str, lobby.mesh.addresses)) or _("no address")


# --- during the game -----------------------------------------------------------------------------------------


class _Told:
    """What was said already."""

    def __init__(self, node: Node) -> None:
        self.seated = False
        self.resumed = node.session.table is not None
        self.lines: list[str] = list(node.log)
        self.chat = len(node.chat)
        self.away: frozenset[bytes] = frozenset()
        self.vote = ""
        self.step, self.since = -1, 0.0  # the open step, and since when we know of it
        self.waited_step = self.warned_step = self.overdue_step = -1


def _welcome_back(node: Node, say: Say) -> None:
    table, view = node.session.table, node.session.view
    assert table is not None
    assert view is not None
    say(_("You are back at the table of {names}.").format(names=listed(list(node.names))))
    for line in reading(table.agreement.game, "board", view, Reader(view.seat, view.known, node.names)):
        say(line)


def _tell_changes(node: Node, told: _Told, say: Say) -> None:
    """Everything new, in the order in which people would want it."""
    if node.session.table is not None and not told.seated:
        told.seated = True
        if told.resumed:
            _welcome_back(node, say)
        else:
            _welcome(node, say)
    log = list(node.log)
    for line in fresh(told.lines, log):
        say(line)
    told.lines = log
    for name, line in list(node.chat)[told.chat :]:
        say(_("{name} says: {line}").format(name=name, line=line))
    told.chat = len(node.chat)
    if node.complaint:
        say(_("That does not go: {reason}.").format(reason=node.complaint.rstrip(".")))
        node.complaint = ""
    _tell_presence(node, told, say)
    vote = "" if node.is_over else vote_line(node)
    if vote and vote != told.vote:
        say(vote)
    told.vote = vote


def fresh(before: Sequence[T], now: Sequence[T]) -> Sequence[T]:
    """What was added to a log that may have dropped its oldest lines."""
    for dropped in range(len(before) + 1):
        kept = len(before) - dropped
        if list(now[:kept]) == list(before[dropped:]):
            return now[kept:]
    return now


def _welcome(node: Node, say: Say) -> None:
    say(_("Seats are drawn by lot: {names}.").format(names=listed(list(node.names))))
    own = node.names[node.session.own_seat]
    say(_("You are {name}. Every message at this table is checked as it comes.").format(name=own))
    say(_("Type help for what you can type."))


def _tell_presence(node: Node, told: _Told, say: Say) -> None:
    table = node.session.table
    away = frozenset(node.away_since)
    if table is not None and not node.is_over:
        keys = table.agreement.identities
        for key in sorted(away - told.away, key=keys.index):
            name = node.names[keys.index(key)]
            say(_("{name} is away. The game waits; nothing is lost.").format(name=name))
        for key in sorted(told.away - away, key=keys.index):
            say(_("{name} is back.").format(name=node.names[keys.index(key)]))
        told.away = away


def _tell_waiting(node: Node, told: _Told, say: Say) -> None:
    step, names = node.session.position.step, waiting_names(node)
    if step != told.step:
        told.step, told.since = step, trio.current_time()
    late = trio.current_time() - told.since >= WAIT_TOLD_S
    ours = node.session.own_seat in node.session.waiting_for
    if late and names and not ours and told.waited_step != step and not node.is_over:
        told.waited_step = step
        say(_("Waiting for {names}.").format(names=listed(names)))


def _tell_clock(node: Node, told: _Told, say: Say) -> None:
    """A table's patience: a warning before it ends for us, a word when it has ended for others."""
    session = node.session
    if session.table is None or node.is_over or not session.opened_ms:
        return
    step, patience_s = session.position.step, session.meeting.terms.patience_s
    left_s = patience_s - (session.now_ms - session.opened_ms) // 1000
    ours = session.own_seat in session.waiting_for
    if ours and 0 < left_s <= min(WARNING_S, patience_s // 2) and told.warned_step != step:
        told.warned_step = step
        say(_("{seconds} seconds left: then the others may vote to end the game.").format(seconds=left_s))
    if not ours and left_s <= 0 and told.overdue_step != step:
        told.overdue_step = step
        names = listed(waiting_names(node))
        say(_("The table's patience with {names} has ended. Type vote to end the game.").format(names=names))


# --- the end -------------------------------------------------------------------------------------------------


async def tell_end(node: Node, say: Say) -> None:
    """The standing, where the game is kept, and what checking it says. The scoring was told by the rules themselves."""
    if node.result is not None:
        table = node.session.table
        assert table is not None
        points = standing(table.agreement.game, node.result, Reader(node.session.own_seat, {}, node.names))
        if points:
            say(_("Final standing: {standing}.").format(standing=points))
    for proof in node.session.verdicts:
        say(" ".join(verdict_words(proof.verdict)))
    if node.session.ending is not None and node.session.ending.verdict is None:
        say(_("The game has ended: {sentence}.").format(sentence=node.session.ending.sentence.rstrip(".")))
    path = node.files.transcript
    finding = await trio.to_thread.run_sync(lambda: verify(path.read_bytes()))
    marks = {Outcome.HONEST: _("Verified"), Outcome.UNFINISHED: _("Checked")}
    headline, *details = lines(path.name, finding)
    say(f"{marks.get(finding.outcome, _('WARNING'))}: {headline.removeprefix(f'{path.name}: ')}")
    for detail in details:
        say(detail.strip())
    say(_("The game is kept in {path}. Anybody can check it: tortuga verify {file}", path=path, file=quote(str(path))))
    say(_("Look at it again, with the reason for every die: tortuga replay {file}", file=quote(str(path))))
