"""A table of bots, each a process of its own over loopback: what shows that everything works, and what `soak` breaks.

The parent only starts processes, reads their reports and compares their files; it has no part in the game.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio

from ...limits import SELFPLAY_GAME_S, SELFPLAY_START_S
from ...rules.data import result_data
from ...verify.verifier import Outcome, verify

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class BotTable:
    """Who plays what, and where the files go."""

    game: str
    bots: tuple[str, ...]
    options: tuple[str, ...]  # as a command line has them
    seed: int
    out: Path


@dataclass
class BotPeer:
    """One process and what it has reported."""

    name: str
    home: Path
    program: tuple[str, ...] = ("tortuga_p2p", "bot")
    process: trio.Process | None = None
    reports: list[dict[str, Any]] = field(default_factory=list)
    changed: trio.Event = field(default_factory=trio.Event)
    complaint: str = ""

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", *self.program, *words, "--listen", LOOPBACK, "--key", "seat"]

    async def start(self, nursery: trio.Nursery, *words: str) -> None:
        environment = {**os.environ, "TORTUGA_HOME": str(self.home)}
        self.process = await trio.lowlevel.open_process(
            self.command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
        nursery.start_soon(self._read, self.process)
        nursery.start_soon(self._hear_complaints, self.process)

    async def _read(self, process: trio.Process) -> None:
        assert process.stdout is not None
        buffer = b""
        async with process.stdout:
            async for chunk in process.stdout:
                *lines, buffer = (buffer + chunk).split(b"\n")
                self.reports += [json.loads(line) for line in lines]
                self.changed.set()
                self.changed = trio.Event()

    async def _hear_complaints(self, process: trio.Process) -> None:
        assert process.stderr is not None
        async with process.stderr:
            async for chunk in process.stderr:
                self.complaint = (self.complaint + chunk.decode(errors="replace"))[-2000:]

    async def reported(self, event: str) -> dict[str, Any]:
        """The first report of that kind."""
        while True:
            for report in self.reports:
                if report["event"] == event:
                    return report
            await self.changed.wait()

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()


async def stop_all(peers: list[BotPeer]) -> None:
    """Whatever they are doing. A program that was killed is there until somebody has looked at how it ended."""
    with trio.CancelScope(shield=True):
        for peer in peers:
            peer.kill()
            if peer.process is not None:
                await peer.process.wait()


def peers_of(table: BotTable) -> list[BotPeer]:
    count: dict[str, int] = {}
    peers = []
    for seat, bot in enumerate(table.bots):
        count[bot] = count.get(bot, 0) + 1
        name = bot if table.bots.count(bot) == 1 else f"{bot} {count[bot]}"
        peers.append(BotPeer(name, table.out / f"seat-{seat}"))
    return peers


async def start_all(table: BotTable, peers: list[BotPeer], nursery: trio.Nursery) -> None:
    """The first opens the table, the others join it."""
    host, *guests = peers
    seed = ("--seed", str(table.seed))
    opening = ("--open", str(len(peers)), "--game", table.game, *table.options, *seed)
    await host.start(nursery, "--level", table.bots[0], "--name", host.name, *opening)
    with trio.fail_after(SELFPLAY_START_S):
        at = await host.reported("table")
    where = ("--join", f"{LOOPBACK}:{at['port']}", "--expect", at["key"])
    for peer, bot in zip(guests, table.bots[1:], strict=True):
        await peer.start(nursery, "--level", bot, "--name", peer.name, "--game", table.game, *where, *seed)


async def play_table(table: BotTable) -> dict[str, Any]:
    """Plays one game and says how it went; `ok` if every transcript is the same, finished and honest."""
    table.out.mkdir(parents=True, exist_ok=True)
    peers = peers_of(table)
    began = trio.current_time()
    trouble: list[str] = []
    with trio.move_on_after(SELFPLAY_GAME_S) as deadline:
        async with trio.open_nursery() as nursery:
            try:
                await start_all(table, peers, nursery)
                async with trio.open_nursery() as waiting:
                    for peer in peers:
                        waiting.start_soon(_wait, peer, trouble, waiting.cancel_scope)
            except trio.TooSlowError:
                trouble.append(f"the table did not open: {peers[0].complaint.strip()}")
            finally:
                await stop_all(peers)
    if deadline.cancelled_caught:
        trouble.append(f"the game was not over after {SELFPLAY_GAME_S} seconds")
    return judge(table, peers, trouble, trio.current_time() - began)


async def _wait(peer: BotPeer, trouble: list[str], others: trio.CancelScope) -> None:
    """For its end. Nobody comes back to this table: the others would wait in vain for one that has failed."""
    assert peer.process is not None
    code = await peer.process.wait()
    if code:
        trouble.append(f"{peer.name} ended with code {code}: {peer.complaint.strip()}")
        others.cancel()


def judge(table: BotTable, peers: list[BotPeer], trouble: list[str], seconds: float) -> dict[str, Any]:
    """Compares and verifies what the peers have written."""
    last = [peer.reports[-1] if peer.reports else {} for peer in peers]
    files = [Path(report["transcript"]) for report in last if report.get("event") == "over"]
    contents = {path.read_bytes() for path in files}
    raw = contents.pop() if len(contents) == 1 else b""
    finding = verify(raw)
    identical = bool(raw) and len(files) == len(peers)
    result = finding.result
    return {
        "ok": identical and finding.outcome is Outcome.HONEST and not finding.unsealed and not trouble,
        "game": table.game,
        "seed": table.seed,
        "seconds": seconds,
        "steps": finding.steps,
        "names": list(finding.names),
        **result_data(result),
        "identical": identical,
        "bytes": len(raw),
        "finding": finding.sentence,
        "transcript": str(files[0]) if files else "",
        "trouble": trouble,
    }
