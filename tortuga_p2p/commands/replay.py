"""Look at a game again, step by step, forwards and backwards.

Everything is verified first, and only what was verified is shown; whatever is
wrong after that is reported. Leaf through it with the arrow keys, jump by
round, let it play, look from any seat: of what that seat knew then, the file
shows what was opened later. At every step `w` says in plain words why it came
out as it did, and `d` goes deeper: everybody's chain values, the hashes, the
secrets of dice.

Into a pipe, or with --text, the game is printed as readable text instead.

examples:
  tortuga replay game.tortuga
  tortuga replay game.tortuga --from-round 3 --seat 1
  tortuga replay game.tortuga --text | less
  tortuga replay game.tortuga --text --why > proof.txt

keys: right and left step, down and up go by round, 3 r jumps to round 3,
space plays and pauses, + and - change the speed, tab changes the seat,
w says why, d to the last hash, ? helps, q leaves.

exit codes: as those of `tortuga verify`.
"""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from ..rules.telling import picture
from ..text import _
from ..ui.harmless import clean
from ..verify.replay import read_replay
from ..verify.report import lines
from ..verify.verifier import EXIT_CODES
from .arguments import whole
from .many_files import needed_transcript
from .terminal import Progress, paint, wants_colour, width_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..verify.replay import Replay

ROUNDS_MAX: Final = 10_000


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=_("a transcript (.tortuga)"))
    parser.add_argument("--text", action="store_true", help=_("print the game as text, even on a terminal"))
    parser.add_argument("--why", action="store_true", help=_("with --text: how every draw and every die came about"))
    parser.add_argument("--seat", metavar="N", help=_("through whose eyes, from 0 (default: a spectator's)"))
    parser.add_argument("--from-round", metavar="N", default="1", help=_("where to begin (default: %(default)s)"))
    parser.add_argument("--ascii", action="store_true", help=_("no character beyond ASCII"))


def read_game(file: str) -> Replay:
    """All states of the game in a transcript; raises BadInput with a sentence where there is none to read."""
    raw = needed_transcript(file)
    with Progress(sys.stderr, None, _("steps")) as progress:  # long games take a while
        return read_replay(raw, seen=progress.show)


def run(args: Namespace) -> int:
    replay = read_game(args.file)
    if not replay.frames:
        print("\n".join(lines(args.file, replay.finding)), file=sys.stderr)
        return EXIT_CODES[replay.finding.outcome]
    seat = None if args.seat is None else whole(args.seat, "--seat", 0, len(replay.names) - 1)
    first = replay.rounds[min(len(replay.rounds), whole(args.from_round, "--from-round", 1, ROUNDS_MAX)) - 1]
    if args.text or args.why or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _print(replay, seat, first, why=args.why)
        print("\n".join(lines(args.file, replay.finding)))
        return EXIT_CODES[replay.finding.outcome]
    return _show(replay, seat, first, args) or EXIT_CODES[replay.finding.outcome]


def _show(replay: Replay, seat: int | None, first: int, args: Namespace) -> int:
    from ..ui.app import show_on_screen
    from ..ui.replay.model import ReplayModel
    from ..ui.replay.screen import LeafScreen

    return show_on_screen(
        lambda app: LeafScreen(ReplayModel(replay, seat=seat, at=first, rich=app.rich), app), ascii_only=args.ascii
    )


def _print(replay: Replay, seat: int | None, first: int, *, why: bool) -> None:
    """Sentence by sentence, with the board where a round begins."""
    assert replay.agreement is not None
    game, width, coloured = replay.agreement.game, width_of(sys.stdout), wants_colour(sys.stdout)
    print(clean(f"{game.title}: {', '.join(replay.names)}."))
    for number in range(first, len(replay.frames)):
        if why:
            for text in replay.plainly(number, seat):
                print("\n".join(wrap(clean(text), width, initial_indent="  : ", subsequent_indent="  : ")))
            print("\n".join(f"    | {clean(line)}" for line in replay.why(number)))
        for sentence in replay.told(number, seat):
            print("\n".join(wrap(clean(sentence), width, subsequent_indent="  ", break_on_hyphens=False)))
        if number in replay.rounds or number == len(replay.frames) - 1:
            board = picture(game, replay.view(number, seat), replay.called(number), width)
            print(f"\n{paint(board, coloured).rstrip()}\n")
    if not replay.is_whole:
        print(_("What follows in the file is NOT VERIFIED and not shown."))
