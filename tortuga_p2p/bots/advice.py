"""A hint: what the bot that advises in this game would do. The same for the same decision, however often one asks."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ..limits import MENU_MOVES_MAX
from .chance import SeededDraw
from .registry import make

if TYPE_CHECKING:
    from fractions import Fraction

    from ..rules.ask import Move, Moves
    from ..rules.game import Game, View


class Advice(NamedTuple):
    """Who would do what."""

    bot: str
    move: Move


class HintReason(NamedTuple):
    """Why that and not `other`: how much better it ends on average, in imagined games from there on."""

    other: Move
    points: Fraction
    chance: Fraction  # of winning, 0 to 1


def reason(game: Game[Any], view: View[Any], moves: Moves, seats: int, step: int, move: Move) -> HintReason | None:
    """Beside what a modest bot would do otherwise; `None` where nothing else can be done. Takes a second."""
    from .story import POLICY, cost  # only whoever asks for a hint needs it

    others = tuple(one for one in islice(moves, MENU_MOVES_MAX) if one != move)
    if not others:
        return None
    policy = make(game, seats, POLICY if POLICY in game.bots() else game.roster().adviser)
    other = policy.choose(view, others, SeededDraw(step, "reason"))
    return HintReason(other, *cost(game, seats, view, other, move, policy, step))


def advise(game: Game[Any], view: View[Any], moves: Moves, seats: int, step: int) -> Advice:
    """May take a while: for a thread."""
    name = game.roster().adviser
    return Advice(name, make(game, seats, name).choose(view, moves, SeededDraw(step, "hint")))
