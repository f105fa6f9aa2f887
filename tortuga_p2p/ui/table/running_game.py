"""One party on the screen: its tasks in trio, what it told so far, and what the person is picking. Draws nothing."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

import trio

from ...bots.advice import advise, reason
from ...bots.story import judged
from ...errors import TortugaError
from ...limits import ALIVE_PERIOD_S
from ...session.helm import PROGRAM
from ...session.phases import SessionPhase
from ...text import N_, _
from ...verify.verifier import Outcome, verify
from ..game_words import hint_line, reason_words
from ..harmless import clean
from ..notice import AWAY_AFTER_S
from ..plain.announcements import fresh
from ..story import moments_at, story_at
from ..tavern.quick_start import AGAIN_S, opens_later
from .choice import OpenPrompt
from .playback import Playback
from .presence import needs_clock
from .screen_player import ScreenPlayer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ...bots.story import JudgedChoice, Story
    from ...node.afterwards import SameAgain
    from ...node.node import Node
    from ...node.one_game import Party
    from ...node.player import Question
    from ...rules.ask import Move
    from ...verify.verifier import Finding

    Make = Callable[[ScreenPlayer], Party]
    Start = Callable[[Party], Awaitable[Node]]

SETTLE_S: Final = 0.5  # a question must have been there for so long, without Enter or Space, before they count
TOO_QUICK: Final = N_("Too quick to be meant for this question: look, then press Enter.")


class RunningGame:
    """From a wish to play to the end of that game, as one screen follows it."""

    def __init__(
        self,
        make: Make,
        start: Start,
        notify: Callable[[], None],
        ring: Callable[[], None],
        *,
        paced: bool,
        again: bool = False,
        before: SameAgain | None = None,
    ) -> None:
        self.player = ScreenPlayer(notify)
        self._make, self._before = make, before
        self.party = self._new_party()
        self.tale = Playback(notify)
        self.tale.paced = paced
        self.choice: OpenPrompt | None = None
        self.hint = ""
        self.trouble = ""  # why there is no game, or no more of it
        self.again = again  # the people of a game before: the others may still be looking at its end
        self.has_ended = False  # whether the party has come to its end
        self.then: Callable[[], None] | None = None  # what to do once it has
        self.when_taken_over: Callable[[], None] = lambda: None  # our person has taken the seat in another terminal
        self.finding: Finding | None = None  # of the verifier, about the finished game
        self.story: Story | None = None  # of the finished game
        self.judged: list[JudgedChoice] = []  # our decisions beside a strong bot's
        self.is_judged = False  # whether those are all
        self.settle_s = SETTLE_S
        self.stays_for: tuple[str, ...] = ()  # who may not know how it ended; drawing is no task of trio's
        self._start = start
        self._notify = notify
        self._ring = ring
        self._touched_s = monotonic()  # when somebody pressed a key
        self._drawn: tuple[int, float] = (-1, 0.0)  # the step whose question is on the screen, and since when
        self._hinted: tuple[int, Move] | None = None
        self._adviser = ""  # who gave the last hint
        self._has_explained = False  # whether a decision has said that what stands picked is only a beginning
        self._alive_at = -ALIVE_PERIOD_S
        self._heard: list[tuple[str, str]] = []
        self._late = 0  # decisions that our program took because time was up, as far as they are told
        self._scope = trio.CancelScope()
        self._wants_hint = trio.Event()
        self._verified = trio.Event()
        self._is_verified_last = False

    @property
    def node(self) -> Node | None:
        """The game, once seats are drawn."""
        node = self.party.node
        return node if node is not None and node.session.table is not None else None

    @property
    def is_over(self) -> bool:
        node = self.node
        return node is not None and node.is_over

    @property
    def is_done(self) -> bool:
        """Whether everything of the game is settled: there it stays, for as long as somebody looks at its end."""
        node = self.node
        return self.has_ended or (node is not None and node.afterwards.is_settled)

    def _new_party(self) -> Party:
        party = self._make(self.player)
        party.lingers, party.before = True, self._before
        return party

    @property
    def is_by_program(self) -> bool:
        """Whether a program plays here for our person."""
        node = self.node
        return node is not None and not node.is_over and not self.is_done and node.asking.helm == PROGRAM

    def go_on_unattended(self, done: Callable[[], None]) -> None:
        """There is no screen any more: the program plays to the end, then calls."""
        assert self.party.node is not None
        self.party.node.is_unattended = True
        self.tale.paced = False
        self.then = done

    # --- the tasks -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the screen leaves."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.tale.narrate)
                nursery.start_soon(self._think)
                nursery.start_soon(self._tick)
                nursery.start_soon(self._tell_story)
                while await self._attempt():
                    await trio.sleep(AGAIN_S)
                    self.party = self._new_party()
                await self._conclude()

    async def _attempt(self) -> bool:
        """One party, to its end. Whether to try it once more: a table that opens again is not open at once."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._follow)
            try:
                await self._start(self.party)
            except TortugaError as trouble:
                if self.again and opens_later(self.party, trouble):
                    return True
                self.trouble = str(trouble)
            finally:
                nursery.cancel_scope.cancel()
        return False

    def leave(self) -> None:
        """Stops here. The journal has everything; bots of ours stop too."""
        self._scope.cancel()

    async def _conclude(self) -> None:
        self._read()
        await self._verify_last()
        self.has_ended = True
        self._notify()
        if self.node is not None and self.node.is_taken_over:
            self.when_taken_over()
        if self.then is not None:
            self.then()

    def go(self, then: Callable[[], None]) -> None:
        """Leaves a table that is settled, and goes on to something else as soon as everything is put away."""
        self.then = then
        if self.has_ended:
            then()
        elif self.node is not None:
            self.node.afterwards.let_go()

    def want_again(self, then: Callable[[], None]) -> None:
        """Our person wants a rematch, or no more. It begins with `then`, at once or when its table is opened."""
        node = self.node
        if self.has_ended or node is None:
            then()
            return
        after = node.afterwards
        wanted = self.party.identity.public not in after.wanting
        self.then = then if wanted else None
        after.want(wanted)

    async def _verify_last(self) -> None:
        """Once more where the proof may have come later."""
        node = self.node
        is_early = self.finding is None or self.finding.outcome is Outcome.UNFINISHED
        if node is not None and self.is_over and is_early and not self._is_verified_last:
            self._is_verified_last = True
            await self._verify(node)

    async def _verify(self, node: Node) -> None:
        """As anybody could, from the file."""
        path = node.files.transcript
        self.finding = await trio.to_thread.run_sync(lambda: verify(path.read_bytes()))
        self._notify()
        self._verified.set()

    async def _tell_story(self) -> None:
        """What the game was like, and then, decision by decision, what a strong bot would have done."""
        await self._verified.wait()
        node = self.node
        assert node is not None
        self.story = await trio.to_thread.run_sync(story_at, node)
        self._notify()
        if self.story is None:
            return
        own, moments = node.session.own_seat, moments_at(node)
        judging = judged(self.story.game, node.names, own, moments)
        while (one := await trio.to_thread.run_sync(next, judging, None, abandon_on_cancel=True)) is not None:
            self.judged.append(one)
        self.is_judged = True
        self._notify()

    async def _follow(self) -> None:
        """Wakes the screen whenever something of the lobby or the table has changed that can be seen."""
        seen: object = None
        while True:
            party = self.party
            events = [party.changed]
            events += [one.changed for one in (party.lobby, party.node) if one is not None]
            self._read()
            if party.node is None or _sight(party.node) != seen:
                seen = party.node and _sight(party.node)
                self._notify()
            node = party.node
            if (
                node is not None
                and node.session.phase in (SessionPhase.SEALED, SessionPhase.ENDED)
                and self.finding is None
            ):
                await self._verify(node)  # somebody may be away for long: what we have can be checked now
            if self.is_done:
                await self._verify_last()
            await _any(events)

    async def _tick(self) -> None:
        """Wakes the screen every second while something on it counts seconds."""
        while True:
            await trio.sleep(1)
            if self.node is not None and needs_clock(self.node):
                self._notify()

    def _read(self) -> None:
        node = self.party.node
        if node is None:
            return
        self.tale.read(node)
        self.stays_for = node.awaited if self.is_over else ()
        for line in node.asking.late[self._late :]:
            self.tale.hear(line)
        self._late = len(node.asking.late)
        heard = list(node.chat)
        for name, line in fresh(self._heard, heard):
            self.tale.hear(f"{clean(name)}: {clean(line)}")
        self._heard = heard

    # --- the choice ------------------------------------------------------------------------------------------

    def open_choice(self) -> OpenPrompt | None:
        """The choice for the question that is open now; a new one for a new question."""
        question = self.player.question
        if question is None:
            self.choice = None
        elif self.choice is None or self.choice.question is not question:
            self.choice, self.hint = OpenPrompt(question), ""
            self.choice.explains = not self._has_explained
            self._has_explained = self._has_explained or bool(self.choice.suggestion)
            if monotonic() - self._touched_s > AWAY_AFTER_S:
                self._ring()
        return self.choice

    def saw(self, choice: OpenPrompt) -> None:
        """The screen shows this question."""
        if self._drawn[0] != choice.step:
            self._drawn = (choice.step, monotonic())

    def seal(self) -> None:
        """Answers the question that is on the screen, if it has been there long enough to be meant."""
        choice = self.choice
        if choice is None or self._drawn[0] != choice.step:
            return
        if not self.is_meant(choice):
            choice.note = _(TOO_QUICK)
            return
        if choice.hindrance or choice.prompt.move is None:
            choice.note = choice.hindrance
        elif self.player.seal(choice.step, choice.prompt.move):
            self.tale.previewed.add(choice.step)
            self.choice, self.hint = None, ""

    def is_meant(self, choice: OpenPrompt) -> bool:
        """Whether Enter or Space can mean this question: not if it was held down, or meant what was there before.

        A key that came too early makes the question wait anew, and does nothing else.
        """
        if self._drawn[0] == choice.step and monotonic() - self._drawn[1] >= self.settle_s:
            return True
        self._drawn = (choice.step, monotonic())
        return False

    # --- hints: a bot of the game thinks in a thread ---------------------------------------------------------

    def ask_hint(self) -> None:
        """What a good bot would do; asked again, that is picked."""
        choice = self.choice
        if choice is None:
            return
        choice.note = ""
        if self._hinted is not None and self._hinted[0] == choice.step and self.hint:
            choice.take(self._hinted[1], self._adviser)
        else:
            self.hint = _("A good bot is thinking about it ...")
            self._wants_hint.set()

    async def _think(self) -> None:
        while True:
            await self._wants_hint.wait()
            self._wants_hint = trio.Event()
            question = self.player.question
            if question is None:
                continue
            name, move = await trio.to_thread.run_sync(advise, *question.for_advice)
            self._adviser = name.capitalize()
            line = hint_line(question, self._adviser, move, _(" (h picks it)"))
            if self._is_asked(question):
                self._hinted = (question.step, move)
                self.hint = f"{line} {_('Why? One moment ...')}"
                self._notify()
            found = await trio.to_thread.run_sync(reason, *question.for_advice, move, abandon_on_cancel=True)
            if self._is_asked(question) and self.hint:
                self.hint = f"{line} {reason_words(question, found)}"
                self._notify()

    def _is_asked(self, question: Question) -> bool:
        """Whether that is still what stands on the screen."""
        return self.choice is not None and self.choice.question is question

    # --- signs of life ---------------------------------------------------------------------------------------

    def show_life(self) -> None:
        """A key was pressed: the others may see that somebody is there."""
        self._touched_s = monotonic()
        node = self.node
        if node is not None and not self.is_over and monotonic() - self._alive_at >= ALIVE_PERIOD_S:
            self._alive_at = monotonic()
            node.still_here()


def _sight(node: Node) -> tuple[object, ...]:
    """All of a node that a screen shows: programs exchange much that changes nothing for the eye."""
    session = node.session
    table = (session.position.step, session.phase, tuple(session.accepted), len(session.votes))
    return (
        *table,
        tuple(node.away_since),
        tuple(node.notices.values()),
        len(node.chat),
        len(node.told),
        node.complaint,
        node.helms,
        tuple(session.wishes),
        node.afterwards.is_settled,
        frozenset(node.afterwards.wanting),
    )


async def _any(events: list[trio.Event]) -> None:
    async with trio.open_nursery() as nursery:

        async def wait(event: trio.Event) -> None:
            await event.wait()
            nursery.cancel_scope.cancel()

        for event in events:
            nursery.start_soon(wait, event)
