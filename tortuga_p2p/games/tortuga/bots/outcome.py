"""What an action would do to the boards, on paper: for bots that weigh it before anybody acts. Never decides a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..rules.acting import fitted, strike, without
from ..rules.components import CAPACITY, COLOURS, PURPLE, WHITE
from ..rules.moves import NONE
from ..rules.moving import carried
from ..rules.state import Ship, prey

if TYPE_CHECKING:
    from ....rules.ask import Seat

Ships: TypeAlias = tuple[Ship, ...]


def attacked(ships: Ships, action: int, attacker: Seat, victim: Seat, colour: int, *, defended: bool) -> Ships:
    """The boards after BOARD or RAID: a chest taken (`NONE`: none), tokens back, surplus gone."""
    area = prey(ships[victim], action)
    left = area if colour == NONE else without(area, colour)
    return tuple([fitted(ship, action) for ship in strike(ships, action, attacker, victim, left, colour, defended)])


def moved_on(ship: Ship) -> Ship:
    """The board after the move phase, without the chest that is drawn in it."""
    return carried(ship, *best_rows(ship))


def best_rows(ship: Ship) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which chests go to the fleet and to the crew."""
    return _best_row(ship.crew, CAPACITY[ship.boat], ship), _best_row(ship.island, CAPACITY[ship.pirate], ship)


def _best_row(chests: tuple[int, ...], space: int, ship: Ship) -> tuple[int, ...]:
    """The chests most wanted go first: what does not fit, or is dropped later, comes from the right."""
    if len(chests) < 2:
        return chests
    held = [ship.port[colour] + ship.fleet.count(colour) + ship.crew.count(colour) for colour in COLOURS]
    wanted = sorted(chests, key=lambda colour: (colour != PURPLE, colour != WHITE, held[colour], colour))
    return tuple(wanted[:space])
