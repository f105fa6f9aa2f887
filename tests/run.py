"""Sets up and passes the tests: `python3 tests/run.py [pytest arguments]`.

Needs nothing but Python 3.11+ with venv. Makes `.venv` beside the sources, installs the project with its test
tools into it, then runs every check that decides whether work lands. Standard library only.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

CHECKS = (
    ("-m", "ruff", "check", "."),
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "mypy"),
    ("-m", "pytest", "-q", "-n", "auto"),
)


def main(extra: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  # whoever runs this may well have an older one
        print("Tortuga P2P needs Python 3.11 or newer.", file=sys.stderr)
        return 2
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ".[test]")
    for step in (install, *CHECKS[:-1], (*CHECKS[-1], *extra)):
        print("+ python", *step, flush=True)
        code = subprocess.run((str(PYTHON), *step), cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
