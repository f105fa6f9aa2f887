"""Plain values: what game states, moves and options are made of, so that any codec can spell them one way.

Integers, text, bytes, truth values and tuples of these. No floats, no sets, no dicts: nothing whose order or
rounding could differ between two machines. NamedTuples are tuples and therefore plain.
"""

from __future__ import annotations

from typing import TypeAlias

from ..errors import BadInput
from ..text import _

Plain: TypeAlias = int | str | bytes | tuple["Plain", ...]


def check_plain(value: object) -> None:
    """Raises `TypeError` where a value holds anything that has no single spelling."""
    match value:
        case int() | str() | bytes():
            return
        case tuple():
            for item in value:
                check_plain(item)
        case _:
            raise TypeError(f"{type(value).__name__} is not a plain value")


# Those below take received values apart: a wrong shape is the fault of whoever sent or wrote it.


def an_int(value: object, low: int, high: int) -> int:
    """The value itself where it is an integer in [low, high]; `BadInput` otherwise."""
    if type(value) is not int or not low <= value <= high:
        raise BadInput(
            _("expected a whole number from {low} to {high}, found {value!r}.", low=low, high=high, value=value)
        )
    return value


def a_tuple(value: object, size: int | None = None) -> tuple[object, ...]:
    """The value itself where it is a tuple (of that size); `BadInput` otherwise."""
    if not isinstance(value, tuple) or (size is not None and len(value) != size):
        if size is None:
            raise BadInput(_("expected a list, found {value!r}.", value=value))
        raise BadInput(_("expected a list of {size} values, found {value!r}.", size=size, value=value))
    return value


def ints(value: object, low: int, high: int, size: int | None = None) -> tuple[int, ...]:
    """A tuple of integers in [low, high], of that size if one is given; `BadInput` otherwise."""
    return tuple([an_int(item, low, high) for item in a_tuple(value, size)])


def holds(truth: object, sentence: str, **values: object) -> None:
    """What is true of every position of a game; `BadInput` with the sentence where it is not.

    Translators find the sentence here too (tests/texts.py): it stands as it is, with its values by name.
    """
    if not truth:
        why = _(sentence, **values)
        raise BadInput(_("that is not a position of this game: {why}", why=why))
