"""Who decides at our seat: a person, a bot of ours, or a program behind a pipe. All are asked the same way.

A player is given a question and answers with one of its moves, whenever it likes; it is cancelled when the question is
no longer open. It never sees more than its seat's view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import trio

if TYPE_CHECKING:
    from ..bots.chance import SeededDraw
    from ..rules.ask import Move, Moves, Result
    from ..rules.game import Bot, View
    from ..session.agreement import AnyGame


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
        """One of `question.moves`."""

    async def finish(self, result: Result | None, sentence: str) -> None:
        """The game has ended: its result, or why there is none."""


class BotPlayer:
    """A bot of ours as a player. It thinks in a thread, so that links stay alive meanwhile."""

    def __init__(self, bot: Bot, draw: SeededDraw, pause_s: float = 0.0) -> None:
        self._bot = bot
        self._draw = draw
        self._pause_s = pause_s

    async def choose(self, question: Question) -> Move:
        if self._pause_s:
            await trio.sleep(self._pause_s)
        return await trio.to_thread.run_sync(self._think, question)

    def _think(self, question: Question) -> Move:
        return self._bot.choose(question.view, question.moves, self._draw)

    async def finish(self, result: Result | None, sentence: str) -> None:
        return None
