"""Moments that are staged: what was hidden comes out beat by beat, and nothing before its beat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.ui.test_watch import a_match
from tortuga_p2p.games import load
from tortuga_p2p.games.tortuga1667.screen.parts import sections
from tortuga_p2p.games.tortuga1667.screen.scenes import _vote
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.table.moments import looked_at, moment_lines
from tortuga_p2p.ui.table.playback import PlaybackFrame, beat_at, beats_s, pause_of
from tortuga_p2p.ui.watch.film import BotFilm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.rules.screen import StagedMoment
    from tortuga_p2p.ui.widgets.canvas import Line

FACES = (0, 3, 7, 9, 11)


def text_of(moment: StagedMoment) -> str:
    return "".join(text for _style, text in moment.fragments)


def words(lines: Sequence[Line]) -> str:
    return "\n".join("".join(piece[1] for piece in line) for line in lines)


def scenes(name: str, seats: int, bot: str, steps: int) -> list[list[StagedMoment]]:
    """All staged moments at the beginning of a game, each beat by beat, as a spectator sees them."""
    game = load(name)
    film, found = BotFilm(a_match(game, (bot,) * seats), 0), []
    while not film.is_all and len(film.frames) < steps:
        film.go_on()
    for at in range(1, len(film.frames)):
        step = film.frames[at].step
        assert step is not None
        views, reader = (film.view(at - 1, None), film.view(at, None)), Reader(None, {}, film.names)
        first = game.screen().scene(views[0], step.answer, views[1], reader, 0, 80, rich=True)
        if first is not None:
            moments = [
                game.screen().scene(views[0], step.answer, views[1], reader, beat, 80, rich=True)
                for beat in range(first.beats + 1)
            ]
            assert all(moment is not None for moment in moments)
            found.append([moment for moment in moments if moment is not None])
    return found


@pytest.mark.parametrize(
    ("name", "seats", "bot", "steps"), [("tortuga", 4, "random", 60), ("tortuga1667", 5, "greedy", 400)]
)
def test_every_beat_shows_a_little_more_and_fits(name: str, seats: int, bot: str, steps: int) -> None:
    found = scenes(name, seats, bot, steps)
    assert len(found) > 2
    for moments in found:
        shown = [text_of(moment) for moment in moments]
        assert len(set(shown)) > len(shown) // 2
        assert all(len(line) <= 80 for text in shown for line in text.splitlines())
        assert all(len(text.splitlines()) <= 8 for text in shown)


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_a_card_of_a_vote_stays_hidden_until_its_beat(kind: int) -> None:
    for beat in range(len(FACES) + 1):
        lines = text_of(_vote(kind, "the Galleon", FACES, beat, 80, rich=True)).splitlines()
        open_cards = [lines[1][1 + at * 15 : 14 + at * 15] for at in range(len(FACES))]
        for at, card in enumerate(open_cards):
            assert ("░" in card) == (at >= beat)
            assert (sections(FACES[at])[0] in card) == (at < beat)


def test_the_loyalties_of_those_who_won_are_turned_over_last() -> None:
    *_others, moments = scenes("tortuga1667", 5, "greedy", 2000)
    film = BotFilm(a_match(load("tortuga1667"), ("greedy",) * 5), 0)
    while not film.is_all:
        film.go_on()
    assert film.result is not None
    winners = {film.names[seat] for seat in film.result.winners}
    assert moments[0].title == "The loyalties are turned over, one by one"
    named = [set(re.findall(r"greedy#\d", text_of(moment))) for moment in moments]
    assert named[-1] == set(film.names)
    assert named[-1] - named[-2] <= winners
    assert "1 loyalty is still hidden" in text_of(moments[-2])


def test_the_last_card_takes_its_time_and_sentences_wait_for_it() -> None:
    moment = _vote(0, "the Galleon", FACES, len(FACES), 80, rich=True)
    frame = PlaybackFrame(
        1, None, {}, 0, ("A card: torch.", "The attack fails."), "open", 0, moment.beats, moment.beat_ms / 1000
    )
    assert [beat_at(frame, at * 0.6) for at in range(8)] == [0, 1, 2, 3, 4, 4, 5, 5]
    assert pause_of(frame) > beats_s(frame) + 1
    before = words(moment_lines(frame, moment, 1.0, 80, 9, rich=True))
    after = words(moment_lines(frame, moment, beats_s(frame), 80, 9, rich=True))
    assert "attack fails" not in before
    assert "attack fails" in after
    assert "Attack on the Galleon" in before.splitlines()[0]
    assert "attack fails" in words(looked_at(frame, moment, 80, 9, (1, 1), rich=True))


def test_where_there_is_no_room_for_both_words_come_before_a_picture() -> None:
    found = scenes("tortuga", 4, "random", 30)[0][-1]
    told = tuple(f"Somebody puts something on FLEET: {number}." for number in range(4))
    frame = PlaybackFrame(1, None, {}, 0, told, "reveal", 0, found.beats, found.beat_ms / 1000)
    small, large = (words(moment_lines(frame, found, 9.0, 80, room, rich=True)) for room in (6, 9))
    assert "shown" not in small
    assert all(sentence in small for sentence in told)
    assert "shown" in large
    assert all(sentence in large for sentence in told)
