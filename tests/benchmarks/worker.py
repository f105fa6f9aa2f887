"""One subject in a process of its own: plays when told to, and says what it took.

`python -m tests.benchmarks.worker NAME` answers each line of JSON on its input with one on its output.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from .ours import OURS
from .peers import PEERS

if TYPE_CHECKING:
    from .subject import Play

SUBJECTS = OURS | PEERS
TABLES = 200  # held at once to see what one takes
TABLE_AGE = 40  # decisions into the game, or as far as short games go


def main(name: str) -> None:
    try:
        play = SUBJECTS[name].load()
    except ImportError as error:
        _say({"missing": str(error)})
        return
    play(0)
    before = _resident_kb()
    _say({"ready": True})
    seed = 0
    for line in sys.stdin:
        order = json.loads(line)
        if order["do"] == "play":
            games, decisions, cpu_s = _play_for(play, seed, order["seconds"])
            seed += games
            _say({"games": games, "decisions": decisions, "cpu_s": cpu_s})
        else:
            _say({"grown_kb": max(0.0, _peak_kb() - before), "table_kb": _table_kb(play)})


def _play_for(play: Play, seed: int, seconds: float) -> tuple[int, int, float]:
    """Whole games for about that many CPU seconds."""
    games = decisions = 0
    start = time.process_time()
    while True:
        decisions += int(str(play(seed + games)))
        games += 1
        spent = time.process_time() - start
        if spent >= seconds:
            return games, decisions, spent


def _table_kb(play: Play) -> float:
    """What a game in progress takes: the growth of the process with many of them in hand, shared out."""
    held = [_early(play, 0)]  # whatever is made once is made now
    gc.collect()
    before = _resident_kb()
    held += [_early(play, seed) for seed in range(TABLES)]
    gc.collect()
    return max(0.0, (_resident_kb() - before) / TABLES)


def _early(play: Play, seed: int) -> object:
    age = TABLE_AGE
    while isinstance(game := play(seed, age), int):  # over before that
        age //= 2
    return game


def _resident_kb() -> float:
    """0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * 4.0


def _peak_kb() -> float:
    """The most this process ever held, in the unit of Linux."""
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _say(answer: dict[str, object]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
