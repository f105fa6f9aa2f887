"""Watch a complete game of bots, move by move, to the final scoring.

What happens is told sentence by sentence; the board is drawn when a round
begins. On a terminal the tale takes its time, in a pipe it does not. The last
line says how to watch the same game again.

examples:
  tortuga watch                               a new game every time
  tortuga watch --seats greedy,random --seed 7 --long
  tortuga watch --step                        Enter goes on, q leaves
  tortuga watch --seed 7 --number 41          game 41 of such an arena
  tortuga watch --option dice=@my-dice.json > game.txt
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
from .arena import GAMES_MAX
from .code import DONE
from .entry import add_match, read_match, whole
from .terminal import paint, wants_colour, width_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..bots.match import Match
    from ..rules.table import LocalTable

PAUSE_S: Final = {"slow": 1.2, "normal": 0.3, "fast": 0.08, "full": 0.0}  # after each thing told


def add_arguments(parser: ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("--number", metavar="N", default="0", help="which game of this seed (default: %(default)s)")
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--speed", choices=PAUSE_S, help="how fast it is told (default: normal on a terminal, full in a pipe)"
    )
    pace.add_argument("--step", action="store_true", help="wait for Enter after each thing told")
    parser.add_argument("--plain", action="store_true", help="no colours, as with NO_COLOR in the environment")


def run(args: Namespace) -> int:
    number = whole(args.number, "--number", 0, GAMES_MAX - 1)
    wait = _pace(args)
    match = read_match(args)
    table, players = match.sit_down(number, match.bots())
    show = _Printer(table, [player.name for player in players], coloured=wants_colour(sys.stdout) and not args.plain)
    show.line(f"{match.game.title}, seed {match.seed}: {', '.join(show.names)}.")
    drawn = None  # the round whose board was drawn
    for step in steps(table, players):
        told = match.game.tell(*step, show.names)
        for sentence in told:
            show.line(sentence)
        # The first board is drawn when the table is set up: what is asked then concerns the players.
        if getattr(table.state, "round", 0) != drawn and not isinstance(table.ask, Mix | Chance):
            drawn = getattr(table.state, "round", 0)
            show.board()
        if told and not wait():
            return DONE
    show.board()
    print(f"Watch it again: {_repeat(match, number, args)}")  # in one line, to be copied
    return DONE


class _Printer:
    """Sentences and boards on standard output, at its width."""

    def __init__(self, table: LocalTable[Any], names: Sequence[str], *, coloured: bool) -> None:
        self._table = table
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
        fragments = self._table.game.render(self._table.view(None), self.names, self._width)
        print(f"\n{paint(fragments, self._coloured).rstrip()}\n", flush=True)


def _pace(args: Namespace) -> Callable[[], bool]:
    """What to do after each thing told; it says whether to go on."""
    if args.step:
        if not sys.stdin.isatty():
            raise BadInput("--step waits for the Enter key, and there is no keyboard here.")
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
    words += ["--long"] if args.long else []
    for text in args.option:
        words += ["--option", text]
    return " ".join(quote(str(word)) for word in words)
