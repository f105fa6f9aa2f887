"""One line of text for a move or a position, as UCI and FEN are for chess, both ways from one table.

A move is a verb and its words, a position a head and words `name=value`; what a word means is a field (field.py):

    LINE = Line("harbour/1", {"phase": named(PHASES, "phase"), "stuck": numbers(0, 3)}, chars_max=500)
    MOVES = MoveLines({"seat": number(0, 3)}, Verb(ROB, "rob {seat} for {colour}", "rob 2 for red"))

Everything read here may come from anybody: what is not written the one way it should be is `BadInput` with a hint.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..errors import BadInput
from ..text import _
from .ask import Move

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .field import StateField

MOVE_CHARS_MAX: Final = 600  # of a move's text: a hand of a hundred cards fits


# --- moves -------------------------------------------------------------------------------------------------------


class Verb(NamedTuple):
    """One kind of move: the first number of its data, and its text with the name of a field for each word.

    Where the words are not just the other numbers of the data in their order, `values` takes them out of a move, and
    `move` makes one of the state, the seat and the values.
    """

    kind: int
    form: str
    example: str
    move: Callable[..., Move] | None = None
    values: Callable[[Move], Sequence[Any]] | None = None


class MoveLines:
    """The moves of a game as lines of text; `words` are the fields that its verbs name."""

    def __init__(self, words: Mapping[str, StateField], *verbs: Verb) -> None:
        self._lines = {verb.kind: _MoveLine(verb, words) for verb in verbs}

    def text(self, move: Move) -> str:
        """A move in one line; the inverse of `read` for the seat that makes it."""
        return self._lines[move.data[0]].text(move)

    def read(self, state: Any, seat: int, text: str) -> Move:
        """The move that a text spells; `BadInput` with the form it should have. The rules say whether it is legal."""
        words = text[:MOVE_CHARS_MAX].split()
        first = words[0] if words else ""
        lines = [line for line in self._lines.values() if line.first == first]
        for line in lines:
            found = line.form.fullmatch(" ".join(words))
            if found is not None and len(text) <= MOVE_CHARS_MAX:
                return line.move(state, seat, found.groups())
        if lines:
            example = lines[0].verb.example
            raise BadInput(_("{text!r} is not a move: write it like {example!r}.", text=text[:40], example=example))
        known = ", ".join(dict.fromkeys(line.first for line in self._lines.values()))
        raise BadInput(_("there is no move {verb!r}: moves begin with {verbs}.", verb=first[:20], verbs=known))


class _MoveLine:
    """One verb, its form taken apart: literal text and the names of words take turns."""

    def __init__(self, verb: Verb, words: Mapping[str, StateField]) -> None:
        self.verb = verb
        self.first = verb.form.split(" ")[0]
        literals, names = _split(verb.form)
        self._words = [words[name] for name in names]
        self._template = "{}".join(literals)
        forms = [f"({word.form})" for word in self._words]
        self.form = re.compile("".join(map("".join, zip(map(re.escape, literals), [*forms, ""], strict=True))))

    def text(self, move: Move) -> str:
        values = move.data[1:] if self.verb.values is None else self.verb.values(move)
        return self._template.format(*[word.text(one) for word, one in zip(self._words, values, strict=True)])

    def move(self, state: Any, seat: int, words: Sequence[str]) -> Move:
        values = [field.read(word) for field, word in zip(self._words, words, strict=True)]
        return self.verb.move(state, seat, *values) if self.verb.move else Move((int(self.verb.kind), *values))


def _split(form: str) -> tuple[list[str], list[str]]:
    pieces = re.split(r"\{(\w+)\}", form)
    return pieces[::2], pieces[1::2]


# --- positions ---------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """How a position is written: a head, then `name=word` for every field of the table that is not as usual.

    The field without a name, where there is one, stands for words of the game's own: one for each board, say.
    """

    head: str
    fields: Mapping[str, StateField]
    chars_max: int

    def text(self, values: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
        words = [self.head]
        for name, field in self.fields.items():
            value = values[name]
            if not name:
                words += map(field.text, value)
            elif name not in usual or value != usual[name]:
                words.append(f"{name}={field.text(value)}")
        return " ".join(words)

    def read(self, text: str) -> dict[str, Any]:
        """What a text says, by field. What it does not say is not there: `whole` puts it in."""
        first, *words = text.split(" ") if len(text) <= self.chars_max else [""]
        if first != self.head:
            begins = " ".join([self.head, *(f"{name}=..." for name in list(self.fields)[:2])])
            raise BadInput(_("not a position of this game: it begins with {begins!r}.", begins=begins))
        found: dict[str, Any] = {}
        boards = [word for word in words if "=" not in word]
        if "" in self.fields:
            found[""] = tuple([self.fields[""].read_word(word) for word in boards])
        elif boards:
            raise BadInput(_("{field!r} has no place in a position.", field=boards[0][:60]))
        for name, value in (word.split("=", 1) for word in words if "=" in word):
            field = self.fields.get(name) if name else None
            if field is None or not re.fullmatch(field.form, value):
                raise BadInput(_("{field!r} has no place in a position.", field=f"{name[:20]}={value[:40]}"))
            found[name] = field.read(value)
        return found

    def whole(self, found: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
        """All fields: as the text says, else as usual; `BadInput` names one that every position says."""
        for name in self.fields:
            if name not in found and name not in usual:
                raise BadInput(_("the position does not say {missing}=...", missing=name))
        return {**usual, **found}


def check_spelling(text: str, again: str) -> None:
    """A position has one spelling: what it is written as once it was read."""
    if again != text:
        raise BadInput(_("the position is not written the one way it should be: fields in order, none twice."))
