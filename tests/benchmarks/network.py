"""What the network costs: a whole game of four processes against its floor, sitting down, and an idle table.

    python -m tests.benchmarks.network [--games 3] [--joins 5] [--idle 20] [--json]

The floor of a game is what nobody could avoid: so many message rounds, each a TLS round trip on loopback; the
primitives of the seat that computes most, while the other seats compute too, on as many processors as there are
(see tests/benchmarks/computing.py); one fsync for every envelope it says. All are measured in the same run, before
and after each game: the processors may be few. Where others keep them busy, a game's time over its floor means
nothing and is not shown; CPU over the CPU of its primitives is. Discovery happens between two network namespaces
only, never on a real network. Never part of the tests.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any

import trio

from tests.benchmarks.computing import SEATS, at_once
from tests.benchmarks.entry import run
from tests.benchmarks.quiet import busy
from tests.net.lab import Lab, why_not
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.net import Address, FrameReceived, Mesh, open_mesh
from tortuga_p2p.node.node_message import NODE, Chat
from tortuga_p2p.session.transcript import read_transcript
from tortuga_p2p.testing.rigs.selfplay import BotPeer, BotTable, peers_of, start_all
from tortuga_p2p.wire.envelope import read_envelope

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

LOOPBACK = "127.0.0.1"
GOALS = {"game over floor": 2.0, "join by address, ms": 150.0, "join by discovery, ms": 1500.0}
ROUND_TRIPS = SYNCS = 100
ENVELOPE_BYTES = 400  # the median of a game of four
SETTLE_S = 3.0  # until those who wait have nothing left to do
TICK_S = 1 / os.sysconf("SC_CLK_TCK")
# Says nothing after its greeting: a player who thinks.
THINKER = "program:sh -c 'echo ready; exec cat > /dev/null'"
# A program that has everything loaded and waits for a word, so that only sitting down is measured.
LOADED = (
    "import sys, trio, tortuga_p2p.node.headless, tortuga_p2p.node.one_game, tortuga_p2p.node.target;"
    "from tortuga_p2p.games import load; load('tortuga');"
    "from tortuga_p2p.cli import main;"
    'print(\'{"event": "loaded"}\', flush=True); sys.stdin.readline(); sys.exit(main(sys.argv[1:]))'
)


# --- the parts of the floor --------------------------------------------------------------------------------


async def round_trips(times: int = ROUND_TRIPS) -> list[float]:
    """Seconds there and back between two meshes over loopback TLS."""
    taken: list[float] = []
    one, other = (Identity.from_seed(os.urandom(32)) for _ in range(2))
    async with open_mesh(one, host=LOOPBACK, port=0) as here, open_mesh(other, host=LOOPBACK, port=0) as there:
        there.want(one.public)
        await here.meet(Address(LOOPBACK, there.port), other.public)
        words = NODE.encode(Chat(bytes(32), bytes(8), "x" * (ENVELOPE_BYTES - 50)))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_echo, there)
            for _ in range(times):
                began = perf_counter()
                here.send(other.public, words)
                while not isinstance(await here.events.receive(), FrameReceived):
                    pass
                taken.append(perf_counter() - began)
            nursery.cancel_scope.cancel()
    return taken


async def _echo(mesh: Mesh) -> None:
    async for event in mesh.events:
        if isinstance(event, FrameReceived):
            mesh.send(event.peer, event.payload)


def syncs(folder: Path, times: int = SYNCS) -> list[float]:
    """Seconds for one envelope to be on disk."""
    taken = []
    with (folder / "sync").open("ab", buffering=0) as out:
        for _ in range(times):
            out.write(bytes(ENVELOPE_BYTES))
            began = perf_counter()
            os.fsync(out.fileno())
            taken.append(perf_counter() - began)
    return taken


def computing(seed: int, steps: Counter[str]) -> dict[str, float]:
    """CPU seconds of the busiest seat in a game of so many steps of each kind: primitives, and its whole session."""
    found = at_once(seed)
    seats = [sum(one["primitives"].get(kind, 0.0) * count for kind, count in steps.items()) for one in found]
    primitives = median(seat * one["busiest"] for seat, one in zip(seats, found, strict=True))
    return {"primitives": primitives, "session": primitives * median(one["session"] for one in found)}


def together(cpu_s: float) -> float:
    """Seconds until four programs at once have each used so much CPU, on these processors and beside other work."""
    wait = "import time; print(flush=True); input(); before = time.process_time()"
    burn = f"while time.process_time() < before + {cpu_s}: pass"
    words = (sys.executable, "-S", "-c", f"{wait}\n{burn}")
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    burners: list[Any] = [subprocess.Popen(words, **pipes) for _ in range(SEATS)]
    for one in burners:
        one.stdout.readline()
    began = perf_counter()
    for one in burners:
        one.stdin.write("\n")
        one.stdin.flush()
    for one in burners:
        one.communicate()
    return perf_counter() - began


# --- processes ---------------------------------------------------------------------------------------------


def cpu_s(pid: int | None) -> float:
    """CPU seconds that a process has used so far, all threads, in ticks of the system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_S


def bot(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "tortuga_p2p", "bot", *words)


def loaded_bot(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-c", LOADED, "bot", *words)


@contextmanager
def running(command: tuple[str, ...], home: Path, start: Any = subprocess.Popen) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "TORTUGA_HOME": str(home)}
    process: subprocess.Popen[str] = start(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def hear(process: subprocess.Popen[str], event: str) -> dict[str, Any]:
    """Waits for a report of that kind."""
    assert process.stdout is not None
    for line in process.stdout:
        report: dict[str, Any] = json.loads(line)
        if report["event"] == event:
            return report
    assert process.stderr is not None
    raise RuntimeError(f"no {event}: {process.stderr.read()[-500:]}")


# --- a whole game ------------------------------------------------------------------------------------------


async def play(seed: int, folder: Path) -> dict[str, Any]:
    """From the last one seated to the last one over."""
    table = BotTable("tortuga", ("random",) * SEATS, (), seed, folder)
    peers = peers_of(table)
    used: dict[str, float] = {}

    async def over(peer: BotPeer, before_s: float) -> None:
        await peer.reported("over")
        assert peer.process is not None
        used[peer.name] = cpu_s(peer.process.pid) - before_s

    async with trio.open_nursery() as nursery:
        await start_all(table, peers, nursery)
        for peer in peers:
            await peer.reported("seated")
        began = perf_counter()
        async with trio.open_nursery() as ends:
            for peer in peers:
                assert peer.process is not None
                ends.start_soon(over, peer, cpu_s(peer.process.pid))
        seconds = perf_counter() - began
        for peer in peers:
            assert peer.process is not None
            await peer.process.wait()
        nursery.cancel_scope.cancel()
    transcript = read_transcript(await trio.Path(peers[0].reports[-1]["transcript"]).read_bytes())
    said = [read_envelope(one).content for one in (*transcript.entries, *transcript.seals)]
    return {
        "seconds": seconds,
        "rounds": max(content.step for content in said) + 1,
        "own": max(Counter(content.seat for content in said).values()),
        "steps": Counter({content.step: content.kind for content in said}.values()),
        "cpu_s": list(used.values()),
    }


def game_over_floor(games: int, folder: Path) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    for seed in range(games):
        noise = busy()
        trips, writes = trio.run(round_trips), syncs(folder)
        game = trio.run(play, seed, folder / f"game-{seed}")
        cpu = computing(seed, game.pop("steps"))
        trips += trio.run(round_trips)
        writes += syncs(folder)
        network_s = game["rounds"] * median(trips)
        crypto_cpu_s = cpu["primitives"]
        crypto_s = together(crypto_cpu_s)
        disk_s = game["own"] * median(writes)
        rows.append(
            {
                **game,
                "round_trip_ms": 1000 * median(trips),
                "fsync_ms": 1000 * median(writes),
                "network_s": network_s,
                "crypto_s": crypto_s,
                "crypto_cpu_s": crypto_cpu_s,
                "computing_s": together(max(game["cpu_s"])),
                "session_s": cpu["session"],
                "disk_s": disk_s,
                "floor_s": network_s + crypto_s + disk_s,
                "ratio": game["seconds"] / (network_s + crypto_s + disk_s),
                "cpu_ratio": max(game["cpu_s"]) / crypto_cpu_s,
                "busy": noise or busy(),
            }
        )
    quiet = [row["ratio"] for row in rows if not row["busy"]]
    return {
        "ratio": median(quiet) if quiet else None,
        "quiet games": len(quiet),
        "cpu_ratio": median(row["cpu_ratio"] for row in rows),
        "games": rows,
    }


# --- sitting down ------------------------------------------------------------------------------------------


def join_once(folder: Path, lab: Lab | None, *, is_loaded: bool) -> float:
    """Milliseconds from the start of a bot, or from its first word if it is loaded, until it is seated."""
    home, guest = folder / "host", folder / "guest"
    starts: list[Any] = [subprocess.Popen] * 2
    listen: tuple[str, ...] = ("--listen", LOOPBACK)
    opening: tuple[str, ...] = ()
    if lab is not None:
        starts = [lambda words, at=at, **more: lab.start(at, *words, **more) for at in range(2)]
        listen, opening = (), ("--announce", "Benchmark")
    with running(bot("--level", "random", "--open", "2", *listen, *opening), home, starts[0]) as host:
        at = hear(host, "table")
        if lab is not None:
            sleep(SETTLE_S)  # announced
        where = ("--join", "Benchmark" if lab else f"{LOOPBACK}:{at['port']}")
        words = ("--level", "random", "--name", "Guest", *where, *listen, "--expect", at["key"])
        began = perf_counter()
        with running(loaded_bot(*words) if is_loaded else bot(*words), guest, starts[1]) as process:
            if is_loaded:
                hear(process, "loaded")
                began = perf_counter()
                assert process.stdin is not None
                process.stdin.write("\n")
                process.stdin.flush()
            hear(process, "seated")
            return 1000 * (perf_counter() - began)


def joining(times: int, folder: Path, lab: Lab | None) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"from start": [], "once loaded": []}
    for number in range(times):
        for name, is_loaded in (("from start", False), ("once loaded", True)):
            found[name].append(join_once(folder / f"{name}-{number}", lab, is_loaded=is_loaded))
    return found


# --- doing nothing -----------------------------------------------------------------------------------------


def idle(seconds: float, folder: Path, seats: int, level: str) -> list[float]:
    """CPU milliseconds a second of two programs at a table of so many, where nothing happens."""
    with running(bot("--level", level, "--open", str(seats), "--listen", LOOPBACK), folder / "host") as host:
        at = hear(host, "table")
        words = ("--level", level, "--join", f"{LOOPBACK}:{at['port']}", "--listen", LOOPBACK, "--name", "Guest")
        with running(bot(*words), folder / "guest") as guest:
            if seats == 2:
                hear(guest, "seated")
            sleep(SETTLE_S)
            before = [cpu_s(process.pid) for process in (host, guest)]
            sleep(seconds)
            return [1000 * (cpu_s(one.pid) - was) / seconds for one, was in zip((host, guest), before, strict=True)]


# --- all of it ---------------------------------------------------------------------------------------------


def measure(options: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # An installed program has its bytecode; a checkout may be told not to write any.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        joining(1, folder / "first", None)
        report: dict[str, Any] = {
            "busy": busy(),
            "game": game_over_floor(options.games, folder),
            "join by address, ms": joining(options.joins, folder / "address", None),
            "idle lobby, ms/s": idle(options.idle, folder / "lobby", 3, "random"),
            "idle table, ms/s": idle(options.idle, folder / "table", 2, THINKER),
        }
        if why_not():
            report["no discovery"] = why_not()
        else:
            with Lab(2) as lab:
                report["join by discovery, ms"] = joining(options.joins, folder / "discovery", lab)
    return report


def show(report: dict[str, Any]) -> None:
    for row in report["game"]["games"]:
        if row["busy"]:
            print(f"game: no wall times: {row['busy']}. CPU {row['cpu_ratio']:.2f} of its primitives")
            continue
        print(
            f"game: {row['seconds']:.2f} s; floor {row['floor_s']:.2f} s = {row['rounds']} rounds x "
            f"{row['round_trip_ms']:.2f} ms ({row['network_s']:.2f}) + primitives {row['crypto_s']:.2f} "
            f"({row['crypto_cpu_s']:.2f} of CPU a seat) + "
            f"{row['own']} fsync x {row['fsync_ms']:.2f} ms ({row['disk_s']:.2f}); {row['ratio']:.2f}x"
        )
        print(
            f"      CPU of each process {', '.join(f'{one:.2f}' for one in row['cpu_s'])} s, a session alone "
            f"{row['session_s']:.2f} s; so much computing of four at once takes {row['computing_s']:.2f} s here"
        )
    game = report["game"]
    goal = GOALS["game over floor"]
    if game["ratio"] is None:
        print(f"game over floor: not shown, this machine is busy (goal {goal:g})")
    else:
        print(f"game over floor: {game['ratio']:.2f} in {game['quiet games']} quiet games (goal {goal:g})")
    print(f"CPU of the busiest process over that of its primitives: {game['cpu_ratio']:.2f}")
    if report["busy"]:
        print(f"what follows was waited for on a busy machine and says little: {report['busy']}")
    for name in ("join by address, ms", "join by discovery, ms"):
        for kind, taken in report.get(name, {}).items():
            print(f"{name}, {kind}: median {median(taken):.0f}, least {min(taken):.0f} (goal {GOALS[name]:g})")
    if "no discovery" in report:
        print(f"no discovery: {report['no discovery']}")
    for name in ("idle lobby, ms/s", "idle table, ms/s"):
        print(f"{name}: {', '.join(f'{one:.1f}' for one in report[name])} of CPU")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--joins", type=int, default=5)
    parser.add_argument("--idle", type=float, default=20, metavar="SECONDS")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # a deadline leaves no process and no namespace behind
    sys.exit(run(__doc__, add_options, measure, show))
