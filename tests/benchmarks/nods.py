"""What nods cost: the same games with and without them, in one run. CPU of all seats, bytes said, steps that wait.

    python -m tests.benchmarks.nods [--games 3] [--seats 3] [--json]

Without: nobody waits for anybody before secrets are told, as at a table of two. Both ways take turns, game by game: a
busy machine slows both alike. Ratios are what counts. Never part of the tests.
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from tests.benchmarks.entry import run
from tests.tinygames import HARBOUR, MUTINY
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.games import load
from tortuga_p2p.session import nodding
from tortuga_p2p.session.event import Utter
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import content_of
from tortuga_p2p.testing.simulator import some_move

if TYPE_CHECKING:
    import argparse

    from tortuga_p2p.rules.game import Game

DECISIONS_MAX = 3_000


class NodCost(NamedTuple):
    """One game."""

    cpu_s: float
    said_bytes: int
    steps: int  # of play
    turns: int  # decisions in the open
    draws: int  # steps in which things are shown
    waits: int  # steps in which somebody waits for nods: one delay more in each, two where a mover asks


def played(game: Game[Any], seats: int, table: int) -> NodCost:
    draw = SeededDraw(table, "nods")
    company = Company.make(game, seats, table, group=default_group())
    begun_s = process_time()
    company.sit()
    for _ in range(DECISIONS_MAX):
        peer = next(company.deciding(), None)
        if peer is None:
            break
        company.intend(peer.name, some_move(peer.session.moves, draw))
        company.carry()
    else:
        raise AssertionError(f"{DECISIONS_MAX} decisions and no end")
    cpu_s = process_time() - begun_s
    raws = [entry.raw for peer in company.players for entry in peer.log if isinstance(entry, Utter)]
    said = [content_of(raw) for raw in raws]

    def steps_with(kind: str) -> int:
        return len({one.step for one in said if one.kind == kind})

    waits = steps_with("nod") + len(
        {one.step for one in said if one.kind == "nod"} & {one.step for one in said if one.kind == "move"}
    )
    steps = len({one.step for one in said})
    return NodCost(cpu_s, sum(map(len, raws)), steps, steps_with("move"), steps_with("show"), waits)


def measure(args: argparse.Namespace) -> list[dict[str, Any]]:
    rows = []
    for game in (load("tortuga"), load("cartagena"), MUTINY, HARBOUR):
        pairs = []
        for table in range(args.games + 1):  # the first warms up
            with patch.object(nodding, "_can_split", lambda table: False):
                without = played(game, args.seats, table)
            pairs.append((without, played(game, args.seats, table)))
        pairs = pairs[1:]
        rows.append(
            {
                "game": game.name,
                "seats": args.seats,
                "cpu_ratio": round(median(new.cpu_s / old.cpu_s for old, new in pairs), 3),
                "bytes_ratio": round(median(new.said_bytes / old.said_bytes for old, new in pairs), 3),
                "steps": round(median(new.steps for _, new in pairs)),
                "turns": round(median(new.turns for _, new in pairs)),
                "draws": round(median(new.draws for _, new in pairs)),
                "delays_more": round(median(new.waits for _, new in pairs)),
            }
        )
    return rows


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seats", type=int, default=3)


def show(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))
