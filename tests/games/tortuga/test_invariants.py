"""What holds in every position of every game (docs/rules/tortuga.md, 1.10), whoever plays and however badly."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.tortuga.duel import TEMPERS
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import ACTIONS, BOARD, CAPACITY, CHESTS, GOAL, GOAL_LONG, RAID
from tortuga_p2p.games.tortuga.rules.state import Phase, State
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.plain import check_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ASKS_MAX = 3_000  # no game comes near it: a thousand asks are a long one
DICING = (Phase.ROLL, Phase.SELECT, Phase.SKULLS, Phase.REROLL, Phase.PLACE)
ACTING = range(Phase.OFFER, Phase.ATTACK + 1)


def states(seats: int, long: bool, seed: int, tempers: list[int]) -> Iterator[tuple[State, State]]:
    """Every step of a game: the state before and the state after."""
    table = LocalTable.new(GAME, seats, {"long": int(long)}, SeededDraw(seed, "table"))
    places = ThingPlaces(seats, GAME.piles)
    draw = SeededDraw(seed, "players")
    for _ in range(ASKS_MAX):
        before, ask = table.state, table.ask
        places.check_ask(ask)
        if isinstance(ask, Over):
            return
        asked = deciders(ask)
        moves = {seat: TEMPERS[tempers[seat]](draw, table.moves(seat), table.known[seat]) for seat in asked}
        places.take(ask, table.step(moves if asked else None))
        yield before, table.state
    raise AssertionError(f"not over after {ASKS_MAX} asks")


def dice_on(state: State, seat: int, action: int) -> int:
    return (state.placed[seat] >> 5 * action & 31).bit_count()


def placed(state: State, seat: int) -> int:
    return sum(dice_on(state, seat, action) for action in ACTIONS)


def check_chests(before: State, after: State) -> None:
    """40 chests, 10/10/10/5/5, and never two of a colour on the centre island (it is a set of colours)."""
    for colour, number in enumerate(CHESTS):
        held = sum(ship.port[colour] + (ship.island + ship.crew + ship.fleet).count(colour) for ship in after.ships)
        assert after.bag[colour] + (after.centre >> colour & 1) + held == number
    assert 0 <= after.centre < 32
    assert after.setup.seats > 2 or after.centre == 0


def check_tiles(before: State, after: State) -> None:
    """Supply, the hunter's hand and the players hold the 30 tiles, each once."""
    tiles = Counter(after.supply) + Counter(after.hand)
    for ship in after.ships:
        tiles += Counter(ship.tiles)
    assert tiles == Counter(range(20, 50))


def check_tokens(before: State, after: State) -> None:
    """Tokens lie on boxes 1 to 8, and move only while actions are resolved."""
    for old, new in zip(before.ships, after.ships, strict=True):
        assert 1 <= new.boat <= 8
        assert 1 <= new.pirate <= 8
        if (old.boat, old.pirate) != (new.boat, new.pirate):
            assert before.phase in (Phase.OFFER, Phase.ATTACK)
            assert abs(new.boat - old.boat) + abs(new.pirate - old.pirate) <= 2


def check_dice(before: State, after: State) -> None:
    """Everybody has placed five dice when the dice phase is over; BOARD and RAID never hold more than fits."""
    for seat, ship in enumerate(after.ships):
        if after.phase in DICING:
            assert dice_on(after, seat, BOARD) <= CAPACITY[ship.boat]
            assert dice_on(after, seat, RAID) <= CAPACITY[ship.pirate]
        if after.phase in ACTING:
            assert placed(after, seat) == 5
        if after.phase not in (*DICING, *ACTING):
            assert placed(after, seat) == 0


def check_areas(before: State, after: State) -> None:
    """After MOVE the island areas are empty. Areas hold what fits, except while the attacks that lower it go on."""
    if after.phase == Phase.ROLL and after.round > 1:
        assert not any(ship.island for ship in after.ships)
    for ship in after.ships:
        if not (after.phase == Phase.ATTACK and after.action == BOARD):
            assert len(ship.fleet) <= CAPACITY[ship.boat]
        if not (after.phase == Phase.ATTACK and after.action == RAID):
            assert len(ship.crew) <= CAPACITY[ship.pirate]


def check_bonuses(before: State, after: State) -> None:
    """0 to 2 on each action, so at most 10 a player; a bonus never goes away, and one a roll is all there is."""
    for old, new in zip(before.bonus, after.bonus, strict=True):
        values = [(old >> 2 * action & 3, new >> 2 * action & 3) for action in ACTIONS]
        assert all(0 <= was <= now <= 2 for was, now in values)
        assert sum(now for _, now in values) <= 10
        assert sum(now - was for was, now in values) <= (before.phase == Phase.SELECT)


def check_rounds(before: State, after: State) -> None:
    """The start player token goes one seat on with every round; only a full Tortuga ends the game."""
    turned = (after.round - before.round, (after.start - before.start) % after.setup.seats)
    assert turned in ((0, 0), (1, 1))
    full = any(sum(ship.port) >= after.setup.goal for ship in after.ships)
    assert full == (after.phase in (Phase.OPEN_TILES, Phase.OVER))


CHECKS: list[Callable[[State, State], None]] = [
    check_chests,
    check_tiles,
    check_tokens,
    check_dice,
    check_areas,
    check_bonuses,
    check_rounds,
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=30)
@given(data=st.data(), long=st.booleans(), seed=st.integers(0, 2**32))
def test_invariants(seats: int, data: st.DataObject, long: bool, seed: int) -> None:
    tempers = data.draw(st.lists(st.integers(0, len(TEMPERS) - 1), min_size=seats, max_size=seats))
    last: State | None = None
    for before, after in states(seats, long, seed, tempers):
        for check in CHECKS:
            check(before, after)
        last = after
    assert last is not None
    assert last.setup.goal == (GOAL_LONG if long else GOAL)
    check_plain(last)


@settings(max_examples=10)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_every_state_is_plain_and_can_be_packed_and_unpacked(seats: int, seed: int) -> None:
    for _, state in states(seats, False, seed, [0] * seats):
        check_plain(GAME.pack(state))
        assert GAME.unpack(GAME.pack(state)) == state


@settings(max_examples=10)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_what_a_seat_has_seen_is_never_unseen(seats: int, seed: int) -> None:
    table = LocalTable.new(GAME, seats, {}, SeededDraw(seed, "table"))
    draw = SeededDraw(seed, "players")
    while not isinstance(table.ask, Over):
        asked = deciders(table.ask)
        moves = {seat: TEMPERS[0](draw, table.moves(seat), table.known[seat]) for seat in asked}
        table.step(moves if asked else None)
        for seat in range(seats):
            shown = GAME.shown(table.state, seat)
            known = {handle: table.known[seat][handle] for handle in shown}
            groups = GAME.unseen(table.state, seat, known)
            unseen = [handle for handles, _, _ in groups for handle in handles]
            assert not set(unseen) & set(shown)
            assert len(set(unseen)) == len(unseen)
            assert all(apart or len(handles) == len(faces) for handles, faces, apart in groups)
