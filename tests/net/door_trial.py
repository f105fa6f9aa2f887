"""Strangers at a host's door, for a while: how often a guest gets in meanwhile.

    python -m tests.net.door_trial                 all of it, two minutes
    python -m tests.net.door_trial --seconds 10    shorter

`crowd`: idle connections from three addresses, opened anew as soon as they are dropped. `strangers`: thirty-six links
of people who never knock. `neighbour`: one neighbour of an IPv6 network with idle connections and wrong passwords, in
a network namespace of its own. Nothing leaves this machine. Ends with 1 if a guest was kept out. The tests look at the
same in little; this counts, as the attack on the whole system did.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import trio

from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import TortugaError
from tortuga_p2p.games import load, names
from tortuga_p2p.limits import PASSWORD_TRIES_BURST
from tortuga_p2p.net.address import Address
from tortuga_p2p.net.connection import Connection
from tortuga_p2p.net.mesh import open_mesh
from tortuga_p2p.node.lobby import GuestLobby, HostLobby, TurnedDown
from tortuga_p2p.session.agreement import make_terms
from tortuga_p2p.session.message import Person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tortuga_p2p.net.mesh import Mesh

HOST, GUEST = (Identity.from_seed(letter * 32) for letter in (b"h", b"g"))
SOCKETS: Final = 12  # idle ones of each address, as many as it may have
CROWD: Final = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
LINKS: Final = 36
PATIENCE_S: Final = 9  # a person at a guest's screen has longer
NETWORK: Final = ("fd00::1", "fd00::2", "fd00::3")  # host, guest, neighbour


async def hold(source: str, address: Address) -> None:
    """Keeps one idle connection open, and opens it anew as soon as it is dropped."""
    while True:
        with suppress(OSError, trio.BrokenResourceError):
            async with await trio.open_tcp_stream(*address, local_address=source) as stream:
                await stream.receive_some(1)
        await trio.sleep(0.3)


async def connect(source: str, address: Address) -> Connection:
    return Connection(await trio.open_tcp_stream(*address, local_address=source))


@asynccontextmanager
async def table(host: str, password: str) -> AsyncIterator[Address]:
    """A table that waits for guests."""
    async with open_mesh(HOST, host=host, port=0) as mesh, trio.open_nursery() as nursery:
        me = Person(HOST.public, "Host", False, HOST.public)
        game = load(names()[0])
        terms = make_terms(game, game.seats[-1], {}, default_group())
        lobby = HostLobby(mesh, "table", terms, me, lambda: secrets.token_bytes(32), password)
        nursery.start_soon(lobby.fill)
        yield Address(host, mesh.port)
        nursery.cancel_scope.cancel()


async def count(guest: Mesh, address: Address, seconds: float) -> tuple[int, int]:
    """How often a guest gets in, and how often not, if it tries all the time."""
    came = kept_out = 0
    end = trio.current_time() + seconds
    while trio.current_time() < end:
        try:
            with trio.fail_after(PATIENCE_S):
                await guest.meet(address, HOST.public)
            came += 1
            guest.forget(HOST.public)
        except (TortugaError, trio.TooSlowError):
            kept_out += 1
        await trio.sleep(0.5)
    return came, kept_out


async def crowd(seconds: float) -> int:
    async with table("127.0.0.1", "") as address, trio.open_nursery() as nursery:
        for source in CROWD:
            for _ in range(SOCKETS):
                nursery.start_soon(hold, source, address)
        await trio.sleep(2)
        async with open_mesh(GUEST, host="127.0.0.1", port=0) as guest:
            came, kept_out = await count(guest, address, seconds)
        nursery.cancel_scope.cancel()
    print(f"crowd: {len(CROWD)} addresses with {SOCKETS} idle connections each: a guest came in {came} times, was kept"
          f" out {kept_out} times in {seconds:.0f} s", flush=True)  # fmt: skip
    return kept_out


async def drain(mesh: Mesh) -> None:
    async for _ in mesh.events:
        pass


async def strangers(seconds: float) -> int:
    kept_out = linked = 0
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(table("127.0.0.1", "a good password"))
        nursery = await stack.enter_async_context(trio.open_nursery())
        for number in range(LINKS):
            source = f"127.0.0.{10 + number // 9}"
            identity = Identity.from_seed(secrets.token_bytes(32))
            idle = open_mesh(identity, host=source, port=0, connect=partial(connect, source))
            mesh = await stack.enter_async_context(idle)
            nursery.start_soon(drain, mesh)
            with suppress(TortugaError, trio.TooSlowError), trio.fail_after(PATIENCE_S):
                await mesh.meet(address, HOST.public)
                linked += 1
        told = []
        for wait_s in (0, seconds / 2, seconds / 2):
            await trio.sleep(wait_s)
            async with open_mesh(GUEST, host="127.0.0.1", port=0) as guest:
                try:
                    await guest.meet(address, HOST.public)
                    told.append("is in")
                except TortugaError as no:
                    told.append(f"is told: {no}")
                    kept_out += 1
        nursery.cancel_scope.cancel()
    print(f"strangers: {linked} links of people who never knock: a guest {', '.join(told)}", flush=True)
    return kept_out


async def knock(address: Address, identity: Identity, source: str, name: str, password: str) -> str:
    async with open_mesh(identity, host=source, port=0, connect=partial(connect, source)) as mesh:
        await mesh.meet(address, HOST.public)
        guest = GuestLobby(mesh, HOST.public)
        await guest.visit()
        try:
            await guest.knock(Person(identity.public, name, False, identity.public), password)
        except TurnedDown as no:
            return str(no.code)
        return "seated"


async def neighbour(seconds: float) -> int:
    """In a namespace where these three numbers are one network."""
    at, guest_at, neighbour_at = NETWORK
    async with table(at, "right") as address:
        keys = [Identity.from_seed(secrets.token_bytes(32)) for _ in range(PASSWORD_TRIES_BURST + 1)]
        tries = [await knock(address, key, neighbour_at, f"m{n}", "wrong") for n, key in enumerate(keys)]
        answer = await knock(address, GUEST, guest_at, "Ana", "right")
    print(f"neighbour: {len(tries)} wrong passwords of one neighbour ({tries[0]} ... {tries[-1]}): a guest with the"
          f" right one is {answer}", flush=True)  # fmt: skip
    async with table(at, "") as address, trio.open_nursery() as nursery:
        for _ in range(SOCKETS):
            nursery.start_soon(hold, neighbour_at, address)
        await trio.sleep(1)
        async with open_mesh(GUEST, host=guest_at, port=0, connect=partial(connect, guest_at)) as guest:
            came, kept_out = await count(guest, address, seconds / 2)
        nursery.cancel_scope.cancel()
    print(f"neighbour: {SOCKETS} idle connections of one neighbour: a guest came in {came} times, was kept out"
          f" {kept_out} times in {seconds / 2:.0f} s", flush=True)  # fmt: skip
    return kept_out + (answer != "seated")


def in_namespace(seconds: float) -> int:
    numbers = "; ".join(f"ip -6 addr add {number}/64 dev lo nodad" for number in NETWORK)
    line = f"ip link set lo up && {numbers}; exec {sys.executable} -m tests.net.door_trial"
    words = ("unshare", "-n", "sh", "-c", f"{line} --only neighbour --seconds {seconds}")
    return subprocess.run(words, env={**os.environ, "TORTUGA_TRIAL_INSIDE": "yes"}, check=False).returncode


TRIALS: Final = {"crowd": crowd, "strangers": strangers, "neighbour": neighbour}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.net.door_trial", description=__doc__)
    parser.add_argument("--only", choices=TRIALS)
    parser.add_argument("--seconds", type=float, default=40, help="of each trial")
    args = parser.parse_args()
    kept_out = 0
    for name, trial in TRIALS.items():
        if args.only in (None, name):
            is_outside = name == "neighbour" and "TORTUGA_TRIAL_INSIDE" not in os.environ
            kept_out += in_namespace(args.seconds) if is_outside else trio.run(trial, args.seconds)
    return 1 if kept_out else 0


if __name__ == "__main__":
    sys.exit(main())
