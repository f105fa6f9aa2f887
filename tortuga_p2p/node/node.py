"""The node: one queue, one loop. An event goes into `session.step`, and its wishes are carried out in their order.

What must be durable is written and synced before anything leaves (journal.py). The screen, a bot or a test waits on
`changed` and reads; nobody is called back. One node plays one game; its mesh may outlive it.
"""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import trio

from ..crypto.identity import called
from ..errors import Refused
from ..limits import LOG_KEPT_MAX, SIT_WAIT_S, STAY_S, SYNC_QUICK_S, TICK_MS, WHY_STAY_S, WISHES_MAX
from ..net.mesh_event import FrameReceived, PeerDown, PeerUp
from ..rules.ask import Over, Result
from ..rules.hindsight import known_while
from ..rules.telling import told as words_for
from ..rules.words import Reader
from ..session.catching_up import have
from ..session.event import (
    Convict,
    Farewell,
    Heard,
    Impatience,
    Intent,
    Keep,
    RecordStep,
    Reject,
    Tell,
    Tick,
    Utter,
)
from ..session.incoming import is_held
from ..session.message import TALK, Have, Say
from ..session.phases import Phase
from ..session.session import step
from ..text import _, listed
from ..wire.envelope import read_envelope
from .asking import Asking
from .ending import may_have_begun, why_no_whole_end
from .node_message import NODE, Knock, KnowsTheEnd, Visit
from .patience import are_all_gone, gives_up, long_away
from .player import Player, Question, among_equals
from .small_talk import ChatLine, ClaimHeard, SmallTalk, Talk
from .vouching import Voucher
from .waking_up import OLD_JOURNAL, WakingUp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..net.mesh import Mesh
    from ..rules.game import Known, View
    from ..session.event import Effect, Event
    from ..session.replica import Session
    from ..session.table import Answered
    from .files import GameFiles
    from .journal import Journal
    from .readmission import Readmission

Thing: TypeAlias = Any  # what waits in line: a session event, or an event of the mesh


class SeenAnswer(NamedTuple):
    """What a closed step told the rules, and what our seat knew after it."""

    step: int
    told: Answered
    known: Known


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
        self.logged = 0  # how many lines the log had, with those that are forgotten
        self.told: list[SeenAnswer] = []  # the same for a screen: all of it
        self.talk = Talk()
        self.chat = self.talk.lines
        self.asking = Asking(player, forced_pause_s)
        self.readmission: Readmission | None = None  # of a host, for whoever died while everybody sat down
        self.notices: dict[str, str] = {}  # by name: what we know about somebody who is away and belongs to us
        self.complaint = ""  # why our player's last wish was refused
        self._small_talk = SmallTalk(mesh, session.meeting)
        self.away_since = self._small_talk.away_since
        self.alive_at = self._small_talk.alive_at
        self.changed = trio.Event()
        self._log: deque[str] = deque(maxlen=LOG_KEPT_MAX)
        self._worded = 0  # how much of what was told is in the log
        self._journal = journal
        self._first = list(first)
        self._is_woken = is_woken  # it was played before, and our journal may be older than what we said
        self.waking: WakingUp | None = None  # nothing new is said while the others tell what they hold of us
        self._held: tuple[int, Intent] | None = None  # what our player decided meanwhile, and in which step
        # How long we stay for others once it is over: as long as the table is patient in play, if nobody waits for us.
        self._stay_s = session.meeting.terms.patience_s if stay_s is None else stay_s
        self._send: trio.MemorySendChannel[Thing] = mesh.line()
        self._asked = -1  # the step in which our player was asked last
        self._asking: trio.CancelScope | None = None
        self._answered = -1  # the step in which it answered at once
        self._knowing = 0  # who knows how it ended: bits, by chair
        self._unwritten: list[RecordStep] = []  # closed steps that are not in the transcript yet
        self._is_tidy = False
        self._has_said_why = False
        self._progress_at = 0.0
        self._wishes: deque[Thing] = deque(maxlen=WISHES_MAX)  # of our person, where the queue is full
        assert session.me is not None
        self.asking.is_bot = self._is_bot
        self._voucher = Voucher(session.me.identity, session.meeting.id)

    # --- for a screen: nothing here waits ----------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """The result of a finished game."""
        table = self.session.table
        over = self.session.phase in (Phase.FINISHED, Phase.SEALED)
        return table.ask.result if over and table and isinstance(table.ask, Over) else None

    @property
    def view(self) -> View[Any] | None:
        """What our seat sees, and what it has heard."""
        view = self.session.view
        return None if view is None else view._replace(heard=tuple(self.talk.heard))

    @property
    def log(self) -> deque[str]:
        """What happened, in plain words. They are found when somebody reads them: few bots have a reader."""
        self._find_words()
        return self._log

    @property
    def names(self) -> tuple[str, ...]:
        table = self.session.table
        return table.agreement.names if table else ()

    @property
    def awaited(self) -> tuple[str, ...]:
        """For whom a game that is over stays open here: they have not signed its end, or may not know it."""
        session = self.session
        if session.phase is Phase.FINISHED:
            return tuple(self.names[seat] for seat in session.waiting_for)
        keys = session.table.agreement.identities if session.table and self.is_over else ()
        return tuple(self.names[keys.index(peer)] for peer in self._unknowing() if peer in keys)

    def wish(self, event: Intent | Farewell | Impatience) -> None:
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
        self._small_talk.still_here()

    # --- the loop ----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the game is sealed or has ended, and nobody needs us any more."""
        for peer in self.session.meeting.company:
            if peer != self.mesh.public:
                self.mesh.want(peer)
        self._small_talk.look_around()
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
                    await self._take(await self._next_event(), nursery)
                    while self._wishes:
                        await self._take(self._wishes.popleft(), nursery)
                nursery.cancel_scope.cancel()
            self._tidy_up()
            await self.player.finish(self.result, why_no_whole_end(self.session))
            self._notify()
        finally:
            with ExitStack() as last:  # from below upwards, all of them, even if a disk is full
                last.callback(self.close)
                last.callback(self._write_transcript)
                last.callback(self._send.close)
                if self.session.phase in (Phase.SEALED, Phase.ENDED):
                    last.callback(self._tidy_up)  # who leaves while others may need us needs nothing more himself

    def close(self) -> None:
        """Gives the files back, and the journal's lock: who stops may go on in the same program."""
        try:
            self.files.close()
        finally:
            self._journal.close()

    async def _next_event(self) -> Thing:
        """What waits is taken without another turn of the scheduler; the line is short, so others get theirs."""
        try:
            return self.mesh.events.receive_nowait()
        except trio.WouldBlock:
            return await self.mesh.events.receive()

    async def _tick(self) -> None:
        while True:
            await self._send.send(Tick(int(trio.current_time() * 1000)))
            await trio.sleep(TICK_MS / 1000)

    async def _take(self, event: Thing, nursery: trio.Nursery) -> None:
        if isinstance(event, Tick):
            self._write_transcript()
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
                self._keep_people()
                self._notify()
            case PeerDown(peer):
                self._small_talk.lose(peer)
                self._small_talk.say_links()
                self._notify()
            case Impatience() | Farewell() if self.mesh.linked and self._is_waking():
                self.complaint = _("your program first hears what the others hold: try again in a moment")
                self._notify()
            case Tick() if (
                self._is_bot and not self._is_waking() and gives_up(self.session, self.away_since, trio.current_time())
            ):
                await self._go_on(event, nursery)
                await self._lose_patience(nursery)
            case Impatience():
                await self._lose_patience(nursery)
            case Tick() if self.is_over:
                self._say_why_we_stay()
                await self._go_on(event, nursery)
            case _:
                await self._go_on(event, nursery)

    async def _lose_patience(self, nursery: trio.Nursery) -> None:
        away = long_away(self.session, self.away_since, trio.current_time()) if self._is_bot else Impatience().away
        await self._go_on(Impatience(away), nursery)

    async def _take_frame(self, peer: bytes, payload: bytes, nursery: trio.Nursery) -> None:
        """A frame is the session's or small talk; what is neither is dropped."""
        if peer not in self.session.meeting.company:
            return
        for vocabulary in (TALK, NODE):
            try:
                said: Any = vocabulary.decode(payload)
            except Refused:
                continue
            break
        else:
            return
        if vocabulary is TALK:
            late = self._pass_on(peer, payload, said) if isinstance(said, Say) else []
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

    def _pass_on(self, peer: bytes, payload: bytes, said: Say) -> list[bytes]:
        """What an author sends us goes on at once to those who have no link with him.

        Gives to whom it is to go afterwards: what somebody else brings must be new to us and signed, so that nothing
        circles and nobody makes us send rubbish. It only saves time: what gets lost is asked for (have and want).
        """
        try:
            content = read_envelope(said.envelope).content
        except Refused:
            return []
        keys = self.session.position.identities
        if content.seat >= len(keys):
            return []
        lacking = self._small_talk.neighbours.without_link_to(keys[content.seat], peer)
        if keys[content.seat] != peer:
            return [] if is_held(self.session, content, said.envelope) else lacking
        self._small_talk.send_each(lacking, payload)
        return []

    def _take_small_talk(self, peer: bytes, said: Any, payload: bytes) -> None:
        if isinstance(said, KnowsTheEnd):  # whoever is linked with us speaks for himself; others for those who are not
            linked = self._small_talk.neighbours.bits(self.mesh.linked - {peer})
            self._hear_who_knows(said.knowing & ~linked)
        elif line := self._small_talk.hear(peer, said, payload):
            self.talk.note(self.session.table, line)
        self._notify()

    def _done(self) -> bytes:
        return NODE.encode(KnowsTheEnd(self.session.meeting.id, self._knowing))

    def _say_if_we_know(self) -> None:
        if self.session.phase in (Phase.SEALED, Phase.ENDED):
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
        if self.session.ending is not None and before.ending is not self.session.ending:
            self._journal.end(self.session.ending)
        if isinstance(event, Intent) and any(isinstance(effect, Reject) for effect in effects):
            self._asked = -1  # asked again; a refused vote leaves the question as it is
        await self._carry_out(effects, nursery)
        if self.session.position is not before.position or self.session.phase is not before.phase:
            self._progress_at = trio.current_time()
            self._say_if_we_know()
        if self.session.is_behind and not before.is_behind:
            self._note(_(OLD_JOURNAL))
        if effects or self.session.accepted is not before.accepted:
            self._notify()

    # --- carrying out ------------------------------------------------------------------------------------------

    async def _carry_out(self, effects: list[Effect], nursery: trio.Nursery) -> None:
        """The journal first, with one sync; then what is to be sent, in its order. The transcript can wait."""
        uttered = [self._write_down(effect) for effect in effects]
        if any(uttered):
            self._journal.vouch(self.session.position.step, self.session.history, self._voucher)
            await self._sync()
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
                case RecordStep():
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

    async def _sync(self) -> None:
        """In place while the disk is quick. Once it was slow a thread waits for it, and links stay alive meanwhile."""
        if self._journal.sync_s <= SYNC_QUICK_S:
            self._journal.sync()
        else:
            await trio.to_thread.run_sync(self._journal.sync)

    def _write_down(self, effect: Effect) -> bool:
        """In the journal; whether something of ours waits for the sync."""
        match effect:
            case Keep(number, move):
                self._journal.keep(number, move)
            case Utter(raw):
                self._journal.write_utterance(raw)
                return True
            case RecordStep():
                self._journal.close_step(effect.envelopes)
            case Convict(_, evidence):
                self._journal.accuse(evidence)
            case _:
                pass
        return False

    def _write_transcript(self) -> None:
        """With every tick, and at the end: several steps at once cost little more than one. The journal is ahead."""
        records, self._unwritten = self._unwritten, []
        for record in records:
            is_last = record.step == self.session.position.step - 1
            self.files.append(record.envelopes, seals=is_last and self.session.phase is Phase.SEALED)
        self.files.flush()

    def retell(self, record: RecordStep) -> None:
        """What a closed step told the rules, for screens and logs; on resume all of them again."""
        known = dict(record.known)
        self.told += [SeenAnswer(record.step, told, known) for told in record.told]

    def _find_words(self) -> None:
        """Brings the log up to what was told."""
        for at in range(self._worded, len(self.told)):
            self._add(self.sentences(at))
        self._worded = len(self.told)

    def sentences(self, at: int) -> tuple[str, ...]:
        """One of the things told in words, as our seat saw it then."""
        table = self.session.table
        assert table is not None
        game, (_, told, after) = table.agreement.game, self.told[at]
        known = known_while(game.asks(told.before), self.told[at - 1].known if at else {}, after)
        return words_for(game, *told, Reader(self.session.own_seat, known, self.names))

    def _note(self, line: str) -> None:
        self._find_words()  # what happened before stands before it
        self._add([line])

    def _add(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._log.append(line)
            self.logged += 1

    # --- our player --------------------------------------------------------------------------------------------

    async def _ask_player(self, nursery: trio.Nursery) -> Intent | None:
        """Asks once a step; a question that is no longer open is withdrawn. What is answered at once comes back."""
        session, number = self.session, self.session.position.step
        moves = session.moves
        if self._held is not None and not self._is_waking():
            (step_number, intent), self._held = self._held, None
            if step_number == number and len(moves):
                return intent
        if self._asking is not None and (number != self._asked or not len(moves)):
            self._asking.cancel()
            self._asking = None
        if len(moves) and self._asked != number:
            self._asked = number
            table, view = session.table, self.view
            assert table is not None
            assert view is not None
            question = Question(table.agreement.game, view, moves, self.names, number, self.claim)
            if self._answered != number and self.asking.is_quick(question):
                self._answered = number  # never twice in a step: if an answer is refused, others get their turn first
                move = self.asking.settled(question) or await self.player.choose(question)
                return Intent(among_equals(question, move))
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
            move = await self.asking.answer(question, is_sealed=self.session.position.kind == "commit")
            if self.session.position.step == question.step:
                await self._send.send(Intent(among_equals(question, move)))

    # --- the end -----------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, in whatever way."""
        return self.session.phase in (Phase.FINISHED, Phase.SEALED, Phase.ENDED)

    @property
    def _is_bot(self) -> bool:
        return self.session.person is not None and self.session.person.bot

    def _may_leave(self) -> bool:
        """When it is over and nobody needs us: all others know how it ended, or have had their time."""
        if self.session.phase is Phase.PLAYING:
            return (
                bool(self.away_since)
                and self._is_bot
                and are_all_gone(self.session, self.away_since, trio.current_time())
            )
        quiet_s = trio.current_time() - self._progress_at
        match self.session.phase:
            case Phase.SEALED | Phase.ENDED:
                return not self._unknowing() or quiet_s > self._stay_s
            case Phase.FINISHED:
                return quiet_s > self._stay_s
            case Phase.SITTING:
                return quiet_s > SIT_WAIT_S
            case _:
                return False

    def _say_why_we_stay(self) -> None:
        """Once, where it takes more than a moment: a person sees the result and no reason to wait."""
        names = listed(self.awaited)
        if names and not self._has_said_why and trio.current_time() - self._progress_at > WHY_STAY_S:
            self._has_said_why = True
            unsigned = self.session.phase is Phase.FINISHED
            lacks = _("{names} has not signed the end yet") if unsigned else _("{names} may not know the end yet")
            stays = _("the table stays open for up to {seconds} seconds", seconds=round(self._stay_s))
            self._note(_("The game is over. {why}: {stays}.", why=lacks.format(names=names), stays=stays))
            self._notify()

    def _unknowing(self) -> list[bytes]:
        """Who may not know how it ended, and has time to come back: he may find only us.

        One that we have not met since we were started may have gone long ago, and has less.
        """
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
        if session.phase is Phase.PLAYING or (session.phase is Phase.SITTING and may_have_begun(session)):
            return
        if self._is_tidy:
            return
        self._is_tidy = True
        self._write_transcript()
        if session.phase is Phase.FINISHED:  # some seals are missing: those there are kept
            self.files.append(tuple(session.accepted[seat].raw for seat in sorted(session.accepted)), seals=True)
        claims = session.ending.claims if session.ending else ()
        self.files.end(claims, [proof.evidence for proof in session.verdicts])
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
