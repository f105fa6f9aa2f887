"""The story of a finished game: progress that ends at the result, turning points that turned it, and choices beside a
strong bot's, judged by what the player knew."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tortuga_p2p import games
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.registry import make
from tortuga_p2p.bots.story import TURNING_MAX, chosen, judged, story_of
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.hindsight import Hindsight, Moment
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.ui.story import headline, judged_lines, lane_names, luck_lines, plot, story_data, story_lines

NAMES = ("Ana", "Ben", "Cleo")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two imagined worlds are as good as twelve for everything that is asked here."""
    monkeypatch.setattr("tortuga_p2p.bots.story.WORLDS", 2)


def played(name: str, *, adviser: bool = False, seats: int = 3) -> tuple[Any, list[Moment]]:
    """A game of three; seat 0 is played by a weak bot, or just as the judge of stories would."""
    game = games.load(name)
    table: LocalTable[Any] = LocalTable.new(game, seats, {}, SeededDraw(5, "table"))
    weak, strong = make(game, seats, "random"), make(game, seats, game.roster().adviser)
    moments: list[Moment] = []
    while not isinstance(table.ask, Over):
        before, knew, choices = table.state, dict(table.known[0]), {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            bot, label = (strong, "story") if adviser and seat == 0 else (weak, "weak")
            choices[seat] = (
                moves[0] if len(moves) == 1 else bot.choose(table.view(seat), moves, SeededDraw(len(moments), label))
            )
        answer = table.step(choices)
        moments.append(Moment(before, answer, table.state, knew, dict(table.known[0])))
    return game, moments


@pytest.mark.parametrize("name", games.names())
def test_a_story_ends_where_the_game_ended(name: str) -> None:
    game, moments = played(name)
    story = story_of(game, NAMES, 0, moments)
    assert story.parts
    assert [part.round for part in story.parts] == sorted(part.round for part in story.parts)
    if game.words().points and not story.result.sides:
        assert story.parts[-1].progress == story.result.scores
    assert 0 < len(story.turning) <= TURNING_MAX
    gains = [abs(point.swing) for point in story.turning]
    for moment in moments:
        old, new = game.progress(moment.before), game.progress(moment.after)
        if old and len(old) == len(new):
            change = [after - before for before, after in zip(old, new, strict=True)]
            middle = Fraction(sum(change), len(change))
            swing = max(abs(one - middle) for one in change)
            assert swing <= max(gains)
    assert all(point.sentence for point in story.turning)


@pytest.mark.parametrize("name", games.names())
def test_a_story_reads_and_is_data_too(name: str) -> None:
    game, moments = played(name)
    story = story_of(game, NAMES, 0, moments)
    found = list(judged(game, NAMES, 0, moments))
    decided = [at for at in moments if chosen(game, 0, at) is not None]
    assert 0 < len(found) <= len(decided)
    assert all(one.points >= 0 and one.chance >= 0 for one in found)
    assert all((one.own == one.bots) == one.is_same for one in found)
    text = "\n".join(story_lines(story, found, rich=False))
    assert text.isascii()
    assert "{" not in text
    assert headline(story) in text
    lanes = lane_names(story)
    rows = plot(story, rich=True, high=2)
    assert len(rows) == len(lanes)
    assert all(len(row.bars) == 3 * len(story.parts) for lane in rows for row in lane)
    data = story_data(story, found)
    assert len(data["decisions"]) == len(found)
    assert data["progress"][-1]["by_lane"] == list(story.parts[-1].progress)
    assert "decisions" in judged_lines(story, found)[0]
    assert "decisions so far" in judged_lines(story, found[:1], is_all=False)[0]  # never a number that still grows


def test_between_two_whoever_moved_is_named() -> None:
    """What one of two gains is as far from the middle as what the other does not."""
    game, moments = played("cartagena", seats=2)
    story = story_of(game, NAMES[:2], 0, moments)
    assert story.turning
    assert all(point.gain for point in story.turning)


def test_whoever_plays_as_the_strong_bot_would_is_told_so() -> None:
    game, moments = played("tortuga", adviser=True)
    found = list(judged(game, NAMES, 0, moments))
    assert found
    assert all(one.is_same for one in found)


def test_nothing_is_judged_that_the_player_could_not_know() -> None:
    game, moments = played("tortuga")
    blind = [moment._replace(knew={}, known={}) for moment in moments]
    seen = list(judged(game, NAMES, 0, moments))
    public = list(judged(game, NAMES, 0, blind))
    assert len(public) < len(seen)
    story = story_of(game, NAMES, 0, blind)
    assert not [one for one in story.luck if one.kind in ("skulls", "coins")]
    assert [one for one in story_of(game, NAMES, 0, moments).luck if one.kind == "skulls"]
    assert luck_lines(story_of(game, NAMES, 0, moments))[0].endswith(("expected.", "luck.", "little."))


def in_a_file(game: Any, moments: list[Moment]) -> list[Moment]:
    """The same game as its transcript shows it: of hidden things only those that were opened."""
    hindsight = Hindsight(game, moments[0].before)
    for at in moments:
        hindsight.add(game.asks(at.before), at.answer, at.after)
    known = [hindsight.known(number, 0) for number in range(len(moments) + 1)]
    return [at._replace(knew=known[number], known=known[number + 1]) for number, at in enumerate(moments)]


@pytest.mark.parametrize("name", games.names())
def test_a_file_says_of_luck_what_its_player_saw_or_nothing(name: str) -> None:
    """What somebody opened they chose to open: such dice and cards have no expectation, and are not rare luck."""
    game, moments = played(name)
    seen = story_of(game, NAMES, 0, moments)
    told = story_of(game, NAMES, 0, in_a_file(game, moments), is_by_hindsight=True)
    assert {one for one in told.luck if one.seat == 0} <= set(seen.luck)
    left_out = {one.kind for one in seen.luck} - {one.kind for one in told.luck}
    assert ("no fair sample" in "\n".join(story_lines(told))) == bool(left_out)
    assert "no fair sample" not in "\n".join(story_lines(seen))


def test_skulls_are_opened_oftener_than_they_fall() -> None:
    """Why a transcript's dice are no sample: of the same game, rolled in full and as its file shows it."""
    game, moments = played("tortuga", adviser=True)
    (whole,) = [one for one in story_of(game, NAMES, 0, moments).luck if (one.kind, one.seat) == ("skulls", 0)]
    shown = story_of(game, NAMES, 0, in_a_file(game, moments)).luck
    (part,) = [one for one in shown if (one.kind, one.seat) == ("skulls", 0)]
    assert part.times < whole.times
    assert Fraction(part.got, part.times) > Fraction(whole.got, whole.times)
