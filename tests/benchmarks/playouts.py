"""Random playouts beside peers, in one run: `python -m tests.benchmarks.playouts`.

Every subject plays in its own process, on one core, and only one plays at a time. They take turns, repetition by
repetition, so that whatever else the machine does meets all of them alike; what is compared is decisions per CPU
second within the same repetition. Times are never asserted: the figures are for people.
"""

from __future__ import annotations

import json
import subprocess
import sys
from statistics import median
from typing import TYPE_CHECKING, Any

from .entry import run
from .ours import MAIN, OURS
from .worker import SUBJECTS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

Report = dict[str, Any]

# What issue 2 asks for, as (peers, least ratio of our decisions per CPU second to theirs).
GOALS: tuple[tuple[str, Callable[[str, str], bool], float], ...] = (
    ("three times Catanatron", lambda name, rules: name.startswith("catanatron"), 3.0),
    (
        "more than every peer whose rules are Python",
        lambda name, rules: rules == "Python" and "class alone" not in name,
        1.0,
    ),
    ("no slower than OpenSpiel's backgammon", lambda name, rules: "backgammon" in name, 1.0),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each repetition (1)")
    parser.add_argument("--repeats", type=int, default=7, help="repetitions of every subject (7)")
    parser.add_argument("--only", action="append", metavar="TEXT", help="only subjects with this in their name")


def measure(options: argparse.Namespace) -> Report:
    names = [name for name in SUBJECTS if name == MAIN or not options.only or any(t in name for t in options.only)]
    workers: dict[str, _Worker] = {}
    report: Report = {"subjects": {}, "missing": {}}
    for name in names:
        worker = _Worker(name)
        if worker.missing:
            report["missing"][name] = worker.missing
        else:
            workers[name] = worker
    rates: dict[str, list[Report]] = {name: [] for name in workers}
    for repeat in range(options.repeats + 1):
        for name, worker in workers.items():
            _progress(f"{repeat}/{options.repeats} {name}")
            found = worker.ask({"do": "play", "seconds": options.seconds})
            if repeat:  # the first is to warm up
                rates[name].append(found)
    ours = [found["decisions"] / found["cpu_s"] for found in rates[MAIN]]
    for name, worker in workers.items():
        report["subjects"][name] = _summary(name, rates[name], ours) | worker.ask({"do": "memory"})
        worker.close()
    _progress("")
    report["goals"] = _goals(report["subjects"])
    return report


class _Worker:
    """A process that plays one subject."""

    def __init__(self, name: str) -> None:
        command = (sys.executable, "-W", "ignore", "-m", "tests.benchmarks.worker", name)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.missing: str = self._answer().get("missing", "")

    def ask(self, order: Report) -> Report:
        assert self.process.stdin is not None
        print(json.dumps(order), file=self.process.stdin, flush=True)
        return self._answer()

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def _answer(self) -> Report:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):  # some peers greet on standard output
                answer: Report = json.loads(line)
                return answer
        return {"missing": f"it stopped with code {self.process.wait()}"}


def _summary(name: str, found: list[Report], ours: list[float]) -> Report:
    rates = [one["decisions"] / one["cpu_s"] for one in found]
    ratios = [our / rate for our, rate in zip(ours, rates, strict=True)]
    games = sum(one["games"] for one in found)
    return {
        "rules": SUBJECTS[name].rules,
        "decisions_per_s": _spread(rates),
        "games_per_s": _spread([one["games"] / one["cpu_s"] for one in found]),
        "decisions_per_game": sum(one["decisions"] for one in found) / games,
        "us_per_decision": 1e6 / median(rates),
        "ours_to_this": _spread(ratios),
    }


def _spread(values: list[float]) -> Report:
    return {"median": median(values), "low": min(values), "high": max(values)}


def _goals(subjects: Report) -> list[Report]:
    goals = []
    for words, meant, least in GOALS:
        peers = {n: s["ours_to_this"]["median"] for n, s in subjects.items() if n not in OURS}
        ratios = {name: ratio for name, ratio in peers.items() if meant(name, subjects[name]["rules"])}
        if ratios:
            worst = min(ratios, key=lambda name: ratios[name])
            goals.append({"goal": words, "nearest": worst, "ratio": ratios[worst], "least": least})
    return goals


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:60}", end="" if text else "\r", file=sys.stderr, flush=True)


def show(report: Report) -> None:
    """The table for people."""
    head = ("subject", "rules", "us/decision", "decisions/s", "low-high", "games/s", "ours : this", "low-high")
    print(f"{head[0]:30}{head[1]:8}{head[2]:>12}{head[3]:>13}{head[4]:>20}{head[5]:>9}{head[6]:>13}{head[7]:>15}")
    print(f"{'':30}{'':8}{'':>12}{'per CPU s':>13}{'':>20}{'':>9}{'':>13}{'':>15}   peak +MB  KB/table")
    for name, one in report["subjects"].items():
        rate, ratio = one["decisions_per_s"], one["ours_to_this"]
        print(
            f"{name:30}{one['rules']:8}{one['us_per_decision']:12.1f}{rate['median']:13,.0f}"
            f"{rate['low']:11,.0f}-{rate['high']:,.0f}".ljust(83)
            + f"{one['games_per_s']['median']:9,.0f}{ratio['median']:12.2f}x"
            + f"{ratio['low']:8.2f}-{ratio['high']:.2f}".ljust(15)
            + f"{one['grown_kb'] / 1024:11.1f}{one['table_kb']:10.1f}"
        )
    for name, reason in report["missing"].items():
        print(f"{name:30}not measured: {reason}")
    print()
    for goal in report["goals"]:
        verdict = "yes" if goal["ratio"] >= goal["least"] else "no"
        print(f"{goal['goal']}: {verdict} ({goal['ratio']:.2f}x, nearest {goal['nearest']})")


if __name__ == "__main__":
    sys.exit(run(__doc__, add_options, measure, show))
