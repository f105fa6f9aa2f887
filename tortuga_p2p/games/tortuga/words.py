"""The words of Tortuga, shared by the board on the screen and by the story. Knows no layout and no grammar of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import combining, east_asian_width

from ...text import N_, _, n_
from .state import ALL_DICE, BITS, DIE_LETTERS, SKULL, Action, State, clockwise, total

if TYPE_CHECKING:
    from ...rules.ask import Seat

COLOUR_NAMES: Final = (N_("red"), N_("blue"), N_("yellow"), N_("white"), N_("purple"))
ACTION_WORDS: Final = tuple(action.name for action in Action)
FACE_WORDS: Final = (*ACTION_WORDS, N_("skull"))
POSITIONS: Final = ("", N_("1st"), N_("2nd"))


def colour_word(colour: int) -> str:
    return _(COLOUR_NAMES[colour])


def face_word(face: int) -> str:
    """What a die shows. Actions are called the same in every language, as in the notation."""
    return _(FACE_WORDS[face]) if face == SKULL else FACE_WORDS[face]


def position_word(position: int) -> str:
    return _(POSITIONS[position])


def counted(number: int, one: str, many: str) -> str:
    """ "no dice", "1 die", "5 dice"."""
    return _("{number} {things}", number=number or _("no"), things=n_(one, many, number))


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
