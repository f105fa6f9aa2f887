"""Bots that sit with us: peers of their own, in processes that end with ours, each with a home to come back from.

Whoever hosts may bring them; the lobby shows everybody who runs them. They are given nothing but an address.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import trio

from ..errors import PeerLost
from ..limits import LINGER_S
from ..net.address import Address
from .home import default_home, telling_faults
from .lobby import HostLobby

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from .node import Node
    from .party import Party

PASSWORD_VARIABLE: Final = "TORTUGA_TABLE_PASSWORD"  # never on a command line, which everybody on the machine can read
COMPLAINT_BYTES_KEPT: Final = 2_000  # a sentence or two of a bot that cannot sit down
PIRATES: Final = ("Bonny", "Rackham", "Read", "Teach", "Avery", "Kidd", "Morgan", "Roberts")


def bot_name(level: str, number: int) -> str:
    """What the n-th bot of a table is called: its level can be seen."""
    return f"{level.partition(':')[0].capitalize()} {PIRATES[number % len(PIRATES)]}"


class Crew:
    """The bots of one game."""

    def __init__(self, home: Path, listen: str | None) -> None:
        self._home = home / "bots"
        self._host = listen or "127.0.0.1"
        self._processes: list[tuple[str, trio.Process]] = []
        # All hold the reading end, and we alone the other: it closes with our program, however that ends.
        self._held, self._leash = os.pipe()

    async def seat(self, lobby: HostLobby, levels: Sequence[str]) -> None:
        """Each joins the table like anybody else."""
        mesh = lobby.mesh
        for number, level in enumerate(levels):
            words = ["--join", str(Address(self._host, mesh.port)), "--expect", mesh.public.hex()]
            words += ["--name", bot_name(level, number), "--operator", mesh.public.hex()]
            if lobby.password:
                words += ["--password-from", PASSWORD_VARIABLE]
            await self._start(number, level, words, {PASSWORD_VARIABLE: lobby.password}, complaints=subprocess.PIPE)

    async def wake(self, game: str) -> None:
        """The bots of an unfinished game come back, each from its own journal."""
        for journal in sorted(self._home.glob(f"*/games/{game}.journal")):
            folder = journal.parent.parent
            level = (folder / "level").read_text() if (folder / "level").exists() else "captain"
            await self._start(int(folder.name), level, ["--resume"], {})

    async def _start(
        self, number: int, level: str, words: list[str], secrets: dict[str, str], complaints: int = subprocess.DEVNULL
    ) -> None:
        folder = self._home / str(number)
        with telling_faults(folder):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "level").write_text(level)
        process = await trio.lowlevel.open_process(
            [
                sys.executable,
                "-m",
                "tortuga_p2p",
                "bot",
                "--level",
                level,
                "--key",
                "bot",
                "--out",
                str(folder / "games"),
                "--leash",
                *words,
            ],
            stdin=self._held,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
            env={**os.environ, **secrets, "TORTUGA_HOME": str(folder)},
            start_new_session=os.name == "posix",  # Ctrl-C is for us, not for them
        )
        self._processes.append((bot_name(level, number), process))

    async def mind(self, party: Party) -> None:
        """Raises `PeerLost` if a bot ends before the game has begun: nobody would come to its seat."""
        async with trio.open_nursery() as nursery:
            for name, process in self._processes:
                nursery.start_soon(_mind, name, process, party)

    async def dismiss(self, *, patiently: bool) -> None:
        """After a game they may finish their files; after a quit they stop where they are, to be woken again."""
        with trio.CancelScope(shield=True), trio.move_on_after(LINGER_S + 2 if patiently else 0):
            for _, process in self._processes:
                await process.wait()
        for _, process in self._processes:
            if process.returncode is None:
                process.terminate()
        for end in (self._held, self._leash):
            os.close(end)


async def _mind(name: str, process: trio.Process, party: Party) -> None:
    """Listens to what it complains about, all the time: a program that nobody hears stops when its pipe is full."""
    said, has_said_all = b"", trio.Event()
    complaints = process.stderr
    assert complaints is not None

    async def listen() -> None:
        nonlocal said
        async for chunk in complaints:
            said = (said + chunk)[-COMPLAINT_BYTES_KEPT:]
        has_said_all.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(listen)
        code = await process.wait()
        with trio.move_on_after(LINGER_S):  # a program that the bot had started may hold the pipe for longer
            await has_said_all.wait()
        nursery.cancel_scope.cancel()
    if party.node is None and code:
        why = said.decode(errors="replace").strip().removeprefix("tortuga bot: ")
        raise PeerLost(f"The bot {name} could not sit down: {why or f'its program ended with code {code}.'}")


async def host_with_bots(party: Party, levels: Sequence[str], host: Callable[[], Awaitable[Node]]) -> Node:
    """Hosts a table; bots take their seats as soon as it is open."""
    crew = Crew(default_home().path, party.listen)

    async def seat() -> None:
        while party.lobby is None:
            await party.changed.wait()
        assert isinstance(party.lobby, HostLobby)
        await crew.seat(party.lobby, levels)
        await crew.mind(party)

    return await _with_crew(crew, seat, host)


async def resume_with_bots(party: Party, game: str, resume: Callable[[], Awaitable[Node]]) -> Node:
    """Goes on with a game, and so do our bots in it."""
    crew = Crew(default_home().path, party.listen)
    return await _with_crew(crew, lambda: crew.wake(game), resume)


async def _with_crew(crew: Crew, gather: Callable[[], Awaitable[None]], play_it: Callable[[], Awaitable[Node]]) -> Node:
    from .party import plain_errors

    ended_well = False
    try:
        async with plain_errors(), trio.open_nursery() as nursery:
            nursery.start_soon(gather)
            node = await play_it()
            nursery.cancel_scope.cancel()
        ended_well = True
        return node
    finally:
        await crew.dismiss(patiently=ended_well)
