"""What an action would do to the boards, on paper: for bots that weigh it before anybody acts. Never decides a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .state import BITS, BOARD, BOX_MAX, BOX_MIN, CAPACITY, FLEET, RAID, Ship
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


def targets(ship: Ship, action: int) -> tuple[int, ...]:
    """The positions of the chests worth telling apart: the rightmost of each colour... leaves the others in place."""
    area = prey(ship, action)
    return tuple({colour: position for position, colour in enumerate(area)}.values()) or (-1,)


def claims(centre: int) -> tuple[int, ...]:
    """The colours that 2nd position could take from the centre island, or -1 for none."""
    return BITS[centre] or (-1,)
