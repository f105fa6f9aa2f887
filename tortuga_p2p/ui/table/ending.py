"""The end of a game as a story: beside each other a plot of the whole game and what turned it, below what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.telling import side_name
from ...rules.words import Reader
from ...text import _, listed
from ..harmless import clean
from ..story import headline, luck_lines, plot, plot_title, turning_lines
from ..widgets.canvas import clipped, columns, head, size, wrap
from ..widgets.frame import title_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...bots.story import Story
    from ..widgets.canvas import Line

NAME_COLUMNS: Final = 12  # of a plot
STORY_LINES: Final = 12  # lines that a story may have before a board gets air
STORY_MIN: Final = 8  # lines that a story should have: where a board leaves less, it gives way (`l` shows it)
BESIDE_MIN: Final = 34  # columns that what turned it needs beside the plot
LINES_MAX: Final = 2  # of a lane of the plot
PANEL_MIN: Final = 4  # lines below which there is no use in a plot


def reckoning_lines(story: Story, width: int) -> list[Line]:
    """Who was on which side, where a game has sides and its board has given way."""
    lines: list[Line] = []
    result = story.result
    for side in sorted(set(result.sides)):
        seats = [seat for seat, own in enumerate(result.sides) if own == side]
        reader = Reader(story.seat, {}, story.names)
        names = clean(listed([reader.called(seat) for seat in seats]))
        has_won = bool(set(seats) & set(result.winners))
        told = _("{side} won: {names}.") if has_won else _("{side} lost: {names}.")
        text = told.format(side=side_name(story.game, side), names=names)
        lines += wrap(f"{text[:1].upper()}{text[1:]}", width, "first" if has_won else "")
    return lines


def panel_lines(story: Story, beside: Sequence[str], width: int, room: int, *, rich: bool) -> list[Line]:
    """As much of the story as these lines hold: the plot, beside it what turned it, then luck and choices.

    `beside`: how the reader played beside the strong bot, in sentences.
    """
    if room < PANEL_MIN:
        return []
    lanes = len(story.parts[-1].progress) if story.parts else 0
    high = max(1, min(LINES_MAX, (room - 2) // max(1, lanes)))
    left = _plot_lines(story, high, rich=rich)
    wide = max([size(line) for line in left], default=0)
    luck, turned = luck_lines(story)[:2], turning_lines(story)
    if width - wide - 3 < BESIDE_MIN:
        left = left[:room]
        return [*left, *_turns_and_luck(turned, luck, width, room - len(left))]
    right = _turns_and_luck(turned, luck, width - wide - 3, room - 1)
    tall = min(room - 1, max(len(left), len(right)))
    lines: list[Line] = [title_line(plot_title(story), width, [("title", _("Turning points, and luck"))], rich=rich)]
    for at in range(tall):
        mine = left[at] if at < len(left) else []
        gap = " " * (wide + 3 - size(mine))
        lines.append([*mine, ("", gap), *(right[at] if at < len(right) else [])])
    rest = [line for text in beside for line in wrap(text, width, "dim")]
    return [*lines, *rest[: max(0, room - len(lines))]]


def _short(name: str) -> str:
    """A name that has room beside its bars: the last word of one that is too long says most."""
    words = name.split()
    return name if columns(name) < NAME_COLUMNS or not words else head(words[-1], NAME_COLUMNS - 1)


def _turns_and_luck(turned: Sequence[str], luck: Sequence[str], width: int, room: int) -> list[Line]:
    """The sentences that fit, each of them whole: something of both where there is no room for all, and first what
    turned it, round by round, then luck."""
    fits: list[str] = []
    for sentence in (*turned[:1], *luck[:1], *turned[1:], *luck[1:]):
        told = len(wrap(clean(sentence), width))
        if told <= room:
            fits.append(sentence)
            room -= told
    return [line for sentence in (*turned, *luck) if sentence in fits for line in wrap(clean(sentence), width)]


def _small(title: str) -> str:
    return title[:1].lower() + title[1:]


def _plot_lines(story: Story, high: int, *, rich: bool) -> list[Line]:
    """A lane of bars for everybody, with the name and the last number in its lowest line."""
    lines: list[Line] = []
    for rows in plot(story, rich=rich, high=high):
        for number, row in enumerate(rows):
            is_last = number == len(rows) - 1
            name = _short(clean(row.name)) if is_last else ""
            style = "you" if row.is_own else "player"
            gap = " " * (NAME_COLUMNS - columns(name))
            end = f" {row.end}" if is_last else ""
            lines.append([(style, name), ("", gap), ("first" if row.is_own else "title", row.bars), ("strong", end)])
    if lines:
        numbers = "".join(f"{part.round % 100:<2} " for part in story.parts)
        lines.append([("dim", " " * NAME_COLUMNS + numbers + _("round"))])
    return lines


def story_page(story: Story, beside: Sequence[str], width: int, *, rich: bool) -> list[Line]:
    """All of it, on a page of its own."""
    lines: list[Line] = [*wrap(headline(story), width, "winner"), []]
    if story.parts:
        lines += [
            [("title", _("How it went: {what}", what=_small(plot_title(story))))],
            *[clipped(line, width) for line in _plot_lines(story, 3, rich=rich)],
            [],
        ]
    for title, texts in (
        (_("Turning points"), turning_lines(story)),
        (_("Luck, proved honest"), luck_lines(story)),
        (_("Compared with the strong bot"), beside),
    ):
        if texts:
            lines += [[("title", title)], *(line for text in texts for line in wrap(clean(text), width)), []]
    return lines
