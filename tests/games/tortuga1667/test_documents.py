"""The chapter of the protocol, the rules reference and the code name the same phases, fields, moves and rulings."""

from __future__ import annotations

import re
from pathlib import Path

from tortuga_p2p.games.tortuga1667 import rules
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import Phase, Setup, State

ROOT, HERE = Path(__file__).parents[3], Path(__file__).parent
FOLDER = ROOT / "tortuga_p2p" / "games" / "tortuga1667"
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


def test_every_ruling_is_named_where_it_is_applied() -> None:
    listed = {f"B-{number}" for number in range(1, 56)}
    assert listed == set(re.findall(r"^\| (B-\d+) \|", REFERENCE, re.MULTILINE))
    cited = set(re.findall(r"\bB-\d+\b", SOURCES))
    assert listed - cited == {"B-54"}  # of bots and people, not of the rules
    assert cited <= listed


def test_every_ruling_is_shown_by_a_test_or_a_scenario() -> None:
    tests = "\n".join(path.read_text("utf-8") for path in sorted(HERE.glob("*.py")) if path.name != Path(__file__).name)
    scenarios = "\n".join(path.read_text("utf-8") for path in sorted((FOLDER / "scenarios").glob("*.txt")))
    shown = {
        f"B-{number}" for name in re.findall(r"def test_((?:b_\d+_)+)", tests) for number in re.findall(r"\d+", name)
    }
    shown |= set(re.findall(r'"(B-\d+)", "', tests))  # refusals, with their words
    shown |= set(re.findall(r"^case (B-\d+) ", scenarios, re.MULTILINE))
    missing = {f"B-{number}" for number in range(1, 56)} - shown
    assert missing == {
        "B-54",  # 10,000 games of each pairing of bots: teams.py
        "B-55",  # test_leaving.py is about nothing else
    }


def test_every_case_is_a_test_with_its_name_and_stands_in_the_reference() -> None:
    tests = re.findall(r"^def test_(bt_\w+)\(", (HERE / "test_cases.py").read_text("utf-8"), re.MULTILINE)
    named = {int(number) for name in tests for number in re.findall(r"(?:bt|and)_(\d+)", name)}
    assert named == set(range(1, 38))
    assert [int(number) for number in re.findall(r"^\| BT-(\d+) \|", REFERENCE, re.MULTILINE)] == [*range(1, 38)]


def test_every_event_card_has_a_scenario() -> None:
    told = "\n".join(path.read_text("utf-8") for path in sorted((FOLDER / "scenarios").glob("*.txt")))
    position = re.findall(r"^shown (.*)$", told, re.MULTILINE)
    revealed = {int(face) for line in position for face in re.findall(r"\b32=(\d+)", line)}  # the first of the row
    kept = {int(face) for line in re.findall(r" kept=(\S+)", told) for face in re.findall(r"\d+", line)}
    assert revealed | kept == set(range(len(c.EVENT_NAMES)))


def test_playthroughs_are_for_every_number_of_players() -> None:
    texts = [path.read_text("utf-8") for path in sorted((FOLDER / "playthroughs").glob("*.txt"))]
    seats = {int(found.group(1)) for text in texts if (found := re.search(r"\bseats (\d)", text))}
    assert seats == set(GAME.seats)
