"""A report for whoever has to find a mistake of ours: versions, where it happened, the last events. No secrets.

A player sees one line; the rest is in the file. It names no other player's address and holds no key. Whatever is
missing or broken, this works: it needs nothing but the standard library (a test takes everything else away).
"""

from __future__ import annotations

import platform
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final

from .. import __version__
from ..errors import BadInput
from ..node.home import default_home
from ..text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..node.one_game import Party

EVENTS_KEPT: Final = 40
_LIBRARIES: Final = ("trio", "prompt_toolkit", "cryptography", "msgpack", "btclib-secp256k1", "zeroconf")


def write_report(error: BaseException, parties: Sequence[Party] = ()) -> Path | None:
    """Writes the file and gives its path; none where the disk takes no more, which may have been the trouble."""
    now = datetime.now(UTC)
    try:
        path = _folder() / f"report-{now:%Y%m%d-%H%M%S}.txt"
        path.write_text("\n".join(report_lines(error, parties, now)) + "\n", encoding="utf-8")
    except (OSError, BadInput):
        return None
    return path


def _folder() -> Path:
    try:
        return default_home().logs
    except ImportError:  # what knows where a platform keeps its data is a library too
        return Path(mkdtemp(prefix="tortuga-"))


def mishap(path: Path | None, error: BaseException | None = None) -> str:
    """What a player is told about it; that a library is missing, they can mend themselves."""
    if isinstance(error, ImportError):
        words = _("A library that Tortuga needs cannot be loaded ({error}): install Tortuga again.", error=error)
        return words if path is None else _("{words} A report is in {path}", words=words, path=path)
    if path is None:
        return _("Something went wrong in the program itself, and your data folder takes no report: is the disk full?")
    return _("Something went wrong in the program itself. A report is in {path}").format(path=path)


def report_lines(error: BaseException, parties: Sequence[Party], now: datetime) -> list[str]:
    lines = [
        f"tortuga {__version__}, {now:%Y-%m-%d %H:%M:%S} UTC",
        f"python {sys.version.split()[0]} on {platform.system()} {platform.release()} {platform.machine()}",
        *(f"{name} {_version(name)}" for name in _LIBRARIES),
    ]
    for party in parties:
        node = party.node
        if node is None:
            lines += ["", "a table that had not begun"]
            continue
        session, table = node.session, node.session.table
        lines += ["", f"game {node.files.name}, step {session.position.step}, phase {session.phase}"]
        if table is not None:
            lines += [f"stage {table.stage.kind}, position {table.agreement.game.position_text(table.state)}"]
        lines += [f"  {line}" for line in list(node.log)[-EVENTS_KEPT:]]
    return [*lines, "", *"".join(traceback.format_exception(error)).splitlines()]


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to load, and usually nothing goes wrong

    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
