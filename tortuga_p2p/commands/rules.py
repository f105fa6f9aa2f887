"""How the game is played, in our own words, with examples.

On a terminal the text is shown by your pager. A chapter is what the help of
the game itself shows beside a question.

examples:
  tortuga rules
  tortuga rules --chapter scoring
  tortuga rules tortuga > rules.txt
"""

from __future__ import annotations

import pydoc
import sys
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..games import load, names
from ..ui.rulebook import chapters, printed
from .code import DONE
from .entry import GAME_DEFAULT
from .terminal import width_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        default=GAME_DEFAULT,
        help=f"one of {', '.join(names())} (default: %(default)s)",
    )
    known = ", ".join(chapters(GAME_DEFAULT))
    parser.add_argument("--chapter", metavar="NAME", help=f"only this one; of {GAME_DEFAULT}: {known}")


def run(args: Namespace) -> int:
    game = load(args.game)
    known = chapters(game.name)
    if not known:
        raise BadInput(f"{game.title} has no rules text.")
    if args.chapter is not None and args.chapter not in known:
        raise BadInput(f"there is no chapter {args.chapter!r}: choose from {', '.join(known)}.")
    text = "\n".join(printed(game.name, width_of(sys.stdout), only=args.chapter))
    if sys.stdin.isatty() and sys.stdout.isatty() and args.chapter is None:
        pydoc.pager(text)
    else:
        print(text)
    return DONE
