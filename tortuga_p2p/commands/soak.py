"""Repeat self-play while peers are killed, cut off, put to sleep, and come back.

Each game is played by bots in processes of their own. While they play, one of
them is killed and started again with its journal, loses all its connections,
or is stopped for longer than a link lives, again and again. Every game must
end finished, sealed and the same for everybody. You are told what happens as
it happens. None of this is part of the tests: it runs as long as you let it.

examples:
  tortuga soak --minutes 30
  tortuga soak --minutes 5 --seats greedy,random,random --seed 3
"""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING, Final

from ..text import _
from .arguments import add_match, read_match, spelled_options, whole
from .code import DONE, FAILED
from .terminal import clock
from .working_folder import working_folder

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from ..testing.rigs.soak import SoakReport

MINUTES_MAX: Final = 10_000
EVERY_MAX: Final = 600


def add_arguments(parser: ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("--minutes", metavar="M", default="30", help=_("how long (default: %(default)s)"))
    parser.add_argument("--every", metavar="S", default="4", help=_("seconds between two blows, at most (default: 4)"))
    parser.add_argument("--json", action="store_true", help=_("print nothing but one JSON object, at the end"))


def run(args: Namespace) -> int:
    import trio

    from ..testing.rigs.selfplay import BotTable
    from ..testing.rigs.soak import SoakReport, soak

    match = read_match(args)
    minutes = whole(args.minutes, "--minutes", 1, MINUTES_MAX)
    every_s = whole(args.every, "--every", 1, EVERY_MAX)
    soaked = SoakReport(tell=_ignore if args.json else _tell_until(monotonic() + 60 * minutes))
    with working_folder(None, "tortuga-soak-") as out:
        try:
            options = tuple(spelled_options(args))
            table = BotTable(match.game.name, tuple(match.entrants), options, match.seed, out.path)
            trio.run(soak, table, minutes, soaked, every_s)
        finally:
            out.is_kept = bool(soaked.lost)
            kept = str(out.path) if out.is_kept else None
            if args.json:
                print(json.dumps({"seed": match.seed, "kept": kept, **soaked.summary()}, indent=2))
            else:
                print(_line(match.seed, kept, soaked))
    return FAILED if soaked.lost else DONE


def _tell_until(end_s: float) -> Callable[[str], None]:
    """Each line with the time that is left; the last game is played to its end all the same."""

    def tell(line: str) -> None:
        left_s = max(0.0, end_s - monotonic())
        print(_("{left} left  {line}", left=clock(left_s).rjust(7), line=line), flush=True)

    return tell


def _ignore(line: str) -> None:
    return None


def _line(seed: int, kept: str | None, soaked: SoakReport) -> str:
    blows = f"{soaked.kills} kills, {soaked.cuts} cuts, {soaked.sleeps} sleeps"
    memory = f"; a peer took {max(soaked.memory_kb) / 1024:.0f} MB at most" if soaked.memory_kb else ""
    lost = f"{len(soaked.lost)} LOST, see {kept}" if soaked.lost else "none lost"
    return f"Seed {seed}: {soaked.games} games, {lost}; {soaked.steps} steps, {blows}{memory}."
