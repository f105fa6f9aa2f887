"""Check transcripts of games: was everything proved, and did anybody cheat?

Every message of a game is checked again, as a spectator who believes nobody
would: signatures, dice, shuffles, rules, scores. A line for each file says
what was found, as soon as it is known, and the lines below it who did what in
which step. Many files are checked on all cores; folders are looked through,
and - takes a list of names from standard input, one a line. Files of one
meeting, as several players have it, are then compared message by message:
whoever told two people different things is named.

examples:
  tortuga verify game.tortuga
  tortuga verify mine.tortuga yours.tortuga
  tortuga verify --json games/*.tortuga
  tortuga verify --quiet archive/
  find / -name '*.tortuga' | tortuga verify -

exit codes: 0 all are finished and honest, 1 cheating or tampering in at least
one, 2 a file cannot be read or a game is not finished; otherwise 4 where all at
a table agreed to end a game without a result, 3 where a game was finished
without somebody whom the others gave up.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TYPE_CHECKING, Final

from ..errors import Refused
from ..limits import COMPARED_FILES_MAX, MEETINGS_MAX
from ..text import _
from ..verify.comparing import compare
from ..verify.report import compared_lines, compared_record, lines, record
from ..verify.verifier import EXIT_CODES, Finding, Outcome, verify, worst
from .code import INTERRUPTED
from .many_files import FileDone, FileList, OutcomeCount, add_files, read_transcript_file, work_through
from .terminal import Progress

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

CHEATED: Final = EXIT_CODES[Outcome.CHEATING]
UNDECIDED: Final = EXIT_CODES[Outcome.UNFINISHED]


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line for each file or meeting"))
    parser.add_argument("--quiet", action="store_true", help=_("say nothing about files that are finished and honest"))


def run(args: Namespace) -> int:
    listing, tally, meetings = FileList(args.files), OutcomeCount(EXIT_CODES), _Meetings()
    total, is_one = listing.count(), listing.is_one
    try:
        with Progress(sys.stderr, *((None, _("steps")) if is_one else (total, _("files")))) as progress:
            for event in work_through(listing, partial(check, seen=progress.show) if is_one else check):
                if isinstance(event, FileDone):
                    tally.add(event.result.outcome)
                    meetings.add(event.path, event.result)
                    if not (args.quiet and event.result.outcome is Outcome.HONEST):
                        progress.print(_told(event.path, event.result, as_json=args.json))
                elif not is_one:
                    progress.total = total = event.total
                if not is_one:
                    progress.show(tally.files)
    except KeyboardInterrupt:
        return _stopped("stopped", tally, total, INTERRUPTED)
    except BrokenProcessPool:
        return _stopped("a process that was checking files was ended from outside", tally, total, UNDECIDED)
    codes = {tally.exit_code, *(_compare(paths, args) for paths in meetings.shared)}
    if not args.json and not listing.is_one:
        print(tally.line())
    return worst(codes)


class _Meetings:
    """Which files tell of the same meeting. Of very many files, those that came first."""

    def __init__(self) -> None:
        self._paths: dict[bytes, list[str]] = {}

    def add(self, path: str, finding: Finding) -> None:
        if finding.meeting and (finding.meeting in self._paths or len(self._paths) < MEETINGS_MAX):
            paths = self._paths.setdefault(finding.meeting, [])
            if path not in paths[:COMPARED_FILES_MAX] and len(paths) < COMPARED_FILES_MAX:
                paths.append(path)

    @property
    def shared(self) -> list[list[str]]:
        return [sorted(paths) for paths in self._paths.values() if len(paths) > 1]


def _compare(paths: list[str], args: Namespace) -> int:
    """Says what files of one meeting prove together; gives an exit code."""
    try:
        comparison = compare([read_transcript_file(path) for path in paths])
    except (OSError, ValueError, Refused):
        return UNDECIDED  # somebody takes files away while we read them
    if args.quiet and comparison.agrees and not comparison.verdicts:
        return 0
    if args.json:
        print(json.dumps(compared_record(paths, comparison)))
    else:
        print("\n".join(compared_lines(paths, comparison)))
    return CHEATED if comparison.verdicts or not comparison.agrees else 0


def _told(path: str, finding: Finding, *, as_json: bool) -> str:
    return json.dumps(record(path, finding)) if as_json else "\n".join(lines(path, finding))


def _stopped(why: str, tally: OutcomeCount, total: int | None, code: int) -> int:
    of = "" if total is None else f" of {total}"
    print(_("tortuga verify: {why}, {files}{of} files checked.", why=why, files=tally.files, of=of), file=sys.stderr)
    return code


def check(path: str, seen: Callable[[int], object] | None = None) -> Finding:
    """Reads and judges one file; what cannot be read is a finding too. `seen` hears how many steps were verified."""
    try:
        raw = read_transcript_file(path)
    except OSError as trouble:
        return Finding(
            Outcome.UNREADABLE, _("The file cannot be read: {strerror}.", strerror=trouble.strerror or trouble)
        )
    except ValueError as trouble:
        return Finding(Outcome.UNREADABLE, str(trouble))
    return verify(raw, seen=seen)
