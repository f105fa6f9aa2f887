"""A verified game to leaf through. Only what was verified is shown; the last line but one always says how far that is,
and what is wrong behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...text import _, listed
from ...verify.report import unsealed_people
from ...verify.verifier import Outcome
from ..harmless import clean
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
        style = "good" if self.replay.finding.outcome is Outcome.HONEST else "bad"
        keys = _("arrows step, round  space plays  tab seat  w why  s story  ? help  q leaves")
        lines = [(style, line) for text in verdict(self.replay) for line in wrapped(text, width)]
        return [[piece] for piece in (*lines, ("dim", fit(keys, width)))]

    def page_lines(self, width: int) -> tuple[str, list[str]]:
        if self.page == "help":
            return _("Keys"), [line for text in _help() for line in wrapped(text, width)]
        if self.page == "deep":
            deep = [line for text in self.replay.why(self.at) for line in wrapped(clean(text), width)]
            return _("Why, to the last hash"), deep
        plain = [line for text in self.replay.plainly(self.at, self.seat) for line in wrapped(clean(text), width)]
        return _("Why it came out so"), [*plain, "", _("d: deeper, to the last hash")]


_PAGES: Final = {"w": "why", "d": "deep", "s": STORY, "?": "help"}


def verdict(replay: Replay) -> list[str]:
    """How far the game is verified, and what is wrong after that: never silent."""
    finding = replay.finding
    code = f" ({finding.code})" if finding.code else ""
    sentence = clean(finding.sentence)
    if finding.outcome is Outcome.HONEST:
        missing = _(" Not sealed by {names}.").format(names=listed(unsealed_people(finding)))
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
        _("down, up, ], [: a round further or back; 3 r jumps to round 3"),
        _("home, end: the beginning and the end"),
        _("space: play and pause; + and - change the speed"),
        _("tab: through whose eyes; of hidden things a transcript shows what was opened later"),
        _("w: why it came out so, in plain words; d: the same to the last hash; up and down scroll"),
        _("s: the story up to here"),
        _("Esc: back from a page; q: leave"),
    ]
