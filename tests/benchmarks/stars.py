"""Where only one can be reached by all: how long a game takes, over the same game where everybody reaches everybody.

    python -m tests.benchmarks.stars [--only "star of 4"] [--repeats 2] [--json]

Real nodes, meshes and TLS in one process, over cables with the same delay, by a clock that stands still while anybody
computes and jumps where all wait: as with cables so long that computing is nothing. So time is counted in cables that a
word travels one after another, and comes out the same on every machine, however busy.

Beside what is seen stands what the cables alone make of the same words: everybody speaks in the moment in which they
hear the last word, or nod, that they have to wait for, and each word takes the shortest way. Where the two are the
same, nobody waits for anything else.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import trio
import trio.testing

from tests.node.test_stars import CHAIN, WIDE_RACE, laid, node_of, star
from tests.tinygames import HARBOUR
from tortuga_p2p.errors import Refused
from tortuga_p2p.node import journal
from tortuga_p2p.node.node_message import NODE, KnowsTheEnd
from tortuga_p2p.session.message import TALK, Say
from tortuga_p2p.session.nodding import NOD
from tortuga_p2p.wire.envelope import read_envelope

from .entry import run

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Collection

    from tests.node.test_stars import Net
    from tortuga_p2p.session.agreement import AnyGame

DELAY_S: Final = (
    0.2  # of every cable, one way, by that clock: shorter than between two ticks of a node, and no part of one
)
JUMP_S: Final = 0.01  # of real time without anything to do: what is sent on this machine has arrived long before
BEGIN_S: Final = 20_000.0  # a clock that shows nothing at all would be one that no program meets


def mesh(seats: int) -> dict[int, Collection[int]]:
    return {chair: range(chair + 1, seats) for chair in range(seats)}


TABLES: dict[str, tuple[AnyGame, dict[int, Collection[int]], dict[int, Collection[int]]]] = {
    "star of 3": (HARBOUR, star(3), mesh(3)),
    "star of 4": (HARBOUR, star(4), mesh(4)),
    "chain of 4": (HARBOUR, CHAIN, mesh(4)),
    "star of 9": (WIDE_RACE, star(9), mesh(9)),
}


@dataclass
class StepSaid:
    """Who says what in one step, by chair."""

    nods: set[int] = field(default_factory=set)
    words: dict[int, str] = field(default_factory=dict)  # their kinds

    @property
    def asked_by(self) -> int | None:
        """Who asks for the nods: in a move the mover, elsewhere nobody has to."""
        return next((chair for chair, kind in self.words.items() if kind == "move"), None)


@dataclass
class Heard:
    """What a table said, as it was said."""

    steps: defaultdict[int, StepSaid] = field(default_factory=lambda: defaultdict(StepSaid))
    ended_at: dict[int, float] = field(default_factory=dict)  # by chair: when it knew that the game is over

    def note(self, chair: int, payload: bytes) -> None:
        try:
            said: Any = TALK.decode(payload)
        except Refused:
            said = NODE.decode(payload)
        if isinstance(said, Say):
            content = read_envelope(said.envelope).content
            step = self.steps[content.step]
            if content.lane == NOD:
                step.nods.add(chair)
            else:
                step.words[chair] = content.kind
        elif isinstance(said, KnowsTheEnd):
            self.ended_at.setdefault(chair, trio.current_time())


def listen(net: Net, heard: Heard) -> None:
    for chair, one in enumerate(net.meshes):
        broadcast = one.broadcast

        def note(payload: bytes, chair: int = chair, broadcast: Any = broadcast) -> None:
            heard.note(chair, payload)
            broadcast(payload)

        one.broadcast = note  # type: ignore[method-assign]


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--repeats", type=int, default=2, help="games on each of the two tables (2)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only tables with this in their name")


def measure(options: Namespace) -> dict[str, Any]:
    report: dict[str, Any] = {}
    for name, (game, thin, full) in TABLES.items():
        if options.only in name:
            pairs = [[_game(game, calls, seed) for calls in (thin, full)] for seed in range(options.repeats)]
            report[name] = {
                "games": [{"thin": one, "full": other} for one, other in pairs],
                "ratio": median(one["seen"] / other["seen"] for one, other in pairs),
            }
    return report


def _game(game: AnyGame, calls: dict[int, Collection[int]], seed: int) -> dict[str, float]:
    heard = Heard()

    async def whole() -> float:
        with TemporaryDirectory() as folder:
            async with laid(game, calls, seed, DELAY_S) as net:
                listen(net, heard)
                nodes = [node_of(net, chair, Path(folder)) for chair in calls]
                began_s = trio.current_time()
                async with trio.open_nursery() as nursery:
                    for node in nodes:
                        nursery.start_soon(node.run)
                return max(heard.ended_at.values()) - began_s

    clock = trio.testing.MockClock(autojump_threshold=JUMP_S)
    clock.jump(BEGIN_S)
    with patch.object(journal, "SYNC_QUICK_S", inf):  # while a thread waits for a disk this clock would jump
        seen_s = trio.run(whole, clock=clock)
    return {"steps": len(heard.steps), "seen": seen_s / DELAY_S, "cables": cables(heard, calls)}


def cables(heard: Heard, calls: dict[int, Collection[int]]) -> int:
    """How many cables one after another these words need: when the last one knows that the last step is closed."""
    far = distances(calls)
    known = [0] * len(calls)  # by chair: when it knows that all steps before are closed
    for _number, step in sorted(heard.steps.items()):
        asks = step.asked_by
        nods = {one: known[one] if asks is None else max(known[one], known[asks] + far[asks][one]) for one in step.nods}
        said = {one: max([known[one], *(at + far[other][one] for other, at in nods.items())]) for one in step.words}
        known = [max([known[me], *(at + far[one][me] for one, at in said.items())]) for me in calls]
    return max(known)


def distances(calls: dict[int, Collection[int]]) -> list[list[int]]:
    """Cables between every two chairs, on the shortest way."""
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
    print("| table | steps | cables one after another: seen / needed | the same in a full mesh | ratio |")
    print("|---|---|---|---|---|")
    for name, one in report.items():
        for pair in one["games"]:
            thin, full = ("{seen:.1f} / {cables}".format(**pair[kind]) for kind in ("thin", "full"))
            ratio = pair["thin"]["seen"] / pair["full"]["seen"]
            print(f"| {name} | {pair['thin']['steps']} | {thin} | {full} | {ratio:.2f} |")


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))
