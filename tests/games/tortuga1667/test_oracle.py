"""The game beside a second, independent reading of its rules: equal legal actions at every decision, equal states.

In the tests a seeded sample; the whole, every number of players with every pair of options, is

    python -m tests.games.tortuga1667.test_oracle [GAMES] [PLAYERS ...]
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.games.tortuga1667.sitting import NAMES, Sitting
from tests.games.tortuga1667.tables import sample, tables
from tortuga_p2p.games.tortuga1667.game import GAME


def test_every_decision_is_as_an_independent_reading_says() -> None:
    seen: Counter[str] = Counter()
    for seats, options, seed in [*((seats, {}, 3) for seats in GAME.seats), *sample(40)]:
        sitting = Sitting(seats, options, seed)
        sitting.play()
        seen += sitting.seen
    assert set(seen) == set(NAMES.values()) - {"pass"}  # a comparison says little about actions that never happen


def main(words: list[str]) -> int:
    wanted = [int(word) for word in words[1:]] or GAME.seats
    games, compared, seen = 0, 0, Counter[str]()
    for seed in range(int(words[0]) if words else 1):
        for seats, options in (table for table in tables() if table[0] in wanted):
            sitting = Sitting(seats, options, seed)
            try:
                sitting.play()
            except AssertionError:
                print(f"{seats} players, {options}, seed {seed}:")
                raise
            games, compared, seen = games + 1, compared + sitting.compared, seen + sitting.seen
    print(f"{games} games, {compared} decisions compared; played: {dict(seen)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
