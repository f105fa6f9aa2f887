"""The tavern: what `tortuga` alone opens. Play now, sit down at a table of this network, host, join, look back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import trio

from ...text import _, n_
from ..harmless import clean
from ..widgets.canvas import clipped, size, wrap
from ..widgets.frame import KeyHint, framed, title_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...net.discovery import FoundTable
    from ..widgets.canvas import Line, Picture, Piece

SHIP: Final = (
    "          |>",
    "     |>  /|\\   |>",
    "    /|\\ /_|_\\ /|\\",
    "   /_|_\\  |  /_|_\\",
    "  ___|____|____|____",
    "  \\   o  o  o  o   /",
    "~~~\\______________/~~~~~",
)
DIGITS: Final = "1234567890"  # as they lie on a keyboard
MENU_COLUMNS: Final = 50  # the ship lies right of the menu, where there is room
WIDTH_WITH_SHIP: Final = MENU_COLUMNS + 26


class MenuEntry(NamedTuple):
    """One line of the menu."""

    label: str
    note: str
    take: Callable[[], None]
    key: str = ""  # a letter of its own; else a digit, in the order of those that have none


def keys_of(offers: Sequence[MenuEntry]) -> list[str]:
    """What to press for each of them."""
    digits = iter(DIGITS)
    return [offer.key or next(digits, " ") for offer in offers]


@dataclass
class TavernMenu:
    """The first screen. `offers` are asked for anew at every drawing: unfinished games come and go."""

    name: Callable[[], str]
    offers: Callable[[], Sequence[MenuEntry]]
    sit_at: Callable[[FoundTable], None]
    leave: Callable[[], None]
    help: Callable[[Sequence[str], Sequence[MenuEntry]], None]  # a page about the keys and their entries
    changed: Callable[[], None]
    rich: Callable[[], bool] = field(kw_only=True)
    tables: list[FoundTable] = field(default_factory=list)
    trouble: str = field(default_factory=lambda: _("Looking for tables on this network ..."))
    _at: int = 0

    async def look(self) -> None:
        """Keeps the list of tables, for as long as the program runs."""
        from ...net.discovery import open_discovery  # takes a while to import: the menu is there before

        async with open_discovery() as discovery:
            self.trouble = discovery.trouble or ""
            self.changed()
            async for _event in discovery.events:
                self.tables = sorted(discovery.tables.values(), key=lambda table: table.label)
                self.changed()
            await trio.sleep_forever()

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, width: int, height: int) -> Picture:
        offers = self.offers()
        self._at = min(self._at, len(offers) + len(self.tables) - 1)
        hail = _("Ahoy, {name}. Nobody deals here, and nobody can cheat.").format(name=clean(self.name()))
        lines: list[Line] = [[], [("title", "  TORTUGA"), ("", f"   {hail}")], []]
        first = len(lines)
        own = keys_of(offers)
        lines += [self._offer_line(at, own[at], offer, width) for at, offer in enumerate(offers)]
        lines += [[], title_line(_("Tables on this network"), width, rich=self.rich())]
        tables = len(lines)
        lines += [self._table_line(len(offers) + at, table) for at, table in enumerate(self.tables)]
        if not self.tables:
            lines.append([("dim", "  " + (self.trouble or _("None yet: they appear here by themselves.")))])
        row = first + self._at if self._at < len(offers) else tables + self._at - len(offers)
        note = offers[self._at].note if self._at < len(offers) else _("You see who is there before you sit down.")
        lines += [[], *([("", "  "), *line] for line in wrap(note, width - 4, "dim"))]
        keys = [
            KeyHint("Enter", "enter", _("go")),
            KeyHint("Up", "up"),
            KeyHint("Down", "down", _("choose")),
            KeyHint("?", "?", _("help")),
            KeyHint("q", "q", _("leave")),
        ]
        return framed(lines, keys, width, height, (row, 2))

    def _offer_line(self, at: int, key: str, offer: MenuEntry, width: int) -> Line:
        style = "pointed" if at == self._at else ""
        line: list[Piece] = [("", " "), (f"key,{style}" if style else "key", f" {key} ", f"take {at}")]
        line += [(style, f"{offer.label} ", f"take {at}")]
        if width >= WIDTH_WITH_SHIP and at < len(SHIP):
            line += [("", " " * (MENU_COLUMNS - size(line))), ("track", SHIP[at])]
        return line

    def _table_line(self, at: int, table: FoundTable) -> Line:
        notice = table.notice
        style = "pointed" if at == self._at else ""
        free = n_("{n} seat free", "{n} seats free", notice.seats_free).format(n=notice.seats_free)
        words = f" {clean(notice.name):<24} {notice.game}, {free}  {notice.fingerprint} "
        return clipped([("", "  "), (style, words, f"take {at}")], 200)

    # --- keys ------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        offers = self.offers()
        own = keys_of(offers)
        count = len(offers) + len(self.tables)
        match key.split():
            case ["up"]:
                self._at = (self._at - 1) % count
            case ["down" | "tab"]:
                self._at = (self._at + 1) % count
            case ["home" | "pageup"]:
                self._at = 0
            case ["end" | "pagedown"]:
                self._at = count - 1
            case ["enter" | "space"]:
                self._take(self._at, offers)
            case ["take", at]:
                self._take(int(at), offers)
            case [letter] if letter in own:
                self._take(own.index(letter), offers)
            case ["?"]:
                self.help(own, offers)
            case ["q"]:
                self.leave()

    def _take(self, at: int, offers: Sequence[MenuEntry]) -> None:
        self._at = at
        if at < len(offers):
            offers[at].take()
        elif at - len(offers) < len(self.tables):
            self.sit_at(self.tables[at - len(offers)])
