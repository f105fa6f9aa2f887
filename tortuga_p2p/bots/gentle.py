"""The player called `gentle`: plays as the game's modest bot does, but now and then does whatever comes to mind.

Of any game that has bots, without knowing it. Somebody who has just read the rules can beat it, and still has to think:
`tests/bots/test_gentle.py` says how often it wins against whom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..rules.roster import GENTLE

if TYPE_CHECKING:
    from ..rules.ask import Move, Moves
    from ..rules.game import Bot, Draw, View

WHIMS_PERCENT: Final = 40  # decisions that are anything legal


class Gentle:
    """A bot of the game's own, and whims."""

    name = GENTLE

    def __init__(self, sober: Bot, whims_percent: int = WHIMS_PERCENT) -> None:
        self._sober = sober
        self._whims_percent = whims_percent
        self.is_quick = getattr(sober, "is_quick", False)

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        if draw.below(100) < self._whims_percent:
            return moves[draw.below(len(moves))]
        return self._sober.choose(view, moves, draw)

    def says(self, view: View[Any], draw: Draw, /) -> tuple[int, ...] | None:
        """What the other one would say: whoever plays gently may well talk."""
        says = getattr(self._sober, "says", None)
        return None if says is None else says(view, draw)
