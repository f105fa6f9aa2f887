"""One program at a time: a lock on an open file, given back when the file is closed or its process ends, however."""

from __future__ import annotations

import os


def give_lock(descriptor: int) -> None:
    """Lets others have it again, with the file still open."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_UN)


def take_lock(descriptor: int) -> bool:
    """Takes an open file for this process alone; False where another one has it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
