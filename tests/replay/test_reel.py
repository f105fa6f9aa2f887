"""Leafing through a game: keys, what they show, and that nothing hidden or unverified is ever on the screen."""

from __future__ import annotations

import pytest

from tests.replay.films import album, film, find, spoiled
from tortuga_p2p.ui.reel import HEIGHT_MIN, SPEEDS, WIDTH_MIN, Reel
from tortuga_p2p.verify.album import read_album


def shown(reel: Reel, width: int = 80, height: int = 24) -> str:
    lines = ["".join(text for _, text in line) for line in reel.draw(width, height)]
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines), lines
    assert all(line.isprintable() for line in lines)
    return "\n".join(lines)


def test_every_leaf_is_the_same_forwards_and_backwards() -> None:
    reel = Reel(album(3))
    forwards = [shown(reel)]
    while reel.at < len(reel.album.leaves) - 1:
        assert reel.press("right")
        forwards.append(shown(reel))
    assert len(forwards) > 40
    backwards = [shown(reel)]
    while reel.at:
        reel.press("left")
        backwards.append(shown(reel))
    assert backwards == forwards[::-1]


def test_keys_go_by_round_and_to_both_ends() -> None:
    reel = Reel(album())
    rounds = reel.album.rounds
    reel.press("down")
    assert reel.at == rounds[1]
    reel.press("right")
    reel.press("up")
    assert reel.at == rounds[1], "first back to where this round began"
    reel.press("pageup")
    assert reel.at == rounds[0]
    for key in "3r":
        reel.press(key)
    assert reel.at == rounds[2]
    for key in "999r":
        reel.press(key)
    assert reel.at == rounds[-1]
    reel.press("end")
    assert reel.at == len(reel.album.leaves) - 1
    reel.press("right")
    assert reel.at == len(reel.album.leaves) - 1
    reel.press("home")
    reel.press("left")
    assert reel.at == 0


def test_playing_stops_at_the_end_and_begins_again_from_there() -> None:
    reel = Reel(album())
    reel.press("space")
    assert reel.playing
    reel.go(len(reel.album.leaves) - 1)
    assert not reel.playing
    reel.press("space")
    assert (reel.at, reel.playing) == (0, True)
    reel.press("space")
    assert not reel.playing


def test_speed_has_two_ends_and_changes_the_pause() -> None:
    reel = Reel(album())
    usual = reel.pause_s
    for _ in SPEEDS:
        reel.press("+")
    assert reel.pause_s == usual / SPEEDS[-1]
    for _ in SPEEDS:
        reel.press("-")
    assert reel.pause_s == usual / SPEEDS[0]


def test_tab_goes_through_all_eyes_and_back_to_a_spectator() -> None:
    reel = Reel(album(3))
    seen = [reel.seat]
    for _ in range(4):
        reel.press("tab")
        seen.append(reel.seat)
    assert seen == [None, 0, 1, 2, None]
    reel.press("tab")
    assert "(you)" in shown(reel)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (70, 20), (WIDTH_MIN, HEIGHT_MIN)])
def test_any_page_of_any_leaf_fits_the_screen(size: tuple[int, int]) -> None:
    reel = Reel(album(3), seat=1, rich=size[0] > 60)
    for at in range(0, len(reel.album.leaves), 5):
        reel.go(at)
        for page in ("", "why", "story", "help"):
            reel.page = page
            assert shown(reel, *size)


def test_no_kept_tile_is_seen_before_the_end() -> None:
    reel = Reel(album(3))
    seen = set()
    for at, leaf in enumerate(reel.album.leaves):
        tiles = (leaf.state.phase, tuple(ship.tiles for ship in leaf.state.ships))
        if tiles in seen:
            continue  # nothing about them is drawn otherwise
        seen.add(tiles)
        reel.go(at)
        for reel.seat in (None, 0, 1, 2):
            if not leaf.state.coins and any(ship.tiles for ship in leaf.state.ships):
                assert "face down" in shown(reel)
                assert " with " not in shown(reel).split("tiles", 1)[1].split("\n")[0]


def test_the_reason_page_scrolls_but_not_beyond_its_end() -> None:
    reel = Reel(album(3), at=3)
    reel.press("w")
    assert "Beacon" in shown(reel)
    first = shown(reel)
    reel.press("down")
    assert shown(reel) != first
    for _ in range(500):
        reel.press("down")
    assert "it is told when the die is opened" in " ".join(shown(reel).split())
    reel.press("w")
    assert "Beacon" not in shown(reel)


def test_a_screen_too_small_says_so() -> None:
    reel = Reel(album())
    assert "too small" in shown(reel, 30, 5)
    assert "too small" in shown(reel, WIDTH_MIN - 1, 24)
    assert "too small" not in shown(reel, WIDTH_MIN, HEIGHT_MIN)


def test_an_unverified_rest_is_named_on_every_screen() -> None:
    reel = Reel(read_album(spoiled(film()), find))
    assert "Verified: " not in shown(reel)
    assert "NOT VERIFIED beyond what is shown" in shown(reel)
    reel.press("end")
    assert "NOT VERIFIED beyond what is shown" in shown(reel)
    assert "Verified: " in shown(Reel(album()))


def test_a_key_that_means_nothing_does_nothing() -> None:
    reel = Reel(album())
    before = shown(reel)
    assert not reel.press("x")
    assert not reel.press("r"), "no round was typed"
    assert shown(reel) == before
