"""Show the tables on this network, as they appear.

A table is announced as printers are (DNS-SD, service _tortuga._tcp). What is
shown is a hint: who is really there is proved when you join. The words behind
a table are the host's fingerprint; ask your friend for theirs. The second line
is what was agreed on: every option that is not the usual, and the patience.

examples:
  tortuga tables              live, until Ctrl-C
  tortuga tables --once       what is there now, then end
  tortuga tables --once --json
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..text import _
from .code import DONE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..net.discovery import FoundTable


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--once", action="store_true", help=_("look around for some seconds, then end"))
    parser.add_argument("--json", action="store_true", help=_("with --once: print them as a JSON list"))


def run(args: Namespace) -> int:
    import trio

    from ..node.announcing import look_around

    if not args.once:
        trio.run(_watch)
        return DONE
    tables = trio.run(look_around)
    if args.json:
        print(json.dumps([_plain(table) for table in tables], indent=2))
    else:
        print("\n".join(map(_line, tables)) or _("No table was found on this network."))
    return DONE


async def _watch() -> None:
    from ..net.discovery import Appeared, Changed, open_discovery

    print(_("Looking for tables on this network; Ctrl-C stops."), flush=True)
    async with open_discovery() as discovery:
        if discovery.trouble:
            print(discovery.trouble, flush=True)
        async for event in discovery.events:
            match event:
                case Appeared(table) | Changed(table):
                    print(_line(table), flush=True)
                case _:
                    print(_("gone: {name}", name=event.table.notice.name), flush=True)


def _line(table: FoundTable) -> str:
    from ..ui.lobby_words import told_of

    notice, at = table.notice, ", ".join(map(str, table.addresses[:2]))
    line = _(
        "{name}: {game}, {free} free, at {at}  ({words})",
        name=notice.name,
        game=notice.game,
        free=notice.seats_free,
        at=at,
        words=notice.fingerprint,
    )
    return f"{line}\n    {told_of(notice)}"


def _plain(table: FoundTable) -> dict[str, Any]:
    from ..net.discovery import OPTIONS_APART

    notice = table.notice
    return {
        "name": notice.name,
        "game": notice.game,
        "free": notice.seats_free,
        "fingerprint": notice.fingerprint,
        "options": [word for word in notice.options.split(OPTIONS_APART) if word],
        "patience_s": notice.patience_s,
        "addresses": [str(address) for address in table.addresses],
    }
