"""What is true of every position (3.6), in random games of every pair of options; and that somebody can always act.

The whole, every combination of all options, is `python -m tests.games.cartagena.test_invariants SEEDS`: some 22,000
games for each seed, in half an hour.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.games.cartagena.variants import CHOICES, Variant, every, label, options, pairs, some
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules.components import GOAL, SLOOP, START
from tortuga_p2p.games.cartagena.rules.state import Phase, State, cards_faces, layout
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.rules.record import Record

STEPS_MAX = 400


def check_position(table: LocalTable[State]) -> None:
    """The cards, the pirates and the sloop of one position."""
    state = table.state
    setup = state.setup
    if state.phase > Phase.SHUFFLE:
        handles = [*state.pile, *state.sorting, *(card for hand in state.hands for card in hand)]
        assert len(handles) == len(set(handles)) == 102 - len(state.discards)
        faces = Counter([*state.discards, *(table.faces[handle] for handle in handles)])
        assert faces == Counter(cards_faces(setup)), "no card is lost, doubled or changed"
    spaces = layout(setup.path or "|").spaces
    for crew in state.pirates:
        assert len(crew) == setup.pirates
        assert all(place in (START, SLOOP, GOAL) or 0 < place <= spaces for place in crew)
        assert crew.count(SLOOP) <= (3 if min(setup.boards) else 0)
    places = Counter(place for crew in state.pirates for place in crew if 0 < place < SLOOP)
    assert not places or max(places.values()) <= 3
    assert [places[space] for space in range(1, 49)] == list(state.crowd[1:])
    assert sum(len(crew) for crew in state.pirates) == setup.pirates * setup.seats


def check_record(before: State, record: Record) -> None:
    """An advanced pirate never joins anybody; going back or helping brings one or two cards."""
    if record.kind == "advanced":
        assert record.args["new"] in (SLOOP, GOAL) or not before.crowd[int(str(record.args["new"]))]
    if record.kind in ("retreated", "helped"):
        assert record.args["count"] in (1, 2)
    if record.kind == "helped":
        assert record.args["new"] not in (SLOOP, GOAL) or record.args["count"] == 2


def play(variant: Variant, seed: int, steps_max: int) -> int:
    """A random game in which every position is looked at; how many there were."""
    table: LocalTable[State] = LocalTable.new(GAME, variant["seats"], options(variant), SeededDraw(seed, "table"))
    choosing = SeededDraw(seed, "choices").below
    for step in range(steps_max):
        check_position(table)
        if isinstance(table.ask, Over):
            return step
        before = table.state
        happened: list[Record] = []
        choices = {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            assert moves, "somebody who is asked can do something (C-37)"
            choices[seat] = moves[choosing(len(moves))]
        table.step(choices, happened.append)
        for record in happened:
            check_record(before, record)
        if choices:
            assert happened, "a decision leaves a record"
    return steps_max


@pytest.mark.parametrize("variant", some(), ids=label)
def test_every_position_of_random_games(variant: Variant) -> None:
    assert play(variant, seed=3, steps_max=STEPS_MAX) > 20


def test_every_pair_of_options_stands_together() -> None:
    wanted = {pair for variant in every() for pair in pairs(variant)}
    assert wanted == {pair for variant in some() for pair in pairs(variant)}
    asked = {"tunnel", "jungle", *CHOICES} - {"paths", "seats"}
    assert asked == {option.name for option in GAME.options}, "no option is left out"


def main() -> None:
    seeds = range(int(sys.argv[1]))
    played = [play(variant, seed, steps_max=STEPS_MAX) for variant in every() for seed in seeds]
    print(f"{len(played)} games, {sum(played)} positions looked at")


if __name__ == "__main__":
    main()
