"""Simulate whole tables in one process: real sessions, bad networks, cheats.

Every game follows from its seed: sessions that do not trust each other play at
random over a network that exists only as numbers. With --faults it delays,
reorders, doubles and loses messages, cuts links, and crashes peers that then go
on from what they wrote down. With --cheat one seat cheats, and everybody else
must come to the right verdict.

Checked after every game: nobody honest is blamed, closed steps are the same
for everybody, nothing is readable that was not shown, and (in liveness mode,
where faults come to an end) the game has ended as it should.

examples:
  tortuga simulate --seats 4 --games 20
  tortuga simulate --faults --games 300 --jobs 2
  tortuga simulate --faults --mode safety --seed 7
  tortuga simulate --cheat all --games 200
  tortuga simulate --cheat stuck-when-not --seed 3 --games 1
  tortuga simulate --game GAME --preset PRESET --games 20
  tortuga simulate --game tests.tinygames:RACE,tests.tinygames:SCREENS

exit codes: 0 all is well, 1 a game failed (the line that repeats it is
printed) or something that must happen never did, 2 the command line is wrong.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from ..children import JOBS_MAX, cores
from ..errors import BadInput
from ..testing.campaign import Campaign, Tally
from ..testing.campaign import run as run_campaign
from ..testing.cheats import CHEATS
from ..testing.noticing import (
    ENDS,
    SOMETIMES,
    SOMETIMES_CHEATED,
    SOMETIMES_HIDDEN,
    SOMETIMES_LEFT,
    SOMETIMES_WENT_ON,
    STAGES_LEFT,
)
from ..testing.sampler import SAMPLER
from ..testing.simulation_setup import GROUPS, MODES, SimulationFailed, find_game
from ..text import _
from ..ui.settings import usual_game
from .arguments import SEED_MAX, add_options, read_options, whole
from .code import DONE, FAILED, INTERRUPTED
from .terminal import Progress, clock

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from ..rules.plain import Plain

GAMES_DEFAULT: Final = 20
GAMES_MAX: Final = 1_000_000
ALL: Final = "all"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--game",
        metavar="GAME,...",
        help=_(
            "games, or module:NAME (default: what you played last, and with --cheat the sampler too, where every "
            "message occurs)"
        ),
    )
    parser.add_argument("--seats", metavar="N,...", default="4", help=_("how many play (default: %(default)s)"))
    parser.add_argument("--seed", metavar="N", default="0", help=_("of the first game (default: %(default)s)"))
    parser.add_argument("--games", metavar="N", default=str(GAMES_DEFAULT), help=_("how many (default: %(default)s)"))
    parser.add_argument("--faults", action="store_true", help=_("a bad network, crashes, people who leave"))
    parser.add_argument("--mode", choices=MODES, default=MODES[0], help=_("whether faults end (default: %(default)s)"))
    parser.add_argument("--cheat", metavar="NAME", help=_("one seat cheats like this; all: each cheat in its turn"))
    parser.add_argument("--group", choices=GROUPS, default=GROUPS[0], help=_("how things are hidden (%(default)s)"))
    add_options(parser)
    parser.add_argument("--jobs", metavar="N", help=_("processes to use (default: all cores)"))
    parser.epilog = "cheats:\n" + "\n".join(f"  {name}" for name in sorted(CHEATS))


def run(args: Namespace) -> int:
    campaign = _read(args)
    games = whole(args.games, "--games", 1, GAMES_MAX)
    jobs = cores() if args.jobs is None else whole(args.jobs, "--jobs", 1, JOBS_MAX)
    tally, stopped = Tally(), False
    try:
        with Progress(sys.stderr, games, "games") as progress:
            for number, outcome in enumerate(run_campaign(campaign, games, jobs), start=1):
                if isinstance(outcome, SimulationFailed):
                    tally.failures.append(str(outcome))
                else:
                    tally.add(outcome)
                progress.show(number)
    except KeyboardInterrupt:
        stopped = True
    missed = tally.missed(campaign)
    print("\n".join([*lines(campaign, tally), *missed]))
    if stopped:
        return INTERRUPTED
    return FAILED if tally.failures or missed else DONE


def _read(args: Namespace) -> Campaign:
    games = tuple(args.game.split(",")) if args.game else (usual_game(), *[SAMPLER.name] * bool(args.cheat))
    seats = tuple(whole(word, "--seats", 2, 9) for word in args.seats.split(","))
    for game in map(find_game, games):
        for count in seats:
            if count not in game.seats:
                raise BadInput(
                    _(
                        "{title} seats {least} to {most}, not {count}.",
                        title=game.title,
                        least=game.seats[0],
                        most=game.seats[-1],
                        count=count,
                    )
                )
    cheats = tuple(CHEATS) if args.cheat == ALL else (args.cheat,) if args.cheat is not None else ()
    if not CHEATS.keys() >= set(cheats):
        raise BadInput(_("there is no cheat {cheat!r}: `tortuga simulate --help` lists them.", cheat=args.cheat))
    seed = whole(args.seed, "--seed", 0, SEED_MAX)
    return Campaign(games, seats, seed, args.faults, args.mode, args.group, cheats, _options(args, games, seats))


def _options(args: Namespace, games: tuple[str, ...], seats: tuple[int, ...]) -> tuple[tuple[str, Plain], ...]:
    if not args.option and args.preset is None:
        return ()
    if len(games) > 1 or not args.game:
        raise BadInput(_("options belong to one game: name it with --game."))
    game = find_game(games[0])
    for count in seats:
        options = read_options(game, count, args)
        game.setup(count, options)  # whether they fit together, it knows itself
    return tuple(options.items())


# --- what is printed -----------------------------------------------------------------------------------------------


def lines(campaign: Campaign, tally: Tally) -> Iterator[str]:
    """The report for people."""
    weather = "faults" if campaign.faults else "fair weather"
    yield f"{tally.games} games from seed {campaign.seed} on: {weather}, {campaign.mode}, group {campaign.group}"
    yield f"ended: {', '.join(f'{count} {how}' for how, count in tally.endings.most_common()) or 'none'}"
    yield f"{tally.steps} steps, {tally.letters} letters, {clock(tally.time_ms / 1000)} at the table"
    if campaign.faults or campaign.cheats:
        words = SOMETIMES | SOMETIMES_LEFT | STAGES_LEFT | SOMETIMES_HIDDEN | SOMETIMES_CHEATED | SOMETIMES_WENT_ON
        yield ""
        yield from (f"{tally.happened[what]:>9}  {words[what]}" for what in words if tally.happened[what])
        yield from (f"{tally.happened[what]:>9}  {ENDS[what]}" for what in ENDS)
    if tally.tried:
        yield ""
        yield from _cheats(tally)
    for failure in tally.failures:
        yield ""
        yield f"FAILED: {failure}"


def _cheats(tally: Tally) -> Iterator[str]:
    wide = max(map(len, tally.tried))
    yield f"{'cheat':<{wide}}  chances  fate          convicted of"
    for name in sorted(tally.tried, key=lambda name: (CHEATS[name].fate, name)):
        chances = f"{tally.struck[name]}/{tally.tried[name]}"
        codes = ", ".join(f"{code} ({count})" for code, count in sorted(tally.codes[name].items()))
        yield f"{name:<{wide}}  {chances:>7}  {CHEATS[name].fate:<12}  {codes or '-'}"
    if tally.evidence_bytes_max:
        yield f"the largest evidence had {tally.evidence_bytes_max} bytes"
