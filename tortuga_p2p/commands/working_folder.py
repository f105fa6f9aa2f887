"""A folder for what a command needs while it runs: the user's own if one was named, else one that goes away again."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from .arguments import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator


class WorkingFolder:
    """Where files go, and whether they stay there."""

    def __init__(self, path: Path, *, is_kept: bool) -> None:
        self.path = path
        self.is_kept = is_kept  # set it if something went wrong: whoever mends it wants to look


@contextmanager
def working_folder(named: str | None, prefix: str) -> Iterator[WorkingFolder]:
    """The folder that somebody named, made if needed; or a new one, which is gone afterwards, however we end."""
    if named is not None:
        yield WorkingFolder(make_folder(Path(named)), is_kept=True)
        return
    folder = WorkingFolder(Path(mkdtemp(prefix=prefix)), is_kept=False)
    try:
        yield folder
    finally:
        if not folder.is_kept:
            shutil.rmtree(folder.path, ignore_errors=True)
