"""The board on the screen: right, readable at 80 by 24 without colour, and silent about what a seat may not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga.pictures import GOLDEN, NAMES, final, four, pictures, two
from tests.games.tortuga.telling import SCARCE_STEPS, new_table, played, scarce_table
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    CAPACITY,
    COLOUR_LETTERS,
    DIE_LETTERS,
    HUNT,
)
from tortuga_p2p.games.tortuga.rules.scoring import sheet
from tortuga_p2p.games.tortuga.rules.state import Phase, State, total
from tortuga_p2p.games.tortuga.words.terms import ACTION_WORDS, COLOUR_NAMES
from tortuga_p2p.rules.ask import deciders
from tortuga_p2p.rules.cells import columns
from tortuga_p2p.rules.game import View
from tortuga_p2p.rules.screen import ROLES, board_of
from tortuga_p2p.rules.telling import picture

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tortuga_p2p.rules.game import Fragments

PLAIN = ("Ana", "Bo", "Cy", "Di")
LONG = ("Maximiliane Annabella", "Bartholomew the Red", "Constantinople Jack", "Wilhelmina of the Sea")


def text_of(fragments: Fragments) -> str:
    return "".join(part for _, part in fragments)


def lines_of(view: View[State], width: int, names: Sequence[str] = PLAIN) -> list[str]:
    return text_of(picture(GAME, view, names[: view.state.setup.seats], width)).split("\n")


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
    fives = tuple((1, 2, 5, 3, 4) for _ in DIE_LETTERS)
    view = four()
    setup = view.state.setup._replace(dice=fives)
    full = ALL_DICE << 5 * HUNT
    state = view.state._replace(setup=setup, placed=(full,) * 4, bonus=(2 << 2 * HUNT,) * 4, phase=int(Phase.ROLL))
    lines = lines_of(View(state, None, {}), 80)
    assert "ABCDE +2 =27 #1" in "\n".join(lines)
    assert max(map(len, lines)) <= 80


def test_a_screen_narrower_than_one_player_gets_the_narrowest_board() -> None:
    assert lines_of(four(), 1) == lines_of(four(), 26)


# --- it is right ----------------------------------------------------------------------------------------------------


LABEL = 10  # columns of a board
COLUMN = {2: 24, 3: 17, 4: 17}  # by seats, at 80 columns


def cells_of(lines: Sequence[str], seats: int) -> dict[str, list[str]]:
    """The table of an 80-column board taken apart again: row name to what stands under each player."""
    wide = COLUMN[seats]
    return {
        re.sub(r"^[>^&#o/nT] ", "", line[:LABEL]).strip(): [
            line[LABEL + wide * seat : LABEL + wide * (seat + 1)].strip() for seat in range(seats)
        ]
        for line in lines
        if line
    }


def check_seat(row: dict[str, str], state: State, seat: int) -> None:
    ship = state.ships[seat]
    letters = [COLOUR_LETTERS[colour] for colour in ship.island]
    assert row["island"] == (" ".join(letters) or "-")
    for label, chests, box in (("crew", ship.crew, ship.pirate), ("fleet", ship.fleet, ship.boat)):
        *spaces, track = row[label].split()
        shown = [space.rstrip("!") for space in spaces if space != "_"]
        assert shown == [COLOUR_LETTERS[colour] for colour in chests]
        assert [space for space in spaces if space.endswith("!")] == [f"{one}!" for one in shown[CAPACITY[box] :]]
        assert len(shown[: CAPACITY[box]]) + spaces.count("_") == CAPACITY[box]
        assert track.replace("+", "") in ("=" * (box - 1) + str(box) + "-" * (8 - box), str(box))
        assert track.count("+") == (len({CAPACITY[one] for one in range(box, 9)}) - 1 if len(track) > 1 else 0)
    port = "".join(COLOUR_LETTERS[colour] * count for colour, count in enumerate(ship.port))
    assert row["Tortuga"].replace(" ", "") == f"{port}{sum(ship.port)}of{state.setup.goal}"
    for action in ACTIONS:
        check_action(row[ACTION_WORDS[action]], state, seat, action)


def check_action(cell: str, state: State, seat: int, action: int) -> None:
    dice = BITS[state.placed[seat] >> 5 * action & ALL_DICE]
    numbers = [(DIE_LETTERS[die], str(state.setup.dice[die][action])) for die in dice]
    if len(dice) == len(DIE_LETTERS):
        assert DIE_LETTERS in cell
    else:
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
            assert row[""].split()[0] == ("You" if seat == view.seat else PLAIN[seat])
            assert ("*" in row[""]) == (seat == state.start)
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
                sentence = lines_of(view, 200)[0]
                assert sentence.endswith(".")
                for seat in deciders(GAME.asks(view.state)):
                    assert PLAIN[seat] in re.findall(r"\w+", sentence), sentence
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
    assert lines[0] == "Ana and Cy share the victory with 37 points."
    assert [cell.endswith("wins") for cell in cells_of(lines, 4)["total"]] == [True, False, True, False]


# --- it keeps secrets -------------------------------------------------------------------------------------------------


def test_own_dice_are_shown_by_what_they_can_do() -> None:
    assert "Your dice: FLEET A5, FLEET C1, BOARD E3 and skull B" in lines_of(four(), 80)


def test_own_coins_count_and_others_are_marked_as_unknown() -> None:
    table = cells_of(lines_of(four(), 80), 4)
    assert table["points"] == ["37, 4 coins 1st", "31 +1 tile", "31", "12 +3 tiles"]
    spectator = cells_of(lines_of(View(four().state, None, {}), 80), 4)
    assert spectator["points"] == ["33 +2 tiles 1st", "31 +1 tile", "31", "12 +3 tiles"]


def test_whoever_leads_is_marked_and_nobody_while_all_are_level() -> None:
    for view in views(3, 11):
        if view.state.phase == Phase.OVER:
            continue
        marked = [cell.endswith(("leads", "1st")) for cell in cells_of(lines_of(view, 80), 3)["points"]]
        points = [sheet(ship, 0).total for ship in view.state.ships]
        if view.seat is None:
            best = [one == max(points) for one in points]
            assert marked == (best if not all(best) else [False] * 3)


def test_what_the_actions_bring_is_in_sight_whenever_dice_are_chosen() -> None:
    for seats in (2, 3, 4):
        for view in views(seats, 12):
            text = "\n".join(lines_of(view, 80))
            if view.state.phase in (Phase.SELECT, Phase.SKULLS, Phase.PLACE):
                assert "A5 B3 C1 D4 E2 boat +" in text
                assert "A3 B1 C4 D2 E5" in text


def test_a_tall_screen_shows_ships_with_their_chests() -> None:
    drawn = "".join(text for _style, text in board_of(GAME, four(), PLAIN, 120, 30, rich=True))
    assert drawn.count("/_|_\\  /_|_\\") == 4
    assert "╲  P   ·   ·" in drawn
    assert len(drawn.split("\n")) <= 30
    assert "/_|_\\" not in "".join(text for _style, text in board_of(GAME, four(), PLAIN, 120, 20, rich=True))


def test_two_tiles_under_the_eyes_of_a_hunter_are_shown_to_him_alone() -> None:
    view = two()
    start = GAME.setup(3, {})
    state = start._replace(
        phase=int(Phase.HUNT_KEEP), action=HUNT, ranks=(0, 1), placed=(1 << 10, 2 << 10, 0), hand=(20, 21)
    )
    assert "Your tiles: a tile with 3 coins and a tile with 1 coin" in lines_of(View(state, 0, {20: 3, 21: 1}), 80)
    other = lines_of(View(state, 1, {20: 3, 21: 1}), 80)  # even if they knew
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


def test_every_style_is_a_role_of_the_contract() -> None:
    used = {style for style, _ in picture(GAME, final(), NAMES, 80)}
    for seed in range(3):
        for view in (*views(3, seed), *views(4, seed)):
            used |= {style for style, _ in picture(GAME, view, PLAIN[: view.state.setup.seats], 80)}
    assert used <= set(ROLES)
    assert {"red", "winner", "you", "first", "mark", "strange"} <= used


def test_chests_are_letters_or_words_as_well_as_colours() -> None:
    for view in views(4, 2):
        for style, text in picture(GAME, view, PLAIN, 80):
            if style in COLOUR_NAMES:
                assert text == style or set(text) == {style[0].upper()}


def test_the_picture_is_plain_ascii_without_trailing_blanks() -> None:
    for view in views(4, 1):
        for line in lines_of(view, 100):
            assert line.isascii()
            assert line == line.rstrip()


def test_equal_views_give_equal_pictures() -> None:
    view = four()
    again = View(State(*view.state), view.seat, dict(reversed(list(view.known.items()))))
    assert picture(GAME, view, NAMES, 100) == picture(GAME, again, list(NAMES), 100)


# --- names ------------------------------------------------------------------------------------------------------------


def test_wide_and_hostile_names_neither_break_the_table_nor_reach_the_terminal() -> None:
    names = ("\x1b[31mAna", "海賊女王の船長さんですよ", "e\u0301mile", "Bo\nCy")
    for view in (four(), final()):
        for line in lines_of(view, 80, names):
            assert line.isprintable()
            assert columns(line) <= 80
    row = next(line for line in lines_of(four(), 80, names) if "mile" in line and "船" in line and "choose" not in line)
    assert "海賊女王の船長~" in row
    assert columns(row[: row.index("e\u0301mile")]) == LABEL + 2 * COLUMN[4]
