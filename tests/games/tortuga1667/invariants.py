"""What holds in every position of every game (docs/rules/tortuga1667.md, 2.13), whoever plays and however badly.

CI plays a sample; the whole, every number of players with every pair of options, is a command:

    python -m tests.games.tortuga1667.invariants [GAMES]
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

from tests.games.tortuga1667.tables import tables
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.state import (
    AMONG,
    BELOW,
    HAND,
    NOWHERE,
    SHIP_PAWNS_MAX,
    SHIPS,
    Phase,
    State,
    in_play,
    present,
    slots,
)
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.rules.game import Options

IN_VOTE = (Phase.VOTE, Phase.HANDS, Phase.BALLOT, Phase.COUNT, Phase.TAKE, Phase.DRAW, Phase.FOUNTAIN)
IN_NEST = (Phase.NEST_MIX, Phase.NEST_LOOK, Phase.NEST_PICK, Phase.NEST_DEAL)


def check(state: State, lost: Counter[int]) -> None:
    """Raises `AssertionError` for a position that no table could show. `lost` counts vote cards by seat."""
    if not state.turn:
        return
    assert sum(state.chests) == 8
    assert min(state.chests) >= 0
    assert state.chests[5] + state.chests[6] == 2
    standing = [seat for line in state.lines for seat in line] + [seat for seat in state.boats if seat != NOWHERE]
    assert sorted(standing) == list(present(state))
    assert all(len(state.lines[ship]) <= SHIP_PAWNS_MAX for ship in SHIPS)
    assert all(state.boats[boat] == NOWHERE for boat in range(2) if state.powder >> boat & 1)
    _check_votes(state, lost)
    _check_events(state)


def _check_votes(state: State, lost: Counter[int]) -> None:
    in_hands = sum(map(len, state.hands))
    under = sum(len(handles) + len(faces) for handles, faces in state.under)
    middle = len(state.pile) if state.phase in (Phase.BALLOT, Phase.COUNT, Phase.NEST_MIX) else 0
    assert in_hands + len(state.vote_deck) + under + middle + len(state.cards) == 32
    if state.vote or state.phase in IN_NEST or (state.winner != NOWHERE and state.cards):
        return
    for seat in present(state):
        pending = c.DORADO in state.kept[seat]
        assert len(state.hands[seat]) == HAND + pending - lost[seat], (seat, state)


def _check_events(state: State) -> None:
    there = len(slots(state)) + len(state.event_deck) + len(state.removed) + len(state.discards)
    there += sum(map(len, state.kept)) + (state.card not in (NOWHERE, c.ARMADA))
    assert there == len(in_play(state)) - (state.armada != AMONG)
    for seat, cards in enumerate(state.kept):
        on_ship = next((ship for ship in SHIPS if seat in state.lines[ship]), None)
        if on_ship is not None:
            together = sum(state.kept[mate].count(c.ALBATROSS) for mate in state.lines[on_ship])
            assert together < 2, "two birds never sail together"
        assert set(cards) <= set(c.STAYING)
    assert state.armada != BELOW or len(slots(state)) >= 4


def play(seats: int, options: Options, seed: int) -> State:
    """One random game, looked at after every step; the state at its end."""
    table = LocalTable.new(GAME, seats, options, SeededDraw(seed, "invariants"))
    draw, lost = SeededDraw(seed, "choices"), Counter[int]()
    while not isinstance(table.ask, Over):
        moves = {seat: table.moves(seat) for seat in deciders(table.ask)}
        if table.state.phase == Phase.LOSE:
            lost[table.state.other] += 1
        table.step({seat: found[draw.below(len(found))] for seat, found in moves.items()})
        check(table.state, lost)
    return table.state


def main(words: list[str]) -> int:
    games = int(words[0]) if words else 1
    count = 0
    for seats, options in tables():
        for seed in range(games):
            play(seats, options, seed)
            count += 1
    print(f"{count} games, {len(tables())} tables: all positions as they should be")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
