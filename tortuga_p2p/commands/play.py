"""Play now against bots, on this machine.

A table is opened for you alone and bots take the other seats: real peers in
processes of their own, which see nothing that a player would not see. Leave
whenever you like: the game is saved, and `tortuga resume` goes on with it.

examples:
  tortuga play
  tortuga play --bots expert,greedy,greedy
  tortuga play --seats 4
  tortuga play --plain                    line by line, for a screen reader
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..bots.registry import make, proposed
from ..errors import BadInput
from ..text import _
from .arguments import add_game, add_options, game_of, read_options, whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    from .local_player import add_person

    add_game(parser)
    parser.add_argument(
        "--bots",
        metavar="BOT,BOT,...",
        help=_("who plays against you (default: gentle ones; once you have won, good ones)"),
    )
    parser.add_argument("--seats", metavar="N", help=_("how many play, you included (default: the usual table)"))
    add_options(parser)
    add_person(parser)


def run(args: Namespace) -> int:
    from ..ui.tavern.quick_start import LOOPBACK
    from .local_player import play

    args.listen = args.listen or LOOPBACK
    return play(args, prepare(args))


def prepare(args: Namespace) -> Any:
    """Everything that can be wrong with the arguments is found here, before anything is opened."""
    from ..ui.settings import usual_level
    from ..ui.tavern.quick_start import play_now

    game = game_of(args)
    usual = proposed(game, usual_level())
    count = len(usual) if args.seats is None else whole(args.seats, "--seats", game.seats[0], game.seats[-1]) - 1
    bots = tuple(filter(None, args.bots.split(","))) if args.bots else (usual * count)[:count]
    seats = len(bots) + 1
    if args.seats is not None and seats != count + 1:
        raise BadInput(
            _("--seats says {count}, but with {bots} you are {seats}.", count=count + 1, bots=args.bots, seats=seats)
        )
    if seats not in game.seats:
        raise BadInput(
            _(
                "{title} is for {least} to {most} players; with you that makes {seats}.",
                title=game.title,
                least=game.seats[0],
                most=game.seats[-1],
                seats=seats,
            )
        )
    for bot in bots:
        make(game, seats, bot)
    options = read_options(game, seats, args)
    return partial(play_now, game=game, bots=bots, options=options)
