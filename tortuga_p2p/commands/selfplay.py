"""Play a whole table of bots over real links on this machine.

Every bot is a peer with a key, a journal and a transcript. At the end all
transcripts must be the same bytes and verify. This is what to run to see that
everything works here. With a seed the bots' choices and secrets repeat, and so
does the whole game.

examples:
  tortuga selfplay --seats expert,greedy,random,random --seed 7 --out games/
  tortuga selfplay --seats expert,expert --json
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from ..games import load
from ..rules.ask import Result
from ..rules.telling import ended, standing
from ..rules.words import Reader
from ..text import _
from .arguments import add_match, read_match, spelled_options
from .code import DONE, FAILED
from .working_folder import working_folder

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument(
        "--out", metavar="DIR", help=_("where everything of the game is kept (default: nowhere, if all is well)")
    )
    parser.add_argument("--json", action="store_true", help=_("print the result as one JSON object"))


def run(args: Namespace) -> int:
    import trio

    from ..testing.rigs.selfplay import BotTable, play_table

    match = read_match(args)
    if sys.stderr.isatty():
        print(_("Playing a whole game over real links: this takes a few seconds ..."), file=sys.stderr, flush=True)
    with working_folder(args.out, "tortuga-selfplay-") as out:
        table = BotTable(match.game.name, tuple(match.entrants), tuple(spelled_options(args)), match.seed, out.path)
        result = trio.run(play_table, table)
        out.is_kept |= not result["ok"]
        if not out.is_kept:
            result["transcript"] = ""
    print(json.dumps(result, indent=2) if args.json else "\n".join(_lines(result)))
    return DONE if result["ok"] else FAILED


def _lines(result: dict[str, Any]) -> list[str]:
    lines = [f"{result['game']}, seed {result['seed']}: {result['seconds']:.1f} s, {result['steps']} steps."]
    if result["scores"]:
        game, reader = load(result["game"]), Reader(None, {}, result["names"])
        end = Result(tuple(result["scores"]), tuple(result["winners"]), tuple(result["sides"] or ()))
        lines += filter(None, (ended(game, end, reader), standing(game, end, reader)))
    lines.append(f"Transcripts: {'byte-identical' if result['identical'] else 'DIFFERENT'}, {result['bytes']} bytes.")
    lines.append(f"Verified: {result['finding']}")
    lines.append(f"Files: {result['transcript'] or 'none are kept; --out DIR keeps them.'}")
    return lines + [f"TROUBLE: {line}" for line in result["trouble"]]
