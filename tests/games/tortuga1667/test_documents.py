"""The chapter of the protocol, the rules reference and the code name the same phases, fields, moves and rulings."""

from __future__ import annotations

import re
from pathlib import Path

from tortuga_p2p.games.tortuga1667 import rules
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import Phase, Setup, State

ROOT = Path(__file__).parents[3]
CHAPTER = (ROOT / "protocol" / "tortuga1667.md").read_text("utf-8")
REFERENCE = (ROOT / "docs" / "rules" / "tortuga1667.md").read_text("utf-8")
SOURCES = "\n".join(path.read_text("utf-8") for path in sorted(Path(rules.__path__[0]).glob("*.py")))


def rows(heading: str) -> list[list[str]]:
    section = CHAPTER.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def test_the_chapter_lists_the_fields_of_a_state() -> None:
    table = rows("State")
    assert [(int(row[0]), row[1]) for row in table] == list(enumerate(State._fields))
    assert f"A list of {len(State._fields)}:" in CHAPTER
    assert f"`[{', '.join(Setup._fields)}]`" in CHAPTER


def test_the_chapter_lists_the_phases() -> None:
    assert [(int(row[0]), row[1]) for row in rows("Phases")] == [(int(phase), phase.name) for phase in Phase]


def test_the_chapter_lists_the_moves() -> None:
    kinds = {name: kind for name, kind in vars(Do).items() if name.isupper()}
    assert {row[1]: int(row[0]) for row in rows("Moves")} == kinds


def test_the_chapter_lists_the_options_with_their_defaults() -> None:
    table = re.findall(r"^\| `(\w+)` \| .* \| `?(\w+)`? \|$", CHAPTER, re.MULTILINE)
    assert table == [
        (option.name, "empty" if option.default == () else option.kind.spell(option.default).replace("no", "0"))
        for option in GAME.options
    ]


def test_the_decks_are_those_of_the_reference() -> None:
    assert (len(c.VOTE_DECK), len(c.EVENT_DECK)) == (32, 24)
    ordinary = [face for face in c.VOTE_DECK if face < 12]
    tally = c.tally(tuple(ordinary))
    assert tally == c.Icons(cannon=9, torch=9, water=12, british=15, french=15, skull=15, wheel=15)
    assert c.tally((12, 13)) == c.Icons(1, 1, 2, 2, 2, 2, 2)


def test_every_ruling_has_a_place_in_the_rules_or_a_reason_to_have_none() -> None:
    listed = {f"B-{number}" for number in range(1, 56)}
    assert listed <= set(re.findall(r"^\| (B-\d+) \|", REFERENCE, re.MULTILINE))
    cited = set(re.findall(r"B-\d+", SOURCES))
    assert cited <= listed | {f"B-D{number}" for number in range(1, 10)}
    assert listed - cited == {"B-54"}  # of bots and people, not of the rules
