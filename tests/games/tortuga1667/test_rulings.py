"""Rulings that no worked example shows (docs/rules/tortuga1667.md, 2.12), and somebody who leaves (B-55)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tortuga1667.stage import CANNON, TORCH, WATER, Stage, vote
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules import fever
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import (
    DUTCHMAN,
    GALLEON,
    NOBODY,
    NOWHERE,
    TORTUGA,
    Phase,
    State,
    slots,
)
from tortuga_p2p.rules.answer import UNOPENED, Drawn, Opened
from tortuga_p2p.rules.ask import Chance, Look, Mix, MixHands, Open, Over, Together, Turn, deciders
from tortuga_p2p.rules.local_table import LocalTable

SKULLS = [vote("water", "british", "skull"), vote("water", "french", "skull"), vote("cannon", "british", "skull")]


def stars(*cards: int) -> int:
    others = [card for card in c.STARRED if card not in cards]
    return sum(1 << c.STARRED.index(card) for card in (*cards, *others[: 3 - len(cards)]))


# --- votes -------------------------------------------------------------------------------------------------------


def test_b_51_hands_are_mixed_by_their_owners_in_one_step_and_all_cards_by_everybody() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4), hands={2: [CANNON]})
    state = GAME.apply(stage.state, stage.table.moved(next(m for m in stage.table.moves(0) if m.data == (Do.ATTACK,))))
    ask = GAME.asks(state)
    assert isinstance(ask, MixHands)
    assert [hand.seat for hand in ask.hands] == [0, 1]  # a single card has no order
    stage.do(Do.ATTACK)
    assert isinstance(stage.table.ask, Together)
    given = [stage.table.faces[stage.state.hands[seat][0]] for seat in range(3)]
    stage.vote(*given)
    assert len(stage.turned_over()) == 4


def test_the_owner_alone_knows_a_mixed_hand_and_nobody_a_mixed_pile() -> None:
    stage = Stage(4, (0, 1), (2, 3)).do(Do.ATTACK)
    assert all(stage.state.seen[card] == 1 << seat for seat in (0, 1) for card in stage.state.hands[seat])


def test_b_10_draws_go_clockwise_from_the_caller() -> None:
    stage = Stage(4, (2, 3, 0), (1,), active=2, hands={0: [WATER], 2: [CANNON], 3: [TORCH]}, deck=[WATER, WATER])
    top = stage.state.vote_deck[1:4]
    stage.do(Do.ATTACK).vote(WATER, CANNON, TORCH)
    assert [stage.state.hands[seat] for seat in (2, 3, 0)] == [(card,) for card in top]


def test_b_42_an_empty_hand_does_not_grow() -> None:
    stage = Stage(4, (0, 1), (2, 3), hands={0: [CANNON], 1: []}).do(Do.ATTACK).vote(CANNON)
    assert len(stage.state.hands[1]) == 0


def test_b_18_a_captain_with_the_pirate_code_and_a_mutiny() -> None:
    stage = Stage(4, (0, 1), (2, 3), active=1, kept={0: [c.CODE]}, starred=stars(c.CODE)).do(Do.MUTINY)
    assert stage.state.vote[3] == 0
    both = Stage(4, (0, 1), (2, 3), kept={1: [c.CODE]}, starred=stars(c.CODE), hands={0: [WATER]}).do(Do.ATTACK)
    assert both.table.ask == Together((0,))
    both.vote(WATER)
    assert both.state.code == 1


def test_b_41_the_code_counts_also_without_cards_and_is_discarded_after_the_second_vote() -> None:
    stage = Stage(4, (0, 1), (2, 3), kept={1: [c.CODE]}, starred=stars(c.CODE), hands={0: [WATER], 1: []})
    stage.table.state = stage.state._replace(code=1)
    stage.do(Do.ATTACK).vote(WATER)
    assert (stage.state.code, stage.state.kept[1]) == (0, ())
    assert c.CODE in stage.state.discards


def test_b_25_el_dorado_with_one_card() -> None:
    stage = Stage(4, (0, 1), (2, 3), kept={0: [c.DORADO]}, hands={0: [CANNON], 1: [TORCH]}).do(Do.ATTACK)
    assert len(stage.table.moves(0)) == 1


def test_b_7_a_won_attack_is_not_refused() -> None:
    stage = Stage(4, (0, 1), (2, 3), hands={0: [CANNON], 1: [TORCH]}, deck=[CANNON]).do(Do.ATTACK).vote(CANNON, TORCH)
    assert {data[0] for data in stage.legal()} == {Do.TAKE}


# --- places ------------------------------------------------------------------------------------------------------


def test_b_14_atlantis_with_a_bird_is_checked_at_once() -> None:
    kept = {0: [c.ATLANTIS, c.ALBATROSS], 2: [c.ALBATROSS]}
    stage = Stage(4, (0, 1), (2, 3), active=3, kept=kept).do(Do.REVEAL, 0)
    while stage.phase != Phase.ATLANTIS:
        stage.do(*stage.legal()[0])
    stage.do(Do.USE)
    assert stage.state.lines == ((1,), (), (0, 3, 2))


def test_b_16_b_17_facade_swaps_with_the_player_before() -> None:
    stage = Stage(4, (0, 1), (2,), (3,), row=[c.FACADE], starred=stars(c.FACADE)).do(Do.REVEAL, 0)
    assert stage.state.lines == ((3, 1), (2,), (0,))
    assert len(stage.state.hands[0]) == 3


def test_b_19_scurvy_in_a_rowboat() -> None:
    stage = Stage(4, (1,), (2,), (3,), (0, NOWHERE), row=[c.SCURVY], starred=stars(c.SCURVY)).do(Do.REVEAL, 0)
    assert stage.state.scurvy == 1


def test_b_20_scurvy_never_takes_the_present_turn() -> None:
    stage = Stage(2, (0,), (1,), row=[c.SCURVY], starred=stars(c.SCURVY)).do(Do.REVEAL, 0)
    assert (stage.state.active, stage.state.second, stage.state.scurvy) == (0, 1, 1)


def test_b_35_black_powder_a_second_and_a_third_time() -> None:
    stage = Stage(4, (0,), (2,), (3, 1), row=[c.POWDER], starred=stars(c.POWDER))
    stage.table.state = stage.state._replace(powder=1)
    assert stage.do(Do.REVEAL, 0).state.powder == 3
    stage = Stage(4, (0,), (2,), (3, 1), row=[c.POWDER], starred=stars(c.POWDER))
    stage.table.state = stage.state._replace(powder=3)
    stage.do(Do.REVEAL, 0)
    assert stage.said("nothing")


def test_b_12_no_fountain_helps_against_birds() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.ALBATROSS], kept={1: [c.ALBATROSS, c.FOUNTAIN]}).do(Do.REVEAL, 0)
    assert stage.state.lines[TORTUGA] == (1, 0)


# --- cards -------------------------------------------------------------------------------------------------------


def test_b_39_who_looked_at_which_slots_is_public_and_the_faces_are_not() -> None:
    stage = Stage(4, (0, 1), (2, 3))
    state = GAME.apply(stage.state, stage.table.moved(stage.table.moves(0)[0]))
    assert isinstance(GAME.asks(state), Look)
    stage.do(Do.LOOK, 0, 1)
    assert [stage.state.seen[card] for card in stage.state.row] == [1, 1, 0, 0, 0]
    assert set(stage.state.row[:2]) <= set(stage.table.known[0])
    assert not set(stage.state.row[:2]) & set(stage.table.known[1])


def test_cabin_fever_nobody_knows_before_looking_and_equal_cards_are_alike() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.FEVER], starred=stars(c.FEVER), flags=(0, 0, 1, 1)).do(Do.REVEAL, 0)
    stage.do(Do.SWAP, 2)
    faces = sorted(stage.table.faces[stage.state.loyal[seat]] for seat in (0, 2))
    assert faces == [0, 1]
    assert all(stage.state.seen[stage.state.loyal[seat]] == 1 << seat for seat in range(4))
    assert GAME.piles["loyalties"].alike


def test_b_40_a_pair_comes_back_face_down() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.FEVER], starred=stars(c.FEVER), loyalties=1).do(Do.REVEAL, 0).do(Do.SWAP, 2)
    assert [flag == NOWHERE for flag in stage.state.flags] == [True, False, True, False]


@pytest.mark.parametrize("swapped", [0, 1])
def test_open_loyalties_change_places_where_chance_says_so(swapped: int) -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.FEVER], starred=stars(c.FEVER), loyalties=2, flags=(0, 0, 1, 1))
    state = fever.begin(stage.do(Do.REVEAL, 0).state, 2, None)
    assert GAME.asks(state) == Chance((2,))
    assert GAME.apply(state, Drawn((swapped,))).flags == ((1, 0, 0, 1) if swapped else (0, 0, 1, 1))


def test_b_45_the_new_hand_is_known_to_both() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.NEST], starred=stars(c.NEST)).do(Do.REVEAL, 0).do(Do.NEST, 1)
    picked = stage.state.vote_deck[:3]
    stage.do(Do.PICK, *picked)
    assert stage.state.hands[1] == picked
    assert all(stage.state.seen[card] == 0b11 for card in picked)
    assert all(stage.state.seen[card] == 0 for card in stage.state.vote_deck)


def test_b_47_the_lost_card_is_known_to_its_owner_alone() -> None:
    stage = Stage(4, (3,), (), (0, 1, 2), row=[c.SPOT]).do(Do.REVEAL, 0)
    (lost,) = stage.state.under[-1][0]
    assert stage.state.seen[lost] == 1


# --- the end -----------------------------------------------------------------------------------------------------


def test_b_34_nothing_left_to_do() -> None:
    stage = Stage(6, (4,), (5,), (3, 0), (1, 2), sudden=True, chests=(0, 2, 1, 1, 2, 1, 1), active=0)
    state = stage.state._replace(discards=())
    assert [move.data for move in GAME.legal_moves(state, 0, {})] == [(Do.PASS,)]


def test_b_33_one_discard_alone_lies_open_in_the_row() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.SPOT], sudden=True, chests=(0, 2, 1, 1, 2, 1, 1))
    stage.table.state = stage.state._replace(discards=())
    stage.do(Do.REVEAL, 0)
    assert slots(stage.state) == (0,)
    assert stage.state.row[0] == -2 - c.SPOT
    assert not stage.legal(Do.LOOK)


def test_b_33_the_row_is_laid_out_before_atlantis_is_asked() -> None:
    """As soon as no card is being resolved, so Atlantis is never among the cards that are mixed, if it is used then."""
    even = (0, 2, 1, 1, 2, 1, 1)
    stage = Stage(4, (0, 1), (2, 3), row=[c.SPOT], sudden=True, chests=even, kept={0: [c.ATLANTIS]}, active=3)
    stage.table.state = stage.state._replace(discards=(c.LETTER, c.PISTOL))
    stage.do(Do.REVEAL, 0)
    assert (stage.phase, slots(stage.state), stage.state.discards) == (Phase.ATLANTIS, (0, 1, 2), ())
    stage.do(Do.USE, seat=0)
    assert (slots(stage.state), stage.state.discards) == ((0, 1, 2), (c.ATLANTIS,))


def test_b_33_atlantis_alone_is_laid_out_before_the_action() -> None:
    even = (0, 2, 1, 1, 2, 1, 1)
    stage = Stage(4, (0, 1), (2, 3), sudden=True, chests=even, kept={0: [c.ATLANTIS]}, active=3)
    stage.table.state = stage.state._replace(discards=())
    stage.do(Do.ROW, 4)
    assert (stage.phase, slots(stage.state)) == (Phase.ATLANTIS, ())
    stage.do(Do.USE, seat=0)
    assert stage.state.row[0] == -2 - c.ATLANTIS


def test_b_24_sudden_death_ends_inside_a_turn() -> None:
    stage = Stage(2, (0,), (1,), sudden=True, chests=(0, 2, 1, 1, 2, 1, 1)).do(Do.PLUNDER, c.FRENCH)
    ask = stage.table.ask
    assert isinstance(ask, Over)
    assert ask.result.winners == (0,)


def test_a_loyalty_that_is_not_opened_does_not_win() -> None:
    stage = Stage(4, (0, 1), (2, 3), chests=(0, 2, 0, 1, 3, 0, 2), row=[c.ARMADA], last=True)
    state = stage.state
    for answer in (stage.table.moved(stage.table.moves(0)[0]), Opened((c.ARMADA,))):
        state = GAME.apply(state, answer)
    assert isinstance(GAME.asks(state), Open)
    ask = GAME.asks(GAME.apply(state, Opened((0, 0, UNOPENED, 1))))
    assert isinstance(ask, Over)
    assert ask.result.winners == (3,)
    assert ask.result.sides == (0, 0, NOBODY, 1)


# --- setup -------------------------------------------------------------------------------------------------------


class Least:
    def below(self, bound: int, /) -> int:
        return 0


def set_up(seats: int, **options: Any) -> LocalTable[State]:
    table = LocalTable.new(GAME, seats, options, Least())
    while not deciders(table.ask):
        table.step()
    return table


def test_b_36_five_events_are_mixed_at_once() -> None:
    state = set_up(3, fewer=11).state
    assert (state.armada, len(slots(state)), state.event_deck, len(state.removed)) == (1, 5, (), 11)


def test_b_49_two_and_three_players() -> None:
    state = set_up(2).state
    assert not state.stars & sum(1 << c.STARRED.index(card) for card in (c.FACADE, c.FEVER))
    named = set_up(2, starred=("facade",)).state
    assert named.stars >> c.STARRED.index(c.FACADE) & 1
    assert set_up(3, mad=1).state.stars == 255


def test_b_37_the_ready_made_start() -> None:
    table = set_up(4, ready=1)
    assert table.state.chests == (0, 3, 0, 0, 3, 1, 1)
    for place, slot in ((DUTCHMAN, 4), (TORTUGA, 0), (DUTCHMAN, 1), (TORTUGA, 1)):
        (seat,) = deciders(table.ask)
        moves = [move for move in table.moves(seat) if move.data == (Do.PLACE, place, slot)]
        table.step({seat: moves[0]})
        while not deciders(table.ask):
            table.step()
    assert table.state.lines == ((2, 0), (), (1, 3))
    assert table.ask == Turn(2)


def test_b_44_the_clock_gives_a_forced_player_one_more_move() -> None:
    stage = Stage(4, (0, 1), (2, 3), clock=30, row=[c.SPOT, c.PISTOL]).do(Do.FORCE, 2, 0, 1)
    assert (Do.LATE,) in stage.legal()
    stage.do(Do.LATE)
    assert stage.table.ask == Turn(0)
    stage.do(Do.TURN, 0)
    assert stage.state.lines[TORTUGA] == (2,)


# --- leaving (B-55) ----------------------------------------------------------------------------------------------


def test_pawn_cards_and_turn_go_and_the_team_plays_on() -> None:
    stage = Stage(5, (0, 1), (2, 3), (4,), kept={0: [c.ALBATROSS, c.LETTER]})
    state = GAME.leave(stage.state, 0)
    assert state.lines == ((1,), (2, 3), (4,))
    assert state.discards == (c.LETTER, c.ALBATROSS)
    assert GAME.asks(state) == Turn(1)
    assert state.turn == stage.state.turn
    assert not state.hands[0]


def test_the_caller_leaves_the_vote_is_void() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4)).do(Do.ATTACK)
    state = GAME.leave(stage.state, 0)
    assert state.vote == ()
    assert GAME.asks(state) == Turn(1)


def test_another_voter_leaves_while_sealing_and_the_seals_stand() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4)).do(Do.ATTACK)
    state = GAME.leave(stage.state, 2)
    assert GAME.asks(state) == Together((0, 1))
    for seat in (0, 1):
        assert GAME.legal_moves(state, seat, {}) == stage.table.moves(seat)


def test_another_voter_leaves_while_the_cards_lie_and_the_vote_is_held_again() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4)).do(Do.ATTACK)
    moves = {seat: stage.table.moves(seat)[0] for seat in (0, 1, 2)}
    stage.table.step(moves)
    assert isinstance(stage.table.ask, Mix)
    state = GAME.leave(stage.state, 2)
    assert (Phase(state.phase), state.vote[4], state.voters) == (Phase.DRAW, 1, (0, 1))


def test_the_revealer_leaves_the_card_is_discarded_without_effect() -> None:
    stage = Stage(5, (0, 1), (2, 3), (4,), row=[c.PISTOL]).do(Do.REVEAL, 0)
    state = GAME.leave(stage.state, 0)
    assert c.PISTOL in state.discards
    assert GAME.asks(state) == Turn(1)
    assert len(slots(state)) == 5


def test_the_forced_player_leaves_the_forcer_names_another() -> None:
    stage = Stage(5, (0, 1), (2, 3), (4,)).do(Do.FORCE, 2, 0, 3)
    state = GAME.leave(stage.state, 2)
    assert GAME.asks(state) == Turn(0)
    assert [move.data for move in GAME.legal_moves(state, 0, {})] == [(Do.FORCE, other, 0, 3) for other in (1, 3, 4)]


def test_a_captain_leaves_after_a_won_attack_nothing_is_taken() -> None:
    stage = Stage(5, (0, 1), (2, 3), (4,), hands={0: [CANNON], 1: [TORCH]}, deck=[vote("cannon", "british", "wheel")])
    stage.do(Do.ATTACK).vote(CANNON, TORCH)
    state = GAME.leave(stage.state, 0)
    assert state.chests[GALLEON] == 4
    assert Phase(state.phase) == Phase.DRAW


def test_what_anybody_saw_of_the_row_is_void_and_hands_stay() -> None:
    stage = Stage(5, (0, 1), (2, 3), (4,)).do(Do.LOOK, 0, 1)
    state = GAME.leave(stage.state, 4)
    assert all(not state.seen[card] for card in state.row)
    assert state.hands[:4] == stage.state.hands[:4]


def test_a_tie_with_no_dutch_player_left_is_nobody_s() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4), chests=(0, 2, 1, 1, 2, 1, 1), row=[c.ARMADA], last=True)
    stage.table.state = GAME.leave(stage.state, 4)
    stage.table.ask = GAME.asks(stage.state)
    stage.do(Do.REVEAL, 0)
    ask = stage.table.ask
    assert isinstance(ask, Over)
    assert ask.result.winners == ()


@pytest.mark.parametrize("seats", range(3, 10))
def test_down_to_two_and_then_over(seats: int) -> None:
    state = GAME.setup(seats, {})
    for seat in range(seats - 1, 1, -1):
        state = GAME.leave(state, seat)
        assert not isinstance(GAME.asks(state), Over)
    ask = GAME.asks(GAME.leave(state, 0))
    assert isinstance(ask, Over)
    assert ask.result.winners == ()
