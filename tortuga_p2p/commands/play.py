"""Play now against bots, on this machine.

A table is opened for you alone and bots take the other seats: real peers in
processes of their own, which see nothing that a player would not see. Leave
whenever you like: the game is saved, and `tortuga resume` goes on with it.

examples:
  tortuga play
  tortuga play --bots captain,greedy,greedy --long
  tortuga play --plain                    line by line, for a screen reader
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..bots.registry import make
from ..errors import BadInput
from ..games import load
from .entry import add_game, read_options

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    from .person import add_person

    add_game(parser)
    parser.add_argument("--bots", metavar="BOT,BOT,...", help="who plays against you (default: two good ones)")
    parser.add_argument("--long", action="store_true", help="the long variant: the same as --option long=yes")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the game")
    add_person(parser)


def run(args: Namespace) -> int:
    from ..ui.now import LOOPBACK
    from .person import play

    args.listen = args.listen or LOOPBACK
    return play(args, prepare(args))


def prepare(args: Namespace) -> Any:
    """Everything that can be wrong with the arguments is found here, before anything is opened."""
    from ..ui.now import play_now, usual_bots

    game = load(args.game)
    bots = tuple(filter(None, args.bots.split(","))) if args.bots else usual_bots(game)
    seats = len(bots) + 1
    if seats not in game.seats:
        raise BadInput(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players; with you these are {seats}.")
    for bot in bots:
        make(game, seats, bot)
    options = read_options(game, (["long=yes"] if args.long else []) + args.option)
    return partial(play_now, game=game, bots=bots, options=options)
