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


def sample(count: int) -> list[tuple[int, Options, int]]:
    """Some of them, always the same, each with a seed."""
    picked = Random(1667).sample(tables(), count)
    return [(seats, options, seed) for seed, (seats, options) in enumerate(picked)]
