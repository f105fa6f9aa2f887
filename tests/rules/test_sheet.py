"""A sheet of cells: what is put later covers, what does not fit is left out, and a plain terminal gets plain signs."""

from __future__ import annotations

import pytest

from tortuga_p2p.rules.sheet import Sheet


def text(sheet: Sheet) -> list[str]:
    return "".join(part for _style, part in sheet.fragments()).split("\n")


def test_what_is_put_later_covers_what_was_there() -> None:
    sheet = Sheet(8, 2, rich=False)
    assert sheet.put(0, 1, ("sea", "~~~~")) == 5
    sheet.put(0, 2, ("wood", "A"), ("strong", "B"))
    assert text(sheet) == [" ~AB~", ""]
    assert sheet.lines() == [(("", " "), ("sea", "~"), ("wood", "A"), ("strong", "B"), ("sea", "~")), ()]


def test_what_does_not_fit_is_left_out() -> None:
    sheet = Sheet(4, 1, rich=False)
    sheet.put(0, 2, ("", "abc"))
    sheet.put(0, -1, ("", "xy"))
    sheet.put(1, 0, ("", "nowhere"))
    assert text(sheet) == ["y ab"]


def test_wide_letters_take_two_columns_and_marks_none() -> None:
    sheet = Sheet(5, 1, rich=True)
    assert sheet.put(0, 0, ("", "海e\u0301x")) == 4
    assert text(sheet) == ["海ex"]
    sheet.put(0, 4, ("", "海"))  # one column is not enough
    assert text(sheet) == ["海ex"]


def test_a_sheet_grows_below() -> None:
    sheet = Sheet(3, 0, rich=False)
    assert (sheet.grow(), sheet.grow(2), sheet.height) == (0, 1, 3)
    sheet.put(2, 0, ("", "end"))
    assert text(sheet) == ["", "", "end"]


def test_words_end_before_a_column_or_stand_in_the_middle() -> None:
    sheet = Sheet(9, 2, rich=False)
    sheet.right(0, 9, ("", "ab"))
    sheet.middle(1, 0, 9, ("strong", "abc"))
    assert text(sheet) == [" " * 7 + "ab", "   abc"]


def test_blanks_let_through_what_is_below() -> None:
    sheet = Sheet(5, 1, rich=False)
    sheet.put(0, 0, ("sea", "~~~~~"))
    sheet.over(0, 1, "wood", "/ \\")
    assert text(sheet) == ["~/~\\~"]


@pytest.mark.parametrize(
    ("rich", "box", "rule", "cut"),
    [(False, [".--.", "|  |", "'--'"], "-- A ---", "lon~"), (True, ["╭──╮", "│  │", "╰──╯"], "── A ───", "lon…")],
)
def test_a_plain_terminal_gets_plain_signs(rich: bool, box: list[str], rule: str, cut: str) -> None:
    sheet = Sheet(4, 3, rich=rich)
    sheet.box(0, 0, 4, 3, "sand")
    assert text(sheet) == box
    ruled = Sheet(8, 1, rich=rich)
    ruled.rule(0, ("label", "A"))
    assert text(ruled) == [rule]
    assert (ruled.cut("long words", 4), ruled.cut("long", 4)) == (cut, "long")
