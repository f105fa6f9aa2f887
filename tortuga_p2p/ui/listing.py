"""A list to choose one thing from: unfinished games, transcripts. Rows may be told more about while they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..text import _
from .canvas import wrap
from .frame import Key, framed

if TYPE_CHECKING:
    from collections.abc import Callable

    from .canvas import Line, Picture


class Choosable(NamedTuple):
    """One row: what it is called, what is known about it."""

    label: str
    note: str = ""


class Listing:
    """A screen with rows; Enter or a click takes one."""

    def __init__(
        self,
        title: str,
        rows: list[Choosable],
        take: Callable[[int], None],
        close: Callable[[], None],
        *,
        nothing: str,
        go: str,
    ) -> None:
        self.rows = rows
        self._title = title
        self._take = take
        self._close = close
        self._nothing = nothing
        self._go = go
        self._at = 0

    def draw(self, width: int, height: int) -> Picture:
        lines: list[Line] = [[("title", f" {self._title}")], []]
        if not self.rows:
            lines += [[("", " "), *line] for line in wrap(self._nothing, width - 2)]
            return framed(lines, [Key("Esc", "escape", _("back"))], width, height)
        room = height - len(lines) - 2
        top = max(0, min(self._at - room // 2, len(self.rows) - room))
        for at, row in enumerate(self.rows[top : top + room], start=top):
            style = "pointed" if at == self._at else ""
            lines.append([("", " "), (style, f" {row.label} ", f"take {at}"), ("dim", f" {row.note}", f"take {at}")])
        keys = [Key("Enter", "enter", self._go), Key("Up", "up"), Key("Down", "down", _("choose"))]
        return framed(lines, [*keys, Key("Esc", "escape", _("back"))], width, height, (2 + self._at - top, 1))

    def press(self, key: str) -> None:
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -len(self.rows), "end": len(self.rows)}
        match key.split():
            case [name] if name in steps:
                self._at = max(0, min(len(self.rows) - 1, self._at + steps[name]))
            case ["enter" | "space"] if self.rows:
                self._take(self._at)
            case ["take", at]:
                self._at = int(at)
                self._take(self._at)
            case ["escape" | "q"]:
                self._close()
