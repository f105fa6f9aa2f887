"""A few things to fill in: lines to type and values to choose from. Enter takes it, Escape leaves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...errors import BadInput
from ...text import _
from ..harmless import sentence
from .canvas import clipped, columns, size, wrap
from .field import Field
from .frame import KeyHint, framed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .canvas import Line, Picture, Piece

LABEL, VALUE, COUNT = 24, 40, 5  # columns
NOTE_LINES = 4  # below the entries: a free line, a sentence or two, the keys


@dataclass
class FormEntry:
    """One thing to fill in: one of some values, or a text where there are none."""

    label: str
    values: Sequence[str] = ()
    at: int = 0
    note: str | Callable[[], str] = ""  # what it means, perhaps with what is chosen now
    typed: Field = field(default_factory=Field)
    off: Callable[[], str] = str  # why there is nothing to choose now; nothing where there is
    hidden: Callable[[], bool] = lambda: False  # whether there is no such thing now
    changed: Callable[[], None] = lambda: None  # called when somebody has chosen another value

    @property
    def words(self) -> str:
        """The line below the form while somebody is here."""
        return self.off() or (self.note if isinstance(self.note, str) else self.note())

    @property
    def value(self) -> str:
        return self.values[self.at] if self.values else self.typed.text.strip()


class Form:
    """A screen with entries. `done` takes their values, or raises `BadInput` with what is wrong."""

    def __init__(
        self,
        title: str,
        entries: Sequence[FormEntry],
        done: Callable[[], None],
        close: Callable[[], None] | None,
        *,
        intro: str = "",
        go: str = "",
    ) -> None:
        self.entries = entries
        self._title = title
        self._done = done
        self._close = close  # `None`: there is no way around it
        self._intro = intro
        self._go = go or _("go")
        self._at = 0
        self._complaint = ""

    def draw(self, width: int, height: int) -> Picture:
        lines: list[Line] = [[("title", f" {self._title}")], []]
        lines += [[("", " "), *line] for line in wrap(self._intro, width - 2)] if self._intro else []
        lines += [[]] if self._intro else []
        cursor = (0, 0)
        for at, entry in self._in_sight(height - len(lines) - NOTE_LINES):
            line, column = self._line(at, entry, width)
            if at == self._at:
                cursor = (len(lines), column)
            lines.append(line)
        note = self._complaint or self.entries[self._at].words
        style = "bad" if self._complaint else "dim"
        lines += [[], *([("", " "), *line] for line in wrap(note, width - 2, style))]
        keys = [KeyHint("Enter", "enter", self._go)]
        keys += [KeyHint("Esc", "escape", _("back"))] if self._close else []
        keys += [KeyHint("Up", "up"), KeyHint("Down", "down", _("go to"))] if len(self.entries) > 1 else []
        keys += (
            [KeyHint("Left", "left"), KeyHint("Right", "right", _("change"))] if self.entries[self._at].values else []
        )
        return framed(lines, keys, width, height, cursor)

    def _in_sight(self, room: int) -> list[tuple[int, FormEntry]]:
        """The entries around the one that is filled in, where there is no room for all."""
        room = max(1, room)
        places = self._places()
        top = max(0, min(places.index(self._at) - room // 2, len(places) - room))
        return [(at, self.entries[at]) for at in places[top : top + room]]

    def _places(self) -> list[int]:
        """Of the entries that are there now; the one that is filled in is."""
        return [at for at, entry in enumerate(self.entries) if at == self._at or not entry.hidden()]

    def _step(self, step: int) -> None:
        places = self._places()
        self._at = places[(places.index(self._at) + step) % len(places)]

    def _line(self, at: int, entry: FormEntry, width: int) -> tuple[Line, int]:
        here = at == self._at
        line: list[Piece] = [("title" if here else "", f" {entry.label:<{LABEL}}", f"row {at}")]
        room = max(8, min(VALUE, width - LABEL - 4))
        if not entry.values:
            pieces, column = entry.typed.draw(room)
            return [
                *line,
                ("line", "["),
                *[(_style(here), piece[1], f"row {at}") for piece in pieces],
                ("line", "]"),
            ], (size(line) + 1 + column)
        column = size(line)
        if entry.off():
            return [*line, ("off", f" {entry.value} ", f"row {at}")], column
        places = list(enumerate(entry.values))
        if sum(columns(value) + 3 for value in entry.values) > width - column:  # one at a time
            places = places[entry.at : entry.at + 1]
            count = f"{entry.at + 1}/{len(entry.values)}"
            line += [("dim", f"{count:>{COUNT}} ", f"row {at}")]
            column = size(line)
        for place, value in places:
            chosen = place == entry.at
            style = ("picked,pointed" if here else "picked") if chosen else "dim"
            shown = f"[{value}]" if chosen else f" {value} "  # not by style alone
            line += [(style, shown, f"value {at} {place}"), ("", " ")]
            column = column if place >= entry.at else size(line)
        return clipped(line, width), column

    def press(self, key: str) -> None:
        entry = self.entries[self._at]
        self._complaint = ""
        match key.split():
            case ["up" | "back-tab"]:
                self._step(-1)
            case ["down" | "tab"]:
                self._step(1)
            case ["escape"]:
                if self._close is not None:
                    self._close()
            case ["enter"]:
                self._finish()
            case ["row", at]:
                self._at = int(at)
            case ["value", at, place]:
                self._at = int(at)
                self._choose(self.entries[self._at], int(place))
            case ["left"] if entry.values:
                self._choose(entry, entry.at - 1)
            case ["right" | "space"] if entry.values:
                self._choose(entry, entry.at + 1)
            case ["?"] if entry.values:
                self._complaint = _(
                    "Up and Down go to a line, Left and Right change it, Enter takes them all, Esc takes none. What a "
                    "line is for stands here while you are on it."
                )
            case _ if not entry.values:
                entry.typed.press(key)
                entry.changed()

    def _choose(self, entry: FormEntry, place: int) -> None:
        if not entry.off():
            entry.at = place % len(entry.values)
            entry.changed()

    def _finish(self) -> None:
        try:
            self._done()
        except BadInput as mistake:
            self._complaint = sentence(mistake)


def _style(here: bool) -> str:
    return "key" if here else ""
