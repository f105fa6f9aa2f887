"""The player called `random`: any legal move, each as likely as the other. The floor that every bot must beat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.roster import RANDOM

if TYPE_CHECKING:
    from ..rules.ask import Move, Moves
    from ..rules.game import Draw, State, View


class RandomBot:
    """Uniform over the legal moves, of any game."""

    name = RANDOM
    is_quick = True

    def choose(self, view: View[State], moves: Moves, draw: Draw, /) -> Move:
        return moves[draw.below(len(moves))]
