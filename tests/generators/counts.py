"""Counts of legal decision sequences, as perft counts chess moves: one move too many or too few changes them. Any game.

A file lists positions. Chance comes from a script: its numbers are used in turn, over and over, each modulo the bound.
A step is one `Turn`, or one `Together` with all its seats; every legal choice is followed, also an only one.

    # Why this position.
    position tortuga/1 phase=roll ...
    shown 20=3
    script 3 1 4 1 5
    counts 12 480 5112

`counts` are the numbers of sequences of one, two, three ... decisions; a game that ends earlier is a shorter
sequence and not counted. To write all counts of a game's file anew: `python -m tests.generators.counts tortuga`
"""

from __future__ import annotations

import sys
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tortuga_p2p import games
from tortuga_p2p.errors import BadInput, TortugaError
from tortuga_p2p.games import load
from tortuga_p2p.rules.ask import Mix, MixHands, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.scenario import ScenarioLine, numbers, pairs, read_lines, seats_of, table_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tortuga_p2p.rules.ask import Face, Handle
    from tortuga_p2p.rules.game import Draw, Game, State

WORDS = ("position", "shown", "script", "counts")


def path(name: str) -> Path:
    """Where a game keeps its counts."""
    return Path(games.__file__).parent / name / "counts.txt"


class CountEntry(NamedTuple):
    """One position, and how many sequences of each length follow it."""

    position: ScenarioLine
    shown: Mapping[Handle, Face]
    script: tuple[int, ...]
    counts: ScenarioLine

    def depths(self) -> list[int]:
        return numbers(self.counts)


def read_entries(text: str, file: str) -> list[CountEntry]:
    """The positions of a file; `BadInput` names the line that does not belong there."""
    entries: list[CountEntry] = []
    found: dict[str, ScenarioLine] = {}
    for line in read_lines(text, file, WORDS):
        if line.word in found or (line.word != "position" and "position" not in found):
            raise line.wrong("an entry has a position, perhaps shown, a script and counts, each once.")
        found[line.word] = line
        if line.word == "counts":
            entries.append(_entry(found, line))
            found = {}
    if found:
        raise next(iter(found.values())).wrong("this entry has no counts.")
    if not entries:
        raise BadInput(f"{file}: there is no position in this file.")
    return entries


def _entry(found: dict[str, ScenarioLine], last: ScenarioLine) -> CountEntry:
    if "script" not in found:
        raise last.wrong("this entry has no script.")
    script = tuple(numbers(found["script"]))
    if not script or min(script) < 0:
        raise found["script"].wrong("a script has one number or more, none below 0.")
    if not numbers(last):
        raise last.wrong("there are no counts here.")
    shown = found.get("shown")
    return CountEntry(found["position"], dict(pairs(shown, shown.rest)) if shown else {}, script, last)


class Script:
    """A `Draw` that goes round and round the same numbers."""

    __slots__ = ("at", "numbers")

    def __init__(self, numbers: tuple[int, ...], at: int = 0) -> None:
        self.numbers = numbers
        self.at = at

    def below(self, bound: int, /) -> int:
        value = self.numbers[self.at % len(self.numbers)] % bound
        self.at += 1
        return value


class Still:
    """A `Draw` that leaves things as they lie."""

    def below(self, bound: int, /) -> int:
        return bound - 1


def count(game: Game[State], entry: CountEntry) -> list[int]:
    """The number of sequences of each length that the entry lists."""
    try:
        state = game.read_position(entry.position.rest)
        # What nobody has seen lies as the game lists it: no face of it can matter to what is legal.
        table = table_at(game, state, seats_of(game, state), entry.shown, Still())
    except BadInput as problem:
        raise entry.position.wrong(str(problem)) from None
    totals = [0] * len(entry.depths())
    _follow(table, Script(entry.script), totals, 0)
    return totals


def _follow(table: LocalTable[State], script: Script, totals: list[int], depth: int) -> None:
    """Adds up the sequences that go on from here."""
    _run_on(table, script)
    seats = deciders(table.ask)
    if not seats:
        return
    choices = [table.moves(seat) for seat in seats]
    totals[depth] += prod(len(moves) for moves in choices)
    if depth + 1 == len(totals):
        return
    for chosen in product(*choices):
        branch = _copy(table)
        branch.step(dict(zip(seats, chosen, strict=True)))
        _follow(branch, Script(script.numbers, script.at), totals, depth + 1)


def _run_on(table: LocalTable[State], script: Script) -> None:
    """Answers all that needs no player. Mixing leaves things as they lie: the script is for what the rules can see."""
    while not deciders(table.ask) and not isinstance(table.ask, Over):
        draw: Draw = Still() if isinstance(table.ask, Mix | MixHands) else script
        table.draw = draw
        table.step()


def _copy(table: LocalTable[State]) -> LocalTable[State]:
    copy = LocalTable(table.game, table.state, len(table.known), table.draw)
    copy.faces.update(table.faces)
    for memory, other in zip(copy.known, table.known, strict=True):
        memory.update(other)
    return copy


def rewrite(game: Game[State], text: str, file: str) -> str:
    """The same file with the counts that the rules give today."""
    lines = text.splitlines()
    for entry in read_entries(text, file):
        lines[entry.counts.number - 1] = f"counts {' '.join(map(str, count(game, entry)))}"
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    if len(words) != 1:
        print("usage: python -m tests.generators.counts GAME", file=sys.stderr)
        return 2
    try:
        file = path(words[0])
        file.write_text(
            rewrite(load(words[0]), file.read_text(encoding="utf-8"), file.name), encoding="utf-8", newline="\n"
        )
    except TortugaError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
