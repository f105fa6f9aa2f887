"""Check the rules against the stories in some files.

A playthrough, a scenario of the tests or a bug report holds cases: a position
or a setup, answers line by line, and what must come of them
(docs/notation.md).

examples:
  tortuga check my-bug.txt
  tortuga check tortuga_p2p/games/tortuga/scenarios/*.txt

exit codes: 0 every story holds, 1 one turns out differently, 2 a file is not a
story.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from ..limits import STORY_FILE_BYTES_MAX
from ..testing.scenario import Mismatch, check_case, read_cases
from ..text import _
from .arguments import add_game, game_of, read_file
from .code import DONE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

OTHERWISE: Final = 1


def add_arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("files", metavar="FILE", nargs="+", help=_("a playthrough or scenarios"))


def run(args: Namespace) -> int:
    game = game_of(args)
    # All are read before the first is told: what cannot be read is said before anything else.
    files = [(path, read_cases(read_file(path, STORY_FILE_BYTES_MAX), path)) for path in args.files]
    code = DONE
    for path, cases in files:
        for case in cases:
            try:
                check_case(game, case)
            except Mismatch as difference:
                print(difference, file=sys.stderr)
                code = OTHERWISE
        print(_("{path}: {count} checked.", path=path, count=len(cases)))
    return code
