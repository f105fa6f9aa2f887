"""protocol/cartagena.md and the code say the same: options, fields of the state, phases with their asks, moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.cartagena.variants import Variant, label, options, some
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules import kinds as do
from tortuga_p2p.games.cartagena.rules.options import FACES
from tortuga_p2p.games.cartagena.rules.state import Phase, Setup, State
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.damage import pick

CHAPTER = (Path(__file__).parents[3] / "protocol" / "cartagena.md").read_text("utf-8")


def table(heading: str, which: int = 0) -> list[list[str]]:
    """The cells of a table under a heading."""
    section = CHAPTER.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    blocks = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in blocks[which].splitlines()[2:]]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_options_and_piles() -> None:
    assert [words(row[0])[0] for row in table("Terms")] == list(GAME.piles)
    assert [words(row[0])[0] for row in table("Terms", 1)] == sorted(option.name for option in GAME.options)
    assert FACES in CHAPTER


def test_the_fields_of_the_state() -> None:
    assert [(int(row[0]), words(row[1])[0]) for row in table("State")] == list(enumerate(State._fields[:-1]))
    assert len(words(table("State")[0][2])[0].split(", ")) == len(Setup._fields) - 1 + 2  # two pairs


def test_phases_and_kinds_of_moves() -> None:
    assert [(int(row[0]), row[1]) for row in table("Phases")] == [(int(phase), phase.name) for phase in Phase]
    kinds = [(kind, name) for name, kind in vars(do).items() if type(kind) is int]
    assert [(int(row[0]), row[1]) for row in table("Moves")] == kinds


@pytest.mark.parametrize("variant", some()[::9], ids=label)
def test_each_phase_asks_what_the_chapter_says(variant: Variant) -> None:
    asked = {int(row[0]): words(row[2]) for row in table("Phases")}
    playing: LocalTable[State] = LocalTable.new(GAME, variant["seats"], options(variant), SeededDraw(4, "table"))
    choosing = SeededDraw(4, "choices")
    met = set()
    for _ in range(300):
        met.add(playing.state.phase)
        assert type(playing.ask).__name__ in asked[playing.state.phase]
        if isinstance(playing.ask, Over):
            break
        playing.step({seat: pick(playing.moves(seat), choosing) for seat in deciders(playing.ask)})
    assert len(met) > 4
