"""Who decides at our seat: a person, a bot of ours, or a program behind a pipe. All are asked the same way.

A player is given a question and answers with one of its moves, whenever it likes; it is cancelled when the question is
no longer open. It never sees more than its seat's view.
"""

from __future__ import annotations

import logging
from random import uniform
from secrets import randbits
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import trio

from ..bots.chance import SeededDraw
from ..bots.registry import make
from ..errors import BadInput, TortugaError

if TYPE_CHECKING:
    from ..rules.ask import Move, Moves, Result
    from ..rules.game import Bot, View
    from ..session.agreement import AnyGame

log = logging.getLogger(__name__)


class Question(NamedTuple):
    """What our seat has to decide now."""

    game: AnyGame
    view: View[Any]
    moves: Moves
    names: tuple[str, ...]
    step: int


class Player(Protocol):
    """The contract; `testing` has checks for it."""

    async def choose(self, question: Question) -> Move:
        """One of `question.moves`. A player that never waits here may say `is_quick = True`: it needs no task then."""

    async def finish(self, result: Result | None, sentence: str) -> None:
        """The game has ended: its result, or why there is none."""


def hesitation_s(least_s: float) -> float:
    """How long a sealed choice takes that is none; other every time, for a pause that never varies tells it too."""
    return uniform(least_s, 3 * least_s)


class BotPlayer:
    """A bot of ours as a player. Unless it is quick it thinks in a thread, so that links stay alive meanwhile."""

    def __init__(self, bot: Bot, draw: SeededDraw, pause_s: float = 0.0) -> None:
        self._bot = bot
        self._draw = draw
        self._pause_s = pause_s
        self._thinks_at_once = getattr(bot, "is_quick", False)
        self.is_quick = self._thinks_at_once and not pause_s

    async def choose(self, question: Question) -> Move:
        if self._pause_s:
            await trio.sleep(self._pause_s)
        if self._thinks_at_once:
            return self._think(question)
        # A question that is withdrawn is not asked again: nobody waits for a bot, or a program, that still thinks.
        return await trio.to_thread.run_sync(self._think, question, abandon_on_cancel=True)

    def _think(self, question: Question) -> Move:
        """Bots are written by others too: what they do wrong is told, once, and the game is saved."""
        try:
            move = self._bot.choose(question.view, question.moves, self._draw)
        except TortugaError:
            raise
        except Exception as fault:
            log.exception("the bot failed")
            raise BadInput(f"the bot {self._bot.name!r} failed: {type(fault).__name__}: {fault}.") from fault
        if move not in question.moves:
            raise BadInput(f"the bot {self._bot.name!r} wants to play {move!r}, which is none of the moves it has.")
        return move

    async def finish(self, result: Result | None, sentence: str) -> None:
        return None


class LateBot:
    """A bot that is made at its first question: only then it is known what is played, and by how many."""

    def __init__(self, level: str, seed: int | None, label: str) -> None:
        self._level = level
        self._draw = SeededDraw(randbits(63) if seed is None else seed, label)
        self._player: BotPlayer | None = None

    @property
    def is_quick(self) -> bool:
        return self._player is not None and self._player.is_quick

    async def choose(self, question: Question) -> Move:
        if self._player is None:
            bot = make(question.game, len(question.names), self._level)
            self._player = BotPlayer(bot, self._draw)
        return await self._player.choose(question)

    async def finish(self, result: Result | None, sentence: str) -> None:
        return None
