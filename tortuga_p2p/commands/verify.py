"""Check transcripts of games: was everything proved, and did anybody cheat?

Every message of a game is checked again, as by a spectator who believes
nobody: signatures, dice, shuffles, rules, scores. A line for each file says
what was found, and the lines below it who did what in which step. Many files
are checked on all cores.

examples:
  tortuga verify game.tortuga
  tortuga verify --json games/*.tortuga

exit codes: 0 all are finished and honest, 1 cheating or tampering in at least
one, 2 otherwise: a file cannot be read, or a game is not finished.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final

from ..children import cores, pool
from ..limits import TRANSCRIPT_BYTES_MAX
from ..verify.report import lines, record
from ..verify.verifier import EXIT_CODES, Finding, Outcome, verify
from .code import INTERRUPTED
from .terminal import Progress

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

CHEATED: Final = EXIT_CODES[Outcome.CHEATING]
UNDECIDED: Final = EXIT_CODES[Outcome.UNFINISHED]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a transcript (.tortuga)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line for each file")


def run(args: Namespace) -> int:
    found: dict[str, Finding] = {}
    stopped = ""
    try:
        with Progress(sys.stderr, len(args.files), "files") as progress:
            for path, finding in _check_all(args.files):
                found[path] = finding
                progress.show(len(found))
    except KeyboardInterrupt:
        stopped = "stopped"
    except BrokenProcessPool:
        stopped = "a process that was checking files was ended from outside"
    for path in args.files:
        if path in found:
            print(json.dumps(record(path, found[path])) if args.json else "\n".join(lines(path, found[path])))
    if stopped:
        print(f"tortuga verify: {stopped}, {len(found)} of {len(args.files)} files checked.", file=sys.stderr)
        return INTERRUPTED if stopped == "stopped" else UNDECIDED
    codes = {EXIT_CODES[finding.outcome] for finding in found.values()}
    return CHEATED if CHEATED in codes else max(codes)


def check(path: str) -> Finding:
    """Reads and judges one file; what cannot be read is a finding too."""
    try:
        raw = read_transcript_file(path)
    except OSError as trouble:
        return Finding(Outcome.UNREADABLE, f"The file cannot be read: {trouble.strerror or trouble}.")
    except ValueError as trouble:
        return Finding(Outcome.UNREADABLE, str(trouble))
    return verify(raw)


def read_transcript_file(path: str) -> bytes:
    """The bytes of a transcript; `OSError` or `ValueError` with a sentence where it is none for its size or kind."""
    with open(path, "rb") as file:
        raw = file.read(TRANSCRIPT_BYTES_MAX + 1)
    if not raw:
        raise ValueError("The file is empty.")
    if len(raw) > TRANSCRIPT_BYTES_MAX:
        raise ValueError(f"The file is larger than {TRANSCRIPT_BYTES_MAX} bytes: no game is.")
    return raw


# --- many files -----------------------------------------------------------------------------------------------


def _check_all(paths: list[str]) -> Iterator[tuple[str, Finding]]:
    """Every file once, in any order, each as soon as it is judged."""
    once = list(dict.fromkeys(paths))
    jobs = min(cores(), len(once))
    if jobs == 1:
        yield from ((path, check(path)) for path in once)
        return
    with pool(jobs) as children:
        waiting = {children.submit(check, path): path for path in once}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
