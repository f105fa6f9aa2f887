"""A verified game to leaf through. Only what was verified is shown; the last line but one always says how far that is,
and what is wrong behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...text import _, listed
from ...verify.report import unsealed_people
from ...verify.verifier import Outcome
from ..harmless import clean
from ..widgets.frame import KeyHint, key_line
from .leafing import STORY, LeafModel, fit, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...verify.replay import Replay
    from ..widgets.canvas import Line


class ReplayModel(LeafModel):
    """One replay and the place where it lies open."""

    def __init__(self, replay: Replay, *, seat: int | None = None, at: int = 0, rich: bool = False) -> None:
        assert replay.frames, "a replay without frames has nothing to show"
        super().__init__(replay, seat=seat, at=at, rich=rich)
        self.replay = replay

    @property
    def pages(self) -> Mapping[str, str]:
        return _PAGES

    def head(self, width: int) -> list[Line]:
        replay = self.replay
        where = _("round {round}, {at} of {last}").format(
            at=self.at, last=len(replay.frames) - 1, round=replay.frames[self.at].round
        )
        return [[("title", fit(f"{replay.game.title}: {where}, {self.eyes}, {self.pace}", width))]]

    def foot(self, width: int) -> list[Line]:
        style = "good" if self.replay.finding.outcome in (Outcome.HONEST, Outcome.AGREED, Outcome.RESIGNED) else "bad"
        told: list[Line] = [[(style, line)] for text in verdict(self.replay) for line in wrapped(text, width)]
        return [*told, self._keys(width)]

    def _keys(self, width: int) -> Line:
        if self.page:
            deeper = [KeyHint("d", "d", _("deeper: hashes"))] if self.page == "why" else []
            return key_line(
                [
                    *deeper,
                    KeyHint("Up", "up"),
                    KeyHint("Down", "down", _("scroll")),
                    KeyHint("Esc", "escape", _("back")),
                ],
                width,
            )
        keys = [
            KeyHint("Space", "space", _("pause") if self.playing else _("play")),
            KeyHint("←" if self.rich else "Left", "left"),
            KeyHint("→" if self.rich else "Right", "right", _("step")),
            KeyHint("[", "["),
            KeyHint("]", "]", _("round")),
            KeyHint("Tab", "tab", _("eyes")),
            KeyHint("w", "w", _("why")),
            KeyHint("s", "s", _("story")),
            KeyHint("+", "+"),
            KeyHint("-", "-", _("speed")),
            KeyHint("?", "?", _("help")),
            KeyHint("q", "q", _("leave")),
        ]
        return key_line(keys, width)

    def page_lines(self, width: int) -> tuple[str, list[str]]:
        if self.page == "help":
            return _("Help"), [line for text in [*_help(), *self.legend_page()] for line in wrapped(text, width)]
        if self.page == "deep":
            deep = [line for text in self.replay.why(self.at) for line in wrapped(clean(text), width)]
            return _("Why, to the last hash"), deep
        plain = [line for text in self.replay.plainly(self.at, self.seat) for line in wrapped(clean(text), width)]
        return _("Why it came out like this"), plain


_PAGES: Final = {"w": "why", "d": "deep", "s": STORY, "?": "help"}


def verdict(replay: Replay) -> list[str]:
    """How far the game is verified, and what is wrong after that: never silent."""
    finding = replay.finding
    sentence = clean(finding.sentence)
    if finding.outcome is Outcome.HONEST:
        missing = _(" Not sealed by {names}.").format(names=listed(unsealed_people(finding)))
        return [_("Verified: {sentence}").format(sentence=sentence) + (missing if finding.unsealed else "")]
    if finding.outcome in (Outcome.AGREED, Outcome.RESIGNED, Outcome.WITHOUT):
        return [_("Verified: {sentence}").format(sentence=sentence)]
    if finding.outcome is Outcome.UNFINISHED:
        return [_("Verified as far as it goes: {sentence}").format(sentence=sentence)]
    where = _("only the first {entries} entries are verified").format(entries=finding.entries)
    return [_("NOT VERIFIED beyond what is shown ({where}): {sentence}").format(where=where, sentence=sentence)]


def _help() -> list[str]:
    return [
        _("Space: play, and pause"),
        _("Right, Left: one step forward or back"),
        _("] and [, Down and Up: a round forward or back; 3 r jumps to round 3"),
        _("Home, End: the beginning and the end"),
        _("+ and -: faster and slower"),
        _("Tab: through whose eyes; hidden things are shown if they were opened later"),
        _("w: why it came out as it did, in plain words; d: the same to the last hash; Up and Down scroll"),
        _("s: the story up to here"),
        _("Esc: back from a page; q: leave"),
    ]
