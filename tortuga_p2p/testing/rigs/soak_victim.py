"""A bot whose cable can be pulled from outside, for `soak`: at a signal all its connections are dead, without a word.

    python -m tortuga_p2p.testing.rigs.soak_victim --level greedy ...       as `tortuga bot`

The sockets are shut below the program, which knows of nothing: it and its peers see what a router's restart would show.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import suppress
from runpy import run_module

CUT = getattr(signal, "SIGUSR1", None)  # none on Windows, where a soak does without


def cut(number: int, frame: object) -> None:
    """Shuts every connection of this process; what listens goes on listening."""
    for name in os.listdir("/dev/fd"):
        with suppress(OSError, ValueError), socket.socket(fileno=os.dup(int(name))) as one:
            if one.family in (socket.AF_INET, socket.AF_INET6):
                one.getpeername()
                one.shutdown(socket.SHUT_RDWR)


if __name__ == "__main__":
    if CUT is not None:
        signal.signal(CUT, cut)
    sys.argv[1:] = ["bot", *sys.argv[1:]]
    run_module("tortuga_p2p", run_name="__main__", alter_sys=True)  # the whole program, as anybody starts it
