"""What an action would do to the boards, on paper: for bots that weigh it before anybody acts. Never decides a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .state import BOARD, BOX_MAX, BOX_MIN, CAPACITY, COLOURS, FLEET, PURPLE, RAID, WHITE, Ship
from .told import put_ship

if TYPE_CHECKING:
    from ...rules.ask import Seat

Ships: TypeAlias = tuple[Ship, ...]


def sailed(ship: Ship, action: int, boxes: int) -> Ship:
    """FLEET or CREW performed: the token goes forward."""
    if action == FLEET:
        return ship._replace(boat=min(BOX_MAX, ship.boat + boxes))
    return ship._replace(pirate=min(BOX_MAX, ship.pirate + boxes))


def enriched(ship: Ship, colour: int) -> Ship:
    """A chest more in the island area."""
    return ship._replace(island=(*ship.island, colour))


def prey(ship: Ship, action: int) -> tuple[int, ...]:
    """The chests that BOARD or RAID can reach."""
    return ship.fleet if action == BOARD else ship.crew


def attacked(ships: Ships, action: int, attacker: Seat, victim: Seat, position: int, *, defended: bool) -> Ships:
    """The boards after BOARD or RAID: a chest taken (`position` -1: none), tokens back, surplus gone."""
    own, other = ships[attacker], ships[victim]
    if position >= 0:
        area = prey(other, action)
        own = enriched(own, area[position])
        other = _with_prey(other, action, (*area[:position], *area[position + 1 :]))
    if defended:
        own = _back(own, action)
    return put_ship(put_ship(ships, victim, _back(other, action)), attacker, own)


def _with_prey(ship: Ship, action: int, area: tuple[int, ...]) -> Ship:
    return ship._replace(fleet=area) if action == BOARD else ship._replace(crew=area)


def _back(ship: Ship, action: int) -> Ship:
    """One box back, and what no longer fits is lost from the right."""
    if action == RAID:
        box = max(BOX_MIN, ship.pirate - 1)
        return ship._replace(pirate=box, crew=ship.crew[: CAPACITY[box]])
    box = max(BOX_MIN, ship.boat - 1)
    return ship._replace(boat=box, fleet=ship.fleet[: CAPACITY[box]])


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
