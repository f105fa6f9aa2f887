"""Chance and private dice: whose value is taken, what they make together, and when there is no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.refusal import refused
from tests.session.bench import Bench
from tests.tinygames import RACE, SCREENS
from tortuga_p2p.crypto.chain import beacon, draws
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import CHAIN_LENGTH, DICE_ROLLS_MAX
from tortuga_p2p.rules.answer import Drawn
from tortuga_p2p.rules.ask import Chance, Roll
from tortuga_p2p.session import randomness
from tortuga_p2p.session.ledger import Die
from tortuga_p2p.session.message import Link
from tortuga_p2p.session.showing import check_dice, open_dice


def at_a_roll() -> Bench:
    return Bench.make(SCREENS, 3).until("link")


def test_everybody_shows_a_chain_value_for_everybody_s_chance() -> None:
    bench = Bench.make(RACE, 3).until("link")
    assert isinstance(bench.table.ask, Chance)
    assert randomness.speakers(bench.table) == (0, 1, 2)


def test_a_beacon_is_made_of_all_values_in_the_order_of_seats() -> None:
    bench = Bench.make(RACE, 3).until("link")
    table = bench.table
    assert isinstance(table.ask, Chance)
    values = {seat: bench.check(seat, bench.words(seat)) for seat in (2, 0, 1)}
    after, answer = randomness.close(table, values)
    together = (values[0], values[1], values[2])
    drawn = beacon(table.agreement.table_id, table.epoch, table.beacons + 1, together)
    assert answer == Drawn(draws(drawn, table.ask.bounds))
    assert (after.beacons, after.heads) == (table.beacons + 1, together)


def test_the_value_is_the_next_of_the_chain_and_no_other() -> None:
    bench = at_a_roll()
    own, table = bench.owns[1], bench.table
    due = table.beacons + 1
    assert bench.words(1) == Link(own.chain.value(due))
    for value in (own.chain.value(due - 1), own.chain.value(due + 1), bench.owns[2].chain.value(due), bytes(32)):
        with refused(Code.BAD_CHAIN_VALUE):
            bench.check(1, Link(value))


@pytest.mark.parametrize(("left", "spent"), [(1, False), (0, True), (-1, True)])
def test_the_last_value_of_a_chain_is_used_and_nothing_behind_it(left: int, spent: bool) -> None:
    """One left: it is shown. None left: the game stands still, though a chain could be grown further."""
    bench = at_a_roll()
    table = bench.table.change(beacons=CHAIN_LENGTH - left)
    assert randomness.is_spent(table) is spent
    if spent:
        assert randomness.speak(table, bench.owns[0], 0) is None
        with refused(Code.BAD_CHAIN_VALUE, "beyond the end"):
            randomness.check(table, 0, Link(bytes(32)))


@pytest.mark.parametrize(("left", "spent"), [(1, False), (0, True)])
def test_the_last_roll_of_a_seat_is_rolled_and_nothing_behind_it(left: int, spent: bool) -> None:
    bench = at_a_roll()
    table = bench.table.change(rolls=(0, DICE_ROLLS_MAX - left, 0))
    assert randomness.is_spent(table) is spent


def test_only_who_rolls_now_can_have_rolled_too_often() -> None:
    bench = at_a_roll()
    assert isinstance(bench.table.ask, Roll)
    table = bench.table.change(rolls=(0, 0, DICE_ROLLS_MAX))
    first_two = replace(bench.table.ask, dice=bench.table.ask.dice[:2])
    vars(table)["ask"] = first_two
    assert not randomness.is_spent(table)


def test_a_roll_binds_each_die_to_its_leaf_and_its_beacon() -> None:
    bench = at_a_roll()
    table = bench.table
    assert isinstance(table.ask, Roll)
    after, _ = randomness.close(table, {seat: bench.check(seat, bench.words(seat)) for seat in range(3)})
    drawn = beacon(table.agreement.table_id, table.epoch, after.beacons, after.heads)
    for seat, handles, bounds in table.ask.dice:
        for position, (handle, sides) in enumerate(zip(handles, bounds, strict=True)):
            assert after.things[handle] == Die(seat, table.rolls[seat], position, sides, drawn)
    assert after.rolls == tuple(count + 1 for count in table.rolls)


def test_an_owner_sees_what_everybody_sees_once_a_die_is_opened() -> None:
    bench = at_a_roll()
    bench.close()
    for seat in range(3):
        dice = {handle: thing for handle, thing in bench.table.things.items() if isinstance(thing, Die)}
        own = {handle: thing for handle, thing in dice.items() if thing.seat == seat}
        assert own
        assert bench.known[seat].keys() == own.keys(), "one's own dice, and no others"
        shown = check_dice(bench.table, seat, own.values(), open_dice(bench.owns[seat], own.values()))
        assert {handle: shown[thing] for handle, thing in own.items()} == bench.known[seat]
        assert all(0 <= shown[thing] < thing.sides for thing in own.values())


def test_a_later_roll_uses_other_leaves() -> None:
    bench = at_a_roll()
    bench.close().until("link")
    assert isinstance(bench.table.ask, Roll)
    before = bench.table.rolls
    bench.close()
    rolled = {one.seat for one in bench.table.things.values() if isinstance(one, Die)}
    assert rolled
    assert {one.roll for one in bench.table.things.values() if isinstance(one, Die)} == {
        before[seat] for seat in rolled
    }
    assert min(before) >= 1
