"""Journals that go back in time, in games of real programs: how each of them ended.

    python -m tests.node.roll_backs --games 25

Three bots play over loopback. One of them is killed, files of an earlier moment are put back (a backup, a snapshot of a
disk), and it goes on with `--resume`, with another mind: its choices follow from nothing that was kept. The tests do
the same in one process; this is the whole, with one line a game. Ends with 1 if somebody honest is convicted, if a game
is not over in time, or if files differ.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import trio

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.node.journal import SUFFIX
from tortuga_p2p.testing.rigs.selfplay import LOOPBACK, BotPeer, BotTable, judge, peers_of, stop_all

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVEL: Final = "random"
GAME_S: Final = 300  # only a game that hangs takes this long
HEALED: Final = "healed"
FIRST_BYTES: Final = 14_000  # of a journal: everybody sits, and play has begun
SPAN_BYTES: Final = 20_000  # within which the moments of copy and crash lie


async def start(table: BotTable, peers: Sequence[BotPeer], nursery: trio.Nursery) -> None:
    """Without seeds: whoever comes back decides anew, and would contradict what it cannot remember."""
    host, *guests = peers
    common = ("--level", LEVEL, "--game", table.game)
    await host.start(nursery, *common, "--name", host.name, "--open", str(len(peers)))
    at = await host.reported("table")
    for peer in guests:
        await peer.start(nursery, *common, "--name", peer.name, "--join", f"{LOOPBACK}:{at['port']}")


def written(file: Path) -> int:
    """How much of it is used: a journal has room for more."""
    return len(file.read_bytes().rstrip(b"\0"))


async def until_written(peer: BotPeer, size: int) -> Path:
    """Until its journal has so many bytes in use; gives where it is."""
    file = Path((await peer.reported("seated"))["transcript"]).with_suffix(SUFFIX)
    while written(file) < size:  # noqa: ASYNC110 - another process writes it
        await trio.sleep(0.005)
    return file


async def roll_back(peer: BotPeer, draw: SeededDraw, nursery: trio.Nursery) -> str:
    """Copies its files, lets it play on, kills it, puts the copies back, and starts it again. Says what went back."""
    first = FIRST_BYTES + draw.below(SPAN_BYTES)
    journal = await until_written(peer, first)
    transcript = Path((await peer.reported("seated"))["transcript"])
    copies = {one: one.read_bytes() for one in (journal, transcript)}
    await until_written(peer, written(journal) + 1 + draw.below(SPAN_BYTES // 2))
    assert peer.process is not None
    peer.kill()
    await peer.process.wait()
    only_journal = draw.below(2) == 0
    lost = 0
    for one, raw in copies.items():
        if one.suffix == SUFFIX or not only_journal:
            lost += written(one)
            one.write_bytes(raw)
            lost -= written(one)
    assert lost > 0, "nothing went back"
    await peer.start(nursery, "--level", LEVEL, "--name", peer.name, "--resume")
    return f"{'its journal' if only_journal else 'journal and transcript'}, {lost} bytes"


async def play(game: str, number: int, folder: Path) -> tuple[str, str]:
    """One game: how it ended, and what went back."""
    draw = SeededDraw(number, "roll-back")
    table = BotTable(game, (LEVEL,) * 3, (), number, folder)
    peers = peers_of(table)
    trouble: list[str] = []
    what, began = "", trio.current_time()
    with trio.move_on_after(GAME_S) as deadline:
        async with trio.open_nursery() as nursery:
            try:
                await start(table, peers, nursery)
                what = await roll_back(peers[draw.below(3)], draw, nursery)
                for peer in peers:
                    await peer.reported("over")
            finally:
                nursery.cancel_scope.cancel()
                await stop_all(peers)
    if deadline.cancelled_caught:
        last = "; ".join(f"{peer.name}: {peer.reports[-1:]} {peer.complaint.strip()}" for peer in peers)
        return f"hung: {last}", what
    result = judge(table, peers, trouble, trio.current_time() - began)
    verdicts = [one for peer in peers for over in peer.reports if over["event"] == "over" for one in over["verdicts"]]
    if verdicts:
        return f"convicted: {verdicts[0]}", what
    return (HEALED if result["ok"] else f"{result['finding']} {result['trouble']}"), what


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.node.roll_backs", description=__doc__)
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--game", default="tortuga")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    args = parser.parse_args()
    ends: Counter[str] = Counter()
    for number in range(args.first, args.first + args.games):
        with TemporaryDirectory(prefix="roll-back-") as place:
            end, what = trio.run(play, args.game, number, Path(place))
        ends[end.partition(":")[0]] += 1
        print(f"game {number}: {end} ({what} went back)", flush=True)
    print(", ".join(f"{count} {end}" for end, count in ends.items()))
    return 0 if set(ends) == {HEALED} else 1


if __name__ == "__main__":
    sys.exit(main())
