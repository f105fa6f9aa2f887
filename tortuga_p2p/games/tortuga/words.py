"""The words of Tortuga, shared by the board on the screen and by the story. Knows no layout and no grammar of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import combining, east_asian_width

from .state import ALL_DICE, BITS, DIE_LETTERS, Action, State, clockwise, total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.ask import Seat

COLOUR_NAMES: Final = ("red", "blue", "yellow", "white", "purple")
ACTION_WORDS: Final = tuple(action.name for action in Action)
FACE_WORDS: Final = (*ACTION_WORDS, "skull")
POSITIONS: Final = ("", "1st", "2nd")


def listed(words: Sequence[str]) -> str:
    """ "red", "red and blue", "red, blue and white"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"


def die_words(state: State, mask: int, action: int) -> list[str]:
    """Each die with the number it counts on that action: "A5"."""
    return [f"{DIE_LETTERS[die]}{state.setup.dice[die][action]}" for die in BITS[mask]]


def ranking(state: State, action: int) -> list[tuple[Seat, int]]:
    """Who has dice on an action and their totals, best first; ties go clockwise from the start player (1.3.2)."""
    seats = [seat for seat in clockwise(state) if state.placed[seat] >> 5 * action & ALL_DICE]
    return sorted(((seat, total(state, seat, action)) for seat in seats), key=lambda pair: -pair[1])


def positions(state: State) -> int:
    """How many act in each action: only the best with two players (1.6)."""
    return 1 if state.setup.seats == 2 else 2


# --- names: they come from other people's machines ---------------------------------------------------------------


def safe(name: str) -> str:
    """A name without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def clipped(text: str, width: int, mark: str) -> str:
    """The text, or as much of its beginning as fits, with a mark that something is missing."""
    if cells(text) <= width:
        return text
    while text and cells(text) > width - cells(mark):
        text = text[:-1]
    return text + mark
