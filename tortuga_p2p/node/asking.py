"""Our player is asked: what they need not be asked, how long they may think, and when an answer may leave."""

from __future__ import annotations

from collections import deque
from math import inf
from typing import TYPE_CHECKING, Final

import trio

from ..bots.advice import advise
from ..limits import THOUGHTS_KEPT_MAX
from ..rules.decision import only_move
from ..rules.telling import line_of
from ..rules.words import Reader
from ..session.helm import PERSON, PROGRAM
from ..text import _
from .autopilot import Autopilot
from .player import hesitation_s
from .turn_clock import TurnClock

if TYPE_CHECKING:
    from ..rules.ask import Move
    from ..session.message import Terms
    from .player import Player, Question
    from .turn_clock import Allowance, TimeLeft

NO, ASK, ALWAYS = STANDING = ("no", "ask", "always")  # how a question that comes again and again is answered


class Asking:
    """One seat's player, and what they have decided once and for all."""

    def __init__(self, player: Player, pause_s: float, terms: Terms | None = None) -> None:
        self.clock = TurnClock() if terms is None else TurnClock.of(terms)
        self.asked_s: float | None = None  # when our player was asked what is open now
        self._allowed: Allowance | None = None
        self.late: list[str] = []  # what our program did because time was up, a sentence each
        self.helm = PERSON  # or a program, which then decides in their place
        self.standing: dict[str, str] = {}  # by name of the question (`Game.standing`); a person says no until then
        self.is_bot = False  # a bot is never tired of a question
        self._person = player
        self._program: Player = Autopilot(pause_s)
        self._thought_s: deque[float] = deque(maxlen=THOUGHTS_KEPT_MAX)  # before real choices that were sealed
        self._pause_s: Final = pause_s  # before an answer that nobody has to think about

    @property
    def _player(self) -> Player:
        return self._program if self.helm == PROGRAM else self._person

    def settled(self, question: Question) -> Move | None:
        """The answer that nobody need be asked for: the only one, any of equal ones, or what our person has decided
        before."""
        if len(question.moves) == 1:
            return question.moves[0]
        seat = question.view.seat
        is_program = self.is_bot or self.helm == PROGRAM
        if not is_program and (only := _only_choice(question)) is not None:
            return only
        asked = None if is_program or seat is None else question.game.standing(question.view.state, seat)
        if asked is None or self.standing.get(asked.name) == ASK:
            return None
        return asked.yes if self.standing.get(asked.name) == ALWAYS else asked.no

    def is_quick(self, question: Question) -> bool:
        """Whether no task is needed for it, which takes longer than the answer."""
        is_settled = self.settled(question) is not None
        return not self._pause_s if is_settled else getattr(self._player, "is_quick", False)

    async def answer(self, question: Question, *, is_sealed: bool) -> Move:
        """The settled answer after a pause, for an instant one would say "I had no choice"; or our player's, in time.

        When time is up, by the clock of the table or of the game, our player's own program acts: here.
        """
        settled = self.settled(question)
        if settled is not None:
            varies = is_sealed or len(question.moves) > 1
            await trio.sleep(hesitation_s(self._pause_s, self._thought_s) if varies else self._pause_s)
            return settled
        allowed = self._allowed = self.clock.allowance(question)
        begun_s = self.asked_s = trio.current_time()
        try:
            with trio.move_on_after(inf if allowed is None else allowed.seconds):
                move = await self._player.choose(question)
                if is_sealed:
                    self._thought_s.append(trio.current_time() - begun_s)
                return move
        finally:
            self.clock.spend(trio.current_time() - begun_s)
            self.asked_s = None
        assert allowed is not None
        return await self._act_for_them(question, allowed.move)

    async def _act_for_them(self, question: Question, move: Move | None) -> Move:
        """Time is up: what the game says of somebody who is late, or what its adviser would do."""
        if move is not None:
            self.late.append(_("Your time was up: your program did what the rules say."))
            return move
        advice = await trio.to_thread.run_sync(advise, *question.for_advice, abandon_on_cancel=True)
        reader = Reader(question.view.seat, question.view.known, question.names)
        line = line_of(question.game, question.view, advice.move, reader, question.moves)
        words = _("Your time was up: your program decided for you, as {bot} would: {move}.", bot=advice.bot, move=line)
        self.late.append(words)
        return advice.move

    def left(self, now_s: float) -> TimeLeft | None:
        """What our player has left; `None` where nobody counts, or nothing is asked."""
        if self.asked_s is None or self._allowed is None:
            return None
        return self.clock.left(now_s - self.asked_s, self._allowed)


def _only_choice(question: Question) -> Move | None:
    """What somebody would have to choose, whatever they choose: of equal tiles either."""
    decision = question.game.decision(question.view)
    made = None if decision is None else only_move(decision, question.view)
    return made if made is not None and made in question.moves else None
