"""The node: one queue, one loop. An event goes into `session.step`, and its wishes are carried out in their order.

What must be durable is written and synced before anything leaves (journal.py). The screen, a bot or a test waits on
`changed` and reads; nobody is called back. One node plays one game; its mesh may outlive it.
"""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeAlias

import trio

from ..errors import Refused
from ..limits import CHAT_KEPT_MAX, LOG_KEPT_MAX, SIT_WAIT_S, STAY_S, SYNC_QUICK_S, TICK_MS, WHY_STAY_S, WISHES_MAX
from ..net.event import Frame, PeerDown, PeerUp
from ..rules.ask import Over, Result
from ..session.event import (
    Convict,
    Farewell,
    Heard,
    Impatience,
    Intent,
    Keep,
    Record,
    Refuse,
    Reject,
    Tell,
    Tick,
    Utter,
)
from ..session.message import TALK, Have, Say
from ..session.phases import Phase
from ..session.session import step
from ..session.table import FIRST_STEP
from ..wire.envelope import read_envelope
from .patience import gives_up, long_away
from .player import Player, Question, hesitation_s
from .talk import NODE, Alive, Chat, Done, Sees

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..net.mesh import Mesh
    from ..rules.ask import Move
    from ..session.event import Effect, Event
    from ..session.replica import Session
    from ..session.table import Told
    from .files import GameFiles
    from .journal import Journal

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
        forced_pause_s: float = 0.0,
        stay_s: float | None = None,
    ) -> None:
        self.mesh = mesh
        self.session = session
        self.player = player
        self.files = files
        self.logged = 0  # how many lines the log had, with those that are forgotten
        self.told: list[tuple[int, Told]] = []  # the same for a screen: by step, what changed; all of it
        self.chat: deque[tuple[str, str]] = deque(maxlen=CHAT_KEPT_MAX)  # (name, line)
        self.notices: dict[str, str] = {}  # by name: what we know about somebody who is away and belongs to us
        self.complaint = ""  # why our player's last wish was refused
        self.away_since: dict[bytes, float] = {}  # trio time, by identity
        self.alive_at: dict[bytes, float] = {}  # last sign of life of a thinking player
        self.changed = trio.Event()
        self._log: deque[str] = deque(maxlen=LOG_KEPT_MAX)
        self._worded = 0  # how much of what was told is in the log
        self._journal = journal
        self._first = list(first)
        self._forced_pause_s = forced_pause_s
        # How long we stay for others once it is over: as long as the table is patient in play, if nobody waits for us.
        self._stay_s = session.meeting.terms.patience_s if stay_s is None else stay_s
        self._send: trio.MemorySendChannel[Thing] = mesh.line()
        self._asked = -1  # the step in which our player was asked last
        self._asking: trio.CancelScope | None = None
        self._answered = -1  # the step in which it answered at once
        self._knowing = 0  # who knows how it ended: bits, by chair
        self._blind: dict[bytes, int] = {}  # peers who lack a link with somebody, and whom they see
        self._unwritten: list[Record] = []  # closed steps that are not in the transcript yet
        self._is_tidy = False
        self._has_said_why = False
        self._progress_at = 0.0
        self._met: set[bytes] = set()  # with whom we had a link since we started
        self._wishes: deque[Thing] = deque(maxlen=WISHES_MAX)  # of our person, where the queue is full

    # --- for a screen: nothing here waits ----------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """The result of a finished game."""
        table = self.session.table
        over = self.session.phase in (Phase.FINISHED, Phase.SEALED)
        return table.ask.result if over and table and isinstance(table.ask, Over) else None

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
        keys = session.table.agreement.identities if session.table and self._is_over else ()
        return tuple(self.names[keys.index(peer)] for peer in self._unknowing() if peer in keys)

    def wish(self, event: Intent | Farewell | Impatience) -> None:
        """Our person decided something. Whether it is legal, `complaint` says after the next change."""
        try:
            self._send.send_nowait(event)
        except trio.WouldBlock:  # somebody floods us: our person does not stand in that line
            self._wishes.append(event)

    def say(self, text: str) -> None:
        """A line of chat for everybody."""
        self.mesh.broadcast(NODE.encode(Chat(self.session.meeting.id, text)))
        self._note_chat(self.mesh.public, text)

    def notice(self, name: str, sentence: str) -> None:
        """Something about a bot of ours: a line of the log, and for as long as the bot is away a line of the screen."""
        self.notices[name] = sentence
        self._note(sentence)
        self._notify()

    def still_here(self) -> None:
        """Our person thinks; the others see it."""
        self.mesh.broadcast(NODE.encode(Alive(self.session.meeting.id)))

    # --- the loop ----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the game is sealed or has ended, and nobody needs us any more."""
        for peer in self.session.meeting.company:
            if peer != self.mesh.public:
                self.mesh.want(peer)
                if peer in self.mesh.linked:
                    self._met.add(peer)
                else:
                    self.away_since[peer] = trio.current_time()
        self._progress_at = trio.current_time()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._tick)
                await self._carry_out(self._first, nursery)
                self._say_if_we_know()
                await self._go_on(await self._ask_player(nursery), nursery)
                while not self._may_leave():
                    await self._take(await self._next_event(), nursery)
                    while self._wishes:
                        await self._take(self._wishes.popleft(), nursery)
                nursery.cancel_scope.cancel()
            self._tidy_up()
            await self.player.finish(self.result, self._sentence)
            self._notify()
        finally:
            with ExitStack() as last:  # from below upwards, all of them, even if a disk is full
                last.callback(self._journal.close)  # gives the lock back: who stops may go on in the same program
                last.callback(self.files.close)
                last.callback(self._write_transcript)
                last.callback(self._send.close)
                if self.session.phase in (Phase.SEALED, Phase.ENDED):
                    last.callback(self._tidy_up)  # who leaves while others may need us needs nothing more himself

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
            case Frame(peer, payload):
                await self._take_frame(peer, payload, nursery)
            case PeerUp(peer) | PeerDown(peer) if peer not in self.session.meeting.company:
                pass  # somebody who wanted a seat, or has nothing to do here
            case PeerUp(peer):
                self.away_since.pop(peer, None)
                self._met.add(peer)
                if self._is_over:
                    self._progress_at = trio.current_time()  # it may need what we have
                # What was sent while the link was down is lost: say where we stand, the other gives what we miss.
                held = sum(1 << seat for seat in self.session.accepted)
                have = Have(self.session.meeting.id, self.session.position.step, held, self.session.history)
                self.mesh.send(peer, TALK.encode(have))
                if self._knowing:
                    self.mesh.send(peer, self._done())
                self._tell_whom_we_see()
                self._keep_people()
                self._notify()
            case PeerDown(peer):
                self.away_since.setdefault(peer, trio.current_time())
                self._tell_whom_we_see()
                self._notify()
            case Tick() if self._is_bot and gives_up(self.session, self.away_since, trio.current_time()):
                await self._go_on(event, nursery)
                await self._lose_patience(nursery)
            case Impatience():
                await self._lose_patience(nursery)
            case Tick() if self._is_over:
                self._say_why_we_stay()
                await self._go_on(event, nursery)
            case _:
                await self._go_on(event, nursery)

    async def _lose_patience(self, nursery: trio.Nursery) -> None:
        away = long_away(self.session, self.away_since, trio.current_time())
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
            self._pass_on(peer, payload, said)
            await self._go_on(Heard(peer, said), nursery)
        elif getattr(said, "meeting", None) == self.session.meeting.id:
            self._take_small_talk(peer, said)

    def _tell_whom_we_see(self) -> None:
        company = self.session.meeting.company
        linked = sum(1 << chair for chair, peer in enumerate(company) if peer in self.mesh.linked)
        self.mesh.broadcast(NODE.encode(Sees(self.session.meeting.id, linked)))

    def _pass_on(self, peer: bytes, payload: bytes, said: Any) -> None:
        """What an author sends us goes on to those who have no link with him. Nobody is told twice, nothing circles.

        It only saves time: whatever gets lost is asked for again (have and want).
        """
        if not self._blind or not isinstance(said, Say):
            return
        chair = 1 << self.session.meeting.company.index(peer)
        for other, linked in self._blind.items():
            if other != peer and not linked & chair and self._is_author(peer, said.envelope):
                self.mesh.send(other, payload)

    def _is_author(self, peer: bytes, raw: bytes) -> bool:
        keys = self.session.position.identities
        try:
            seat = read_envelope(raw).content.seat
        except Refused:
            return False
        return seat < len(keys) and keys[seat] == peer

    def _take_small_talk(self, peer: bytes, said: Any) -> None:
        match said:
            case Sees(_, linked):
                company = self.session.meeting.company
                all_others = (1 << len(company)) - 1 & ~(1 << company.index(peer))
                if linked & all_others == all_others:
                    self._blind.pop(peer, None)
                else:
                    self._blind[peer] = linked
            case Chat(_, text):
                self._note_chat(peer, text)
            case Alive():
                self.alive_at[peer] = trio.current_time()
            case Done(_, knowing):
                # Whoever is linked with us speaks for himself; others speak for those who are not.
                company = self.session.meeting.company
                linked = sum(1 << chair for chair, one in enumerate(company) if one in self.mesh.linked and one != peer)
                self._hear_who_knows(knowing & ~linked)
        self._notify()

    def _note_chat(self, peer: bytes, text: str) -> None:
        table = self.session.table
        keys = table.agreement.identities if table else ()
        self.chat.append((self.names[keys.index(peer)] if peer in keys else "somebody", text))
        self._notify()

    def _done(self) -> bytes:
        return NODE.encode(Done(self.session.meeting.id, self._knowing))

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
        self.session, effects = step(self.session, event)
        if self.session.ending is not None and before.ending is not self.session.ending:
            self._journal.end(self.session.ending)
        if isinstance(event, Intent) and any(isinstance(effect, Reject) for effect in effects):
            self._asked = -1  # asked again; a refused vote leaves the question as it is
        await self._carry_out(effects, nursery)
        if self.session.position is not before.position or self.session.phase is not before.phase:
            self._progress_at = trio.current_time()
            self._say_if_we_know()
        if effects or self.session.accepted is not before.accepted:
            self._notify()

    # --- carrying out ------------------------------------------------------------------------------------------

    async def _carry_out(self, effects: list[Effect], nursery: trio.Nursery) -> None:
        """The journal first, with one sync; then what is to be sent, in its order. The transcript can wait."""
        uttered = [self._write_down(effect) for effect in effects]
        if any(uttered):
            await self._sync()
        for effect in effects:
            match effect:
                case Utter(raw):
                    self.mesh.broadcast(TALK.encode(Say(self.session.meeting.id, raw)))
                case Tell(None, talk):
                    self.mesh.broadcast(TALK.encode(talk))
                case Tell(peer, talk) if peer:
                    self.mesh.send(peer, TALK.encode(talk))
                case Record():
                    self._unwritten.append(effect)
                    self.retell(effect)
                case Reject(sentence):
                    self.complaint = sentence
                case Convict(verdict):
                    self._note(f"CHEAT in step {verdict.step}: {verdict.name}: {verdict.sentence}")
                case Refuse():
                    pass  # the link's fault at most; the mesh bounds what a link may cost
                case _:
                    pass
        if self._is_over:
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
            case Record():
                self._journal.close_step(effect.envelopes)
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

    def retell(self, record: Record) -> None:
        """What a closed step told the rules, for screens and logs; on resume all of them again."""
        self.told += [(record.step, told) for told in record.told]

    def _find_words(self) -> None:
        """Brings the log up to what was told."""
        table = self.session.table
        for _, told in self.told[self._worded :]:
            assert table is not None
            self._add(table.agreement.game.tell(told.before, told.answer, told.after, self.names))
        self._worded = len(self.told)

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
        if self._asking is not None and (number != self._asked or not len(moves)):
            self._asking.cancel()
            self._asking = None
        if len(moves) and self._asked != number:
            self._asked = number
            table, view = session.table, session.view
            assert table is not None
            assert view is not None
            question = Question(table.agreement.game, view, moves, self.names, number)
            if self._is_answered_at_once(question):
                self._answered = number  # never twice in a step: if an answer is refused, others get their turn first
                return Intent(moves[0] if len(moves) == 1 else await self.player.choose(question))
            self._asking = trio.CancelScope()
            nursery.start_soon(self._question, question, self._asking)
        return None

    def _is_answered_at_once(self, question: Question) -> bool:
        """Whether no task is needed for it, which takes longer than the answer."""
        if self._answered == question.step:
            return False
        is_forced = len(question.moves) == 1
        return not self._forced_pause_s if is_forced else getattr(self.player, "is_quick", False)

    async def _question(self, question: Question, scope: trio.CancelScope) -> None:
        with scope:
            if len(question.moves) == 1:
                # Answered for the player, but not at once: an instant seal would say "I had no choice".
                sealed = self.session.position.kind == "commit"
                await trio.sleep(hesitation_s(self._forced_pause_s) if sealed else self._forced_pause_s)
                move: Move = question.moves[0]
            else:
                move = await self.player.choose(question)
            if self.session.position.step == question.step:
                await self._send.send(Intent(move))

    # --- the end -----------------------------------------------------------------------------------------------

    @property
    def _is_over(self) -> bool:
        return self.session.phase in (Phase.FINISHED, Phase.SEALED, Phase.ENDED)

    @property
    def _is_bot(self) -> bool:
        return self.session.me is not None and self.session.me.enter.bot

    def _may_leave(self) -> bool:
        """When it is over and nobody needs us: all others know how it ended, or have had their time."""
        if self.session.phase is Phase.PLAYING:
            return bool(self.away_since) and self._is_bot and self._are_all_gone()
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
        names = " and ".join(self.awaited)
        if names and not self._has_said_why and trio.current_time() - self._progress_at > WHY_STAY_S:
            self._has_said_why = True
            lacks = "has not signed the end yet" if self.session.phase is Phase.FINISHED else "may not know the end yet"
            self._note(f"The game is over. {names} {lacks}: the table stays open for up to {self._stay_s:.0f} seconds.")
            self._notify()

    def _unknowing(self) -> list[bytes]:
        """Who may not know how it ended, and has time to come back: he may find only us.

        One that we have not met since we were started may have gone long ago, and has less.
        """
        ending, now_s = self.session.ending, trio.current_time()
        guilty = ending.verdict.identity if ending and ending.verdict else b""
        found = []
        for chair, peer in enumerate(self.session.meeting.company):
            stay_s = self._stay_s if peer in self._met else min(self._stay_s, STAY_S)
            is_in_time = now_s - self.away_since.get(peer, now_s) <= stay_s
            if is_in_time and not self._knowing >> chair & 1 and peer not in (guilty, self.mesh.public):
                found.append(peer)
        return found

    def _are_all_gone(self) -> bool:
        """Whether a bot is alone for good: it ends, and its journal stays for whoever wakes it."""
        gone_s = trio.current_time() - 2 * self.session.meeting.terms.patience_s
        others = [peer for peer in self.session.meeting.company if peer != self.mesh.public]
        return all(self.away_since.get(peer, gone_s + 1) <= gone_s for peer in others)

    @property
    def _may_have_begun(self) -> bool:
        """Whether others may sit and play although we do not know it: our last word of sitting down is out."""
        session = self.session
        return session.position.step == FIRST_STEP - 1 and session.number in session.accepted

    @property
    def _sentence(self) -> str:
        """Why there is no whole end, or nothing."""
        session = self.session
        if session.ending is not None:
            return session.ending.sentence
        match session.phase:
            case Phase.FINISHED:
                missing = " and ".join(self.names[seat] for seat in session.waiting_for)
                return f"the game is over; {missing} did not sign its end"
            case Phase.PLAYING:
                return "everybody else has gone; the game is kept"
            case Phase.SITTING:
                return "somebody did not sit down after all"
            case _:
                return ""

    def _tidy_up(self) -> None:
        """What is over for good leaves its transcript, durably, and no secret. A game that only stopped keeps both."""
        session = self.session
        if session.phase is Phase.PLAYING or (session.phase is Phase.SITTING and self._may_have_begun):
            return
        if self._is_tidy:
            return
        self._is_tidy = True
        self._write_transcript()
        if session.phase is Phase.FINISHED:  # some seals are missing: those there are kept
            self.files.append(tuple(session.accepted[seat].raw for seat in sorted(session.accepted)), seals=True)
        if session.ending is not None:
            self.files.end(session.ending)
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
