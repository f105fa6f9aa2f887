"""How somebody goes: lets their program play on, leaves for a while, proposes an end, or gives up, which is asked back.

Panels below the board: `q`, with the gentlest way first; and `=`, where somebody else proposes to end the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ...node.autopilot import TurnHelm
from ...session.event import Farewell, PlayOn, Propose
from ...session.helm import PERSON, PROGRAM
from ...text import N_, _
from ..game_words import is_asked_to_end, proposal_line
from ..harmless import clean
from ..leaving_words import what_resigning_does
from ..widgets.canvas import wrap
from ..widgets.field import Field
from ..widgets.frame import KeyHint

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...node.node import Node
    from ..widgets.canvas import Line
    from ..widgets.frame import Spot

GIVE_UP: Final = N_("give up")  # what has to be typed for it: no key does it by accident
TYPED_COLUMNS: Final = 30
TYPED_MAX: Final = 40


class Way(NamedTuple):
    """One way to go: its key, a word for it, and what comes of it."""

    key: str
    word: str
    what: str


class Departing:
    """The panel. `close` leaves the table for now."""

    def __init__(self, node: Node, close: Callable[[], None]) -> None:
        self._node = node
        self._close = close
        self._giving_up: Field | None = None  # what is typed to give the game up
        self._mistyped = ""  # instead of that

    @property
    def title(self) -> str:
        return _("Give the game up?") if self._giving_up is not None else _("Leave the table?")

    @property
    def style(self) -> str:
        return "alert" if self._giving_up is not None else "title"

    def _ways(self) -> list[Way]:
        if self._node.asking.helm == PROGRAM:
            first = Way("a", _("play yourself"), _("play yourself again: your program gives the seat back"))
        else:
            first = Way(
                "a",
                _("autopilot"),
                _("let your program play on: you may close this terminal, `tortuga resume` gives you the seat back"),
            )
        return [
            first,
            Way("s", _("save"), _("save and leave: you can go on later, the others see you as away")),
            Way("e", _("end it"), _("propose to end the game here, without a result: all at the table must agree")),
            Way("g", _("give up"), _("give up: {what}", what=what_resigning_does(self._node))),
        ]

    def draw(self, width: int) -> tuple[list[Line], Spot]:
        """The lines below the title, and where the cursor is in them."""
        if self._giving_up is not None:
            return self._draw_giving_up(self._giving_up, width)
        lines: list[Line] = []
        for way in self._ways():
            first, *rest = wrap(way.what, width - 3)
            lines += [[("key", way.key), ("", "  "), *first], *([("", "   "), *line] for line in rest)]
        return [*lines, [("key", "Esc"), ("", _("  stay"))]], None

    def _draw_giving_up(self, typed: Field, width: int) -> tuple[list[Line], Spot]:
        words = _("This cannot be undone: {what}. To do it, type {word} and Enter.")
        asked = words.format(what=what_resigning_does(self._node), word=_(GIVE_UP))
        pieces, column = typed.draw(TYPED_COLUMNS)
        lines: list[Line] = list(wrap(asked, width))
        if self._mistyped:
            told = _("You typed {typed!r}: nothing has happened.", typed=clean(self._mistyped))
            lines += wrap(told, width, "bad")
        lines.append([("key", "> "), *pieces])
        return lines, (len(lines) - 1, 2 + column)

    def keys(self) -> list[KeyHint]:
        if self._giving_up is not None:
            return [KeyHint("Enter", "enter", _("give up")), KeyHint("Esc", "escape", _("stay"))]
        return [*(KeyHint(way.key, way.key, way.word) for way in self._ways()), KeyHint("Esc", "escape", _("stay"))]

    def press(self, key: str) -> bool:
        """Whether the panel goes away."""
        if self._giving_up is not None:
            return self._press_giving_up(key, self._giving_up)
        if key == "a":
            self._node.wish(TurnHelm(PERSON if self._node.asking.helm == PROGRAM else PROGRAM))
        elif key == "s":
            self._close()
        elif key == "e":
            self._node.wish(Propose())
        elif key == "g":
            self._giving_up = Field(limit=TYPED_MAX)
            return False
        return key in ("a", "s", "e", "escape", "q", "enter")

    def _press_giving_up(self, key: str, typed: Field) -> bool:
        if key == "enter" and typed.text.strip().casefold() == _(GIVE_UP).casefold():
            self._node.wish(Farewell())
            return True
        if key == "escape" or (key == "enter" and not typed.text.strip()):
            self._giving_up, self._mistyped = None, ""  # back to the ways to go
        elif key == "enter":
            self._giving_up, self._mistyped = Field(limit=TYPED_MAX), typed.text.strip()
        else:
            typed.press(key)
        return False


ANSWER_KEY: Final = "="  # as chess players write a draw; letters may be somebody's choice of a move


class Answering:
    """Somebody proposes to end the game: what do we say?"""

    def __init__(self, node: Node) -> None:
        self._node = node

    @property
    def title(self) -> str:
        return _("End the game here?")

    @property
    def style(self) -> str:
        return "moment"

    def draw(self, width: int) -> tuple[list[Line], Spot]:
        lines = wrap(clean(proposal_line(self._node)), width)
        lines += [
            [("key", "y"), ("", _("  accept: if all do, the game has ended, and nobody is ranked"))],
            [("key", "n"), ("", _("  play on: the proposal is off the table"))],
        ]
        return lines, None

    def keys(self) -> list[KeyHint]:
        return [
            KeyHint("y", "y", _("accept")),
            KeyHint("n", "n", _("play on")),
            KeyHint("Esc", "escape", _("answer later")),
        ]

    def press(self, key: str) -> bool:
        """Whether the panel goes away."""
        if not is_asked_to_end(self._node):
            return True
        if key in ("y", "n"):
            self._node.wish(Propose() if key == "y" else PlayOn())
        return key in ("y", "n", "escape", "q", ANSWER_KEY)
