"""The tavern: play now, tables on this network, host, join, look back.

What `tortuga` alone opens on a terminal. Every entry is a command of its own,
too; the menu names it.

examples:
  tortuga tavern
  tortuga tavern --ascii
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..text import _
from .local_player import needs_terminal

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--ascii", action="store_true", help=_("no character beyond ASCII"))


def run(args: Namespace) -> int:
    needs_terminal()
    from ..ui.app import open_tavern

    return open_tavern(ascii_only=args.ascii)
