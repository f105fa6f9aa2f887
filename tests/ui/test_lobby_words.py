"""Whatever a host has agreed with itself is seen before anybody sits down: on the screen and line by line."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games import load, names
from tortuga_p2p.node.node_message import Lobby
from tortuga_p2p.rules.option import Amount, Flag, OneOf, Option, Several
from tortuga_p2p.session.agreement import make_terms
from tortuga_p2p.session.message import Person, Terms
from tortuga_p2p.ui.plain.announcements import tell_lobby
from tortuga_p2p.ui.tavern.lobby import _terms_lines

HOST = Identity.from_seed(b"h" * 32).public


def screen(terms: Terms) -> str:
    return " ".join("".join(piece[1] for piece in line) for line in _terms_lines(terms, 200))


def aloud(terms: Terms) -> str:
    told: list[str] = []
    tell_lobby(Lobby("table", terms, (Person(HOST, "Host", False, HOST),), False, bytes(32)), HOST, told.append)
    return " ".join(told)


def other_values(option: Option) -> list[Any]:
    """Some that are not the default; a file is looked at below."""
    match option.kind:
        case Flag():
            values: tuple[Any, ...] = (0, 1)
        case OneOf(choices):
            values = tuple(choices)
        case Amount(low, high):
            values = (low, high)
        case Several(choices) as several:
            values = (tuple(choices)[: several.most],)
        case _:
            values = ()
    return [value for value in values if value != option.default]


@pytest.mark.parametrize("name", names())
def test_every_value_of_every_option_that_is_not_usual_is_shown(name: str) -> None:
    game, shown = load(name), 0
    for option, seats in product(game.options, game.seats):
        for value in other_values(option):
            try:
                terms = make_terms(game, seats, {option.name: value}, default_group())
            except BadInput:
                continue  # not at such a table; the game says why
            told = f"{option.label}: {option.kind.say(value)}"
            assert told in screen(terms), told
            assert told in aloud(terms), told
            shown += 1
    assert shown >= 1


def test_dice_from_a_file_and_a_patience_of_136_years_are_shown() -> None:
    """The script hidden_terms."""
    game = load("tortuga")
    dice = ((5, 2, 4, 1, 3), (3, 5, 2, 4, 1), (1, 3, 5, 2, 4), (4, 1, 3, 5, 2), (1, 2, 3, 4, 5))
    odd = make_terms(game, 3, {"dice": dice, "long": 1}, default_group(), 2**32 - 1)
    usual = make_terms(game, 3, {}, default_group())
    for show in (screen, aloud):
        assert "Dice: from a file" in show(odd)
        assert "A long game: yes" in show(odd)
        assert "49710 days" in show(odd)
        assert "3 minutes" in show(usual)
        assert "Agreed:" not in show(usual)


@pytest.mark.parametrize(("seats", "what"), [(2, "that ends the game"), (3, "go on without them")])
def test_what_comes_of_a_silent_seat_is_said_as_it_is_at_such_a_table(seats: int, what: str) -> None:
    terms = make_terms(load("tortuga"), seats, {}, default_group())
    for show in (screen, aloud):
        assert what in " ".join(show(terms).split())
