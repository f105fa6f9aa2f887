"""How strong the bots are: every match that docs/bots.md reports, played a little at a time and added up in a file.

    python -m tests.games.tortuga1667.strength FILE [--only WORDS] [--report]

Whatever was played stays in the file, so it can be stopped and taken up again: all matches come forward at the same
pace. `--report` prints what is there as a table and plays nothing. `--only dutch`, `--only team-6`, `--only "endless
expert greedy"`: the matches with all of these words in their name. On one idle core all of it takes about two hours.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final, NamedTuple

from tests.games.tortuga1667.teams import ACTIONS_MAX, BATCH, Pairing, Tally, batch, report
from tortuga_p2p.games.tortuga1667.game import GAME

STRONG: Final = 2_000  # games of a match that is about strength
ENDLESS: Final = 1_250  # for each number of players: 10,000 of a pairing
ROUNDS: Final = 20  # every match plays a twentieth of its games, then the next


class Match(NamedTuple):
    """A pairing, and how many games of it are wanted."""

    name: str
    pairing: Pairing
    games: int

    def is_called(self, words: str) -> bool:
        """Whether all of these words are in what it is called: team-6 expert greedy."""
        called = f"{self.name}-{self.pairing.seats} {self.pairing.first} {self.pairing.second}"
        return all(word in called for word in words.split())


def matches() -> list[Match]:
    """All that is measured, what matters most first."""
    found = [
        Match("team", Pairing(6, "expert", "greedy", "greedy"), STRONG),
        Match("dutch", Pairing(5, "greedy", "greedy", "expert"), STRONG),
        Match("dutch", Pairing(7, "greedy", "greedy", "expert"), STRONG),
        Match("dutch", Pairing(5, "greedy", "greedy", "random"), STRONG),
        Match("dutch", Pairing(7, "greedy", "greedy", "random"), STRONG),
        Match("guess", Pairing(4, "greedy", "greedy", "greedy"), STRONG),
        Match("guess", Pairing(6, "greedy", "greedy", "greedy"), STRONG),
        Match("told", Pairing(4, "expert", "greedy", "greedy", told=True), STRONG),
        Match("told", Pairing(6, "expert", "greedy", "greedy", told=True), STRONG),
        Match("guess", Pairing(4, "expert", "expert", "expert"), STRONG),
        Match("guess", Pairing(6, "expert", "expert", "expert"), STRONG),
        Match("team", Pairing(4, "expert", "greedy", "greedy"), STRONG),
        Match("weak", Pairing(4, "greedy", "random", "random"), STRONG),
        Match("weak", Pairing(6, "greedy", "random", "random"), STRONG),
    ]
    for first, second in combinations_with_replacement(("expert", "greedy", "random"), 2):
        found += [Match("endless", Pairing(seats, first, second, first), ENDLESS) for seats in GAME.seats]
    return found


def played(file: Path) -> dict[Pairing, Tally]:
    """What the file holds, added up."""
    found: dict[Pairing, Tally] = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        whose, start, some = json.loads(line)
        pairing = Pairing(*whose)
        have = found.get(pairing, Tally())
        if start == have.games:  # no game counts twice, whoever else was writing
            found[pairing] = have + Tally(**{**some, "thinking": tuple(some["thinking"])})
    return found


def play_on(file: Path, wanted: list[Match]) -> None:
    """Plays what is missing, in rounds; every batch is written down at once."""
    done = played(file)
    with file.open("a") as out:
        for part in range(1, ROUNDS + 1):
            for _, pairing, games in wanted:
                have = done.get(pairing, Tally())
                while have.games < games * part // ROUNDS:
                    some = batch(pairing, have.games, BATCH)
                    out.write(json.dumps([pairing, have.games, some._asdict()]) + "\n")
                    out.flush()
                    have = done[pairing] = have + some


def table(done: dict[Pairing, Tally], wanted: list[Match]) -> str:
    """Every match that was begun, then the longest game of every pairing of bots over all numbers of players."""
    begun = dict.fromkeys(match.pairing for match in wanted if match.pairing in done)  # one may be wanted twice
    lines = [report(pairing, done[pairing]) for pairing in begun]
    ends: dict[tuple[str, str], Tally] = {}
    for pairing, tally in done.items():
        teams = (pairing.first, pairing.second)
        ends[teams] = ends.get(teams, Tally()) + tally
    for (first, second), tally in sorted(ends.items()):
        lines.append(
            f"{first} and {second}, all numbers of players: {tally.games} games, the longest {tally.most} actions,"
            f" {tally.endless} beyond {ACTIONS_MAX}"
        )
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", default="", metavar="WORDS")
    parser.add_argument("--report", action="store_true")
    found = parser.parse_args(words)
    wanted = [match for match in matches() if match.is_called(found.only)]
    if not found.report:
        play_on(found.file, wanted)
    print(table(played(found.file), wanted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
