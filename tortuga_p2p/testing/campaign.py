"""Many simulated games: honest ones in all weathers, and every cheat until it got its chance.

A campaign counts what it reached (`noticing.SOMETIMES`); what it should have met and never did is a failure of the
campaign, not of a game. The same seed gives the same games, whatever the number of processes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ..children import pool
from .cheats import CHEATS, Fate
from .noticing import SOMETIMES, SOMETIMES_CHEATED, SOMETIMES_LEFT, SOMETIMES_WENT_ON, STAGES_LEFT
from .simulation_setup import LIVENESS, SimulationFailed, SimulationSetup
from .simulator import simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..rules.plain import Plain
    from .simulator import SimulationOutcome

TRIES_MAX: Final = 120  # games in which a cheat waits for its chance, before the campaign calls it not reached
CHUNK_GAMES: Final = 4  # to one child at a time ...
CHUNKED_GAMES: Final = 1_000  # ... in a campaign of so many; of fewer each is told as soon as it is over
ENOUGH_GAMES: Final = 300  # from so many on, a campaign with faults must have met everything on the list
ENOUGH_TO_LEAVE: Final = 3000  # from so many on, with three seats or more, it must have met all ways to leave
ENOUGH_STEPS: Final = 3000  # from so many steps of a kind on, somebody must have left in one
ENOUGH_TRIES: Final = 40  # from so many games of one cheat on, it must have struck in one of them


@dataclass(frozen=True, slots=True)
class Campaign:
    """Which games are simulated. Game `number` has the seed `seed + number`, and takes the others in turn."""

    games: tuple[str, ...]
    seats: tuple[int, ...] = (2, 3, 4)
    seed: int = 0
    faults: bool = False
    mode: str = LIVENESS
    group: str = "toy"
    cheats: tuple[str, ...] = ()
    options: tuple[tuple[str, Plain], ...] = ()  # of the only game

    def setup(self, number: int) -> SimulationSetup:
        """The game of that number; with cheats, each cheats in its turn."""
        turn = number
        cheat = ""
        if self.cheats:
            turn, which = divmod(number, len(self.cheats))
            cheat = self.cheats[which]
        game = self.games[turn % len(self.games)]
        seats = self.seats[turn // len(self.games) % len(self.seats)]
        if cheat:
            seats = max(seats, CHEATS[cheat].seats_min)
        seed = self.seed + number
        return SimulationSetup(game, seats, seed, self.faults, self.mode, cheat, self.group, self.options)

    def chances(self, cheat: str) -> Iterator[SimulationSetup]:
        """Games for one cheat, as many as it may need to get its chance."""
        alone = replace(self, cheats=(cheat,))
        return (alone.setup(number) for number in range(TRIES_MAX))


def until_struck(campaign: Campaign, cheat: str) -> SimulationOutcome:
    """The first game in which the cheat got its chance. Raises where it never did: then it tests nothing."""
    for setup in campaign.chances(cheat):
        outcome = simulate(setup)
        if outcome.struck:
            return outcome
    raise SimulationFailed(setup, f"{cheat} got no chance in {TRIES_MAX} games")


@dataclass(slots=True)
class Tally:
    """What a campaign has seen."""

    games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    letters: int = 0
    time_ms: int = 0
    struck: Counter[str] = field(default_factory=Counter)  # by cheat
    tried: Counter[str] = field(default_factory=Counter)
    codes: dict[str, Counter[str]] = field(default_factory=dict)  # by cheat
    evidence_bytes_max: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, outcome: SimulationOutcome) -> None:
        self.games += 1
        self.endings[outcome.ending] += 1
        self.happened += outcome.happened
        self.steps += outcome.steps
        self.letters += outcome.letters
        self.time_ms += outcome.time_ms
        self.evidence_bytes_max = max(self.evidence_bytes_max, outcome.evidence_bytes)
        cheat = outcome.setup.cheat
        if cheat:
            self.tried[cheat] += 1
            self.struck[cheat] += outcome.struck
            self.codes.setdefault(cheat, Counter()).update(outcome.codes)

    def missed(self, campaign: Campaign) -> list[str]:
        """What should have happened and never did."""
        missed = [
            f"never: {cheat} got its chance, in {tries} games"
            for cheat, tries in sorted(self.tried.items())
            if tries >= ENOUGH_TRIES and not self.struck[cheat]
        ]
        if campaign.faults and not campaign.cheats and self.games >= ENOUGH_GAMES:
            missed += [f"never: {SOMETIMES[what]}" for what in SOMETIMES if not self.happened[what]]
        if campaign.faults and not campaign.cheats and min(campaign.seats) > 2 and self.games >= ENOUGH_TO_LEAVE:
            missed += [f"never: {SOMETIMES_LEFT[what]}" for what in SOMETIMES_LEFT if not self.happened[what]]
            often = [what for what in STAGES_LEFT if self.happened[f"stage-{what[8:]}"] >= ENOUGH_STEPS]
            missed += [f"never: {STAGES_LEFT[what]}" for what in often if not self.happened[what]]
        for fate, sometimes in ((Fate.EQUIVOCATION, SOMETIMES_CHEATED), (Fate.WENT_ON, SOMETIMES_WENT_ON)):
            struck = sum(count for cheat, count in self.struck.items() if CHEATS[cheat].fate is fate)
            if struck >= ENOUGH_TRIES:
                missed += [f"never: {sometimes[what]}" for what in sometimes if not self.happened[what]]
        return missed


def run(campaign: Campaign, games: int, jobs: int = 1) -> Iterator[SimulationOutcome | SimulationFailed]:
    """Every game with a number below `games`; a failure is given like an outcome, and the campaign goes on."""
    setups = [campaign.setup(number) for number in range(games)]
    if jobs < 2:
        yield from map(_played, setups)
        return
    with pool(jobs) as children:
        yield from children.map(_played, setups, chunksize=chunk_of(games))


def chunk_of(games: int) -> int:
    """How many games a child plays before it tells of them."""
    return CHUNK_GAMES if games >= CHUNKED_GAMES else 1


def _played(setup: SimulationSetup) -> SimulationOutcome | SimulationFailed:
    try:
        return simulate(setup)
    except SimulationFailed as failed:
        return failed
