"""Private dice: opened alone or together in one spelling, anything else refused; even; silent about the rest."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evenness import chi_square, chi_square_limit
from tests.refusal import refused
from tortuga_p2p.crypto.chain import owner_context
from tortuga_p2p.crypto.dice import OPENING_BYTES, DiceTree, check_openings, die, opened_secrets
from tortuga_p2p.crypto.hashing import tagged, u32
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import DICE_PER_ROLL_MAX, DICE_ROLLS_MAX

OWNER = owner_context(b"l" * 32, b"i" * 32)
TREE = DiceTree(b"s" * 32, OWNER)
TABLE, BEACON = b"t" * 32, b"r" * 32
POSITIONS = range(DICE_PER_ROLL_MAX)
rolls = st.integers(0, DICE_ROLLS_MAX - 1)
positions_sets = st.sets(st.sampled_from(POSITIONS), min_size=1).map(sorted)


@given(rolls, positions_sets)
def test_any_dice_of_any_roll_open(roll: int, positions: list[int]) -> None:
    opening = TREE.open(roll, positions)
    check_openings(TREE.root, OWNER, roll, positions, opening)
    assert opened_secrets(opening, positions) == tuple(TREE.secrets(roll)[at] for at in positions)


@given(rolls, positions_sets, st.integers(0, OPENING_BYTES - 1), st.integers(1, 255))
def test_an_opening_has_one_spelling(roll: int, positions: list[int], at: int, flip: int) -> None:
    """Whichever byte is changed: no other string of bytes opens the same dice."""
    opening = bytearray(TREE.open(roll, positions))
    opening[at] ^= flip
    with refused(Code.BAD_OPENING):
        check_openings(TREE.root, OWNER, roll, positions, bytes(opening))


@given(rolls, rolls, positions_sets, positions_sets)
def test_an_opening_fits_no_other_roll_and_no_other_dice(
    roll: int, other_roll: int, positions: list[int], other_positions: list[int]
) -> None:
    opening = TREE.open(roll, positions)
    if (other_roll, other_positions) != (roll, positions):
        with refused(Code.BAD_OPENING):
            check_openings(TREE.root, OWNER, other_roll, other_positions, opening)


@pytest.mark.parametrize("opening", [b"", bytes(OPENING_BYTES - 1), bytes(OPENING_BYTES + 32)])
def test_an_opening_of_another_length_is_refused(opening: bytes) -> None:
    with refused(Code.BAD_OPENING):
        check_openings(TREE.root, OWNER, 0, [0], opening)


@pytest.mark.parametrize("positions", [[], [1, 0], [0, 0], [-1], [DICE_PER_ROLL_MAX]])
def test_impossible_dice_are_refused(positions: list[int]) -> None:
    with refused(Code.BAD_OPENING):
        check_openings(TREE.root, OWNER, 0, positions, TREE.open(0, [0]))


def test_a_tree_is_of_no_use_to_another_seat_or_lobby() -> None:
    opening = TREE.open(5, [1])
    for lobby, identity in ((b"l" * 32, b"j" * 32), (b"k" * 32, b"i" * 32)):
        with refused(Code.BAD_OPENING):
            check_openings(TREE.root, owner_context(lobby, identity), 5, [1], opening)


def test_an_opening_shows_no_secret_of_a_die_that_stays_closed() -> None:
    """Every set of positions of one roll: the closed dice's secrets are nowhere in the bytes."""
    secrets = TREE.secrets(9)
    for size in range(1, DICE_PER_ROLL_MAX + 1):
        for positions in combinations(POSITIONS, size):
            opening = TREE.open(9, positions)
            assert all((secrets[at] in opening) == (at in positions) for at in POSITIONS)


def test_a_tree_shows_nothing_of_its_secrets() -> None:
    assert repr(b"s" * 32) not in repr(TREE)
    assert repr(TREE.secrets(0)[0]) not in repr(TREE)


def test_all_secrets_of_a_game_differ() -> None:
    secrets = [secret for roll in range(DICE_ROLLS_MAX) for secret in TREE.secrets(roll)]
    assert len(set(secrets)) == DICE_ROLLS_MAX * DICE_PER_ROLL_MAX


def test_everything_that_names_a_die_enters_it() -> None:
    """A million sides, so that two different dice practically never show the same."""
    sides = 1_000_003
    secret, other = TREE.secrets(0)[:2]
    shown = [
        die(TABLE, 0, 0, 0, secret, BEACON, sides),
        die(b"u" * 32, 0, 0, 0, secret, BEACON, sides),
        die(TABLE, 1, 0, 0, secret, BEACON, sides),
        die(TABLE, 0, 1, 0, secret, BEACON, sides),
        die(TABLE, 0, 0, 1, secret, BEACON, sides),
        die(TABLE, 0, 0, 0, other, BEACON, sides),
        die(TABLE, 0, 0, 0, secret, b"q" * 32, sides),
    ]
    assert len(set(shown)) == len(shown)


def test_dice_are_even() -> None:
    """All dice of a game, six sides each, a beacon per roll: chi-square with fixed seeds."""
    counts = [0] * 6
    for roll in range(DICE_ROLLS_MAX):
        beacon_bytes = tagged(Tag.BEACON, u32(roll))
        for position, secret in enumerate(TREE.secrets(roll)):
            counts[die(TABLE, 0, roll, position, secret, beacon_bytes, 6)] += 1
    assert chi_square(counts) < chi_square_limit(5), counts
