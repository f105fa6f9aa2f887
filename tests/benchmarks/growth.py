"""What a long game costs: a journal twice as long, and going on with a game against verifying it.

    python -m tests.benchmarks.growth

CPU seconds of this very process, the least of some repetitions; what is compared is done in turns.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any

from tests.node.players import sessions
from tests.tinygames import HARBOUR
from tests.verify.files import file_of, game_of_bots
from tortuga_p2p.games import names
from tortuga_p2p.node.journal import Journal, Judged, Kept, Memory
from tortuga_p2p.node.vouching import Voucher
from tortuga_p2p.session import position
from tortuga_p2p.session.event import Keep, RecordStep, Utter
from tortuga_p2p.verify.verifier import Outcome, verify
from tortuga_p2p.wire.codec import decode, encode

from .entry import run

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from tortuga_p2p.testing.company import Company, Peer

MEGABYTES = (7, 14)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--repeats", type=int, default=3, help="of everything (3)")
    parser.add_argument("--game", action="append", choices=names(), help="to go on with and to verify (all)")


def measure(options: Namespace) -> dict[str, Any]:
    return {
        "journal_cpu_s": dict(zip(MEGABYTES, _journals(options.repeats), strict=True)),
        "waking": {name: _waking(name, options.repeats) for name in options.game or names()},
    }


def _least(repeats: int, *calls: Callable[[], object]) -> list[float]:
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(repeats):
        for call, taken in zip(calls, times, strict=True):
            began = process_time()
            call()
            taken.append(process_time() - began)
    return [min(taken) for taken in times]


def _journals(repeats: int) -> list[float]:
    """Reading journals of so many megabytes; a step has four envelopes of half a kilobyte."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{size}.journal" for size in MEGABYTES]
        for path, size in zip(paths, MEGABYTES, strict=True):
            journal = Journal.create(path, sessions(HARBOUR, 3, 1)[0])
            while path.stat().st_size < size * 1_000_000:
                journal.close_step(tuple(bytes([seat]) * 500 for seat in range(4)))
            journal.close()

        def read(path: Path) -> None:
            journal, memory = Journal.open(path)
            journal.close()
            assert len(memory.closed) > 10_000

        return _least(repeats, *[lambda path=path: read(path) for path in paths])


def _waking(name: str, repeats: int) -> dict[str, float]:
    company = game_of_bots(name)
    peer = company.players[0]
    memory, file = _memory(company, peer), file_of(company, peer)
    me = peer.session.me
    assert me is not None

    def wake() -> None:
        session, _ = memory.wake(company.game, company.group, me.identity)
        assert len(session.closed) == len(peer.session.closed)

    def check() -> None:
        assert verify(file).outcome is Outcome.HONEST

    waking, verifying = _least(repeats, wake, check)
    return {"steps": len(peer.session.closed), "wake_s": waking, "verify_s": verifying}


def _memory(company: Company, peer: Peer) -> Memory:
    """What the journal of this peer would remember, with the last mark that a node would have made."""
    me = peer.session.me
    assert me is not None
    memory = Memory(company.meeting, me.nonce, me.master)
    for effect in peer.log:
        match effect:
            case Keep(number, move):
                memory.decided.append(Kept(number, decode(encode(move)), 0))
            case Utter(raw):
                memory.uttered.append(raw)
            case RecordStep(_, envelopes):
                memory.closed += envelopes
    steps = len(peer.session.closed) - 4
    history = position.first_history(company.meeting.id)
    for said in peer.session.closed[:steps]:
        history = position.next_history(history, said.values())
    memory.judged = Judged(steps, history, Voucher(me.identity, company.meeting.id).mark(steps, history))
    return memory


def show(report: dict[str, Any]) -> None:
    (small, short_s), (large, long_s) = report["journal_cpu_s"].items()
    print("| what | CPU ms | over |")
    print("|---|---|---|")
    print(f"| reading a journal of {small} MB | {short_s * 1000:.0f} | |")
    print(f"| of {large} MB | {long_s * 1000:.0f} | {long_s / short_s:.2f} |")
    for name, one in report["waking"].items():
        print(f"| verifying a game of {name}, {one['steps']} steps | {one['verify_s'] * 1000:.0f} | |")
        print(f"| going on with it | {one['wake_s'] * 1000:.0f} | {one['wake_s'] / one['verify_s']:.2f} |")


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))
