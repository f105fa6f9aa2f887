"""A game of bots on the screen: board, tale, remarks, and how far it is. Pure but for being changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.telling import ended, line_of
from ...rules.words import Reader
from ...text import N_, _, listed, n_
from ..harmless import clean
from ..replay.leafing import BASE_S, SPEEDS, STORY, LeafModel, wrapped
from ..table.playback import tail
from ..widgets.frame import KeyHint, key_line, title_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..widgets.canvas import Line
    from .film import BotFilm, Opinion

LINE_S: Final = 0.9  # to read one line


class WatchModel(LeafModel):
    """A film of bots, and the place where it lies open."""

    tale_least = 4

    def __init__(self, film: BotFilm, *, rich: bool = False) -> None:
        super().__init__(film, rich=rich)
        self.bots = film
        self.playing = True
        self.trouble = ""  # why the game does not go on
        self._part = 0  # the first line shown of what is told
        self._lines, self._room = 0, 1  # lines that are told, and room for them, when it was drawn last

    @property
    def pages(self) -> Mapping[str, str]:
        return _PAGES

    # --- going about -----------------------------------------------------------------------------------------------

    @property
    def pause_s(self) -> float:
        """As long as it takes to read what stands there now."""
        usual = super().pause_s
        return usual if not self._lines else (BASE_S + LINE_S * min(self._lines, self._room)) / SPEEDS[self.speed]

    def go(self, at: int) -> None:
        super().go(at)
        self._part, self._lines = 0, 0

    def forward(self) -> None:
        """First the rest of what is told, where there was no room for all of it."""
        if self._part + self._room < self._lines:
            self._part += self._room
        else:
            super().forward()

    # --- above and below the board ---------------------------------------------------------------------------------

    def head(self, width: int) -> list[Line]:
        return []

    def foot(self, width: int) -> list[Line]:
        return [self._timeline(width), self._keys(width)]

    def _keys(self, width: int) -> Line:
        keys = [
            KeyHint("Space", "space", _("pause") if self.playing else _("play")),
            KeyHint("←" if self.rich else "Left", "left"),
            KeyHint("→" if self.rich else "Right", "right", _("step")),
            KeyHint("[", "["),
            KeyHint("]", "]", _("round")),
            KeyHint("+", "+"),
            KeyHint("-", "-", _("speed")),
            KeyHint("Tab", "tab", _("eyes")),
            KeyHint("n", "n", _("next")),
            KeyHint("?", "?", _("help")),
            KeyHint("q", "q", _("leave")),
        ]
        return key_line(keys, width)

    def _timeline(self, width: int) -> Line:
        """Where one is: a line from the beginning to what was played last, a notch for every round."""
        last = max(1, len(self.bots.frames) - 1)
        label = _("{at} of {last}", at=self.at, last=last) if self.bots.is_all else f"{self.at} ..."
        cells = width - len(label) - 1
        rule, notch, dot = ("─", "┴", "●") if self.rich else ("-", "+", "O")
        marks = [rule] * cells
        for start in self.bots.rounds[1:]:
            marks[start * (cells - 1) // last] = notch
        here = self.at * (cells - 1) // last
        before, after = "".join(marks[:here]), "".join(marks[here + 1 :])
        return [("good", before), ("now", dot), ("line", after), ("dim", f" {label}")]

    def tale(self, width: int, space: int) -> list[Line]:
        """What happens, a part at a time; above it what happened before, below it what is to be said about it."""
        right: Line = [("dim", f"{self.eyes}, "), ("good" if self.playing else "now", self.pace)]
        title = title_line(self._heading(), width, right, rich=self.rich)
        told, self._room = self.told_lines(self.at, width), max(1, space - 1)
        self._lines = len(told)
        self._part = min(self._part, max(0, self._lines - 1))
        shown: list[Line] = [[("", line)] for line in told[self._part : self._part + self._room]]
        style = "bad" if self.trouble else "mark"
        remarks = [line for text in self.remarks() for line in wrapped(clean(text), width)]
        more: list[Line] = [[(style, line)] for line in remarks[: max(0, space - 1 - len(shown))]]
        before: list[Line] = []
        number, free = self.at - 1, space - 1 - len(shown) - len(more)
        while number > 0 and len(before) < free:
            before = [*([("dim", line)] for line in self.told_lines(number, width)), *before]
            number -= 1
        lines: list[Line] = [title, *tail(before, free), *shown, *more]
        return [*lines, *self._guide(width, space - len(lines))][:space]

    def _guide(self, width: int, room: int) -> list[Line]:
        """Where little has happened yet, what can be done here: it makes way for what happens."""
        if room < GUIDE_MIN:
            return []
        lines = [line for text in _HELP for line in wrapped(_(text), width)]
        empty: Line = []
        return [empty, [("label", _("What you can do here"))], *([("dim", line)] for line in lines)][:room]

    def _heading(self) -> str:
        if self.trouble:
            return _("The game cannot go on")
        if self.is_last and self.bots.result is not None:
            return _("The end")
        seats = [self.bots.names[one.seat] for one in self.bots.frames[self.at].opinions]
        return _("{names} decided", names=clean(listed(seats))) if seats else _("What happens")

    # --- remarks ---------------------------------------------------------------------------------------------------

    def remarks(self) -> list[str]:
        """What somebody who knows the game would say about this moment; nothing hidden to whoever looks."""
        film, at = self.bots, self.at
        if self.trouble:
            return [self.trouble]
        if self.is_last and film.result is not None:
            return [_("Space begins again, n plays another game, q leaves.")]
        if not at:
            return [_("{names} sit down. They are programs; each sees what its seat sees.", names=listed(film.names))]
        found = sorted(film.frames[at].opinions, key=lambda one: one.agrees)  # what is doubted is worth more words
        return [*self._lead(), *map(self._opinion, found)]

    def _opinion(self, one: Opinion) -> str:
        film, name = self.bots, self.bots.names[one.seat]
        ways = n_("{name} had {number} way to play.", "{name} had {number} ways to play.", one.choices)
        had = ways.format(name=name, number=one.choices)
        if one.advised is None:
            return had
        adviser = film.game.roster().adviser
        if one.agrees:
            return f"{had} {_('{bot} would have done the same.', bot=adviser.capitalize())}"
        if one.seat != self.seat:
            return f"{had} {_('{bot} would have done something else.', bot=adviser.capitalize())}"
        step = film.frames[self.at].step
        assert step is not None
        view = film.view(self.at - 1, one.seat)
        line = line_of(film.game, view, one.advised, Reader(one.seat, view.known, film.names))
        return f"{had} {_('{bot} would {move}.', bot=adviser.capitalize(), move=line)}"

    def _lead(self) -> list[str]:
        """Whether somebody has just taken the lead, in a game that counts on the way."""
        film = self.bots
        before, now = (film.game.points_so_far(film.frames[at].state) for at in (self.at - 1, self.at))
        leaders, now_leads = _leaders(before), _leaders(now)
        if len(now_leads) != 1 or now_leads == leaders:
            return []
        best, *rest = sorted(now, reverse=True)
        return [_("{name} leads now, {best} to {next}.", name=film.names[now_leads[0]], best=best, next=rest[0])]

    # --- pages -----------------------------------------------------------------------------------------------------

    def page_lines(self, width: int) -> tuple[str, list[str]]:
        lines = [*(_(text) for text in _HELP), *self.legend_page()]
        if self.bots.result is not None and self.is_last:
            lines += ["", ended(self.bots.game, self.bots.result, Reader(None, {}, self.bots.names))]
        return _("Watching a game of bots"), [line for text in lines for line in wrapped(text, width)]


def _leaders(points: Sequence[int]) -> list[int]:
    return [seat for seat, one in enumerate(points) if one == max(points)]


GUIDE_MIN: Final = 5  # lines from which on there is room for a guide
_PAGES: Final = {"s": STORY, "?": "help"}
_HELP: Final = (
    N_("Space: pause, and go on"),
    N_("Right, Left: one step forward or back"),
    N_("] and [, Down and Up: a round forward or back; 3 r jumps to round 3"),
    N_("Home, End: the beginning, and as far as the bots have played"),
    N_("+ and -: faster and slower"),
    N_("Tab: through whose eyes; a spectator sees what everybody sees"),
    N_("s: the story up to here"),
    N_("n: another game with the same bots"),
    N_("Esc: back from a page; q: leave"),
    N_(
        "The remarks say how many ways there were to play, and whether the strongest bot agrees; through a player's "
        "own eyes also what it would have done."
    ),
)
