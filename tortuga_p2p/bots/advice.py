"""A hint: what the bot that advises in this game would do. The same for the same decision, however often one asks."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..limits import MENU_MOVES_MAX
from ..rules.telling import line_of
from ..rules.words import Reader
from .chance import SeededDraw
from .registry import make

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..rules.ask import Move, Moves
    from ..rules.game import Game, View

    Weighs = Callable[[View[Any], Moves], Sequence[float] | None]

WORLDS: Final = 24  # imagined games in which two choices are compared


class Advice(NamedTuple):
    """Who would do what."""

    bot: str
    move: Move


class HintReason(NamedTuple):
    """Why that and not `other`, the best of what reads otherwise: how much better it is, or less than 0."""

    other: Move
    chance: Fraction  # of winning
    points: Fraction = Fraction(0)
    worlds: int = 0  # imagined games that were played to their end each way; 0: the bot's own estimate


def reason(game: Game[Any], view: View[Any], moves: Moves, seats: int, step: int, move: Move) -> HintReason | None:
    """From what the bot has weighed; of one that does not reckon with chances by imagined games, which take a second.

    `None` where nothing else can be done, or all of it comes to the same.
    """
    names = tuple(map(str, range(seats)))
    reader = Reader(view.seat, view.known, names)
    line = line_of(game, view, move, reader, moves)
    others = [one for one in islice(moves, MENU_MOVES_MAX) if line_of(game, view, one, reader, moves) != line]
    if not others:
        return None
    weighs: Weighs | None = getattr(make(game, seats, game.roster().adviser), "weighs", None)
    worths = None if weighs is None else weighs(view, [move, *others])
    if worths is not None:
        best = max(range(1, len(worths)), key=worths.__getitem__)
        return HintReason(others[best - 1], Fraction(worths[0] - worths[best]))
    return _imagined(game, view, others, seats, step, move)


def _imagined(game: Game[Any], view: View[Any], others: Moves, seats: int, step: int, move: Move) -> HintReason:
    """Beside what a modest bot would do otherwise."""
    from .story import POLICY, compared  # only whoever asks for a hint needs it

    policy = make(game, seats, POLICY if POLICY in game.bots() else game.roster().adviser)
    other = policy.choose(view, others, SeededDraw(step, "reason"))
    if other not in others:  # some find their choice without looking through all of them
        other = others[0]
    points, chance = compared(game, seats, view, (move, other), policy, step, WORLDS)
    return HintReason(other, chance, points, WORLDS)


def advise(game: Game[Any], view: View[Any], moves: Moves, seats: int, step: int) -> Advice:
    """May take a while: for a thread."""
    name = game.roster().adviser
    return Advice(name, make(game, seats, name).choose(view, moves, SeededDraw(step, "hint")))
