"""Let bots play many games and measure who is better.

Every bot sits in every seat equally often. The same seed gives the same table,
whatever the number of jobs; only the lines on time differ. A victory shared by
k bots counts as 1/k of a win to each; a side that wins together has one
victory, a whole win for each of its bots. The rating is that of the openskill
library (Plackett-Luce): everybody starts at 25, and the figure after the sign
says how sure it is. Ctrl-C stops, and prints the table of what was played so
far.

In a game of sides, --teams lets a team of one bot play a team of another:
the sides are dealt first, then each bot gets every seat of a side. From game
to game they change sides, and the table says how each did on which.

examples:
  tortuga arena --seats expert,greedy,random --games 2000 --seed 7
  tortuga arena --seats expert,greedy,greedy,greedy --jobs 4

  A bot for any game, with a second for every decision; the same with 200
  imagined games a decision, in which everybody plays like greedy:
  tortuga arena --seats montecarlo:1000ms,greedy --games 100
  tortuga arena --seats montecarlo:200:greedy,greedy --json

  A team of experts against a team that plays at random, seven at the table:
  tortuga arena --teams expert,random --players 7
"""

from __future__ import annotations

import json
import sys
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ..bots.arena import WorkerLost, play_all
from ..bots.rating import rate
from ..bots.registry import labels
from ..bots.tally import line, side_lines, thinking
from ..children import JOBS_MAX, cores
from ..rules.telling import side_name
from ..text import _
from .arguments import add_export, add_match, open_export, read_match, whole
from .code import DONE, FAILED, INTERRUPTED
from .terminal import Progress

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping, Sequence

    from ..bots.local_export import LocalExport
    from ..bots.match import GameRecord, Match

GAMES_DEFAULT: Final = 200
GAMES_MAX: Final = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    who = add_match(parser)
    who.add_argument("--teams", metavar="BOT,BOT,...", help=_("in a game of sides: who plays for a whole side"))
    parser.add_argument("--players", metavar="N", help=_("with --teams: how many sit at the table (default: as usual)"))
    parser.add_argument("--games", metavar="N", default=str(GAMES_DEFAULT), help=_("how many (default: %(default)s)"))
    parser.add_argument("--jobs", metavar="N", help=_("processes to use (default: one for each core)"))
    parser.add_argument("--json", action="store_true", help=_("print the figures as one JSON object"))
    add_export(parser)


def run(args: Namespace) -> int:
    games = whole(args.games, "--games", 1, GAMES_MAX)
    jobs = 1 if args.export else cores() if args.jobs is None else whole(args.jobs, "--jobs", 1, JOBS_MAX)
    match = read_match(args, args.teams, args.players)
    begun_at_s = monotonic()
    try:
        with open_export(args) as export:
            records, stopped = _play(match, games, jobs, export)
    except WorkerLost as trouble:
        print(_("tortuga arena: {trouble}", trouble=trouble), file=sys.stderr)
        return FAILED
    figures = summary(match, games, records)
    figures["timing"] = _timing(match, records, jobs, monotonic() - begun_at_s)
    print(json.dumps(figures, indent=2) if args.json else "\n".join(lines(figures)))
    return INTERRUPTED if stopped else DONE


def _play(match: Match, games: int, jobs: int, export: LocalExport | None) -> tuple[list[GameRecord], bool]:
    """Games that are written down are played here, one after the other: a file has an order."""
    records: list[GameRecord] = []
    bots = match.bots() if export else ()
    going = (match.play(number, bots, export) for number in range(games)) if export else play_all(match, games, jobs)
    try:
        with Progress(sys.stderr, games, "games") as progress:
            for record in going:
                records.append(record)
                progress.show(len(records))
    except KeyboardInterrupt:
        return records, True
    return records, False


# --- what is printed ---------------------------------------------------------------------------------------------


def summary(match: Match, games: int, records: Sequence[GameRecord]) -> dict[str, Any]:
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
        "players": match.seats,
        "teams": bool(match.team_seats),
        "nobody_won": sum(not record.result.winners for record in records),
        "bots": bots,
        "sides": [{**one._asdict(), "called": side_name(match.game, one.side)} for one in side_lines(names, records)],
    }


def _timing(match: Match, records: Sequence[GameRecord], jobs: int, spent_s: float) -> dict[str, Any]:
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
    if figures["nobody_won"]:
        text.append(f"Nobody won {figures['nobody_won']} of the games.")
    even, what = len(bots), "seats"
    if figures["teams"]:
        sides = {one["side"] for one in figures["sides"]}
        even, what = (even if len(sides) <= even else even * even), "sides"
    if played % even:
        text.append(f"The {what} are balanced after every {even} games; {played} is no multiple of that.")
    text += _side_table(figures["sides"], wide)
    timing = figures["timing"]
    text += ["", f"Played in {timing['seconds']:.1f} s by {timing['jobs']} jobs. A decision took:"]
    text += [
        f"{bot['name']:<{wide}}  median {bot['median_ms']:.3g} ms, 95 % below {bot['p95_ms']:.3g} ms"
        for bot in timing["bots"]
    ]
    return text


def _side_table(sides: Sequence[Mapping[str, Any]], wide: int) -> list[str]:
    """How each did on which side; nothing for a game without sides."""
    if not sides:
        return []
    called = max(4, *(len(one["called"]) for one in sides))
    return ["", f"{'side':<{called}}  {'bot':<{wide}}  {'games':>6}  win rate, 95 %"] + [
        f"{one['called']:<{called}}  {one['name']:<{wide}}  {one['games']:>6}  "
        f"{_percent(one['win_rate'])} ({_percent(one['low'])} -{_percent(one['high'])})"
        for one in sides
    ]


def _percent(part: float) -> str:
    return f"{100 * part:5.1f}"
