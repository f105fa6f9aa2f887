"""Where only one can be reached by all: how long a step takes, over the same table where everybody reaches everybody.

    python -m tests.benchmarks.stars --delay 0.2

Real programs' meshes in one process, over cables with the same delay. Whoever is reached through another is one hop
further away, and nothing else may be lost. The delay is long so that waiting, not computing, is what takes the time.

Beside the measured ratio stands what the cables alone make of the same steps: who speaks when everybody whom they wait
for is heard, over one hop or two, in no time at all. At a table of four every second pair has two hops between them:
half a hop more a step is what a star costs, whatever the program does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import trio

from tests.node.test_stars import CHAIN, WIDE_RACE, laid, node_of, play, star
from tests.tinygames import HARBOUR
from tortuga_p2p.session.table import FIRST_STEP

from .entry import run
from .quiet import busy

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Collection

    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.session.replica import Session

CPU_SHARE_MAX = 0.15  # of the time on the wall: beyond it another's work on these processors is measured too


def mesh(seats: int) -> dict[int, Collection[int]]:
    return {chair: range(chair + 1, seats) for chair in range(seats)}


TABLES: dict[str, tuple[AnyGame, dict[int, Collection[int]], dict[int, Collection[int]]]] = {
    "star of 3": (HARBOUR, star(3), mesh(3)),
    "star of 4": (HARBOUR, star(4), mesh(4)),
    "chain of 4": (HARBOUR, CHAIN, mesh(4)),
    "star of 9": (WIDE_RACE, star(9), mesh(9)),
}


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--delay", type=float, default=0.2, metavar="S", help="of every cable, one way (0.2)")
    parser.add_argument("--repeats", type=int, default=3, help="games on each of the two tables (3)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only tables with this in their name")


def measure(options: Namespace) -> dict[str, Any]:
    report: dict[str, Any] = {"delay_s": options.delay, "busy": busy(), "tables": {}}
    for name, (game, thin, full) in TABLES.items():
        if options.only not in name:
            continue
        pairs = []
        for seed in range(options.repeats):
            pairs.append([_game(game, calls, seed, options.delay) for calls in (thin, full)])
        report["tables"][name] = {
            "s_per_step": median(thin["s_per_step"] for thin, _ in pairs),
            "s_per_step_mesh": median(full["s_per_step"] for _, full in pairs),
            "ratio": median(thin["s_per_step"] / full["s_per_step"] for thin, full in pairs),
            "ratio_of_cables": median(thin["hops"] / full["hops"] for thin, full in pairs),
            "cpu_share": max(one["cpu_share"] for pair in pairs for one in pair),
            "steps": pairs[0][0]["steps"],
        }
    return report


def _game(game: AnyGame, calls: dict[int, Collection[int]], seed: int, delay_s: float) -> dict[str, Any]:
    async def whole() -> tuple[Session, float, float]:
        with TemporaryDirectory() as folder:
            async with laid(game, calls, seed, delay_s) as net:
                nodes = [node_of(net, chair, Path(folder)) for chair in calls]
                wall, cpu = perf_counter(), process_time()
                await play(nodes, limit_s=600)
                return nodes[0].session, perf_counter() - wall, process_time() - cpu

    session, wall_s, cpu_s = trio.run(whole)
    steps = session.position.step
    return {"steps": steps, "s_per_step": wall_s / steps, "cpu_share": cpu_s / wall_s, "hops": hops(session, calls)}


def hops(session: Session, calls: dict[int, Collection[int]]) -> int:
    """How many cables one after another a game needs: when the last one knows that its last step is closed.

    Nods are left out: most of them travel beside something else. Steps of sitting down are spoken by chairs, those of
    play by seats.
    """
    far = distances(calls)
    known = [0] * len(calls)  # by chair: when it knows that all steps before are closed
    keys = session.position.identities
    chair_of = [session.meeting.company.index(key) for key in keys]
    for number, said in enumerate(session.closed):
        speakers = [author if number < FIRST_STEP else chair_of[author] for author in said]
        known = [max(known[one] + far[one][me] for one in speakers) for me in calls]
    return max(known)


def distances(calls: dict[int, Collection[int]]) -> list[list[int]]:
    """Hops between every two chairs, on the shortest way."""
    far = [[0 if one == other else len(calls) for other in calls] for one in calls]
    for one, others in calls.items():
        for other in others:
            far[one][other] = far[other][one] = 1
    for middle in calls:
        for one in calls:
            for other in calls:
                far[one][other] = min(far[one][other], far[one][middle] + far[middle][other])
    return far


def show(report: dict[str, Any]) -> None:
    print(
        f"| table ({report['delay_s']} s a cable) | steps | ms a step | in a full mesh | ratio | by the cables alone |"
    )
    print("|---|---|---|---|---|---|")
    for name, one in report["tables"].items():
        is_ours = one["cpu_share"] <= CPU_SHARE_MAX or not report["busy"]
        ratio = f"{one['ratio']:.2f}" if is_ours else f"not told: {report['busy']}"
        times = f"{one['s_per_step'] * 1000:.0f} | {one['s_per_step_mesh'] * 1000:.0f}"
        print(f"| {name} | {one['steps']} | {times} | {ratio} | {one['ratio_of_cables']:.2f} |")


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))
