"""What boards are worth: each player's chance to win, from the boards as they will lie before the next round.

A board is added up in points, each thing on it at what it is likely to bring by the end; the sums compared make
chances. Where the game would be over, the real points decide instead. For bots only: never part of the rules.

The weights were fitted to some 10,000 games of expert against itself (logistic regression on who won), then rounded.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ..rules.components import ACTIONS, CAPACITY, CHESTS
from ..rules.scoring import sets_and_missing, sheet
from .outcome import moved_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.state import Ship, State
    from .outcome import Ships

ByColour: TypeAlias = tuple[float, float, float, float, float]  # red, blue, yellow, white, purple
# What lasts is worth more the longer the game goes on: at its end, and for each chest more that the leader lacks.
Lasting: TypeAlias = tuple[float, float]


class Weights(NamedTuple):
    """What a thing on a board is worth before a round; the unit is a final point."""

    port: ByColour  # safe: points, a purple one double and less of a surprise, a white one as a joker
    fleet: ByColour  # one BOARD away from Tortuga
    crew: ByColour  # two rounds away: RAID, then BOARD
    a_set: float  # less than its 3 points: the chests for another come anyway
    missing: float  # for each chest that the next set lacks
    coin: float
    boat: Lasting  # its box is a point, room for dice on BOARD and for chests, and something to lose
    pirate: Lasting
    bonus: tuple[Lasting, Lasting, Lasting, Lasting, Lasting]  # by action
    # How many points ahead make a player e times as likely to win, by chests that the leader lacks (the last: or more).
    spread: tuple[float, ...]


# With two players nobody comes second, and every chest taken is taken from the one rival: BOARD and RAID, the room and
# the bonuses for them decide the game.
TWO: Final = Weights(
    port=(3.0, 3.0, 3.0, 3.2, 5.5),
    fleet=(3.0, 3.0, 3.0, 3.3, 3.8),
    crew=(1.2, 1.2, 1.2, 1.5, 1.8),
    a_set=0.9,
    missing=-0.4,
    coin=0.8,
    boat=(2.1, 0.6),
    pirate=(1.6, 0.6),
    bonus=((0.4, 0.4), (0.6, 0.4), (0.5, 0.0), (3.1, 0.2), (2.0, 0.2)),
    spread=(5.0, 6.5, 7.5, 9.0, 9.0, 11.0),
)
# With more, an attack hurts one of several and second place earns something: chests and boxes count, bonuses little.
MORE: Final = Weights(
    port=(3.0, 3.0, 3.0, 3.4, 5.2),
    fleet=(2.7, 2.7, 2.7, 3.6, 3.9),
    crew=(1.4, 1.4, 1.4, 1.8, 2.1),
    a_set=1.2,
    missing=-0.5,
    coin=1.1,
    boat=(1.1, 0.1),
    pirate=(1.2, 0.15),
    bonus=((0.2, 0.1), (0.2, 0.15), (0.0, 0.0), (0.2, 0.1), (0.3, 0.2)),
    spread=(3.2, 4.2, 6.0, 6.0, 7.5, 10.0),
)
SPREAD_AT_THE_END: Final = 2.5  # the same when all is over but for the tiles of others and the last chest drawn
LAST_CHEST: Final = 1.125  # points of a chest of unknown colour in the crew area


class Judge:
    """Chances to win for one decision: boards that do not change are looked at once."""

    def __init__(self, state: State) -> None:
        self._goal = state.setup.goal
        self._weights = TWO if state.setup.seats == 2 else MORE
        self._seen: dict[tuple[Ship, float, int], _Board] = {}

    def chances(self, ships: Ships, coins: Sequence[float], bonuses: Sequence[int]) -> list[float]:
        """Each seat's chance to win, if the actions of this round ended with these boards."""
        boards = [self._board(*board) for board in zip(ships, coins, bonuses, strict=True)]
        lacking = self._goal - max([board.in_port for board in boards])
        if lacking <= 0:
            sums, spread = [board.points for board in boards], SPREAD_AT_THE_END
        else:
            further = min(lacking, len(self._weights.spread)) - 1
            sums, spread = [board.now + further * board.later for board in boards], self._weights.spread[further]
        most = max(sums)
        odds = [exp((one - most) / spread) for one in sums]
        total = sum(odds)
        return [one / total for one in odds]

    def _board(self, ship: Ship, coins: float, bonus: int) -> _Board:
        key = (ship, coins, bonus)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = _judged(ship, coins, bonus, self._weights)
        return found


class _Board(NamedTuple):
    """One board once its chests have been carried on, with another one drawn if there is room for it."""

    in_port: int
    points: float  # if the game is over then
    now: float  # what it is worth if it is not,
    later: float  # and how much more for each further chest that the leader lacks


def _judged(ship: Ship, coins: float, bonus: int, weights: Weights) -> _Board:
    after = moved_on(ship)
    drawn = len(ship.island) < CAPACITY[ship.pirate]
    points = sheet(after, 0).total + coins + (LAST_CHEST if drawn else 0.0)
    sets, missing = sets_and_missing(after)
    value = weights.coin * coins + (weights.a_set * sets + weights.missing * missing)
    for count, worth in zip(after.port, weights.port, strict=True):
        value += worth * count
    for colour in after.fleet:
        value += weights.fleet[colour]
    for colour in after.crew:
        value += weights.crew[colour]
    if drawn:
        value += sum([worth * count for worth, count in zip(weights.crew, CHESTS, strict=True)]) / sum(CHESTS)
    later = weights.boat[1] * after.boat + weights.pirate[1] * after.pirate
    value += weights.boat[0] * after.boat + weights.pirate[0] * after.pirate
    for action in ACTIONS:
        tile = bonus >> 2 * action & 3
        value += weights.bonus[action][0] * tile
        later += weights.bonus[action][1] * tile
    return _Board(sum(after.port), points, value, later)
