"""Print a game from its transcript, one JSON object a line, for other programs.

Everything is verified on the way. The lines are of four kinds: a header, the
seats, an answer (what was asked, what was answered in the game's own notation,
the position after it), and the end with the scores and what the verification
found. A game that is not finished is printed as far as it goes.

examples:
  tortuga export game.tortuga
  tortuga export game.tortuga | jq -r 'select(.kind == "answer") | .told[]'

exit codes: as those of `tortuga verify`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..verify.export import export
from .verify import read_transcript_file

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript (.tortuga)")


def run(args: Namespace) -> int:
    try:
        raw = read_transcript_file(args.file)
    except OSError as trouble:
        raise BadInput(f"cannot read {args.file!r}: {trouble.strerror or trouble}.") from None
    except ValueError as trouble:
        raise BadInput(f"{args.file!r}: {trouble}") from None
    code = 0
    for line in export(args.file, raw):
        print(json.dumps(line))
        code = line.get("exit", code)
    return code
