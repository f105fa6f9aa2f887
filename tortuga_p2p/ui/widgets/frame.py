"""What all screens share: lines above, keys in the last line, a title with a rule, and pages of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

from ...text import _, n_
from .canvas import Picture, clipped, size, spread, wrap

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from .canvas import Line, Piece

Spot: TypeAlias = "tuple[int, int] | None"  # row and column of the cursor


class KeyHint(NamedTuple):
    """A key in the last line: as shown, as pressed, and what it does. A click on it presses it too."""

    shown: str
    pressed: str
    does: str = ""
    first: bool = False  # where not all have room it stays longer than those that are the same everywhere


class Screen(Protocol):
    """Something that fills the terminal."""

    def draw(self, width: int, height: int) -> Picture: ...

    def press(self, key: str) -> None: ...


class ScreenStack(Protocol):
    """The screens, one on top of the other; whether they may use signs beyond ASCII, and let things travel."""

    @property
    def rich(self) -> bool: ...

    @property
    def moves(self) -> bool: ...

    def push(self, screen: Screen) -> None: ...

    def pop(self) -> None: ...

    def changed(self) -> None: ...

    def copy(self, text: str) -> None: ...

    def name_window(self, words: str) -> None: ...

    def start(self, task: Callable[[], Awaitable[object]]) -> None: ...


def cut_below(lines: Sequence[Line], height: int) -> list[Line]:
    """At most so many lines; the last one says how many are missing. For a board that knows nothing of screens."""
    if len(lines) <= height:
        return list(lines)
    missing = len(lines) - height + 1
    more = n_("... and one line more", "... and {number} lines more", missing).format(number=missing)
    return [*lines[: height - 1], [("dim", more)]]


def framed(lines: Sequence[Line], keys: Sequence[KeyHint], width: int, height: int, cursor: Spot = None) -> Picture:
    """Lines from the top, keys at the bottom. The cursor always stands somewhere: Braille displays follow it."""
    room = height - 1
    blank: list[Line] = [[] for _line in range(room - len(lines))]
    return Picture([*lines[:room], *blank, key_line(keys, width)], cursor or (height - 1, 0))


TITLE_FRAME: Final = 4  # columns of a title's line that are not words
_ALWAYS: Final = frozenset(("enter", "escape", "?", "q"))  # keys that are never left out


def key_line(keys: Sequence[KeyHint], width: int) -> Line:
    """As many keys as fit, the first ones first; how to decide, to get help and to leave are always among them."""
    groups: list[list[KeyHint]] = [[]]  # keys without words belong to the next one
    for key in keys:
        groups[-1].append(key)
        if key.does:
            groups.append([])
    groups = [group for group in groups if group]
    while len(groups) > 1 and sum(map(_group_size, groups)) > width + 2:
        spare = [at for at, group in enumerate(groups) if not any(key.pressed in _ALWAYS for key in group)]
        usual = [at for at in spare if not any(key.first for key in groups[at])]
        groups.pop((usual or spare or [-1])[-1])
    pieces = [piece for group in groups for key in group for piece in _key_pieces(key)]
    return clipped(pieces, width)


def _group_size(group: Sequence[KeyHint]) -> int:
    return sum(size(_key_pieces(key)) for key in group)


def _key_pieces(key: KeyHint) -> list[Piece]:
    does = f" {key.does}  " if key.does else " "
    return [("key", key.shown, key.pressed), ("dim", does, key.pressed)]


def title_line(words: str, width: int, right: Line = (), *, style: str = "title", rich: bool) -> Line:
    """`-- words ------------ right`; the right side gives way."""
    rule = "─" if rich else "-"
    left: list[Piece] = [("line", rule * 2), (style, f" {words} ")]
    room = width - size(left) - size(right) - 1
    if room < 0 or not right:
        return clipped([*left, ("line", rule * max(0, width - size(left)))], width)
    return [*left, ("line", rule * room), ("", " "), *right]


def title_lines(words: str, width: int, right: Line = (), *, style: str = "title", rich: bool) -> list[Line]:
    """A title of any length: what does not fit beside its rule goes on below it, and is never cut."""
    first, *rest = wrap(words, max(1, width - TITLE_FRAME), style)
    told = "".join(text for _style, text, *_press in first)
    return [title_line(told, width, () if rest else right, style=style, rich=rich), *rest]


class PageScreen:
    """A page of text that may be longer than the screen. `make` gives its lines for a width."""

    def __init__(self, title: str, make: Callable[[int], list[Line]], close: Callable[[], None]) -> None:
        self._title = title
        self._make = make
        self._close = close
        self._top = 0
        self._room = 1
        self._count = 0

    def show_end(self) -> PageScreen:
        """Opens at the last line."""
        self._top = 1_000_000
        return self

    def draw(self, width: int, height: int) -> Picture:
        lines = self._make(width - 2)
        more = _("more below")
        named = wrap(self._title, max(1, width - 3 - len(more)), "title")
        self._room, self._count = max(1, height - 2 - len(named)), len(lines)
        self._top = max(0, min(self._top, self._count - self._room))
        shown = [[("", " "), *line] for line in lines[self._top : self._top + self._room]]
        below = more if self._top + self._room < self._count else ""
        head = [[("", " "), *line] for line in named]
        head[0] = spread(head[0], [("dim", below)], width)
        keys = [
            KeyHint("Esc", "escape", _("back")),
            KeyHint("Up", "up"),
            KeyHint("Down", "down"),
            KeyHint("Space", "space", _("read on")),
        ]
        return framed([*head, [], *shown], keys, width, height)

    def press(self, key: str) -> None:
        steps = {"up": -1, "down": 1, "pageup": -self._room, "pagedown": self._room, "home": -self._count}
        if key in steps:
            self._top += steps[key]
        elif key == "end":
            self._top = self._count
        elif key == "space":
            self._top += self._room
        elif key in ("escape", "enter", "q", "?"):
            self._close()
