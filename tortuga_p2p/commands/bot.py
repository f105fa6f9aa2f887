"""Let a bot join a table as a peer of its own.

The bot is a real peer: it has a key of its own, checks every message, keeps a
journal and a transcript, and sees only what its seat may see. It ends with
exit code 0 after its games. After a crash the same command with --resume goes
on with the game it was in.

examples:
  tortuga bot --level expert --join 192.168.1.7:1667
  tortuga bot --level greedy --join 'INVITATION' --games 5
  tortuga bot --level expert --open 3          open a table for three instead
  tortuga bot --level expert --resume
"""

from __future__ import annotations

import logging
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import BadInput, PeerLost
from ..limits import PATIENCE_DEFAULT_S
from ..text import _
from .arguments import SEED_MAX, add_game, add_options, game_of, make_folder, read_options, whole
from .code import DONE, FAILED
from .host import PATIENCE_MAX_S

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    import trio

    from ..crypto.identity import Identity
    from ..node.headless import Play
    from ..node.home import Home
    from ..node.node import Node
    from ..node.one_game import Announce, Party
    from ..node.target import Target

GAMES_MAX: Final = 1_000_000
PORT_MAX: Final = 65_535


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--level", metavar="BOT", help=_("which bot plays (default: the strongest of the game's own)"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--join", metavar="TABLE", help=_("an address, an invitation or the name of a table on this network")
    )
    where.add_argument("--open", metavar="SEATS", help=_("open a table with this many seats, and play at it"))
    where.add_argument("--resume", action="store_true", help=_("resume the game that this bot was playing"))
    parser.add_argument("--which", metavar="NAME", help=_("with --resume: the name of the game (default: the latest)"))
    parser.add_argument("--expect", metavar="KEY", help=_("the host's key in hexadecimal: anybody else is refused"))
    add_game(parser)
    add_options(parser, "with --open: ")
    parser.add_argument("--port", metavar="N", help=_("with --open: the port to listen on (default: any)"))
    parser.add_argument(
        "--announce", metavar="NAME", help=_("with --open: show the table on this network by this name")
    )
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        default=str(PATIENCE_DEFAULT_S),
        help=_("with --open: how long to wait for anybody (default: %(default)s)"),
    )
    parser.add_argument("--listen", metavar="HOST", help=_("the address of this machine to listen on (default: all)"))
    parser.add_argument("--games", metavar="N", default="1", help=_("how many games to play (default: %(default)s)"))
    parser.add_argument(
        "--name", metavar="NAME", help=_("what the bot is called at the table (default: its level, or bot)")
    )
    parser.add_argument("--key", metavar="NAME", help=_("which of your keys it uses (default: bot-LEVEL, or bot)"))
    parser.add_argument("--operator", metavar="KEY", help=_("who runs it, as a key in hexadecimal (default: itself)"))
    parser.add_argument("--seed", metavar="N", help=_("repeatable choices and secrets: for tests; with bots only"))
    parser.add_argument("--out", metavar="DIR", help=_("where transcripts and journals go (default: your data folder)"))
    parser.add_argument(
        "--log", metavar="FILE", help=_("tell the game move by move (default: only problems, in your data folder)")
    )
    parser.add_argument(
        "--leash", action="store_true", help=_("end when standard input ends: for programs that bring bots along")
    )
    parser.add_argument(
        "--password-from", metavar="VARIABLE", help=_("the environment variable that holds the password")
    )


def run(args: Namespace) -> int:
    import trio

    games = whole(args.games, "--games", 1, GAMES_MAX)
    play = _way(args)
    make = _Maker(args)
    from ..node.headless import play_many, report_lines
    from ..node.one_game import plain_errors

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    async def main() -> None:
        async with plain_errors(), trio.open_nursery() as nursery:
            if args.leash:
                nursery.start_soon(_follow_leash, nursery.cancel_scope)
            await play_many(make, play, report_lines(write), games, tells=args.log is not None)
            nursery.cancel_scope.cancel()

    try:
        trio.run(main)
    except PeerLost as lost:
        print(_("tortuga bot: {lost}", lost=lost), file=sys.stderr)
        return FAILED
    return DONE


async def _follow_leash(life: trio.CancelScope) -> None:
    """Whoever brought us may be killed and say nothing; then we leave too, and our journal waits for them."""
    import trio

    # Not through `sys.stdin`: a thread that waits inside it would hold its lock when the program ends.
    await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 1, abandon_on_cancel=True)
    life.cancel()


def _way(args: Namespace) -> Play:
    """How the bot gets to its game; everything that can be wrong with it is found before anything is opened."""
    from ..node.target import read_target

    if args.which is not None and not args.resume:
        raise BadInput(_("--which names a game to go on with: say --resume too."))
    if args.open is not None:
        game = game_of(args)
        seats = whole(args.open, "--open", game.seats[0], game.seats[-1])
        options = read_options(game, seats, args)
        port = 0 if args.port is None else whole(args.port, "--port", 1, PORT_MAX)
        patience_s = whole(args.patience, "--patience", 1, PATIENCE_MAX_S)
        plan = {"game": game, "seats": seats, "options": options, "patience_s": patience_s}
        return partial(_open, plan=plan, port=port, shown_as=args.announce)
    if args.resume:
        return partial(_resume, name=args.which)
    if args.join is None:
        raise BadInput(_("say where to play: --join TABLE, --open SEATS or --resume."))
    expected = None if args.expect is None else _key(args.expect, "--expect")
    return partial(_join, target=read_target(args.join), host=expected)


async def _open(party: Party, *, plan: dict[str, Any], port: int, shown_as: str | None) -> Node:
    from ..node.one_game import GamePlan, unannounced

    announce: Announce = unannounced
    if shown_as is not None:
        from ..node.announcing import announced as announce
    return await party.host(GamePlan(name=shown_as or f"{party.name}'s table", **plan), port, announce)


async def _join(party: Party, *, target: Target, host: bytes | None) -> Node:
    from ..node.target import find

    addresses, invited_by = await find(target)
    return await party.join(addresses, host or invited_by)


async def _resume(party: Party, *, name: str | None) -> Node:
    from ..node.home import latest_last
    from ..node.journal import SUFFIX

    journals = [journal for journal in latest_last(party.folder, SUFFIX) if name in (None, journal.stem)]
    if not journals:
        raise BadInput(
            _(
                "there is no unfinished game {value}in {folder}.",
                value=f"called {name!r} " if name else "",
                folder=party.folder,
            )
        )
    return await party.resume(journals[-1])


class _Maker:
    """Makes the party of each game: the same key and name, fresh secrets."""

    def __init__(self, args: Namespace) -> None:
        from ..net.address import read_own_host
        from ..node.home import default_home

        home = default_home()
        self.level = args.level
        self.seed = None if args.seed is None else whole(args.seed, "--seed", 0, SEED_MAX)
        self.password = os.environ.get(args.password_from, "") if args.password_from else ""
        _check_level(args)
        called = "bot" if self.level is None else self.level
        self.name = args.name or called
        self.operator = b"" if args.operator is None else _key(args.operator, "--operator")
        key = args.key or ("bot" if self.level is None else f"bot-{called.partition(':')[0]}")
        if Path(key).name != key or key == "..":
            raise BadInput(_("--key takes a name, not the path {key!r}.", key=key))
        # A folder for each key: at one table, the files of all have the same name.
        self.folder = make_folder(Path(args.out) if args.out else home.games / key)
        self.listen = read_own_host(args.listen)
        self.identity = self._identity(home, key)
        log = Path(args.log) if args.log else home.logs / f"{args.key or 'bot'}.log"
        try:
            logging.basicConfig(filename=log, level=logging.INFO, format="%(asctime)s %(message)s")
        except OSError as fault:
            raise BadInput(
                _("the log {log} cannot be written: {strerror}.", log=log, strerror=fault.strerror)
            ) from None

    def _identity(self, home: Home, key: str) -> Identity:
        """With a seed everything repeats, the key too."""
        from ..crypto.identity import Identity
        from ..node.one_game import seeded

        if self.seed is None:
            return home.identity(key)
        return Identity.from_seed(seeded(self.seed, self.name)("identity"))

    def __call__(self, number: int) -> Party:
        from ..node.one_game import Party, fresh, seeded
        from ..node.player import LateBot

        entropy = fresh if self.seed is None else seeded(self.seed, f"{self.name}/{number}")
        player = LateBot(self.level, self.seed, f"{self.name}/{number}", self.password)
        return Party(
            self.identity,
            self.name,
            player,
            self.folder,
            bot=True,
            operator=self.operator,
            entropy=entropy,
            listen=self.listen,
            is_guessable=self.seed is not None,
        )


def _check_level(args: Namespace) -> None:
    """Whether there is such a bot. What somebody else's table plays we only see there; some game must have it."""
    from ..bots.registry import make
    from ..games import offered

    if args.level is None:
        return
    games = [game_of(args)] if args.open is not None or args.game is not None else offered()
    mistakes = []
    for game in games:
        try:
            make(game, game.seats[0], args.level)
        except BadInput as mistake:
            mistakes.append(mistake)
    if len(mistakes) == len(games):
        raise mistakes[0]


def _key(text: str, name: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise BadInput(_("{name} takes a key of 64 hexadecimal digits.", name=name))
    return key
