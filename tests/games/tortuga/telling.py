"""Random games to tell and to draw, and a reader who follows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.tortuga.folding import Folder, world
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import BLUE, RED, TILE_HANDLES
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.record import records_of
from tortuga_p2p.rules.telling import story
from tortuga_p2p.rules.words import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.games.tortuga.rules.state import State
    from tortuga_p2p.rules.answer import Answer
    from tortuga_p2p.rules.record import Record

NAMES = ("Ana", "Bo", "Cy", "Long John")  # a name may have a blank in it
SCARCE_STEPS = 120  # several rounds


def new_table(seats: int, seed: int, **options: int) -> LocalTable[State]:
    return LocalTable.new(GAME, seats, options, SeededDraw(seed, "chance"))


def scarce_table(seats: int, seed: int) -> LocalTable[State]:
    """A game in which little is left to draw, tracks are near their ends and bonuses near full.

    There the rules go far by themselves. Such tables hold too few chests, and may never come to an end.
    """
    table = new_table(seats, seed)
    table.step()
    table.step()
    below = SeededDraw(seed, "scarce").below
    full = 0b10_10_10_10_10
    table.state = table.state._replace(
        bag=((0, 0, 0, 0, 0), (0, 2, 0, 0, 0), (0, 9, 0, 0, 0), (1, 1, 0, 0, 1))[below(4)],
        supply=TILE_HANDLES[: below(4)],
        bonus=tuple((full, full - 1, full - (1 << 8))[below(3)] for _ in range(seats)),
        ships=tuple(
            ship._replace(boat=(1, 7, 8)[below(3)], pirate=(1, 7, 8)[below(3)], fleet=(RED, BLUE)[: below(3)])
            for ship in table.state.ships
        ),
    )
    table.ask = GAME.asks(table.state)
    return table


def played(table: LocalTable[State], seed: int, steps_max: int = 1000) -> Iterator[tuple[State, Answer, State]]:
    """A game among players who choose at random."""
    choose = SeededDraw(seed, "players")
    for _ in range(steps_max):
        if isinstance(table.ask, Over):
            return
        before = table.state
        choices = {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            choices[seat] = moves[choose.below(len(moves))]
        answer = table.step(choices)
        yield before, answer, table.state


def follow(table: LocalTable[State], seed: int, folder: Folder, steps_max: int = 1000) -> list[Record]:
    """All records, folded along; after every answer the folder knows what the state says."""
    found: list[Record] = []
    for before, answer, after in played(table, seed, steps_max):
        records = records_of(GAME, before, answer)
        try:
            folder.take(records)
            assert folder.world == world(after)
        except AssertionError as fault:
            told = "\n  ".join(map(str, records))
            raise AssertionError(f"{fault}\nseed {seed} at {GAME.position_text(before)}:\n  {told}") from fault
        found += records
    return found


def spectator(seats: int) -> Reader:
    return Reader(None, {}, NAMES[:seats])


def golden_story() -> str:
    lines = [
        line for before, answer, _ in played(new_table(3, 11), 11) for line in story(GAME, before, answer, spectator(3))
    ]
    return "\n".join(lines) + "\n"
