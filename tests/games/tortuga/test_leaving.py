"""A-23, sentence by sentence: a ship whose player is gone for good is adrift."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games import load
from tortuga_p2p.games.tortuga.rules.components import ACTIONS, ALL_DICE, TILE_HANDLES, assigned
from tortuga_p2p.games.tortuga.rules.state import Phase
from tortuga_p2p.rules.ask import Over, Turn, deciders
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.damage import pick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.games.tortuga.rules.state import Ship, State
    from tortuga_p2p.rules.record import Record

TORTUGA = load("tortuga")


class Game:
    """A random game that somebody may leave."""

    def __init__(self, seats: int, seed: int) -> None:
        self.table: LocalTable[State] = LocalTable.new(TORTUGA, seats, {}, SeededDraw(seed, "table"))
        self.places, self.draw = ThingPlaces(seats, TORTUGA.piles), SeededDraw(seed, "choices")
        self.records: list[Record] = []

    @property
    def state(self) -> State:
        return self.table.state

    def go_on(self) -> None:
        ask = self.table.ask
        choices = {seat: pick(self.table.moves(seat), self.draw) for seat in deciders(ask)}
        self.places.take(ask, self.table.step(choices, self.records.append))

    def leave(self, seat: int) -> None:
        self.records.clear()
        self.table.leave(seat, self.places, self.records.append)

    def to_the_end(self) -> Iterator[State]:
        while not isinstance(self.table.ask, Over):
            self.go_on()
            yield self.state


@cache
def seeds(phase: Phase, seats: int) -> tuple[tuple[int, int], ...]:
    """Where random games are in that phase: seeds, and after how many steps."""
    found = []
    for seed in range(60):
        game = Game(seats, seed)
        for number, state in enumerate(game.to_the_end()):
            if state.phase == phase:
                found.append((seed, number + 1))
                break
        if len(found) == 4:
            break
    return tuple(found)


def games_in(phase: Phase, seats: int = 4) -> Iterator[Game]:
    """Some games that wait for this."""
    assert seeds(phase, seats), f"no random game comes to {phase.name}"
    for seed, steps in seeds(phase, seats):
        game = Game(seats, seed)
        for _ in range(steps):
            game.go_on()
        yield game


IN_PLAY = [phase for phase in Phase if phase not in (Phase.SHUFFLE, Phase.OVER)]


@pytest.mark.parametrize("phase", IN_PLAY, ids=lambda phase: phase.name)
def test_nothing_on_anybodys_board_moves_because_somebody_leaves(phase: Phase) -> None:
    for seat in range(4):
        for game in games_in(phase):
            before = game.state
            after = TORTUGA.leave(before, seat)
            noted: list[Any] = []
            TORTUGA.leave(before, seat, noted.append)
            if len(noted) == 1:  # nothing but that somebody has left
                assert [ship._replace(tiles=()) for ship in after.ships] == [
                    ship._replace(tiles=()) for ship in before.ships
                ]
                assert (after.bag, after.centre, after.bonus) == (before.bag, before.centre, before.bonus)
            assert after.ships[seat].tiles == ()
            assert after.adrift == 1 << seat


@pytest.mark.parametrize("phase", IN_PLAY, ids=lambda phase: phase.name)
def test_its_tiles_go_back_face_down_and_nobody_knows_any_in_the_pile(phase: Phase) -> None:
    for seat in range(4):
        for game in games_in(phase):
            game.leave(seat)
            state = game.state
            held = [handle for ship in state.ships for handle in ship.tiles]
            assert sorted([*state.supply, *state.hand, *held]) == list(TILE_HANDLES)
            if not isinstance(game.table.ask, Over):
                for other, known in enumerate(game.table.known):
                    assert not set(known) & set(state.supply), "what anybody had seen of the pile is void"
                    assert set(state.ships[other].tiles) <= set(known)


def test_a_hunter_who_leaves_takes_neither_of_the_two_tiles() -> None:
    for game in games_in(Phase.HUNT_KEEP):
        hunter, hand = game.state.ranks[0], game.state.hand
        game.leave(hunter)
        assert set(hand) <= set(game.state.supply)
        assert "forfeited" in [record.kind for record in game.records]


def test_dice_on_actions_stay_and_all_others_are_gone() -> None:
    for phase in (Phase.ROLL, Phase.SELECT, Phase.SKULLS, Phase.REROLL):
        for game in games_in(phase):
            for seat in range(4):
                before, after = game.state.placed[seat], TORTUGA.leave(game.state, seat).placed[seat]
                if after >> 25 != ALL_DICE:  # the same round
                    assert [after >> 5 * x & ALL_DICE for x in ACTIONS] == [before >> 5 * x & ALL_DICE for x in ACTIONS]
                assert assigned(after) == ALL_DICE


def test_it_ranks_and_defends_in_this_round_but_forfeits_and_nobody_moves_up() -> None:
    met = 0
    for game in games_in(Phase.OFFER):
        if len(game.state.ranks) < 2:
            continue
        (first, second), action = game.state.ranks, game.state.action
        game.leave(second)
        assert game.state.ranks == (first, second), "it keeps its position"
        game.go_on()
        while game.state.action == action and game.state.phase in (Phase.HUNT_CHEST, Phase.HUNT_DEAL, Phase.HUNT_KEEP):
            game.go_on()
        told = [(record.kind, record.seat) for record in game.records]
        assert ("forfeited", second) in told or game.state.phase == Phase.HUNT_MIX
        met += 1
    assert met


def test_whose_turn_it_was_forfeits_it() -> None:
    for phase in (Phase.OFFER, Phase.ATTACK, Phase.HUNT_CHEST, Phase.HUNT_DEAL):
        for game in games_in(phase):
            mover, action = game.state.ranks[0], game.state.action
            game.leave(mover)
            told = [(record.kind, record.seat, record.args.get("action")) for record in game.records]
            assert told[1] == ("forfeited", mover, action)


def grown(before: Ship, after: Ship) -> bool:
    """Whether a board has more of anything than it had."""
    areas = [len(getattr(after, area)) > len(getattr(before, area)) for area in ("island", "crew", "fleet", "tiles")]
    return any(areas) or after.port != before.port or after.boat > before.boat or after.pirate > before.pirate


@pytest.mark.parametrize("seed", range(12))
def test_from_then_on_it_gains_and_moves_nothing_but_can_be_plundered(seed: int) -> None:
    game = Game(3, seed)
    for _ in range(20 + seed):
        game.go_on()
    seat = seed % 3
    game.leave(seat)
    last = game.state.ships[seat]
    for state in game.to_the_end():
        assert not grown(last, state.ships[seat])
        last = state.ships[seat]
        assert state.start != seat
    assert isinstance(game.table.ask, Over)
    result = game.table.ask.result
    assert result.scores[seat] == 0
    assert seat not in result.winners
    assert result.winners


def test_it_can_be_plundered() -> None:
    lost = 0
    for seed in range(20):
        game = Game(3, seed)
        for _ in range(30):
            game.go_on()
        game.leave(2)
        before = game.state.ships[2]
        *_, after = game.to_the_end()
        lost += len(after.ships[2].crew) + len(after.ships[2].fleet) < len(before.crew) + len(before.fleet)
    assert lost


def test_its_chests_in_tortuga_do_not_end_the_game() -> None:
    text = (
        "tortuga/1 phase=move_draw round=7 start=0 goal=6 bag=8.8.8.5.5 centre=- supply=20-49 "
        "3.3:-:-:-:-:-:-/-/-/-/-:00000 3.3:-:-:-:RRBBYY:-:-/-/-/-/-:00000 3.3:-:-:-:-:-:-/-/-/-/-:00000 adrift=1"
    )
    table = LocalTable(TORTUGA, TORTUGA.read_position(text), 3, SeededDraw(1))
    table.step()
    assert (table.state.round, table.state.start) == (8, 2), "the next round begins; the start player is not adrift"


def test_if_it_was_start_player_the_next_in_turn_is() -> None:
    for game in games_in(Phase.ROLL):
        start = game.state.start
        game.leave(start)
        assert game.state.start == (start + 1) % 4


def test_of_two_players_one_leaves_and_nobody_wins() -> None:
    for game in games_in(Phase.SELECT, seats=2):
        game.leave(0)
        assert isinstance(game.table.ask, Over)
        assert game.table.ask.result.winners == ()


def test_all_but_one_leave_a_table_of_four() -> None:
    game = next(games_in(Phase.ATTACK))
    for seat in (3, 0):
        game.leave(seat)
        assert not isinstance(game.table.ask, Over)
    game.leave(2)
    assert isinstance(game.table.ask, Over)
    assert game.table.ask.result.winners == ()


def test_the_rules_of_the_number_that_began_stay_in_force() -> None:
    """Of three one leaves: two positions still act, and the centre island is still there."""
    for seed in range(30):
        game = Game(3, seed)
        for _ in range(12):
            game.go_on()
        game.leave(0)
        for state in game.to_the_end():
            if isinstance(game.table.ask, Turn) and len(state.ranks) == 2:
                return
    pytest.fail("nobody was second")
