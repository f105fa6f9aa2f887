"""Draw a position from its one-line notation.

The notation of a position is what logs, tests and bug reports carry
(docs/notation.md). Hidden things stay hidden: the picture is that of a
spectator.

examples:
  tortuga show "tortuga/1 phase=roll round=1 ..."
  tortuga show --names Ana,Ben,Cleo - < position.txt
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..limits import OPTION_FILE_BYTES_MAX
from ..rules.game import View
from ..rules.telling import picture
from ..testing.scenario import seats_of
from ..text import _
from .arguments import add_game, game_of
from .code import DONE
from .terminal import paint, wants_colour, width_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--names", metavar="NAME,NAME,...", help=_("who sits there, first seat first"))
    parser.add_argument("position", metavar="POSITION", help=_("one line of text; - reads it from standard input"))


def run(args: Namespace) -> int:
    game = game_of(args)
    text = sys.stdin.read(OPTION_FILE_BYTES_MAX) if args.position == "-" else args.position
    state = game.read_position(text.strip())
    seats = seats_of(game, state)
    names = args.names.split(",") if args.names else [f"seat {seat}" for seat in range(seats)]
    if len(names) != seats:
        raise BadInput(_("--names takes {seats} names for this position, not {count}.", seats=seats, count=len(names)))
    print(paint(picture(game, View(state, None, {}), names, width_of(sys.stdout)), wants_colour(sys.stdout)))
    return DONE
