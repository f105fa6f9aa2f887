"""Frozen classes of fields: made, compared, shown, matched and replaced like dataclasses."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from tortuga_p2p.values import Grown, once, value


@value
class Parrot:
    """A bird."""

    name: str
    age: int
    words: tuple[str, ...] = ()

    @property
    def is_loud(self) -> bool:
        return len(self.words) > 1


@value
class Monkey:
    """Not a bird, whatever its fields."""

    name: str
    age: int
    words: tuple[str, ...] = ()


@value
class Sloop:
    size: int


POLLY = Parrot("Polly", 3)


def test_fields_are_given_in_order_or_by_name_and_some_have_defaults() -> None:
    assert (POLLY.name, POLLY.age, POLLY.words) == ("Polly", 3, ())
    assert Parrot("Polly", age=3) == Parrot(age=3, name="Polly", words=()) == POLLY
    assert [one.name for one in fields(POLLY)] == ["name", "age", "words"]
    assert Sloop(3).size == 3


@pytest.mark.parametrize("values", [(), ("Polly",), ("Polly", 3, (), 4)])
def test_too_few_and_too_many_are_our_own_mistake(values: tuple[object, ...]) -> None:
    for _ in range(2):  # what makes one is written when the first is made
        with pytest.raises(TypeError):
            Parrot(*values)  # type: ignore[arg-type]


def test_unknown_fields_are_our_own_mistake() -> None:
    with pytest.raises(TypeError):
        Parrot("Polly", 3, colour="green")  # type: ignore[call-arg]


def test_equal_are_those_of_one_class_with_equal_fields() -> None:
    assert Parrot("Polly", 3, ("ahoy",)) != POLLY
    assert len({POLLY, Parrot("Polly", 3), Monkey("Polly", 3)}) == 2


def test_nothing_is_changed_afterwards() -> None:
    for name in ("name", "hat"):
        with pytest.raises(FrozenInstanceError):
            setattr(POLLY, name, "Jack")
    with pytest.raises(FrozenInstanceError):
        del POLLY.age


def test_others_are_made_from_it() -> None:
    older = replace(POLLY, age=4, words=("ahoy", "rum"))
    assert older == Parrot("Polly", 4, ("ahoy", "rum"))
    assert older.is_loud
    assert copy.deepcopy(older) == pickle.loads(pickle.dumps(older)) == older


def test_it_is_matched_and_shown_by_its_fields() -> None:
    match POLLY:
        case Parrot(name, age):
            assert (name, age) == ("Polly", 3)
    assert repr(POLLY) == "Parrot(name='Polly', age=3, words=())"
    assert Sloop.__doc__ == "Sloop"


class Cove:
    def __init__(self) -> None:
        self.searched = 0

    @once
    def treasure(self) -> int:
        """What lies there."""
        self.searched += 1
        return 7


def test_what_is_found_once_is_kept_with_its_object() -> None:
    cove, other = Cove(), Cove()
    assert (cove.treasure, cove.treasure, cove.searched, other.searched) == (7, 7, 1, 0)
    assert Cove.treasure.__doc__ == "What lies there."


# --- a tuple that grows --------------------------------------------------------------------------------------------


def test_what_has_grown_is_a_sequence_like_any_other() -> None:
    row = Grown("ab").plus("c").plus("d")
    assert (len(row), row[0], row[-1], row[1:3], row[::-1]) == (4, "a", "d", ("b", "c"), ("d", "c", "b", "a"))
    assert row == ("a", "b", "c", "d") == tuple(row)
    assert row != Grown("abc")
    assert "c" in row
    assert "e" not in row
    for beyond in (4, -5):
        with pytest.raises(IndexError):
            row[beyond]


def test_what_others_grew_into_is_not_seen() -> None:
    first = Grown[str]()
    long = first.plus("a").plus("b")
    other = first.plus("x")
    assert (list(first), list(long), list(other)) == ([], ["a", "b"], ["x"])
    assert (list(long.plus("c")), list(long.plus("d")), list(long)) == (["a", "b", "c"], ["a", "b", "d"], ["a", "b"])
    for beyond in (0, -1):
        with pytest.raises(IndexError):
            first[beyond]
    assert first[:1] == ()


def test_growing_copies_nothing() -> None:
    row = Grown[int]()
    shared = row._items
    for number in range(100):
        row = row.plus(number)
    assert row._items is shared
    assert list(row) == list(range(100))
