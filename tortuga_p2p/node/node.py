"""The node: one queue, one loop. An event goes into `session.step`, and its wishes are carried out in their order.

What must be durable is written and synced before anything leaves (journal.py). The screen, a bot or a test waits on
`changed` and reads; nobody is called back. One node plays one game; its mesh may outlive it.
"""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import trio

from ..crypto.identity import called
from ..errors import NoProgram, Refused
from ..limits import SIT_WAIT_S, STAY_S, TICK_MS, WHY_STAY_S, WISHES_MAX
from ..net.mesh_event import FrameReceived, PeerDown, PeerUp
from ..rules.ask import Over, Result
from ..session.catching_up import have
from ..session.event import (
    Convict,
    Farewell,
    Heard,
    Impatience,
    Intent,
    Keep,
    PlayOn,
    Propose,
    RecordRemoval,
    RecordStep,
    Reject,
    Tell,
    Tick,
    Utter,
)
from ..session.helm import PERSON, PROGRAM
from ..session.helm import called as called_at
from ..session.incoming import is_held
from ..session.message import TALK, Have, Say
from ..session.phases import SessionPhase
from ..session.session import step
from ..text import _, listed
from ..wire.envelope import read_envelope
from .afterwards import Afterwards
from .asking import Asking
from .autopilot import TurnHelm
from .bell import Bell
from .chronicle import Chronicle, deciders_of
from .ending import claims_of, departures, may_have_begun, news, why_no_whole_end, why_we_stay
from .node_message import NODE, Knock, KnowsTheEnd, Visit
from .patience import are_all_gone, gives_up, joins_in, long_away
from .player import Player, Question, among_equals
from .small_talk import ChatLine, ClaimHeard, SmallTalk, Talk, next_of
from .vouching import Voucher
from .waking_up import WakingUp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..net.mesh import Mesh
    from ..rules.game import View
    from ..session.event import Effect, Event
    from ..session.replica import Session
    from .chronicle import SeenAnswer
    from .files import GameFiles
    from .journal import Journal
    from .readmission import Readmission

Thing: TypeAlias = Any  # what waits in line: a session event, or an event of the mesh


class Node:
    """One participant in one game. `run` plays it to its end, whatever that is."""

    def __init__(
        self,
        mesh: Mesh,
        session: Session,
        journal: Journal,
        files: GameFiles,
        player: Player,
        *,
        first: Iterable[Effect] = (),
        is_woken: bool = False,
        forced_pause_s: float = 0.0,
        stay_s: float | None = None,
    ) -> None:
        self.mesh = mesh
        self.session = session
        self.player = player
        self.files = files
        self.chronicle = Chronicle()
        self.talk = Talk()
        self.chat = self.talk.lines
        self.asking = Asking(player, forced_pause_s, session.meeting.terms)
        self.readmission: Readmission | None = None  # of a host, for whoever died while everybody sat down
        self.notices: dict[str, str] = {}  # by name: what we know about somebody who is away and belongs to us
        self.complaint = ""  # why our player's last wish was refused
        self._small_talk = SmallTalk(mesh, session.meeting)
        self.away_since = self._small_talk.away_since
        self.alive_at = self._small_talk.alive_at
        self.afterwards = Afterwards(mesh, self._small_talk, self._take_small_talk, self._notify)
        self.changed = trio.Event()
        self._journal = journal
        self._first = list(first)
        self._is_woken = is_woken  # it was played before, and our journal may be older than what we said
        self.waking: WakingUp | None = None  # nothing new is said while the others tell what they hold of us
        self._held: tuple[int, Intent] | None = None  # what our player decided meanwhile, and in which step
        # How long we stay for others once it is over: as long as the table is patient in play, if nobody waits for us.
        self._stay_s = session.meeting.terms.patience_s if stay_s is None else stay_s
        self._send: trio.MemorySendChannel[Thing] = mesh.line()
        self._asked: object = -1  # the step in which our player was asked last
        self._asking: trio.CancelScope | None = None
        self._answered: object = -1  # the step in which it answered at once
        self._knowing = 0  # who knows how it ended: bits, by chair
        self._unwritten: list[RecordStep | RecordRemoval] = []  # closed steps that are not in the transcript yet
        self._is_tidy = False
        self._has_said_why = False
        self._progress_at = 0.0
        self._wishes: deque[Thing] = deque(maxlen=WISHES_MAX)  # of our person, where the queue is full
        assert session.me is not None
        self.asking.is_bot = self._is_bot
        self._voucher = Voucher(session.me.identity, session.meeting.id)
        self.bell = Bell(journal.path)
        self.is_unattended = False  # no screen and no keyboard any more: only a program is there, and a bell
        self.is_taken_over = False  # our person goes on in another terminal

    # --- for a screen: nothing here waits ----------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """The result of a finished game."""
        table = self.session.table
        over = self.session.phase in (SessionPhase.FINISHED, SessionPhase.SEALED)
        return table.ask.result if over and table and isinstance(table.ask, Over) else None

    @property
    def view(self) -> View[Any] | None:
        """What our seat sees, and what it has heard."""
        view = self.session.view
        return None if view is None else view._replace(heard=tuple(self.talk.heard))

    @property
    def log(self) -> deque[str]:
        """What happened, in plain words."""
        return self.chronicle.log(self.session)

    @property
    def told(self) -> list[SeenAnswer]:
        """The same for a screen: all of it."""
        return self.chronicle.told

    def sentences(self, at: int) -> tuple[str, ...]:
        """One of the things told in words, as our seat saw it then."""
        return self.chronicle.sentences(self.session, at)

    @property
    def names(self) -> tuple[str, ...]:
        table = self.session.table
        return table.agreement.names if table else ()

    @property
    def helms(self) -> int:
        """The seats (bits) for which a program decides: as they signed it last, or have said since."""
        keys = self.session.table.identities if self.session.table else ()
        said = {**self._small_talk.helms, self.mesh.public: self.asking.helm}
        return sum(said.get(key, self.session.helms >> seat & 1) << seat for seat, key in enumerate(keys))

    @property
    def called(self) -> tuple[str, ...]:
        """The names as a screen shows them now: whoever is played by a program is called so."""
        table = self.session.latest.table
        gone = 0 if table is None else ~table.seats & (1 << len(self.names)) - 1
        return called_at(self.names, self.helms, gone)

    @property
    def awaited(self) -> tuple[str, ...]:
        """For whom a game that is over stays open here: they have not signed its end, or may not know it."""
        session = self.session
        if session.phase is SessionPhase.FINISHED:
            return tuple(self.names[seat] for seat in session.waiting_for)
        keys = session.table.agreement.identities if session.table and self.is_over else ()
        return tuple(self.names[keys.index(peer)] for peer in self._unknowing() if peer in keys)

    def wish(self, event: Intent | Farewell | Impatience | Propose | PlayOn | TurnHelm) -> None:
        """Our person decided something. Whether it is legal, `complaint` says after the next change."""
        try:
            self._send.send_nowait(event)
        except trio.WouldBlock:  # somebody floods us: our person does not stand in that line
            self._wishes.append(event)

    def say(self, text: str) -> None:
        """A line of chat for everybody."""
        self._small_talk.say(text)
        self.talk.note(self.session.table, ChatLine(self.mesh.public, text))
        self._notify()

    def claim(self, data: tuple[int, ...]) -> None:
        """Our player says something about the game."""
        if not self.is_over and self.talk.note(self.session.table, ClaimHeard(self.mesh.public, data)):
            self._small_talk.claim(data)
            self._notify()

    def notice(self, name: str, sentence: str) -> None:
        """Something about a bot of ours: a line of the log, and for as long as the bot is away a line of the screen."""
        self.notices[name] = sentence
        self._note(sentence)
        self._notify()

    def still_here(self) -> None:
        """Our person thinks; the others see it."""
        self._small_talk.still_here(self.asking.helm)

    # --- the loop ----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the game is sealed or has ended, and nobody needs us any more."""
        for peer in self.session.meeting.company:
            if peer != self.mesh.public:
                self.mesh.want(peer)
        self._small_talk.look_around()
        self.bell.take_down()  # left by somebody who was killed
        self._progress_at = trio.current_time()
        if self._is_woken:
            others = frozenset(self.session.meeting.company) - {self.mesh.public}
            self.waking = WakingUp(others, trio.current_time())
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._tick)
                self._small_talk.say_links()  # the lobby has used up the news of these links
                await self._carry_out(self._first, nursery)
                self._say_if_we_know()
                await self._go_on(await self._ask_player(nursery), nursery)
                while not self._may_leave():
                    await self._take(await next_of(self.mesh.events), nursery)
                    while self._wishes:
                        await self._take(self._wishes.popleft(), nursery)
                nursery.cancel_scope.cancel()
            self._tidy_up()
            await self.player.finish(self.result, why_no_whole_end(self.session))
            if not (self.is_unattended or self.is_taken_over):
                await self.afterwards.stay(self.session)
        finally:
            with ExitStack() as last:  # from below upwards, all of them, even if a disk is full
                last.callback(self.close)
                last.callback(self.bell.take_down)
                last.callback(self._write_transcript)
                last.callback(self._send.close)
                if self.session.phase in (SessionPhase.SEALED, SessionPhase.ENDED):
                    last.callback(self._tidy_up)  # who leaves while others may need us needs nothing more

    def close(self) -> None:
        """Gives the files back, and the journal's lock: who stops may go on in the same program."""
        try:
            self.files.close()
        finally:
            self._journal.close()

    async def _tick(self) -> None:
        while True:
            await self._send.send(Tick(int(trio.current_time() * 1000)))
            await trio.sleep(TICK_MS / 1000)

    async def _take(self, event: Thing, nursery: trio.Nursery) -> None:
        if isinstance(event, Tick):
            self._write_transcript()
            self.is_taken_over = self.is_taken_over or self.bell.is_rung()
        match event:
            case FrameReceived(peer, payload):
                await self._take_frame(peer, payload, nursery)
            case PeerUp(peer) | PeerDown(peer) if peer not in self.session.meeting.company:
                pass  # somebody who wanted a seat, or has nothing to do here
            case PeerUp(peer):
                if self.waking is not None:
                    self.waking.link(trio.current_time())
                self._small_talk.look_around()
                if self.is_over:
                    self._progress_at = trio.current_time()  # it may need what we have
                # What was sent while the link was down is lost: say where we stand, the other gives what we miss.
                self.mesh.send(peer, TALK.encode(have(self.session)))
                if self._knowing:
                    self.mesh.send(peer, self._done())
                self._small_talk.say_links()
                if self.asking.helm or self.session.helms >> self.session.own_seat & 1:
                    self.still_here()  # else it would be shown who decided last, until we decide again
                self._keep_people()
                self._notify()
            case PeerDown(peer):
                self._small_talk.lose(peer)
                self._small_talk.say_links()
                self._notify()
            case TurnHelm(helm):
                await self._turn_helm(helm, nursery)
            case Impatience() | Farewell() | Propose() | PlayOn() if self.mesh.linked and self._is_waking():
                self.complaint = _("your program is still catching up with the others: try again in a moment")
                self._notify()
            case Tick() if self._is_program and not self._is_waking() and self._gives_up():
                await self._go_on(event, nursery)
                await self._lose_patience(nursery)
            case Tick() if self._is_bot and not self._is_waking() and joins_in(self.session):
                await self._go_on(event, nursery)
                await self._go_on(Propose(), nursery)
            case Impatience():
                await self._lose_patience(nursery)
            case Tick() if self.is_over:
                self._say_why_we_stay()
                await self._go_on(event, nursery)
            case _:
                await self._go_on(event, nursery)

    def _gives_up(self) -> bool:
        return gives_up(self.session, self.away_since, trio.current_time())

    async def _lose_patience(self, nursery: trio.Nursery) -> None:
        away = long_away(self.session, self.away_since, trio.current_time()) if self._is_program else Impatience().away
        await self._go_on(Impatience(away), nursery)

    async def _take_frame(self, peer: bytes, payload: bytes, nursery: trio.Nursery) -> None:
        """A frame is the session's or small talk; what is neither is dropped."""
        if peer not in self.session.meeting.company:
            return
        for vocabulary in (TALK, NODE):
            with suppress(Refused):
                said: Any = vocabulary.decode(payload)
                break
        else:
            return
        if vocabulary is TALK:
            late = self._small_talk.pass_on(self.session, peer, payload, said) if isinstance(said, Say) else []
            if self.waking is not None and isinstance(said, Have) and said.meeting == self.session.meeting.id:
                self.waking.hear(peer, said, self.session)
            await self._go_on(Heard(peer, said), nursery)
            if late and is_held(self.session, read_envelope(said.envelope).content, said.envelope):
                self._small_talk.send_each(late, payload)
        elif isinstance(said, Visit | Knock):
            for word in self.readmission.answers(peer, said, self.session) if self.readmission else ():
                self.mesh.send(peer, NODE.encode(word))
        elif getattr(said, "meeting", None) == self.session.meeting.id:
            self._take_small_talk(peer, said, payload)
            if want := self._small_talk.unasked(peer, self.session):
                await self._go_on(Heard(peer, want), nursery)

    def _take_small_talk(self, peer: bytes, said: Any, payload: bytes) -> None:
        if isinstance(said, KnowsTheEnd):  # those linked with us speak for themselves; others for the rest
            linked = self._small_talk.neighbours.bits(self.mesh.linked - {peer})
            self._hear_who_knows(said.knowing & ~linked)
        elif line := self._small_talk.hear(peer, said, payload):
            self.talk.note(self.session.table, line)
        self._notify()

    def _done(self) -> bytes:
        return NODE.encode(KnowsTheEnd(self.session.meeting.id, self._knowing))

    def _say_if_we_know(self) -> None:
        if self.session.phase in (SessionPhase.SEALED, SessionPhase.ENDED):
            self._hear_who_knows(1 << self.session.meeting.company.index(self.mesh.public))

    def _hear_who_knows(self, knowing: int) -> None:
        """Hearsay, told on: whoever is not linked with us is heard through others. It says only whom to wait for."""
        news = knowing & ~self._knowing
        if news:
            self._knowing |= news
            self.mesh.broadcast(self._done())

    async def _go_on(self, event: Event | None, nursery: trio.Nursery) -> None:
        """One step, and those that our player wishes for without another thought."""
        while event is not None:
            await self._step(event, nursery)
            event = await self._ask_player(nursery)

    async def _step(self, event: Event, nursery: trio.Nursery) -> None:
        before = self.session
        if isinstance(event, Intent) and self._is_waking():
            self._held = (before.position.step, event)
            return
        self.session, effects = step(self.session, event)
        if self.session.ending is not before.ending or self.session.resigned is not before.resigned:
            self._journal.end(claims_of(self.session))
        if isinstance(event, Intent) and any(isinstance(effect, Reject) for effect in effects):
            self._asked = -1  # asked again; a refused vote leaves the question as it is
        await self._carry_out(effects, nursery)
        if self.session.position is not before.position or self.session.phase is not before.phase:
            self._progress_at = trio.current_time()
            self._say_if_we_know()
        for line in news(before, self.session):
            self._note(line)
        if effects or self.session.accepted is not before.accepted:
            self._notify()

    # --- carrying out ------------------------------------------------------------------------------------------

    async def _carry_out(self, effects: list[Effect], nursery: trio.Nursery) -> None:
        """The journal first, with one sync; then what is to be sent, in its order. The transcript can wait."""
        uttered = [self._write_down(effect) for effect in effects]
        if any(uttered):
            self._journal.vouch(self.session.position.step, self.session.history, self._voucher)
            await self._journal.sync_soon()
        for effect in effects:
            match effect:
                case Utter(raw):
                    self.mesh.broadcast(TALK.encode(Say(self.session.meeting.id, raw)))
                case Tell(None, talk):
                    self.mesh.broadcast(TALK.encode(talk))
                    if isinstance(talk, Have):
                        self._small_talk.say_links_again()
                case Tell(peer, talk) if peer:
                    self.mesh.send(peer, TALK.encode(talk))
                case RecordStep() | RecordRemoval():
                    self._unwritten.append(effect)
                    self.retell(effect)
                case Reject(sentence):
                    self.complaint = sentence
                case Convict(verdict):
                    self._note(
                        _(
                            "CHEAT in step {step}: {name}: {what}",
                            step=verdict.step,
                            name=called(verdict.name, verdict.identity),
                            what=verdict.sentence,
                        )
                    )
                case _:  # a refusal is the link's fault at most; the mesh bounds what a link may cost
                    pass
        if self.is_over:
            self._write_transcript()

    def _write_down(self, effect: Effect) -> bool:
        """In the journal; whether something of ours waits for the sync."""
        match effect:
            case Keep(number, move, helm):
                self._journal.keep(number, move, helm)
            case Utter(raw):
                self._journal.write_utterance(raw)
                return True
            case RecordStep():
                self._journal.close_step(effect.envelopes)
            case RecordRemoval(removal):
                self._journal.remove(removal)
            case Convict(_, evidence):
                self._journal.accuse(evidence)
            case _:
                pass
        return False

    def _write_transcript(self) -> None:
        """With every tick, and at the end: several steps at once cost little more than one. The journal is ahead."""
        records, self._unwritten = self._unwritten, []
        self.files.write(records, self.session)

    def retell(self, record: RecordStep | RecordRemoval) -> None:
        """What a closed step told the rules, for screens and logs; on resume all of them again."""
        how = departures(self.session, record.removal) if isinstance(record, RecordRemoval) else ()
        self.chronicle.retell(record, how)
        for seat in deciders_of(record) if self._small_talk.helms else ():  # signed now: need not be believed any more
            self._small_talk.helms.pop(self.session.position.identities[seat], None)

    def _note(self, line: str) -> None:
        self.chronicle.note(self.session, line)

    # --- our player --------------------------------------------------------------------------------------------

    async def _ask_player(self, nursery: trio.Nursery) -> Intent | None:
        """Asks once a step; a question that is no longer open is withdrawn. What is answered at once comes back."""
        session, number, where = self.session, self.session.position.step, self.session.where
        moves = session.moves
        if self._held is not None and not self._is_waking():
            (step_number, intent), self._held = self._held, None
            if step_number == number and len(moves):
                return intent
        if self._asking is not None and (where != self._asked or not len(moves)):
            self._asking.cancel()
            self._asking = None
        if len(moves) and self._asked != where:
            self._asked = where
            table, view = session.table, self.view
            assert table is not None
            assert view is not None
            question = Question(table.agreement.game, view, moves, self.names, number, self.claim)
            if self._answered != where and self.asking.is_quick(question):
                self._answered = where  # never twice in a step: if an answer is refused, others get their turn first
                move = self.asking.settled(question) or await self.player.choose(question)
                return Intent(among_equals(question, move), self.asking.helm)
            self._asking = trio.CancelScope()
            nursery.start_soon(self._question, question, self._asking)
        return None

    def _is_waking(self) -> bool:
        """Whether our player has to wait, because we may have said something that we do not know any more."""
        if self.waking is not None and self.waking.is_over(self.session, self.mesh.linked, trio.current_time()):
            self.waking = None
        return self.waking is not None

    async def _question(self, question: Question, scope: trio.CancelScope) -> None:
        with scope:
            helm = self.asking.helm
            try:
                move = await self.asking.answer(question, is_sealed=self.session.position.kind == "commit")
            except NoProgram as failed:
                self._note(str(failed))
                return await self._send.send(TurnHelm(PERSON))
            if self.session.position.step == question.step:
                await self._send.send(Intent(among_equals(question, move), helm))

    async def _turn_helm(self, helm: int, nursery: trio.Nursery) -> None:
        """Our person lets a program decide, or takes the seat back; what was being decided is asked anew."""
        if helm == self.asking.helm or self._is_bot or self.is_over:
            return
        self.asking.helm = helm
        if helm == PROGRAM:
            self.bell.hang()
        else:
            self.bell.take_down()
        self.still_here()
        self._asked = -1
        self._notify()
        await self._go_on(await self._ask_player(nursery), nursery)

    # --- the end -----------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, in whatever way."""
        return self.session.phase in (SessionPhase.FINISHED, SessionPhase.SEALED, SessionPhase.ENDED)

    @property
    def _is_bot(self) -> bool:
        return self.session.person is not None and self.session.person.bot

    @property
    def _is_program(self) -> bool:
        """Whether no person decides here: at a table that waits for somebody, nobody else would say so."""
        return self._is_bot or self.asking.helm == PROGRAM

    def _may_leave(self) -> bool:
        """When it is over and nobody needs us: all others know how it ended, or have had their time."""
        if self.is_taken_over:
            return True
        if self.session.phase is SessionPhase.PLAYING:
            return (
                bool(self.away_since)
                and (self._is_bot or self.is_unattended)
                and are_all_gone(self.session, self.away_since, trio.current_time())
            )
        quiet_s = trio.current_time() - self._progress_at
        match self.session.phase:
            case SessionPhase.SEALED | SessionPhase.ENDED:
                return not self._unknowing() or quiet_s > self._stay_s
            case SessionPhase.FINISHED:
                return quiet_s > self._stay_s
            case SessionPhase.SITTING:
                return quiet_s > SIT_WAIT_S
            case _:
                return False

    def _say_why_we_stay(self) -> None:
        """Once, where it takes more than a moment: a person sees the result and no reason to wait."""
        names = listed(self.awaited)
        if names and not self._has_said_why and trio.current_time() - self._progress_at > WHY_STAY_S:
            self._has_said_why = True
            self._note(why_we_stay(self.session, names, self._stay_s))
            self._notify()

    def _unknowing(self) -> list[bytes]:
        """Who may not know how it ended, and has time to come back; less, if we have not met since we were started."""
        now_s, guilty = trio.current_time(), self.session.convicted
        found = []
        for chair, peer in enumerate(self.session.meeting.company):
            stay_s = self._stay_s if peer in self._small_talk.met else min(self._stay_s, STAY_S)
            is_in_time = now_s - self.away_since.get(peer, now_s) <= stay_s
            if is_in_time and not self._knowing >> chair & 1 and peer not in guilty | {self.mesh.public}:
                found.append(peer)
        return found

    def _tidy_up(self) -> None:
        """What is over for good leaves its transcript, durably, and no secret. A game that only stopped keeps both."""
        session = self.session
        if session.phase is SessionPhase.PLAYING or (session.phase is SessionPhase.SITTING and may_have_begun(session)):
            return
        if self._is_tidy:
            return
        self._is_tidy = True
        self._write_transcript()
        if session.phase is SessionPhase.FINISHED:  # some seals are missing: those there are kept
            self.files.append(tuple(session.accepted[seat].raw for seat in sorted(session.accepted)), seals=True)
        self.files.end(claims_of(session), [proof.evidence for proof in session.verdicts])
        self.files.sync()
        self.files.forget_people()
        self._journal.erase()

    def _keep_people(self) -> None:
        """Where the others are reached now: somebody may have come back elsewhere."""
        company = self.session.meeting.company
        addresses = {peer: self.mesh.addresses_of(peer) for peer in company if peer != self.mesh.public}
        self.files.keep_people(self.mesh.port, {peer.hex(): list(map(str, at)) for peer, at in addresses.items()})

    def _notify(self) -> None:
        self.changed.set()
        self.changed = trio.Event()
