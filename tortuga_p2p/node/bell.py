"""A seat that a program plays in its person's place, and how the person gets it back from another terminal.

While a program has the helm, a file hangs beside the journal of its game: the bell. Whoever wants the seat locks it,
which is ringing; the program looks a few times a second, and whoever cannot have the lock for a moment has heard it. It
lets go of everything and ends; the one who rang goes on by the journal. A lock goes with the process that holds it: so
nobody rings by accident or from the grave, nothing is sent, and nothing can be forged by anybody who may not write into
the folder. See docs/decisions/0011.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import trio

from ..errors import BadInput
from ..limits import RING_LOOK_S, TAKE_OVER_S
from ..text import _
from .home import telling_faults
from .journal import SUFFIX as JOURNAL_SUFFIX
from .lock import give_lock, take_lock

if TYPE_CHECKING:
    from pathlib import Path

    from .home import Home

SUFFIX: Final = ".bell"


class Bell:
    """Of our own game. Hangs only while a program plays."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_suffix(SUFFIX)
        self._file: int | None = None

    @property
    def hangs(self) -> bool:
        return self._file is not None

    def hang(self) -> None:
        if self._file is None:
            with telling_faults(self._path):
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)

    def is_rung(self) -> bool:
        """Whether somebody waits for our seat."""
        if self._file is None:
            return False
        if not take_lock(self._file):
            return True
        give_lock(self._file)
        return False

    def take_down(self) -> None:
        """Also one that somebody left who was killed."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def is_played(journal: Path) -> bool:
    """Whether a program on this machine has this game now."""
    return not _is_free(journal)


def plays_on(journal: Path) -> bool:
    """Whether that program plays in its person's place, and would let them have the seat."""
    return journal.with_suffix(SUFFIX).exists() and is_played(journal)


async def take_over(journal: Path, home: Home) -> bool:
    """Rings where a program of ours plays this game, and waits until it has let go; whether there was one.

    Raises `BadInput` where somebody sits at that program and plays, or it does not let go.
    """
    if not is_played(journal):
        return False
    bell = _open(journal.with_suffix(SUFFIX))
    if bell is None:
        raise BadInput(
            _(
                "the game {stem} is being played in another terminal of yours: let your program play on there (q), or "
                "leave there.",
                stem=journal.stem,
            )
        )
    try:
        with trio.move_on_after(TAKE_OVER_S):
            await _ring(bell, journal, home)
            return True
    finally:
        os.close(bell)
    raise BadInput(
        _("the program that plays {stem} for you does not let go of it: end it, then try again.", stem=journal.stem)
    )


async def _ring(bell: int, journal: Path, home: Home) -> None:
    has_rung = False
    while not (_is_free(journal) and home.is_free()):
        has_rung = has_rung or take_lock(bell)  # the program looks in this very moment: another try
        await trio.sleep(RING_LOOK_S)


def _open(path: Path) -> int | None:
    try:
        return os.open(path, os.O_RDWR)
    except OSError:
        return None


def _is_free(journal: Path) -> bool:
    """Whether nobody has this journal. One that is gone is nobody's: the game has ended meanwhile."""
    assert journal.suffix == JOURNAL_SUFFIX
    try:
        file = os.open(journal, os.O_RDWR)
    except OSError:
        return True
    try:
        return take_lock(file)
    finally:
        os.close(file)  # gives the lock back
