"""The public state of a game of Tortuga, flat and made of small integers, so that thousands of games a second fit.

Dice are bits and die numbers come from the agreed table; chests in an area are colours, left to right (components.py).
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from .components import ALL_DICE, BOARD, CAPACITY, CHESTS, COUNT, DICE, FLEET, RAID, TILE_HANDLES, sums

if TYPE_CHECKING:
    from ....rules.ask import Handle, Seat
    from .components import Counts, DiceTable


class Phase(IntEnum):
    """What the game is waiting for."""

    SHUFFLE = 0  # Mix of the treasure tiles
    DEAL_CHESTS = 1  # Chance: two chests each
    ROLL = 2  # Roll of all unassigned dice (D0)
    SELECT = 3  # Together: selections and bonuses (D1)
    SKULLS = 4  # Turn: an action for a set of skulls (D3)
    REROLL = 5  # Chance: the open re-roll of a stuck player (D4)
    PLACE = 6  # Turn: which of the openly rolled dice (D4)
    OFFER = 7  # Turn: perform or forfeit FLEET, CREW, HUNT
    HUNT_CHEST = 8  # Chance: a chest from the bag
    HUNT_DEAL = 9  # Deal: tiles for the hunter
    HUNT_KEEP = 10  # Turn: which tile stays
    HUNT_MIX = 11  # Mix: the other goes back
    ATTACK = 12  # Turn: BOARD or RAID
    MOVE_DRAW = 13  # Chance: a chest each
    MOVE_ORDER = 14  # Together: which chest goes where
    OPEN_TILES = 15  # Open: kept tiles
    OVER = 16


DICING: Final = range(Phase.ROLL, Phase.OFFER)
ACTING: Final = range(Phase.OFFER, Phase.MOVE_DRAW)


class Setup(NamedTuple):
    """What was agreed before the game."""

    seats: int
    goal: int
    dice: DiceTable


class Ship(NamedTuple):
    """One player's board, without the dice on it."""

    boat: int
    pirate: int
    island: tuple[int, ...]
    crew: tuple[int, ...]
    fleet: tuple[int, ...]
    port: Counts  # Tortuga: order does not matter there
    tiles: tuple[Handle, ...]  # kept, face down


class State(NamedTuple):
    """Everything public. `apply` builds a new one for every answer."""

    setup: Setup
    phase: int
    round: int
    start: Seat
    ships: tuple[Ship, ...]
    placed: tuple[int, ...]  # by seat: dice on action x are bits 5x to 5x+4; those that went overboard 25 to 29
    bonus: tuple[int, ...]  # by seat: bonus on action x is bits 2x and 2x+1
    bag: Counts = CHESTS
    centre: int = 0  # bit per colour on the centre island
    supply: tuple[Handle, ...] = TILE_HANDLES  # face-down tiles
    skulls: tuple[tuple[Seat, int], ...] = ()  # SKULLS: who still has to give which dice an action
    stuck: tuple[Seat, ...] = ()  # who still has to re-roll openly
    faces: tuple[int, ...] = ()  # PLACE: what the first of `stuck` rolled, by unassigned die
    action: int = 0  # the action being resolved
    ranks: tuple[Seat, ...] = ()  # who still acts in it: 1st and 2nd position, or only the 2nd
    position: int = 1  # 1 or 2: that of ranks[0]
    victim: int = -1  # whom 1st position attacked, or -1
    hand: tuple[Handle, ...] = ()  # HUNT: tiles under the hunter's eyes
    coins: tuple[int, ...] = ()  # by seat, once the kept tiles were opened
    adrift: int = 0  # a bit for every seat that has left


def next_state(
    state: State,
    phase: int,
    ships: tuple[Ship, ...],
    placed: tuple[int, ...],
    bonus: tuple[int, ...],
    bag: Counts,
    centre: int,
    skulls: tuple[tuple[Seat, int], ...] = (),
    stuck: tuple[Seat, ...] = (),
    action: int = 0,
    ranks: tuple[Seat, ...] = (),
    position: int = 1,
    victim: int = -1,
) -> State:
    """The state that waits for something else in the same round; what is not named waits for nothing.

    Nearly all states of a playout are made here, from all fields at once: `_replace` would take four times as long, and
    with it a playout a fifth longer (`python -m tests.benchmarks.states`). Rare steps use `_replace`.
    """
    setup, number, start, supply = state.setup, state.round, state.start, state.supply
    # fmt: off
    return _new(State, (
        setup, phase, number, start, ships, placed, bonus, bag, centre, supply, skulls, stuck, (),
        action, ranks, position, victim, (), (), state.adrift,
    ))
    # fmt: on


_new = tuple.__new__  # the class itself is a Python function that packs its arguments once more

# --- small questions about a state ---------------------------------------------------------------------------


def room(ship: Ship, placed: int, action: int) -> int:
    """How many more dice fit on that action (1.1: only BOARD and RAID are limited)."""
    if action == BOARD:
        return CAPACITY[ship.boat] - COUNT[placed >> 15 & ALL_DICE]
    if action == RAID:
        return CAPACITY[ship.pirate] - COUNT[placed >> 20 & ALL_DICE]
    return DICE


SEABORNE: Final = (BOARD, FLEET)  # one is about the boat and the fleet; CREW and RAID are about the pirate and the crew


def box(ship: Ship, action: int) -> int:
    """Where the token stands that the action moves or pushes back."""
    return ship.boat if action in SEABORNE else ship.pirate


def prey(ship: Ship, action: int) -> tuple[int, ...]:
    """The chests that the attack can reach."""
    return ship.fleet if action in SEABORNE else ship.crew


def refit(ship: Ship, action: int, box: int, area: tuple[int, ...]) -> Ship:
    """The board with that token elsewhere and other chests in that area."""
    boat, pirate, island, crew, fleet, port, tiles = ship
    if action in SEABORNE:
        return Ship(box, pirate, island, crew, area, port, tiles)
    return Ship(boat, box, island, area, fleet, port, tiles)


def stow(ship: Ship, colour: int) -> Ship:
    """The board with a chest more on the island."""
    boat, pirate, island, crew, fleet, port, tiles = ship
    return Ship(boat, pirate, (*island, colour), crew, fleet, port, tiles)


def total(state: State, seat: Seat, action: int) -> int:
    """Die numbers plus bonus; 0 without a die, whatever the bonus (A-11)."""
    mask = state.placed[seat] >> 5 * action & ALL_DICE
    return sums(state.setup.dice)[action][mask] + (state.bonus[seat] >> 2 * action & 3) if mask else 0


def clockwise(state: State) -> tuple[Seat, ...]:
    """All seats from the start player on."""
    return _CLOCKWISE[state.setup.seats][state.start]


def afloat(state: State) -> tuple[Seat, ...]:
    """The seats that still play, from the start player on."""
    seats = _CLOCKWISE[state.setup.seats][state.start]
    return tuple([seat for seat in seats if not state.adrift >> seat & 1]) if state.adrift else seats


def staying(state: State) -> tuple[Seat, ...]:
    """The same in the order of the seats."""
    return tuple(sorted(afloat(state)))


OVERBOARD: Final = 25  # the first bit of the dice in `placed` that nobody rolls any more


def no_dice(seats: int, adrift: int) -> tuple[int, ...]:
    """`placed` while no die lies on an action."""
    if not adrift:
        return (0,) * seats
    return tuple(ALL_DICE << OVERBOARD if adrift >> seat & 1 else 0 for seat in range(seats))


_CLOCKWISE: Final = tuple(
    tuple(tuple((start + step) % seats for step in range(seats)) for start in range(seats)) for seats in range(5)
)
