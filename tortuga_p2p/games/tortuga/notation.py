"""One line of text for every move and every position, as UCI and FEN are for chess (docs/notation.md).

    take ACE      bonus fleet     skulls raid     place AC hunt     act      pass      stuck
    keep 1        seize 2 chest 3 claim 0 centre R      order RB/YP

Seats count from 0, chests in an area and tiles from 1. A dash stands for nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ...errors import BadInput
from ...rules.ask import Move
from .moves import (
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
from .packing import unpack
from .state import ACTIONS, ALL_DICE, BITS, DIE_LETTERS, STANDARD_DICE, Action, Phase, State, assigned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...rules.ask import Seat
    from .state import Ship

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
        case (kind, victim, position) if kind == SEIZE:
            return f"seize {victim} chest {'-' if position == NONE else position + 1}"
        case (kind, victim, colour) if kind == CLAIM:
            return f"claim {victim} centre {'-' if colour == NONE else COLOUR_LETTERS[colour]}"
    rows = read_order(move)
    assert rows is not None, f"no such move: {move}"
    return f"order {_row(rows[0])}/{_row(rows[1])}"


_BARE: Final = {STUCK: "stuck", PASS: "pass", ACT: "act"}


def read_move(state: State, seat: Seat, text: str) -> Move:
    """The move of that seat; `BadInput` with the form it should have. The rules say whether it is legal."""
    verb, *words = text.split()[:8] or [""]
    if verb not in _READERS:
        raise BadInput(f"there is no move {verb[:20]!r}: moves begin with {', '.join(_READERS)}.")
    form, reader = _READERS[verb]
    pattern = re.fullmatch(form, " ".join(words))
    if pattern is None:
        raise BadInput(f"{text[:40]!r} is not a move: write it like {_EXAMPLES[verb]!r}.")
    return reader(state, seat, *pattern.groups())


def _read_keep(state: State, seat: Seat, index: str) -> Move:
    if len(state.hand) != 2:
        raise BadInput("nobody looks at two tiles now.")
    return keeps(state.hand)[int(index) - 1]


def _read_order(state: State, seat: Seat, fleet: str, crew: str) -> Move:
    return order(_chests(fleet), _chests(crew))


_ACTION: Final = f"({'|'.join(ACTION_NAMES)})"
_DICE: Final = "(A?B?C?D?E?)"
_CHESTS: Final = f"(-|[{COLOUR_LETTERS}]{{1,9}})"

_READERS: Final[dict[str, tuple[str, Callable[..., Move]]]] = {
    "take": (_DICE, lambda _, seat, dice: TAKES[seat][_mask(dice)]),
    "stuck": ("", lambda state, seat: STUCKS[seat][ALL_DICE & ~assigned(state.placed[seat])]),
    "bonus": (_ACTION, lambda _, __, action: Move((BONUS, ACTION_NAMES.index(action)))),
    "skulls": (_ACTION, lambda _, __, action: Move((TURN, ACTION_NAMES.index(action)))),
    "place": (f"{_DICE} {_ACTION}", lambda _, __, dice, x: Move((PLACE, _mask(dice), ACTION_NAMES.index(x)))),
    "act": ("", lambda *_: PERFORM),
    "pass": ("", lambda *_: FORFEIT),
    "keep": ("([12])", _read_keep),
    "seize": ("([0-3]) chest (-|[1-4])", lambda _, __, who, at: Move((SEIZE, int(who), _position(at)))),
    "claim": (
        f"([0-3]) centre (-|[{COLOUR_LETTERS}])",
        lambda _, __, who, colour: Move((CLAIM, int(who), NONE if colour == "-" else COLOUR_LETTERS.index(colour))),
    ),
    "order": (f"{_CHESTS}/{_CHESTS}", _read_order),
}
_EXAMPLES: Final = {
    "take": "take ACE",
    "stuck": "stuck",
    "bonus": "bonus fleet",
    "skulls": "skulls raid",
    "place": "place AC hunt",
    "act": "act",
    "pass": "pass",
    "keep": "keep 1",
    "seize": "seize 2 chest 3",
    "claim": "claim 0 centre R",
    "order": "order RB/YP",
}
assert set(_EXAMPLES) == set(_READERS)


def _mask(letters: str) -> int:
    if not letters:
        raise BadInput("name at least one die, A to E.")
    return sum(1 << DIE_LETTERS.index(letter) for letter in letters)


def _position(text: str) -> int:
    return NONE if text == "-" else int(text) - 1


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
        f"supply={_handles(state.supply)}",
    ]
    words += [_ship_text(*board) for board in zip(state.ships, state.placed, state.bonus, strict=True)]
    extra = {
        "dice": "" if state.setup.dice == STANDARD_DICE else "/".join(_numbers(row, "") for row in state.setup.dice),
        "skulls": ",".join(f"{seat}{_dice(mask)}" for seat, mask in state.skulls),
        "stuck": _numbers(state.stuck, ","),
        "faces": "".join(FACE_LETTERS[face] for face in state.faces),
        "action": ACTION_NAMES[state.action] if state.ranks else "",
        "ranks": _numbers(state.ranks, ","),
        "position": "2" if state.position == 2 else "",
        "victim": "" if state.victim == -1 else str(state.victim),
        "hand": _handles(state.hand) if state.hand else "",
        "coins": _numbers(state.coins, ","),
    }
    return " ".join(words + [f"{name}={text}" for name, text in extra.items() if text])


def _ship_text(ship: Ship, placed: int, bonus: int) -> str:
    port = [colour for colour, number in enumerate(ship.port) for _ in range(number)]
    dice = "/".join(_dice(placed >> 5 * action & ALL_DICE) for action in ACTIONS)
    bonuses = "".join(str(bonus >> 2 * action & 3) for action in ACTIONS)
    areas = ":".join(_row(area) for area in (ship.island, ship.crew, ship.fleet, port))
    return f"{ship.boat}.{ship.pirate}:{areas}:{_handles(ship.tiles)}:{dice}:{bonuses}"


def _numbers(values: Iterable[int], between: str) -> str:
    return between.join(map(str, values))


def _handles(handles: tuple[int, ...]) -> str:
    """Handles in their order, runs shortened: 22-48,20."""
    runs: list[list[int]] = []
    for handle in handles:
        if runs and handle == runs[-1][-1] + 1:
            runs[-1].append(handle)
        else:
            runs.append([handle])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs) or "-"


_HEAD: Final = re.compile(
    r"tortuga/1 phase=([a-z_]{1,20}) round=([1-9]\d{0,5}) start=([0-3]) goal=([68]) bag=(\d\d?(?:\.\d\d?){4}) "
    rf"centre=(-|[{COLOUR_LETTERS}]{{1,5}}) supply=(\S{{1,120}}) (\S.*)"
)
_SHIP: Final = re.compile(
    rf"([1-8])\.([1-8]):(-|[{COLOUR_LETTERS}]{{1,40}}):(-|[{COLOUR_LETTERS}]{{1,40}}):(-|[{COLOUR_LETTERS}]{{1,40}})"
    rf":(-|[{COLOUR_LETTERS}]{{1,40}}):(\S{{1,120}}):([A-E-]{{1,5}}(?:/[A-E-]{{1,5}}){{4}}):([012]{{5}})"
)
_RUN: Final = re.compile(r"(\d\d)(?:-(\d\d))?")
POSITION_CHARS_MAX: Final = 2_000  # the longest is under 1,000


def read_position(text: str) -> State:
    """The position; `BadInput` where it is not one, or not one of a game in progress."""
    head = _HEAD.fullmatch(text) if len(text) <= POSITION_CHARS_MAX else None
    if head is None:
        raise BadInput("not a position of Tortuga: it begins with 'tortuga/1 phase=... round=... start=...'.")
    phase, number, start, goal, bag, centre, supply, rest = head.groups()
    phases = [known.name.lower() for known in Phase]
    if phase not in phases:
        raise BadInput(f"there is no phase {phase!r}: choose from {', '.join(phases)}.")
    words = rest.split(" ")
    boards = [_read_ship(word) for word in words if "=" not in word]
    extra = dict(word.split("=", 1) for word in words if "=" in word)
    state = (
        (len(boards), int(goal), _read_dice(extra.pop("dice", ""))),
        phases.index(phase),
        int(number),
        int(start),
        tuple(board[0] for board in boards),
        tuple(board[1] for board in boards),
        tuple(board[2] for board in boards),
        tuple(map(int, bag.split("."))),
        sum({1 << colour for colour in _chests(centre)}),
        _read_handles(supply),
        tuple(_read_skulls(word) for word in _words(extra, "skulls")),
        _read_numbers(extra, "stuck"),
        tuple(_letter(FACE_LETTERS, face) for face in extra.pop("faces", "")),
        ACTION_NAMES.index(extra.pop("action")) if extra.get("action") in ACTION_NAMES else 0,
        _read_numbers(extra, "ranks"),
        2 if extra.get("position") == "2" and extra.pop("position") else 1,
        int(extra.pop("victim")) if extra.get("victim", "") in list("0123") else -1,
        _read_handles(extra.pop("hand", "-")),
        _read_numbers(extra, "coins"),
    )
    found = unpack(state)
    if extra or position_text(found) != text:
        raise BadInput("the position is not written the one way it should be: fields in order, none twice.")
    return found


def _read_ship(word: str) -> tuple[tuple[object, ...], int, int]:
    found = _SHIP.fullmatch(word)
    if found is None:
        raise BadInput(f"{word[:60]!r} is not a board: write it like '3.3:R:B:-:-:-:-/-/-/-/-:00000'.")
    boat, pirate, island, crew, fleet, port, tiles, dice, bonus = found.groups()
    in_port = _chests(port)
    ship = (
        int(boat),
        int(pirate),
        *(_chests(area) for area in (island, crew, fleet)),
        tuple(in_port.count(colour) for colour in range(5)),
        _read_handles(tiles),
    )
    placed = sum(_read_mask(part) << 5 * action for action, part in enumerate(dice.split("/")))
    return ship, placed, sum(int(value) << 2 * action for action, value in enumerate(bonus))


def _read_mask(letters: str) -> int:
    return 0 if letters == "-" else sum({1 << _letter(DIE_LETTERS, letter) for letter in letters})


def _letter(letters: str, letter: str) -> int:
    if letter not in letters:
        raise BadInput(f"{letter!r} is none of {letters}.")
    return letters.index(letter)


def _read_handles(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    handles: list[int] = []
    for part in text.split(","):
        run = _RUN.fullmatch(part)
        if run is None:
            raise BadInput(f"{part[:20]!r} is not a tile or a run of tiles.")
        handles += range(int(run[1]), int(run[2] or run[1]) + 1)
    return tuple(handles)


def _words(extra: dict[str, str], name: str) -> list[str]:
    text = extra.pop(name, "")
    return text.split(",") if text else []


def _read_numbers(extra: dict[str, str], name: str) -> tuple[int, ...]:
    words = _words(extra, name)
    if not all(re.fullmatch(r"\d{1,3}", word) for word in words):
        raise BadInput(f"{name} lists numbers, with commas between.")
    return tuple(map(int, words))


def _read_skulls(word: str) -> tuple[int, int]:
    if not re.fullmatch(r"[0-3][A-E]{1,5}", word):
        raise BadInput(f"{word[:20]!r} names no seat and its skulls, like '2AC'.")
    return int(word[0]), _read_mask(word[1:])


def _read_dice(text: str) -> tuple[object, ...]:
    if not text:
        return STANDARD_DICE
    if not re.fullmatch(r"[1-9]{5}(/[1-9]{5}){4}", text):
        raise BadInput("dice lists five numbers for each of five dice, like '52413/35241/...'.")
    return tuple(tuple(map(int, row)) for row in text.split("/"))
