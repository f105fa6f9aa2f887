"""Go on with an unfinished game.

Your program says again what it said last, byte for byte, and gets from the
others what it has missed. Bots of yours come back too. Without a name the
latest game is taken; --list shows them all. If your program plays it for you,
with or without a terminal, it gives the seat back.

examples:
  tortuga resume
  tortuga resume --list
  tortuga resume tortuga-88259db2e027
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..text import _
from .code import DONE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..node.node import Node
    from ..node.one_game import Party


def add_arguments(parser: ArgumentParser) -> None:
    from .local_player import add_person

    parser.add_argument("game", metavar="NAME", nargs="?", help=_("its name, as --list shows it (default: the latest)"))
    parser.add_argument("--list", action="store_true", help=_("show the unfinished games, the latest last"))
    add_person(parser)


def unfinished(folder: Path) -> list[Path]:
    """The journals in a folder, the latest last."""
    from ..node.home import latest_last
    from ..node.journal import SUFFIX

    return latest_last(folder, SUFFIX)


def run(args: Namespace) -> int:
    import trio

    from ..node.bell import take_over
    from ..node.home import default_home
    from .local_player import play

    folder = Path(args.out) if args.out else default_home().games
    journals = unfinished(folder)
    if args.list:
        for name in _told(folder, journals) if sys.stdout.isatty() else [journal.stem for journal in journals]:
            print(name)
        if not journals:  # to people; a script gets an empty list
            print(_("There is no unfinished game in {folder}.", folder=folder), file=sys.stderr)
        return DONE
    wanted = [journal for journal in journals if args.game in (None, journal.stem)]
    if not wanted:
        which = f"called {args.game!r} " if args.game else ""
        raise BadInput(_("there is no unfinished game {which}in {folder}.", which=which, folder=folder))
    if trio.run(take_over, wanted[-1], default_home()):
        if not wanted[-1].exists():
            raise BadInput(_("the game {stem} has ended meanwhile: `tortuga games` shows how.", stem=wanted[-1].stem))
        print(_("Your program has given the seat back."), file=sys.stderr)
    return play(args, partial(_start, journal=wanted[-1]))


def _told(folder: Path, journals: list[Path]) -> list[str]:
    """To people: what is played, with whom, and whose turn it is. A script gets names."""
    from ..node.home import default_home
    from ..node.shelf import Shelf
    from .games import line, read_all

    names = [journal.stem for journal in journals]
    found = {game.name: game for game in read_all(Shelf(folder, default_home().public()))}
    return [line(found[name], time()) if name in found else name for name in names]


async def _start(party: Party, *, journal: Path) -> Node:
    from ..node.bot_processes import resume_with_bots

    return await resume_with_bots(party, journal.stem, lambda: party.resume(journal))
