"""A program that lives in a host of the lab: opens or finds a table, links with its company, and tells what happens.

    python -m tests.net.dweller --who B --company ABCD [--table NAME | --meet HOST:PORT]

Prints one JSON object per line and leaves when its standard input is closed.
"""

from __future__ import annotations

import argparse
import json
import sys

import trio

from tortuga_p2p.crypto.identity import fingerprint
from tortuga_p2p.errors import PeerLost
from tortuga_p2p.net import FrameReceived, Mesh, PeerUp, open_mesh, parse_address
from tortuga_p2p.net.discovery import Appeared, Notice, open_discovery

from .people import NAMES, PEOPLE, words

TALK_PERIOD_S = 0.2


def tell(**what: object) -> None:
    print(json.dumps(what), flush=True)


async def listen(mesh: Mesh) -> None:
    async for event in mesh.events:
        who = NAMES[event.peer]
        if isinstance(event, FrameReceived):
            tell(heard=who)
        elif isinstance(event, PeerUp):
            tell(up=who)
        else:
            tell(down=who, why=event.why)


async def talk(mesh: Mesh) -> None:
    while True:
        mesh.broadcast(words("still here"))
        await trio.sleep(TALK_PERIOD_S)


async def find(mesh: Mesh) -> None:
    """Sits down at the first table found that answers and is who it says."""
    async with open_discovery() as discovery:
        tell(trouble=discovery.trouble)
        async for event in discovery.events:
            if isinstance(event, Appeared):
                tell(found=event.table.notice.name, at=[str(address) for address in event.table.addresses])
                for address in event.table.addresses:
                    try:
                        peer = await mesh.meet(address)
                    except PeerLost as lost:
                        tell(lost=str(lost))
                        continue
                    assert fingerprint(peer) == event.table.notice.fingerprint
                    return


async def main(args: argparse.Namespace) -> None:
    me = PEOPLE[args.who]
    async with open_mesh(me) as mesh, trio.open_nursery() as nursery:
        nursery.start_soon(listen, mesh)
        for who in args.company:
            if who != args.who:
                mesh.want(PEOPLE[who].public)
        nursery.start_soon(talk, mesh)
        if args.table:
            await keep_table(mesh, args.table, fingerprint(me.public))
        elif args.meet:
            await mesh.meet(parse_address(args.meet))
        else:
            await find(mesh)
        await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)
        nursery.cancel_scope.cancel()


async def keep_table(mesh: Mesh, name: str, words_of_key: str) -> None:
    async with open_discovery() as discovery:
        await discovery.announce(Notice(name, "tortuga", 3, words_of_key), mesh.addresses)
        tell(announced=discovery.trouble)
        await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--who", required=True)
    parser.add_argument("--company", required=True)
    parser.add_argument("--table")
    parser.add_argument("--meet")
    trio.run(main, parser.parse_args())
