"""What a seat computes in a step, by the kind of step, while as many programs as there are seats do the same.

    python -m tests.benchmarks.computing SEED        waits for a line, then plays a game in one process and prints JSON

Programs that run at once share more than the processors: caches and the memory behind them, often the arithmetic
units of one core. So primitives are timed as they are paid for in a game of several programs, not alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict
from statistics import mean
from typing import Any

from tests.benchmarks.fairplay import Game, timed_primitives

SEATS = 4


class Counted(Game):
    """A game that knows in which kind of step its time goes."""

    def __init__(self, seats: int, bot: str, seed: int) -> None:
        super().__init__(seats, bot, seed)
        self.by_kind: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * seats)  # inside primitives, by seat
        self.steps: Counter[str] = Counter()

    def do(self, chair: int, event: Any, queue: list[tuple[int, bytes]]) -> None:
        before = self.sessions[chair].position
        kind, inside = before.kind, self.floor[chair]
        super().do(chair, event, queue)
        self.by_kind[kind][chair] += self.floor[chair] - inside
        if chair == 0 and self.sessions[chair].position.step > before.step:
            self.steps[kind] += 1


def costs(seed: int) -> dict[str, Any]:
    """CPU seconds of primitives in a step, by kind, for the mean seat; by what they grow for the busiest, and for all
    that its session does."""
    game = Counted(SEATS, "random", seed)
    with timed_primitives(game.clock):
        game.play()
    return {
        "primitives": {kind: mean(game.by_kind[kind]) / count for kind, count in game.steps.items()},
        "busiest": max(game.floor) / mean(game.floor),
        "session": max(game.cpu) / max(game.floor),
    }


def at_once(seed: int) -> list[dict[str, Any]]:
    """The costs as four programs find them that compute at the same time."""
    words = (sys.executable, "-m", "tests.benchmarks.computing", str(seed))
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    programs: list[Any] = [subprocess.Popen(words, **pipes) for _ in range(SEATS)]
    for one in programs:
        one.stdout.readline()
    for one in programs:
        one.stdin.write("\n")
        one.stdin.flush()
    return [json.loads(one.communicate()[0]) for one in programs]


if __name__ == "__main__":
    print(flush=True)
    input()
    print(json.dumps(costs(int(sys.argv[1]))))
