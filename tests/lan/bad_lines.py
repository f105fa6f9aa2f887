"""Whole games over lines that lose much, one after the other: how long each took, and how long it stood still at most.

    nice -n 19 python -m tests.lan.bad_lines --games 20 --loss 0.2

The tests play one such game; this looks at many, best beside other work that keeps the cores busy. Ends with 1 if
a game was not over in time or somebody gave up, and keeps its files then. Needs what tests/lan needs.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from tests.net.lab import Lab, why_not
from tortuga_p2p.verify.verifier import Outcome, verify

from .test_lan import Machine

LOOK_S: Final = 0.2


def play(lab: Lab, folder: Path, seats: int, loss: float, limit_s: float) -> tuple[float, float]:
    """One game; how long it took, and the longest time in which no file grew. `TimeoutError` if it does not end."""
    machines = [Machine(lab, host, folder, "greedy") for host in range(seats)]
    machines[0].start("--open", str(seats), "--port", "1667")
    while not machines[0].said("table"):
        time.sleep(LOOK_S)
    lab.switch.delay_s, lab.switch.jitter_s, lab.switch.loss = 0.002, 0.004, loss
    begun = moved = time.monotonic()
    for machine in machines[1:]:
        machine.start("--join", f"{lab.address(0)}:1667")
    still_s, size = 0.0, -1
    while not all(machine.said("over") for machine in machines):
        now, grown = time.monotonic(), sum(machine.step for machine in machines)
        if grown != size:
            still_s, moved, size = max(still_s, now - moved), now, grown
        for machine in machines:
            if machine.process and machine.process.poll():
                raise TimeoutError(f"{(machine.home / 'err').read_text().strip()} ({folder})")
        if now - begun > limit_s:
            raise TimeoutError(f"not over after {limit_s:.0f} s, still for {now - moved:.0f}: {folder}")
        time.sleep(LOOK_S)
    overs = [machine.said("over") or {} for machine in machines]
    files = {Path(over["transcript"]).read_bytes() for over in overs}
    assert len(files) == 1, f"the transcripts differ: {folder}"
    assert verify(files.pop()).outcome is Outcome.HONEST, folder
    return time.monotonic() - begun, still_s


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.lan.bad_lines", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--loss", type=float, default=0.2, help="share of all frames")
    parser.add_argument("--limit", type=float, default=900, metavar="S", help="when a game counts as hanging")
    args = parser.parse_args()
    if why_not():
        print(why_not(), file=sys.stderr)
        return 2
    hung = 0
    for number in range(args.games):
        folder = Path(mkdtemp(prefix="bad-lines-"))
        with Lab(args.seats, seed=number) as lab:
            try:
                took_s, still_s = play(lab, folder, args.seats, args.loss, args.limit)
            except TimeoutError as late:
                hung += 1
                print(f"game {number}: {late}", flush=True)
                continue
            lost, passed = lab.switch.lost, lab.switch.passed
        shutil.rmtree(folder)
        share = lost / max(1, lost + passed)
        print(f"game {number}: {took_s:.0f} s, still for {still_s:.1f} s at most, {share:.0%} lost", flush=True)
    print(f"{args.games} games, {hung} not over in time")
    return 1 if hung else 0


if __name__ == "__main__":
    sys.exit(main())
