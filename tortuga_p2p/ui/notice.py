"""It is your turn, and you look elsewhere: a notice of the desktop, where the system has a program for it.

The bell and the title of the terminal are the screen's own (app.py). A notice says what is played and nothing of the
game: whoever stands beside the desk may read it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Final

from ..text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

AWAY_AFTER_S: Final = 20.0  # whoever pressed nothing for so long may look elsewhere, and is called
PATIENCE_S: Final = 10.0  # with the desktop's program; then it is ended


def command(title: str, text: str, system: str = sys.platform, env: Mapping[str, str] = os.environ) -> list[str]:
    """The program that shows a notice here, with its words; empty where there is no desktop, or no such program."""
    if system == "darwin" and shutil.which("osascript"):
        words = ["on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run"]
        return ["osascript", *(part for word in words for part in ("-e", word)), title, text]
    if (env.get("DISPLAY") or env.get("WAYLAND_DISPLAY")) and shutil.which("notify-send"):
        return ["notify-send", "--app-name=tortuga", "--", title, text]
    return []


def show(title: str, text: str) -> None:
    """Shows a notice and waits for nothing."""
    words = command(title, text)
    if words:
        Thread(target=_run, args=(words,), daemon=True).start()


def call() -> None:
    """It is the player's turn, and nobody has touched a key for a while."""
    show(_("Tortuga P2P"), _("It is your turn."))


def _run(words: list[str]) -> None:
    quiet = subprocess.DEVNULL
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(words, stdin=quiet, stdout=quiet, stderr=quiet, timeout=PATIENCE_S, check=False)
