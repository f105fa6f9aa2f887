"""Whether the clock on the wall may be believed: not where others want more processors than there are.

Ratios of wall times are shown on a quiet machine only; elsewhere CPU seconds over CPU seconds of primitives, which
other people's work changes little.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, Final

PROBE_S: Final = 0.4
SHARE_MIN: Final = 0.9  # of the processors that we must get if we ask for all of them
_SPIN: Final = f"""
import time
print(flush=True); input()
wall, cpu = time.perf_counter(), time.process_time()
while time.perf_counter() < wall + {PROBE_S}: pass
print((time.process_time() - cpu) / (time.perf_counter() - wall))
"""

CORES: Final = os.cpu_count() or 1


def busy() -> str:
    """Why wall times mean nothing now; empty where they do. Asked before and after what is measured.

    Not by the load average alone, which remembers our own programs for a minute: one program for each processor looks
    how much of it it gets.
    """
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    spinners: list[Any] = [subprocess.Popen((sys.executable, "-S", "-c", _SPIN), **pipes) for _ in range(CORES)]
    for one in spinners:
        one.stdout.readline()
    for one in spinners:
        one.stdin.write("\n")
        one.stdin.flush()
    shares = [float(one.communicate()[0]) for one in spinners]
    share = sum(shares) / CORES
    if share >= SHARE_MIN:
        return ""
    return f"others use {1 - share:.0%} of {CORES} processors (load {os.getloadavg()[0]:.1f})"
