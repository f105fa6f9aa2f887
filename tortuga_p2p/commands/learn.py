"""Learn a game by playing it: a first voyage of a few minutes.

A real game with somebody at your elbow: one new idea beside each decision,
gentle opponents, and a beginning that is always the same. Leave whenever you
like: the voyage waits, and the same command goes on with it.

examples:
  tortuga learn
  tortuga learn GAME
  tortuga learn --again                   from the first page on
  tortuga learn --plain                   line by line, for a screen reader
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..node.home import default_home
from ..text import _
from .arguments import add_game_word, game_of
from .code import DONE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    add_game_word(parser)
    parser.add_argument("--again", action="store_true", help=_("start over, wherever you left it"))
    parser.add_argument("--plain", action="store_true", help=_("line by line, without a full screen"))
    parser.add_argument("--ascii", action="store_true", help=_("no character beyond ASCII on the screen"))


def run(args: Namespace) -> int:
    from ..ui.settings import load_settings
    from ..ui.voyage.logbook import Logbook
    from .local_player import has_screen

    game = game_of(args)
    name = load_settings().name or _("Sailor")
    voyage = Logbook(default_home()).open(game, name, again=args.again)
    if args.plain or not has_screen():
        from ..ui.voyage.plain import learn_plain

        learn_plain(voyage)
        return DONE
    from ..ui.app import show_on_screen
    from ..ui.voyage.screen import VoyageScreen

    code = show_on_screen(lambda app: VoyageScreen(voyage, app, app.pop), ascii_only=args.ascii)
    if voyage.waits:
        print(voyage.waits)
    return code
