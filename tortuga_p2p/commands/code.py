"""How a run of `tortuga` ends: its exit codes. A command may have more of its own."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
FAILED: Final = 1  # not the user's fault: a full disk, a process that somebody killed
BAD_INPUT: Final = 2
HUNG_UP: Final = 128 + 1  # what shells report for a terminal that was closed ...
INTERRUPTED: Final = 128 + 2  # ... for Ctrl-C ...
PIPE_CLOSED: Final = 128 + 13  # ... and for a reader that went away, as in `tortuga watch | head`
