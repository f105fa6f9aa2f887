"""How long a program takes to show its help: `python -m tests.benchmarks.startup`.

The commands take turns, each in a fresh process with warm files. CPU time is shown beside wall time: it is what the
program itself costs where other work shares the machine.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from .entry import run
from .quiet import busy

if TYPE_CHECKING:
    import argparse

Report = dict[str, Any]

MAIN = "tortuga --help"
SCRIPTS = ("tortuga", "ptpython", "cli-chess")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--starts", type=int, default=20, help="how often each program is started (20)")


def measure(options: argparse.Namespace) -> Report:
    bin_dir = Path(sysconfig.get_path("scripts"))
    commands: dict[str, tuple[str, ...]] = {"python -c pass": (sys.executable, "-c", "pass")}
    for script in SCRIPTS:
        if (bin_dir / script).exists():
            commands[f"{script} --help"] = (str(bin_dir / script), "--help")
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for repeat in range(options.starts + 1):
        for name, command in commands.items():
            took = _start(command)
            if repeat:  # the first reads the files from disk
                times[name].append(took)
    return {
        name: {
            "wall_ms": {"min": min(w for w, _ in took), "median": median(w for w, _ in took)},
            "cpu_ms": {"min": min(c for _, c in took), "median": median(c for _, c in took)},
            "missing": [script for script in SCRIPTS if f"{script} --help" not in commands],
        }
        for name, took in times.items()
    }


def _start(command: tuple[str, ...]) -> tuple[float, float]:
    """Wall and CPU milliseconds until it has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    wall = time.perf_counter() - start
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    return 1e3 * wall, 1e3 * cpu


def show(report: Report) -> None:
    if noise := busy():
        print(f"no wall times: {noise}")
    print(f"{'start-up, ms':22}{'wall min':>10}{'median':>9}{'CPU min':>10}{'median':>9}{'CPU : ours':>12}")
    ours = report.get(MAIN)
    for name, took in report.items():
        wall, cpu = took["wall_ms"], took["cpu_ms"]
        ratio = f"{cpu['median'] / ours['cpu_ms']['median']:11.1f}x" if ours else ""
        walls = f"{'-':>10}{'-':>9}" if noise else f"{wall['min']:10.0f}{wall['median']:9.0f}"
        print(f"{name:22}{walls}{cpu['min']:10.0f}{cpu['median']:9.0f}{ratio}")


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))
