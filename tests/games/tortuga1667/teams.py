"""Teams against each other: who plays for the British and who for the French is known only once loyalties are dealt.

    python -m tests.games.tortuga1667.teams 4 expert greedy --games 2000 [--dutch BOT] [--told] [--jobs 2]

Every deal is played twice, with the sides changed, so that neither has the better cards. `--told` lets the first team's
experts know all loyalties. Wins are given with a 95 % interval; a tie that goes to the Dutch player is nobody's.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.bots.beliefs import beliefs
from tortuga_p2p.games.tortuga1667.bots.expert import Thought
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.cards import DUTCH
from tortuga_p2p.games.tortuga1667.rules.state import NOWHERE, Phase
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.ask import Move, Moves
    from tortuga_p2p.rules.game import Draw, View

ACTIONS_MAX = 1_000  # B-54: bots must not idle for ever


class Random:
    """Any legal move."""

    name = "random"

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        return moves[draw.below(len(moves))]


class Pairing(NamedTuple):
    """Who plays: two teams, and whoever is Dutch."""

    seats: int
    first: str
    second: str
    dutch: str
    told: bool = False  # whether the first team knows all loyalties


class Played(NamedTuple):
    """One game: which team won (0, 1), or `DUTCH`; how many actions; thinking of the first team in ns; guesses."""

    winner: int
    actions: int
    thinking: tuple[int, ...]
    guessed: tuple[int, int, float]  # at half time: sides guessed rightly, of all, how surely (`_guess`)


def loyalty(table: LocalTable[State], seat: int) -> int:
    """The truth; `DUTCH` before anything is dealt, when it does not matter."""
    flag, card = table.state.flags[seat], table.state.loyal[seat]
    return flag if flag != NOWHERE else table.faces[card] if card != NOWHERE else DUTCH


def make(name: str) -> Any:
    return Random() if name == "random" else GAME.bots()[name]()


def play(pairing: Pairing, number: int) -> Played:
    """Game number `number`: the same deal as its neighbour, with the sides changed."""
    table = LocalTable.new(GAME, pairing.seats, {}, SeededDraw(number // 2, "teams", pairing.seats))
    draw = SeededDraw(number, "choices")
    bots = {0: make(pairing.first), 1: make(pairing.second), DUTCH: make(pairing.dutch)}
    actions, thinking, guessed = 0, [], (0, 0, 0.0)
    while not isinstance(table.ask, Over) and actions <= ACTIONS_MAX:
        choices = {}
        for seat in deciders(table.ask):
            moves, side = table.moves(seat), _side(table, seat, number)
            if len(moves) == 1:
                choices[seat] = moves[0]
                continue
            begun = perf_counter_ns()
            if pairing.told and side == 0:
                choices[seat] = Thought(table.view(seat), _truth(table)).best(moves, draw)
            else:
                choices[seat] = bots[side].choose(table.view(seat), moves, draw)
            if side == 0:
                thinking.append(perf_counter_ns() - begun)
        if table.state.phase == Phase.ACTION:
            actions += 1
            if not guessed[1] and len(table.state.event_deck) <= HALF_TIME:
                guessed = _guess(table, number, everybody=pairing.first == pairing.second)
        table.step(choices)
    winner = table.state.winner
    side = winner if winner in (DUTCH, NOWHERE) else (winner + number) % 2
    return Played(side, actions, tuple(thinking), guessed)


HALF_TIME = 6  # events left in the deck: half of the usual game has been revealed


def _side(table: LocalTable[State], seat: int, number: int) -> int:
    nation = loyalty(table, seat)
    return nation if nation == DUTCH else (nation + number) % 2


def _truth(table: LocalTable[State]) -> list[tuple[float, float, float]]:
    nations = [loyalty(table, seat) for seat in range(table.state.setup.seats)]
    return [(float(one == 0), float(one == 1), float(one == 2)) for one in nations]


def _guess(table: LocalTable[State], number: int, *, everybody: bool) -> tuple[int, int, float]:
    """How many seats of the second team everybody of the first places on the right side, as an expert would.

    All of those are foes of whoever guesses, which makes it easy: to call nobody a friend would be right. Where both
    teams play alike, friends and foes of everybody are guessed.
    """
    right, asked, surely = 0, 0, 0.0
    seats = range(table.state.setup.seats)
    for seat in seats:
        if _side(table, seat, number) not in ((0, 1) if everybody else (0,)):
            continue
        chances = beliefs(table.view(seat))
        for other in seats:
            if other != seat and _side(table, other, number) in ((0, 1) if everybody else (1,)):
                asked += 1
                right += chances[other][loyalty(table, other)] > 0.5
                surely += chances[other][loyalty(table, other)]
    return right, asked, surely


def share(won: int, of: int) -> str:
    """A rate with its 95 % interval (Wilson)."""
    if not of:
        return "no games"
    z, rate = 1.96, won / of
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{100 * rate:.1f} % ({100 * (middle - half):.1f} - {100 * (middle + half):.1f})"


def report(pairing: Pairing, played: Sequence[Played]) -> str:
    """What came of it, in a few lines."""
    wins = Counter(game.winner for game in played)
    teams = wins[0] + wins[1]
    thinking = sorted(ns for game in played for ns in game.thinking)
    right, asked = sum(game.guessed[0] for game in played), sum(game.guessed[1] for game in played)
    surely = sum(game.guessed[2] for game in played) / max(1, asked)
    lines = [
        f"{pairing.seats} seats, {len(played)} games: {pairing.first}{' (told)' if pairing.told else ''}"
        f" against {pairing.second}",
        f"  of decided games the first team won {share(wins[0], teams)}",
        f"  actions: mean {sum(game.actions for game in played) / len(played):.1f},"
        f" most {max(game.actions for game in played)}, over {ACTIONS_MAX}: {wins[NOWHERE]}",
    ]
    if pairing.seats % 2:
        lines.append(f"  the Dutch seat ({pairing.dutch}) won {share(wins[DUTCH], len(played))}")
    if thinking:
        lines.append(
            f"  first team's thinking: median {thinking[len(thinking) // 2] / 1e6:.2f} ms,"
            f" most {thinking[-1] / 1e6:.0f} ms"
        )
    if asked:
        lines.append(
            f"  at half time the sides of {'all others' if pairing.first == pairing.second else 'the second team'}"
            f" are guessed right: {share(right, asked)}, with {100 * surely:.0f} % on the truth"
        )
    return "\n".join(lines)


def _some(job: tuple[Pairing, int, int]) -> list[Played]:
    pairing, start, count = job
    return [play(pairing, number) for number in range(start, start + count)]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("seats", type=int, choices=GAME.seats)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--dutch", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--told", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    found = parser.parse_args(words)
    pairing = Pairing(found.seats, found.first, found.second, found.dutch, found.told)
    piece = 20
    jobs = [(pairing, found.start + at, min(piece, found.games - at)) for at in range(0, found.games, piece)]
    if found.jobs > 1:
        with ProcessPoolExecutor(found.jobs) as pool:
            played = [game for part in pool.map(_some, jobs) for game in part]
    else:
        played = [game for job in jobs for game in _some(job)]
    print(report(pairing, played))
    return 0


if __name__ == "__main__":
    sys.exit(main())
