"""The story of a finished game in words, as a plot, and for other programs (bots/story.py finds it)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..bots.story import story_of
from ..rules.cells import clip, columns
from ..rules.hindsight import Moment
from ..rules.luck import tenths
from ..rules.telling import ended, fortune_of, side_name, standing
from ..rules.words import Reader
from ..text import _, n_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bots.story import JudgedChoice, Story
    from ..node.node import Node
    from ..rules.game import Known
    from ..rules.luck import LuckSum

NAME_COLUMNS: Final = 12  # of a plot
EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
DIGITS: Final = " 123456789"
WORST_MAX: Final = 3  # choices that are told one by one
UNUSUAL: Final = 2  # standard deviations from which on luck is called by its name


class PlotRow(NamedTuple):
    """One lane of a plot: who, a bar for each round, and where it ended."""

    name: str
    bars: str
    end: int
    is_own: bool


def lane_names(story: Story) -> list[str]:
    """Whose progress is counted: everybody's, or each side's."""
    lanes = len(story.parts[-1].progress) if story.parts else 0
    if lanes == len(story.names):
        reader = Reader(story.seat, {}, story.names)
        return [_("You") if seat == story.seat else reader.name(seat) for seat in range(lanes)]
    return [side_name(story.game, side) for side in range(lanes)]


def plot_title(story: Story) -> str:
    """What the numbers of the plot are."""
    words = story.game.words()
    if words.points and not story.result.sides:
        return _("Points by round")
    return _(words.progress) if words.progress else _("How far they came")


def plot(story: Story, *, rich: bool, high: int = 1) -> list[list[PlotRow]]:
    """By lane, from the top line to the lowest: `high` lines of bars, two columns a round. Empty without progress.

    A bar is full where nobody ever came further, and nowhere else; whoever has anything has a bar.
    """
    if not story.parts:
        return []
    most = max(1, max(max(part.progress) for part in story.parts))
    signs = EIGHTHS if rich else DIGITS
    full = len(signs) - 1
    lanes = []
    for lane, name in enumerate(lane_names(story)):
        values = [part.progress[lane] for part in story.parts]
        rows = []
        for line in reversed(range(high)):
            tall = [max(int(value > 0), value * full * high // most) for value in values]
            cells = [max(0, min(full, one - line * full)) for one in tall]
            bars = "".join(signs[cell] * 2 + " " for cell in cells)
            rows.append(PlotRow(name, bars, values[-1], name == _("You")))
        lanes.append(rows)
    return lanes


def headline(story: Story) -> str:
    """The sentence one would tell a friend."""
    reader = Reader(story.seat, {}, story.names)
    told = [ended(story.game, story.result, reader)]
    if story.seat is not None and story.seat not in story.result.winners and story.game.words().points:
        place = 1 + sum(score > story.result.scores[story.seat] for score in story.result.scores)
        points = story.result.scores[story.seat]
        told.append(_("You come {place} with {points}.", place=ordinal(place), points=points))
    return " ".join(filter(None, told))


def ordinal(number: int) -> str:
    """ "second": as people say it, as far as a table has seats."""
    words = [_("first"), _("second"), _("third"), _("fourth"), _("fifth"), _("sixth"), _("seventh"), _("eighth")]
    return words[number - 1] if number <= len(words) else _("number {number}", number=number)


def turning_lines(story: Story) -> list[str]:
    """Turning points, each with its round."""
    names = lane_names(story)
    found = []
    for point in story.turning:
        told = f"{point.sentence} ({names[point.lane]} {point.gain:+})"
        found.append(_("Round {round}: {told}", round=point.round, told=told) if point.round else told)
    return found


def luck_lines(story: Story) -> list[str]:
    """What chance gave, against what was to be expected; the reader's own where there is a reader."""
    sums = [one for one in story.luck if story.seat is None or one.seat == story.seat]
    reader = Reader(story.seat, {}, story.names)
    return [f"{fortune_of(story.game, one, reader)}{_unusual(one)}" for one in sums]


def unfair_sample(story: Story) -> str:
    """Why nothing is said here of some kind of luck; empty where nothing is left out."""
    if not story.is_by_hindsight or {one.kind for one in story.luck} >= {*story.game.words().luck}:
        return ""
    return _(
        "Luck with what lay hidden is not told here: the file shows only what somebody chose to open, and that is no "
        "fair sample."
    )


def _unusual(one: LuckSum) -> str:
    """Whether that is rare: further from the average than 19 of 20 games are."""
    if one.variance <= 0 or (one.got - one.expected) ** 2 < UNUSUAL**2 * one.variance:
        return ""
    return " " + (_("That is rare luck.") if one.got > one.expected else _("It is rarely that little."))


def judged_lines(story: Story, found: Sequence[JudgedChoice], *, is_all: bool = True) -> list[str]:
    """Where the reader chose otherwise than the strong bot, and what it cost; how far that has got until it is all."""
    bot = story.game.roster().adviser
    same = sum(one.is_same for one in found)
    if not is_all:
        so_far = _("What {bot} would have done is still being found out: {count} decisions so far, {same} the same.")
        return [so_far.format(bot=bot, count=len(found), same=same)]
    if not found:
        return []
    words = _("You played as {bot} would in {same} of {count} decisions.")
    if story.is_by_hindsight:  # what somebody never showed cannot be judged
        words = _("You played as {bot} would in {same} of the {count} decisions that the file shows in full.")
    lines = [words.format(bot=bot, same=same, count=len(found))]
    by_points = story.game.words().points
    others = [one for one in found if not one.is_same and (one.points if by_points else one.chance) > 0]
    others.sort(key=lambda one: -(one.points if by_points else one.chance))
    for one in others[:WORST_MAX]:
        words = _("Round {round}: you chose to {own}; {bot} would {bots}. {cost}")
        if not one.round:
            words = _("You chose to {own}; {bot} would {bots}. {cost}")
        lines.append(
            words.format(round=one.round, own=_you(one.own), bot=bot, bots=_you(one.bots), cost=_cost(one, by_points))
        )
    return lines


def _cost(one: JudgedChoice, by_points: bool) -> str:
    """What that choice cost, as far as imagined games tell."""
    if by_points:
        return _("That cost about {number} points.", number=tenths(one.points))
    wins = round(100 * one.chance)
    if not wins:
        return _("That cost hardly anything.")
    return n_(
        "That cost about {wins} win in 100 imagined games.", "That cost about {wins} wins in 100 imagined games.", wins
    ).format(wins=wins)


def _you(line: str) -> str:
    return line[:1].lower() + line[1:]


# --- as text, as data ----------------------------------------------------------------------------------------------


def story_lines(story: Story, found: Sequence[JudgedChoice] = (), *, rich: bool = False) -> list[str]:
    """All of it to be read from the top."""
    lines = [headline(story)]
    reader = Reader(story.seat, {}, story.names)
    if points := standing(story.game, story.result, reader):
        lines.append(f"{points}.")
    if story.parts:
        lines += ["", f"{plot_title(story)}:", *_table(story, rich=rich)]
    for title, told in (
        (_("Turning points"), turning_lines(story)),
        (_("Luck, proved honest"), [*luck_lines(story), *filter(None, [unfair_sample(story)])]),
        (_("Compared with the strong bot"), judged_lines(story, found)),
    ):
        lines += ["", f"{title}:", *told] if told else []
    return lines


def _table(story: Story, *, rich: bool) -> list[str]:
    """Numbers by round; the bars beside them where signs beyond ASCII may be used."""
    wide = max(2, max(len(str(value)) for part in story.parts for value in part.progress))
    rounds = [str(part.round) for part in story.parts]
    rows = [" " * NAME_COLUMNS + " ".join(f"{number:>{wide}}" for number in rounds)]
    for lane, name in enumerate(lane_names(story)):
        short = clip(name, NAME_COLUMNS - 1, "~")
        values = " ".join(f"{part.progress[lane]:>{wide}}" for part in story.parts)
        rows.append(f"{short}{' ' * (NAME_COLUMNS - columns(short))}{values}")
    bars = [row for rows_of_lane in plot(story, rich=True) for row in rows_of_lane] if rich else []
    return [*rows, *(f"{clip(row.name, NAME_COLUMNS - 1, '~'):<{NAME_COLUMNS}}{row.bars}" for row in bars)]


def story_data(story: Story, found: Sequence[JudgedChoice] = ()) -> dict[str, Any]:
    """For other programs: what JSON can say. Averages are numbers with three digits behind the point."""
    return {
        "game": story.game.name,
        "names": list(story.names),
        "seat": story.seat,
        "scores": list(story.result.scores),
        "winners": list(story.result.winners),
        "sides": list(story.result.sides),
        "headline": headline(story),
        "progress": [{"round": part.round, "by_lane": list(part.progress)} for part in story.parts],
        "lanes": lane_names(story),
        "turning_points": [
            {"round": one.round, "lane": one.lane, "gain": one.gain, "swing": _number(one.swing), "told": one.sentence}
            for one in story.turning
        ],
        "luck": [
            {
                "kind": one.kind,
                "seat": one.seat,
                "times": one.times,
                "got": one.got,
                "expected": _number(one.expected),
                "variance": _number(one.variance),
            }
            for one in story.luck
        ],
        "luck_left_out": unfair_sample(story),
        "decisions": [
            {
                "round": one.round,
                "own": one.own,
                "bot": one.bots,
                "same": one.is_same,
                "cost_points": _number(one.points),
                "cost_chance": _number(one.chance),
            }
            for one in found
        ],
    }


def _number(value: Any) -> float:
    return round(float(value), 3)


# --- of a game that was just played ----------------------------------------------------------------------------------


def moments_at(node: Node) -> list[Moment]:
    """Every answer of this game, with what our seat knew then."""
    found: list[Moment] = []
    knew: Known = {}
    for _step, told, known, *_who in node.told:
        found.append(Moment(told.before, told.answer, told.after, knew, known))
        knew = dict(known)
    return found


def story_at(node: Node) -> Story | None:
    """The story of a game that was played to its end by us; `None` where it was not, or we came back to it midway."""
    table, moments = node.session.table, moments_at(node)
    if table is None or node.result is None or not moments:
        return None
    return story_of(table.agreement.game, node.names, node.session.own_seat, moments)
