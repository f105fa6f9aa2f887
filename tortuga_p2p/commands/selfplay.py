"""Play a whole table of bots over real links on this machine.

Every bot is a peer with a key, a journal and a transcript. At the end all
transcripts must be the same bytes and verify. This is what to run to see that
everything works here. With a seed the bots' choices and secrets repeat, and so
does the whole game.

examples:
  tortuga selfplay --seats captain,greedy,random,random --seed 7 --out games/
  tortuga selfplay --seats captain,captain --json
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from .code import DONE, FAILED
from .entry import add_match, make_folder, read_match

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("--out", metavar="DIR", help="where everything of the game is kept (default: a new folder)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def run(args: Namespace) -> int:
    import trio

    from ..node.selfplay import Table, play_table

    match = read_match(args)
    out = make_folder(Path(args.out)) if args.out else Path(mkdtemp(prefix="tortuga-selfplay-"))
    options = (["long=yes"] if args.long else []) + args.option
    table = Table(match.game.name, tuple(match.entrants), tuple(options), match.seed, out)
    result = trio.run(play_table, table)
    print(json.dumps(result, indent=2) if args.json else "\n".join(_lines(result)))
    return DONE if result["ok"] else FAILED


def _lines(result: dict[str, Any]) -> list[str]:
    lines = [f"{result['game']}, seed {result['seed']}: {result['seconds']:.1f} s, {result['steps']} steps."]
    if result["scores"]:
        rows = zip(result["names"], result["scores"], strict=True)
        for seat, (name, points) in enumerate(rows):
            lines.append(f"  {name:<24} {points:>4} points{'  wins' if seat in result['winners'] else ''}")
    lines.append(f"Transcripts: {'byte-identical' if result['identical'] else 'DIFFERENT'}, {result['bytes']} bytes.")
    lines.append(f"Verified: {result['finding']}")
    lines.append(f"Files: {result['transcript']}")
    return lines + [f"TROUBLE: {line}" for line in result["trouble"]]
