"""Leafing through a game: keys, what they show, and that nothing hidden or unverified is ever on the screen."""

from __future__ import annotations

import re

import pytest

from tests.replay.films import film, find, replay, spoiled
from tortuga_p2p.ui.replay.leafing import HEIGHT_MIN, SPEEDS, WIDTH_MIN
from tortuga_p2p.ui.replay.model import ReplayModel
from tortuga_p2p.verify.replay import read_replay


def shown(model: ReplayModel, width: int = 80, height: int = 24) -> str:
    lines = ["".join(piece[1] for piece in line) for line in model.draw(width, height)]
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines), lines
    assert all(line.isprintable() for line in lines)
    return "\n".join(lines)


def test_every_leaf_is_the_same_forwards_and_backwards() -> None:
    model = ReplayModel(replay(3))
    forwards = [shown(model)]
    while model.at < len(model.replay.frames) - 1:
        assert model.press("right")
        forwards.append(shown(model))
    assert len(forwards) > 40
    backwards = [shown(model)]
    while model.at:
        model.press("left")
        backwards.append(shown(model))
    assert backwards == forwards[::-1]


def test_keys_go_by_round_and_to_both_ends() -> None:
    model = ReplayModel(replay())
    rounds = model.replay.rounds
    model.press("down")
    assert model.at == rounds[1]
    model.press("right")
    model.press("up")
    assert model.at == rounds[1], "first back to where this round began"
    model.press("pageup")
    assert model.at == rounds[0]
    for key in "3r":
        model.press(key)
    assert model.at == rounds[2]
    for key in "999r":
        model.press(key)
    assert model.at == rounds[-1]
    model.press("end")
    assert model.at == len(model.replay.frames) - 1
    model.press("right")
    assert model.at == len(model.replay.frames) - 1
    model.press("home")
    model.press("left")
    assert model.at == 0


def test_playing_stops_at_the_end_and_begins_again_from_there() -> None:
    model = ReplayModel(replay())
    model.press("space")
    assert model.playing
    model.go(len(model.replay.frames) - 1)
    assert not model.playing
    model.press("space")
    assert (model.at, model.playing) == (0, True)
    model.press("space")
    assert not model.playing


def test_speed_has_two_ends_and_changes_the_pause() -> None:
    model = ReplayModel(replay())
    usual = model.pause_s
    for _ in SPEEDS:
        model.press("+")
    assert model.pause_s == usual / SPEEDS[-1]
    for _ in SPEEDS:
        model.press("-")
    assert model.pause_s == usual / SPEEDS[0]


def test_tab_goes_through_all_eyes_and_back_to_a_spectator() -> None:
    model = ReplayModel(replay(3))
    seen = [model.seat]
    for _ in range(4):
        model.press("tab")
        seen.append(model.seat)
    assert seen == [None, 0, 1, 2, None]
    model.press("tab")
    assert " You" in shown(model)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (70, 20), (WIDTH_MIN, HEIGHT_MIN)])
def test_any_page_of_any_leaf_fits_the_screen(size: tuple[int, int]) -> None:
    model = ReplayModel(replay(3), seat=1, rich=size[0] > 60)
    for at in range(0, len(model.replay.frames), 5):
        model.go(at)
        for page in ("", "why", "deep", "story", "help"):
            model.page = page
            assert shown(model, *size)


def test_a_kept_tile_is_seen_before_the_end_through_its_owner_s_eyes_alone() -> None:
    """What it was is public once all tiles are opened; the others did not know it then."""
    model = ReplayModel(replay(3))
    seen, known = set(), 0
    for at, frame in enumerate(model.replay.frames):
        tiles = (frame.state.phase, tuple(ship.tiles for ship in frame.state.ships))
        if tiles in seen:
            continue  # nothing about them is drawn otherwise
        seen.add(tiles)
        model.go(at)
        for model.seat in (None, 0, 1, 2):
            if not frame.state.coins and any(ship.tiles for ship in frame.state.ships):
                owns = model.seat is not None and bool(frame.state.ships[model.seat].tiles)
                told = len(re.findall(r"\d+, \d+ coins?\b", shown(model).split("points", 1)[1].split("\n")[0]))
                assert told == owns
                known += told
    assert known


def test_the_reason_page_scrolls_but_not_beyond_its_end() -> None:
    model = ReplayModel(replay(3), at=3)
    model.press("w")
    assert "Beacon" not in shown(model)
    assert "were mixed to roll 15 dice" in shown(model)
    model.press("d")
    assert "Beacon" in shown(model)
    first = shown(model)
    model.press("down")
    assert shown(model) != first
    for _ in range(500):
        model.press("down")
    assert "it is told when the die is opened" in " ".join(shown(model).split())
    model.press("d")
    assert "Beacon" not in shown(model)


def test_a_screen_too_small_says_so() -> None:
    model = ReplayModel(replay())
    assert "too small" in shown(model, 30, 5)
    assert "too small" in shown(model, WIDTH_MIN - 1, 24)
    assert "too small" not in shown(model, WIDTH_MIN, HEIGHT_MIN)


def test_an_unverified_rest_is_named_on_every_screen() -> None:
    model = ReplayModel(read_replay(spoiled(film()), find))
    assert "Verified: " not in shown(model)
    assert "NOT VERIFIED beyond what is shown" in shown(model)
    model.press("end")
    assert "NOT VERIFIED beyond what is shown" in shown(model)
    assert "Verified: " in shown(ReplayModel(replay()))


def test_a_key_that_means_nothing_does_nothing() -> None:
    model = ReplayModel(replay())
    before = shown(model)
    assert not model.press("x")
    assert not model.press("r"), "no round was typed"
    assert shown(model) == before
