"""Our player is asked: what they need not be asked, how long they may think, and when an answer may leave."""

from __future__ import annotations

from collections import deque
from math import inf
from typing import TYPE_CHECKING, Final

import trio

from ..limits import THOUGHTS_KEPT_MAX
from .player import hesitation_s

if TYPE_CHECKING:
    from ..rules.ask import Move
    from .player import Player, Question

NO, ASK, ALWAYS = STANDING = ("no", "ask", "always")  # how a question that comes again and again is answered


class Asking:
    """One seat's player, and what they have decided once and for all."""

    def __init__(self, player: Player, pause_s: float) -> None:
        self.standing: dict[str, str] = {}  # by name of the question (`Game.standing`); a person says no until then
        self.is_bot = False  # a bot is never tired of a question
        self._player = player
        self._thought_s: deque[float] = deque(maxlen=THOUGHTS_KEPT_MAX)  # before real choices that were sealed
        self._pause_s: Final = pause_s  # before an answer that nobody has to think about

    def settled(self, question: Question) -> Move | None:
        """The answer that nobody need be asked for: the only one, or what our person has decided before."""
        if len(question.moves) == 1:
            return question.moves[0]
        seat = question.view.seat
        asked = None if self.is_bot or seat is None else question.game.standing(question.view.state, seat)
        if asked is None or self.standing.get(asked.name) == ASK:
            return None
        return asked.yes if self.standing.get(asked.name) == ALWAYS else asked.no

    def is_quick(self, question: Question) -> bool:
        """Whether no task is needed for it, which takes longer than the answer."""
        is_settled = self.settled(question) is not None
        return not self._pause_s if is_settled else getattr(self._player, "is_quick", False)

    async def answer(self, question: Question, *, is_sealed: bool) -> Move:
        """The settled answer after a pause, for an instant one would say "I had no choice"; or our player's, in time.

        Where a game has a clock, what it says of somebody whose time is up is done by their own program: here.
        """
        settled = self.settled(question)
        if settled is not None:
            varies = is_sealed or len(question.moves) > 1
            await trio.sleep(hesitation_s(self._pause_s, self._thought_s) if varies else self._pause_s)
            return settled
        seat = question.view.seat
        clock = None if seat is None else question.game.clock(question.view.state, seat)
        begun_s = trio.current_time()
        with trio.move_on_after(inf if clock is None else clock.seconds):
            move = await self._player.choose(question)
            if is_sealed:
                self._thought_s.append(trio.current_time() - begun_s)
            return move
        assert clock is not None
        return clock.move
