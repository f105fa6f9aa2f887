"""A game to leaf through, whatever it is kept as: where one is, what a key does, how board and tale are drawn.

Every state is kept, so any frame is there at once in both directions. Pure but for being changed. What stands above and
below the board, and which pages lie over it, is for whoever inherits from this: a verified game, a game of bots.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, Protocol

from ...rules.screen import board_of
from ...text import _
from ..harmless import clean
from ..widgets.canvas import split

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...rules.ask import Seat
    from ...rules.game import Game, View
    from ..board_stage import BoardStage
    from ..widgets.canvas import Line

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
BASE_S, SENTENCE_S = 0.5, 0.6  # a frame's time at speed 1: some, and more for each sentence
WIDTH_MIN, HEIGHT_MIN = 60, 16
TOLD_LINES_MIN: Final = 2  # of the sentences below the board, however high that is
STORY_FRAMES: Final = 60  # told by the story: more than a screen holds


class Shot(Protocol):
    """One moment of a game."""

    @property
    def state(self) -> Any: ...

    @property
    def round(self) -> int: ...


class Film(Protocol):
    """All moments of a game so far, the first before anything happened; and how they look and read to a seat."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def frames(self) -> Sequence[Shot]: ...

    @property
    def rounds(self) -> Sequence[int]: ...

    @property
    def is_all(self) -> bool:
        """Whether no more frames will come."""

    def called(self, number: int, /) -> Sequence[str]:
        """The names at that moment: whoever was played by a program in their place is called so."""

    def view(self, number: int, seat: Seat | None, /) -> View[Any]: ...

    def told(self, number: int, seat: Seat | None, /) -> tuple[str, ...]: ...


class LeafModel:
    """One film and the place where it lies open."""

    def __init__(self, film: Film, *, seat: int | None = None, at: int = 0, rich: bool = False) -> None:
        self.film = film
        self.at = at
        self.seat = seat
        self.rich = rich
        self.playing = False
        self.speed = SPEEDS.index(1.0)
        self.page = ""  # what lies over the board, by its name, or nothing
        self.scroll = 0
        self.stage: BoardStage | None = None  # of a screen on which things travel
        self._typed = ""  # digits of a round to jump to

    @property
    def pause_s(self) -> float:
        """How long this frame stays while playing; one of which nobody is told anything passes at once."""
        sentences = len(self.film.told(self.at, self.seat))
        return (BASE_S + SENTENCE_S * sentences) / SPEEDS[self.speed] if sentences or not self.at else 0.0

    @property
    def round(self) -> int:
        """Which of the rounds lies open, counted from 0."""
        return max(number for number, start in enumerate(self.film.rounds) if start <= self.at)

    @property
    def is_last(self) -> bool:
        return self.at == len(self.film.frames) - 1

    # --- going about -----------------------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        self.at = min(len(self.film.frames) - 1, max(0, at))
        self.scroll = 0
        if self.is_last and self.film.is_all:
            self.playing = False

    def forward(self) -> None:
        """The next thing there is to see."""
        self.go(self.at + 1)

    def go_to_round(self, number: int) -> None:
        """Counted from 0; the nearest there is."""
        rounds = self.film.rounds
        self.go(rounds[min(len(rounds) - 1, max(0, number))])

    def press(self, key: str) -> bool:
        """What a key does; whether it was one of ours."""
        if key.isdecimal():
            self._typed = (self._typed + key)[-3:]
            return True
        typed, self._typed = self._typed, ""
        if key == "r" and typed:
            self.go_to_round(int(typed) - 1)
        elif self.page and key in ("up", "down"):
            self.scroll = max(0, self.scroll + (1 if key == "down" else -1))
        elif key in self.pages:
            self.toggle(self.pages[key])
        elif key in _KEYS:
            _KEYS[key](self)
        else:
            return False
        return True

    def turn_seat(self) -> None:
        """The next pair of eyes: a spectator's, then each seat's."""
        seats = len(self.film.names)
        self.seat = 0 if self.seat is None else self.seat + 1 if self.seat + 1 < seats else None

    def toggle_play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.is_last and self.film.is_all:
            self.go(0)
            self.playing = True

    def change_speed(self, by: int) -> None:
        self.speed = min(len(SPEEDS) - 1, max(0, self.speed + by))

    def toggle(self, page: str) -> None:
        self.page, self.scroll = "" if self.page == page else page, 0

    # --- for whoever inherits --------------------------------------------------------------------------------------

    @property
    def pages(self) -> Mapping[str, str]:
        """The pages by the key that opens them."""
        raise NotImplementedError

    def head(self, width: int) -> list[Line]:
        raise NotImplementedError

    def foot(self, width: int) -> list[Line]:
        raise NotImplementedError

    def page_lines(self, width: int) -> tuple[str, list[str]]:
        """The title of the open page, and its lines."""
        raise NotImplementedError

    tale_least = 0  # lines that the tale has, whatever there is to tell: a board that jumps cannot be watched

    def told_lines(self, number: int, width: int) -> list[str]:
        """What led to that frame, broken into lines."""
        return [line for text in self.film.told(number, self.seat) for line in wrapped(clean(text), width)]

    def tale(self, width: int, space: int) -> list[Line]:
        """What led to this frame, in at most so many lines."""
        tale: list[Line] = [[("", line)] for line in self.told_lines(self.at, width)]
        if len(tale) > space:
            return [*tale[: space - 1], [("", _("... s tells it all"))]]
        return [[], *tale] if len(tale) < space else tale

    # --- how it looks ----------------------------------------------------------------------------------------------

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The screen, line by line, never more than fits."""
        if width < WIDTH_MIN or height < HEIGHT_MIN:
            small = _(
                "This terminal is too small: it needs at least {width} by {height}. Make it larger, or press q "
                "to leave."
            )
            lines = wrapped(small.format(width=WIDTH_MIN, height=HEIGHT_MIN), max(1, width))
            return [[("", line)] for line in lines[:height]]
        head, foot = self.head(width), self.foot(width)
        room = height - len(head) - len(foot)
        middle = self._page(width, room) if self.page else self._board_and_tale(width, room)
        empty: Line = []
        return [*head, *middle, *[empty] * (room - len(middle)), *foot]

    @property
    def eyes(self) -> str:
        """Through whose eyes one looks."""
        if self.seat is None:
            return _("as a spectator")
        return _("as {name}").format(name=clean(self.film.names[self.seat]))

    @property
    def pace(self) -> str:
        return _("playing x{speed:g}").format(speed=SPEEDS[self.speed]) if self.playing else _("paused")

    def _board_and_tale(self, width: int, room: int) -> list[Line]:
        """The board, and as many of the sentences that led to it as there is room for."""
        told = len(self.told_lines(self.at, width))
        view, film = self.film.view(self.at, self.seat), self.film
        names = film.called(self.at)
        least = len(split(board_of(film.game, view, names, width, 0, rich=self.rich)))
        most = min(room, max(least, room - max(told, self.tale_least) - 1))
        board: list[Line] = [*split(board_of(film.game, view, names, width, most, rich=self.rich))]
        board = self.stage.draw(board, film.game, view, names, width, most) if self.stage else board
        board = board[: room - min(max(told, self.tale_least), TOLD_LINES_MIN)]
        while board and not any(piece[1].strip() for piece in board[-1]):
            board.pop()
        return [*board, *self.tale(width, room - len(board))]

    def story(self, width: int, room: int) -> list[str]:
        """What was told up to here, as much as fits."""
        frames = range(max(0, self.at - STORY_FRAMES), self.at + 1)
        told = [sentence for number in frames for sentence in self.film.told(number, self.seat)]
        return [line for sentence in told for line in wrapped(clean(sentence), width)][-room + 1 :]

    def legend_page(self) -> list[str]:
        """What the signs of the board mean, below the keys."""
        signs = self.film.game.screen().legend(rich=self.rich)
        told = [f"{sign}  {meaning}" for sign, meaning in signs]
        return ["", _("The signs on the board (Down reads on):"), *told] if told else []

    def _page(self, width: int, room: int) -> list[Line]:
        """What lies over the board, from where it is scrolled to."""
        title, lines = (_("The story up to here"), self.story(width, room)) if self.page == STORY else ("", [])
        if not title:
            title, lines = self.page_lines(width)
        self.scroll = min(self.scroll, max(0, len(lines) - room + 1))
        shown: list[Line] = [[("", line)] for line in lines[self.scroll : self.scroll + room - 1]]
        return [[("label", title)], *shown]


STORY: Final = "story"
_KEYS: Final[Mapping[str, Callable[[LeafModel], None]]] = {
    "right": lambda model: model.forward(),
    "left": lambda model: model.go(model.at - 1),
    **dict.fromkeys(("down", "pagedown", "]"), lambda model: model.go_to_round(model.round + 1)),
    **dict.fromkeys(
        ("up", "pageup", "["),
        lambda model: model.go_to_round(model.round - (model.at == model.film.rounds[model.round])),
    ),
    "home": lambda model: model.go(0),
    "end": lambda model: model.go(len(model.film.frames) - 1),
    "space": LeafModel.toggle_play,
    "+": lambda model: model.change_speed(1),
    "-": lambda model: model.change_speed(-1),
    "tab": LeafModel.turn_seat,
}


def fit(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent="  ", break_on_hyphens=False) or [""]
