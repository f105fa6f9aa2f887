"""What has just happened, staged below the board: a banner, a picture where the game has one, sentences one by one.

A reveal, a vote and the end are what everybody has waited for: they have a banner and come line by line, or card by
card. Looked at again, everything is there at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...text import N_, _
from ..harmless import clean
from ..widgets.canvas import clipped, split, wrap
from ..widgets.frame import KeyHint, title_line
from .playback import LINES_S, TICK_S, beat_at, tail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.screen import StagedMoment
    from ..widgets.canvas import Line, Piece
    from .playback import PlaybackFrame

BANNERS: Final = {
    "reveal": N_("Everybody shows what they sealed"),
    "roll": N_("The dice roll behind the screens"),
    "open": N_("What was hidden is opened"),
    "end": N_("The end"),
}
HAPPENS: Final = N_("What happens")
ROLL_S: Final = 1.0  # for which dice are in the air
SPACE_LINES: Final = 2  # of sentences that stay in sight below a picture


def banner(words: str, width: int) -> Line:
    """A line across the screen: whatever stands below it is a moment, not a question."""
    return clipped([("winner", f"  {words}".ljust(width))], width)


def banners(words: str, width: int) -> list[Line]:
    """The same for words that may need more than one line: the end of a game is never cut."""
    return [banner("".join(piece[1] for piece in line), width) for line in wrap(words, max(1, width - 2))]


def moment_lines(
    frame: PlaybackFrame, scene: StagedMoment | None, passed_s: float, width: int, room: int, *, rich: bool
) -> list[Line]:
    """The frame that is told, after so many seconds, in at most so many lines."""
    if frame.kind in BANNERS:
        lines: list[Line] = [banner(_(BANNERS[frame.kind]) if scene is None else scene.title, width)]
    else:
        lines = [title_line(_(HAPPENS), width, style="moment", rich=rich)]
    if frame.dice:
        lines.append(rolling(frame.dice, passed_s, rich=rich))
    picture = [] if scene is None else split(scene.fragments)[: room - len(lines)]
    words = [line for sentence in frame.sentences for line in wrap(clean(sentence), width)]
    if scene is None or (len(lines) + len(picture) + len(words) > room and not scene.tells_all):
        told = frame.sentences[: so_many(frame, passed_s)]
        return [*lines, *last_of(told, width, room - len(lines))]
    told = frame.sentences if beat_at(frame, passed_s) == frame.beats else ()
    return [*lines, *picture, *last_of(told, width, room - len(lines) - len(picture))]


def looked_at(
    frame: PlaybackFrame, scene: StagedMoment | None, width: int, room: int, where: tuple[int, int], *, rich: bool
) -> list[Line]:
    """The same for somebody who looks back: all of it at once, and which of how many moments it is."""
    at, last = where
    lines: list[Line] = [title_line(_("Looking back, {at} of {last}", at=at, last=last), width, rich=rich)]
    if scene is not None:
        lines += split(scene.fragments)[: max(0, room - len(lines) - SPACE_LINES)]
    return [*lines, *last_of(frame.sentences, width, room - len(lines))]


def so_many(frame: PlaybackFrame, passed_s: float) -> int:
    """How many sentences of a frame are told by then: a reveal is told line by line, and so is what is turned over."""
    if frame.kind not in LINES_S:
        return len(frame.sentences)
    return 1 + int(passed_s / LINES_S[frame.kind])


def last_of(sentences: Sequence[str], width: int, room: int, style: str = "") -> list[Line]:
    """The last sentences that fit, none of them cut."""
    lines: list[Line] = []
    for sentence in reversed(tail(sentences, room)):
        told = wrap(clean(sentence), width, style)
        if len(told) + len(lines) > room:
            break
        lines = [*told, *lines]
    return lines


def rolling(dice: int, passed_s: float, *, rich: bool) -> Line:
    """Dice in the air. Their faces say nothing about where the dice will lie."""
    faces, turn = "123456", int(min(passed_s, ROLL_S) / TICK_S)
    shown = [faces[(turn * (3 + die) + die * die) % len(faces)] for die in range(dice)]
    left, right = ("▐", "▌") if rich else ("[", "]")
    pieces: list[Piece] = []
    for face in shown:
        pieces += [("", "  "), ("", left), ("die", f" {face} "), ("", right)]
    return pieces


def look_keys() -> list[KeyHint]:
    """While somebody looks back."""
    return [
        KeyHint("Left", "left"),
        KeyHint("Right", "right", _("step")),
        KeyHint("PgUp", "pageup"),
        KeyHint("PgDn", "pagedown", _("round")),
        KeyHint("Home", "home"),
        KeyHint("End", "end"),
        KeyHint("w", "w", _("why")),
        KeyHint("Esc", "escape", _("back to now")),
    ]


def telling_keys() -> list[KeyHint]:
    """While something is told."""
    return [
        KeyHint("Space", "space", _("skip")),
        KeyHint("w", "w", _("why")),
        KeyHint("l", "l", _("look back")),
        KeyHint("q", "q", _("leave")),
    ]
