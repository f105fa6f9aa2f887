"""What is made ready while a table fills up: enough for a game, and nothing that a game could notice."""

from __future__ import annotations

from tests.tinygames import HARBOUR
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.pedersen import Generators, generators
from tortuga_p2p.session.warming import warm_up


def test_after_warming_up_a_shuffle_finds_everything_it_needs() -> None:
    game, group = HARBOUR, default_group()
    for _ in warm_up(game, group):
        pass
    cards = max(len(pile.faces) for pile in game.piles.values())
    assert not list(generators(group).grow(cards + 1)), "something was left to do"


def test_generators_grow_a_little_at_a_time_and_commit_the_same_wherever_growing_stopped() -> None:
    group = default_group()
    scalars = list(range(1, 32))
    whole = Generators(group).commit(scalars)
    for stop in (0, 1, 7, 31):
        begun = Generators(group)
        for _ in zip(range(stop), begun.grow(len(scalars)), strict=False):
            pass
        found = begun.commit(scalars)
        assert found is not None
        assert whole is not None
        assert group.encode(found) == group.encode(whole), f"stopped after {stop}"
