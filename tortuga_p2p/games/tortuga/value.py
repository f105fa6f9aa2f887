"""What boards are worth: each player's chance to win, seen from the boards as they will lie before the next round.

A board becomes a row of features; fitted weights (weights.json) make it a number; these numbers compared make chances.
Where the game will be over, points decide instead. For bots only: never part of the rules.
"""

from __future__ import annotations

import json
from math import exp
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, Final

from .greedy import best_row
from .scoring import Sheet, sheet
from .state import ACTIONS, BLUE, CAPACITY, PURPLE, RED, WHITE, YELLOW, Ship

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.ask import Seat
    from .outcome import Ships
    from .state import State

_DATA: Final[dict[str, Any]] = json.loads(get_data(__package__ or "", "weights.json") or b"{}")
FEATURES: Final[tuple[str, ...]] = tuple(_DATA["features"])
TWO, MORE = (tuple(map(tuple, _DATA[name])) for name in ("two", "more"))

COINS_OF_A_TILE: Final = 47 / 30  # the mean of all tiles
POINTS_PER_NAT: Final = 2.5  # how far apart final points must be for one to be e times as likely to win
CHEST_TO_COME: Final = (0.75, 0.125, 0.125)  # plain, purple, white: a chest drawn from a fresh bag


class Judge:
    """Chances to win for one decision: boards that do not change are looked at once."""

    def __init__(self, state: State) -> None:
        setup = state.setup
        self._goal = setup.goal
        self._weights = TWO if setup.seats == 2 else MORE
        self._next_start = (state.start + 1) % setup.seats
        self._seen: dict[tuple[Seat, Ship, float, int], _Board] = {}

    def chances(self, ships: Ships, coins: Sequence[float], bonuses: Sequence[int]) -> list[float]:
        """Each seat's chance to win, if the round ended with these boards."""
        boards = [self._board(seat, ships[seat], coins[seat], bonuses[seat]) for seat in range(len(ships))]
        left = self._goal - max([board.in_port for board in boards])
        numbers = [board.number(left, self._weights) for board in boards]
        most = max(numbers)
        raised = [exp(number - most) for number in numbers]
        total = sum(raised)
        return [one / total for one in raised]

    def _board(self, seat: Seat, ship: Ship, coins: float, bonus: int) -> _Board:
        key = (seat, ship, coins, bonus)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = _Board(ship, coins, bonus, starts=seat == self._next_start)
        return found


class _Board:
    """One board after its chests have moved, with one more chest if there is room for it."""

    __slots__ = ("_features", "_numbers", "_points", "in_port")

    def __init__(self, ship: Ship, coins: float, bonus: int, *, starts: bool) -> None:
        after = moved(ship)
        to_come = len(ship.island) < CAPACITY[ship.pirate]
        self.in_port = sum(after.port)
        self._features = _features(after, coins, bonus, starts, to_come)
        self._points: Sheet = sheet(after, 0)
        self._numbers: dict[int, float] = {}
        if to_come:
            self._numbers[0] = (self._points.total + coins + 1.125) / POINTS_PER_NAT
        else:
            self._numbers[0] = (self._points.total + coins) / POINTS_PER_NAT

    def number(self, left: int, weights: Sequence[Sequence[float]]) -> float:
        """The larger, the likelier to win; `left`: chests until the game ends, 0 or less if it does."""
        stage = min(max(left, 0), len(weights))
        found = self._numbers.get(stage)
        if found is None:
            row = weights[stage - 1]
            found = self._numbers[stage] = sum([w * f for w, f in zip(row, self._features, strict=True)])
        return found


def moved(ship: Ship) -> Ship:
    """The board after the move phase, chests in a sensible order."""
    port = list(ship.port)
    for colour in ship.fleet:
        port[colour] += 1
    fleet = best_row(ship.crew, CAPACITY[ship.boat], ship)
    crew = best_row(ship.island, CAPACITY[ship.pirate], ship)
    return Ship(ship.boat, ship.pirate, (), crew, fleet, (port[0], port[1], port[2], port[3], port[4]), ship.tiles)


def _features(ship: Ship, coins: float, bonus: int, starts: bool, to_come: bool) -> list[float]:
    port, fleet, crew = ship.port, ship.fleet, ship.crew
    plain, purple, white = CHEST_TO_COME if to_come else (0.0, 0.0, 0.0)
    crew_purple, crew_white = crew.count(PURPLE), crew.count(WHITE)
    fleet_purple, fleet_white = fleet.count(PURPLE), fleet.count(WHITE)
    count, missing = _sets(ship)
    return [
        port[RED] + port[BLUE] + port[YELLOW],
        port[PURPLE],
        port[WHITE],
        len(fleet) - fleet_purple - fleet_white,
        fleet_purple,
        fleet_white,
        len(crew) - crew_purple - crew_white + plain,
        crew_purple + purple,
        crew_white + white,
        count,
        missing,
        ship.boat,
        ship.pirate,
        coins,
        *[bonus >> 2 * action & 3 for action in ACTIONS],
        max(0, len(crew) - CAPACITY[ship.boat]),
        CAPACITY[ship.boat],
        CAPACITY[ship.pirate],
        starts,
        sum(port) + len(fleet),
    ]


def _sets(ship: Ship) -> tuple[int, int]:
    """Sets held, and how many chests are missing to one more."""
    held = [ship.port[colour] + ship.fleet.count(colour) + ship.crew.count(colour) for colour in (RED, BLUE, YELLOW)]
    jokers, count = ship.port[WHITE], min(held)
    while True:
        missing = sum([max(0, count + 1 - have) for have in held])
        if missing > jokers:
            return count, missing - jokers
        count += 1


assert len(FEATURES) == len(TWO[0]) == len(MORE[0])
