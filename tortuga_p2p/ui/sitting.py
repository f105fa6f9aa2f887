"""One party on the screen: its tasks in trio, what it told so far, and what the person is picking. Draws nothing."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

import trio

from ..bots.chance import SeededDraw
from ..errors import TortugaError
from ..rules.screen import reason_of
from ..session.phases import Phase
from ..text import _
from ..verify.verifier import verify
from .choice import Choice
from .console import ALIVE_PERIOD_S, HINT_BOTS
from .now import AGAIN_S, opens_later
from .person import ScreenPlayer
from .presence import needs_clock
from .tale import Tale

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..node.node import Node
    from ..node.party import Party
    from ..node.player import Question
    from ..rules.ask import Move
    from ..verify.verifier import Finding

    Make = Callable[[ScreenPlayer], Party]
    Start = Callable[[Party], Awaitable[Node]]

RING_AFTER_S: Final = 20.0  # whoever pressed nothing for so long may look elsewhere: the bell calls
SETTLE_S: Final = 0.3  # a question must have been on the screen for so long before Enter answers it


class Sitting:
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
    ) -> None:
        self.player = ScreenPlayer(notify)
        self.party = make(self.player)
        self.tale = Tale(notify)
        self.tale.paced = paced
        self.choice: Choice | None = None
        self.hint = ""
        self.trouble = ""  # why there is no game, or no more of it
        self.again = again  # the people of a game before: the others may still be looking at its end
        self.is_done = False  # whether the party has come to its end
        self.then: Callable[[], None] | None = None  # what to do once it has
        self.finding: Finding | None = None  # of the verifier, about the finished game
        self.settle_s = SETTLE_S
        self.stays_for: tuple[str, ...] = ()  # who may not know how it ended; drawing is no task of trio's
        self.heard_s = 0.0  # when somebody said something
        self._make, self._start = make, start
        self._notify = notify
        self._ring = ring
        self._touched_s = monotonic()  # when somebody pressed a key
        self._drawn: tuple[int, float] = (-1, 0.0)  # the step whose question is on the screen, and since when
        self._hinted: tuple[int, Move] | None = None
        self._alive_at = -ALIVE_PERIOD_S
        self._heard: list[tuple[str, str]] = []
        self._scope = trio.CancelScope()
        self._wants_hint = trio.Event()

    @property
    def node(self) -> Node | None:
        """The game, once seats are drawn."""
        node = self.party.node
        return node if node is not None and node.session.table is not None else None

    @property
    def is_over(self) -> bool:
        node = self.node
        return node is not None and node.session.phase in (Phase.FINISHED, Phase.SEALED, Phase.ENDED)

    # --- the tasks -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the screen leaves."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.tale.narrate)
                nursery.start_soon(self._think)
                nursery.start_soon(self._tick)
                while await self._attempt():
                    await trio.sleep(AGAIN_S)
                    self.party = self._make(self.player)
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
        node = self.node
        if node is not None and self.is_over and self.finding is None:
            await self._verify(node)
        self.is_done = True
        self._notify()
        if self.then is not None:
            self.then()

    async def _verify(self, node: Node) -> None:
        """As anybody could, from the file."""
        path = node.files.transcript
        self.finding = await trio.to_thread.run_sync(lambda: verify(path.read_bytes()))
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
            if node is not None and node.session.phase in (Phase.SEALED, Phase.ENDED) and self.finding is None:
                await self._verify(node)  # somebody may be away for long: what we have can be checked now
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
        if self._heard != list(node.chat):
            self._heard, self.heard_s = list(node.chat), monotonic()

    # --- the choice ------------------------------------------------------------------------------------------

    def open_choice(self) -> Choice | None:
        """The choice for the question that is open now; a new one for a new question."""
        question = self.player.question
        if question is None:
            self.choice = None
        elif self.choice is None or self.choice.question is not question:
            self.choice, self.hint = Choice(question), ""
            if monotonic() - self._touched_s > RING_AFTER_S:
                self._ring()
        return self.choice

    def saw(self, choice: Choice) -> None:
        """The screen shows this question."""
        if self._drawn[0] != choice.step:
            self._drawn = (choice.step, monotonic())

    def seal(self) -> None:
        """Answers the question that is on the screen, if it has been there long enough to be meant."""
        choice = self.choice
        if choice is None or self._drawn[0] != choice.step or monotonic() - self._drawn[1] < self.settle_s:
            return
        if choice.item.why_not:
            choice.note = choice.item.why_not
        elif choice.prompt.move is None:
            choice.note = choice.prompt.missing
        elif self.player.seal(choice.step, choice.prompt.move):
            self.choice, self.hint = None, ""

    # --- hints: a bot of the game thinks in a thread ---------------------------------------------------------

    def ask_hint(self) -> None:
        """What a good bot would do; asked again, that is picked."""
        choice = self.choice
        if choice is None:
            return
        if self._hinted is not None and self._hinted[0] == choice.step and self.hint:
            choice.take(self._hinted[1])
        else:
            self.hint = _("A captain thinks about it ...")
            self._wants_hint.set()

    async def _think(self) -> None:
        while True:
            await self._wants_hint.wait()
            self._wants_hint = trio.Event()
            question = self.player.question
            if question is None:
                continue
            name, move = await trio.to_thread.run_sync(_advise, question)
            if self.choice is not None and self.choice.question is question:
                self._hinted = (question.step, move)
                why = reason_of(question.game, question.view, move, question.names)
                self.hint = _("{bot} would {reason} (h picks it)").format(bot=name.capitalize(), reason=why)
                self._notify()

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
    )


def _advise(question: Question) -> tuple[str, Move]:
    bots = question.game.bots()
    name = next((name for name in HINT_BOTS if name in bots), next(iter(bots)))
    return name, bots[name]().choose(question.view, question.moves, SeededDraw(question.step, "hint"))


async def _any(events: list[trio.Event]) -> None:
    async with trio.open_nursery() as nursery:

        async def wait(event: trio.Event) -> None:
            await event.wait()
            nursery.cancel_scope.cancel()

        for event in events:
            nursery.start_soon(wait, event)
