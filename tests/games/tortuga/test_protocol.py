"""protocol/tortuga.md and the code say the same: options, fields of the state, phases with their asks, moves."""

from __future__ import annotations

from functools import partial

import pytest

from tests.test_protocol_docs import section as section_of
from tests.test_protocol_docs import tables, words
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.moves import Kind
from tortuga_p2p.games.tortuga.rules.state import Phase, State
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.trial import finish

section = partial(section_of, "tortuga")


def test_the_chapter_on_tortuga_lists_its_state_phases_and_moves() -> None:
    fields, phases, kinds = (tables(section(heading))[0] for heading in ("State", "Phases", "Moves"))
    assert [(int(row[0]), words(row[1])[0]) for row in fields] == list(enumerate(State._fields))
    assert [(int(row[0]), row[1]) for row in phases] == [(int(phase), phase.name) for phase in Phase]
    assert [(int(row[0]), row[1]) for row in kinds] == [(int(kind), kind.name) for kind in Kind]
    options = tables(section("Terms"))[0]
    assert [words(row[0])[0] for row in options] == sorted(option.name for option in GAME.options)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tortuga_asks_in_each_phase_what_the_chapter_says(seats: int) -> None:
    asked = {int(row[0]): words(row[2])[0] for row in tables(section("Phases"))[0]}
    table = LocalTable.new(GAME, seats, {}, SeededDraw(seats, "table"))
    met = set()
    for state in finish(table, SeededDraw(seats, "choices"), 5000):
        met.add(state.phase)
        assert type(GAME.asks(state)).__name__ == asked[state.phase]
        idle = {"skulls": (), "stuck": (), "faces": (), "ranks": (), "hand": (), "coins": ()}
        if state.phase in (Phase.ROLL, Phase.SELECT, Phase.MOVE_DRAW, Phase.MOVE_ORDER):
            assert {name: getattr(state, name) for name in idle} == idle
            assert (state.action, state.position, state.victim) == (0, 1, -1)
    assert len(met) > 8
