"""What the commands of people share: who you are, and how you play: on a screen or line by line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import trio

from ..errors import BadInput, PeerLost
from ..limits import STAY_S
from ..node.home import default_home
from ..node.party import Party
from .code import FAILED

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Awaitable, Callable

    from ..node.node import Node


def add_person(parser: ArgumentParser) -> None:
    """Arguments of whoever sits at a table himself."""
    parser.add_argument("--me", metavar="NAME", help="what you are called (default: from your settings)")
    parser.add_argument("--plain", action="store_true", help="line by line, without a full screen")
    parser.add_argument("--ascii", action="store_true", help="no character beyond ASCII on the screen")
    parser.add_argument("--listen", metavar="HOST", help="the address to listen on (default: all; play: 127.0.0.1)")
    parser.add_argument("--out", metavar="DIR", help="where the transcript goes (default: your data folder)")


def needs_terminal() -> None:
    """Raises `BadInput` where there is no screen to fill."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise BadInput("this needs a terminal; `tortuga play --plain` goes line by line.")


def my_name(args: Namespace) -> str:
    """From the command line, the settings, or the name of this machine's user."""
    if args.me:
        return str(args.me)
    from ..ui.settings import load_settings

    chosen = load_settings().name or os.environ.get("USER") or os.environ.get("USERNAME") or ""
    if not chosen:
        raise BadInput("say what you are called: --me NAME.")
    return str(chosen)


def make_party(args: Namespace, player: Any, stay_s: float | None = None) -> Party:
    home = default_home()
    folder = Path(args.out) if args.out else home.games
    folder.mkdir(parents=True, exist_ok=True)
    pause_s = FORCED_PAUSE_S if sys.stdin.isatty() else 0.0  # a script's choices come at once, and so shall forced ones
    name = my_name(args)
    return Party(home.identity(), name, player, folder, listen=args.listen, forced_pause_s=pause_s, stay_s=stay_s)


FORCED_PAUSE_S = 1.5  # a person's choice takes longer than a program's: a seal that comes at once would say too much


def play(args: Namespace, start: Callable[[Party], Awaitable[Node]]) -> int:
    """Plays one game on the screen or line by line. Trouble on the network ends with one line and code 1."""
    wants_screen = not args.plain and sys.stdin.isatty() and sys.stdout.isatty()
    try:
        if wants_screen:
            from ..ui.app import play_on_screen

            return play_on_screen(lambda player: make_party(args, player), start, ascii_only=args.ascii)
        from ..ui.plain import play_plain

        # On a screen the result is looked at meanwhile; here somebody waits for the prompt.
        return trio.run(play_plain, lambda player: make_party(args, player, STAY_S), start)
    except PeerLost as lost:
        print(f"tortuga: {lost}", file=sys.stderr)
        return FAILED
