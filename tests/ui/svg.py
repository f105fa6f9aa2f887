"""A terminal's screen as an SVG picture: the cells as the program coloured them, in a plain window."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyte

CELL_W, CELL_H, MARGIN = 8.4, 18.0, 14.0
FONT = "'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
# What terminals mean by the colours that have names.
NAMED = {
    "black": "000000",
    "red": "cd3131",
    "green": "0dbc79",
    "brown": "b58900",
    "blue": "2472c8",
    "magenta": "bc3fbc",
    "cyan": "11a8cd",
    "white": "e5e5e5",
}


class Theme(NamedTuple):
    """The terminal's own colours."""

    front: str
    back: str


DARK = Theme("d8d8d8", "16181d")
LIGHT = Theme("202020", "fbfaf5")


class Look(NamedTuple):
    """How a cell is drawn."""

    front: str
    back: str
    bold: bool
    italics: bool
    underscore: bool
    struck: bool


def draw(screen: pyte.Screen, theme: Theme = DARK) -> str:
    """The whole picture."""
    width = screen.columns * CELL_W + 2 * MARGIN
    height = screen.lines * CELL_H + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="{FONT}" font-size="14" xml:space="preserve">',
        f'<rect width="100%" height="100%" rx="8" fill="#{theme.back}"/>',
    ]
    for row in range(screen.lines):
        parts += _row(screen, row, theme)
    return "\n".join([*parts, "</svg>", ""])


def _row(screen: pyte.Screen, row: int, theme: Theme) -> Iterator[str]:
    cells = [screen.buffer[row][column] for column in range(screen.columns)]
    looks = [_look(cell, theme) for cell in cells]
    top = MARGIN + row * CELL_H
    for look, group in groupby(range(screen.columns), key=lambda column: looks[column]):
        columns = list(group)
        left, wide = MARGIN + columns[0] * CELL_W, len(columns) * CELL_W
        text = "".join(cells[column].data for column in columns)
        if look.back != theme.back:
            yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{CELL_H:.1f}" fill="#{look.back}"/>'
        if text.strip():
            yield from _words(text, look, left, top)


def _words(text: str, look: Look, left: float, top: float) -> Iterator[str]:
    style = f'fill="#{look.front}"'
    style += ' font-weight="bold"' if look.bold else ""
    style += ' font-style="italic"' if look.italics else ""
    lines = [name for name, on in (("underline", look.underscore), ("line-through", look.struck)) if on]
    style += f' text-decoration="{" ".join(lines)}"' if lines else ""
    for word in re.finditer(r"\S+(?: \S+)*", text):  # no picture viewer agrees with another on blanks at the edges
        x, length = left + word.start() * CELL_W, len(word[0]) * CELL_W
        yield (
            f'<text x="{x:.1f}" y="{top + 13.5:.1f}" textLength="{length:.1f}" lengthAdjust="spacing" {style}>'
            f"{escape(word[0])}</text>"
        )


def _look(cell: pyte.screens.Char, theme: Theme) -> Look:
    front = theme.front if cell.fg == "default" else NAMED.get(cell.fg, cell.fg)
    back = theme.back if cell.bg == "default" else NAMED.get(cell.bg, cell.bg)
    if cell.reverse:
        front, back = back, front
    return Look(front, back, cell.bold, cell.italics, cell.underscore, cell.strikethrough)
