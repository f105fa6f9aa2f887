"""One value of a state or a move: what it may be, and the word that says it in a line of text.

A game has one table of its fields. `packing.py` reads plain values by it, `notation.py` positions and moves (line.py):

    {"phase": named(PHASES, "phase"), "start": number(0, 3), "stuck": numbers(0, 3), "fleet": letters("RBYWP")}

Everything read here may come from anybody: what has another shape is `BadInput`. Bounds are checked in plain values
only: whatever a word says becomes one before it is believed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..errors import BadInput
from ..text import _
from .plain import a_tuple, an_int

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

T = TypeVar("T")

NOTHING = "-"  # the word for an empty list
RUN_MAX = 1_000  # numbers that a run may stand for: no game has as many things


class StateField(NamedTuple):
    """What one value may be. One without a `form` is never written in a line."""

    check: Callable[[object], Any]  # the value itself, where it is one of these; `BadInput` otherwise
    form: str = ""  # what its word looks like: a regular expression without groups
    text: Callable[[Any], str] = str
    read: Callable[[str], Any] = str  # from a word of that form
    example: str = ""  # of a word that is hard to guess

    def read_word(self, word: str) -> Any:
        """The value of a word; `BadInput` where it does not look like one."""
        if not re.fullmatch(self.form, word):
            if self.example:
                hint = _("{word!r} is not right: write it like {example!r}.", word=word[:60], example=self.example)
                raise BadInput(hint)
            raise BadInput(_("{field!r} has no place in a position.", field=word[:60]))
        return self.read(word)


# --- one thing ---------------------------------------------------------------------------------------------------


def number(low: int, high: int, shift: int = 0) -> StateField:
    """A whole number; written with `shift` added, where people count otherwise than the rules."""
    least, most = low + shift, high + shift
    form = f"[{least}-{most}]" if 0 <= least <= most <= 9 else f"{'-?' * (least < 0)}[0-9]{{1,{len(str(most))}}}"
    return StateField(
        lambda value: an_int(value, low, high), form, lambda value: str(value + shift), lambda word: int(word) - shift
    )


def named(names: Sequence[str], what: str = "", first: int = 0) -> StateField:
    """One of some names, counted from `first`. With `what` a wrong one is told what there is."""

    def read(word: str) -> int:
        if word not in names:
            known = ", ".join(names)
            sentence = _("there is no {what} {text!r}: choose from {known}.", what=what, text=word[:20], known=known)
            raise BadInput(sentence)
        return names.index(word) + first

    form = r"\S{1,20}" if what else f"(?:{'|'.join(map(re.escape, names))})"
    high = first + len(names) - 1
    return StateField(lambda value: an_int(value, first, high), form, lambda value: names[value - first], read)


# --- lists -------------------------------------------------------------------------------------------------------


def several(field: StateField, between: str = ",", size: int | None = None) -> StateField:
    """A list of such things; a dash for none. What stands between them is no part of their own words."""

    def check(value: object) -> tuple[Any, ...]:
        return tuple([field.check(item) for item in a_tuple(value, size)])

    def text(value: Sequence[Any]) -> str:
        return between.join([field.text(item) for item in value]) or NOTHING

    def read(word: str) -> tuple[Any, ...]:
        if word == NOTHING:
            return ()
        return tuple([field.read(part) for part in (word.split(between) if between else word)])

    one, more = f"(?:{field.form})", "*" if size is None else f"{{{size - 1}}}"
    filled = f"{one}(?:{re.escape(between)}{one}){more}"
    return StateField(check, f"(?:{NOTHING}|{filled})" if size is None else filled, text, read)


def numbers(low: int, high: int, size: int | None = None) -> StateField:
    """Whole numbers with commas between them."""
    return several(number(low, high), ",", size)


def letters(alphabet: str, size: int | None = None) -> StateField:
    """Small numbers, a letter for each: RRB."""
    one = StateField(
        lambda value: an_int(value, 0, len(alphabet) - 1),
        f"[{re.escape(alphabet)}]",
        alphabet.__getitem__,
        alphabet.index,
    )
    return several(one, "", size)


def runs(low: int, high: int, size: int | None = None, between: str = "-", least: int = 2) -> StateField:
    """Whole numbers in their order, `least` or more in a row shortened: 22-48,20. A dash for none."""
    part = re.compile(rf"(-?[0-9]{{1,7}})(?:{re.escape(between)}(-?[0-9]{{1,7}}))?")

    def text(value: Sequence[int]) -> str:
        rows: list[list[int]] = []
        for one in value:
            if rows and one == rows[-1][-1] + 1:
                rows[-1].append(one)
            else:
                rows.append([one])
        words: list[str] = []
        for row in rows:
            words += [f"{row[0]}{between}{row[-1]}"] if len(row) >= least else map(str, row)
        return ",".join(words) or NOTHING

    def read(word: str) -> tuple[int, ...]:
        found: list[int] = []
        for piece in () if word == NOTHING else word.split(","):
            run = part.fullmatch(piece)
            if run is None or int(run[2] or 0) - int(run[1]) > RUN_MAX:
                example = f"5{between}9"
                raise BadInput(
                    _(
                        "{part!r} is neither a number nor a range of them like {example!r}.",
                        part=piece[:20],
                        example=example,
                    )
                )
            found += range(int(run[1]), int(run[2] or run[1]) + 1)
        return tuple(found)

    return StateField(numbers(low, high, size).check, "[0-9,.-]+", text, read)


def bits(count: int, field: StateField | None = None) -> StateField:
    """A bit for each of `count` things, written as the list of those that are set: by number, or as `field` says."""
    listed = field or numbers(0, count - 1)

    def text(value: int) -> str:
        return listed.text([one for one in range(count) if value >> one & 1])

    def read(word: str) -> int:
        return sum({1 << one for one in listed.read(word)})

    return StateField(lambda value: an_int(value, 0, (1 << count) - 1), listed.form, text, read)


def subset(alphabet: str) -> StateField:
    """Bits with a letter for each, in their order: ACE."""
    once = "".join(f"{re.escape(letter)}?" for letter in alphabet)
    return bits(len(alphabet), letters(alphabet))._replace(form=f"(?:{NOTHING}|(?=[{re.escape(alphabet)}]){once})")


# --- things made of others ---------------------------------------------------------------------------------------


def row(between: str, *fields: StateField, example: str = "") -> StateField:
    """Different things in one word, in this order."""
    groups = re.compile(re.escape(between).join(f"({field.form})" for field in fields))

    def check(value: object) -> tuple[Any, ...]:
        return tuple([field.check(item) for field, item in zip(fields, a_tuple(value, len(fields)), strict=True)])

    def text(value: Sequence[Any]) -> str:
        return between.join([field.text(item) for field, item in zip(fields, value, strict=True)])

    def read(word: str) -> tuple[Any, ...]:
        found = groups.fullmatch(word)
        if found is None:
            raise BadInput(_("{field!r} has no place in a position.", field=word[:60]))
        return tuple([field.read(part) for field, part in zip(fields, found.groups(), strict=True)])

    return StateField(check, re.escape(between).join(f"(?:{field.form})" for field in fields), text, read, example)


def unpacked(kind: Callable[..., T], fields: Mapping[str, StateField], value: object) -> T:
    """What `kind` makes of a plain value: one thing for each field, in the order of the table."""
    values = a_tuple(value, len(fields))
    return kind(*[field.check(one) for field, one in zip(fields.values(), values, strict=True)])
