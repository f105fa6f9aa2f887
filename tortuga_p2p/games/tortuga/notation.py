"""One line of text for every move and every position, as UCI and FEN are for chess (docs/notation.md).

    take ACE      bonus fleet     skulls raid     place AC hunt     act      pass      stuck
    keep 1        seize 2 chest R claim 0 centre R      order RB/YP

Seats count from 0, tiles from 1. A dash stands for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...errors import BadInput
from ...rules.field import letters, named, number, row, several, subset
from ...rules.line import Line, MoveLines, Verb, check_spelling
from ...text import _
from .rules import components as c
from .rules.moves import FORFEIT, NONE, PERFORM, STUCKS, TAKES, Kind, keeps, order, read_order
from .rules.packing import CHESTS_ROW, SETUP, TILES_ROW, fields, unpack
from .rules.state import OVERBOARD, State

if TYPE_CHECKING:
    from ...rules.ask import Move, Seat
    from .rules.state import Ship

# --- moves -------------------------------------------------------------------------------------------------------


def _keep(state: State, seat: Seat, index: int) -> Move:
    if len(state.hand) != 2:
        raise BadInput(_("nobody looks at two tiles now."))
    return keeps(state.hand)[index]


_MOVES: Final = MoveLines(
    {
        "dice": subset(c.DIE_LETTERS),
        "action": named([action.name.lower() for action in c.Action]),
        "tile": number(0, 1, shift=1),
        "seat": number(0, c.SEATS_MAX - 1),
        "chest": named(f"-{c.COLOUR_LETTERS}", first=NONE),
        "chests": CHESTS_ROW,
    },
    Verb(Kind.TAKE, "take {dice}", "take ACE", lambda _, seat, mask: TAKES[seat][mask]),
    Verb(Kind.STUCK, "stuck", "stuck", lambda state, seat: STUCKS[seat][c.ALL_DICE & ~c.assigned(state.placed[seat])]),
    Verb(Kind.BONUS, "bonus {action}", "bonus fleet"),
    Verb(Kind.TURN, "skulls {action}", "skulls raid"),
    Verb(Kind.PLACE, "place {dice} {action}", "place AC hunt"),
    Verb(Kind.ACT, "act", "act", lambda *_: PERFORM),
    Verb(Kind.PASS, "pass", "pass", lambda *_: FORFEIT),
    Verb(Kind.KEEP, "keep {tile}", "keep 1", _keep),
    Verb(Kind.SEIZE, "seize {seat} chest {chest}", "seize 2 chest R"),
    Verb(Kind.CLAIM, "claim {seat} centre {chest}", "claim 0 centre R"),
    Verb(
        Kind.ORDER,
        "order {chests}/{chests}",
        "order RB/YP",
        lambda _, __, *rows: order(*rows),
        lambda move: read_order(move) or (),
    ),
)
move_text, read_move = _MOVES.text, _MOVES.read

# --- positions ---------------------------------------------------------------------------------------------------

_BOX: Final = number(c.BOX_MIN, c.BOX_MAX)
_BOARD: Final = row(
    ":",
    row(".", _BOX, _BOX),
    *(CHESTS_ROW,) * 4,  # island, crew, fleet, Tortuga
    TILES_ROW,
    several(subset(c.DIE_LETTERS), "/", len(c.ACTIONS)),  # dice by action
    letters("012", len(c.ACTIONS)),  # bonuses
    example="3.3:R:B:-:-:-:-/-/-/-/-:00000",
)
_TABLE: Final = {**fields(c.SEATS_MAX), **SETUP, "": _BOARD}
_ALWAYS: Final = ("phase", "round", "start", "goal", "bag", "centre", "supply", "")
_USUAL: Final[dict[str, Any]] = {  # an action is named while somebody acts
    "dice": c.STANDARD_DICE,
    **{name: usual for name, usual in State._field_defaults.items() if name not in _ALWAYS},
    "action": NONE,
}
_LINE: Final = Line("tortuga/1", {name: _TABLE[name] for name in (*_ALWAYS, *_USUAL)}, chars_max=2_000)


def position_text(state: State) -> str:
    """A position in one line: the board first, then only what differs from an empty field."""
    boards = [_board(*one) for one in zip(state.ships, state.placed, state.bonus, strict=True)]
    action = state.action if state.ranks else NONE
    return _LINE.text({**state._asdict(), **state.setup._asdict(), "": boards, "action": action}, _USUAL)


def _board(ship: Ship, placed: int, bonus: int) -> tuple[Any, ...]:
    dice = [placed >> 5 * action & c.ALL_DICE for action in c.ACTIONS]
    bonuses = [bonus >> 2 * action & 3 for action in c.ACTIONS]
    return (ship.boat, ship.pirate), ship.island, ship.crew, ship.fleet, c.spread(ship.port), ship.tiles, dice, bonuses


def read_position(text: str) -> State:
    """The position; `BadInput` where it is not one, or not one of a game in progress."""
    found = _LINE.whole(_LINE.read(text), _USUAL)
    boards = [_read_board(board, found["adrift"] >> seat & 1) for seat, board in enumerate(found[""])]
    for place, name in enumerate(("ships", "placed", "bonus")):
        found[name] = tuple(board[place] for board in boards)
    found["setup"] = (len(boards), found["goal"], found["dice"])
    found["action"] = max(0, found["action"])
    state = unpack(tuple([found[name] for name in State._fields]))
    check_spelling(text, position_text(state))
    return state


def _read_board(board: tuple[Any, ...], is_adrift: int) -> tuple[tuple[Any, ...], int, int]:
    """A ship, the dice on its actions and its bonuses. A-23: adrift, the dice on no action went overboard."""
    (boat, pirate), island, crew, fleet, port, tiles, dice, bonuses = board
    ship = (boat, pirate, island, crew, fleet, tuple(map(port.count, c.COLOURS)), tiles)
    placed = sum(mask << 5 * action for action, mask in enumerate(dice))
    if is_adrift:
        placed |= (c.ALL_DICE & ~c.assigned(placed)) << OVERBOARD
    return ship, placed, sum(value << 2 * action for action, value in enumerate(bonuses))


assert len(c.DIE_LETTERS) == c.DICE
