"""A hint: what the bot that advises in this game would do. The same for the same decision, however often one asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .chance import SeededDraw
from .registry import make

if TYPE_CHECKING:
    from ..rules.ask import Move, Moves
    from ..rules.game import Game, View


class Advice(NamedTuple):
    """Who would do what."""

    bot: str
    move: Move


def advise(game: Game[Any], view: View[Any], moves: Moves, seats: int, step: int) -> Advice:
    """May take a while: for a thread."""
    name = game.roster().adviser
    return Advice(name, make(game, seats, name).choose(view, moves, SeededDraw(step, "hint")))
