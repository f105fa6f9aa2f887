"""Every game comes with scenarios, playthroughs and counts, and its rules agree with them. Found, never listed."""

from __future__ import annotations

from pathlib import Path

import pytest

import tortuga_p2p.games as games
from tests.generators.counts import CountEntry, count, path, read_entries
from tests.generators.playthrough import check_playthrough, folder, written_by
from tortuga_p2p.games import load, names
from tortuga_p2p.testing.scenario import Case, check_case, read_cases

HERE = Path(games.__file__).parent
LINES_MAX = 700  # of a playthrough: more is not read in a review

SCENARIOS = [
    (name, case)
    for name in names()
    for file in sorted((HERE / name / "scenarios").glob("*.txt"))
    for case in read_cases(file.read_text(encoding="utf-8"), file.name)
]
PLAYTHROUGHS = [(name, file) for name in names() for file in sorted(folder(name).glob("*.txt"))]
COUNTS = [
    (name, entry)
    for name in names()
    if path(name).exists()
    for entry in read_entries(path(name).read_text(encoding="utf-8"), path(name).name)
]


@pytest.mark.parametrize(
    ("name", "case"), SCENARIOS, ids=[f"{n}-{c.title.file}-{c.title.number}" for n, c in SCENARIOS]
)
def test_a_scenario_is_told_as_it_stands(name: str, case: Case) -> None:
    check_case(load(name), case)


@pytest.mark.parametrize(("name", "file"), PLAYTHROUGHS, ids=[f"{name}-{file.stem}" for name, file in PLAYTHROUGHS])
def test_a_playthrough_is_told_again_byte_for_byte(name: str, file: Path) -> None:
    text = file.read_bytes().decode()
    check_playthrough(load(name), text, file.name)
    assert text.count("\n") < LINES_MAX


@pytest.mark.parametrize(("name", "entry"), COUNTS, ids=[f"{name}-{entry.counts.number}" for name, entry in COUNTS])
def test_legal_sequences_are_as_many_as_counted(name: str, entry: CountEntry) -> None:
    assert count(load(name), entry) == entry.depths()


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("page", ["docs/rules", "docs/notation", "protocol"])
def test_every_game_has_its_own_pages(name: str, page: str) -> None:
    text = (HERE.parents[1] / page / f"{name}.md").read_text("utf-8")
    assert text.startswith("# ")
    assert load(name).title in text.splitlines()[0]


@pytest.mark.parametrize("name", names())
def test_no_game_without_them(name: str) -> None:
    assert any(name == other for other, _ in SCENARIOS)
    assert any(name == other for other, _ in COUNTS)
    wanted = [written_by(file.read_text(encoding="utf-8"), file.name) for other, file in PLAYTHROUGHS if other == name]
    assert {one.seats for one in wanted} == set(load(name).seats), "one for every number of players"
