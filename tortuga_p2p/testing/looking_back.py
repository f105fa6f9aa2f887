"""What a game promises to whoever looks back at it: for `trial.py`, which plays and remembers.

A replay and a look at the last round show old states with what their seats knew then: all of it, or only as much as a
transcript shows afterwards. Rounds never go backwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rules.game import View
from ..rules.hindsight import Hindsight
from ..rules.screen import board_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..rules.answer import Answer
    from ..rules.ask import Ask
    from ..rules.game import Game, Known

WIDTH = 80


class LookingBack:
    """Remembers every moment of a game; `check` looks at some of them again, through all eyes."""

    def __init__(self, game: Game[Any], start: Any, seats: int) -> None:
        self._game = game
        self._seats = seats
        self._hindsight = Hindsight(game, start)
        self._states = [start]
        self._known: list[list[Known]] = [[{} for _ in range(seats)]]

    def add(self, ask: Ask, answer: Answer, after: Any, known: Iterable[Known]) -> None:
        self._hindsight.add(ask, answer, after)
        self._states.append(after)
        self._known.append([dict(one) for one in known])

    def check(self, holds: Callable[[bool, str], None], names: Sequence[str], one_in: int) -> None:
        rounds = [self._game.round_of(state) for state in self._states]
        holds(rounds == sorted(rounds) and rounds[0] >= 0, "rounds are counted upwards")
        for moment in range(0, len(self._states), one_in):
            state = self._states[moment]
            points = self._game.points_so_far(state)
            holds(len(points) in (0, self._seats), "points so far are those of every seat, or nobody's")
            for seat, known in enumerate(self._known[moment]):
                later = self._hindsight.known(moment, seat)
                holds(later.items() <= known.items(), "what is known afterwards is what was shown then")
                for seen in (known, later, {}):
                    board = board_of(self._game, View(state, seat, seen), names, WIDTH, 0, rich=False)
                    holds(bool(board), "an old state is drawn with whatever its seat knew")
