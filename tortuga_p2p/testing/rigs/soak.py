"""Self-play under bad luck: peers are killed and come back, are cut off, or sleep for longer than links live.

No game is lost: every one must end finished, sealed and byte-identical on all peers, whatever happened to their
processes. One seed decides who is hit, how and when; real time decides where in the game that is.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import trio

from ...bots.chance import SeededDraw
from ...limits import SELFPLAY_GAME_S, SILENCE_S
from ...node.journal import SUFFIX as JOURNAL_SUFFIX
from .selfplay import BotPeer, BotTable, judge, peers_of, start_all, stop_all
from .soak_victim import CUT

if TYPE_CHECKING:
    from collections.abc import Callable

PERIOD_S = 4.0  # at most, between two blows


@dataclass
class SoakReport:
    """What a soak has seen so far."""

    games: int = 0
    lost: list[str] = field(default_factory=list)
    kills: int = 0
    cuts: int = 0
    sleeps: int = 0
    steps: int = 0
    tell: Callable[[str], None] = lambda line: None  # what happens, in words
    memory_kb: list[int] = field(default_factory=list)  # the largest peer of each game, at its end

    def summary(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "lost": self.lost,
            "kills": self.kills,
            "cuts": self.cuts,
            "sleeps": self.sleeps,
            "steps": self.steps,
            "memory_kb_first": self.memory_kb[0] if self.memory_kb else None,
            "memory_kb_last": self.memory_kb[-1] if self.memory_kb else None,
            "memory_kb_most": max(self.memory_kb, default=None),
        }


async def soak(first: BotTable, minutes: float, soaked: SoakReport, period_s: float) -> None:
    """Game after game like the first until the time is over, each with a seed and a folder of its own.

    The last one is played to its end.
    """
    if CUT is not None:
        signal.signal(CUT, signal.SIG_IGN)  # programs inherit it: a cable pulled before they have one does nothing
    end = trio.current_time() + 60 * minutes
    while trio.current_time() < end:
        table = replace(first, seed=first.seed + soaked.games, out=first.out / f"game-{soaked.games}")
        soaked.tell(f"game {soaked.games}, seed {table.seed}: {', '.join(table.bots)} sit down")
        result = await _Game(table, SeededDraw(first.seed, "soak", soaked.games), soaked, period_s).play()
        soaked.games += 1
        soaked.steps += result["steps"]
        if not result["ok"]:
            soaked.lost.append(f"game {soaked.games - 1}: {result['finding']} {result['trouble']}")
            soaked.tell(f"LOST {soaked.lost[-1]}")
        else:
            soaked.tell(f"game {soaked.games - 1} ended well: {result['steps']} steps in {result['seconds']:.1f} s")
            _sweep(table.out)


class _Game:
    """One table of peers, and what befalls them."""

    def __init__(self, table: BotTable, draw: SeededDraw, soaked: SoakReport, period_s: float) -> None:
        self.table = table
        self.draw = draw
        self.soaked = soaked
        self.period_s = period_s
        self.peers = peers_of(table)
        self.trouble: list[str] = []
        self.began_s = 0.0
        for peer in self.peers:
            peer.program = ("tortuga_p2p.testing.rigs.soak_victim",)

    async def play(self) -> dict[str, Any]:
        self.table.out.mkdir(parents=True, exist_ok=True)
        self.began_s = trio.current_time()
        with trio.move_on_after(SELFPLAY_GAME_S) as deadline:
            async with trio.open_nursery() as nursery:
                try:
                    await start_all(self.table, self.peers, nursery)
                    for peer in self.peers:
                        await peer.reported("seated")
                    nursery.start_soon(self._misfortune, nursery)
                    for peer in self.peers:
                        await self._over(peer)
                except trio.TooSlowError:
                    self.trouble.append(f"the table did not open: {self.peers[0].complaint.strip()}")
                finally:
                    nursery.cancel_scope.cancel()
                    await stop_all(self.peers)
        if deadline.cancelled_caught:
            last = [f"{peer.name}: {peer.reports[-1:]} {peer.complaint.strip()}" for peer in self.peers]
            self.trouble.append(f"not over after {SELFPLAY_GAME_S} seconds; {'; '.join(last)}")
        return judge(self.table, self.peers, self.trouble, trio.current_time() - self.began_s)

    async def _over(self, peer: BotPeer) -> None:
        """Until a peer has told how it ended, or its program has failed."""
        while not _is_over(peer):
            process = peer.process
            assert process is not None
            with trio.move_on_after(1):
                await peer.changed.wait()
            if process.returncode not in (None, 0, -signal.SIGKILL):
                self.trouble.append(f"{peer.name} ended with code {process.returncode}: {peer.complaint.strip()}")
                return

    async def _misfortune(self, nursery: trio.Nursery) -> None:
        while True:
            await trio.sleep(self.draw.below(int(1000 * self.period_s)) / 1000)
            at = self.draw.below(len(self.peers))
            peer, blow = self.peers[at], self.draw.below(4)
            _weigh(peer, self.soaked)
            if peer.process is None or peer.process.returncode is not None or _is_over(peer):
                continue
            if blow < 2:
                await self._kill_and_resume(peer, self.table.bots[at], nursery)
            elif blow == 2 and CUT is not None:
                self._tell(f"{peer.name} loses all its connections")
                peer.process.send_signal(CUT)
                self.soaked.cuts += 1
            else:
                self._tell(f"{peer.name} sleeps for {SILENCE_S + 1} seconds")
                await _put_to_sleep(peer)
                self.soaked.sleeps += 1

    def _tell(self, what: str) -> None:
        self.soaked.tell(f"{trio.current_time() - self.began_s:8.1f} s  {what}")

    async def _kill_and_resume(self, peer: BotPeer, bot: str, nursery: trio.Nursery) -> None:
        """Kill -9, then the command a person would type."""
        assert peer.process is not None
        self._tell(f"{peer.name} is killed, and comes back")
        peer.kill()
        await peer.process.wait()
        self.soaked.kills += 1
        if _is_over(peer):
            return
        transcript = (await peer.reported("seated"))["transcript"]
        if not Path(transcript).with_suffix(JOURNAL_SUFFIX).exists():
            # Killed after all was on disk and before it could say so: there is nothing to come back to.
            peer.reports.append({"event": "over", "transcript": transcript})
            return
        await peer.start(nursery, "--level", bot, "--name", peer.name, "--resume", "--seed", str(self.table.seed))


def _is_over(peer: BotPeer) -> bool:
    return any(report["event"] == "over" for report in peer.reports)


async def _put_to_sleep(peer: BotPeer) -> None:
    """A laptop is closed: longer than a silent link lives."""
    assert peer.process is not None
    peer.process.send_signal(signal.SIGSTOP)
    await trio.sleep(SILENCE_S + 1)
    peer.process.send_signal(signal.SIGCONT)


def _weigh(peer: BotPeer, soaked: SoakReport) -> None:
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
