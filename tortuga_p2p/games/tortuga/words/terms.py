"""What the things of Tortuga are called. A value is worded by the term that has the name of its argument.

Actions are called the same in every language, as in the notation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ....rules.answer import UNOPENED
from ....rules.laws import DIE
from ....rules.words import ThingWords, counted, several, somebody, words_of
from ....text import N_, _, listed, n_
from ..rules.components import BITS, BOARD, DICE, DIE_LETTERS, SKULL, TILE_FIRST, Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ....rules.words import Reader, Term
    from ..rules.components import DiceTable

COLOUR_NAMES: Final = (N_("red"), N_("blue"), N_("yellow"), N_("white"), N_("purple"))
ACTION_WORDS: Final = tuple(action.name for action in Action)
colour: Final = words_of(*COLOUR_NAMES)
chests: Final = several(colour, N_("nothing"))


def coins(number: int) -> str:
    return n_("{number} coin", "{number} coins", number).format(number=number)


def face_word(face: int) -> str:
    return _("skull") if face == SKULL else ACTION_WORDS[face]


def _die(value: Any, reader: Reader) -> str:
    """A die that shows something: "FLEET A5", "skull A"."""
    die, face, number = value
    return f"{face_word(face)} {DIE_LETTERS[die]}{number or ''}"


def _laid(value: Any, reader: Reader) -> str:
    """Dice with the number they count on an action: "A5", "the skull C2"; those of a choice with what they show."""
    words = [f"{DIE_LETTERS[die]}{number}" for die, number, *_ in value]
    return listed(
        [_("the skull {die}", die=word) if one[2:] == (1,) else word for word, one in zip(words, value, strict=True)]
    )


def _ranks(value: Any, reader: Reader) -> str:
    """Who acts first and second, and who is behind them: "first you with 10, then Ben with 8"."""
    forms = (_("then {name} with {total}"), _("first {name} with {total}"), _("second {name} with {total}"))
    return ", ".join([forms[place].format(name=reader.called(seat), total=total) for place, seat, total in value])


def _bonus(value: Any, reader: Reader) -> str:
    return f"{ACTION_WORDS[value[0]]} +{value[1]}"


def numbered(dice: Iterable[tuple[int, int]]) -> str:
    """Dice with what they count: "A5 C2"."""
    return " ".join(f"{DIE_LETTERS[die]}{number}" for die, number in dice)


def dice_on(table: DiceTable, mask: int, action: int) -> str:
    """The same for a set of dice on an action."""
    return numbered((die, table[die][action]) for die in BITS[mask])


def _by_action(fleet: str, crew: str) -> Term:
    """A word of the fleet, which BOARD attacks, or of the crew, which RAID attacks."""
    return lambda value, reader: _(fleet) if value == BOARD else _(crew)


def _behind(value: Any, reader: Reader) -> str:
    """What the dice behind one's own screen show: "FLEET A5, skull C"; "C?" where the reader cannot know."""
    words = []
    for handle, numbers in value:
        letter, face = DIE_LETTERS[handle % DICE], reader.known.get(handle)
        if face is None:
            words.append(f"{letter}?")
        else:
            words.append(f"{face_word(face)} {letter}{'' if face == SKULL else numbers[face]}")
    return ", ".join(words)


TERMS: Final[Mapping[str, Term]] = {
    "behind": _behind,
    "player": somebody,
    "action": words_of(*ACTION_WORDS),
    "position": words_of("", N_("first"), N_("second")),
    "colour": colour,
    "token": _by_action(N_("boat"), N_("pirate")),
    "area": _by_action(N_("fleet"), N_("crew")),
    "victim": somebody,
    "island": chests,
    "crew": chests,
    "fleet": chests,
    "port": chests,
    "chests": chests,
    "die": _die,
    "shown": several(_die),
    "laid": _laid,
    "letters": several(words_of(*DIE_LETTERS)),
    "numbers": several(lambda one, reader: f"{ACTION_WORDS[one[0]]} {one[1]}"),
    "ranks": _ranks,
    "rolls": several(lambda one, reader: f"{reader.called(one[0])} {one[1]}"),
    "bonus": _bonus,
    "skulls_on": lambda value, reader: f"{ACTION_WORDS[value[0]]} {numbered(value[1])}",
    "act": words_of(N_("forfeit"), N_("perform it")),
    "nobody": lambda value, reader: _("nobody: forfeit"),
    "each": several(lambda face, reader: _("unopened, so 0") if face == UNOPENED else str(face)),
    "coins": lambda value, reader: coins(value),
    "points": counted("{number} point", "{number} points"),
    "left": lambda value, reader: (
        n_("{n} die left", "{n} dice left", value).format(n=value) if value else _("none left")
    ),
    "fits": counted("{number} die", "{number} dice"),
}

THINGS: Final = {
    "tiles": ThingWords(
        lambda number: n_("a treasure tile", "{number} treasure tiles", number).format(number=number),
        lambda face: _("a tile with {coins}", coins=coins(face)),
        lambda handle, reader: _("treasure tile {number}", number=handle - TILE_FIRST + 1),
        is_told_apart=False,
    ),
    DIE: ThingWords(
        lambda number: n_("a die", "{number} dice", number).format(number=number),
        face_word,
        lambda handle, reader: (
            _("your die {die}", die=DIE_LETTERS[handle % DICE])
            if handle // DICE == reader.seat
            else _("{name}'s die {die}", name=reader.name(handle // DICE), die=DIE_LETTERS[handle % DICE])
        ),
    ),
}
