"""What is asked, in a file of sentences: `asked.txt` beside the words of a game, one entry for each decision.

    attack
      question: Whom do you attack?
      they: {who} chooses whom to attack.
      choice if chest: attack {victim} for the {chest} chest
      choice if victim=NONE: forfeit
      choice: attack {victim}
      step victim: attack
      step chest: chest
      chapter: attack

    why_not
      twice: {choice} has already been attacked: nobody is attacked twice.

A line is a field of `Asked` (words.py), where `you`, `they` and `many` are what is read while somebody decides, a step
has its label, and `help` may come again for another paragraph. Behind `if` stands when it is said, as in `said.txt`
(phrases.py): `chest` was picked, `victim=NONE` is what was picked, by a name of the game's own; of `help` and `chapter`
what the decision says of itself. Of several lines the first that fits is said, of `help` all that fit. `notes` and
`why_not` are no decisions: they have a sentence for each code.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from .phrases import blocks, condition, first_that_fits
from .words import NOTHING, Asked, Cases, Said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .phrases import Condition

Text: TypeAlias = "str | Cases[str]"
SAID_ONCE: Final = ("question", "you", "they", "many", "missing", "reference")
KEYS: Final = {*SAID_ONCE, "choice", "chapter", "help"}


class Questions(NamedTuple):
    """What a file says, for the `Words` of a game."""

    asked: Mapping[str, Asked]
    notes: Mapping[str, Text]
    why_not: Mapping[str, Text]


def questions(
    package: str, name: str, values: Mapping[str, int] = NOTHING, tests: Mapping[str, Condition] = NOTHING
) -> Questions:
    """The file of that package. `values` are numbers by name; `tests` are conditions that it takes more to say."""
    found = {head: _lines(head, lines, values, tests) for head, lines in blocks(package, name)}
    notes, why_not = (_texts(found.pop(head, NOTHING)) for head in ("notes", "why_not"))
    return Questions({head: _asked(head, lines) for head, lines in found.items()}, notes, why_not)


_Lines: TypeAlias = "Mapping[str, Sequence[tuple[Sequence[Condition], str]]]"


def _lines(head: str, lines: Sequence[str], values: Mapping[str, int], tests: Mapping[str, Condition]) -> _Lines:
    """By key: everything that may be said, with the conditions for it."""
    found: dict[str, list[tuple[list[Condition], str]]] = defaultdict(list)
    for line in lines:
        place, colon, text = line.partition(":")
        assert colon, f"{head}: {line!r} does not say what it is"
        key, _if, words = place.partition(" if ")
        found[key].append(([tests.get(word) or _picked(word, values) for word in words.split()], text.strip()))
    return found


def _picked(word: str, values: Mapping[str, int]) -> Condition:
    """A condition that does not hold where the step it speaks of was left out."""
    holds, name = condition(word, values), word.partition("=")[0]
    return lambda args: name in args and holds(args)


def _texts(lines: _Lines) -> dict[str, Text]:
    return {key: first_that_fits(found) for key, found in lines.items()}


def _asked(head: str, lines: _Lines) -> Asked:
    texts: dict[str, Any] = _texts(lines)
    steps = {key.removeprefix("step "): text for key, text in texts.items() if key.startswith("step ")}
    unknown = sorted(set(texts) - KEYS - {f"step {step}" for step in steps})
    assert not unknown, f"{head}: a decision has no {unknown}"
    assert all(isinstance(texts.get(key, ""), str) for key in SAID_ONCE), f"{head}: only some lines may have an `if`"
    return Asked(
        texts["question"],
        Said(*[texts.get(key, "") for key in ("you", "they", "many")]),
        texts["choice"],
        steps,
        texts.get("missing", ""),
        tuple([first_that_fits([(tests, paragraph), ((), "")]) for tests, paragraph in lines.get("help", ())]),
        texts.get("chapter", ""),
        texts.get("reference", ""),
    )
