"""Why, at a running game: what happened, how it came about in plain words, and one key deeper every hash.

The same as in a replay of the finished game. One leafs through everything that was told so far; nothing here decides
anything, and the table goes on behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...text import _
from ..harmless import clean
from ..widgets.canvas import spread, wrap
from ..widgets.frame import KeyHint, framed

if TYPE_CHECKING:
    from ...node.node import Node
    from ..reasons import TableReasons
    from ..widgets.canvas import Line, Picture
    from ..widgets.frame import ScreenStack

MARGIN: Final = 2
HASH_STYLE: Final = "dim"


class WhyScreen:
    """A page for each thing that happened."""

    def __init__(self, reasons: TableReasons, node: Node, pile: ScreenStack, at: int | None = None) -> None:
        self._reasons = reasons
        self._node = node
        self._pile = pile
        self._wanted = at  # what was told; `None`: the last thing
        self._told: list[int] = []
        self._place = 0  # among them
        self._is_deep = False
        self._top = 0
        pile.start(self._read)

    async def _read(self) -> None:
        await self._reasons.follow()
        self._told = self._reasons.told()
        wanted = len(self._node.told) if self._wanted is None else self._wanted
        self._place = max(0, len([at for at in self._told if at <= wanted]) - 1)
        self._pile.changed()

    def draw(self, width: int, height: int) -> Picture:
        inner = width - 2 * MARGIN
        lines = self._lines(inner)
        room = max(1, height - 3)
        self._top = max(0, min(self._top, len(lines) - room))
        count = _("{number} of {count}", number=self._place + 1, count=len(self._told)) if self._told else ""
        title = _("Why, to the last hash") if self._is_deep else _("Why it came out like this")
        more = _("more below") if self._top + room < len(lines) else ""
        head = spread([("title", f"{' ' * MARGIN}{title}")], [("dim", f"{more}  {count}")], width)
        shown: list[Line] = [[("", " " * MARGIN), *line] for line in lines[self._top : self._top + room]]
        keys = [
            KeyHint("Left", "left"),
            KeyHint("Right", "right", _("another moment")),
            KeyHint("d", "d", _("plain words") if self._is_deep else _("deeper: hashes")),
            KeyHint("Up", "up"),
            KeyHint("Down", "down", _("scroll")),
            KeyHint("Esc", "escape", _("back")),
        ]
        return framed([head, [], *shown], keys, width, height)

    def _lines(self, width: int) -> list[Line]:
        if not self._told:
            return list(wrap(_("Your program reads the game so far ..."), width))
        at = self._told[self._place]
        lines: list[Line] = []
        for sentence in self._node.sentences(at):
            lines += wrap(clean(sentence), width, "strong")
        lines.append([])
        if self._is_deep:
            for text in self._reasons.deeply(at):
                style, indent = (HASH_STYLE, "  ") if text.startswith("  ") else ("", "")
                lines += [[("", indent), *line] for line in wrap(clean(text), width - len(indent), style)]
            return lines
        for text in self._reasons.plainly(at):
            lines += [*wrap(clean(text), width), []]
        checked = _("Every message was checked when it came; anybody can check it again from the file of the game.")
        return [*lines, *wrap(checked, width, "good")]

    def press(self, key: str) -> None:
        if key in ("left", "right"):
            self._place = max(0, min(len(self._told) - 1, self._place + (1 if key == "right" else -1)))
            self._top = 0
        elif key == "d":
            self._is_deep, self._top = not self._is_deep, 0
        elif key in ("up", "down"):
            self._top = max(0, self._top + (1 if key == "down" else -1))
        elif key in ("escape", "q", "w", "enter"):
            self._pile.pop()
