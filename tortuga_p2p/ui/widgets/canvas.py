"""A screen as lines of pieces, and the one window of prompt_toolkit that shows them. Knows nothing of games or menus.

Drawing is a function: `draw(width, height)` gives a `Picture`, whenever somebody says that something has changed. A
piece may name what a click on it presses, as if it were a key. The usual controls of the library style every character
anew with every key; a board of four players took 16 ms that way. Here a line that is still the same costs one look-up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.screen import Char
from prompt_toolkit.mouse_events import MouseEventType
from prompt_toolkit.utils import get_cwidth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from prompt_toolkit.layout.mouse_handlers import MouseHandlers
    from prompt_toolkit.layout.screen import Screen, WritePosition
    from prompt_toolkit.mouse_events import MouseEvent

Piece: TypeAlias = tuple[str, ...]  # style class, text, and perhaps what a click on it presses
Line: TypeAlias = "Sequence[Piece]"

LINES_KEPT_MAX: Final = 4_096  # drawn lines remembered; a screen has a hundred at most


class Picture(NamedTuple):
    """What is on the screen, from the top; and where the terminal's cursor stands (row, column)."""

    lines: Sequence[Line]
    cursor: tuple[int, int] | None = None


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) if text.isascii() else get_cwidth(text)


def size(line: Line) -> int:
    return sum(columns(piece[1]) for piece in line)


def head(text: str, width: int) -> str:
    """As much of a text as fits."""
    if text.isascii():
        return text[:width]
    while columns(text) > width:
        text = text[:-1]
    return text


def clipped(line: Line, width: int, mark: str = "") -> list[Piece]:
    """As much of a line as fits, with a mark where something is missing."""
    if size(line) <= width:
        return list(line)
    mark = mark if columns(mark) <= width else ""
    left = max(0, width - columns(mark))
    kept: list[Piece] = []
    for piece in line:
        text = head(piece[1], left)
        kept.append((piece[0], text, *piece[2:]))
        left -= columns(text)
        if text != piece[1]:
            break
    return [*kept, ("dim", mark)] if mark else kept


def spread(left: Line, right: Line, width: int) -> list[Piece]:
    """Two lines in one, at its two ends; the right one gives way."""
    room = width - size(left) - size(right)
    return [*left, ("", " " * room), *right] if room > 0 else clipped(left, width)


def wrap(text: str, width: int, style: str = "") -> list[Line]:
    """Lines of at most so many columns, broken between words; one letter a line where there is no room at all."""
    width = max(1, width)
    lines: list[Line] = []
    line = ""
    for word in text.split():
        while columns(word) > width:  # nothing that people write: a path, an invitation
            start = head(word, width) or word[0]
            if line:
                lines.append([(style, line)])
                line = ""
            lines.append([(style, start)])
            word = word[len(start) :]
        if line and columns(line) + 1 + columns(word) > width:
            lines.append([(style, line)])
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, [(style, line)]] if line or not lines else lines


def split(fragments: Iterable[tuple[str, str]]) -> list[list[Piece]]:
    """A game's fragments as lines."""
    lines: list[list[Piece]] = [[]]
    for style, text in fragments:
        first, *rest = text.split("\n")
        if first:
            lines[-1].append((style, first))
        lines += [[(style, part)] if part else [] for part in rest]
    return lines


class Canvas(Window):
    """Shows what `draw` gives. A click goes to `press` as what stands under it."""

    def __init__(self, draw: Callable[[int, int], Picture], press: Callable[[str], None]) -> None:
        super().__init__()
        self._draw = draw
        self._press = press
        self._shown: Sequence[Line] = ()
        self._rows: dict[tuple[Piece, ...], dict[int, Char]] = {}

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        width, height = write_position.width, write_position.height
        picture = self._draw(width, height)
        self._shown = picture.lines[:height]
        if len(self._rows) > LINES_KEPT_MAX:
            self._rows.clear()
        for number, line in enumerate(self._shown):
            screen.data_buffer[number].update(self._row(tuple(line), width))
            mouse_handlers.mouse_handlers[number] = _Everywhere(self._clicked)  # type: ignore[assignment]
        screen.width, screen.height = width, height
        screen.visible_windows_to_write_positions[self] = write_position
        screen.show_cursor = picture.cursor is not None
        if picture.cursor is not None:
            row, column = picture.cursor
            screen.set_cursor_position(self, Point(x=min(column, width - 1), y=min(row, height - 1)))

    def _row(self, line: tuple[Piece, ...], width: int) -> dict[int, Char]:
        row = self._rows.get(line)
        if row is None:
            row = self._rows[line] = _cells(line)
        if row and max(row) >= width:
            return {column: char for column, char in row.items() if column < width}
        return row

    def _clicked(self, event: MouseEvent) -> None:
        if event.event_type is not MouseEventType.MOUSE_UP or event.position.y >= len(self._shown):
            return
        pressed = pressed_at(self._shown[event.position.y], event.position.x)
        if pressed:
            self._press(pressed)


def pressed_at(line: Line, column: int) -> str:
    """What a click there presses; nothing where no piece says so."""
    end = 0
    for piece in line:
        end += columns(piece[1])
        if column < end:
            return piece[2] if len(piece) > 2 else ""
    return ""


def _cells(line: Line) -> dict[int, Char]:
    cells: dict[int, Char] = {}
    column = 0
    for piece in line:
        style = f"class:{piece[0]}" if piece[0] else ""
        for sign in piece[1]:
            letter = sign if sign.isprintable() else "?"  # whatever others are called: no terminal obeys it
            wide = get_cwidth(letter)
            if wide == 0 and column:  # an accent of its own belongs to the letter before it
                before = cells[column - 1]
                cells[column - 1] = Char(before.char + letter, before.style)
                continue
            cells[column] = Char(letter, style)
            for part in range(1, wide):
                cells[column + part] = Char("", style)
            column += wide
    return cells


class _Everywhere(dict[int, "Callable[[MouseEvent], None]"]):
    """One handler for every column."""

    def __init__(self, handler: Callable[[MouseEvent], None]) -> None:
        super().__init__()
        self._handler = handler

    def __missing__(self, column: int) -> Callable[[MouseEvent], None]:
        return self._handler
