"""Watch a complete game of bots, move by move, to the final scoring.

On a terminal it fills the screen: the board, what happens, and remarks on it,
at a pace that you can follow. Space pauses, the arrow keys step, + and -
change the speed, ? shows all keys. In a pipe, or with --plain, --export or
--speed full, the game is told line by line, and the board is drawn when a
round begins. The last line says how to watch the same game again.

examples:
  tortuga watch                               a new game every time
  tortuga watch --seats greedy,random --seed 7
  tortuga watch --step                        begins paused
  tortuga watch --plain --step                Enter goes on, q leaves
  tortuga watch --seed 7 --number 41          game 41 of such an arena
  tortuga watch --plain > game.txt
  tortuga watch --export game.jsonl --everything
"""

from __future__ import annotations

import re
import sys
from shlex import quote
from textwrap import wrap
from time import sleep
from typing import TYPE_CHECKING, Final

from ..bots.playing import steps
from ..errors import BadInput
from ..rules.ask import Chance, Mix
from ..rules.telling import picture
from ..rules.telling import told as words_for
from ..rules.words import Reader
from ..text import _
from .arena import GAMES_MAX
from .arguments import add_export, add_match, open_export, read_match, spelled_options, whole
from .code import DONE
from .local_player import has_screen
from .terminal import paint, wants_colour, width_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ..bots.match import Match
    from ..bots.playing import BotStep
    from ..rules.local_table import LocalTable
    from ..ui.app import App
    from ..ui.watch.screen import WatchScreen

PAUSE_S: Final = {"slow": 1.2, "normal": 0.3, "fast": 0.08, "full": 0.0}  # after each thing told, line by line
FASTER: Final = {None: 0, "slow": -1, "normal": 0, "fast": 2}  # on the screen: places in its list of speeds


def add_arguments(parser: ArgumentParser) -> None:
    add_match(parser)
    add_export(parser)
    parser.add_argument("--number", metavar="N", default="0", help=_("which game of this seed (default: %(default)s)"))
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--speed", choices=PAUSE_S, help=_("how fast it is told (default: normal on a terminal, full in a pipe)")
    )
    pace.add_argument("--step", action="store_true", help=_("wait for a key after each thing told"))
    parser.add_argument("--plain", action="store_true", help=_("line by line and without colours"))
    parser.add_argument("--ascii", action="store_true", help=_("no character beyond ASCII on the screen"))


def run(args: Namespace) -> int:
    number = whole(args.number, "--number", 0, GAMES_MAX - 1)
    if has_screen() and not args.plain and args.export is None and not args.everything and args.speed != "full":
        return _show(read_match(args), number, args)
    wait = _pace(args)
    match = read_match(args)
    table, players = match.sit_down(number, match.bots())
    show = _Printer(table, [player.name for player in players], coloured=wants_colour(sys.stdout) and not args.plain)
    show.line(f"{match.game.title}, seed {match.seed}: {', '.join(show.names)}.")
    with open_export(args) as export:
        going = steps(table, players)
        whole_game = _tell(show, going if export is None else export.follow(match, number, table, players, going), wait)
    if whole_game:
        show.board()
        print(_("Watch it again: {repeat}", repeat=_repeat(match, number, args)))  # in one line, to be copied
    return DONE


def _show(match: Match, number: int, args: Namespace) -> int:
    """On the screen; afterwards a line says how to see the last of the games again."""
    from ..ui.app import show_on_screen
    from ..ui.watch.screen import WatchScreen

    shown: list[WatchScreen] = []

    def make(app: App) -> WatchScreen:
        shown.append(WatchScreen(match, number, app, speed=FASTER[args.speed], paused=args.step))
        return shown[0]

    code = show_on_screen(make, ascii_only=args.ascii)
    model = shown[0].model
    if model.trouble:
        raise BadInput(model.trouble)
    print(_("Watch it again: {repeat}", repeat=_repeat(match, model.bots.number, args)))
    print(_("Play yourself: tortuga learn teaches it while you play, tortuga has everything else."))
    return code


def _tell(show: _Printer, going: Iterator[BotStep[Any]], wait: Callable[[], bool]) -> bool:
    """The whole game, or as far as somebody wants to hear it."""
    game, table, drawn = show.table.game, show.table, None  # the round whose board was drawn
    for step in going:
        told = words_for(game, *step, Reader(None, {}, show.names))
        for sentence in told:
            show.line(sentence)
        # The first board is drawn when the table is set up: what is asked then concerns the players.
        now = game.round_of(table.state)
        if now != drawn and not isinstance(table.ask, Mix | Chance):
            drawn = now
            show.board()
        if told and not wait():
            return False
    return True


class _Printer:
    """Sentences and boards on standard output, at its width."""

    def __init__(self, table: LocalTable[Any], names: Sequence[str], *, coloured: bool) -> None:
        self.table = table
        self.names = names
        self._coloured = coloured
        self._width = width_of(sys.stdout)
        self._name = re.compile(f"({'|'.join(map(re.escape, names))})")

    def line(self, sentence: str) -> None:
        for text in wrap(sentence, self._width, subsequent_indent="  ", break_on_hyphens=False):
            parts = self._name.split(text)  # every second one is a name
            print(paint([("player" * (at % 2), part) for at, part in enumerate(parts)], self._coloured))
        sys.stdout.flush()

    def board(self) -> None:
        """The table as a spectator sees it: hidden things stay hidden."""
        fragments = picture(self.table.game, self.table.view(None), self.names, self._width)
        print(f"\n{paint(fragments, self._coloured).rstrip()}\n", flush=True)


def _pace(args: Namespace) -> Callable[[], bool]:
    """What to do after each thing told; it says whether to go on."""
    if args.step:
        if not sys.stdin.isatty():
            raise BadInput(_("--step waits for the Enter key, and there is no keyboard here."))
        return _enter
    pause_s = PAUSE_S[args.speed or ("normal" if sys.stdout.isatty() else "full")]

    def pause() -> bool:
        sleep(pause_s)
        return True

    return pause


def _enter() -> bool:
    print("  [Enter] ", end="", file=sys.stderr, flush=True)  # not part of the tale, should that go to a file
    return sys.stdin.readline().strip(" \r") == "\n"  # neither q nor Ctrl-D


def _repeat(match: Match, number: int, args: Namespace) -> str:
    words = ["tortuga", "watch", "--game", match.game.name, "--seats", ",".join(match.entrants), "--seed", match.seed]
    words += ["--number", number] if number else []
    words += spelled_options(args)
    return " ".join(quote(str(word)) for word in words)
