"""How the game is played, in our own words, with examples.

On a terminal the text is shown by your pager. A chapter is what the help of
the game itself shows beside a question.

examples:
  tortuga rules
  tortuga rules --chapter scoring
  tortuga rules GAME > rules.txt
"""

from __future__ import annotations

import pydoc
import sys
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..games import names
from ..text import _, guess
from ..ui.rules_text import chapters, printed
from .arguments import add_game_word, game_of
from .code import DONE
from .terminal import width_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    add_game_word(parser)
    parser.add_argument("--chapter", metavar="CHAPTER", help=_("only this one; the end of this help lists them"))
    parser.set_defaults(closing=_chapters)


def _chapters() -> str:
    return "\n".join(f"{game}: {', '.join(chapters(game)) or 'no rules text'}" for game in names())


def run(args: Namespace) -> int:
    game = game_of(args)
    known = chapters(game.name)
    if not known:
        raise BadInput(_("{title} has no rules text.", title=game.title))
    if args.chapter is not None and args.chapter not in known:
        raise BadInput(
            _("there is no chapter {chapter!r}: {hint}", chapter=args.chapter, hint=guess(args.chapter, known))
        )
    text = "\n".join(printed(game.name, width_of(sys.stdout), only=args.chapter))
    if sys.stdin.isatty() and sys.stdout.isatty() and args.chapter is None:
        pydoc.pager(text)
    else:
        print(text)
    return DONE
