"""Open a table on this network, wait for friends and bots, and play.

The table is seen by `tortuga tables` and `tortuga join` on the same network.
Where that does not work, send the invitation that is shown: whoever pastes it
reaches this very program or nobody. You have no power in the game: once
everybody has sat down, your program is one of several.

examples:
  tortuga host --seats 3
  tortuga host --seats 4 --bots expert,greedy --name "The Black Pearl"
  tortuga host --seats 2 --password

exit codes: 0 done, 1 it went wrong, or the input ended before there was a game.
"""

from __future__ import annotations

from getpass import GetPassWarning, getpass
from typing import TYPE_CHECKING, Final
from warnings import catch_warnings

from ..bots.registry import make
from ..errors import BadInput
from ..limits import PATIENCE_DEFAULT_S
from ..text import _
from .arguments import add_game, add_options, game_of, read_options, whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Awaitable, Callable

    from ..node.node import Node
    from ..node.one_game import Party

PORT_MAX: Final = 65_535
PATIENCE_MAX_S: Final = 30 * 24 * 3600


def add_arguments(parser: ArgumentParser) -> None:
    from .local_player import add_person

    add_game(parser)
    parser.add_argument(
        "--seats", metavar="N", help=_("how many play, bots included (default: the bots, you, and one)")
    )
    parser.add_argument("--bots", metavar="BOT,BOT,...", default="", help=_("bots of yours that take a seat"))
    add_options(parser)
    parser.add_argument("--name", metavar="NAME", help=_("what the table is called (default: after you)"))
    parser.add_argument("--port", metavar="N", help=_("the port to listen on (default: 1667 or any)"))
    parser.add_argument("--password", action="store_true", help=_("ask for a password that guests must know"))
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        default=str(PATIENCE_DEFAULT_S),
        help=_("how long to wait for somebody before the others may vote to end the game (default: %(default)s)"),
    )
    parser.add_argument(
        "--clock",
        metavar="SECONDS",
        default="0",
        help=_("for every decision; then a player's own program decides (default: no clock)"),
    )
    parser.add_argument(
        "--bank", metavar="SECONDS", default="0", help=_("with --clock: for all decisions of a game beyond that")
    )
    parser.add_argument("--hidden", action="store_true", help=_("do not announce the table on this network"))
    add_person(parser)


def run(args: Namespace) -> int:
    from .local_player import play

    return play(args, prepare(args))


def prepare(args: Namespace) -> Callable[[Party], Awaitable[Node]]:
    """Everything that can be wrong with the arguments is found here, before anything is opened."""
    from ..node.one_game import GamePlan
    from ..ui.tavern.quick_start import Hosting
    from .local_player import my_name

    game = game_of(args)
    bots = tuple(filter(None, args.bots.split(",")))
    default = max(game.seats[0], len(bots) + (1 if bots else 2))
    seats = default if args.seats is None else whole(args.seats, "--seats", game.seats[0], game.seats[-1])
    if seats not in game.seats:
        raise BadInput(
            _(
                "{title} is for {least} to {most} players, not {seats}.",
                title=game.title,
                least=game.seats[0],
                most=game.seats[-1],
                seats=seats,
            )
        )
    if len(bots) > seats - 1:
        raise BadInput(_("a table of {seats} has no room for you and {count} bots.", seats=seats, count=len(bots)))
    for bot in bots:
        make(game, seats, bot)
    options = read_options(game, seats, args)
    patience = whole(args.patience, "--patience", 1, PATIENCE_MAX_S)
    port = None if args.port is None else whole(args.port, "--port", 1, PORT_MAX)
    name = args.name or f"{my_name(args)}'s table"
    password = _ask_password() if args.password else ""
    plan = GamePlan(game, seats, options, name, password, patience, read_clock(args, patience))
    return Hosting(plan, bots, port=port, hidden=args.hidden)


def read_clock(args: Namespace, patience: int) -> tuple[int, int]:
    """Seconds for a decision, and for a game beyond that; no more than the others have patience for."""
    decision = whole(args.clock, "--clock", 0, PATIENCE_MAX_S)
    bank = whole(args.bank, "--bank", 0, PATIENCE_MAX_S)
    if bank and not decision:
        raise BadInput(_("--bank is what a decision may take beyond --clock: say that, too."))
    if decision + bank > patience:
        raise BadInput(
            _(
                "with this clock somebody may think for {seconds} seconds: a --patience of {patience} is less.",
                seconds=decision + bank,
                patience=patience,
            )
        )
    return decision, bank


def _ask_password() -> str:
    from ..node.lobby import clean_password

    try:
        with catch_warnings(action="ignore", category=GetPassWarning):  # a script sees well what it types
            password = clean_password(getpass("Password for your guests: "))
    except EOFError:  # Ctrl-D, or there is nothing to type on
        raise BadInput(_("no password was typed.")) from None
    if not password:
        # Whoever asked for a password must not get a table that is open to everybody.
        raise BadInput(_("an empty password keeps nobody out: type one, or leave out --password."))
    return password
