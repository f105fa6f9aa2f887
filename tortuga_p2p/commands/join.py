"""Sit down at somebody's table.

Without an argument the tables on this network are looked for, and the only
one with a free seat is taken. An invitation is the safest: whoever stands
between you and the host is refused. An address always works.

examples:
  tortuga join
  tortuga join "The Black Pearl"
  tortuga join 192.168.1.7:1667
  tortuga join 4Xk...        an invitation, as the host's screen shows it

exit codes: 0 done, 1 it went wrong, or the input ended before there was a game.
"""

from __future__ import annotations

from functools import partial
from getpass import getpass
from typing import TYPE_CHECKING

from ..text import _

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..node.node import Node
    from ..node.node_message import Lobby
    from ..node.one_game import Party
    from ..node.target import Target


def add_arguments(parser: ArgumentParser) -> None:
    from .local_player import add_person

    parser.add_argument("table", metavar="TABLE", nargs="*", help=_("a table's name, an invitation, or HOST:PORT"))
    add_person(parser)


def run(args: Namespace) -> int:
    from ..node.target import read_target
    from .local_player import play

    return play(args, partial(_start, target=read_target(" ".join(args.table))))


async def _start(party: Party, *, target: Target) -> Node:
    from ..node.target import find

    addresses, host = await find(target)
    return await party.join(addresses, host, _ask_password)


def _ask_password(lobby: Lobby) -> str:
    return getpass(f"Password of {lobby.name}: ")
