"""A list to choose one thing from: unfinished games, transcripts. Rows may be told more about while they are shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import shorten
from typing import TYPE_CHECKING, Final, NamedTuple

from ...text import _
from .canvas import clipped, columns, size, wrap
from .frame import KeyHint, framed

if TYPE_CHECKING:
    from collections.abc import Callable

    from .canvas import Line, Picture


NOTE_MIN: Final = 8  # columns: a note that is cut shorter says nothing
SIGNS: Final = 4  # columns of a row beside its label and its note
LABEL_MAX: Final = 40  # columns
NOTE_LINES: Final = 5  # below the rows: a free line, what is known about one of them, the keys


class Choosable(NamedTuple):
    """One row: what it is called, what is known about it."""

    label: str
    note: str = ""


@dataclass
class Listing:
    """A screen with rows; Enter or a click takes one."""

    title: str
    rows: list[Choosable]
    take: Callable[[int], None]
    close: Callable[[], None]
    nothing: str = field(kw_only=True)  # what is said where there are no rows
    go: str = field(kw_only=True)  # what Enter does
    _at: int = 0

    def point(self, at: int) -> None:
        """Where one begins."""
        self._at = at

    def draw(self, width: int, height: int) -> Picture:
        lines: list[Line] = [[("title", f" {self.title}")], []]
        if not self.rows:
            lines += [[("", " "), *line] for line in wrap(self.nothing, width - 2)]
            return framed(lines, [KeyHint("Esc", "escape", _("back"))], width, height)
        whole: list[Line] = []  # what is known about the row that is pointed at, where it does not fit
        room = max(1, height - len(lines) - NOTE_LINES)
        top = max(0, min(self._at - room // 2, len(self.rows) - room))
        wide = min(LABEL_MAX, max(columns(row.label) for row in self.rows))
        for at, row in enumerate(self.rows[top : top + room], start=top):
            style = "pointed" if at == self._at else ""
            label = row.label + " " * (wide - columns(row.label))
            line: Line = [("", " "), (style, f" {label} ", f"take {at}"), ("dim", f" {row.note}", f"take {at}")]
            if size(line) > width:
                short = shorten(row.note, max(NOTE_MIN, width - wide - SIGNS), placeholder=" ...")
                lines.append(clipped([*line[:2], ("dim", f" {short}", f"take {at}")], width, " ..."))
            else:
                lines.append(line)
            if at == self._at and size(line) > width:
                whole = wrap(row.note, width - 2, "dim")
        lines += [[], *([("", " "), *line] for line in whole)]
        keys = [KeyHint("Enter", "enter", self.go), KeyHint("Up", "up"), KeyHint("Down", "down", _("choose"))]
        return framed(lines, [*keys, KeyHint("Esc", "escape", _("back"))], width, height, (2 + self._at - top, 1))

    def press(self, key: str) -> None:
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -len(self.rows), "end": len(self.rows)}
        match key.split():
            case [name] if name in steps:
                self._at = max(0, min(len(self.rows) - 1, self._at + steps[name]))
            case ["enter" | "space"] if self.rows:
                self.take(self._at)
            case ["take", at]:
                self._at = int(at)
                self.take(self._at)
            case ["escape" | "q"]:
                self.close()
