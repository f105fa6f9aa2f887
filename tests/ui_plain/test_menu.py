"""A menu read aloud: nothing is said twice, and nobody has to listen to fifty lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.errors import BadInput
from tortuga_p2p.games import load, names
from tortuga_p2p.ui.plain.menu import LINES_MAX, Menu, _with
from tortuga_p2p.ui.voyage.voyage import Voyage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.node.player import Question


def questions(name: str) -> Iterator[Question]:
    """All that a first voyage asks, answered as it suggests."""
    voyage = Voyage(load(name), "Ana")
    while (question := voyage.question()) is not None:
        yield question
        voyage.choose(voyage.advice().move)


def menu_of(name: str, asked: str) -> Menu:
    return next(menu for menu in map(Menu, questions(name)) if asked in menu.question())


def test_what_a_choice_says_is_not_said_again_behind_it() -> None:
    menu = menu_of("cartagena", "Your turn: 2 actions left.")
    lines = [menu.line(at) for at in range(menu.count)]
    assert "play rum and go from the dungeon to space 10, jumping 2" in lines
    assert "play rum and go from space 2 to space 10" in lines
    assert "end the turn" in lines
    vote = menu_of("tortuga1667", "An attack, called by")
    assert vote.line(0).startswith("give cannon, French, wheel: that adds 1 cannon. 3 cards")


@pytest.mark.parametrize("name", names())
def test_nobody_hears_more_than_a_page_or_two(name: str) -> None:
    heard = 0
    for menu in map(Menu, questions(name)):
        assert menu.count <= 2 * LINES_MAX
        heard += menu.count > 1
    assert heard > 10


def test_many_choices_are_asked_step_by_step() -> None:
    menu = menu_of("tortuga1667", "what do you do?")
    assert menu.heading() == "Type a number."
    assert menu.line(0) == "look at two"
    assert menu.take([1]) is None
    assert menu.heading() == "Events: type 2 numbers."
    with pytest.raises(BadInput, match="Type 2 numbers"):
        menu.take([1])
    assert menu.take([2, 4]) is not None


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("", "attack Ben"),
        ("You win", "attack Ben: You win"),
        ("with 3 dice", "attack Ben with 3 dice"),
        ("; there is no chest", "attack Ben; there is no chest"),
        (". Your last pirate is out", "attack Ben. Your last pirate is out"),
        (": total 3", "attack Ben: total 3"),
    ],
)
def test_no_sign_stands_behind_another(told: str, line: str) -> None:
    assert _with("attack Ben", told) == line
