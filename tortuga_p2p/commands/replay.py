"""Look at a game again, step by step, forwards and backwards.

Everything is verified first, and only what was verified is shown; what is
wrong behind it is said. Leaf through it with the arrow keys, jump by round,
let it play, look from any seat. At every step `w` shows why the dice fell so:
everybody's chain values, the hashes, the secrets of the dice opened. Hidden
things stay hidden: a transcript has no secrets.

Into a pipe, or with --text, the game is printed as readable text instead.

examples:
  tortuga replay game.tortuga
  tortuga replay game.tortuga --from-round 3 --seat 1
  tortuga replay game.tortuga --text | less
  tortuga replay game.tortuga --text --why > proof.txt

keys: right and left step, down and up go by round, 3 r jumps to round 3,
space plays and pauses, + and - change the speed, tab changes the seat,
w shows why, ? helps, q leaves.

exit codes: as those of `tortuga verify`.
"""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from ..errors import BadInput
from ..rules.game import View
from ..ui.text import clean
from ..verify.album import read_album
from ..verify.report import lines
from ..verify.verifier import EXIT_CODES
from .entry import whole
from .terminal import paint, wants_colour, width_of
from .verify import read_transcript_file

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..verify.album import Album

ROUNDS_MAX: Final = 10_000


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript (.tortuga)")
    parser.add_argument("--text", action="store_true", help="print the game as text, also on a terminal")
    parser.add_argument("--why", action="store_true", help="with --text: how every draw and every die came about")
    parser.add_argument("--seat", metavar="N", help="through whose eyes, from 0 (default: a spectator's)")
    parser.add_argument("--from-round", metavar="N", default="1", help="where to begin (default: %(default)s)")
    parser.add_argument("--ascii", action="store_true", help="no character beyond ASCII")


def run(args: Namespace) -> int:
    try:
        album = read_album(read_transcript_file(args.file))
    except OSError as trouble:
        raise BadInput(f"cannot read {args.file!r}: {trouble.strerror or trouble}.") from None
    except ValueError as trouble:
        raise BadInput(f"{args.file!r}: {trouble}") from None
    if not album.leaves:
        print("\n".join(lines(args.file, album.finding)), file=sys.stderr)
        return EXIT_CODES[album.finding.outcome]
    seat = None if args.seat is None else whole(args.seat, "--seat", 0, len(album.names) - 1)
    first = album.rounds[min(len(album.rounds), whole(args.from_round, "--from-round", 1, ROUNDS_MAX)) - 1]
    if args.text or args.why or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _print(album, seat, first, why=args.why)
        print("\n".join(lines(args.file, album.finding)))
        return EXIT_CODES[album.finding.outcome]
    return _show(album, seat, first, args) or EXIT_CODES[album.finding.outcome]


def _show(album: Album, seat: int | None, first: int, args: Namespace) -> int:
    from ..ui.app import show_on_screen
    from ..ui.projector import Projector
    from ..ui.reel import Reel

    return show_on_screen(
        lambda app: Projector(Reel(album, seat=seat, at=first, rich=app.rich), app), ascii_only=args.ascii
    )


def _print(album: Album, seat: int | None, first: int, *, why: bool) -> None:
    """Sentence by sentence, with the board where a round begins."""
    assert album.agreement is not None
    game, width, coloured = album.agreement.game, width_of(sys.stdout), wants_colour(sys.stdout)
    print(clean(f"{game.title}: {', '.join(album.names)}."))
    for number in range(first, len(album.leaves)):
        leaf = album.leaves[number]
        if why:
            print("\n".join(f"    | {clean(line)}" for line in album.why(number)))
        for sentence in leaf.told:
            print("\n".join(wrap(clean(sentence), width, subsequent_indent="  ", break_on_hyphens=False)))
        if number in album.rounds or number == len(album.leaves) - 1:
            board = game.render(View(leaf.state, seat, {}), album.names, width)
            print(f"\n{paint(board, coloured).rstrip()}\n")
    if not album.is_whole:
        print("What follows in the file is NOT VERIFIED and not shown.")
