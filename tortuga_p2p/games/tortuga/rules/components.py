"""What is in the box (1.1): actions and dice, chests, tiles and tracks, and tables of what dice add up to.

Sets of dice are bits: die 0 = A ... 4 = E. Handles: die d of seat s is `5 * s + d`; the thirty treasure tiles are 20 to
49.
"""

from __future__ import annotations

import json
from enum import IntEnum
from functools import lru_cache
from pkgutil import get_data
from typing import TYPE_CHECKING, Final, TypeAlias

from ....errors import BadInput
from ....text import _

if TYPE_CHECKING:
    from ....rules.ask import Handle


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
FACE_LETTERS: Final = "FCHBR*"

RED, BLUE, YELLOW, WHITE, PURPLE = COLOURS = tuple(range(5))
COLOUR_LETTERS: Final = "RBYWP"
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
Counts: TypeAlias = tuple[int, ...]  # chests by colour
DiceTable: TypeAlias = tuple[tuple[int, ...], ...]  # number = table[die][action]

# --- sets of dice ------------------------------------------------------------------------------------------------

COUNT: Final = tuple(bits.bit_count() for bits in range(32))
BITS: Final = tuple(tuple(die for die in range(DICE) if mask >> die & 1) for mask in range(32))
SPREAD: Final = tuple(sum(mask << 5 * action for action in ACTIONS) for mask in range(32))  # those dice on any action
HANDLES: Final = tuple(tuple(tuple(5 * seat + die for die in dice) for dice in BITS) for seat in range(SEATS_MAX))


@lru_cache(maxsize=2 * 6**5)  # every way in which a seat's dice lie: asked for at every decision of a playout
def assigned(placed: int) -> int:
    """The dice of a seat that lie on any action, or went overboard: those it does not roll."""
    return (placed | placed >> 5 | placed >> 10 | placed >> 15 | placed >> 20 | placed >> 25) & ALL_DICE


@lru_cache(maxsize=16)  # dice tables agreed on while this program runs: nearly always the one
def sums(table: DiceTable) -> tuple[tuple[int, ...], ...]:
    """By action and set of dice: what their numbers add up to."""
    return tuple(tuple(sum([table[die][action] for die in dice]) for dice in BITS) for action in ACTIONS)


def spread(counts: Counts) -> list[int]:
    """A colour for each chest."""
    return [colour for colour in COLOURS for _ in range(counts[colour])]


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
    for letter in dice:
        if letter not in DIE_LETTERS:
            raise BadInput(_("the dice file has a die {extra!r}: the dice are A to E.", extra=letter))
    rows = [dice[letter].get("numbers") if isinstance(dice.get(letter), dict) else None for letter in DIE_LETTERS]
    return check_dice(tuple([tuple(row) if isinstance(row, list) else () for row in rows]))


def check_dice(table: object) -> DiceTable:
    """The table itself where every die carries 1 to 5, each once (1.1.1); `BadInput` otherwise."""
    if not isinstance(table, tuple) or len(table) != DICE:
        raise BadInput(_("a dice table has five numbers for each of five dice."))
    for letter, numbers in zip(DIE_LETTERS, table, strict=True):
        right = isinstance(numbers, tuple) and all(type(number) is int for number in numbers)
        if not right or sorted(numbers) != [1, 2, 3, 4, 5]:
            carried = ", ".join(map(str, numbers)) if isinstance(numbers, tuple) else repr(numbers)
            sentence = _("die {letter} carries 1 to 5, each once (1.1.1); found {found}.")
            raise BadInput(sentence.format(letter=letter, found=carried or _("none")))
    return table


STANDARD_DICE: Final = read_dice((get_data(__package__ or "", "dice.json") or b"").decode())
