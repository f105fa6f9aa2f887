"""What the commands of people share: who you are, and how you play: on a screen or line by line."""

from __future__ import annotations

import os
import sys
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import trio

from ..errors import BadInput, PeerLost
from ..limits import FORCED_PAUSE_S, STAY_S
from ..net.address import read_own_host
from ..node.home import default_home
from ..node.names import KnownKeys, clean_name
from ..node.one_game import Party
from ..text import _
from .arguments import make_folder
from .code import FAILED

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Awaitable, Callable

    from ..crypto.identity import Identity
    from ..node.node import Node


def add_person(parser: ArgumentParser) -> None:
    """Arguments of whoever sits at a table themselves."""
    parser.add_argument("--me", metavar="NAME", help=_("what you are called (default: from your settings)"))
    parser.add_argument("--plain", action="store_true", help=_("line by line, without a full screen"))
    parser.add_argument("--ascii", action="store_true", help=_("no character beyond ASCII on the screen"))
    parser.add_argument("--listen", metavar="HOST", help=_("the address to listen on (default: all; play: 127.0.0.1)"))
    parser.add_argument("--out", metavar="DIR", help=_("where the transcript goes (default: your data folder)"))


def has_screen() -> bool:
    """Whether there is a screen to fill; a dumb terminal only has lines."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def needs_terminal() -> None:
    """Raises `BadInput` where there is no screen to fill."""
    if not has_screen():
        raise BadInput(_("this needs a terminal; `tortuga play --plain` goes line by line."))


def my_name(args: Namespace) -> str:
    """From the command line or the settings; else whoever sits there is asked, once and for all.

    Where nobody can be asked, the name of this machine's user has to do.
    """
    from ..ui.settings import load_settings

    name = args.me or load_settings().name
    if not name and sys.stdin.isatty() and sys.stdout.isatty():
        name = _ask_name()
    found = clean_name(name or _user_name())
    args.me = found  # asked once, however often it is needed
    return found


def _ask_name() -> str:
    """What somebody wants to be called; kept in the settings. An empty line takes the name of this machine's user."""
    from ..ui.settings import load_settings, save_settings, set_by_hand

    usual = _user_name()
    while True:
        try:
            typed = input(_("What should the others call you? (Enter for {name}) ", name=usual)).strip() or usual
        except EOFError:
            raise BadInput(_("say what you are called: --me NAME.")) from None
        try:
            settings = set_by_hand(load_settings(), "name", typed)
        except BadInput as mistake:
            print(mistake)
            continue
        save_settings(settings)
        return settings.name


def _user_name() -> str:
    try:
        return getuser()
    except (ImportError, KeyError, OSError):  # a number without a name, as in many containers
        raise BadInput(_("say what you are called: --me NAME.")) from None


class LocalPlayer(NamedTuple):
    """Who sits down, and where their files go: found, or complained about, before anything is opened."""

    identity: Identity
    name: str
    folder: Path
    listen: str | None

    def party(self, player: Any, stay_s: float | None = None) -> Party:
        # A script's choices come at once, and so shall forced ones.
        pause_s = FORCED_PAUSE_S if sys.stdin.isatty() else 0.0
        return Party(
            self.identity,
            self.name,
            player,
            self.folder,
            listen=self.listen,
            known=KnownKeys(default_home().known_keys),
            forced_pause_s=pause_s,
            stay_s=stay_s,
        )


def somebody(args: Namespace) -> LocalPlayer:
    home = default_home()
    folder = make_folder(Path(args.out) if args.out else home.games)
    return LocalPlayer(home.identity(), my_name(args), folder, read_own_host(args.listen))


def play(args: Namespace, start: Callable[[Party], Awaitable[Node]]) -> int:
    """Plays one game on the screen or line by line. Trouble on the network ends with one line and code 1."""
    from ..ui.settings import remember_game, remember_win
    from ..ui.tavern.quick_start import remembering

    me = somebody(args)
    start = remembering(start, remember_game, remember_win)
    try:
        if has_screen() and not args.plain:
            from ..ui.app import play_on_screen

            return play_on_screen(me.party, start, ascii_only=args.ascii)
        from ..ui.plain.game import play_plain

        # On a screen the result is looked at meanwhile; here somebody waits for the prompt.
        return trio.run(play_plain, lambda player: me.party(player, STAY_S), start)
    except PeerLost as lost:
        print(_("tortuga: {lost}", lost=lost), file=sys.stderr)
        return FAILED
