"""The board on the screen: right, readable at 80 by 24 without colour, and silent about what a seat may not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga.pictures import GOLDEN, NAMES, final, four, pictures, two
from tests.games.tortuga.telling import SCARCE_STEPS, new_table, played, scarce_table
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.notation import COLOUR_LETTERS
from tortuga_p2p.games.tortuga.scoring import sheet
from tortuga_p2p.games.tortuga.state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    CAPACITY,
    DIE_LETTERS,
    HUNT,
    Phase,
    State,
    total,
)
from tortuga_p2p.games.tortuga.view import STYLES, render
from tortuga_p2p.games.tortuga.words import ACTION_WORDS, COLOUR_NAMES, cells
from tortuga_p2p.rules.ask import deciders
from tortuga_p2p.rules.game import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tortuga_p2p.rules.game import Fragments

PLAIN = ("Ana", "Bo", "Cy", "Di")
LONG = ("Maximiliane Annabella", "Bartholomew the Red", "Constantinople Jack", "Wilhelmina of the Sea")


def text_of(fragments: Fragments) -> str:
    return "".join(part for _, part in fragments)


def lines_of(view: View[State], width: int, names: Sequence[str] = PLAIN) -> list[str]:
    return text_of(GAME.render(view, names[: view.state.setup.seats], width)).split("\n")


def views(seats: int, seed: int, *, scarce: bool = False) -> Iterator[View[State]]:
    """Every position of a random game, as each seat in turn and a spectator see it."""
    table = scarce_table(seats, seed) if scarce else new_table(seats, seed)
    yield table.view(0)
    for step, _ in enumerate(played(table, seed, SCARCE_STEPS if scarce else 1000)):
        viewer = step % (seats + 1)
        yield table.view(viewer if viewer < seats else None)


# --- golden boards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(pictures()))
def test_a_board_looks_as_it_did(name: str) -> None:
    """`python -m tests.games.tortuga.pictures` draws them anew; look at them before you commit them."""
    assert pictures()[name] == (GOLDEN / name).read_text()


# --- it fits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_fits_80_columns_and_22_lines(seats: int) -> None:
    for scarce in (False, True):
        for names in (PLAIN, LONG):
            for view in views(seats, 5, scarce=scarce):
                lines = lines_of(view, 80, names)
                assert max(map(len, lines)) <= 80, lines
                assert len(lines) <= 22, lines


@pytest.mark.parametrize("width", [26, 40, 60, 79, 100, 120, 200])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    for seats in (2, 4):
        for view in views(seats, 6):
            lines = lines_of(view, width, LONG)
            assert max(map(len, lines)) <= width, lines
            assert len(lines) <= 22 or width < 80


def test_the_largest_numbers_a_die_may_carry_fit_too() -> None:
    nines = tuple((9,) * 5 for _ in DIE_LETTERS)
    view = four()
    setup = view.state.setup._replace(dice=nines)
    full = ALL_DICE << 5 * HUNT
    state = view.state._replace(setup=setup, placed=(full,) * 4, bonus=(2 << 2 * HUNT,) * 4, phase=int(Phase.ROLL))
    lines = lines_of(View(state, None, {}), 80)
    assert "A9B9C9D9E9+2=47#1" in "\n".join(lines)
    assert max(map(len, lines)) <= 80


def test_a_screen_narrower_than_one_player_gets_the_narrowest_board() -> None:
    assert lines_of(four(), 1) == lines_of(four(), 26)


# --- it is right ----------------------------------------------------------------------------------------------------


def cells_of(lines: Sequence[str], seats: int) -> dict[str, list[str]]:
    """The table of an 80-column board taken apart again: row name to what stands under each player."""
    return {
        line[:8].strip(" >"): [line[8 + 18 * seat : 26 + 18 * seat].strip() for seat in range(seats)]
        for line in lines
        if line
    }


def check_seat(row: dict[str, str], state: State, seat: int) -> None:
    ship = state.ships[seat]
    letters = [COLOUR_LETTERS[colour] for colour in ship.island]
    assert row["island"] == (" ".join(letters) or "-")
    for label, chests, box in (("crew", ship.crew, ship.pirate), ("fleet", ship.fleet, ship.boat)):
        inside, beyond = row[label][1:].split("]")
        spaces = inside.split()
        assert len(spaces) == CAPACITY[box]
        shown = [space for space in spaces if space != "_"] + re.findall(r"(\w)!", beyond)
        assert shown == [COLOUR_LETTERS[colour] for colour in chests]
    for label, box in (("pirate", ship.pirate), ("boat", ship.boat)):
        track = row[label][:11].replace(" ", "")
        assert track == "=" * (box - 1) + str(box) + "-" * (8 - box)
        assert row[label].endswith(f"cap {CAPACITY[box]}")
    port = "".join(COLOUR_LETTERS[colour] * count for colour, count in enumerate(ship.port))
    assert row["Tortuga"] == f"{sum(ship.port)}/{state.setup.goal} {port or '-'}"
    for action in ACTIONS:
        check_action(row[ACTION_WORDS[action]], state, seat, action)


def check_action(cell: str, state: State, seat: int, action: int) -> None:
    dice = BITS[state.placed[seat] >> 5 * action & ALL_DICE]
    numbers = [(DIE_LETTERS[die], str(state.setup.dice[die][action])) for die in dice]
    assert re.findall(r"([A-E])(\d)", cell) == numbers
    assert re.findall(r"\+(\d)", cell) == [str(value) for value in [state.bonus[seat] >> 2 * action & 3] if value]
    assert re.findall(r"=(\d+)", cell) == ([str(total(state, seat, action))] if dice else [])
    if "_" in cell:
        box = state.ships[seat].boat if action == BOARD else state.ships[seat].pirate
        assert len(dice) + cell.count("_") == CAPACITY[box]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_says_what_the_state_says(seats: int) -> None:
    for view in (*views(seats, 7), *views(seats, 8, scarce=True)):
        state = view.state
        if state.phase == Phase.OVER:
            continue
        table = cells_of(lines_of(view, 80), seats)
        for seat in range(seats):
            row = {label: found[seat] for label, found in table.items()}
            assert row[""].split()[0] == PLAIN[seat]
            assert ("*" in row[""]) == (seat == state.start)
            assert ("(you)" in row[""]) == (seat == view.seat)
            check_seat(row, state, seat)


def test_the_middle_counts_chests_and_tiles() -> None:
    for view in views(3, 9):
        state = view.state
        if state.phase == Phase.OVER:
            continue
        middle = next(line for line in lines_of(view, 80) if line.startswith("Centre "))
        bag = re.findall(r"(\d+) (red|blue|yellow|white|purple)", middle)
        assert bag == [(str(count), name) for count, name in zip(state.bag, COLOUR_NAMES, strict=True)]
        assert f"Bag {sum(state.bag)}:" in middle
        assert middle.endswith(f"Tiles left {len(state.supply)}")
        centre = " ".join(COLOUR_LETTERS[colour] for colour in BITS[state.centre])
        assert middle.startswith(f"Centre {centre or 'empty'}  Bag")


def test_everybody_who_is_waited_for_is_named_in_words() -> None:
    phases = set()
    for seats in (2, 3, 4):
        for seed in range(3):
            for view in views(seats, seed):
                phases.add(view.state.phase)
                sentence = lines_of(view, 200)[1]
                head, _, words = sentence.partition(": ")
                assert head in {"SETUP", "DICE", *ACTION_WORDS, "MOVE", "END", "THE END"}
                for seat in deciders(GAME.asks(view.state)):
                    assert PLAIN[seat] in re.findall(r"\w+", words), sentence
    assert phases == {int(phase) for phase in Phase}


def test_the_final_scoring_adds_up_row_by_row() -> None:
    view = final()
    table = cells_of(lines_of(view, 80), 4)
    for seat, (ship, coins) in enumerate(zip(view.state.ships, view.state.coins, strict=True)):
        points = [
            int(table[label][seat].split()[0]) for label in ("Tortuga", "fleet", "crew", "sets", "tracks", "coins")
        ]
        assert tuple(points) == tuple(sheet(ship, coins))
        assert int(table["total"][seat].split()[0]) == sum(points)
    assert [cell.endswith("wins") for cell in table["total"]] == [False, True, False, False]


def test_a_shared_victory_has_two_winners() -> None:
    view = final()
    ships = (view.state.ships[0],) * 4
    state = view.state._replace(ships=ships, coins=(4, 2, 4, 0))
    lines = lines_of(View(state, None, {}), 80)
    assert lines[1] == "THE END: Ana, Cy share the victory with 37 points."
    assert [cell.endswith("wins") for cell in cells_of(lines, 4)["total"]] == [True, False, True, False]


# --- it keeps secrets -------------------------------------------------------------------------------------------------


def test_own_dice_are_shown_by_what_they_can_do() -> None:
    assert "Your dice: FLEET A5 C1 | BOARD E3 | skull B" in lines_of(four(), 80)


def test_own_coins_count_and_others_are_marked_as_unknown() -> None:
    table = cells_of(lines_of(four(), 80), 4)
    assert table["tiles"] == ["2 with 4 coins", "1 face down", "-", "3 face down"]
    assert table["points"] == ["37 (2 sets)", "31+? (1 set)", "31 (2 sets)", "12+?"]
    spectator = cells_of(lines_of(View(four().state, None, {}), 80), 4)
    assert spectator["tiles"][0] == "2 face down"
    assert spectator["points"][0] == "33+? (2 sets)"


def test_two_tiles_under_the_eyes_of_a_hunter_are_shown_to_him_alone() -> None:
    view = two()
    start = GAME.setup(3, {})
    state = start._replace(
        phase=int(Phase.HUNT_KEEP), action=HUNT, ranks=(0, 1), placed=(1 << 10, 2 << 10, 0), hand=(20, 21)
    )
    assert "Your tiles: 1. 3 coins, 2. 1 coin" in lines_of(View(state, 0, {20: 3, 21: 1}), 80)
    other = lines_of(View(state, 1, {20: 3, 21: 1}), 80)  # even if he knew
    assert not [line for line in other if "coin" in line]
    assert not [line for line in lines_of(view, 80) if "Your tiles" in line]


def test_a_picture_never_depends_on_other_peoples_hidden_things() -> None:
    """Even for a view that knows too much: only the own dice and tiles are ever looked at."""
    for seats in (2, 4):
        for seed in (3, 4):
            table = new_table(seats, seed)
            for step, _ in enumerate(played(table, seed)):
                view = table.view(step % seats)
                all_seeing = view._replace(known={**table.faces, **view.known})
                assert lines_of(all_seeing, 80) == lines_of(view, 80)


# --- it needs no colour -----------------------------------------------------------------------------------------------


def test_every_style_is_listed_and_every_listed_style_is_used() -> None:
    used = {style for style, _ in render(final(), NAMES, 80)}
    for seed in range(3):
        for view in (*views(3, seed), *views(4, seed)):
            used |= {style for style, _ in GAME.render(view, PLAIN[: view.state.setup.seats], 80)}
    assert used == set(STYLES)


def test_chests_are_letters_or_words_as_well_as_colours() -> None:
    for view in views(4, 2):
        for style, text in GAME.render(view, PLAIN, 80):
            if style.startswith("chest."):
                name = style.removeprefix("chest.")
                assert text == name or set(text) == {name[0].upper()}


def test_the_picture_is_plain_ascii_without_trailing_blanks() -> None:
    for view in views(4, 1):
        for line in lines_of(view, 100):
            assert line.isascii()
            assert line == line.rstrip()


def test_equal_views_give_equal_pictures() -> None:
    view = four()
    again = View(State(*view.state), view.seat, dict(reversed(list(view.known.items()))))
    assert render(view, NAMES, 100) == render(again, list(NAMES), 100)


# --- names ------------------------------------------------------------------------------------------------------------


def test_wide_and_hostile_names_neither_break_the_table_nor_reach_the_terminal() -> None:
    names = ("\x1b[31mAna", "海賊女王の船長さんですよ", "e\u0301mile", "Bo\nCy")
    for view in (four(), final()):
        for line in lines_of(view, 80, names):
            assert line.isprintable()
            assert cells(line) <= 80
    row = lines_of(four(), 80, names)[3]
    assert "海賊女王の船長さ~" in row
    assert cells(row[: row.index("e\u0301mile")]) == 8 + 2 * 18
