"""Let bots play many games and measure who is better.

Every bot sits on every seat equally often. The same seed gives the same
table, whatever the number of jobs; only the lines on time differ. A victory
shared by k bots counts as 1/k of a win to each. The rating is that of the
openskill library (Plackett-Luce): everybody starts at 25, and the figure
behind the sign says how sure it is. Ctrl-C stops, with the table of what was
played so far.

examples:
  tortuga arena --seats captain,greedy,random --games 2000 --seed 7
  tortuga arena --seats captain,greedy,greedy,greedy --long --jobs 4

  A bot for any game, with a second for every decision; the same with 200
  imagined games a decision, in which everybody plays like greedy:
  tortuga arena --seats montecarlo:1000ms,greedy --games 100
  tortuga arena --seats montecarlo:200:greedy,greedy --json
"""

from __future__ import annotations

import json
import sys
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ..bots.arena import WorkerLost, play_all
from ..bots.rating import rate
from ..bots.registry import labels
from ..bots.tally import line, thinking
from ..children import JOBS_MAX, cores
from .code import DONE, FAILED, INTERRUPTED
from .entry import add_match, read_match, whole
from .terminal import Progress

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping, Sequence

    from ..bots.match import Match, Record

GAMES_DEFAULT: Final = 200
GAMES_MAX: Final = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("--games", metavar="N", default=str(GAMES_DEFAULT), help="how many (default: %(default)s)")
    parser.add_argument("--jobs", metavar="N", help="processes to use (default: one for each core)")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")


def run(args: Namespace) -> int:
    games = whole(args.games, "--games", 1, GAMES_MAX)
    jobs = cores() if args.jobs is None else whole(args.jobs, "--jobs", 1, JOBS_MAX)
    match = read_match(args)
    begun_at_s = monotonic()
    try:
        records, stopped = _play(match, games, jobs)
    except WorkerLost as trouble:
        print(f"tortuga arena: {trouble}", file=sys.stderr)
        return FAILED
    figures = summary(match, games, records)
    figures["timing"] = _timing(match, records, jobs, monotonic() - begun_at_s)
    print(json.dumps(figures, indent=2) if args.json else "\n".join(lines(figures)))
    return INTERRUPTED if stopped else DONE


def _play(match: Match, games: int, jobs: int) -> tuple[list[Record], bool]:
    records: list[Record] = []
    try:
        with Progress(sys.stderr, games, "games") as progress:
            for record in play_all(match, games, jobs):
                records.append(record)
                progress.show(len(records))
    except KeyboardInterrupt:
        return records, True
    return records, False


# --- what is printed ---------------------------------------------------------------------------------------------


def summary(match: Match, games: int, records: Sequence[Record]) -> dict[str, Any]:
    """All that the seed repeats, as JSON has it. Times are not in here."""
    records = sorted(records, key=lambda record: record.number)
    names = labels(match.entrants)
    count = max(1, len(records))
    bots = []
    for entrant, rating in enumerate(rate(len(names), records) if records else ()):
        figures = line(names[entrant], entrant, records)
        bots.append({**figures._asdict(), "rating": rating.mu, "rating_deviation": rating.sigma})
    return {
        "game": match.game.name,
        "options": {name: match.options[name] for name in sorted(match.options)},
        "seed": match.seed,
        "games": games,
        "played": len(records),
        "rounds": sum(record.rounds for record in records) / count,
        "decisions": sum(len(taken) for record in records for taken in record.thinking) / count,
        "bots": bots,
    }


def _timing(match: Match, records: Sequence[Record], jobs: int, spent_s: float) -> dict[str, Any]:
    return {
        "jobs": jobs,
        "seconds": spent_s,
        "bots": [
            thinking(name, entrant, records)._asdict()
            for entrant, name in enumerate(labels(match.entrants) if records else ())
        ],
    }


def lines(figures: Mapping[str, Any]) -> list[str]:
    """The figures for people."""
    played, games, bots = figures["played"], figures["games"], figures["bots"]
    head = f"{figures['game']}, seed {figures['seed']}: {played} games"
    if played < games:
        head += f" of {games}, then stopped"
    if not bots:
        return [head]
    wide = max(3, *(len(bot["name"]) for bot in bots))
    text = [head, "", f"{'bot':<{wide}}  {'wins':>6}  {'shared':>6}  {'win rate, 95 %':<21}  {'points':>6}  rating"]
    text += [
        f"{bot['name']:<{wide}}  {bot['wins']:>6}  {bot['shared']:>6}  "
        f"{_percent(bot['win_rate'])} ({_percent(bot['low'])} -{_percent(bot['high'])})  "
        f"{bot['points']:>6.1f}  {bot['rating']:.1f} ± {bot['rating_deviation']:.1f}"
        for bot in bots
    ]
    rounds = f"{figures['rounds']:.2f} rounds and " if figures["rounds"] else ""
    text += [
        "",
        f"A game took {rounds}{figures['decisions']:.1f} decisions. A win shared by k counts 1/k in the win rate.",
    ]
    if played % len(bots):
        text.append(f"The seats are balanced after every {len(bots)} games; {played} is no multiple of that.")
    timing = figures["timing"]
    text += ["", f"Played in {timing['seconds']:.1f} s by {timing['jobs']} jobs. A decision took:"]
    text += [
        f"{bot['name']:<{wide}}  median {bot['median_ms']:.3g} ms, 95 % below {bot['p95_ms']:.3g} ms"
        for bot in timing["bots"]
    ]
    return text


def _percent(part: float) -> str:
    return f"{100 * part:5.1f}"
