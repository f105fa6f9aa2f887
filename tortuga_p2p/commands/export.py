"""Print games from their transcripts, one JSON object a line, for other programs.

Everything is verified on the way. The lines are of four kinds: a header, the
seats, an answer (what was asked, what was answered in the game's own notation,
what the rules did with it, the position after it), and the end with the scores
and what the verification found. A game that is not finished is printed as far
as it goes. docs/export.md describes them; `tortuga watch --export` and
`tortuga arena --export` write the same of games of bots.

Of many files each is printed whole, as soon as it was verified; folders are
looked through, and - takes a list of names from standard input, one a line.

examples:
  tortuga export game.tortuga
  tortuga export games/ > games.jsonl
  tortuga export game.tortuga | jq -r 'select(.kind == "answer") | .told[]'

exit codes: as those of `tortuga verify`.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, NamedTuple

from ..errors import BadInput
from ..text import _
from ..verify.export import export
from ..verify.verifier import EXIT_CODES, Outcome
from .code import FAILED
from .many_files import FileDone, FileList, OutcomeCount, add_files, needed_transcript, work_through
from .terminal import Progress

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


class Exported(NamedTuple):
    """One game as text, and how its verification ended; or why there is no text."""

    outcome: Outcome
    text: str
    trouble: str = ""


def add_arguments(parser: ArgumentParser) -> None:
    add_files(parser)


def run(args: Namespace) -> int:
    listing = FileList(args.files)
    return _print_one(args.files[0]) if listing.is_one else _print_many(listing)


def _print_one(path: str) -> int:
    """As it is verified, line by line."""
    code = 0
    for line in export(path, needed_transcript(path)):
        print(json.dumps(line))
        code = line.get("exit", code)
    return code


def _print_many(listing: FileList) -> int:
    """Each game whole; what cannot be read is told beside it."""
    tally = OutcomeCount(EXIT_CODES)
    try:
        with Progress(sys.stderr, listing.count(), "files") as progress:
            for event in work_through(listing, export_whole):
                if not isinstance(event, FileDone):
                    progress.total = event.total
                    continue
                exported: Exported = event.result
                tally.add(exported.outcome)
                if exported.trouble:
                    progress.print(_("tortuga export: {trouble}", trouble=exported.trouble), sys.stderr)
                else:
                    progress.print(exported.text)
                progress.show(tally.files)
    except BrokenProcessPool:
        print(_("tortuga export: a process that was reading files was ended from outside."), file=sys.stderr)
        return FAILED
    print(_("tortuga export: {line}", line=tally.line()), file=sys.stderr)
    return tally.exit_code


def export_whole(path: str) -> Exported:
    """All lines of one file."""
    try:
        lines = list(export(path, needed_transcript(path)))
    except BadInput as trouble:
        return Exported(Outcome.UNREADABLE, "", str(trouble))
    return Exported(Outcome(str(lines[-1]["outcome"])), "\n".join(map(json.dumps, lines)))
