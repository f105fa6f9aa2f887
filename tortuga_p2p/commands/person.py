"""What the commands of people share: who you are, how you play (screen or line by line), and bots that sit with you."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import trio

from ..errors import BadInput, PeerLost
from ..limits import LINGER_S
from ..node.home import default_home
from ..node.lobby import HostLobby
from ..node.party import Party
from .code import FAILED

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Awaitable, Callable, Sequence

    from ..node.node import Node

PASSWORD_VARIABLE = "TORTUGA_TABLE_PASSWORD"  # how a bot of ours gets it: never on a command line, which all can read


def add_person(parser: ArgumentParser) -> None:
    """Arguments of whoever sits at a table himself."""
    parser.add_argument("--me", metavar="NAME", help="what you are called (default: from your settings)")
    parser.add_argument("--plain", action="store_true", help="line by line, without a full screen")
    parser.add_argument("--listen", metavar="HOST", help="the address of this machine to listen on (default: all)")
    parser.add_argument("--out", metavar="DIR", help="where the transcript goes (default: your data folder)")


def my_name(args: Namespace) -> str:
    """From the command line, the settings, or the name of this machine's user."""
    if args.me:
        return str(args.me)
    from ..ui.settings import load_settings

    chosen = load_settings().name or os.environ.get("USER") or os.environ.get("USERNAME") or ""
    if not chosen:
        raise BadInput("say what you are called: --me NAME.")
    return str(chosen)


def make_party(args: Namespace, player: Any) -> Party:
    home = default_home()
    folder = Path(args.out) if args.out else home.games
    folder.mkdir(parents=True, exist_ok=True)
    return Party(home.identity(), my_name(args), player, folder, listen=args.listen, forced_pause_s=FORCED_PAUSE_S)


FORCED_PAUSE_S = 1.5  # a person's choice takes longer than a program's: a seal that comes at once would say too much


def play(args: Namespace, start: Callable[[Party], Awaitable[Node]]) -> int:
    """Plays one game on the screen or line by line. Trouble on the network ends with one line and code 1."""
    wants_screen = not args.plain and sys.stdin.isatty() and sys.stdout.isatty()
    try:
        if wants_screen:
            from ..ui.app import play_on_screen

            return play_on_screen(lambda player: make_party(args, player), start)
        from ..ui.plain import PlainPlayer, run_plain

        party = make_party(args, PlainPlayer())
        return trio.run(run_plain, party, lambda: start(party))
    except PeerLost as lost:
        print(f"tortuga: {lost}", file=sys.stderr)
        return FAILED


# --- bots that sit with us ------------------------------------------------------------------------------------


class Crew:
    """Bots as peers of their own, in processes that end with ours. Each has a home of its own, to come back from."""

    def __init__(self, home: Path, listen: str | None) -> None:
        self._home = home / "bots"
        self._host = listen or "127.0.0.1"
        self._processes: list[trio.Process] = []

    async def seat(self, lobby: HostLobby, levels: Sequence[str]) -> None:
        """Each joins the table like anybody else; the lobby shows who runs them."""
        mesh = lobby.mesh
        for number, level in enumerate(levels):
            name = level if levels.count(level) == 1 else f"{level} {number + 1}"
            words = ["--join", f"{self._host}:{mesh.port}", "--expect", mesh.public.hex(), "--name", name]
            words += ["--operator", mesh.public.hex()]
            if lobby.password:
                words += ["--password-from", PASSWORD_VARIABLE]
            await self._start(number, level, words, {PASSWORD_VARIABLE: lobby.password})

    async def wake(self, game: str) -> None:
        """The bots of an unfinished game come back, each from its own journal."""
        for journal in sorted(self._home.glob(f"*/games/{game}.journal")):
            folder = journal.parent.parent
            level = (folder / "level").read_text() if (folder / "level").exists() else "captain"
            await self._start(int(folder.name), level, ["--resume"], {})

    async def _start(self, number: int, level: str, words: list[str], secrets: dict[str, str]) -> None:
        folder = self._home / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "level").write_text(level)
        self._processes.append(
            await trio.lowlevel.open_process(
                [sys.executable, "-m", "tortuga_p2p", "bot", "--level", level, "--key", "bot", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **secrets, "TORTUGA_HOME": str(folder)},
                start_new_session=os.name == "posix",  # Ctrl-C is for us, not for them
            )
        )

    async def dismiss(self, *, patiently: bool) -> None:
        """After a game they may finish their files; after a quit they stop where they are, to be woken again."""
        with trio.CancelScope(shield=True), trio.move_on_after(LINGER_S + 2 if patiently else 0):
            for process in self._processes:
                await process.wait()
        for process in self._processes:
            if process.returncode is None:
                process.terminate()


async def host_with_bots(party: Party, levels: Sequence[str], host: Callable[[], Awaitable[Node]]) -> Node:
    """Hosts a table; bots take their seats as soon as it is open."""
    crew = Crew(default_home().path, party.listen)

    async def seat() -> None:
        while party.lobby is None:
            await party.changed.wait()
        assert isinstance(party.lobby, HostLobby)
        await crew.seat(party.lobby, levels)

    return await _with_crew(crew, seat, host)


async def resume_with_bots(party: Party, game: str, resume: Callable[[], Awaitable[Node]]) -> Node:
    crew = Crew(default_home().path, party.listen)
    return await _with_crew(crew, lambda: crew.wake(game), resume)


async def _with_crew(crew: Crew, gather: Callable[[], Awaitable[None]], play_it: Callable[[], Awaitable[Node]]) -> Node:
    ended_well = False
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(gather)
            node = await play_it()
            nursery.cancel_scope.cancel()
        ended_well = True
        return node
    finally:
        await crew.dismiss(patiently=ended_well)
