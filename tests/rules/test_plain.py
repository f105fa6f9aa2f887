"""Plain values: what they are, and how received ones are taken apart."""

from __future__ import annotations

import pytest

from tests.tinygames import RACE
from tortuga_p2p.errors import BadInput
from tortuga_p2p.rules.plain import a_tuple, an_int, check_plain, ints


@pytest.mark.parametrize("value", [0, -5, 2**40, "", "word", b"\x00", True, (), (1, ("a", (b"b",)))])
def test_numbers_texts_bytes_and_tuples_of_them_are_plain(value: object) -> None:
    check_plain(value)


def test_a_named_tuple_is_plain() -> None:
    check_plain(RACE.setup(2, {}))


@pytest.mark.parametrize("value", [1.0, None, [1], {1}, {1: 2}, (1, (2, [3])), object()])
def test_whatever_could_be_spelled_in_two_ways_is_not_plain(value: object) -> None:
    with pytest.raises(TypeError, match="is not a plain value"):
        check_plain(value)


@pytest.mark.parametrize("number", [3, 4, 7])
def test_an_int_gives_the_number_itself(number: int) -> None:
    assert an_int(number, 3, 7) == number


@pytest.mark.parametrize("value", [2, 8, True, 3.0, "3", None, (3,)])
def test_an_int_refuses_other_numbers_and_other_things(value: object) -> None:
    with pytest.raises(BadInput, match="expected a whole number from 3 to 7"):
        an_int(value, 3, 7)


def test_a_tuple_gives_the_tuple_itself() -> None:
    assert a_tuple((1, "a")) == (1, "a")
    assert a_tuple((1, "a"), 2) == (1, "a")


@pytest.mark.parametrize(("value", "size"), [([1], None), (1, None), ("ab", 2), ((1,), 2), ((1, 2, 3), 2)])
def test_a_tuple_refuses_other_sizes_and_other_things(value: object, size: int | None) -> None:
    with pytest.raises(BadInput, match="expected a list"):
        a_tuple(value, size)


def test_ints_checks_the_list_and_each_number() -> None:
    assert ints((1, 2), 0, 2) == (1, 2)
    for value in ((1, 3), (1, True), [1, 2]):
        with pytest.raises(BadInput):
            ints(value, 0, 2)
    with pytest.raises(BadInput, match="of 3 values"):
        ints((1, 2), 0, 2, 3)
