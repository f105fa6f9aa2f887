"""Final scoring (1.5), row by row as it is read out at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...rules.ask import Result
from .state import BLUE, PURPLE, RED, WHITE, YELLOW

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .state import Ship, State

PORT_POINTS, FLEET_POINTS, CREW_POINTS, SET_POINTS = 3, 2, 1, 3


class Sheet(NamedTuple):
    """One player's points by row."""

    port: int
    fleet: int
    crew: int
    sets: int
    tracks: int
    coins: int

    @property
    def total(self) -> int:
        return sum(self)


def sheet(ship: Ship, coins: int) -> Sheet:
    """The points of one board; `coins` are those of its own treasure tiles."""
    port, fleet, crew = ship.port, ship.fleet, ship.crew
    return Sheet(
        port=PORT_POINTS * (sum(port) + port[PURPLE]),  # purple counts double in every area
        fleet=FLEET_POINTS * (len(fleet) + fleet.count(PURPLE)),
        crew=CREW_POINTS * (len(crew) + crew.count(PURPLE)),
        sets=SET_POINTS * sets(ship),
        tracks=ship.boat + ship.pirate,  # box numbers
        coins=coins,
    )


def sets(ship: Ship) -> int:
    """Sets of yellow, blue and red anywhere on the board; white chests in Tortuga stand in for any of them."""
    jokers = ship.port[WHITE]
    held = [ship.port[colour] + ship.fleet.count(colour) + ship.crew.count(colour) for colour in (RED, BLUE, YELLOW)]
    count = min(held)
    while sum([max(0, count + 1 - have) for have in held]) <= jokers:
        count += 1
    return count


def result(state: State) -> Result:
    """Most points win; ties share the victory."""
    scores = tuple(sheet(ship, coins).total for ship, coins in zip(state.ships, state.coins, strict=True))
    return Result(scores, winners(scores))


def winners(scores: Iterable[int]) -> tuple[int, ...]:
    points = tuple(scores)
    best = max(points)
    return tuple(seat for seat, score in enumerate(points) if score == best)
