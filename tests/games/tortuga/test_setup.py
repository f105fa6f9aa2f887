"""What players agree on before a game, the setup (1.2), and the lists of orders that are never written out."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from tests.games.tortuga.sitting import Sitting, board, position
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import RAID, STANDARD_DICE, read_dice
from tortuga_p2p.games.tortuga.rules.dicing import check_set
from tortuga_p2p.games.tortuga.rules.moves import FORFEIT, Orders, order
from tortuga_p2p.rules.ask import Move, deciders
from tortuga_p2p.testing.scenario import ScriptedDraw, table_at

FILE = files("tortuga_p2p.games.tortuga").joinpath("rules", "dice.json").read_text(encoding="utf-8")
READ = {option.name: option.kind.read for option in GAME.options}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_draws_two_chests_the_first_to_the_island(seats: int) -> None:
    state = GAME.setup(seats, {})
    assert [(ship.boat, ship.pirate) for ship in state.ships] == [(3, 3)] * seats
    table = Sitting(state).done().draws("RBYWPRBY"[: 2 * seats])
    assert [table.area(seat, "island") + table.area(seat, "crew") for seat in range(seats)] == ["RB", "YW", "PR", "BY"][
        :seats
    ]
    assert sum(table.state.bag) == 40 - 2 * seats
    assert table.phase == "roll"


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadInput, match="Tortuga is for 2 to 4 players"):
        GAME.setup(seats, {})


def test_options_are_read_from_text() -> None:
    assert GAME.setup(2, {"long": READ["long"]("yes")}).setup.goal == 8
    assert GAME.setup(2, {"long": READ["long"]("No")}).setup.goal == 6
    assert GAME.setup(2, {"dice": READ["dice"](FILE)}) == GAME.setup(2, {})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"speed": 1}, "no option 'speed'"),
        ({"long": 2}, "from 0 to 1"),
        ({"long": "yes"}, "from 0 to 1"),
        ({"dice": 5}, "five numbers for each of five dice"),
        ({"dice": ((1, 2, 3, 4, 5),) * 4}, "five numbers for each of five dice"),
        ({"dice": ((1, 2, 3, 4),) * 5}, "die A carries 1 to 5, each once .*; found 1, 2, 3, 4"),
        ({"dice": ((1, 2, 3, 4, 0),) * 5}, "die A carries 1 to 5, each once"),
    ],
)
def test_options_nobody_knows_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        GAME.setup(2, options)


def test_yes_or_no_and_nothing_else() -> None:
    with pytest.raises(BadInput, match="say yes or no, not 'perhaps'"):
        READ["long"]("perhaps")


def changed(die: str, numbers: object) -> str:
    data = json.loads(FILE)
    data["dice"][die] = {"numbers": numbers}
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("not json", "the dice file is not JSON"),
        ("[" * 100_000, "the dice file is not JSON"),
        ("[]", 'has no "dice"'),
        ("{}", 'has no "dice"'),
        ('{"dice": {}}', "die A carries 1 to 5, each once .*; found none"),
        (changed("C", [1, 2, 3, 4]), "die C carries 1 to 5, each once .*; found 1, 2, 3, 4"),
        (changed("D", "12345"), "die D carries 1 to 5, each once .*; found none"),
        (changed("E", [1, 2, 3, 4, "5"]), "die E carries 1 to 5, each once"),
        (changed("B", [1, 2, 3, 4, 10]), "die B carries 1 to 5, each once"),
        (changed("F", [1, 2, 3, 4, 5]), "has a die 'F': the dice are A to E"),
    ],
)
def test_a_dice_file_with_a_mistake_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        read_dice(text)
    assert "\n" not in str(caught.value)


def test_other_dice_count_with_their_own_numbers() -> None:
    """An owner of the box replaces the table: skull A joins E on RAID with the numbers of that table."""
    table = tuple(tuple((at + die) % 5 + 1 for at in range(5)) for die in range(5))  # columns are free
    table = (*table[:4], (1, 2, 3, 4, 5))
    assert table != STANDARD_DICE
    state = GAME.setup(2, {"dice": table})
    assert GAME.read_position(GAME.position_text(state)) == state
    standard = position(board(), board(dice="ABCDE/-/-/-/-", bonus="22222"))
    sitting = Sitting(standard._replace(setup=state.setup)).rolls("*FFFR").moves("take AE")
    assert sitting.total(0, RAID) == 5 + 5


def test_a_set_shows_a_face_for_every_die() -> None:
    """Said by the check itself: the table, which shows the faces, can never leave one out."""
    state = position(board(), board())
    with pytest.raises(IllegalMove, match="shows the face of each selected die"):
        check_set(state.ships[0], 0, 0b11, (0,))


# --- orders -------------------------------------------------------------------------------------------------------


def test_orders_are_a_list_that_is_never_written_out() -> None:
    orders = Orders(position(board(boat=2, crew="RB", island="YWP"), board()).ships[0])
    listed = list(orders)
    assert len(orders) == len(listed) == 2 * 6
    assert [orders[at] for at in range(len(orders))] == listed
    assert orders[-1] == listed[-1]
    assert orders[2:5] == listed[2:5]
    assert all(move in orders for move in listed)
    for index in (12, -13):
        with pytest.raises(IndexError):
            orders[index]
    assert order((0,), (2, 3)) not in orders  # the fleet takes both
    assert FORFEIT not in orders
    assert Move((10, 9, 0)) not in orders


def test_orders_reach_thousands_and_are_counted_at_once() -> None:
    """Four crew chests and six island chests, two of a colour: 24 * 192 rows, none listed."""
    orders = Orders(position(board(boat=8, pirate=8, crew="RBYW", island="RBYWPR"), board()).ships[0])
    assert len(orders) == 24 * 192
    assert orders[len(orders) - 1] in orders


def test_who_is_not_asked_has_no_moves() -> None:
    state = position(board(), board())
    table = table_at(GAME, state, 2, {}, ScriptedDraw())
    assert deciders(table.ask) == ()
    assert len(table.moves(0)) == 0
