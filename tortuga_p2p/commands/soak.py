"""Repeat self-play while peers are killed, cut off, put to sleep, and come back.

Each game is played by bots in processes of their own. While they play, one of
them is killed and started again with its journal, loses all its connections,
or is stopped for longer than a link lives, again and again. Every game must end
finished, sealed and the same for everybody.
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
EVERY_MAX: Final = 600


def add_arguments(parser: ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("--minutes", metavar="M", default="30", help="how long (default: %(default)s)")
    parser.add_argument("--every", metavar="S", default="4", help="seconds between two blows, at most (default: 4)")


def run(args: Namespace) -> int:
    import trio

    from ..node.soak import Soaked, soak

    match = read_match(args)
    minutes = whole(args.minutes, "--minutes", 1, MINUTES_MAX)
    every_s = whole(args.every, "--every", 1, EVERY_MAX)
    out = Path(mkdtemp(prefix="tortuga-soak-"))
    soaked = Soaked()
    try:
        trio.run(soak, tuple(match.entrants), minutes, match.seed, out, soaked, every_s)
    finally:
        print(json.dumps({"seed": match.seed, "kept": str(out), **soaked.summary()}, indent=2))
    return FAILED if soaked.lost else DONE
