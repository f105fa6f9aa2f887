"""Sets up and passes the tests: `python3 tests/run.py [pytest arguments]`.

Needs nothing but Python 3.11+ with venv. Makes `.venv` beside the sources, installs the project with its test
tools into it, then runs every check that decides whether work lands. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MEMORY = Path("/dev/shm")
MEMORY_BYTES_MIN = 2 << 30  # all that the tests write is a tenth of it

# Some tests wait more than they work: for a real line, a terminal, a clock. One process more than there are processors
# works meanwhile.
JOBS = (os.cpu_count() or 1) + 1

CHECKS = (
    ("-m", "ruff", "check", "."),
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "mypy"),
    # Neighbours share what they set up, so each process has its own stretch; who is done takes half of another's rest.
    ("-m", "pytest", "-q", "-n", str(JOBS), "--dist", "worksteal"),
)


@contextmanager
def surroundings() -> Iterator[dict[str, str]]:
    """The environment of all checks.

    Compiled sources are kept: hundreds of programs are started. And where there is room, files of tests lie in memory:
    a journal syncs every word that is said, and on a disk that is most of the time of a table.
    """
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if not has_room(MEMORY):
        yield kept
        return
    folder = tempfile.mkdtemp(prefix="tortuga-", dir=MEMORY)
    try:
        yield {**kept, "TMPDIR": folder}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def has_room(folder: Path) -> bool:
    """Whether programs may be put there too, and enough."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    there = os.statvfs(folder)
    return there.f_bavail * there.f_frsize >= MEMORY_BYTES_MIN and not there.f_flag & os.ST_NOEXEC


def main(extra: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  # whoever runs this may well have an older one
        print("Tortuga P2P needs Python 3.11 or newer.", file=sys.stderr)
        return 2
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ".[test]")
    with surroundings() as environment:
        for step in (install, *CHECKS[:-1], (*CHECKS[-1], *extra)):
            print("+ python", *step, flush=True)
            code = subprocess.run((str(PYTHON), *step), cwd=ROOT, env=environment, check=False).returncode
            if code:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
