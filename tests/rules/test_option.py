"""Options as data: read, spelled, checked and said by their kinds, and agreed on as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from tortuga_p2p.errors import BadInput
from tortuga_p2p.rules.option import (
    Amount,
    File,
    Flag,
    OneOf,
    Option,
    Several,
    agreed,
    read_option,
    read_spelled,
    spelled,
    unusual,
)
from tortuga_p2p.rules.plain import check_plain

COLOURS = OneOf({0: "grey", 7: "green"})
SAILS = Several({"jib": "a jib", "main": "a mainsail", "top": "a topsail"}, low=1, high=2)
LETTERS = File(lambda text: tuple(map(ord, text)), lambda value: None)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Flag(), "yes", 1),
        (Flag(), "No", 0),
        (COLOURS, "7", 7),
        (OneOf({"long": "a long game"}), "LONG", "long"),
        (Amount(3, 40), "40", 40),
        (SAILS, "top,jib", ("jib", "top")),
        (Several({1: "one", 2: "two"}), "none", ()),
        (Several({1: "one", 2: "two"}), "all", (1, 2)),
        (LETTERS, "AB", (65, 66)),
    ],
)
def test_what_is_typed_is_a_plain_value_of_its_kind(kind: Any, text: str, value: Any) -> None:
    read = kind.read(text)
    assert read == value
    check_plain(read)
    kind.check(read)
    assert kind.say(read)
    if not isinstance(kind, File):
        assert kind.read(kind.spell(read)) == read


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        (Flag(), "perhaps", "say yes or no, not 'perhaps'"),
        (COLOURS, "1", "choose from 0, 7, not '1'"),
        (Amount(3, 40), "41", "a whole number from 3 to 40"),
        (Amount(3, 40), "1_0", "a whole number from 3 to 40"),
        (Amount(3, 40), "9" * 5000, "a whole number from 3 to 40"),
        (SAILS, "jib,jib", "appears twice"),
        (SAILS, "none", "choose 1 to 2 of these, not 0"),
        (SAILS, "all", "choose 1 to 2 of these, not 3"),
        (SAILS, "jib,rum", "choose from jib, main, top, not 'rum'"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_could(kind: Any, text: str, words: str) -> None:
    with pytest.raises(BadInput, match=f"option 'x': .*{words}"):
        read_option(Option("x", kind, 0, "X", "An option."), text)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        *((Flag(), value) for value in (2, True, 1.0, "yes", ())),
        *((COLOURS, value) for value in (1, 7.0, "7", (7,), b"7", False)),
        *((Amount(3, 40), value) for value in (2, 41, 3.0, "3", True)),
        *((SAILS, value) for value in ((), ("jib", "jib"), ("top", "jib"), ("jib", "rum"), "jib", 3, ("jib", ["top"]))),
    ],
)
def test_a_stranger_s_value_has_one_spelling_or_is_refused(kind: Any, value: Any) -> None:
    with pytest.raises(BadInput):
        kind.check(value)


STORM = Option(
    "storm", Flag(), 0, "Storms", "Cards may be lost.", lambda seats, values: seats > 2, "Storms are for three."
)
OPTIONS = (Option("goal", Amount(2, 9), 5, "Goal", "How far it is."), STORM)


def test_agreeing_fills_in_the_defaults_and_refuses_what_is_not_there() -> None:
    assert agreed("Race", OPTIONS, 2, {}) == {"goal": 5, "storm": 0}
    assert agreed("Race", OPTIONS, 3, {"storm": 1}) == {"goal": 5, "storm": 1}
    assert agreed("Race", OPTIONS, 2, {"storm": 0, "goal": 9}) == {"goal": 9, "storm": 0}
    for seats, given, words in (
        (2, {"storm": 1}, "Storms are for three."),
        (2, {"rain": 1}, "Race has no option 'rain': choose from goal, storm."),
        (2, {"goal": 10}, "option 'goal': expected a whole number from 2 to 9, found 10."),
    ):
        with pytest.raises(BadInput) as refused:
            agreed("Race", OPTIONS, seats, given)
        assert str(refused.value) == words


def test_only_what_is_not_the_default_is_worth_telling() -> None:
    assert unusual(OPTIONS, {"goal": 5, "storm": 0}) == []
    assert unusual(OPTIONS, {"goal": 7, "storm": 1}) == ["Goal: 7", "Storms: yes"]


def test_what_is_spelled_for_others_is_read_by_them_as_we_tell_it() -> None:
    options = (
        *OPTIONS,
        Option("sails", SAILS, ("jib",), "Sails", "Which."),
        Option("map", LETTERS, (), "Map", "Where."),
    )
    values: dict[str, Any] = {"goal": 7, "storm": 1, "sails": ("jib", "top"), "map": (65,)}
    words = spelled(options, values)
    assert words == ["goal=7", "storm=yes", "sails=jib,top", "map=@FILE"]
    assert read_spelled(options, words) == unusual(options, values)
    assert spelled(options, {"goal": 5, "storm": 0}) == []


def test_what_a_stranger_spells_otherwise_is_shown_as_it_came() -> None:
    said = ["goal=99", "rum=much", "goal", "=", "..."]
    assert read_spelled(OPTIONS, said) == said
