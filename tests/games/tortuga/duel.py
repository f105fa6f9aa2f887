"""Games before the mirror: players of different tempers on any boards, each game named by one number.

The tests play a fixed set. For long runs, until a number of positions was compared:

    python -m tests.games.tortuga.duel --positions 1000000 --seed 1
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from tests.games.tortuga.mirror import Mirror
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import BOARD, CAPACITY, CHESTS, HUNT, RAID, TILES
from tortuga_p2p.games.tortuga.rules.moves import Kind
from tortuga_p2p.games.tortuga.rules.state import Phase, Ship, State
from tortuga_p2p.testing.scenario import table_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.rules.ask import Move
    from tortuga_p2p.rules.game import Known
    from tortuga_p2p.rules.local_table import LocalTable

# --- players of different tempers, so that rare situations are met -------------------------------------------


def uniform(draw: SeededDraw, moves: Sequence[Move], known: Known) -> Move:
    return moves[draw.below(len(moves))]


def slow(draw: SeededDraw, moves: Sequence[Move], known: Known) -> Move:
    """One die at a time: long dice phases, many bonuses, full action spaces."""
    return uniform(draw, [move for move in moves if len(move.opens) == 1] or moves, known)


def fierce(draw: SeededDraw, moves: Sequence[Move], known: Known) -> Move:
    """Skulls to BOARD and RAID, every attack made: low boxes, surplus, crowded islands."""
    attacks = [move for move in moves if move.data[0] in (Kind.SEIZE, Kind.CLAIM)]
    turns = [move for move in moves if move.data[0] == Kind.TURN and move.data[1] >= BOARD]
    return uniform(draw, attacks or turns or moves, known)


def idle(draw: SeededDraw, moves: Sequence[Move], known: Known) -> Move:
    """Forfeits whatever can be forfeited."""
    return uniform(draw, [move for move in moves if move.data[0] == Kind.PASS] or moves, known)


def peaceful(draw: SeededDraw, moves: Sequence[Move], known: Known) -> Move:
    """No die on BOARD or RAID if it can be helped, all skulls to HUNT, nothing forfeited: many hunts, empty actions."""
    hunts = [move for move in moves if move.data == (Kind.TURN, HUNT)]
    quiet = [move for move in moves if not any(known[die] in (BOARD, RAID) for die in move.opens)]
    return uniform(draw, hunts or [move for move in quiet if move.data[0] != Kind.PASS] or moves, known)


TEMPERS = (uniform, slow, fierce, idle, peaceful)
ENDLESS = 36  # a goal that nobody reaches before bag and tiles run out
FIXED_SEEDS = range(300)  # what every run of the tests plays; the command below goes on for as long as one likes


def _a_die(draw: SeededDraw) -> tuple[int, ...]:
    """1 to 5, each once, anywhere (1.1.1)."""
    left = [1, 2, 3, 4, 5]
    return tuple(left.pop(draw.below(len(left))) for _ in range(5))


def scrambled(seats: int, draw: SeededDraw, *, few: bool) -> State:
    """A round about to begin on boards that no game may ever have seen: any boxes, bonuses, chests and dice numbers.

    `few`: nearly all tiles are kept, so that the hunts of the next rounds run short (A-17).
    """
    bag = list(CHESTS)
    size = [10, 40][draw.below(2)]

    def take(count: int) -> tuple[int, ...]:
        """So many chests of any colour, or fewer where the bag runs out."""
        row: list[int] = []
        while len(row) < count and any(bag):
            colour = draw.below(5)
            if bag[colour]:
                bag[colour] -= 1
                row.append(colour)
        return tuple(row)

    tiles = [*range(20, 50)]
    ships = []
    for seat in range(seats):
        boat, pirate = 1 + draw.below(8), 1 + draw.below(8)
        port = Counter(take(draw.below(6)))
        island = take(draw.below(2)) if draw.below(4) == 0 else ()
        crew, fleet = take(draw.below(CAPACITY[pirate] + 1)), take(draw.below(CAPACITY[boat] + 1))
        keep = len(tiles) - 2 - draw.below(3) if few and seat == 0 else 0 if few else draw.below(1 + 28 // seats)
        kept = tuple(tiles.pop() for _ in range(keep))
        counts = (port[0], port[1], port[2], port[3], port[4])
        ships.append(Ship(boat, pirate, island, crew, fleet, counts, kept))
    centre = 0
    if seats > 2:
        for colour in take(draw.below(6)):
            if centre >> colour & 1:
                bag[colour] += 1
            centre |= 1 << colour
    while sum(bag) > size:  # a short bag: what is too much lies in the last player's Tortuga
        spare = next(colour for colour in range(5) if bag[colour])
        bag[spare] -= 1
        last = ships[-1]
        port = Counter({colour: number + (colour == spare) for colour, number in enumerate(last.port)})
        ships[-1] = last._replace(port=(port[0], port[1], port[2], port[3], port[4]))
    table = tuple(_a_die(draw) for _ in range(5)) if draw.below(2) else None
    state = GAME.setup(seats, {"dice": table} if table else {})
    bonus = tuple(sum(draw.below(3) << 2 * action for action in range(5)) for _ in range(seats))
    return state._replace(
        setup=state.setup._replace(goal=ENDLESS),
        phase=int(Phase.ROLL),
        start=draw.below(seats),
        round=1 + draw.below(20),
        ships=tuple(ships),
        bonus=bonus,
        bag=(bag[0], bag[1], bag[2], bag[3], bag[4]),
        centre=centre,
        supply=tuple(tiles),
    )


def laid_out(state: State, draw: SeededDraw) -> LocalTable[State]:
    kept = [handle for ship in state.ships for handle in ship.tiles]
    return table_at(GAME, state, state.setup.seats, dict(zip(kept, TILES[::-1], strict=False)), draw)


def play(seed: int, *, thorough: bool = False, asks_max: int = 400) -> Mirror:
    """One game, wholly named by its seed: seats, goal, tempers and boards included. `Difference` at the first one."""
    setup = SeededDraw(seed, "mirror")
    seats = 2 + setup.below(3)
    tempers = [TEMPERS[setup.below(len(TEMPERS))] for _ in range(seats)]
    table = SeededDraw(seed, "table")
    match seed % 4:
        case 0:
            mirror = Mirror.new(seats, table, goal=(6, 8)[setup.below(2)])
        case 1:
            mirror = Mirror.new(seats, table, goal=ENDLESS)
        case 2:
            mirror = Mirror.at(laid_out(scrambled(seats, setup, few=False), table))
        case _:
            mirror = Mirror.at(laid_out(scrambled(3, setup, few=True), table))
            tempers = [peaceful] * 3
    mirror.thorough = thorough
    draw = SeededDraw(seed, "players")
    for _ in range(asks_max):
        if mirror.over:
            break
        mirror.step(lambda seat, moves: tempers[seat](draw, moves, mirror.table.known[seat]))
    return mirror


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=1_000_000, help="stop after so many were compared")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next game has the next seed")
    wanted = parser.parse_args()
    compared, seed = 0, wanted.seed
    met: Counter[str] = Counter()
    while compared < wanted.positions:
        try:
            mirror = play(seed)
        except Exception as problem:
            raise SystemExit(f"seed {seed}: {type(problem).__name__}: {problem}") from problem
        compared += mirror.compared
        met += mirror.met
        seed += 1
        if seed % 1000 == 0:
            print(f"{seed - wanted.seed} games, {compared} positions, equal so far", flush=True)
    print(f"{seed - wanted.seed} games, {compared} positions compared, no difference")
    for name, count in sorted(met.items()):
        print(f"  {name}: {count}")


if __name__ == "__main__":
    main()
