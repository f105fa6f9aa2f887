"""Teams against each other: who plays for the British and who for the French is known only once loyalties are dealt.

    python -m tests.games.tortuga1667.teams 4 expert greedy --games 2000 [--dutch BOT] [--told]

Every deal is played twice, with the sides changed, so that neither has the better cards. `--told` lets the first team's
experts know all loyalties. Wins are given with a 95 % interval; a tie that goes to the Dutch player is nobody's. All
that docs/bots.md says about this game is measured by strength.py.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from statistics import median
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.tally import wilson
from tortuga_p2p.games.tortuga1667.bots.beliefs import beliefs
from tortuga_p2p.games.tortuga1667.bots.expert import Thought
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.cards import DUTCH
from tortuga_p2p.games.tortuga1667.rules.state import NOWHERE, Phase
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.ask import Move, Moves
    from tortuga_p2p.rules.game import Draw, View

ACTIONS_MAX = 1_000  # B-54: bots must not idle for ever
BATCH = 10  # games


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


class Tally(NamedTuple):
    """Some games of a pairing, added up."""

    games: int = 0
    won: int = 0  # by the first team
    lost: int = 0
    dutch: int = 0
    endless: int = 0  # more than ACTIONS_MAX actions
    actions: int = 0
    most: int = 0  # actions of the longest
    thinking: tuple[int, ...] = ()  # of the first team, in ns: the median of each batch
    longest_thought: int = 0
    right: int = 0  # at half time (`_guess`)
    asked: int = 0
    surely: float = 0.0

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        added = {name: getattr(self, name) + getattr(other, name) for name in self._fields}
        added["most"] = max(self.most, other.most)
        added["longest_thought"] = max(self.longest_thought, other.longest_thought)
        return Tally(**added)


def batch(pairing: Pairing, start: int, count: int) -> Tally:
    """Plays some games."""
    played = [play(pairing, number) for number in range(start, start + count)]
    wins = Counter(game.winner for game in played)
    thinking = sorted(ns for game in played for ns in game.thinking)
    return Tally(
        count,
        wins[0],
        wins[1],
        wins[DUTCH],
        wins[NOWHERE],
        sum(game.actions for game in played),
        max(game.actions for game in played),
        (thinking[len(thinking) // 2],) if thinking else (),
        thinking[-1] if thinking else 0,
        sum(game.guessed[0] for game in played),
        sum(game.guessed[1] for game in played),
        sum(game.guessed[2] for game in played),
    )


def share(won: int, of: int) -> str:
    """A rate with its 95 % interval."""
    if not of:
        return "-"
    low, high = wilson(won / of, of)
    return f"{100 * won / of:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def report(pairing: Pairing, tally: Tally) -> str:
    """What came of it, in a few lines."""
    first = f"{pairing.first} told all loyalties" if pairing.told else pairing.first
    whose = "all others" if pairing.first == pairing.second else "the second team"
    lines = [
        f"{pairing.seats} seats, {tally.games} games: {first} against {pairing.second}",
        f"  of decided games the first team won {share(tally.won, tally.won + tally.lost)}",
        f"  actions: mean {tally.actions / tally.games:.1f}, most {tally.most}, over {ACTIONS_MAX}: {tally.endless}",
    ]
    if pairing.seats % 2:
        lines.append(f"  the Dutch seat ({pairing.dutch}) won {share(tally.dutch, tally.games)}")
    if tally.thinking:
        thinking = median(tally.thinking) / 1e6
        lines.append(f"  first team's thinking: median {thinking:.2f} ms, most {tally.longest_thought / 1e6:.0f} ms")
    if tally.asked:
        lines.append(
            f"  at half time the sides of {whose} are guessed right: {share(tally.right, tally.asked)},"
            f" with {100 * tally.surely / tally.asked:.0f} % on the truth"
        )
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("seats", type=int, choices=GAME.seats)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--dutch", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--told", action="store_true")
    found = parser.parse_args(words)
    pairing = Pairing(found.seats, found.first, found.second, found.dutch, found.told)
    starts = range(found.start, found.start + found.games, BATCH)
    print(report(pairing, sum((batch(pairing, at, BATCH) for at in starts), Tally())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
