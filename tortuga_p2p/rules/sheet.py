"""A sheet of cells to draw a board on: each has a sign and a style, and what is put later covers what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .cells import clip, columns, size

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .game import Fragments

Ink: TypeAlias = tuple[str, str]  # style and text


class Sheet:
    """Rows and columns count from 0. `rich` decides between a sign and its twin in ASCII."""

    def __init__(self, width: int, height: int, *, rich: bool) -> None:
        self.width = width
        self.rich = rich
        self._rows: list[list[Ink]] = []
        self.grow(height)

    @property
    def height(self) -> int:
        return len(self._rows)

    def grow(self, rows: int = 1) -> int:
        """So many empty rows more, below the others; gives the number of the first."""
        self._rows += [[("", " ")] * self.width for _ in range(rows)]
        return self.height - rows

    def sign(self, fine: str, plain: str) -> str:
        return fine if self.rich else plain

    def cut(self, text: str, width: int) -> str:
        """The text, or its beginning and a sign that there is more."""
        return clip(text, width, self.sign("…", "~"))

    def put(self, row: int, column: int, *inks: Ink) -> int:
        """Writes from a place on; gives the column behind it. What does not fit is left out."""
        is_there = 0 <= row < self.height
        for style, text in inks:
            for letter in text:
                wide = columns(letter)
                if not wide:
                    continue
                if is_there and 0 <= column <= self.width - wide:
                    self._rows[row][column : column + wide] = [(style, letter), *[(style, "")] * (wide - 1)]
                column += wide
        return column

    def right(self, row: int, column: int, *inks: Ink) -> None:
        """The same, so that it ends before a column."""
        self.put(row, column - size(inks), *inks)

    def middle(self, row: int, start: int, end: int, *inks: Ink) -> None:
        self.put(row, start + max(0, end - start - size(inks)) // 2, *inks)

    def over(self, row: int, column: int, style: str, text: str) -> None:
        """Written on what is there already: blanks let it through."""
        for at, sign in enumerate(text):
            if sign != " ":
                self.put(row, column + at, (style, sign))

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

    def lines(self) -> list[Fragments]:
        """Row by row, without blanks at their ends."""
        return [tuple(_joined(row)) for row in self._rows]

    def fragments(self) -> Fragments:
        """All of it."""
        return [ink for number, line in enumerate(self.lines()) for ink in ([("", "\n")] if number else []) + [*line]]


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
