"""`python -m tests.benchmarks`: everything in one run."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import Any

from . import playouts, startup


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Speed, memory and start-up.")
    playouts.add_options(parser)
    startup.add_options(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures there")
    options = parser.parse_args()
    report: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "playouts": playouts.measure(options),
        "startup": startup.measure(options),
    }
    playouts.show(report["playouts"])
    print()
    startup.show(report["startup"])
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
