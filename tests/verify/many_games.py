"""Thousands of transcripts for `tortuga verify` and `tortuga export`: made, worked through, and what it took.

    python -m tests.verify.many_games --files 10000

Some dozens of real games (tiny ones and ours, in the real group; whole, cut off, tampered with) are copied under as
many names as are wanted into a tree of folders. Then both commands run on it as a user would run them: when did the
first line come, has every file its answer, how much memory did the largest process take. Ends with 1 if
something is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.shell import ROOT, TORTUGA, environment
from tests.tinygames import CUPS, HARBOUR, MUTINY, RACE, SCREENS
from tests.verify.files import file_of, frames, game_of_bots
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.games import names
from tortuga_p2p.session.transcript import SUFFIX
from tortuga_p2p.testing.company import Company

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES: Final = 8  # of each tiny game
PER_FOLDER: Final = 500
INSTALLED: Final = os.path.join(ROOT, "tests", "installed")


def samples() -> Iterator[tuple[str, bytes]]:
    """Real games, by the outcome that they have."""
    for game in (RACE, SCREENS, HARBOUR, MUTINY, CUPS):
        for number in range(TABLES):
            seats, options = 2 + number % 2, {"goal": 2} if game is RACE else {}
            company = Company.make(game, seats, group=default_group(), table=number, options=options).sit().play()
            raw = file_of(company, company.players[0])
            yield "honest", raw
            if number == 0:
                yield "unfinished", b"".join(frames(raw)[: len(frames(raw)) // 2])
                at = len(raw) // 2
                yield "tampered", raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
    for name in names():
        company = game_of_bots(name)
        yield "honest", file_of(company, company.players[0])


def lay_out(folder: Path, files: int) -> Counter[str]:
    """So many files in a tree of folders; how many of them have which outcome."""
    games = list(samples())
    short, ours = games[: TABLES + 2], games[-len(names()) :]
    longer = games[len(short) : -len(ours)]
    expected: Counter[str] = Counter()
    for number in range(files):
        # Most take some milliseconds; games of ours a hundred times as long: one of each in a thousand files.
        kind = ours if number % 1000 < len(ours) else longer if number % 50 == 49 else short
        outcome, raw = kind[number % 1000 if kind is ours else number // 10 % len(kind)]
        place = folder / f"{number // PER_FOLDER:03}"
        place.mkdir(exist_ok=True)
        (place / f"game-{number:06}{SUFFIX}").write_bytes(raw)
        expected[outcome] += 1
    return expected


class Taken(NamedTuple):
    """What one run took."""

    lines: list[str]
    code: int
    first_s: float
    all_s: float
    cpu_s: float
    memory_mb: float  # of the largest process


def run(command: str, folder: Path, *words: str) -> Taken:
    """A command in a child of its own, so that what its children took can be told from what others did."""
    began = time.monotonic()
    path = os.pathsep.join((INSTALLED, ROOT))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(
        (*TORTUGA, command, *words, str(folder)),
        env=environment(PYTHONPATH=path),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        first_s, lines = 0.0, []
        for line in process.stdout:
            first_s = first_s or time.monotonic() - began
            if '"outcome": ' in line:  # one for each file; an export has many more
                lines.append(line)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    all_s = time.monotonic() - began
    return Taken(lines, process.returncode, first_s, all_s, cpu_s, after.ru_maxrss / 1024)


def told(name: str, files: int, taken: Taken) -> str:
    return (
        f"{name}: {files} files in {taken.all_s:.0f} s, {taken.cpu_s:.0f} s of CPU, first line after"
        f" {taken.first_s:.1f} s, {taken.memory_mb:.0f} MB in the largest process, code {taken.code}"
    )


def check(what: str, found: Any, expected: Any) -> int:
    if found == expected:
        return 0
    print(f"WRONG: {what}: {found}, not {expected}")
    return 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.verify.many_games", description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--only", choices=("verify", "export"))
    args = parser.parse_args()
    wrong = 0
    with TemporaryDirectory(prefix="many-games-") as place:
        folder = Path(place)
        expected = lay_out(folder, args.files)
        print(f"{args.files} files: {dict(expected)}", flush=True)
        for command in ("verify", "export"):
            if args.only not in (None, command):
                continue
            taken = run(command, folder, *(("--json",) if command == "verify" else ()))
            answers = [one for one in map(json.loads, taken.lines) if "file" in one]  # others compare whole meetings
            found = Counter(one["outcome"] for one in answers)
            wrong += check("outcomes", found, expected) + check("code", taken.code, 1)
            print(told(command, args.files, taken), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
