"""The node: one queue, one loop. An event goes into `session.step`, and its wishes are carried out in their order.

What must be durable is written and synced before anything leaves (journal.py). The screen, a bot or a test waits on
`changed` and reads; nobody is called back. One node plays one game; its mesh may outlive it.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, TypeAlias

import trio

from ..errors import Refused
from ..limits import CHAT_KEPT_MAX, LINGER_S, LOG_KEPT_MAX, QUEUE_EVENTS_MAX, SIT_WAIT_S, TICK_MS, WISHES_MAX
from ..net.event import Frame, PeerDown, PeerUp
from ..rules.ask import Over, Result
from ..session import position as at
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
from ..wire.envelope import open_envelope
from .player import Player, Question
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

Thing: TypeAlias = Any  # what the queue holds: a session event, or an event of the mesh


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
    ) -> None:
        self.mesh = mesh
        self.session = session
        self.player = player
        self.files = files
        self.log: deque[str] = deque(maxlen=LOG_KEPT_MAX)  # what happened, in plain words
        self.told: list[tuple[int, Told]] = []  # the same for a screen: by step, what changed; all of it
        self.chat: deque[tuple[str, str]] = deque(maxlen=CHAT_KEPT_MAX)  # (name, line)
        self.complaint = ""  # why our player's last wish was refused
        self.away_since: dict[bytes, float] = {}  # trio time, by identity
        self.alive_at: dict[bytes, float] = {}  # last sign of life of a thinking player
        self.changed = trio.Event()
        self._journal = journal
        self._first = list(first)
        self._forced_pause_s = forced_pause_s
        self._send, self._queue = trio.open_memory_channel[Thing](QUEUE_EVENTS_MAX)
        self._asked = -1  # the step in which our player was asked last
        self._asking: trio.CancelScope | None = None
        self._done: set[bytes] = set()  # who holds the whole game
        self._blind: dict[bytes, int] = {}  # peers who lack a link with somebody, and whom they see
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
    def names(self) -> tuple[str, ...]:
        table = self.session.table
        return table.agreement.names if table else ()

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
                nursery.start_soon(self._listen)
                nursery.start_soon(self._tick)
                await self._carry_out(self._first, nursery)
                self._ask_player(nursery)
                while not self._may_leave():
                    await self._take(await self._queue.receive(), nursery)
                    while self._wishes:
                        await self._take(self._wishes.popleft(), nursery)
                nursery.cancel_scope.cancel()
            await self._finish()
        finally:
            self._journal.close()  # gives the lock back: who stops here may go on in the same program

    async def _listen(self) -> None:
        async for event in self.mesh.events:
            await self._send.send(event)

    async def _tick(self) -> None:
        while True:
            await self._send.send(Tick(int(trio.current_time() * 1000)))
            await trio.sleep(TICK_MS / 1000)

    async def _take(self, event: Thing, nursery: trio.Nursery) -> None:
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
                have = Have(self.session.meeting.id, self.session.position.step, held)
                self.mesh.send(peer, TALK.encode(have))
                if self.session.phase is Phase.SEALED:
                    self.mesh.send(peer, NODE.encode(Done(self.session.meeting.id)))
                self._tell_whom_we_see()
                self._notify()
            case PeerDown(peer):
                self.away_since.setdefault(peer, trio.current_time())
                self._tell_whom_we_see()
                self._notify()
            case _:
                await self._step(event, nursery)

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
            await self._step(Heard(peer, said), nursery)
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
        keys = at.identities(self.session.position)
        try:
            seat = open_envelope(raw, lambda _: None).content.seat
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
            case Done():
                self._done.add(peer)
        self._notify()

    def _note_chat(self, peer: bytes, text: str) -> None:
        table = self.session.table
        keys = table.agreement.identities if table else ()
        self.chat.append((self.names[keys.index(peer)] if peer in keys else "somebody", text))
        self._notify()

    async def _step(self, event: Event, nursery: trio.Nursery) -> None:
        before = self.session
        self.session, effects = step(self.session, event)
        if isinstance(event, Intent) and any(isinstance(effect, Reject) for effect in effects):
            self._asked = -1  # asked again; a refused vote leaves the question as it is
        await self._carry_out(effects, nursery)
        if self.session.position is not before.position or self.session.phase is not before.phase:
            self._progress_at = trio.current_time()
            if self.session.phase is Phase.SEALED:
                self.mesh.broadcast(NODE.encode(Done(self.session.meeting.id)))
        if effects or self.session.accepted is not before.accepted:
            self._notify()
        self._ask_player(nursery)

    # --- carrying out ------------------------------------------------------------------------------------------

    async def _carry_out(self, effects: list[Effect], nursery: trio.Nursery) -> None:
        """Everything durable first, with one sync; then what is to be sent, in its order."""
        uttered = [self._write_down(effect) for effect in effects]
        if any(uttered):
            await trio.to_thread.run_sync(self._journal.sync)
        for effect in effects:
            match effect:
                case Utter(raw):
                    self.mesh.broadcast(TALK.encode(Say(self.session.meeting.id, raw)))
                case Tell(None, talk):
                    self.mesh.broadcast(TALK.encode(talk))
                case Tell(peer, talk) if peer:
                    self.mesh.send(peer, TALK.encode(talk))
                case Reject(sentence):
                    self.complaint = sentence
                case Convict(verdict):
                    self.log.append(f"CHEAT in step {verdict.step}: {verdict.name}: {verdict.sentence}")
                case Refuse():
                    pass  # the link's fault at most; the mesh bounds what a link may cost
                case _:
                    pass

    def _write_down(self, effect: Effect) -> bool:
        """Journal and transcript; whether something of ours waits for the sync."""
        match effect:
            case Keep(number, move):
                self._journal.keep(number, move)
            case Utter(raw):
                self._journal.write_utterance(raw)
                return True
            case Record():
                self._journal.close_step(effect.envelopes)
                self._record(effect)
            case _:
                pass
        return False

    def _record(self, record: Record) -> None:
        opening = open_envelope(record.envelopes[0], lambda _: None).content
        self.files.append(record.envelopes, seals=record.step >= FIRST_STEP and opening.kind == "seal")
        self.retell(record)

    def retell(self, record: Record) -> None:
        """What a closed step told the rules, for screens and logs; on resume all of them again."""
        for told in record.told:
            table = self.session.table
            assert table is not None
            self.told.append((record.step, told))
            self.log.extend(table.agreement.game.tell(told.before, told.answer, told.after, self.names))

    # --- our player --------------------------------------------------------------------------------------------

    def _ask_player(self, nursery: trio.Nursery) -> None:
        """Asks once a step; a question that is no longer open is withdrawn."""
        session, number = self.session, self.session.position.step
        moves = session.moves
        if self._asking is not None and (number != self._asked or not len(moves)):
            self._asking.cancel()
            self._asking = None
        if len(moves) and self._asked != number:
            self._asked = number
            self._asking = trio.CancelScope()
            table, view = session.table, session.view
            assert table is not None
            assert view is not None
            question = Question(table.agreement.game, view, moves, self.names, number)
            nursery.start_soon(self._question, question, self._asking)

    async def _question(self, question: Question, scope: trio.CancelScope) -> None:
        with scope:
            if len(question.moves) == 1:
                # Answered for the player, but not at once: an instant seal would say "I had no choice".
                await trio.sleep(self._forced_pause_s)
                move: Move = question.moves[0]
            else:
                move = await self.player.choose(question)
            if self.session.position.step == question.step:
                await self._send.send(Intent(move))

    # --- the end -----------------------------------------------------------------------------------------------

    @property
    def _is_over(self) -> bool:
        return self.session.phase in (Phase.FINISHED, Phase.SEALED, Phase.ENDED)

    def _may_leave(self) -> bool:
        """When everybody else holds the whole game, or nothing has moved for a while after the end.

        Whoever is away without it may come back, and find only us: the table is as patient as in play.
        """
        quiet_s = trio.current_time() - self._progress_at
        patience_s = self.session.meeting.terms.patience_s
        match self.session.phase:
            case Phase.SEALED:
                lacking = set(self.session.meeting.company) - {self.mesh.public} - self._done
                is_awaited = bool(lacking & self._met & self.away_since.keys())
                return not lacking or quiet_s > (patience_s if is_awaited else LINGER_S)
            case Phase.FINISHED:
                return quiet_s > patience_s
            case Phase.ENDED:
                return quiet_s > LINGER_S
            case Phase.SITTING:
                return quiet_s > SIT_WAIT_S
            case _:
                return False

    @property
    def _may_have_begun(self) -> bool:
        """Whether others may sit and play although we do not know it: our last word of sitting down is out."""
        session = self.session
        return session.position.step == FIRST_STEP - 1 and session.number in session.accepted

    async def _finish(self) -> None:
        session = self.session
        if session.phase is Phase.FINISHED and session.accepted:  # some seals are missing: those there are kept
            self.files.append(tuple(session.accepted[seat].raw for seat in sorted(session.accepted)), seals=True)
        if session.ending is not None:
            self.files.end(session.ending)
        self.files.sync()
        sentence = session.ending.sentence if session.ending else ""
        if not self._is_over:
            sentence = "somebody did not sit down after all"
        if self._is_over or not self._may_have_begun:
            # The game is over for good: its secret goes with the journal. A game that only stopped keeps it.
            self.files.forget_people()
            self._journal.erase()
        await self.player.finish(self.result, sentence)
        self._notify()

    def _notify(self) -> None:
        self.changed.set()
        self.changed = trio.Event()
