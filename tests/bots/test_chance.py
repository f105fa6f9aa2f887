"""Repeatable chance: the same on every Python, fair, and no stream disturbs another."""

from __future__ import annotations

from collections import Counter

import pytest

from tortuga_p2p.bots.chance import SeededDraw


def test_a_stream_is_the_same_for_ever() -> None:
    # Stored games of the arena and seeds in bug reports depend on these numbers.
    draw = SeededDraw(7, "seat", 2)
    assert [draw.below(bound) for bound in (1, 2, 6, 6, 6, 10, 100, 1000, 2**40)] == PINNED


PINNED = [0, 0, 0, 2, 2, 5, 25, 857, 119754412654]


def test_streams_with_different_labels_have_nothing_to_do_with_each_other() -> None:
    names: list[tuple[str | int, ...]] = [(), ("seat",), ("seat", 1), ("seat", 2), ("seat", "1"), ("seat1",)]
    streams = [SeededDraw(seed, *name).below(2**64) for seed in (1, 2) for name in names]
    assert len(set(streams)) == len(streams)


def test_drawing_from_one_stream_does_not_change_another() -> None:
    alone, beside, other = SeededDraw(1, "a"), SeededDraw(1, "a"), SeededDraw(1, "b")
    expected = [alone.below(100) for _ in range(50)]
    found = []
    for _ in range(50):
        other.below(7)
        found.append(beside.below(100))
    assert found == expected


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 8, 13])
def test_every_number_below_the_bound_is_as_likely(bound: int) -> None:
    draw = SeededDraw(1, "fair", bound)
    counts = Counter(draw.below(bound) for _ in range(1000 * bound))
    assert set(counts) == set(range(bound))
    assert all(850 <= count <= 1150 for count in counts.values())  # nearly five standard deviations


def test_nothing_lies_below_zero() -> None:
    with pytest.raises(AssertionError):
        SeededDraw(1).below(0)
