"""What a game is called by people: sentences for what is asked and for what happened, and a glossary of its things.

A game's words are tables of whole sentences, one for each kind of decision and of record; their arguments are names,
numbers and words of the glossary, never halves of sentences, so that another language can order them otherwise. A
sentence is made last, for one `Reader`: a hidden thing has a face for whoever was shown it, and a kind for all others.

    SAID = {"sailed": Said(N_("Your {token} goes to box {to}."), N_("{who}'s {token} goes to box {to}."))}
    TERMS = {"token": words_of(N_("boat"), N_("pirate"))}

Everything is optional: what has no words is told by its kind and its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from ..text import _, listed, n_

if TYPE_CHECKING:
    from .ask import Face, Handle, Seat
    from .game import Known, View
    from .record import Args

T = TypeVar("T")
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Reader(NamedTuple):
    """For whom a sentence is made, with what that seat knew *at that moment*. Seat `None` is a spectator."""

    seat: Seat | None
    known: Known
    names: Sequence[str]

    def name(self, seat: Seat) -> str:
        """A player's name, without anything that a terminal would obey."""
        return "".join(letter if letter.isprintable() else "?" for letter in self.names[seat])

    def called(self, seat: Seat) -> str:
        """The same inside a sentence: whoever reads it is "you"."""
        return _("you") if seat == self.seat else self.name(seat)


class Said(NamedTuple):
    """One thing as whole sentences: told to whoever does it, and to the others. `many`: where several do it at once."""

    you: str
    they: str
    many: str = ""


def both(sentence: str) -> Said:
    """A sentence that is the same for everybody."""
    return Said(sentence, sentence)


class Cases(Generic[T]):
    """Several sentences for one thing; which one, its arguments say."""

    def __init__(self, which: Callable[[Mapping[str, Any]], object], of: Mapping[Any, T]) -> None:
        self.which = which
        self.of = of

    def __call__(self, args: Mapping[str, Any]) -> T:
        return self.of[self.which(args)]


class Asked(NamedTuple):
    """One kind of decision in words: the question, each choice as the rest of "you would ...", and where its help is.

    `choice` names the steps of the decision, and may name its arguments; it is the menu line, the move in words, and
    what a hint says. It begins small and has no full stop: "board {victim} for the {chest} chest". Where it is `Cases`,
    they are chosen by the arguments of the decision and by what is picked in each step: `args["victim"]` has the
    values, `args["victim_labels"]` what their labels hold.
    """

    question: str  # to whoever decides
    waiting: Said  # what the others read: `they` for one seat, `many` for several; `you` stands on one's own board
    choice: str | Cases[str]
    steps: Mapping[str, str] = NOTHING  # by step: the label of its row; its name where there is none
    missing: str = ""  # what is missing while the picks make no move
    help: tuple[str | Cases[str], ...] = ()  # paragraphs beside the chapter, where that does not say it all
    chapter: str | Cases[str] = ""  # of the game's rules.txt: the help for it
    reference: str = ""  # the paragraph of the exact rules in docs/


class ThingWords(NamedTuple):
    """What the hidden things of one pile are called."""

    some: Callable[[int], str]  # so many of them to somebody who was not shown them: "a card", "3 cards"
    face: Callable[[Face], str]  # one whose face is known: "the rum card"
    one: Callable[[Handle, Reader], str]  # this very one, for "why it came out like this": "treasure tile 7"
    is_told_apart: bool = True  # whether it matters to people which one it is: of cards in a hand only the face does


Term: TypeAlias = Callable[[Any, Reader], str]  # how a value is called


class Reading(NamedTuple):
    """Something of the table that is read aloud when its name is typed."""

    help: str
    lines: Callable[[View[Any], Reader], Sequence[str]]


def _no_draws(state: Any, numbers: Sequence[tuple[int, int]]) -> Sequence[str]:
    return ()


def _no_caption(state: Any) -> tuple[str, Seat | None]:
    return "", None


class Words(NamedTuple):
    """The words of a game. Every part may stay empty."""

    asked: Mapping[str, Asked] = NOTHING  # by decision
    said: Mapping[str, Said | Cases[Said]] = NOTHING  # by kind of record
    terms: Mapping[str, Term] = NOTHING  # the glossary, by the name of an argument or of a label
    short: Mapping[str, Term] = NOTHING  # by label, for narrow rows of the screen: of (value, how many alike)
    styles: Mapping[str, Callable[[Any], str]] = NOTHING  # by label: the style class of a value on the screen
    notes: Mapping[str, str | Cases[str]] = NOTHING  # by the code of a note: what a choice means
    why_not: Mapping[str, str | Cases[str]] = NOTHING  # by refusal code
    things: Mapping[str, ThingWords] = NOTHING  # by pile; `laws.DIE` for dice
    readings: Mapping[str, Reading] = NOTHING  # what can be read aloud, by the word that is typed
    # By kind of luck: {times} chances gave {got}, and {expected} was to be expected.
    luck: Mapping[str, Said | Cases[Said]] = NOTHING
    sides: Sequence[str] = ()  # what a side is called that wins or loses as one
    points: bool = True  # whether the end is told in points, or as a race
    progress: str = ""  # what `Game.progress` counts, with its unit, where that is not points: the title of the plot
    standing: Mapping[str, str] = NOTHING  # questions that can be answered once and for all, by name (Game.standing)
    # What drawn numbers came to, by the state before them and (number from 1, of how many): "chest 9 of 40 is red".
    draws: Callable[[Any, Sequence[tuple[int, int]]], Sequence[str]] = _no_draws
    captions: Mapping[str, Said | Cases[Said]] = NOTHING  # what the table is doing while nobody decides anything
    caption: Callable[[Any], tuple[str, Seat | None]] = _no_caption  # by state: which of these, and who {who} is


def letters(names: Sequence[str]) -> list[str]:
    """A letter for every player, one that is in the name where that can be: the last word begins with it, then the
    first, then the letters in between; one that somebody else has or that not every terminal shows is passed over."""
    taken: list[str] = []
    for name in names:
        words = name.upper().split()
        wanted = [word[0] for word in (*words[-1:], *words)] + list(name.upper())
        free = [
            letter
            for letter in (*wanted, *"ABCDEFGHIJ")
            if letter.isascii() and letter.isalpha() and letter not in taken
        ]
        taken.append(free[0])
    return taken


# --- terms -------------------------------------------------------------------------------------------------------


def words_of(*words: str) -> Term:
    """By number: the first word for 0, and so on."""
    return lambda value, reader: _(words[value])


def counted(one: str, many: str) -> Term:
    """A number of things: "1 die", "5 dice". Both texts take {number}."""
    return lambda value, reader: n_(one, many, value).format(number=value)


def several(term: Term, none: str = "") -> Term:
    """Each of a list, "red, red and blue"."""
    return lambda value, reader: listed([term(item, reader) for item in value]) if value else _(none) if none else ""


def player(value: Any, reader: Reader) -> str:
    """The name of a seat."""
    return reader.name(value)


def somebody(value: Any, reader: Reader) -> str:
    """A seat inside a sentence: by its name, and "you" for whoever reads it."""
    return reader.called(value)


def worded(words: Words, args: Args, reader: Reader) -> dict[str, str]:
    """Every argument as this reader reads it."""
    return {name: word(words, name, value, reader) for name, value in args.items()}


def word(words: Words, name: str, value: Any, reader: Reader) -> str:
    """One value by the glossary; a hidden thing by what the reader knows of it."""
    from .record import Thing

    if isinstance(value, Thing):
        return _things(words, (value,), reader)
    if isinstance(value, tuple) and value and all(isinstance(item, Thing) for item in value):
        return _things(words, value, reader)
    term = words.terms.get(name, _PLAIN.get(name))
    if term is not None:
        return term(value, reader)
    if isinstance(value, tuple):
        return listed([str(item) for item in value])
    return str(value)


_PLAIN: Final[Mapping[str, Term]] = {"player": player}


def _things(words: Words, things: Sequence[Any], reader: Reader) -> str:
    """Those whose faces the reader knows by their faces, equal ones once with their number; then how many others."""
    found: list[str] = []
    unknown: dict[str, int] = {}
    for pile, handle in things:
        if handle in reader.known:
            found.append(words.things.get(pile, UNNAMED).face(reader.known[handle]))
        else:
            unknown[pile] = unknown.get(pile, 0) + 1
    parts = counted_once(found)
    parts += [words.things.get(pile, UNNAMED).some(number) for pile, number in unknown.items()]
    return listed(parts)


def times(word: str, number: int) -> str:
    """A word with how many there are, where they are several: "rum (3)"."""
    return word if number == 1 else _("{word} ({number})", word=word, number=number)


def counted_once(words: Sequence[str]) -> list[str]:
    """Each word once, with its number."""
    return [times(word, words.count(word)) for word in dict.fromkeys(words)]


UNNAMED: Final = ThingWords(
    lambda number: n_("a hidden thing", "{number} hidden things", number).format(number=number),
    lambda face: _("face {face}", face=face),
    lambda handle, reader: _("thing {handle}", handle=handle),
)
