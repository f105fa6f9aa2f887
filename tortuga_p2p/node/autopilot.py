"""Who decides at our seat now: our player, or a program in their place; and what that program is."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import trio

from ..bots.advice import advise
from ..errors import NoProgram
from ..text import _
from ..values import value

if TYPE_CHECKING:
    from ..rules.ask import Move, Result
    from .player import Question

log = logging.getLogger(__name__)


@value
class TurnHelm:
    """Our person lets a program decide from now on (1), or takes the seat back (0). For the node, not the session."""

    helm: int


class Autopilot:
    """The bot that gives hints in this game, as a player. It thinks in a thread, so that links stay alive."""

    def __init__(self, pause_s: float = 0.0) -> None:
        self._pause_s = pause_s  # before each decision: people at the table follow what happens

    async def choose(self, question: Question) -> Move:
        await trio.sleep(self._pause_s)
        try:
            advice = await trio.to_thread.run_sync(advise, *question.for_advice, abandon_on_cancel=True)
        except Exception as fault:
            log.exception("the program that plays for us failed")
            raise NoProgram(
                _("The program that played for you has failed ({fault}): it is your turn again.", fault=fault)
            ) from fault
        return advice.move

    async def finish(self, result: Result | None, sentence: str) -> None:
        return None
