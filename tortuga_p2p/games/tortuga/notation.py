"""One line of text for every move and every position, as UCI and FEN are for chess (docs/notation.md).

    take ACE      bonus fleet     skulls raid     place AC hunt     act      pass      stuck
    keep 1        seize 2 chest R claim 0 centre R      order RB/YP

Seats count from 0, tiles from 1. A dash stands for nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ...errors import BadInput
from ...rules.ask import Move
from ...rules.line import (
    Verb,
    bits_of,
    check_spelling,
    fields_text,
    numbers_text,
    read_choice,
    read_fields,
    read_numbers,
    read_runs,
    read_verb,
    runs_text,
)
from ...text import _
from .rules.moves import (
    ACT,
    BONUS,
    CLAIM,
    FORFEIT,
    KEEP,
    NONE,
    PASS,
    PERFORM,
    PLACE,
    SEIZE,
    STUCK,
    STUCKS,
    TAKE,
    TAKES,
    TURN,
    keeps,
    order,
    read_order,
)
from .rules.packing import unpack
from .rules.state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    DIE_LETTERS,
    OVERBOARD,
    SEATS_MAX,
    STANDARD_DICE,
    TILE_HANDLES,
    Action,
    Phase,
    State,
    assigned,
    spread,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...rules.ask import Seat
    from .rules.state import DiceTable, Ship

COLOUR_LETTERS: Final = "RBYWP"
FACE_LETTERS: Final = "FCHBR*"
ACTION_NAMES: Final = tuple(action.name.lower() for action in Action)


# --- moves -------------------------------------------------------------------------------------------------------


def move_text(move: Move) -> str:
    """A move in one line; the inverse of `read_move` for the seat that makes it."""
    data = move.data
    match data:
        case (kind,) if kind in _BARE:
            return _BARE[kind]
        case (kind, mask) if kind == TAKE:
            return f"take {_dice(mask)}"
        case (kind, action) if kind == BONUS:
            return f"bonus {ACTION_NAMES[action]}"
        case (kind, action) if kind == TURN:
            return f"skulls {ACTION_NAMES[action]}"
        case (kind, mask, action) if kind == PLACE:
            return f"place {_dice(mask)} {ACTION_NAMES[action]}"
        case (kind, index) if kind == KEEP:
            return f"keep {index + 1}"
        case (kind, victim, colour) if kind in _FROM:
            return f"{_FROM[kind]} {'-' if colour == NONE else COLOUR_LETTERS[colour]}".replace("*", str(victim))
    rows = read_order(move)
    assert rows is not None, f"no such move: {move}"
    return f"order {_row(rows[0])}/{_row(rows[1])}"


_BARE: Final = {STUCK: "stuck", PASS: "pass", ACT: "act"}
_FROM: Final = {SEIZE: "seize * chest", CLAIM: "claim * centre"}


def read_move(state: State, seat: Seat, text: str) -> Move:
    """The move of that seat; `BadInput` with the form it should have. The rules say whether it is legal."""
    return read_verb(_VERBS, text, state, seat)


def _read_keep(state: State, seat: Seat, index: str) -> Move:
    if len(state.hand) != 2:
        raise BadInput(_("nobody looks at two tiles now."))
    return keeps(state.hand)[int(index) - 1]


_ACTION: Final = f"({'|'.join(ACTION_NAMES)})"
_DICE: Final = "(A?B?C?D?E?)"
_CHEST: Final = f"(-|[{COLOUR_LETTERS}])"
_CHESTS: Final = f"(-|[{COLOUR_LETTERS}]{{1,9}})"

_VERBS: Final = {
    "take": Verb(_DICE, "take ACE", lambda _, seat, dice: TAKES[seat][_mask(dice)]),
    "stuck": Verb("", "stuck", lambda state, seat: STUCKS[seat][ALL_DICE & ~assigned(state.placed[seat])]),
    "bonus": Verb(_ACTION, "bonus fleet", lambda _, __, action: Move((BONUS, ACTION_NAMES.index(action)))),
    "skulls": Verb(_ACTION, "skulls raid", lambda _, __, action: Move((TURN, ACTION_NAMES.index(action)))),
    "place": Verb(
        f"{_DICE} {_ACTION}",
        "place AC hunt",
        lambda _, __, dice, action: Move((PLACE, _mask(dice), ACTION_NAMES.index(action))),
    ),
    "act": Verb("", "act", lambda *_: PERFORM),
    "pass": Verb("", "pass", lambda *_: FORFEIT),
    "keep": Verb("([12])", "keep 1", _read_keep),
    "seize": Verb(f"([0-3]) chest {_CHEST}", "seize 2 chest R", lambda _, __, *how: _attack(SEIZE, *how)),
    "claim": Verb(f"([0-3]) centre {_CHEST}", "claim 0 centre R", lambda _, __, *how: _attack(CLAIM, *how)),
    "order": Verb(f"{_CHESTS}/{_CHESTS}", "order RB/YP", lambda _, __, *rows: order(*map(_chests, rows))),
}


def _attack(kind: int, victim: str, chest: str) -> Move:
    return Move((kind, int(victim), *(_chests(chest) or (NONE,))))


def _mask(letters: str) -> int:
    if not letters:
        raise BadInput(_("name at least one die, A to E."))
    return sum(1 << DIE_LETTERS.index(letter) for letter in letters)


def _dice(mask: int) -> str:
    return "".join(DIE_LETTERS[die] for die in BITS[mask]) or "-"


def _row(chests: Iterable[int]) -> str:
    return "".join(COLOUR_LETTERS[colour] for colour in chests) or "-"


def _chests(letters: str) -> tuple[int, ...]:
    return () if letters == "-" else tuple(COLOUR_LETTERS.index(letter) for letter in letters)


# --- positions ---------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """A position in one line: the board first, then only what differs from an empty field."""
    words = [
        "tortuga/1",
        f"phase={Phase(state.phase).name.lower()}",
        f"round={state.round}",
        f"start={state.start}",
        f"goal={state.setup.goal}",
        f"bag={'.'.join(map(str, state.bag))}",
        f"centre={_row(BITS[state.centre])}",
        f"supply={runs_text(state.supply)}",
    ]
    words += [_ship_text(*board) for board in zip(state.ships, state.placed, state.bonus, strict=True)]
    extra = {
        "dice": "" if state.setup.dice == STANDARD_DICE else _dice_table(state.setup.dice),
        "skulls": ",".join(f"{seat}{_dice(mask)}" for seat, mask in state.skulls),
        "stuck": numbers_text(state.stuck),
        "faces": "".join(FACE_LETTERS[face] for face in state.faces),
        "action": ACTION_NAMES[state.action] if state.ranks else "",
        "ranks": numbers_text(state.ranks),
        "position": "2" if state.position == 2 else "",
        "victim": "" if state.victim == -1 else str(state.victim),
        "hand": runs_text(state.hand) if state.hand else "",
        "coins": numbers_text(state.coins),
        "adrift": numbers_text(BITS[state.adrift]),
    }
    return " ".join([*words, *fields_text(extra)])


def _ship_text(ship: Ship, placed: int, bonus: int) -> str:
    dice = "/".join(_dice(placed >> 5 * action & ALL_DICE) for action in ACTIONS)
    bonuses = "".join(str(bonus >> 2 * action & 3) for action in ACTIONS)
    areas = ":".join(_row(area) for area in (ship.island, ship.crew, ship.fleet, spread(ship.port)))
    return f"{ship.boat}.{ship.pirate}:{areas}:{runs_text(ship.tiles)}:{dice}:{bonuses}"


def _dice_table(table: DiceTable) -> str:
    return "/".join("".join(map(str, row)) for row in table)


POSITION_CHARS_MAX: Final = 2_000  # the longest is under 1,000
_ALWAYS: Final = 7
_FORMS: Final = {  # the first are always there
    "phase": "[a-z_]{1,20}",
    "round": r"[1-9]\d{0,5}",
    "start": "[0-3]",
    "goal": "[68]",
    "bag": r"\d\d?(?:\.\d\d?){4}",
    "centre": f"-|[{COLOUR_LETTERS}]{{1,5}}",
    "supply": r"-|[\d,-]+",
    "dice": "[1-5]{5}(?:/[1-5]{5}){4}",
    "skulls": "[0-3][A-E]{1,5}(?:,[0-3][A-E]{1,5})*",
    "faces": f"[{FACE_LETTERS}]{{1,5}}",
    "action": "|".join(ACTION_NAMES),
    "position": "2",
    "victim": "[0-3]",
    "hand": r"[\d,-]+",
    **dict.fromkeys(("stuck", "ranks", "coins", "adrift"), r"\d{1,3}(?:,\d{1,3})*"),
}
_SHIP: Final = re.compile(
    rf"([1-8])\.([1-8]):(-|[{COLOUR_LETTERS}]{{1,40}}):(-|[{COLOUR_LETTERS}]{{1,40}}):(-|[{COLOUR_LETTERS}]{{1,40}})"
    rf":(-|[{COLOUR_LETTERS}]{{1,40}}):(\S{{1,120}}):([A-E-]{{1,5}}(?:/[A-E-]{{1,5}}){{4}}):([012]{{5}})"
)


def read_position(text: str) -> State:
    """The position; `BadInput` where it is not one, or not one of a game in progress."""
    found, words = read_fields(text, "tortuga/1", _FORMS, _ALWAYS, POSITION_CHARS_MAX)
    boards = [_read_ship(word) for word in words]
    adrift = bits_of(found.get("adrift", ""), SEATS_MAX)
    dice = tuple(tuple(map(int, row)) for row in found["dice"].split("/")) if "dice" in found else STANDARD_DICE
    skulls = found["skulls"].split(",") if "skulls" in found else ()
    state = unpack(
        (
            (len(boards), int(found["goal"]), dice),
            read_choice([known.name.lower() for known in Phase], found["phase"], "phase"),
            int(found["round"]),
            int(found["start"]),
            tuple(ship for ship, _, _ in boards),
            tuple(_with_overboard(placed, adrift >> seat & 1) for seat, (_, placed, _) in enumerate(boards)),
            tuple(bonus for _, _, bonus in boards),
            tuple(map(int, found["bag"].split("."))),
            sum({1 << colour for colour in _chests(found["centre"])}),
            read_runs(found["supply"], TILE_HANDLES[-1]),
            tuple((int(word[0]), _read_mask(word[1:])) for word in skulls),
            read_numbers(found.get("stuck", "")),
            tuple(map(FACE_LETTERS.index, found.get("faces", ""))),
            ACTION_NAMES.index(found.get("action", ACTION_NAMES[0])),
            read_numbers(found.get("ranks", "")),
            int(found.get("position", 1)),
            int(found.get("victim", NONE)),
            read_runs(found.get("hand", "-"), TILE_HANDLES[-1]),
            read_numbers(found.get("coins", "")),
            adrift,
        )
    )
    check_spelling(text, position_text(state))
    return state


def _with_overboard(placed: int, is_adrift: int) -> int:
    """A-23: of a ship adrift no die is rolled any more; those on no action went overboard."""
    return placed | (ALL_DICE & ~assigned(placed)) << OVERBOARD if is_adrift else placed


def _read_ship(word: str) -> tuple[tuple[object, ...], int, int]:
    found = _SHIP.fullmatch(word)
    if found is None:
        raise BadInput(_("{word!r} is not a board: write it like '3.3:R:B:-:-:-:-/-/-/-/-:00000'.", word=word[:60]))
    boat, pirate, island, crew, fleet, port, tiles, dice, bonus = found.groups()
    in_port = _chests(port)
    ship = (
        int(boat),
        int(pirate),
        *(_chests(area) for area in (island, crew, fleet)),
        tuple(in_port.count(colour) for colour in range(5)),
        read_runs(tiles, TILE_HANDLES[-1]),
    )
    placed = sum(_read_mask(part) << 5 * action for action, part in enumerate(dice.split("/")))
    return ship, placed, sum(int(value) << 2 * action for action, value in enumerate(bonus))


def _read_mask(letters: str) -> int:
    return sum({1 << DIE_LETTERS.index(letter) for letter in letters if letter != "-"})
