"""Your games on one page: those to go on with and those that are over, with a search, a check and a broom."""

from __future__ import annotations

from functools import partial
from time import time
from typing import TYPE_CHECKING, Final

import trio

from ...text import _, n_
from ..history_words import ending, matches, others, size_of, tally, title_of, when
from ..widgets.canvas import clipped, columns, head, spread, wrap
from ..widgets.field import Field
from ..widgets.frame import KeyHint, framed, title_line

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ...node.shelf import PastGame, Shelf
    from ..widgets.canvas import Line, Picture, Piece
    from ..widgets.frame import ScreenStack

WHEN, GAME, WITH = 16, 14, 26  # columns; people get more where there is room
DETAIL_LINES: Final = 6  # below the list: what is known about the one that is pointed at
DAY_S: Final = 24 * 3600
OLD_DAYS: Final = 30  # what the broom takes


class HistoryScreen:
    """The list. `go_on`, `look` and `check` take the file's name; `only_open` begins with the unfinished ones."""

    def __init__(
        self,
        shelf: Shelf,
        pile: ScreenStack,
        *,
        go_on: Callable[[str], None],
        look: Callable[[str], Awaitable[None]],
        check: Callable[[str], Awaitable[None]],
        only_open: bool = False,
    ) -> None:
        self._shelf = shelf
        self._pile = pile
        self._go_on, self._look, self._check = go_on, look, check
        self._only_open = only_open
        self.games = shelf.games()
        self._search = Field(limit=60)
        self._types = False  # whether letters go into the search
        self._asked: tuple[str, list[str]] | None = None  # what is to be removed, once somebody says yes
        self._at = 0
        self._scope = trio.CancelScope()
        pile.start(self._read)

    async def _read(self) -> None:
        """Looks into the games nobody has looked into, one by one: that takes a moment each."""
        with self._scope:
            for game in [game for game in self.games if game.outcome is None]:
                known = await trio.to_thread.run_sync(self._shelf.look, game)
                self.games = [known if one.name == known.name else one for one in self.games]
                self._pile.changed()
            self._shelf.keep()

    @property
    def shown(self) -> list[PastGame]:
        """What the search has left over."""
        now_s = time()
        return [
            game
            for game in self.games
            if (game.is_open or not self._only_open) and matches(game, self._search.text, now_s)
        ]

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, width: int, height: int) -> Picture:
        shown, rich = self.shown, self._pile.rich
        self._at = max(0, min(self._at, len(shown) - 1))
        name = _("Games to resume") if self._only_open else _("Your games")
        lines: list[Line] = [spread([("title", f" {name}")], [("dim", f"{tally(self.games)} ")], width)]
        lines.append(self._search_line(len(shown), width))
        first = len(lines) + 1
        room = max(1, height - first - DETAIL_LINES - 1)
        top = max(0, min(self._at - room // 2, len(shown) - room))
        seen = shown[top : top + room]
        wide = _for_people(seen, width)
        heads = "".join(_cell(*one) for one in ((_("when"), WHEN), (_("game"), GAME), (_("with"), wide)))
        lines.append(clipped([("label", f"  {heads}{_('how it ended')}")], width))
        lines += [self._row(at, game, wide, width) for at, game in enumerate(seen, start=top)]
        if not shown:
            lines += [[("", " "), *line] for line in wrap(self._nothing(), width - 2)]
        lines += [[] for _line in range(first + room - len(lines))]
        lines += self._asking(width) if self._asked else self._details(shown, width, rich=rich)
        cursor = (1, 3 + self._search.draw(40)[1]) if self._types else (first + self._at - top, 0)
        return framed(lines[: height - 1], self._keys(shown), width, height, cursor)

    def _search_line(self, count: int, width: int) -> Line:
        if not (self._types or self._search.text):
            return [("dim", _("  / searches: a name, a game, a month, won"))]
        pieces, _column = self._search.draw(40)
        told = _("{count} of {all} shown", count=count, all=len(self.games))
        return clipped([("key", " / "), *pieces, ("dim", f" {told}")], width)

    def _row(self, at: int, game: PastGame, wide: int, width: int) -> Line:
        style = "pointed" if at == self._at else ""
        cells = ((when(game.changed_s, time()), WHEN), (title_of(game) or game.name, GAME), (others(game), wide))
        text = "".join(_cell(*cell) for cell in cells) + ending(game)
        mark = ">" if at == self._at else " "
        line: list[Piece] = [("", f"{mark} "), (style, text, f"take {at}")]
        return clipped(line, width, "...")

    def _details(self, shown: list[PastGame], width: int, *, rich: bool) -> list[Line]:
        if not shown:
            return []
        game = shown[self._at]
        title = ", ".join(filter(None, (title_of(game), when(game.changed_s, time()))))
        told = " ".join(filter(None, (others(game, 99), "-", ending(game))))
        kept = _("Kept as {file}, {size}", file=self._shelf.transcript(game.name).name, size=size_of(game.size))
        whole = _("{n} messages", n=game.entries) if game.entries else ""
        return [
            title_line(title, width, rich=rich),
            *([("", " "), *line] for line in wrap(told, width - 2)[:2]),
            *([("", " "), *line] for line in wrap(game.sentence, width - 2, "dim")[:2]),
            [("dim", f" {kept}{', ' if whole else ''}{whole}")],
        ]

    def _asking(self, width: int) -> list[Line]:
        assert self._asked is not None
        words, names = self._asked
        left = [game for game in self.games if game.name in names and game.is_open]
        more = _("Anybody still playing there will wait for you in vain.") if left else ""
        return [
            title_line(_("Remove for good?"), width, style="alert", rich=self._pile.rich),
            *wrap(words, width),
            *wrap(more, width, "bad"),
            [("key", "y"), ("", _("  remove; nothing brings it back")), ("", "   "), ("key", "Esc"), ("", _("  keep"))],
        ]

    def _nothing(self) -> str:
        if self._search.text:
            return _("No game matches. Esc shows all of them again.")
        if self._only_open:
            return _("No unfinished games. A game that you leave is saved and waits here.")
        return _("No games yet. Every game you play is kept in {folder}.", folder=self._shelf.folder)

    def _keys(self, shown: list[PastGame]) -> list[KeyHint]:
        back = KeyHint("Esc", "escape", _("back"))
        if self._asked:
            return [KeyHint("y", "y", _("remove")), KeyHint("Esc", "escape", _("keep"))]
        if self._types:
            return [KeyHint("Enter", "enter", _("to the list")), KeyHint("Esc", "escape", _("show all"))]
        if not shown:
            return [back]
        first = _("go on") if shown[self._at].is_open else _("replay")
        return [
            KeyHint("Enter", "enter", first),
            KeyHint("r", "r", _("replay")),
            KeyHint("c", "c", _("check")),
            KeyHint("/", "/", _("search")),
            KeyHint("d", "d", _("remove")),
            KeyHint("o", "o", _("remove old ones")),
            back,
        ]

    # --- keys ------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if self._asked is not None:
            self._answer(key)
        elif self._types:
            self._press_search(key)
        else:
            self._press_list(key)

    def _answer(self, key: str) -> None:
        assert self._asked is not None
        _words, names = self._asked
        if key in ("y", "escape", "n", "q"):
            self._asked = None
        if key == "y":
            self._shelf.remove(names)
            self.games = [game for game in self.games if game.name not in names]

    def _press_search(self, key: str) -> None:
        if key == "escape":
            self._search, self._types = Field(limit=60), False
        elif key in ("enter", "down"):
            self._types = False
        else:
            self._search.press(key)

    def _press_list(self, key: str) -> None:
        shown = self.shown
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -len(shown), "end": len(shown)}
        match key.split():
            case [name] if name in steps:
                self._at = max(0, min(len(shown) - 1, self._at + steps[name]))
            case ["/"]:
                self._types = True
            case ["take", at]:
                self._at = int(at)
                self._take(shown[self._at])
            case ["escape"] if self._search.text:
                self._search = Field(limit=60)
            case ["escape" | "q"]:
                self._scope.cancel()
                self._pile.pop()
            case ["o"]:
                self._ask_old()
            case [letter] if shown:
                self._press_game(letter, shown[self._at])

    def _press_game(self, key: str, game: PastGame) -> None:
        if key in ("enter", "space"):
            self._take(game)
        elif key in ("r", "l"):
            self._pile.start(partial(self._look, game.name))
        elif key in ("c", "v"):
            self._pile.start(partial(self._check, game.name))
        elif key in ("d", "delete"):
            told = ", ".join(filter(None, (title_of(game) or game.name, when(game.changed_s, time()), others(game))))
            self._asked = (f"{told}.", [game.name])

    def _take(self, game: PastGame) -> None:
        if game.is_open:
            self._scope.cancel()
            self._go_on(game.name)
        else:
            self._pile.start(partial(self._look, game.name))

    def _ask_old(self) -> None:
        """The broom takes what is over, and was over long ago."""
        before_s = time() - OLD_DAYS * DAY_S
        old = [game.name for game in self.shown if not game.is_open and game.changed_s < before_s]
        words = n_("{n} game, which ended", "{n} games, which ended", len(old)).format(n=len(old))
        self._asked = (_("{games} more than {days} days ago.", games=words, days=OLD_DAYS), old)


def _for_people(games: list[PastGame], width: int) -> int:
    """The columns for who played: as many as their names take, where the endings leave them."""
    names, ends = (max((columns(words(game)) for game in games), default=0) for words in (others, ending))
    return max(WITH, min(names + 1, width - 2 - WHEN - GAME - ends))


def _cell(text: str, width: int) -> str:
    """A text in so many columns, with a mark where it is cut."""
    if columns(text) >= width:
        text = f"{head(text, width - 4)}..."
    return text + " " * (width - columns(text))
