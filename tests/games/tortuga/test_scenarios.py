"""Tortuga's scenarios: the oracle tells the same, and together they show every ruling and worked example."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tortuga_p2p.games.tortuga as folder
from tests.games.tortuga.mirror import Mirror
from tests.games.tortuga.oracle import ACTIONS, ranking
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.state import Phase
from tortuga_p2p.testing.scenario import Case, ScenarioStory, begin, read_cases

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga.rules.state import State

HERE = Path(folder.__file__).parent
FILES = sorted(HERE.glob("scenarios/*.txt"))
CASES = [case for path in FILES for case in read_cases(path.read_text(encoding="utf-8"), path.name)]


def begun(case: Case) -> ScenarioStory[State]:
    start = next(line for line in case.lines if line.word == "position")
    return begin(GAME, start, [line for line in case.lines if line.word == "shown"])


REACHED = (Phase.ROLL, Phase.SELECT, Phase.OFFER, Phase.ATTACK, Phase.MOVE_DRAW)  # where the oracle can begin
RETRACED = [case for case in CASES if begun(case).table.state.phase in REACHED]


@pytest.mark.parametrize("case", RETRACED, ids=[f"{case.title.file}:{case.title.number}" for case in RETRACED])
def test_the_oracle_tells_the_same(case: Case) -> None:
    story = begun(case)
    state = story.table.state
    mirror = Mirror.at(story.table)
    if state.ranks:
        told = ranking(mirror.world, ACTIONS[state.action])[state.position - 1 :]
        assert told == list(state.ranks), f"{case.title}: those who act follow from the dice"
    mirror.retrace(case.lines, story.draw)


def test_most_cases_are_confirmed_by_the_oracle() -> None:
    assert len(RETRACED) > 0.8 * len(CASES)


def test_every_case_expects_something() -> None:
    for case in CASES:
        assert any(line.word in ("then", "legal", "refused", "ask") for line in case.lines), case.title


# Not shown by a position: AT-2 asks for all eight boxes (test_cases.py); A-D1 to A-D9 are named where they are refused.
IDS = {f"A-{number}" for number in range(1, 23)} | {f"AT-{number}" for number in range(1, 33)}


def test_the_scenarios_show_every_ruling_and_example() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in FILES)
    assert set(re.findall(r"\bAT?-\d+\b", text)) >= IDS


def test_the_rules_reference_has_every_id_that_code_and_scenarios_name() -> None:
    docs = Path(__file__).parents[3] / "docs" / "rules" / "tortuga.md"
    known = set(re.findall(r"\bA(?:T|-D)?-?\d+\b|\b1\.\d+(?:\.\d+)?\b", docs.read_text(encoding="utf-8")))
    for path in [*HERE.glob("*.py"), *FILES]:
        named = set(re.findall(r"\bA(?:T-|-D|-)\d+\b", path.read_text(encoding="utf-8")))
        assert named <= known, f"{path.name} names {sorted(named - known)}"
