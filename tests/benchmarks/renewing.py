"""What it costs to make piles anew: CPU and bytes of those who stay after somebody is removed, against their floors.

    python -m tests.benchmarks.renewing [--removals 3] [--json]

Two tables. Tortuga's tiles, thirty and distinct, among three of four: copies of what is held, three mixes, tags. The
cards of Cartagena, 102 and alike, among four of five: four mixes. The game is played by its sessions, in this process;
then one seat is taken away at everybody's at once, as a vote would, and all is timed until the open ask is asked again.
The floor of the CPU is the time inside the primitives that are called (fairplay.py); that of the bytes is the cards,
shares and proofs in what was said, without their envelopes. Never part of the tests.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.benchmarks.entry import run
from tests.benchmarks.fairplay import Game, timed_primitives
from tortuga_p2p.session import renewing
from tortuga_p2p.session.advancing import go_on
from tortuga_p2p.session.event import Begun
from tortuga_p2p.session.message import PLAY
from tortuga_p2p.session.position import next_history
from tortuga_p2p.wire.envelope import read_envelope

if TYPE_CHECKING:
    import argparse

    from tortuga_p2p.wire.codec import Plain


class Case(NamedTuple):
    """A table at which somebody is removed."""

    title: str
    game: str
    seats: int
    rounds: int  # of decisions before it: then people hold something


CASES = (
    Case("30 distinct tiles among 3 of 4", "tortuga", 4, 60),
    Case("102 alike cards among 4 of 5", "cartagena", 5, 12),
)


class Removal:
    """A game as far as it goes, and one seat that is taken away."""

    def __init__(self, case: Case, seed: int) -> None:
        self.play = Game(case.seats, "random", seed, case.game)
        self.queue: list[tuple[int, bytes]] = []
        for chair in range(case.seats):
            self.play.do(chair, Begun(), self.queue)
        for _ in range(case.rounds):
            self.play.deliver(self.queue)
            for chair in range(case.seats):
                self.play.decide(chair, self.queue)
        self.play.deliver(self.queue)

    def measure(self) -> tuple[float, float, int, int]:
        """CPU a seat and inside primitives, in seconds; bytes said and inside proofs, cards and shares."""
        play = self.play
        missing = 1 << len(play.sessions) - 1
        stay = [chair for chair, session in enumerate(play.sessions) if not missing >> session.own_seat & 1]
        play.cpu = [0.0] * len(play.sessions)
        play.floor = [0.0] * len(play.sessions)
        before = len(play.sessions[stay[0]].closed)
        for chair in stay:
            session = play.sessions[chair]
            assert session.table is not None
            table = renewing.remove(session.table, 1, missing)
            history = next_history(session.history, ())
            known = renewing.forget(session.known, table)
            play.sessions[chair] = replace(session, position=table, history=history, known=known, accepted={}, nods={})
        gone = [chair for chair in range(len(play.sessions)) if chair not in stay]
        with timed_primitives(play.clock):
            for chair in stay:
                play.change(chair, go_on, self.queue)
            while self.queue:
                self.queue[:] = [letter for letter in self.queue if letter[0] not in gone]
                play.deliver(self.queue)
        session = play.sessions[stay[0]]
        assert session.table is not None
        assert session.table.stage.renewal is None, "the piles are there again"
        said = [raw for step in session.closed[before:] for raw in step.values()]
        words = [(raw, read_envelope(raw).content) for raw in said]
        anew = [(raw, one) for raw, one in words if one.kind in ("stay", "mix", "tag", "unveil")]
        inside = sum(bytes_in(PLAY.body(PLAY.read(one.kind, one.body))) for _, one in anew)
        seats = len(stay)
        cpu, floor = sum(play.cpu[chair] for chair in stay) / seats, sum(play.floor[chair] for chair in stay) / seats
        return cpu, floor, sum(len(raw) for raw, _ in anew), inside


def bytes_in(value: Plain) -> int:
    """The bytes of all cards, shares and proofs in a message."""
    if isinstance(value, tuple):
        return sum(map(bytes_in, value))
    return len(value) if isinstance(value, bytes) else 0


def measure(options: argparse.Namespace) -> list[dict[str, Any]]:
    report = []
    for case in CASES:
        rows = [Removal(case, seed).measure() for seed in range(options.removals)]
        report.append(
            {
                "case": case.title,
                "cpu_ms_a_seat": round(median(row[0] for row in rows) * 1000, 1),
                "cpu_over_primitives": round(median(row[0] / row[1] for row in rows), 2),
                "bytes_said": round(median(row[2] for row in rows)),
                "bytes_over_proofs": round(median(row[2] / row[3] for row in rows), 3),
            }
        )
    return report


def show(report: list[dict[str, Any]]) -> None:
    for row in report:
        print(", ".join(f"{name.replace('_', ' ')} {value}" for name, value in row.items()))


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--removals", type=int, default=3, help="of each table, each with another seed")


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))
