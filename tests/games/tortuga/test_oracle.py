"""The rules and their oracle agree: who is asked, what is legal, what lies where, who wins."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.tortuga import oracle
from tests.games.tortuga.duel import FIXED_SEEDS, play
from tests.games.tortuga.mirror import Difference
from tortuga_p2p.games.tortuga.rules.components import STANDARD_DICE


def test_the_dice_file_holds_the_table_of_the_rules_reference() -> None:
    assert tuple(tuple(row[action] for action in oracle.ACTIONS) for row in oracle.TABLE.values()) == STANDARD_DICE


@pytest.mark.parametrize("block", range(10))
def test_every_position_of_random_games_is_the_same_for_both(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in FIXED_SEEDS[block::10]:
        try:
            met += play(seed, asks_max=120).met
        except Exception as problem:
            problem.add_note(f"again: python -m tests.games.tortuga.duel --seed {seed} --positions 1")
            raise
    rare = (
        "open re-roll",
        "empty bag",
        "A-D4 place",
        "A-D6 keep",
        "A-D8 attack",
        "A-D9 order",
        "A-D1/A-D2 stuck",
    )
    assert all(met[name] for name in rare), f"these games do not reach everything: {met}"


@pytest.mark.parametrize("seed", range(1, 9))
def test_apply_accepts_what_the_oracle_allows_and_refuses_all_else(seed: int) -> None:
    assert play(seed, thorough=True, asks_max=40).compared > 30


def test_a_wrong_table_is_found_at_once() -> None:
    """The mirror itself is tried: move one boat behind the game's back."""
    mirror = play(4, asks_max=20)
    mirror.world.boards[0].boat += 1
    with pytest.raises(Difference, match=r"(?s)game:.*oracle:.*tortuga/1 phase="):
        mirror.compare()
