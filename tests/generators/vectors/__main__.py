"""`python -m tests.generators.vectors`: are the published vectors what the code says? Or write them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .library import compare, published, rebuilt, write

HOME = Path(__file__).resolve().parents[3] / "protocol" / "vectors"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.generators.vectors", description=__doc__)
    todo = parser.add_mutually_exclusive_group(required=True)
    todo.add_argument("--check", action="store_true", help="compare the files with the code, byte for byte")
    todo.add_argument("--write", action="store_true", help="write the files anew")
    parser.add_argument("--folder", type=Path, default=HOME, help="where the files are (default: protocol/vectors)")
    options = parser.parse_args()
    if options.write:
        write(options.folder, rebuilt())
    differences = compare(published(options.folder), rebuilt())
    for line in differences:
        print(line)
    print(f"{len(rebuilt())} vectors, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
