"""Bots that sit with us: peers of their own, in processes that end with ours, each with a home to come back from.

Whoever hosts may bring them; the lobby shows everybody who runs them. They are given nothing but an address.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import trio

from ..errors import BadInput, PeerLost
from ..limits import LINGER_S, RESTART_S, RESTARTS_MAX
from ..net.address import Address
from ..session.phases import SessionPhase
from ..text import _
from .home import default_home, telling_faults
from .journal import SUFFIX
from .lobby import HostLobby

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from .node import Node
    from .one_game import Party

PASSWORD_VARIABLE: Final = "TORTUGA_TABLE_PASSWORD"  # never on a command line, which everybody on the machine can read
COMPLAINT_BYTES_KEPT: Final = 2_000  # a sentence or two of a bot that cannot sit down
PROGRAM: Final = (sys.executable, "-m", "tortuga_p2p", "bot")
PIRATES: Final = ("Bonny", "Rackham", "Read", "Teach", "Avery", "Kidd", "Morgan", "Roberts")


def bot_name(level: str, number: int) -> str:
    """What the n-th bot of a table is called: its level can be seen."""
    return f"{level.partition(':')[0].capitalize()} {PIRATES[number % len(PIRATES)]}".strip()


@dataclass
class _Bot:
    """One of the crew, and the process that it is now."""

    number: int
    level: str
    process: trio.Process
    join: Callable[[], Awaitable[trio.Process]] | None = None  # as it came to the table, if it did in this run

    @property
    def name(self) -> str:
        return bot_name(self.level, self.number)


class BotProcesses:
    """The bots of one game."""

    def __init__(self, home: Path, listen: str | None) -> None:
        self._home = home / "bots"
        self._host = listen or "127.0.0.1"
        self._bots: list[_Bot] = []
        # All hold the reading end, and we alone the other: it closes with our program, however that ends.
        self._held, self._leash = os.pipe()

    async def seat(self, lobby: HostLobby, levels: Sequence[str]) -> None:
        """Each joins the table like anybody else."""
        mesh = lobby.mesh
        for number, level in enumerate(levels):
            words = ["--join", str(Address(self._host, mesh.port)), "--expect", mesh.public.hex()]
            words += ["--name", bot_name(level, number), "--operator", mesh.public.hex(), "--game", lobby.terms.game]
            if lobby.password:
                words += ["--password-from", PASSWORD_VARIABLE]
            join = partial(self._start, number, level, words, {PASSWORD_VARIABLE: lobby.password})
            self._bots.append(_Bot(number, level, await join(), join))

    async def wake(self, game: str) -> None:
        """The bots of an unfinished game come back, each from its own journal."""
        for journal in sorted(self._home.glob(f"*/games/{game}{SUFFIX}")):
            folder = journal.parent.parent
            level = (folder / "level").read_text() if (folder / "level").exists() else ""
            number = int(folder.name)
            self._bots.append(_Bot(number, level, await self._resume(number, level, game)))

    async def _resume(self, number: int, level: str, game: str) -> trio.Process:
        return await self._start(number, level, ["--resume", "--which", game], {})

    async def _start(self, number: int, level: str, words: list[str], secrets: dict[str, str]) -> trio.Process:
        folder = self._home / str(number)
        with telling_faults(folder):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "level").write_text(level)
        return await trio.lowlevel.open_process(
            [*PROGRAM, *_played_by(level), "--key", "bot", "--out", str(folder / "games"), "--leash", *words],
            stdin=self._held,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, **secrets, "TORTUGA_HOME": str(folder)},
            start_new_session=os.name == "posix",  # Ctrl-C is for us, not for them
        )

    async def mind(self, party: Party) -> None:
        """Bots that end during the game come back. Raises `PeerLost` if one ends before it: nobody would come then."""
        async with trio.open_nursery() as nursery:
            for bot in self._bots:
                nursery.start_soon(self._mind, bot, party)

    async def _mind(self, bot: _Bot, party: Party) -> None:
        for pause_s in (*(RESTART_S * 2**number for number in range(RESTARTS_MAX)), None):
            why = await _last_words(bot.process)
            node = party.node
            if node is None:
                if bot.process.returncode:
                    raise PeerLost(_("The bot {name} could not sit down: {why}", name=bot.name, why=why))
                return
            if node.session.phase not in (SessionPhase.SITTING, SessionPhase.PLAYING):
                return
            journal = self._home / str(bot.number) / "games" / f"{node.files.name}{SUFFIX}"
            start = bot.join if node.session.phase is SessionPhase.SITTING else None
            back = _("It is being restarted, and will sit down again.")
            if journal.exists():
                start = partial(self._resume, bot.number, bot.level, node.files.name)
                back = _("It is being restarted, and will carry on from its journal.")
            if pause_s is None or start is None:
                return node.notice(bot.name, _gone(bot.name, why, node.files.name, has_journal=journal.exists()))
            node.notice(bot.name, _("The bot {name} has stopped: {why} {back}", name=bot.name, why=why, back=back))
            await trio.sleep(pause_s)
            try:
                bot.process = await start()
            except (BadInput, OSError) as fault:
                return node.notice(bot.name, _gone(bot.name, f"{fault}", node.files.name, has_journal=journal.exists()))

    async def dismiss(self, *, patiently: bool) -> None:
        """After a game they may finish their files; after a quit they stop where they are, to be woken again."""
        with trio.CancelScope(shield=True), trio.move_on_after(LINGER_S + 2 if patiently else 0):
            for bot in self._bots:
                await bot.process.wait()
        for bot in self._bots:
            if bot.process.returncode is None:
                bot.process.terminate()
        for end in (self._held, self._leash):
            os.close(end)
        with trio.CancelScope(shield=True):  # whoever ends them sees them end
            for bot in self._bots:
                with trio.move_on_after(LINGER_S) as slow:
                    await bot.process.wait()
                if slow.cancelled_caught:
                    bot.process.kill()
                    await bot.process.wait()


def _played_by(level: str) -> list[str]:
    """A bot whose level nobody wrote down plays as well as it can."""
    return ["--level", level] if level else []


def _gone(name: str, why: str, game: str, *, has_journal: bool) -> str:
    """A bot that stays away, and how to go on."""
    if has_journal:
        return _(
            "The bot {name} has stopped: {why} It will not restart by itself. Nothing is lost: leave, and "
            "`tortuga resume {game}` starts it again; or vote to end the game without it.",
            name=name,
            why=why,
            game=game,
        )
    return _(
        "The bot {name} has stopped: {why} It left no journal and cannot come back. The game can only be ended: "
        "vote to end it without the bot, or leave.",
        name=name,
        why=why,
    )


async def _last_words(process: trio.Process) -> str:
    """Waits for its end; gives its last complaint as a sentence.

    We listen all the time: a program that nobody hears stops when its pipe is full.
    """
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
    lines = [line for line in said.decode(errors="replace").splitlines() if line.strip()]
    if lines:
        return lines[-1].strip().removeprefix("tortuga bot: ")
    return (
        _("its program ended with code {code}.", code=code)
        if code >= 0
        else _("its program was killed by signal {signal}.", signal=-code)
    )


async def host_with_bots(party: Party, levels: Sequence[str], host: Callable[[], Awaitable[Node]]) -> Node:
    """Hosts a table; bots take their seats as soon as it is open."""
    crew = BotProcesses(default_home().path, party.listen)

    async def seat() -> None:
        while party.lobby is None:
            await party.changed.wait()
        assert isinstance(party.lobby, HostLobby)
        await crew.seat(party.lobby, levels)
        await crew.mind(party)

    return await _with_crew(crew, seat, host)


async def resume_with_bots(party: Party, game: str, resume: Callable[[], Awaitable[Node]]) -> Node:
    """Goes on with a game, and so do our bots in it."""
    crew = BotProcesses(default_home().path, party.listen)

    async def wake() -> None:
        await crew.wake(game)
        while party.node is None:
            await party.changed.wait()
        await crew.mind(party)

    return await _with_crew(crew, wake, resume)


async def _with_crew(
    crew: BotProcesses, gather: Callable[[], Awaitable[None]], play_it: Callable[[], Awaitable[Node]]
) -> Node:
    from .one_game import plain_errors

    ended_well = False
    try:
        async with plain_errors(), trio.open_nursery() as nursery:
            nursery.start_soon(gather)
            node = await play_it()
            nursery.cancel_scope.cancel()
        ended_well = node.is_over  # a seat that was taken back from us wants its bots back too
        return node
    finally:
        await crew.dismiss(patiently=ended_well)
