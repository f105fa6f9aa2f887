"""What happened, in a file of sentences: `said.txt` beside the words of a game, one entry for each kind of record.

    sailed grows
      Your {token} goes to box {new}, with room for {room}.
      {who}'s {token} goes to box {new}, with room for {room}.

    sailed
      Your {token} goes to box {new}.
      {who}'s {token} goes to box {new}.

    placed
      All dice are placed: the actions begin.

The first sentence is for whoever does it, the second for the others; one alone is for everybody, a dash says nothing.
Behind the kind stands what its arguments must be, where that makes a difference: `grows` is neither 0 nor empty,
`position=2` is 2, `#letters=1` has one entry. The first entry of a kind that fits is said. Lines with `##` are remarks.
"""

from __future__ import annotations

import re
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from .words import NOTHING, Cases, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SILENT = "-"
Condition: TypeAlias = "Callable[[Mapping[str, Any]], bool]"
T = TypeVar("T")


def phrases(package: str, name: str) -> dict[str, Said | Cases[Said]]:
    """The sentences of a file of that package, by kind of record."""
    entries: dict[str, list[tuple[list[Condition], Said]]] = {}
    for head, lines in blocks(package, name):
        kind, *conditions = head.split()
        you, they = ["" if line == SILENT else line for line in (lines * 2)[:2]]
        assert 1 <= len(lines) <= 2, f"{kind} in {name} is one sentence, or two"
        entries.setdefault(kind, []).append(([condition(word) for word in conditions], Said(you, they)))
    return {kind: first_that_fits(found) for kind, found in entries.items()}


def blocks(package: str, name: str) -> Iterator[tuple[str, list[str]]]:
    """The entries of a file: the first line of each, and the others."""
    text = (get_data(package, name) or b"").decode()
    for block in re.sub("(?m)^##.*\n?", "", text).strip().split("\n\n"):
        head, *lines = [line.strip() for line in block.strip().splitlines()]
        yield head, lines


def first_that_fits(entries: Sequence[tuple[Sequence[Condition], T]]) -> T | Cases[T]:
    """What is said: one thing always, or the first all of whose conditions hold of the arguments."""
    if not entries[0][0]:
        return entries[0][1]

    def which(args: Mapping[str, Any]) -> int:
        fitting = (place for place, (tests, _) in enumerate(entries) if all(holds(args) for holds in tests))
        return next(fitting, -1)

    return Cases(which, {place: said for place, (_, said) in enumerate(entries)})


def condition(word: str, values: Mapping[str, int] = NOTHING) -> Condition:
    """What a word demands of the arguments; `values` are the numbers that have a name."""
    name, equals, value = word.partition("=")
    if name.startswith("#"):
        return lambda args: len(args[name[1:]]) == int(value)
    if not equals:
        return lambda args: bool(args[name])
    number = values[value] if value in values else int(value)
    return lambda args: args[name] in (number, (number,))
