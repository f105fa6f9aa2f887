"""The game beside a second, independent reading of its rules: equal legal actions at every decision, equal states.

In the tests a sample that has every pair of options. The whole is
`python -m tests.games.cartagena.test_oracle SEEDS`; with a second number N somebody leaves at one decision in N.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from tests.games.cartagena.sitting import VERBS, Sitting
from tests.games.cartagena.variants import Variant, every, label, options, some

TURNS_MAX = 12  # rounds of a game here: enough to get everywhere in some of them, and the whole command plays on


@pytest.mark.parametrize("variant", some(), ids=label)
def test_every_decision_is_as_an_independent_reading_says(variant: Variant) -> None:
    sitting = Sitting(variant["seats"], options(variant), seed=7)
    sitting.play(TURNS_MAX)
    assert sitting.compared >= 20


@pytest.mark.parametrize("variant", [variant for variant in some() if variant["seats"] > 2][::2], ids=label)
def test_every_decision_after_somebody_left(variant: Variant) -> None:
    """C-45: who is moved, who is captain, who gets rum, who wins, once some are gone."""
    sitting = Sitting(variant["seats"], options(variant), seed=9, leaving=25)
    sitting.play(2 * TURNS_MAX)
    assert sitting.left_at
    assert sitting.compared >= 20


def test_all_actions_are_met() -> None:
    """A comparison of legal moves says little about actions that never happen."""
    seen: Counter[str] = Counter()
    for seed, variant in enumerate(some()):
        sitting = Sitting(variant["seats"], options(variant), seed)
        sitting.play(TURNS_MAX)
        seen += sitting.seen
    assert set(seen) == {*VERBS.values(), "take", "share", "back"}


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    seeds, leaving = (*given, *(1, 0)[len(given) :])
    compared, games, seen, left = 0, 0, Counter[str](), Counter[str]()
    for variant in every():
        for seed in range(seeds):
            sitting = Sitting(variant["seats"], options(variant), seed, leaving)
            sitting.play(turns_max=1000)
            compared, games, seen = compared + sitting.compared, games + 1, seen + sitting.seen
            left += sitting.left_at
    print(f"{games} games, {compared} decisions compared; played: {dict(seen)}; somebody left at: {dict(left)}")


if __name__ == "__main__":
    main()
