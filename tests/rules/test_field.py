"""Fields: a value is checked, written and read by one description; strangers' values and words are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tortuga_p2p.errors import BadInput
from tortuga_p2p.rules.field import (
    StateField,
    bits,
    letters,
    named,
    number,
    numbers,
    row,
    runs,
    several,
    subset,
    unpacked,
)

if TYPE_CHECKING:
    from tortuga_p2p.rules.plain import Plain

DOTTED = runs(-9, 99, between="..", least=3)
WORDS: list[tuple[StateField, Plain, str]] = [
    (number(0, 9), 7, "7"),
    (number(-1, 120), -1, "-1"),
    (number(0, 4, shift=1), 0, "1"),
    (named(("roll", "select")), 1, "select"),
    (named("-RB", first=-1), -1, "-"),
    (numbers(0, 99), (), "-"),
    (numbers(0, 99), (3, 40), "3,40"),
    (several(number(0, 40), "."), (10, 0, 5), "10.0.5"),
    (letters("RBY"), (0, 0, 2), "RRY"),
    (letters("RBY"), (), "-"),
    (runs(20, 49), (22, 23, 24, 20), "22-24,20"),
    (runs(20, 49), (22, 23), "22-23"),
    (DOTTED, (2, 5, 6, 7), "2,5..7"),
    (DOTTED, (5, 6), "5,6"),
    (DOTTED, (-3, -2, -1), "-3..-1"),
    (bits(4), 0b1010, "1,3"),
    (subset("ABCDE"), 0b10101, "ACE"),
    (subset("ABCDE"), 0, "-"),
    (row(":", number(0, 101), number(1, 31)), (14, 3), "14:3"),
    (several(row("", number(0, 3), subset("ABC"))), ((0, 3), (1, 4)), "0AB,1C"),
    (several(runs(0, 9), "/"), ((), (1, 2, 3)), "-/1-3"),
]


@pytest.mark.parametrize(("field", "value", "word"), WORDS, ids=[word for _, _, word in WORDS])
def test_a_value_is_written_read_and_checked_by_one_field(field: StateField, value: Plain, word: str) -> None:
    assert field.text(value) == word
    assert field.read_word(word) == value
    assert field.check(value) == value


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (number(0, 9), 10),
        (number(0, 9), 1.0),
        (number(0, 1), True),
        (named(("roll", "select")), 2),
        (numbers(0, 9, 2), (1, 2, 3)),
        (numbers(0, 9), [1, 2]),
        (letters("RBY"), (3,)),
        (runs(20, 49), (19,)),
        (bits(4), 16),
        (row(":", number(0, 9), number(0, 9)), (1,)),
    ],
)
def test_another_value_is_refused(field: StateField, value: object) -> None:
    with pytest.raises(BadInput):
        field.check(value)


@pytest.mark.parametrize(
    ("field", "word"),
    [
        (number(0, 9), "10"),
        (number(0, 99), "²"),
        (number(0, 99), "-1"),
        (named(("roll", "select")), "sleep"),
        (numbers(0, 99), "3,,4"),
        (numbers(0, 99), ""),
        (several(number(0, 9), ".", 3), "1.2"),
        (letters("RBY"), "RG"),
        (subset("ABCDE"), "CA"),
        (subset("ABCDE"), "AA"),
        (subset("ABCDE"), ""),
        (runs(20, 49), "22-"),
        (runs(20, 49), "0-9999999"),
        (row(":", number(0, 9), number(0, 9)), "1"),
    ],
)
def test_another_word_is_refused_in_one_line(field: StateField, word: str) -> None:
    with pytest.raises(BadInput) as refusal:
        field.read_word(word)
    assert "\n" not in str(refusal.value)


def test_a_wrong_name_is_told_the_right_ones_and_a_wrong_row_an_example() -> None:
    with pytest.raises(BadInput, match="there is no phase 'sleep': choose from roll, select"):
        named(("roll", "select"), "phase").read_word("sleep")
    with pytest.raises(BadInput, match="write it like '3:1'"):
        row(":", number(0, 9), number(0, 9), example="3:1").read_word("3")


class Pair(NamedTuple):
    left: int
    right: tuple[int, ...]


def test_a_table_of_fields_makes_a_named_tuple_of_a_plain_value() -> None:
    table = {"left": number(0, 9), "right": numbers(0, 9)}
    assert unpacked(Pair, table, (1, (2, 3))) == Pair(1, (2, 3))
    wrong: list[Any] = [(1,), (1, (2,), 3), (10, ()), (1, (10,)), 7, None]
    for value in wrong:
        with pytest.raises(BadInput):
            unpacked(Pair, table, value)
