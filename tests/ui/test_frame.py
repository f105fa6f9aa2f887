"""What all screens share."""

from __future__ import annotations

import pytest

from tortuga_p2p.ui.table.moments import banners
from tortuga_p2p.ui.widgets.canvas import size
from tortuga_p2p.ui.widgets.frame import KeyHint, PageScreen, cut_below, key_line, title_lines


@pytest.mark.parametrize(
    ("height", "shown"), [(4, "abcd"), (9, "abcd"), (3, "ab... and 2 lines more"), (2, "a... and 3")]
)
def test_a_board_that_is_too_high_says_how_much_of_it_is_missing(height: int, shown: str) -> None:
    lines = cut_below([[("", letter)] for letter in "abcd"], height)
    assert "".join(text for line in lines for _, text in line).startswith(shown)
    assert len(lines) <= height


LONG = "You are captain of the Flying Dutchman: which hold does your first chest go into?"


def written(line: object) -> str:
    return "".join(piece[1] for piece in line)  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [30, 60, 80, 120])
def test_a_title_that_is_too_long_goes_on_below_and_is_never_cut(width: int) -> None:
    marks = [("", "Ana ..")]
    lines = title_lines(LONG, width, marks, rich=True)
    assert all(size(line) <= width for line in lines)
    assert " ".join(written(line).strip("─ ") for line in lines).removesuffix("Ana ..").strip("─ ") == LONG
    assert written(title_lines("Your turn", 80, marks, rich=True)[0]).endswith(" Ana ..")


@pytest.mark.parametrize("width", [30, 60, 80])
def test_the_title_of_a_page_is_never_cut(width: int) -> None:
    page = PageScreen(LONG, lambda _width: [[("", f"line {number}")] for number in range(50)], lambda: None)
    shown = [written(line) for line in page.draw(width, 20).lines]
    head = " ".join(shown[: shown.index("")]).replace("more below", "")
    assert head.split() == LONG.split()
    assert "more below" in shown[0]
    assert len(shown) == 20
    page.press("end")
    assert "line 49" in " ".join(written(line) for line in page.draw(width, 20).lines)


def test_who_won_is_said_whole_however_long_their_names_are() -> None:
    words = "Expert Rackham wins with 45 points. Expert Rackham 45, You 43, Expert Bonny 38, Expert Morgan 12"
    lines = banners(words, 80)
    assert len(lines) == 2
    assert all(size(line) == 80 for line in lines)
    assert " ".join(" ".join(map(written, lines)).split()) == words


def test_where_not_all_keys_fit_those_of_the_game_stay_longer() -> None:
    keys = [
        KeyHint("Enter", "enter", "do it"),
        KeyHint("Space", "space", "pick"),
        *(KeyHint(letter, letter, "a word of the game", first=True) for letter in "on"),
        KeyHint("l", "l", "last round"),
        KeyHint("?", "?", "help"),
    ]
    shown = ["".join(piece[1] for piece in key_line(keys, width)) for width in (120, 80, 70, 60, 20)]
    assert [("Space" in line, "last" in line) for line in shown[:3]] == [(True, True), (True, False), (False, False)]
    assert [line.count("of the game") for line in shown] == [2, 2, 2, 1, 0]
    assert all("Enter" in line and "? help" in line for line in shown)
