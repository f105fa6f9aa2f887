"""Tables to play at: every number of players with pairs of options, in an order that a seed repeats."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING, Final

from tortuga_p2p.errors import BadInput
from tortuga_p2p.games.tortuga1667.game import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.game import Options
    from tortuga_p2p.rules.plain import Plain

VALUES: Final[dict[str, tuple[Plain, ...]]] = {
    "stars": (5, 8),
    "starred": (("powder", "fever", "nest"), ("nest", "facade", "code", "scurvy", "stormy")),
    "fewer": (3, 11),
    "clock": (30,),
    "loyalties": ("pair", "open"),
    "mad": (1,),
    "ready": (1,),
    "chosen": (1,),
}


def pairs() -> Iterator[Options]:
    """Every two options that differ from their defaults, in every combination of their values."""
    for one, two in combinations(VALUES, 2):
        for values in product(VALUES[one], VALUES[two]):
            yield dict(zip((one, two), values, strict=True))


def tables() -> list[tuple[int, Options]]:
    """All of them with every number of players, as far as they can be played."""
    found: list[tuple[int, Options]] = [(seats, {}) for seats in GAME.seats]
    for seats, options in product(GAME.seats, pairs()):
        try:
            GAME.setup(seats, options)
        except BadInput:
            continue
        found.append((seats, options))
    return found


def parts(seats: int, options: Options) -> frozenset[frozenset[tuple[str, str]]]:
    """Every pair of choices at a table, the number of players being one of them."""
    chosen = [("seats", str(seats)), *((name, str(value)) for name, value in options.items())]
    return frozenset(frozenset(pair) for pair in combinations(chosen, 2))


def every_pair() -> list[tuple[int, Options, int]]:
    """Few tables in which every pair of choices that can stand together does so, each with a seed.

    Two values of two options, and a number of players with a value of an option.
    """
    whole = [(seats, options, parts(seats, options)) for seats, options in tables()]
    left = dict.fromkeys(pair for *_, pairs in whole for pair in sorted(pairs, key=sorted))
    chosen: list[tuple[int, Options, int]] = []
    while left:
        wanted = next(iter(left))
        fitting = [table for table in whole if wanted in table[2]]
        seats, options, pairs = max(fitting, key=lambda table: sum(pair in left for pair in table[2]))
        chosen.append((seats, options, len(chosen)))
        for pair in pairs:
            left.pop(pair, None)
    return chosen


def sample(count: int) -> list[tuple[int, Options, int]]:
    """Some of them, always the same, each with a seed."""
    picked = Random(1667).sample(tables(), count)
    return [(seats, options, seed) for seed, (seats, options) in enumerate(picked)]
