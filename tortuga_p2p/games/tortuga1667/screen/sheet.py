"""A sheet of cells to draw on: each has a sign and a style, and what is put later covers what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ....rules.game import Fragments

Ink = tuple[str, str]  # style and text


class Sheet:
    """`rich` decides between a sign and its twin in ASCII."""

    def __init__(self, width: int, height: int, *, rich: bool) -> None:
        self.width = width
        self.rich = rich
        self._rows = [[("", " ")] * width for _ in range(height)]

    def sign(self, fine: str, plain: str) -> str:
        return fine if self.rich else plain

    def put(self, row: int, column: int, *inks: Ink) -> int:
        """Writes from a place on; gives the column behind it. What does not fit is left out."""
        for style, text in inks:
            for letter in text:
                wide = columns(letter)
                if not wide:
                    continue
                if 0 <= column <= self.width - wide and 0 <= row < len(self._rows):
                    self._rows[row][column : column + wide] = [(style, letter), *[(style, "")] * (wide - 1)]
                column += wide
        return column

    def right(self, row: int, column: int, *inks: Ink) -> None:
        """The same, so that it ends before a column."""
        self.put(row, column - length(inks), *inks)

    def middle(self, row: int, start: int, end: int, *inks: Ink) -> None:
        self.put(row, start + max(0, end - start - length(inks)) // 2, *inks)

    def rule(self, row: int, *inks: Ink) -> None:
        """A line across, with words on it."""
        self.put(row, 0, ("dim", self.sign("─", "-") * self.width))
        self.put(row, 2, ("", " "), *inks, ("", " "))

    def box(self, row: int, column: int, width: int, height: int, style: str) -> None:
        """A frame with empty cells in it."""
        corner, flat, side = ("╭╮╰╯", "─", "│") if self.rich else ("..''", "-", "|")
        self.put(row, column, (style, corner[0] + flat * (width - 2) + corner[1]))
        for line in range(row + 1, row + height - 1):
            self.put(line, column, (style, side), ("", " " * (width - 2)), (style, side))
        self.put(row + height - 1, column, (style, corner[2] + flat * (width - 2) + corner[3]))

    def fragments(self) -> Fragments:
        """All of it, lines without blanks at their ends."""
        found: list[Ink] = []
        for number, row in enumerate(self._rows):
            if number:
                found.append(("", "\n"))
            found += _joined(row)
        return found


def _joined(row: Sequence[Ink]) -> Iterable[Ink]:
    """Cells of one style become one fragment."""
    end = len(row)
    while end and row[end - 1][1] == " ":
        end -= 1
    start = 0
    while start < end:
        stop = start
        while stop < end and row[stop][0] == row[start][0]:
            stop += 1
        yield row[start][0], "".join(letter for _, letter in row[start:stop])
        start = stop


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def length(inks: Iterable[Ink]) -> int:
    return sum(columns(text) for _, text in inks)


def cut(text: str, width: int, *, rich: bool) -> str:
    """The text, or its beginning and a sign that there is more."""
    if columns(text) <= width:
        return text
    while text and columns(text) > width - 1:
        text = text[:-1]
    return text + ("…" if rich else "~")
