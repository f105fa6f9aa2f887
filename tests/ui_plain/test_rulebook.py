"""The rules text: its tables and its worked examples are what the program really plays."""

from __future__ import annotations

import re

import pytest

from tests.shell import tortuga
from tortuga_p2p.games import names
from tortuga_p2p.games.tortuga.game import EMPTY
from tortuga_p2p.games.tortuga.rules.components import (
    BLUE,
    CAPACITY,
    CHESTS,
    DIE_LETTERS,
    PURPLE,
    RED,
    STANDARD_DICE,
    TILES,
    WHITE,
    YELLOW,
)
from tortuga_p2p.games.tortuga.rules.scoring import sheet
from tortuga_p2p.ui.rules_text import chapter_lines, chapters, printed


def text(name: str) -> str:
    return "\n".join(chapters("tortuga")[name].blocks)


@pytest.mark.parametrize("game", names())
def test_every_game_has_rules_in_chapters(game: str) -> None:
    book = chapters(game)
    assert len(book) > 5
    for name, chapter in book.items():
        assert re.fullmatch("[a-z]+", name)
        assert chapter.title
        assert chapter.blocks
        assert chapter.blocks[0]


def test_the_dice_table_is_the_one_that_is_played() -> None:
    rows = re.findall(r"^    ([A-E])" + r"\s+(\d)" * 5 + "$", text("dice"), re.MULTILINE)
    table = {letter: tuple(map(int, numbers)) for letter, *numbers in rows}
    assert table == dict(zip(DIE_LETTERS, STANDARD_DICE, strict=True))


def test_the_room_on_the_tracks_is_the_one_that_is_played() -> None:
    row = re.search(r"^    room" + r"\s+(\d)" * 8 + "$", text("board"), re.MULTILINE)
    assert row is not None
    assert tuple(map(int, row.groups())) == CAPACITY[1:]


def test_the_bag_and_the_tiles_are_counted_right() -> None:
    words = {5: "five", 9: "nine", 10: "ten", 4: "four", 17: "seventeen", 30: "thirty", 40: "forty"}
    board = text("board")
    for count, colour in zip(CHESTS, ("red", "blue", "yellow", "white", "purple"), strict=True):
        assert f"{words[count]} {colour}" in board
    assert f"{words[sum(CHESTS)]} chests" in board
    assert f"{words[len(TILES)]} treasure tiles" in board
    coins = [f"{words[TILES.count(1)]} with one coin", f"{words[TILES.count(2)]} with two"]
    assert all(part in board for part in [*coins, f"{words[TILES.count(3)]} with three"])


def test_the_example_of_the_scoring_adds_up() -> None:
    port = [0] * 5
    for colour in (RED, YELLOW, BLUE, BLUE, WHITE, RED):
        port[colour] += 1
    ship = EMPTY._replace(boat=5, pirate=3, port=tuple(port), fleet=(PURPLE,), crew=(RED, BLUE))
    points = sheet(ship, 4)
    assert points == (18, 4, 2, 6, 8, 4)
    assert f"{points.total} points" in text("scoring")


def test_the_example_of_the_dice_adds_up() -> None:
    fleet = {letter: row[0] for letter, row in zip(DIE_LETTERS, STANDARD_DICE, strict=True)}
    raid = {letter: row[4] for letter, row in zip(DIE_LETTERS, STANDARD_DICE, strict=True)}
    hunt = {letter: row[2] for letter, row in zip(DIE_LETTERS, STANDARD_DICE, strict=True)}
    dice, skulls = text("dice"), text("skulls")
    assert f"A alone ({fleet['A']} on FLEET), A and C ({fleet['A'] + fleet['C']})" in dice
    assert f"the skull D ({fleet['A'] + fleet['C'] + fleet['D']}, because D has a {fleet['D']} for FLEET)" in dice
    assert f"E and the skull D on RAID ({raid['E']} and {raid['D']})" in dice
    assert f"{hunt['C']} and {hunt['D']} make {hunt['C'] + hunt['D']}" in skulls


def test_a_page_is_no_wider_than_asked_and_tables_stay_whole() -> None:
    for width in (60, 80, 100):
        assert [line for line in printed("tortuga", width) if len(line) > width] == []
    assert all(line in printed("tortuga", 80) for line in chapters("tortuga")["dice"].blocks if line.startswith("    "))


def test_a_chapter_read_aloud_has_a_paragraph_a_line() -> None:
    lines = chapter_lines("tortuga", "bonus")
    assert lines[0] == "Rules, Bonuses."
    assert len(lines) == 4
    assert "  " not in "".join(lines)


def test_the_command_prints_all_or_one_chapter() -> None:
    whole = tortuga("rules")
    assert whole.returncode == 0
    assert [one.title for one in chapters("tortuga").values() if f"{one.title.upper()}\n" not in whole.stdout] == []
    assert [name for name in chapters("tortuga") if f"[{name}]" in whole.stdout] == [], "marks for programs"
    one = tortuga("rules", "--chapter", "scoring").stdout
    assert one.startswith("POINTS\n")
    assert one.rstrip("\n") in whole.stdout
    for words in (["rules", "chess"], ["rules", "--chapter", "nonsense"]):
        done = tortuga(*words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
