"""Who decides at our seat: a person, a bot of ours, or a program behind a pipe. All are asked the same way.

A player is given a question and answers with one of its moves, whenever it likes; it is cancelled when the question is
no longer open. It never sees more than its seat's view.
"""

from __future__ import annotations

import logging
from random import choice, uniform
from secrets import randbelow, randbits
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import trio

from ..bots.chance import SeededDraw
from ..bots.registry import make, strongest
from ..errors import BadInput, TortugaError
from ..games import load
from ..limits import FORCED_PAUSE_MAX_S
from ..rules.claim import speech
from ..rules.decision import any_alike
from ..rules.shape import listed
from ..text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..rules.ask import Move, Moves, Result
    from ..rules.game import Bot, View
    from ..session.agreement import AnyGame
    from .node_message import Lobby

log = logging.getLogger(__name__)


class Question(NamedTuple):
    """What our seat has to decide now."""

    game: AnyGame
    view: View[Any]
    moves: Moves
    names: tuple[str, ...]
    step: int
    claim: Callable[[tuple[int, ...]], None] = lambda data: None  # says something about the game to the table

    @property
    def for_advice(self) -> tuple[AnyGame, View[Any], Moves, int, int]:
        """What `bots.advice.advise` is asked."""
        return self.game, self.view, self.moves, len(self.names), self.step


class Player(Protocol):
    """The contract; `testing` has checks for it."""

    async def choose(self, question: Question) -> Move:
        """One of `question.moves`. A player that never waits here may say `is_quick = True`: it needs no task then."""

    async def finish(self, result: Result | None, sentence: str) -> None:
        """The game has ended: its result, or why there is none."""


def hesitation_s(least_s: float, thought_s: Sequence[float] = ()) -> float:
    """How long a sealed choice takes that is none; other every time, for a pause that never varies tells it too.

    As long as this player took for real ones, where they have made some: whoever always thinks for ten seconds would
    say with a seal after three that there was nothing to think about.
    """
    if not thought_s or not least_s:
        return uniform(least_s, 3 * least_s)
    return min(max(least_s, choice(thought_s) * uniform(0.7, 1.3)), FORCED_PAUSE_MAX_S)


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
        if (said := speech(question.game, self._bot, question.view, self._draw)) is not None:
            question.claim(said[0])
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
            raise BadInput(
                _(
                    "the bot {name!r} failed: {kind}: {fault}.",
                    name=self._bot.name,
                    kind=type(fault).__name__,
                    fault=fault,
                )
            ) from fault
        if move not in question.moves:
            raise BadInput(
                _(
                    "the bot {name!r} wants to play {move!r}, which is not one of its moves.",
                    name=self._bot.name,
                    move=move,
                )
            )
        return listed(question.moves, move)

    async def finish(self, result: Result | None, sentence: str) -> None:
        return None


class LateBot:
    """A bot that is made at its first question: only then it is known what is played, and by how many."""

    def __init__(self, level: str | None, seed: int | None, label: str, password: str = "") -> None:
        self._level = level  # `None`: the strongest of the game's own
        self._password = password
        self._draw = SeededDraw(randbits(63) if seed is None else seed, label)
        self._player: BotPlayer | None = None

    @property
    def is_quick(self) -> bool:
        return self._player is not None and self._player.is_quick

    async def consent(self, lobby: Lobby) -> str:
        """Gives the password of a table, once we know that we can play there; `BadInput` where we have no such bot."""
        self._make(load(lobby.terms.game), lobby.terms.seats)
        return self._password

    def _make(self, game: AnyGame, seats: int) -> Bot:
        return make(game, seats, self._level or strongest(game))

    async def choose(self, question: Question) -> Move:
        if self._player is None:
            self._player = BotPlayer(self._make(question.game, len(question.names)), self._draw)
        return await self._player.choose(question)

    async def finish(self, result: Result | None, sentence: str) -> None:
        return None


class _Unforeseen:
    """Chance that nobody can repeat."""

    def below(self, bound: int, /) -> int:
        return randbelow(bound)


def among_equals(question: Question, move: Move) -> Move:
    """The move, or one that is the same to whoever makes it: of equal cards any.

    Always the first of them would tell the others that what lies before it in the hand is something else.
    """
    decision = question.game.decision(question.view)
    if decision is None:
        return move
    equal = any_alike(decision, question.view, move, _Unforeseen())
    return equal if equal in question.moves else move
