"""What happens at the table, told line by line as it happens: who comes and goes, what was played, whom we wait for."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Final

import trio

from ..crypto.identity import fingerprint
from ..games import load
from ..net.invitation import make_invitation
from ..node.lobby import GuestLobby, HostLobby
from ..session.phases import Phase
from ..text import _, listed, n_
from ..verify.report import lines
from ..verify.verifier import Outcome, verify
from .voice import voice_of
from .voting import vote_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..node.node import Node
    from ..node.party import Party
    from ..node.talk import Lobby, Person
    from ..session.message import Terms

    Say = Callable[[str], None]

WAIT_TOLD_S: Final = 3.0  # whom we wait for is told when it takes longer than bots do
WARNING_S: Final = 30  # before a table's patience ends
LOOK_S: Final = 1.0  # how often the clock is looked at


class News:
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


# --- before the game -----------------------------------------------------------------------------------------


async def _tell_lobby(party: Party, say: Say) -> None:
    while party.lobby is None:
        await party.changed.wait()
    lobby = party.lobby
    people: tuple[Person, ...] = ()
    if isinstance(lobby, HostLobby):
        say(_("Your table {name} is open at {places}.").format(name=lobby.name, places=_places(lobby)))
        if party.listen is None and lobby.mesh.addresses:
            line = make_invitation(lobby.mesh.public, lobby.mesh.addresses).line
            say(_("Whoever pastes this line joins it from anywhere: {line}").format(line=line))
    else:
        people = people_of(lobby)  # told by `tell_lobby`, before we sat down
    while True:
        now = people_of(lobby)
        for person in now:
            if person not in people and person.identity != party.identity.public:
                say(_("{person} sits down.").format(person=introduce(person, now)))
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


def tell_lobby(lobby: Lobby, host: bytes, say: Say) -> None:
    """What a guest should know before sitting down: what is played, for how long others wait, who is there."""
    terms = lobby.terms
    say(
        _("{name}: {game} for {seats}, and {seconds} seconds before somebody may be voted away.").format(
            name=lobby.name, game=load(terms.game).title, seats=terms.seats, seconds=terms.patience_s
        )
    )
    for person in lobby.people:
        runs = _(" the host,") if person.identity == host else ""
        say(_("There is{runs} {person}.").format(runs=runs, person=introduce(person, lobby.people)))


def _places(lobby: HostLobby) -> str:
    return ", ".join(map(str, lobby.mesh.addresses)) or _("no address")


def people_of(lobby: HostLobby | GuestLobby) -> tuple[Person, ...]:
    if isinstance(lobby, HostLobby):
        return tuple(lobby.people)
    return lobby.lobby.people if lobby.lobby else ()


def terms_of(lobby: HostLobby | GuestLobby) -> Terms | None:
    """What is played here, once we know."""
    if isinstance(lobby, HostLobby):
        return lobby.terms
    return lobby.lobby.terms if lobby.lobby else None


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
    for line in voice_of(table.agreement.game).board(view, node.names):
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
    vote = "" if is_over(node) else vote_line(node)
    if vote and vote != told.vote:
        say(vote)
    told.vote = vote


def fresh(before: Sequence[str], now: Sequence[str]) -> Sequence[str]:
    """What was added to a log that may have dropped its oldest lines."""
    for dropped in range(len(before) + 1):
        kept = len(before) - dropped
        if list(now[:kept]) == list(before[dropped:]):
            return now[kept:]
    return now


def _welcome(node: Node, say: Say) -> None:
    say(_("Seats are drawn by lot: {names}.").format(names=listed(list(node.names))))
    own = node.names[node.session.number]
    say(_("You are {name}. Every message at this table is checked as it comes.").format(name=own))
    say(_("Type help for what you can type."))


def _tell_presence(node: Node, told: _Told, say: Say) -> None:
    table = node.session.table
    away = frozenset(node.away_since)
    if table is not None and not is_over(node):
        keys = table.agreement.identities
        for key in sorted(away - told.away, key=keys.index):
            name = node.names[keys.index(key)]
            say(_("{name} is away. The game waits; nothing is lost.").format(name=name))
        for key in sorted(told.away - away, key=keys.index):
            say(_("{name} is back.").format(name=node.names[keys.index(key)]))
        told.away = away


def is_over(node: Node) -> bool:
    return node.session.phase in (Phase.FINISHED, Phase.SEALED, Phase.ENDED)


def waiting_names(node: Node) -> list[str]:
    """Who has still to speak in the open step, but us."""
    if node.session.table is None:
        return []
    return [node.names[seat] for seat in node.session.waiting_for if seat != node.session.number]


def _tell_waiting(node: Node, told: _Told, say: Say) -> None:
    step, names = node.session.position.step, waiting_names(node)
    if step != told.step:
        told.step, told.since = step, trio.current_time()
    late = trio.current_time() - told.since >= WAIT_TOLD_S
    ours = node.session.number in node.session.waiting_for
    if late and names and not ours and told.waited_step != step and not is_over(node):
        told.waited_step = step
        say(_("Waiting for {names}.").format(names=listed(names)))


def _tell_clock(node: Node, told: _Told, say: Say) -> None:
    """A table's patience: a warning before it ends for us, a word when it has ended for others."""
    session = node.session
    if session.table is None or is_over(node) or not session.opened_ms:
        return
    step, patience_s = session.position.step, session.meeting.terms.patience_s
    left_s = patience_s - (session.now_ms - session.opened_ms) // 1000
    ours = session.number in session.waiting_for
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
        places = sorted(zip(node.result.scores, node.names, strict=True), key=lambda pair: -pair[0])
        standing = ", ".join(f"{name} {points}" for points, name in places)
        say(_("Final standing: {standing}.").format(standing=standing))
    elif node.session.ending is not None:
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


def taken_away(node: Node) -> str:
    """A game was left, and is not saved: somebody tidied up while it was played."""
    words = _("The journal {path} was taken away while you played. Put it back to go on with the game.")
    return words.format(path=node.files.journal)
