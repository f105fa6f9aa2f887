"""What a picture of the board is made of: signs, cells of styled text, and lines put together from them.

Knows the looks of a chest but nothing of the table around it; see `view.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .notation import COLOUR_LETTERS
from .state import Phase
from .words import COLOUR_NAMES, cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...rules.ask import Seat
    from ...rules.game import Fragments, Known
    from .state import State

Cell: TypeAlias = list[tuple[str, str]]  # (style class, text) in a row; the classes are listed in view.py

DICE_PHASES: Final = range(Phase.ROLL, Phase.OFFER)
ACTION_PHASES: Final = range(Phase.OFFER, Phase.MOVE_DRAW)


class Symbols(NamedTuple):
    """The signs a board is drawn with: another table may use other ones of one column each."""

    empty: str = "_"
    left: str = "["
    right: str = "]"
    surplus: str = "!"
    reached: str = "="
    ahead: str = "-"
    gate: str = " "  # capacity grows behind it
    start: str = "*"
    now: str = ">"
    nothing: str = "-"
    clip: str = "~"
    bar: str = "|"  # between dice of different faces


ASCII: Final = Symbols()
UNICODE: Final = Symbols(
    empty="·", reached="■", ahead="□", start="★", now="▸", nothing="·", clip="…", bar="│"
)  # fmt: skip


class Look(NamedTuple):
    """What all parts of the picture need."""

    state: State
    seat: Seat | None
    known: Known
    names: Sequence[str]
    symbols: Symbols
    column: int


def chests_cell(look: Look, colours: Iterable[int], between: str = " ") -> Cell:
    found: Cell = []
    for colour in colours:
        found += [("", between)] if found and between else []
        found.append((f"chest.{COLOUR_NAMES[colour]}", COLOUR_LETTERS[colour]))
    return found or [("dim", look.symbols.nothing)]


# --- lines --------------------------------------------------------------------------------------------------------


def size(cell: Cell) -> int:
    return sum([cells(text) for _, text in cell])


def padded(cell: Cell, width: int) -> Cell:
    return [*cell, ("", " " * (width - size(cell)))]


def wrapped(sentence: Cell, width: int) -> list[Cell]:
    """Lines of at most `width` columns, broken between words."""
    words: list[Cell] = [[]]
    for style, text in sentence:
        first, *rest = text.split(" ")
        words[-1].append((style, first))
        words += [[(style, word)] for word in rest]
    lines: list[Cell] = [[]]
    for word in words:
        if lines[-1] and size(lines[-1]) + 1 + size(word) > width:
            lines.append([])
        if lines[-1]:
            lines[-1] += [("", " "), *word]
        elif size(word):  # a line begins with a word, not with the rest of a gap
            lines[-1] += word
    return lines


def joined(lines: Sequence[Cell]) -> Fragments:
    """One list without trailing blanks or neighbours of one style."""
    found: list[tuple[str, str]] = []
    for index, line in enumerate(lines):
        parts = [("", "\n")] if index else []
        parts += _stripped(line)
        for style, text in parts:
            if found and found[-1][0] == style:
                found[-1] = (style, found[-1][1] + text)
            else:
                found.append((style, text))
    return tuple(found)


def _stripped(line: Cell) -> Cell:
    line = [part for part in line if part[1]]
    while line and not line[-1][1].strip():
        line = line[:-1]
    return [*line[:-1], (line[-1][0], line[-1][1].rstrip())] if line else []
