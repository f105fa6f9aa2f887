"""Child processes for work that uses all cores: how many, who hears Ctrl-C, and that none outlives its parent.

Spawned, not forked: the same on every system, and no child holds a pipe of another's. Knows nothing of the work.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from threading import Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

JOBS_MAX: Final = 256  # more processes than any machine of a player has cores
SPAWN: Final = get_context("spawn")


def cores() -> int:
    """How many processes can run at once here."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, JOBS_MAX)


@contextmanager
def deaf() -> Iterator[None]:
    """Children started in here do not hear Ctrl-C, from their first instruction on; the parent hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: they close their ears themselves, a little later
        yield
        return
    resource_tracker.ensure_running()  # by itself it would start with the first child, and lift the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Called by a child: a parent that is killed closes nothing properly, and what a child does may take an hour."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Children to whom work can be submitted. Ctrl-C ends them at once and without a word; so does leaving early."""
    with deaf():
        executor = ProcessPoolExecutor(jobs, SPAWN, _begin)
        for _ in range(jobs):
            executor.submit(os.getpid)  # the first tasks start the children: all of them are born deaf
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    end_with_parent()
