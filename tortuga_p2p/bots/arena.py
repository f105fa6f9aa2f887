"""Many games of one match, on all cores. The games are the same whatever the number of processes; only the order
in which they come back differs.

The parent hands out blocks of game numbers, large at first and single games in the end, so that all finish together.
Ctrl-C is the parent's alone: the children never hear of it, and end with the generator that started them.
"""

from __future__ import annotations

import signal
from multiprocessing.connection import Connection, wait
from time import monotonic
from traceback import format_exc
from typing import TYPE_CHECKING, Final

from ..children import SPAWN, deaf, end_with_parent
from ..errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.context import SpawnProcess

    from .match import GameRecord, Match

BLOCK_GAMES_MAX: Final = 32  # a message costs as much as a tenth of the fastest game: this many share one
REPORT_S: Final = 0.2  # slow games are reported as they end, so that little is lost by Ctrl-C


def play_all(match: Match, games: int, jobs: int) -> Iterator[GameRecord]:
    """Every game of the match with a number below `games`, in any order, each as soon as it is known."""
    jobs = min(jobs, games)
    if jobs > 1:
        yield from _play_shared(match, games, jobs)
    else:
        bots = match.bots()
        for number in range(games):
            yield match.play(number, bots)


class WorkerLost(RuntimeError):
    """A child ended early: a bug in a bot, or somebody killed it. What it said is in the text."""


def _play_shared(match: Match, games: int, jobs: int) -> Iterator[GameRecord]:
    given = 0
    workers: dict[Connection, SpawnProcess] = {}
    try:
        with deaf():
            for _ in range(jobs):
                _start(workers, match)
        idle = list(workers)
        busy: set[Connection] = set()
        while busy or given < games:
            while idle and given < games:
                size = max(1, min(BLOCK_GAMES_MAX, (games - given) // (4 * jobs)))
                pipe = idle.pop()
                pipe.send(range(given, given + size))
                busy.add(pipe)
                given += size
            for pipe in [pipe for pipe in wait(busy) if isinstance(pipe, Connection)]:
                records, ready = _receive(pipe)
                if ready:
                    busy.remove(pipe)
                    idle.append(pipe)
                yield from records
    finally:
        for pipe, process in workers.items():
            process.terminate()
            pipe.close()
        for process in workers.values():
            process.join()


def _start(workers: dict[Connection, SpawnProcess], match: Match) -> None:
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=_work, args=(theirs, match), daemon=True)
    process.start()
    theirs.close()
    workers[ours] = process


def _receive(pipe: Connection) -> tuple[list[GameRecord], bool]:
    try:
        records, ready, trouble = pipe.recv()
    except (EOFError, ConnectionError):
        raise WorkerLost("a process of the arena was ended from outside.") from None
    if trouble is not None:
        raise trouble
    return records, ready


def _work(pipe: Connection, match: Match) -> None:
    """A child: plays the blocks it is sent until the pipe closes. Reports `(records, ready for more, trouble)`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    try:
        bots = match.bots()
        while True:
            block: range = pipe.recv()
            records: list[GameRecord] = []
            reported_at_s = monotonic()
            for number in block:
                try:
                    records.append(match.play(number, bots))
                except BadInput as mistake:  # of a bot that is a program: its author needs no more than the sentence
                    pipe.send(([], False, mistake))
                    return
                except Exception:
                    pipe.send(([], False, WorkerLost(f"game {number} of seed {match.seed} failed:\n{format_exc()}")))
                    return
                if monotonic() - reported_at_s > REPORT_S:
                    pipe.send((records, False, None))
                    records, reported_at_s = [], monotonic()
            pipe.send((records, True, None))
    except (EOFError, ConnectionError):
        return  # the parent is gone
