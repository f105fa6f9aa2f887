"""Self-play under bad luck: peers are killed and come back, or fall asleep for longer than links live. No game is lost.

Every game must end finished, sealed and byte-identical on all peers, whatever happened to their processes. One seed
decides who is hit, how and when; real time decides where in the game that is.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio

from ..bots.chance import SeededDraw
from ..limits import SELFPLAY_GAME_S, SILENCE_S
from .selfplay import Peer, Table, judge, peers_of, start_all

HIT_PERIOD_MS = 4_000  # at most, between two blows


@dataclass
class Soaked:
    """What a soak has seen so far."""

    games: int = 0
    lost: list[str] = field(default_factory=list)
    kills: int = 0
    sleeps: int = 0
    steps: int = 0
    memory_kb: list[int] = field(default_factory=list)  # the largest peer of each game, at its end

    def summary(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "lost": self.lost,
            "kills": self.kills,
            "sleeps": self.sleeps,
            "steps": self.steps,
            "memory_kb_first": self.memory_kb[0] if self.memory_kb else None,
            "memory_kb_last": self.memory_kb[-1] if self.memory_kb else None,
            "memory_kb_most": max(self.memory_kb, default=None),
        }


async def soak(bots: tuple[str, ...], minutes: float, seed: int, out: Path, soaked: Soaked) -> None:
    """Game after game until the time is over; the last one is played to its end."""
    end = trio.current_time() + 60 * minutes
    while trio.current_time() < end:
        table = Table("tortuga", bots, (), seed + soaked.games, out / f"game-{soaked.games}")
        result = await _play(table, SeededDraw(seed, "soak", soaked.games), soaked)
        soaked.games += 1
        soaked.steps += result["steps"]
        if not result["ok"]:
            soaked.lost.append(f"game {soaked.games - 1}: {result['finding']} {result['trouble']}")
        else:
            _sweep(table.out)


async def _play(table: Table, draw: SeededDraw, soaked: Soaked) -> dict[str, Any]:
    table.out.mkdir(parents=True, exist_ok=True)
    peers = peers_of(table)
    began, trouble = trio.current_time(), list[str]()
    with trio.move_on_after(SELFPLAY_GAME_S) as deadline:
        async with trio.open_nursery() as nursery:
            try:
                await start_all(table, peers, nursery)
                for peer in peers:
                    await peer.reported("seated")
                nursery.start_soon(_misfortune, table, peers, draw, soaked, nursery)
                for peer in peers:
                    await peer.reported("over")
            finally:
                nursery.cancel_scope.cancel()
                for peer in peers:
                    peer.kill()
    if deadline.cancelled_caught:
        trouble.append(f"not over after {SELFPLAY_GAME_S} seconds")
    return judge(table, peers, trouble, trio.current_time() - began)


async def _misfortune(table: Table, peers: list[Peer], draw: SeededDraw, soaked: Soaked, nursery: trio.Nursery) -> None:
    while True:
        await trio.sleep(draw.below(HIT_PERIOD_MS) / 1000)
        at = draw.below(len(peers))
        peer = peers[at]
        _weigh(peer, soaked)
        if peer.process is None or any(report["event"] == "over" for report in peer.reports):
            continue
        if draw.below(3):
            await _kill_and_resume(table, peer, at, nursery)
            soaked.kills += 1
        else:
            await _put_to_sleep(peer)
            soaked.sleeps += 1


async def _kill_and_resume(table: Table, peer: Peer, at: int, nursery: trio.Nursery) -> None:
    """Kill -9, then the command a person would type."""
    assert peer.process is not None
    peer.kill()
    await peer.process.wait()
    if any(report["event"] == "over" for report in peer.reports):
        return
    seed = ("--seed", str(table.seed))
    await peer.start(nursery, "--level", table.bots[at], "--name", peer.name, "--resume", *seed)


async def _put_to_sleep(peer: Peer) -> None:
    """A laptop is closed: longer than a silent link lives."""
    assert peer.process is not None
    peer.process.send_signal(signal.SIGSTOP)
    await trio.sleep(SILENCE_S + 1)
    peer.process.send_signal(signal.SIGCONT)


def _weigh(peer: Peer, soaked: Soaked) -> None:
    """How much memory a peer has used at most, where the system tells."""
    if peer.process is None:
        return
    try:
        status = Path(f"/proc/{peer.process.pid}/status").read_text()
    except OSError:
        return
    most = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")]
    if len(soaked.memory_kb) <= soaked.games:
        soaked.memory_kb.append(0)
    soaked.memory_kb[-1] = max(soaked.memory_kb[-1], *most, 0)


def _sweep(folder: Path) -> None:
    """A game that ended well leaves nothing behind."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
