"""Every ruling is named where it is applied, and every case of the rules has a test and stands in the documents."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
CHAPTER = (ROOT / "docs" / "rules" / "cartagena.md").read_text("utf-8")
RULINGS = {f"C-{number}" for number in range(1, 46)}
CASES = {f"CT-{number}" for number in range(1, 38)}


def named(pattern: str, *texts: str) -> set[str]:
    return {found for text in texts for found in re.findall(pattern, text)}


def test_every_ruling_is_named_in_the_rules_that_apply_it() -> None:
    folder = ROOT / "tortuga_p2p" / "games" / "cartagena"
    sources = [file.read_text("utf-8") for room in ("rules", "bots") for file in sorted((folder / room).glob("*.py"))]
    assert named(r"\bC-\d+\b", *sources) == RULINGS
    assert named(r"(?m)^\| (C-\d+) \|", CHAPTER) == RULINGS


def test_every_case_is_a_test_with_its_name() -> None:
    source = (Path(__file__).parent / "test_cases.py").read_text("utf-8")
    tests = re.findall(r"(?m)^def test_(ct_.*)\(", source)
    assert {f"CT-{number}" for name in tests for number in re.findall(r"ct_(\d+)", name)} == CASES
    ranges = re.findall(r"(?m)^\| CT-(\d+)(?:(?:, | to )CT-(\d+))? \|", CHAPTER)
    told = [number for first, last in ranges for number in range(int(first), int(last or first) + 1)]
    assert told == list(range(1, 38)), "each stands once in the table of cases, in its order"
