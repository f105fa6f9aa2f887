"""What the players agree on: lengths and variants, the faces of the boards, the values of the tokens.

Values that came from somebody else are checked here, and every complaint is a sentence for whoever chose them.
"""

from __future__ import annotations

import json
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, Final

from ....errors import BadInput
from ....rules.option import Amount, File, Flag, OneOf, Option, Preset
from ....text import N_, _
from . import components as c
from .state import Setup

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.game import Options

SEATS: Final = range(2, 6)
PIRATES: Final = range(4, 7)
ALONE_MIN, BOTH_MIN = 4, 3  # boards of a path that is the whole way, and of each of two
_SIDES: Final = ("tunnel", "jungle")  # of a board, as a file calls them
WAYS: Final = {"retreat": c.RETREAT, "morgan": c.MORGAN, "both": c.RETREAT | c.MORGAN}


# --- data of the box -------------------------------------------------------------------------------------------


def read_faces(text: str) -> str:
    """The boards of a file like data/boards.json, in one word; `BadInput` names what is wrong in it."""
    boards = _json(text, "boards")
    if not isinstance(boards, list) or len(boards) != c.BOARDS:
        raise BadInput(_('the board file needs "boards", a list of {boards}.', boards=c.BOARDS))
    word = ""
    for number, board in enumerate(boards, start=1):
        for side in _SIDES:
            symbols = board.get(side) if isinstance(board, dict) else None
            if not isinstance(symbols, str):
                raise BadInput(_('board {number} in the board file has no "{side}".', number=number, side=side))
            word += _check_side(symbols, side, number)
    return word


def check_faces(value: object) -> str:
    """The same for a word that is already one."""
    if not isinstance(value, str) or len(value) != 2 * c.BOARDS * c.BOARD_SPACES:
        raise BadInput(_("the faces of the boards are a word of {value} letters.", value=2 * c.BOARDS * c.BOARD_SPACES))
    for at in range(2 * c.BOARDS):
        first = at * c.BOARD_SPACES
        _check_side(value[first : first + c.BOARD_SPACES], _SIDES[at % 2], at // 2 + 1)
    return value


def _check_side(symbols: str, side: str, number: int) -> str:
    where = _("the {side} side of board {number}", side=side, number=number)
    for letter in symbols:
        if letter not in c.LETTERS:
            told = _("{where} has a symbol {letter!r}: the symbols are {letters}.")
            raise BadInput(told.format(where=where, letter=letter, letters=", ".join(c.LETTERS)))
        if symbols.count(letter) > 1:
            told = _("{where} has the symbol {letter} twice: every symbol is on a board once.")
            raise BadInput(told.format(where=where, letter=letter))
    if len(symbols) != c.BOARD_SPACES:
        told = _("{where} has {count} symbols instead of {spaces}.")
        raise BadInput(told.format(where=where, count=len(symbols), spaces=c.BOARD_SPACES))
    return symbols


def read_tokens(text: str) -> tuple[int, ...]:
    """The tokens of a file like data/tokens.json, the snake as SNAKE; `BadInput` names what is wrong in it."""
    tokens = _json(text, "tokens")
    if not isinstance(tokens, list):
        raise BadInput(_('the token file needs "tokens", a list.'))
    return check_tokens(tuple(c.SNAKE if token == "snake" else token for token in tokens))


def check_tokens(value: object) -> tuple[int, ...]:
    if not isinstance(value, tuple) or len(value) != c.TOKENS:
        raise BadInput(_("there are {tokens} chest tokens.", tokens=c.TOKENS))
    if any(type(token) is not int or not c.SNAKE <= token <= 3 for token in value):
        raise BadInput(_("a chest token gives 1 to 3 cards, or 0, or is the snake."))
    if value.count(c.SNAKE) != 1 or value.count(0) != 1:
        raise BadInput(_("of the chest tokens one is empty and one is the snake."))
    return value


def _json(text: str, name: str) -> object:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(_("the file with {name} is not JSON.", name=name)) from None
    return data.get(name) if isinstance(data, dict) else None


def _data(name: str) -> str:
    package = (__package__ or "").rpartition(".")[0]
    return (get_data(package, f"data/{name}.json") or b"").decode()


FACES: Final = read_faces(_data("boards"))
TOKEN_VALUES: Final = read_tokens(_data("tokens"))


# --- options ---------------------------------------------------------------------------------------------------


def _has(path: int) -> Callable[[int, Options], bool]:
    """Whether there are boards on that path."""
    return lambda seats, values: bool(values[_SIDES[path]])


_WAYS: Final = {
    "retreat": N_("go back with a pirate of your own"),
    "morgan": N_("Morgan's rule: move somebody else's pirate on"),
    "both": N_("go back, or Morgan's rule"),
}
OPTIONS: Final = (
    Option(
        "tunnel",
        Amount(0, c.BOARDS),
        6,
        N_("Boards in the tunnel"),
        N_("How long the tunnel is; with boards in the jungle too it is the Great Escape, with a sloop between."),
    ),
    Option(
        "jungle",
        Amount(0, c.BOARDS),
        0,
        N_("Boards in the jungle"),
        N_("How long the jungle is; without a tunnel it is the second half of the story alone."),
    ),
    Option("pirates", Amount(PIRATES[0], PIRATES[-1]), 6, N_("Pirates each"), N_("Fewer pirates, a shorter game.")),
    Option(
        "tunnel_draw",
        OneOf(_WAYS),
        "retreat",
        N_("Cards in the tunnel"),
        N_("How cards are drawn by pirates in the tunnel."),
        _has(c.TUNNEL),
        N_("there is no tunnel in this game: leave tunnel_draw as it is."),
    ),
    Option(
        "jungle_draw",
        OneOf(_WAYS),
        "retreat",
        N_("Cards in the jungle"),
        N_("How cards are drawn by pirates in the jungle."),
        _has(c.JUNGLE),
        N_("there is no jungle in this game: leave jungle_draw as it is."),
    ),
    Option(
        "filibusters",
        Flag(),
        0,
        N_("Filibusters"),
        N_("A dark card makes everybody else discard down to seven cards."),
    ),
    Option(
        "sorceress",
        Flag(),
        0,
        N_("Black Sorceress"),
        N_("Every card has a power besides its move, and tokens lie on the chests."),
    ),
    Option(
        "pass_ends",
        Flag(),
        0,
        N_("Passing ends the turn"),
        N_("Drawing a card with an empty hand is the whole turn instead of one action."),
    ),
    Option(
        "faces",
        File(read_faces, check_faces),
        FACES,
        N_("Board faces"),
        N_("The symbols of the boards from a file, for anybody who owns the box: like data/boards.json."),
    ),
    Option(
        "tokens",
        File(read_tokens, check_tokens),
        TOKEN_VALUES,
        N_("Chest tokens"),
        N_("What the chest tokens give, from a file: like data/tokens.json."),
        lambda seats, values: bool(values["sorceress"]),
        N_("chest tokens belong to the Black Sorceress: leave tokens as they are."),
    ),
)
PRESETS: Final = (
    Preset("quick", N_("A quarter of an hour: four boards and four pirates."), {"tunnel": 4, "pirates": 4}),
    Preset("classic", N_("The first game of the box: six boards of tunnel, six pirates."), {}),
    Preset("jungle", N_("From the leaking sloop through the jungle to the cove."), {"tunnel": 0, "jungle": 6}),
    Preset(
        "escape", N_("The Great Escape: tunnel, sea and jungle, with sloop and captain."), {"tunnel": 3, "jungle": 3}
    ),
    Preset(
        "everything",
        N_("The Great Escape on all boards, drawing both ways, with Filibusters and the Black Sorceress."),
        {
            "tunnel": 4,
            "jungle": 4,
            "tunnel_draw": "both",
            "jungle_draw": "both",
            "filibusters": 1,
            "sorceress": 1,
        },
    ),
)


def setup_of(seats: int, chosen: Mapping[str, Any]) -> Setup:
    """What was agreed, as far as it fits together; `BadInput` where it does not."""
    boards = chosen["tunnel"], chosen["jungle"]
    check_boards(boards)
    return Setup(
        seats,
        boards,
        chosen["pirates"],
        (WAYS[chosen["tunnel_draw"]], WAYS[chosen["jungle_draw"]]),
        chosen["filibusters"],
        chosen["sorceress"],
        chosen["pass_ends"],
        chosen["faces"],
        chosen["tokens"],
        laid=(),
        path="",
    )


def check_boards(boards: tuple[int, int]) -> None:
    """How many boards lie on each path: enough for a way, and no more than the box holds (3.3)."""
    tunnel, jungle = boards
    if tunnel + jungle > c.BOARDS:
        told = _("there are {boards} boards: {tunnel} in the tunnel and {jungle} in the jungle are too many.")
        raise BadInput(told.format(boards=c.BOARDS, tunnel=tunnel, jungle=jungle))
    if tunnel and jungle and min(boards) < BOTH_MIN:
        told = _("the Great Escape needs {least} boards or more in the tunnel and as many in the jungle.")
        raise BadInput(told.format(least=BOTH_MIN))
    if not (tunnel and jungle) and max(boards) < ALONE_MIN:
        raise BadInput(_("a way of one path needs {alone_min} boards or more.", alone_min=ALONE_MIN))
