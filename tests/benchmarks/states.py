"""What building a state in one go buys in Tortuga: `python -m tests.benchmarks.states`.

`next_state` names all nineteen fields once; `_replace` would name only what changes. CPU time; for people.
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import process_time
from timeit import repeat
from typing import Any

from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.state import Phase, next_state

NUMBER = 20_000


def main() -> None:
    ArgumentParser("python -m tests.benchmarks.states", description=__doc__).parse_args()
    state: Any = GAME.setup(4, {})
    placed, bonus = (1, 2, 4, 8), (0, 1, 0, 1)
    phase = int(Phase.SELECT)

    def in_one_go() -> None:
        next_state(state, phase, state.ships, placed, bonus, state.bag, state.centre)

    def replaced() -> None:
        state._replace(
            phase=phase, placed=placed, bonus=bonus, skulls=(), stuck=(), faces=(), action=0, ranks=(), position=1
        )

    times = {
        make.__name__: min(repeat(make, timer=process_time, number=NUMBER, repeat=7)) / NUMBER * 1e6
        for make in (in_one_go, replaced)
    }
    for name, us in times.items():
        print(f"{name:12} {us:.2f} us")
    print(f"_replace takes {times['replaced'] / times['in_one_go']:.1f} times as long")


if __name__ == "__main__":
    main()
