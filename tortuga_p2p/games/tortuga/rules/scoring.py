"""Final scoring (1.5), row by row as it is read out at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ....rules.ask import Result
from .components import BLUE, PURPLE, RED, WHITE, YELLOW
from .state import staying

if TYPE_CHECKING:
    from ....rules.ask import Seat
    from ....rules.game import View
    from .state import Ship, State

PORT_POINTS, FLEET_POINTS, CREW_POINTS, SET_POINTS = 3, 2, 1, 3


class ScoreSheet(NamedTuple):
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


def sheet(ship: Ship, coins: int) -> ScoreSheet:
    """The points of one board; `coins` are those of its own treasure tiles."""
    port, fleet, crew = ship.port, ship.fleet, ship.crew
    return ScoreSheet(
        port=PORT_POINTS * (sum(port) + port[PURPLE]),  # purple counts double in every area
        fleet=FLEET_POINTS * (len(fleet) + fleet.count(PURPLE)),
        crew=CREW_POINTS * (len(crew) + crew.count(PURPLE)),
        sets=SET_POINTS * sets(ship),
        tracks=ship.boat + ship.pirate,  # box numbers
        coins=coins,
    )


def sets(ship: Ship) -> int:
    """Sets of yellow, blue and red anywhere on the board; white chests in Tortuga stand in for any of them."""
    return sets_and_missing(ship)[0]


def sets_and_missing(ship: Ship) -> tuple[int, int]:
    """The sets, and how many chests the next one lacks."""
    held = [ship.port[colour] + ship.fleet.count(colour) + ship.crew.count(colour) for colour in (RED, BLUE, YELLOW)]
    count = min(held)
    while (missing := sum([max(0, count + 1 - have) for have in held]) - ship.port[WHITE]) <= 0:
        count += 1
    return count, missing


def known_coins(view: View[State], seat: Seat) -> int | None:
    """Coins on a seat's tiles; `None` where the viewer cannot know them. Others' tiles are never looked up."""
    tiles = view.state.ships[seat].tiles
    if tiles and (seat != view.seat or not all(handle in view.known for handle in tiles)):
        return None
    return sum([view.known[handle] for handle in tiles])


def result(state: State) -> Result:
    """Most points win; ties share the victory. A ship adrift has none, and where all have left but one, nobody wins."""
    points = totals(state)
    seats = staying(state)
    best = max([points[seat] for seat in seats])
    return Result(points, tuple(seat for seat in seats if points[seat] == best) if len(seats) > 1 else ())


def totals(state: State) -> tuple[int, ...]:
    """The points of every seat; coins count once they are open."""
    coins = state.coins or (0,) * len(state.ships)
    return tuple(
        0 if state.adrift >> seat & 1 else sheet(ship, coins[seat]).total for seat, ship in enumerate(state.ships)
    )
