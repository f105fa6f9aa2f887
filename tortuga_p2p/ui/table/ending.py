"""The end of a game as a story: beside each other a plot of the whole game and what turned it, below what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...bots.story import story_of
from ...rules.hindsight import Moment
from ...text import _
from ..harmless import clean
from ..story import headline, judged_lines, luck_lines, plot, turning_lines
from ..widgets.canvas import clipped, columns, head, size, wrap
from ..widgets.frame import title_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...bots.story import JudgedChoice, Story
    from ...node.node import Node
    from ...rules.game import Known
    from ..widgets.canvas import Line

NAME_COLUMNS: Final = 10  # of a plot
BESIDE_MIN: Final = 34  # columns that what turned it needs beside the plot
LINES_MAX: Final = 2  # of a lane of the plot
PANEL_MIN: Final = 4  # lines below which there is no use in a plot


def moments_at(node: Node) -> list[Moment]:
    """Every answer of this game, with what our seat knew then."""
    found: list[Moment] = []
    knew: Known = {}
    for _step, told, known in node.told:
        found.append(Moment(told.before, told.answer, told.after, knew, known))
        knew = dict(known)
    return found


def story_at(node: Node) -> Story | None:
    """The story of a game that was played to its end by us; `None` where it was not, or we came back to it midway."""
    table, moments = node.session.table, moments_at(node)
    if table is None or node.result is None or not moments:
        return None
    return story_of(table.agreement.game, node.names, node.session.own_seat, moments)


def panel_lines(story: Story, found: Sequence[JudgedChoice], width: int, room: int, *, rich: bool) -> list[Line]:
    """As much of the story as these lines hold: the plot, beside it what turned it, then luck and choices."""
    if room < PANEL_MIN:
        return []
    lanes = len(story.parts[-1].progress) if story.parts else 0
    high = max(1, min(LINES_MAX, (room - 2) // max(1, lanes)))
    left = _plot_lines(story, high, rich=rich)
    wide = max([size(line) for line in left], default=0)
    words = [*turning_lines(story), *luck_lines(story)[:2]]
    if width - wide - 3 < BESIDE_MIN:
        right, left = [line for text in words for line in wrap(text, width)], left[:room]
        return [*left, *right][:room]
    right = [line for text in words for line in wrap(text, width - wide - 3)]
    tall = min(room - 1, max(len(left), len(right)))
    names = _("Points by round") if story.game.words().points and not story.result.sides else _("How far they came")
    lines: list[Line] = [title_line(names, width, [("title", _("What turned it, and luck"))], rich=rich)]
    for at in range(tall):
        mine = left[at] if at < len(left) else []
        gap = " " * (wide + 3 - size(mine))
        lines.append([*mine, ("", gap), *(right[at] if at < len(right) else [])])
    rest = [line for text in judged_lines(story, found) for line in wrap(text, width, "dim")]
    return [*lines, *rest[: max(0, room - len(lines))]]


def _plot_lines(story: Story, high: int, *, rich: bool) -> list[Line]:
    """A lane of bars for everybody, with the name and the last number in its lowest line."""
    lines: list[Line] = []
    for rows in plot(story, rich=rich, high=high):
        for number, row in enumerate(rows):
            is_last = number == len(rows) - 1
            name = head(clean(row.name), NAME_COLUMNS - 1) if is_last else ""
            style = "you" if row.is_own else "player"
            gap = " " * (NAME_COLUMNS - columns(name))
            end = f" {row.end}" if is_last else ""
            lines.append([(style, name), ("", gap), ("first" if row.is_own else "title", row.bars), ("strong", end)])
    if lines:
        numbers = "".join(f"{part.round % 100:<2} " for part in story.parts)
        lines.append([("dim", " " * NAME_COLUMNS + numbers + _("round"))])
    return lines


def story_page(story: Story, found: Sequence[JudgedChoice], width: int, *, rich: bool) -> list[Line]:
    """All of it, on a page of its own."""
    lines: list[Line] = [*wrap(headline(story), width, "winner"), []]
    if story.parts:
        lines += [
            [("title", _("How it went"))],
            *[clipped(line, width) for line in _plot_lines(story, 3, rich=rich)],
            [],
        ]
    for title, texts in (
        (_("What turned it"), turning_lines(story)),
        (_("Luck, proved honest"), luck_lines(story)),
        (_("Beside the strong bot"), judged_lines(story, found)),
    ):
        if texts:
            lines += [[("title", title)], *(line for text in texts for line in wrap(clean(text), width)), []]
    return lines
