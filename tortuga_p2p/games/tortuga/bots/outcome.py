"""What an action would do to the boards, on paper: for bots that weigh it before anybody acts. Never decides a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..rules.acting import prey, strike, without
from ..rules.moves import NONE
from ..rules.moving import space
from ..rules.state import BOARD, BOX_MAX, CAPACITY, COLOURS, FLEET, PURPLE, WHITE, Ship

if TYPE_CHECKING:
    from ....rules.ask import Seat

Ships: TypeAlias = tuple[Ship, ...]


def sailed(ship: Ship, action: int, boxes: int) -> Ship:
    """FLEET or CREW performed: the token goes forward."""
    if action == FLEET:
        return ship._replace(boat=min(BOX_MAX, ship.boat + boxes))
    return ship._replace(pirate=min(BOX_MAX, ship.pirate + boxes))


def attacked(ships: Ships, action: int, attacker: Seat, victim: Seat, colour: int, *, defended: bool) -> Ships:
    """The boards after BOARD or RAID: a chest taken (`NONE`: none), tokens back, surplus gone."""
    area = prey(ships[victim], action)
    left = area if colour == NONE else without(area, colour)
    after = strike(ships, action, attacker, victim, left, colour, defended)
    return tuple([_fitting(ship, action) for ship in after])


def _fitting(ship: Ship, action: int) -> Ship:
    """What no longer fits is lost from the right."""
    area, room = prey(ship, action), space(ship, action)
    if len(area) <= room:
        return ship
    return ship._replace(fleet=area[:room]) if action == BOARD else ship._replace(crew=area[:room])


def carried(ship: Ship) -> Ship:
    """The board after the move phase, without the chest that is drawn in it."""
    port = list(ship.port)
    for colour in ship.fleet:
        port[colour] += 1
    fleet = best_row(ship.crew, CAPACITY[ship.boat], ship)
    crew = best_row(ship.island, CAPACITY[ship.pirate], ship)
    return Ship(ship.boat, ship.pirate, (), crew, fleet, (port[0], port[1], port[2], port[3], port[4]), ship.tiles)


def best_row(chests: tuple[int, ...], space: int, ship: Ship) -> tuple[int, ...]:
    """The chests most wanted go first: what does not fit, or is dropped later, comes from the right."""
    if len(chests) < 2:
        return chests
    held = [ship.port[colour] + ship.fleet.count(colour) + ship.crew.count(colour) for colour in COLOURS]
    wanted = sorted(chests, key=lambda colour: (colour != PURPLE, colour != WHITE, held[colour], colour))
    return tuple(wanted[:space])
