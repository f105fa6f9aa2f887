"""The best that can be made of a player's dice: exact over every way the free ones may fall, roll after roll.

Single-handed: what rivals do stands in the gains that are handed in. `gains[action][dice]` says what it is worth to
end the dice phase with those dice (bits) on that action. Knows nothing else of the game.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from ..rules.components import ACTIONS, ALL_DICE, BITS, COUNT, DICE, FACES, SKULL, assigned

if TYPE_CHECKING:
    from collections.abc import Sequence

Gains: TypeAlias = "Sequence[Sequence[float]]"
NEVER: Final = -1e9  # the worth of what is not allowed

# For n free dice, every roll as five sets of dice: those that could go to each action, because they show it or a
# skull. Whatever the roll, the legal choices are the non-empty subsets of these sets, each to its action.
Chances: TypeAlias = tuple[int, ...]
ROLLS: Final[tuple[tuple[Chances, ...], ...]] = tuple(
    tuple(
        tuple(sum(1 << die for die, face in enumerate(faces) if face in (action, SKULL)) for action in ACTIONS)
        for faces in product(range(FACES), repeat=free)
    )
    for free in range(DICE)
)
# The dice of each subset of the free ones, in their own bits: SPREAD[free][n-th subset].
SPREAD: Final = tuple(
    tuple(sum(1 << dice[position] for position in BITS[part]) for part in range(1 << len(dice))) for dice in BITS
)
# For each set, its largest proper subsets: enough to carry a maximum from the small to the large.
SMALLER: Final = tuple(tuple(part & ~(1 << die) for die in BITS[part]) for part in range(1 << DICE))


_SHIFTS: Final = tuple(5 * action for action in ACTIONS)


class Plan:
    """What each way of placing dice is worth, given the gains, the room on each action and the price of a roll."""

    __slots__ = ("_found", "_gains", "_price", "_room")

    def __init__(self, gains: Gains, room: Sequence[int], price: float) -> None:
        self._gains = gains
        self._room = room  # dice that fit on each action, those lying there included
        self._price = price
        self._found: dict[int, float] = {}

    def worth(self, placed: int) -> float:
        """What the dice lying so are worth, with the best use of those still free."""
        found = self._found.get(placed)
        if found is None:
            free = ALL_DICE & ~assigned(placed)
            if COUNT[free] > 1:
                found = self._rolled(placed, free)
            else:
                found = self._last(placed, free) if free else self._lying(placed)
            self._found[placed] = found
        return found

    def _lying(self, placed: int) -> float:
        fleet, crew, hunt, board, raid = self._gains
        return (
            fleet[placed & 31]
            + crew[placed >> 5 & 31]
            + hunt[placed >> 10 & 31]
            + board[placed >> 15 & 31]
            + raid[placed >> 20]
        )

    def _last(self, placed: int, free: int) -> float:
        """As `_rolled` for the last die, which is where most of the ways lead: each action or the best, by a skull."""
        total, best, count = 0.0, NEVER, 1
        for row, space, shift in zip(self._gains, self._room, _SHIFTS, strict=True):
            dice = placed >> shift & ALL_DICE
            if COUNT[dice] < space:
                gain = row[dice | free] - row[dice]
                total += gain
                count += 1
                if gain > best:
                    best = gain
        return self._lying(placed) + (total + best) / count - self._price

    def _rolled(self, placed: int, free: int) -> float:
        """The mean over all rolls of the best choice. A stuck player rolls again at no price: left out of the mean."""
        fleet, crew, hunt, board, raid = (self._best(placed, free, action) for action in ACTIONS)
        total, count = 0.0, 0
        for a, b, c, d, e in ROLLS[COUNT[free]]:
            best = max(fleet[a], crew[b], hunt[c], board[d], raid[e])
            if best > NEVER:
                total += best
                count += 1
        return total / count - self._price

    def _best(self, placed: int, free: int, action: int) -> list[float]:
        """By set of dice that could go to the action: the best worth of any non-empty subset of them."""
        shift = 5 * action
        space = self._room[action] - COUNT[placed >> shift & ALL_DICE]
        best = [NEVER]
        found, worth = self._found, self.worth
        for part, dice in enumerate(SPREAD[free]):
            if not part:
                continue
            value = NEVER
            if COUNT[part] <= space:
                key = placed | dice << shift
                known = found.get(key)
                value = worth(key) if known is None else known
            for smaller in SMALLER[part]:
                if best[smaller] > value:
                    value = best[smaller]
            best.append(value)
        return best
