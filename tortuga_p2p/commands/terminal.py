"""What a plain terminal can do: colour where it is wanted, its width, and a progress bar on one line.

Not the player's screen (that is `ui`): only what a command prints line by line.
"""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..rules.game import Fragments

WIDTH_MAX: Final = 100  # wider lines are harder to read, not easier
WIDTH_IN_A_PIPE: Final = 80

# The roles that a game's board is made of (rules/screen.py), in the numbers of ECMA-48. What is not listed stays plain,
# since nothing is said by style alone.
STYLES: Final[Mapping[str, str]] = {
    "red": "31",
    "blue": "94",
    "yellow": "33",
    "white": "1",  # bold: white itself cannot be seen on white
    "purple": "35",
    "green": "32",
    "orange": "93",
    "black": "1",
    "brown": "33",
    "die": "7",
    "mine": "1;93",
    "floor": "1",
    "ground": "1",
    "sea": "36",
    "wood": "33",
    "sand": "33",
    "palm": "32",
    "player": "1",
    "you": "1;4",
    "mark": "33",
    "now": "1;33",
    "strong": "1",
    "strange": "1;31",
    "dim": "2",
    "good": "32",
    "bad": "31",
    "alert": "1;31",
    "first": "1;32",
    "second": "36",
    "winner": "1;32",
}


def wants_colour(stream: TextIO) -> bool:
    """Whether escape codes belong there: a terminal, and nobody asked for none (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO) -> int:
    """The columns to fill: those of the terminal, within reason."""
    if not stream.isatty():
        return WIDTH_IN_A_PIPE
    return min(WIDTH_MAX, get_terminal_size((WIDTH_IN_A_PIPE, 24)).columns)


def paint(fragments: Fragments, coloured: bool) -> str:
    """Styled text as one string: with escape codes, or bare."""
    return "".join(_styled(style, text) if coloured else text for style, text in fragments)


def _styled(style: str, text: str) -> str:
    codes = STYLES.get(style.removesuffix(".edge"))  # here things have no background that an edge could end
    if not codes:
        return text
    # A colour never crosses a line's end: a pager or a resized window would spill it.
    return "\n".join(f"\x1b[{codes}m{part}\x1b[0m" if part else "" for part in text.split("\n"))


class Progress:
    """A bar that is drawn over itself, on a terminal; silent anywhere else. Use it in a `with`."""

    REDRAW_S: Final = 0.1
    CELLS: Final = 30
    CLEAR: Final = "\r\x1b[K"

    def __init__(self, stream: TextIO, total: int | None, noun: str) -> None:
        self.total = total  # None for as long as nobody knows
        self._stream = stream
        self._noun = noun
        self._begun_at_s = monotonic()
        self._drawn_at_s = self._begun_at_s
        self._shown = stream.isatty() and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> Progress:
        self._draw(0, self._begun_at_s)
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._stream.write(self.CLEAR)
            self._stream.flush()

    def show(self, done: int) -> None:
        """Says how much is done; draws at most ten times a second."""
        now_s = monotonic()
        if now_s - self._drawn_at_s >= self.REDRAW_S:
            self._draw(done, now_s)

    def print(self, text: str, out: TextIO | None = None) -> None:
        """A line in the place of the bar, which comes back behind it; at once, also for whoever reads a pipe."""
        out = out or sys.stdout
        if self._shown and out.isatty():
            self._stream.write(self.CLEAR)
            self._stream.flush()
            self._drawn_at_s = 0.0
        print(text, file=out, flush=True)

    def _draw(self, done: int, now_s: float) -> None:
        if self._shown:
            self._drawn_at_s = now_s
            self._stream.write(self.CLEAR + bar(done, self.total, self._noun, now_s - self._begun_at_s, self.CELLS))
            self._stream.flush()


def bar(done: int, total: int | None, noun: str, spent_s: float, cells: int) -> str:
    """`[######----] 600/1000 games  310/s  2 s left`, in less than 80 columns; without a total only what is done."""
    rate = f"  {done / spent_s:.3g}/s" if done and spent_s > 0 else ""
    if total is None:
        return f"{done} {noun}{rate}"
    full = cells * done // max(1, total)
    left = f"  {clock((total - done) * spent_s / done)} left" if rate else ""
    return f"[{'#' * full}{'-' * (cells - full)}] {done}/{total} {noun}{rate}{left}"


def clock(seconds: float) -> str:
    """A duration as people say it: `8 s`, `3 min`, `2 h 05 min`."""
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"
