"""What happened and what was said, in the lines that a question or a moment leaves: the newest of both.

Where a game lives of talk the two stand side by side, and what somebody said stays until somebody says more. Elsewhere
what was said stands below what happened, for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...text import _
from ..widgets.canvas import clipped, size, wrap
from .moments import last_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..widgets.canvas import Line
    from .playback import Playback

TALK_SHARE: Final = 0.45  # of the columns: what is said is read word by word, what happened at a glance
TALK_MIN: Final = 30  # columns below which nothing stands beside anything
HEADED_MIN: Final = 4  # lines from which both have a heading


def beside(tale: Playback, at: int | None, width: int, room: int, *, rich: bool) -> list[Line]:
    """What happened before a frame, or until now, at the left; what was said last at the right.

    Nothing where the newest word does not fit: then it has to have all the columns.
    """
    right = max(TALK_MIN, int(width * TALK_SHARE))
    left = width - right - 3
    spoken = [line for _place, line in tale.spoken]
    if not spoken or room < 1 or left < TALK_MIN:
        return []
    head = [_heading(left, right, rich=rich)] if room >= HEADED_MIN else []
    talk = last_of(spoken, right, room - len(head), "player")
    if not talk:
        return []
    happened = last_of(tale.happened(at), left, room - len(head), "dim")
    tall = room - len(head)
    bar = "│" if rich else "|"
    lines: list[Line] = []
    for row in range(tall):
        mine = happened[row] if row < len(happened) else []
        theirs = talk[row] if row < len(talk) else []
        lines.append([*mine, ("", " " * (left - size(mine))), ("line", f" {bar} "), *theirs])
    return [*head, *lines]


def _heading(left: int, right: int, *, rich: bool) -> Line:
    rule, cross = ("─", "┬") if rich else ("-", "+")
    happened, talk = _("What happened"), _("Talk")
    return [
        *clipped([("line", rule * 2), ("title", f" {happened} "), ("line", rule * left)], left + 1),
        ("line", f"{cross}{rule}"),
        *clipped([("title", f" {talk} "), ("line", rule * right)], right),
    ]


def marked(words: Sequence[Line], width: int, room: int) -> list[Line]:
    """What was said, never cut without a sign."""
    if len(words) <= room:
        return list(words)
    last: Line = [*words[room - 1], ("", " " * width)]
    return [*words[: room - 1], clipped(last, width, _("... t: all of it"))]


def wrapped(words: Sequence[str], width: int, style: str) -> list[Line]:
    return [line for text in words for line in wrap(text, width, style)]
