"""Tortuga's playthroughs: the oracle tells the same games, and they show every kind of move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga.mirror import Mirror
from tests.games.tortuga.oracle import World, play
from tests.generators.playthrough import folder, written_by
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.testing.scenario import begin, read_cases

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted(folder("tortuga").glob("*.txt"))


def read(path: Path) -> str:
    return path.read_bytes().decode()


def test_there_is_one_of_the_long_game() -> None:
    assert any("long=yes" in written_by(read(path), path.name).options for path in FILES)


def test_together_they_show_every_kind_of_move() -> None:
    text = "".join(map(read, FILES))
    for verb in ("take", "stuck", "bonus", "skulls", "place", "act", "pass", "keep", "seize", "claim", "order"):
        assert any(f"\nmove {seat} {verb}" in text for seat in range(4)), verb


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_oracle_tells_the_same_game(path: Path) -> None:
    """The answers in the file, given to the oracle beside the rules: every position is compared once more."""
    (case,) = read_cases(read(path), path.name)
    story = begin(GAME, case.lines[0], [])
    world = World(len(story.table.known), story.table.state.setup.goal)
    mirror = Mirror(story.table, world, play(world))
    mirror.retrace(case.lines, story.draw)
    assert mirror.over
    assert mirror.compared > 50
