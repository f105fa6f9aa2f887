"""One line of text for a move or a position, as UCI and FEN are for chess: what the notations of games share.

A move is a verb and its words; a position is a head, words `name=value` and words of the game's own in between.
Everything read here may come from anybody: what is not written the one way it should be is `BadInput` with a hint.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadInput
from ..text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .ask import Move

MOVE_WORDS_MAX = 8  # of a move's text: no game has a longer one


class Verb(NamedTuple):
    """One kind of move: the form of the words behind its verb (a regular expression), an example, and its reader.

    The reader gets what stands before the text (a state, a seat, or nothing), then the groups of the form.
    """

    form: str
    example: str
    read: Callable[..., Move]


def read_verb(verbs: Mapping[str, Verb], text: str, *context: Any) -> Move:
    """The move that a text spells; `BadInput` with the form it should have. The rules say whether it is legal."""
    verb, *words = text.split()[:MOVE_WORDS_MAX] or [""]
    if verb not in verbs:
        raise BadInput(
            _("there is no move {verb!r}: moves begin with {verbs}.", verb=verb[:20], verbs=", ".join(verbs))
        )
    form, example, read = verbs[verb]
    found = re.fullmatch(form, " ".join(words))
    if found is None:
        raise BadInput(_("{text!r} is not a move: write it like {example!r}.", text=text[:40], example=example))
    return read(*context, *found.groups())


# --- positions ---------------------------------------------------------------------------------------------------


def fields_text(fields: Mapping[str, str]) -> list[str]:
    """The words of those fields that have anything to say."""
    return [f"{name}={text}" for name, text in fields.items() if text]


def read_fields(
    text: str, head: str, forms: Mapping[str, str], always: int, chars_max: int
) -> tuple[dict[str, str], list[str]]:
    """The fields of a position by name, and its other words. The first `always` of the forms must be there."""
    first, *words = text.split(" ") if len(text) <= chars_max else [""]
    if first != head:
        begins = " ".join([head, *(f"{name}=..." for name in list(forms)[:2])])
        raise BadInput(_("not a position of this game: it begins with {begins!r}.", begins=begins))
    found = dict(word.split("=", 1) for word in words if "=" in word)
    for name, value in found.items():
        if name not in forms or not re.fullmatch(forms[name], value, re.ASCII):
            raise BadInput(_("{field!r} has no place in a position.", field=f"{name[:20]}={value[:40]}"))
    for name in list(forms)[:always]:
        if name not in found:
            raise BadInput(_("the position does not say {missing}=...", missing=name))
    return found, [word for word in words if "=" not in word]


def check_spelling(text: str, again: str) -> None:
    """A position has one spelling: what it is written as once it was read."""
    if again != text:
        raise BadInput(_("the position is not written the one way it should be: fields in order, none twice."))


def read_choice(names: Iterable[str], text: str, what: str) -> int:
    """Which of these names it is."""
    known = list(names)
    if text not in known:
        raise BadInput(
            _("there is no {what} {text!r}: choose from {known}.", what=what, text=text[:20], known=", ".join(known))
        )
    return known.index(text)


def numbers_text(values: Iterable[int]) -> str:
    return ",".join(map(str, values))


def read_numbers(text: str) -> tuple[int, ...]:
    """Small whole numbers with commas between them; none in an empty text."""
    words = text.split(",") if text else []
    for word in words:
        if not re.fullmatch(r"-?\d{1,4}", word, re.ASCII):
            raise BadInput(_("{text!r} is no small number.", text=word[:20]))
    return tuple(map(int, words))


def bits_of(text: str, bound: int) -> int:
    """A bit for every number below `bound` in a list."""
    numbers = read_numbers(text)
    if any(not 0 <= number < bound for number in numbers):
        raise BadInput(_("{text!r} lists numbers from 0 to {most}.", text=text[:20], most=bound - 1))
    return sum({1 << number for number in numbers})


def runs_text(handles: Iterable[int]) -> str:
    """Handles in their order, runs shortened: 22-48,20. A dash stands for none."""
    runs: list[list[int]] = []
    for handle in handles:
        if runs and handle == runs[-1][-1] + 1:
            runs[-1].append(handle)
        else:
            runs.append([handle])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs) or "-"


def read_runs(text: str, most: int) -> tuple[int, ...]:
    """The inverse; `most` is the highest handle there is."""
    handles: list[int] = []
    for part in () if text == "-" else text.split(","):
        run = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", part, re.ASCII)
        if run is None or int(run[2] or run[1]) > most:
            raise BadInput(_("{part!r} is no thing of this game, and no run of them.", part=part[:20]))
        handles += range(int(run[1]), int(run[2] or run[1]) + 1)
    return tuple(handles)
