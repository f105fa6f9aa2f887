"""Lines of styled text for boards in letters: how wide they are, padding, wrapping, joining. Knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from unicodedata import combining, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .game import Fragments

Cell: TypeAlias = list[tuple[str, str]]  # (style class, text) in a row


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def clip(text: str, width: int, mark: str) -> str:
    """The text, or as much of its beginning as fits, with a mark that something is missing."""
    if columns(text) <= width:
        return text
    while text and columns(text) > width - columns(mark):
        text = text[:-1]
    return text + mark


def size(cell: Iterable[tuple[str, str]]) -> int:
    return sum([columns(text) for _, text in cell])


def wrapped(sentence: Cell, width: int) -> list[Cell]:
    """Lines of at most `width` columns, broken between words."""
    words: list[Cell] = [[]]
    for style, text in sentence:
        first, *rest = text.split(" ")
        words[-1].append((style, first))
        words += [[(style, word)] for word in rest]
    lines: list[Cell] = [[]]
    for word in words:
        if lines[-1] and size(lines[-1]) + 1 + size(word) > width:
            lines.append([])
        if lines[-1]:
            lines[-1] += [("", " "), *word]
        elif size(word):  # a line begins with a word, not with the rest of a gap
            lines[-1] += word
    return lines


def joined(lines: Sequence[Cell]) -> Fragments:
    """One list without trailing blanks or neighbours of one style."""
    found: list[tuple[str, str]] = []
    for index, line in enumerate(lines):
        parts = [("", "\n")] if index else []
        parts += _stripped(line)
        for style, text in parts:
            if found and found[-1][0] == style:
                found[-1] = (style, found[-1][1] + text)
            else:
                found.append((style, text))
    return tuple(found)


def _stripped(line: Cell) -> Cell:
    line = [part for part in line if part[1]]
    while line and not line[-1][1].strip():
        line = line[:-1]
    return [*line[:-1], (line[-1][0], line[-1][1].rstrip())] if line else []
