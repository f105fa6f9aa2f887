"""The terminal goes away while a program plays for its person: it goes on without.

A terminal that is closed hangs up (SIGHUP), ends its input, and answers whatever is written with an error. Whoever
reads or writes it again would fail, or spin; so all three of its files become the one that takes and gives nothing.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from contextlib import suppress


def is_closed(error: BaseException) -> bool:
    """Whether the terminal went away under us: nothing can be read, or nothing written."""
    return isinstance(error, EOFError) or (isinstance(error, OSError) and error.errno == errno.EIO)


def let_go_of_terminal() -> None:
    """From now on nothing of this process touches the terminal, and nothing that happens to it matters."""
    if hasattr(signal, "SIGHUP"):
        with suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # what was not written is for nobody
            stream.flush()
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
