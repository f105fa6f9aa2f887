"""A verified game to leaf through: where one is, what a key does, and how that looks. Pure but for being changed.

Every state is kept, so any leaf is there at once in both directions. Only what was verified is shown; the last line
but one always says how far that is, and what is wrong behind it.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from ..rules.game import View
from ..rules.screen import board_of
from ..text import _, listed
from ..verify.verifier import Outcome
from .text import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..rules.game import Fragments
    from ..verify.album import Album

    Line = Sequence[tuple[str, str]]

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
BASE_S, SENTENCE_S = 0.5, 0.6  # a leaf's time at speed 1: some, and more for each sentence
WIDTH_MIN, HEIGHT_MIN = 60, 16
TOLD_LINES_MIN: Final = 2  # of the sentences below the board, however high that is
STORY_LEAVES: Final = 60  # told by the story: more than a screen holds


class Reel:
    """One album and the place where it lies open."""

    def __init__(self, album: Album, *, seat: int | None = None, at: int = 0, rich: bool = False) -> None:
        assert album.leaves, "an album without leaves has nothing to show"
        self.album = album
        self.at = at
        self.seat = seat
        self.rich = rich
        self.playing = False
        self.speed = SPEEDS.index(1.0)
        self.page = ""  # what lies over the board: "why", "story", "help" or nothing
        self.scroll = 0
        self._typed = ""  # digits of a round to jump to

    @property
    def pause_s(self) -> float:
        """How long this leaf stays while playing."""
        sentences = len(self.album.leaves[self.at].told)
        return (BASE_S + SENTENCE_S * sentences) / SPEEDS[self.speed]

    @property
    def round(self) -> int:
        """Which of the album's rounds lies open, counted from 0."""
        return max(number for number, start in enumerate(self.album.rounds) if start <= self.at)

    # --- going about -----------------------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        self.at = min(len(self.album.leaves) - 1, max(0, at))
        self.scroll = 0
        if self.at == len(self.album.leaves) - 1:
            self.playing = False

    def go_to_round(self, number: int) -> None:
        """Counted from 0; the nearest there is."""
        rounds = self.album.rounds
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
        elif key in _KEYS:
            _KEYS[key](self)
        else:
            return False
        return True

    def turn_seat(self) -> None:
        """The next pair of eyes: a spectator's, then each seat's."""
        seats = len(self.album.names)
        self.seat = 0 if self.seat is None else self.seat + 1 if self.seat + 1 < seats else None

    def toggle_play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.at == len(self.album.leaves) - 1:
            self.go(0)
            self.playing = True

    def change_speed(self, by: int) -> None:
        self.speed = min(len(SPEEDS) - 1, max(0, self.speed + by))

    def toggle(self, page: str) -> None:
        self.page, self.scroll = "" if self.page == page else page, 0

    # --- how it looks ----------------------------------------------------------------------------------------------

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The screen, line by line, never more than fits."""
        if width < WIDTH_MIN or height < HEIGHT_MIN:
            small = _("This terminal is too small: {width} by {height} at least.")
            lines = _wrapped(small.format(width=WIDTH_MIN, height=HEIGHT_MIN), max(1, width))
            return [[("", line)] for line in lines[:height]]
        head, foot = self._head(width), self._foot(width)
        room = height - len(head) - len(foot)
        middle = self._page(width, room) if self.page else self._board_and_tale(width, room)
        empty: Line = []
        return [*head, *middle, *[empty] * (room - len(middle)), *foot]

    def _head(self, width: int) -> list[Line]:
        album = self.album
        assert album.agreement is not None
        where = _("round {round}, {at} of {last}").format(
            at=self.at, last=len(album.leaves) - 1, round=album.leaves[self.at].round
        )
        eyes = _("as a spectator") if self.seat is None else _("as {name}").format(name=clean(album.names[self.seat]))
        pace = _("playing x{speed:g}").format(speed=SPEEDS[self.speed]) if self.playing else _("paused")
        return [[("title", _fit(f"{album.agreement.game.title}: {where}, {eyes}, {pace}", width))]]

    def _foot(self, width: int) -> list[Line]:
        style = "good" if self.album.finding.outcome is Outcome.HONEST else "bad"
        keys = _("arrows step, round  space plays  tab seat  w why  s story  ? help  q leaves")
        lines = [(style, line) for text in verdict(self.album) for line in _wrapped(text, width)]
        return [[piece] for piece in (*lines, ("dim", _fit(keys, width)))]

    def _board_and_tale(self, width: int, room: int) -> list[Line]:
        """The board, and as many of the sentences that led to it as there is room for."""
        leaf = self.album.leaves[self.at]
        told = [line for sentence in leaf.told for line in _wrapped(clean(sentence), width)]
        assert self.album.agreement is not None
        view = View(leaf.state, self.seat, {})  # no secrets in a transcript: a seat's view is its public one
        game, names = self.album.agreement.game, self.album.names
        least = len(_lines(board_of(game, view, names, width, 0, rich=self.rich)))
        most = min(room, max(least, room - len(told) - 1))
        board = _lines(board_of(game, view, names, width, most, rich=self.rich))
        board = board[: room - min(len(told), TOLD_LINES_MIN)]
        while board and not any(text.strip() for _style, text in board[-1]):
            board.pop()
        space = room - len(board)
        if len(told) > space:
            told = [*told[: space - 1], _("... s tells it all")]
        tale: list[Line] = [[("", line)] for line in told]
        if len(tale) < space:
            tale.insert(0, [])
        return [*board, *tale]

    def _page(self, width: int, room: int) -> list[Line]:
        """What lies over the board, from where it is scrolled to."""
        if self.page == "help":
            lines = [line for text in _help() for line in _wrapped(text, width)]
        elif self.page == "why":
            lines = [line for text in self.album.why(self.at) for line in _wrapped(clean(text), width)]
        else:
            leaves = self.album.leaves[max(0, self.at - STORY_LEAVES) : self.at + 1]
            lines = [line for leaf in leaves for told in leaf.told for line in _wrapped(clean(told), width)]
            lines = lines[-room + 1 :]
        self.scroll = min(self.scroll, max(0, len(lines) - room + 1))
        titles = {"help": _("Keys"), "why": _("Why it came out so"), "story": _("The story up to here")}
        shown: list[Line] = [[("", line)] for line in lines[self.scroll : self.scroll + room - 1]]
        return [[("label", titles[self.page])], *shown]


_KEYS: Final[Mapping[str, Callable[[Reel], None]]] = {
    "right": lambda reel: reel.go(reel.at + 1),
    "left": lambda reel: reel.go(reel.at - 1),
    "down": lambda reel: reel.go_to_round(reel.round + 1),
    "up": lambda reel: reel.go_to_round(reel.round - (reel.at == reel.album.rounds[reel.round])),
    "pagedown": lambda reel: reel.go_to_round(reel.round + 1),
    "pageup": lambda reel: reel.go_to_round(reel.round - (reel.at == reel.album.rounds[reel.round])),
    "home": lambda reel: reel.go(0),
    "end": lambda reel: reel.go(len(reel.album.leaves) - 1),
    "space": Reel.toggle_play,
    "+": lambda reel: reel.change_speed(1),
    "-": lambda reel: reel.change_speed(-1),
    "tab": Reel.turn_seat,
    "w": lambda reel: reel.toggle("why"),
    "s": lambda reel: reel.toggle("story"),
    "?": lambda reel: reel.toggle("help"),
}


def verdict(album: Album) -> list[str]:
    """How far the game is verified, and what is wrong after that: never silent."""
    finding = album.finding
    code = f" ({finding.code})" if finding.code else ""
    sentence = clean(finding.sentence)
    if finding.outcome is Outcome.HONEST:
        missing = _(" Not sealed by {names}.").format(names=listed(list(map(clean, finding.unsealed))))
        return [_("Verified: {sentence}").format(sentence=sentence) + (missing if finding.unsealed else "")]
    if finding.outcome is Outcome.UNFINISHED:
        return [_("Verified as far as it goes: {sentence}").format(sentence=sentence)]
    where = _("only the first {entries} entries are verified").format(entries=finding.entries)
    return [
        _("NOT VERIFIED beyond what is shown ({where}): {sentence}{code}").format(
            where=where, sentence=sentence, code=code
        )
    ]


def _help() -> list[str]:
    return [
        _("right, left: one thing further or back"),
        _("down, up: a round further or back; 3 r jumps to round 3"),
        _("home, end: the beginning and the end"),
        _("space: play and pause; + and - change the speed"),
        _("tab: through whose eyes; hidden things stay hidden, a transcript has no secrets"),
        _("w: why it came out so: chain values, hashes, dice; up and down scroll"),
        _("s: the story up to here"),
        _("q: leave"),
    ]


def _lines(fragments: Fragments) -> list[Line]:
    lines: list[list[tuple[str, str]]] = [[]]
    for style, text in fragments:
        first, *rest = text.split("\n")
        lines[-1].append((style, first))
        lines += [[(style, part)] for part in rest]
    return [*lines]


def _fit(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent="  ", break_on_hyphens=False) or [""]
