"""Choices that are counted and indexed, never listed: against lists made the long way."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tortuga_p2p.rules.ask import Move
from tortuga_p2p.rules.lazy import Choose, ChosenMoves


@given(sizes=st.lists(st.integers(1, 4), max_size=5), number=st.integers(0, 5))
def test_every_way_stands_once(sizes: list[int], number: int) -> None:
    """Of things that are alike the first ones: as many different ways as faces can be counted out."""
    groups, first = [], 0
    for size in sizes:
        groups.append(list(range(first, first + size)))
        first += size
    face = {thing: at for at, group in enumerate(groups) for thing in group}
    ways = {tuple(sorted(face[thing] for thing in picked)) for picked in combinations(face, number)}
    found = Choose(groups, number)
    assert len(found) == len(list(found)) == len(ways)
    assert {tuple(face[thing] for thing in picked) for picked in found} == ways
    assert all(picked in found for picked in found)
    assert [found[place] for place in range(len(found))] == list(found) == found[:]


def test_without_things_alike_the_order_is_that_of_combinations() -> None:
    things = (7, 3, 9, 1, 4)
    for number in range(6):
        assert list(Choose([(thing,) for thing in things], number)) == list(combinations(things, number))


def test_a_very_long_list_is_counted_and_looked_into() -> None:
    found = Choose([(thing,) for thing in range(60)], 30)
    assert len(Choose([(thing,) for thing in range(29)], 4)) == 23_751
    assert found._ways[0][30] == comb(60, 30)  # more than `len` may say
    middle = found.at(comb(60, 30) // 2)
    assert middle in found
    assert len(set(middle)) == 30


@pytest.mark.parametrize("wrong", [(), (1,), (2, 1), (1, 1), (1, 9), (1.0, 2), (True, 2), [1, 2], "12", (1, 2, 3)])
def test_what_is_no_choice_is_not_in_the_list(wrong: object) -> None:
    assert wrong not in Choose([(1,), (2,), (3,)], 2)


def test_of_things_alike_only_the_first_ones_are_a_choice() -> None:
    found = Choose([(1, 2), (3,)], 1)
    assert list(found) == [(1,), (3,)]
    assert (2,) not in found


def test_moves_of_choices() -> None:
    moves = ChosenMoves(Choose([(1,), (2,), (3,)], 2), lambda picked: Move((5, *picked)), lambda move: move.data[1:])
    assert list(moves) == [Move((5, 1, 2)), Move((5, 1, 3)), Move((5, 2, 3))]
    assert moves[-1] == Move((5, 2, 3))
    assert Move((5, 1, 3)) in moves
    for wrong in (Move((4, 1, 3)), Move((5, 3, 1)), Move((5, 1, 3), (1,)), Move(()), ((5, 1, 3), (), ()), None):
        assert wrong not in moves
    with pytest.raises(IndexError):
        moves[3]
