"""The public state of a game of Tortuga, flat and made of small integers, so that thousands of games a second fit.

Dice are bits (die 0 = A ... 4 = E) and die numbers come from the agreed table. Chests in an area are colours, left
to right. Handles: die d of seat s is `5 * s + d`; the thirty treasure tiles are 20 to 49.
"""

from __future__ import annotations

import json
from enum import IntEnum
from functools import lru_cache
from pkgutil import get_data
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ....errors import BadInput
from ....text import _

if TYPE_CHECKING:
    from ....rules.ask import Handle, Seat

# --- components (1.1) ----------------------------------------------------------------------------------------


class Action(IntEnum):
    """The five actions in the order in which they are resolved; also the action faces of a die."""

    FLEET = 0
    CREW = 1
    HUNT = 2
    BOARD = 3
    RAID = 4


FLEET, CREW, HUNT, BOARD, RAID = ACTIONS = tuple(int(action) for action in Action)  # enums are slow to compute with
SKULL: Final = 5
FACES: Final = 6

RED, BLUE, YELLOW, WHITE, PURPLE = COLOURS = tuple(range(5))
CHESTS: Final = (10, 10, 10, 5, 5)
TILES: Final = (1,) * 17 + (2,) * 9 + (3,) * 4  # coins

SEATS_MAX: Final = 4
DICE: Final = 5
ALL_DICE: Final = 0b11111
TILE_FIRST: Handle = 20
TILE_HANDLES: Final = tuple(range(TILE_FIRST, TILE_FIRST + len(TILES)))

BOX_MIN, BOX_START, BOX_MAX = 1, 3, 8
CAPACITY: Final = (0, 1, 2, 2, 3, 3, 4, 4, 4)  # by box; for dice and for chests alike
BONUS_MAX: Final = 2
GOAL, GOAL_LONG = 6, 8  # chests in Tortuga that end the game

Counts: TypeAlias = tuple[int, int, int, int, int]  # chests by colour
DiceTable: TypeAlias = tuple[tuple[int, ...], ...]  # number = table[die][action]


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
    bag: Counts
    centre: int  # bit per colour on the centre island
    supply: tuple[Handle, ...]  # face-down tiles
    skulls: tuple[tuple[Seat, int], ...]  # SKULLS: who still has to give which dice an action
    stuck: tuple[Seat, ...]  # who still has to re-roll openly
    faces: tuple[int, ...]  # PLACE: what the first of `stuck` rolled, by unassigned die
    action: int  # the action being resolved
    ranks: tuple[Seat, ...]  # who still acts in it: 1st and 2nd position, or only the 2nd (rank_at says which)
    position: int  # 1 or 2: that of ranks[0]
    victim: int  # whom 1st position attacked, or -1
    hand: tuple[Handle, ...]  # HUNT: tiles under the hunter's eyes
    coins: tuple[int, ...]  # by seat, once the kept tiles were opened
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

COUNT: Final = tuple(bits.bit_count() for bits in range(32))
BITS: Final = tuple(tuple(die for die in range(DICE) if mask >> die & 1) for mask in range(32))
SPREAD: Final = tuple(sum(mask << 5 * action for action in ACTIONS) for mask in range(32))  # those dice on any action


def assigned(placed: int) -> int:
    """The dice of a seat that lie on any action, or went overboard: those it does not roll."""
    return (placed | placed >> 5 | placed >> 10 | placed >> 15 | placed >> 20 | placed >> 25) & ALL_DICE


def room(ship: Ship, placed: int, action: int) -> int:
    """How many more dice fit on that action (1.1: only BOARD and RAID are limited)."""
    if action == BOARD:
        return CAPACITY[ship.boat] - COUNT[placed >> 15 & ALL_DICE]
    if action == RAID:
        return CAPACITY[ship.pirate] - COUNT[placed >> 20 & ALL_DICE]
    return DICE


HANDLES: Final = tuple(tuple(tuple(5 * seat + die for die in dice) for dice in BITS) for seat in range(SEATS_MAX))


def total(state: State, seat: Seat, action: int) -> int:
    """Die numbers plus bonus; 0 without a die, whatever the bonus (A-11)."""
    mask = state.placed[seat] >> 5 * action & ALL_DICE
    return sums(state.setup.dice)[action][mask] + (state.bonus[seat] >> 2 * action & 3) if mask else 0


@lru_cache(maxsize=16)  # dice tables agreed on while this program runs: nearly always the one
def sums(table: DiceTable) -> tuple[tuple[int, ...], ...]:
    """By action and set of dice: what their numbers add up to."""
    return tuple(tuple(sum([table[die][action] for die in dice]) for dice in BITS) for action in ACTIONS)


def spread(counts: Counts) -> list[int]:
    """A colour for each chest."""
    return [colour for colour in COLOURS for _ in range(counts[colour])]


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


# --- the dice table ------------------------------------------------------------------------------------------

DIE_LETTERS: Final = "ABCDE"


def read_dice(text: str) -> DiceTable:
    """A dice table from the text of a data file; `BadInput` names what is missing or wrong in it."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(_("the dice file is not JSON.")) from None
    dice = data.get("dice") if isinstance(data, dict) else None
    if not isinstance(dice, dict):
        raise BadInput(_('the dice file has no "dice".'))
    table = []
    for letter in DIE_LETTERS:
        die = dice.get(letter)
        numbers = die.get("numbers") if isinstance(die, dict) else None
        if not isinstance(numbers, list) or len(numbers) != len(ACTIONS):
            found = len(numbers) if isinstance(numbers, list) else "none"
            raise BadInput(
                _(
                    "die {letter} in the dice file needs {count} numbers, one an action; found {found}.",
                    letter=letter,
                    count=len(ACTIONS),
                    found=found,
                )
            )
        table.append(tuple(numbers))
    extra = sorted(set(dice) - set(DIE_LETTERS))
    if extra:
        raise BadInput(_("the dice file has a die {extra!r}: the dice are A to E.", extra=extra[0]))
    return check_dice(tuple(table))


def check_dice(table: DiceTable) -> DiceTable:
    """The table itself where every die carries 1 to 5, each once (1.1.1); `BadInput` otherwise."""
    for letter, numbers in zip(DIE_LETTERS, table, strict=True):
        if any(type(number) is not int for number in numbers) or sorted(numbers) != [1, 2, 3, 4, 5]:
            raise BadInput(
                _(
                    "die {letter} carries 1 to 5, each once (1.1.1), not {map}.",
                    letter=letter,
                    map=", ".join(map(str, numbers)),
                )
            )
    return table


STANDARD_DICE: Final = read_dice((get_data(__package__ or "", "dice.json") or b"").decode())
