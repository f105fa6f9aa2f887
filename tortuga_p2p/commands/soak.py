"""Repeat self-play while peers are killed, come back, and fall asleep.

Each game is played by bots in processes of their own. While they play, one of
them is killed and started again with its journal, or stopped for longer than a
link lives. Every game must end finished, sealed and the same for everybody.
Nothing of this is part of the tests: it runs as long as you let it.

examples:
  tortuga soak --minutes 30
  tortuga soak --minutes 5 --seats greedy,random,random --seed 3
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final

from .code import DONE, FAILED
from .entry import add_match, read_match, whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

MINUTES_MAX: Final = 10_000


def add_arguments(parser: ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("--minutes", metavar="M", default="30", help="how long (default: %(default)s)")


def run(args: Namespace) -> int:
    import trio

    from ..node.soak import Soaked, soak

    match = read_match(args)
    minutes = whole(args.minutes, "--minutes", 1, MINUTES_MAX)
    out = Path(mkdtemp(prefix="tortuga-soak-"))
    soaked = Soaked()
    try:
        trio.run(soak, tuple(match.entrants), minutes, match.seed, out, soaked)
    finally:
        print(json.dumps({"seed": match.seed, "kept": str(out), **soaked.summary()}, indent=2))
    return FAILED if soaked.lost else DONE
