"""How a benchmark is started by itself: its options, then its figures as a table or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def run(
    about: str | None,
    add_options: Callable[[argparse.ArgumentParser], None],
    measure: Callable[[argparse.Namespace], Any],
    show: Callable[[Any], None],
) -> int:
    """Called by a benchmark's `__main__` with its own docstring and functions."""
    name = f"python -m tests.benchmarks.{Path(sys.argv[0]).stem}"
    parser = argparse.ArgumentParser(name, description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--json", action="store_true", help="print all figures as JSON instead of a table")
    options = parser.parse_args()
    report = measure(options)
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        show(report)
    return 0
