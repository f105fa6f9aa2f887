"""What chance gave a captain: counted from the answers, against odds that are worked out here a second time."""

from __future__ import annotations

from fractions import Fraction

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga.game import GAME
from tortuga_p2p.games.tortuga.rules.components import SKULL
from tortuga_p2p.games.tortuga.rules.state import Phase
from tortuga_p2p.rules.ask import Roll, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.luck import Luck, summed


def played(seed: int) -> tuple[list[Luck], int, int]:
    """All luck that seat 0 sees in a game; its skulls and dice, counted by hand."""
    table: LocalTable = LocalTable.new(GAME, 3, {}, SeededDraw(seed, "table"))  # type: ignore[type-arg]
    draw = SeededDraw(seed, "moves")
    lucks: list[Luck] = []
    skulls = dice = 0
    while table.state.phase != Phase.OVER:
        ask, before = table.ask, table.state
        choices = {seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in deciders(ask)}
        answer = table.step(choices)
        lucks += GAME.luck(before, answer, table.state, table.known[0])
        if isinstance(ask, Roll):
            own = [handle for one in ask.dice if one.seat == 0 for handle in one.handles]
            dice += len(own)
            skulls += sum(table.faces[handle] == SKULL for handle in own)
    return lucks, skulls, dice


def test_skulls_are_counted_die_by_die() -> None:
    for seed in range(4):
        lucks, skulls, dice = played(seed)
        sums = {(one.kind, one.seat): one for one in summed(lucks)}
        own = sums["skulls", 0]
        assert (own.times, own.got, own.expected) == (dice, skulls, Fraction(dice, 6))
        assert ("skulls", 1) not in sums  # nobody else's dice were shown behind a screen
        assert not [one for one in lucks if one.kind == "coins" and one.seat != 0]


def test_chests_are_drawn_one_behind_the_other() -> None:
    """Draws without putting back: each is expected to be purple as often as the bag is, however they follow."""
    state = GAME.setup(3, {})
    table: LocalTable = LocalTable(GAME, state, 3, SeededDraw(7, "x"))  # type: ignore[type-arg]
    table.step()
    before = table.state
    answer = table.step()
    found = [one for one in GAME.luck(before, answer, table.state, {}) if one.kind == "purple"]
    assert len(found) == 6
    assert sum(dict(found[0].odds).values()) == 40
    assert [sum(cases for _value, cases in one.odds) for one in found] == [40, 39, 38, 37, 36, 35]
    assert dict(found[0].odds)[1] == 5
