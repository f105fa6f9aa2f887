"""What happens at the table, told line by line as it happens: who comes and goes, what was played, whom we wait for."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Final, TypeVar

import trio

from ...limits import HURRY_S, WARNING_S
from ...net.address import Reach, reach
from ...net.invitation import make_invitation
from ...node.lobby import GuestLobby, HostLobby
from ...rules.telling import reading, standing
from ...rules.words import Reader
from ...text import N_, _, duration, listed
from ...verify.verifier import verify
from ..ending_words import ending_words, verdict_lines, verified_words
from ..game_words import disagreement, is_asked_to_end, proposal_line, waiting_names
from ..leaving_words import convicted_here, is_asked_to_go_on, verdict_question, vote_line, vote_offer
from ..lobby_words import caution, clock_of, free_seats, introduce, patience_of, people_of, played_here
from ..rematch_words import rematch_words
from ..story import luck_lines, story_at, turning_lines
from ..table.presence import catching_up, clock, time_words
from ..tavern.lobby import command_here

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
        _tell_time(node, self._told, self._say)
        _tell_rematch(self._party, self._told, self._say)


# What a pasted line is good for: nobody is promised more than the numbers in it can keep.
INVITED: Final = {
    Reach.MACHINE: N_("To join from this machine, paste this line: {line}"),
    Reach.NETWORK: N_("To join from this network, paste this line: {line}"),
    Reach.WORLD: N_("To join from this network, or from elsewhere if no firewall blocks it, paste this line: {line}"),
}


# --- before the game -----------------------------------------------------------------------------------------


async def _tell_lobby(party: Party, say: Say) -> None:
    while party.lobby is None:
        await party.changed.wait()
    lobby = party.lobby
    people: tuple[Person, ...] = ()
    if party.is_alone:
        say(_("Your bots are sitting down."))
    elif isinstance(lobby, HostLobby):
        say(_("{name} is open at {places}.").format(name=lobby.name, places=_places(lobby)))
        if lobby.mesh.addresses and reach(lobby.mesh.addresses) is Reach.MACHINE:
            say(_(INVITED[Reach.MACHINE]).format(line=command_here(lobby)))
        elif party.listen is None and lobby.mesh.addresses:
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
        if now != people and now and not party.is_alone:
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
    if told := clock_of(terms):
        say(told)
    say(patience_of(terms))
    for person in lobby.people:
        words = _("The host is {person}.") if person.identity == host else _("{person} is here too.")
        say(words.format(person=introduce(person, lobby.people)))
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
        self.helms = node.helms
        self.proposal = ""
        self.verdict: tuple[tuple[int, ...], bool] = ((), False)
        self.rematch: list[str] = []
        self.step, self.since = -1, 0.0  # the open step, and since when we know of it
        self.differed_step = -1
        self.waited_step = self.warned_step = self.overdue_step = self.hurried_step = self.timed_step = -1
        self.late = 0  # decisions that our program took


def _welcome_back(node: Node, say: Say) -> None:
    table, view = node.session.table, node.session.view
    assert table is not None
    assert view is not None
    say(_("You are back at the table of {names}.").format(names=listed(list(node.names))))
    for line in reading(table.agreement.game, "board", view, Reader(view.seat, view.known, node.names)):
        say(line)
    if behind := catching_up(node):
        say(f"{behind}.")


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
        say(_("That cannot be done: {reason}.").format(reason=node.complaint.rstrip(".")))
        node.complaint = ""
    _tell_helms(node, told, say)
    _tell_presence(node, told, say)
    vote = "" if node.is_over else vote_line(node)
    if vote and vote != told.vote:
        say(vote)
    told.vote = vote
    _tell_proposal(node, told, say)
    _tell_verdict(node, told, say)


def _tell_verdict(node: Node, told: _Told, say: Say) -> None:
    """Somebody has cheated, and whoever stays may go on: asked once, and told once whose word is missing."""
    asked = (tuple(convicted_here(node.session)), is_asked_to_go_on(node))
    if asked[0] and asked != told.verdict:
        say(verdict_question(node))
        if asked[1]:
            say(_("Type vote to go on without them."))
    told.verdict = asked


def _tell_proposal(node: Node, told: _Told, say: Say) -> None:
    """That somebody would end the game; that it goes on, where nobody does any more."""
    proposal = proposal_line(node)
    if proposal and proposal != told.proposal:
        say(proposal)
        if is_asked_to_end(node):
            say(_("Type end yes to accept, or end no to play on."))
    elif told.proposal and not proposal and not node.is_over:
        say(_("The game goes on."))
    told.proposal = proposal


def _tell_helms(node: Node, told: _Told, say: Say) -> None:
    """Our own at once; of others what they say, before their next decision signs it and the log tells it."""
    own = 1 << node.session.own_seat if node.session.table is not None else 0
    if (told.helms ^ node.helms) & own and node.helms & own:
        say(_("Your program plays for you. You may close this terminal; tortuga resume gives you the seat back."))
        say(_("Type autopilot off to play yourself again."))
    elif (told.helms ^ node.helms) & own:
        say(_("You play yourself again."))
    told.helms = node.helms


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
    say(_("Type help to hear what you can type."))


def _tell_presence(node: Node, told: _Told, say: Say) -> None:
    table = node.session.table
    if table is not None and not node.is_over:
        keys = table.agreement.identities
        away = frozenset(key for key in node.away_since if keys.index(key) in table.present)  # the others have left
        for key in sorted(away - told.away, key=keys.index):
            name = node.names[keys.index(key)]
            say(_("{name} is away. The game waits; nothing is lost.").format(name=name))
        for key in sorted(told.away - frozenset(node.away_since), key=keys.index):
            say(_("{name} is back.").format(name=node.names[keys.index(key)]))
        told.away = away


def _tell_waiting(node: Node, told: _Told, say: Say) -> None:
    step, names = node.session.position.step, waiting_names(node)
    if step != told.step:
        told.step, told.since = step, trio.current_time()
    if told.differed_step != step and (words := disagreement(node)) and not node.is_over:
        told.differed_step = told.waited_step = step
        say(_("{sentence}.", sentence=words))
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
        say(_("You have {time} left; after that the others may go on without you.", time=duration(left_s)))
    if not ours and left_s <= 0 and told.overdue_step != step:
        told.overdue_step = step
        names = listed(waiting_names(node))
        say(_("Time is up for {names}. Type vote to {offer}.").format(names=names, offer=vote_offer(node)))


def _tell_rematch(party: Party, told: _Told, say: Say) -> None:
    """Who wants to play again, and who has left."""
    words = rematch_words(party)
    for line in words:
        if line not in told.rematch:
            say(line)
    told.rematch = words


def _tell_time(node: Node, told: _Told, say: Say) -> None:
    """The clock of the table: with every question what there is, a warning when it runs out, and what was done then."""
    for line in node.asking.late[told.late :]:
        say(line)
    told.late = len(node.asking.late)
    left, step = node.asking.left(trio.current_time()), node.session.position.step
    if left is None:
        return
    if told.timed_step != step:
        told.timed_step = step
        say(time_words(left))
    elif left.all_s <= HURRY_S and told.hurried_step != step:
        told.hurried_step = step
        say(_("{time} left: then your program decides for you.", time=clock(int(left.all_s))))


# --- the end -------------------------------------------------------------------------------------------------


async def tell_end(node: Node, say: Say) -> None:
    """The standing, where the game is kept, and what checking it says. The scoring was told by the rules themselves."""
    if node.result is not None:
        table = node.session.table
        assert table is not None
        points = standing(table.agreement.game, node.result, Reader(node.session.own_seat, {}, node.names))
        if points:
            say(_("Final standing: {standing}.").format(standing=points))
    if told := ending_words(node):
        say(told)
    for line in verdict_lines(node):
        say(line)
    story = await trio.to_thread.run_sync(story_at, node)
    for line in [] if story is None else [*turning_lines(story), *luck_lines(story)]:
        say(line)
    path = node.files.transcript
    finding = await trio.to_thread.run_sync(lambda: verify(path.read_bytes()))
    say(verified_words(finding))  # nobody wants to hear every key: `verify` prints them
    say(_("The game is kept. Anybody can check it: tortuga verify {file}", file=quote(str(path))))
    say(_("To look at it again, with the reason for everything: tortuga replay {file}", file=quote(str(path))))
