"""How strong the bots are, and that no game goes round for ever: every pairing with every preset.

    python -m tests.games.cartagena.strength [GAMES or FIRST-END] [PRESET ...] [BOT,BOT ...]

A name with a comma is a pairing, anything else a preset; where none of a kind is named it is all of them. Two thousand
games a pairing take some minutes of CPU each; the tests play a dozen. Every game is fixed by its number, so a pairing
can be played in parts: `500` and later `500-2000` are the 2,000 games of `2000`, and victories add up. The last column
is the longest game, in turns of one seat: C-42 has no rule against repetition, so it is for the bots to come to an end.
"""

from __future__ import annotations

import sys
from array import array
from statistics import median

from tortuga_p2p.bots.match import Match
from tortuga_p2p.bots.playing import steps
from tortuga_p2p.bots.tally import wilson
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.rules.ask import Over

TURNS_MAX = 400  # of one seat, that no game may exceed
SEED = 7
PAIRINGS = (
    ("expert", "greedy"),
    ("expert", "greedy", "greedy", "greedy"),
    ("greedy", "random"),
    ("expert", "expert"),
    ("greedy", "greedy"),
    ("random", "random"),
    ("greedy",) * 5,
)


def main() -> None:
    first, _dash, end = (sys.argv[1] if len(sys.argv) > 1 else "2000").rpartition("-")
    numbers = range(int(first or 0), int(end))
    presets = [word for word in sys.argv[2:] if "," not in word] or [preset.name for preset in GAME.presets]
    pairings = [tuple(word.split(",")) for word in sys.argv[2:] if "," in word] or PAIRINGS
    for preset in GAME.presets:
        for entrants in pairings if preset.name in presets else ():
            report(preset.name, Match(GAME, entrants, preset.options, SEED), numbers)


def report(preset: str, match: Match, numbers: range) -> None:
    """One pairing: the first bot's victories, with their interval."""
    games = len(numbers)
    bots = match.bots()
    won, longest, endless = 0, 0, 0
    taken: list[tuple[int, int]] = []  # seat and nanoseconds of each decision in a game
    thinking = array("Q")  # the first bot's
    for number in numbers:
        table, players = match.sit_down(number, bots)
        taken.clear()
        seat = next(seat for seat, player in enumerate(players) if player.bot is bots[0])
        for _step in steps(table, players, lambda *decided: taken.append(decided)):
            if table.state.round > TURNS_MAX:
                endless += 1
                break
        thinking.extend(ns for who, ns in taken if who == seat)
        won += type(table.ask) is Over and seat in table.ask.result.winners
        longest = max(longest, table.state.round)
    low, high = wilson(won / games, games)
    print(
        f"{preset:10} {' v '.join(match.entrants):34} {100 * won / games:5.1f} % ({100 * low:.1f}-{100 * high:.1f})"
        f" {won} of {games}, median {median(thinking) / 1e6:.2f} ms, longest {longest} turns"
        + (f"; {endless} beyond {TURNS_MAX}" if endless else ""),
        flush=True,
    )


if __name__ == "__main__":
    main()
