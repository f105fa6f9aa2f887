"""Rulings on the setup, the order of play and the end (docs/rules/tortuga1667.md, 2.12), each by its id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.games.tortuga1667.stage import CANNON, FRENCH_TWO, TORCH, WATER, Stage, vote
from tests.games.tortuga1667.stories import EVEN, stars, used_up
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import DUTCHMAN, LOYALTY_FIRST, ROGER, Phase, slots
from tortuga_p2p.rules.answer import UNOPENED, Opened
from tortuga_p2p.rules.ask import Chance, Mix, Open, Over, Turn, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Callable


def test_b_1_b_38_three_of_all_eight_starred_events_and_everybody_knows_which() -> None:
    found = set()
    for seed in range(20):
        table = LocalTable.new(GAME, 4, {}, SeededDraw(seed, "stars"))
        while isinstance(table.ask, Chance):
            table.step()
        assert table.state.stars.bit_count() == 3
        assert table.view(None).state.stars == table.state.stars
        found |= {place for place in range(len(c.STARRED)) if table.state.stars >> place & 1}
    assert found == set(range(8))


def test_b_38_what_is_missing_from_a_shorter_game_nobody_knows() -> None:
    table = LocalTable.new(GAME, 4, {"fewer": 3}, SeededDraw(1, "fewer"))
    while not deciders(table.ask):
        table.step()
    assert len(table.state.removed) == 3
    assert not any(table.state.seen[card] for card in table.state.removed)


def test_b_11_nine_in_one_brawl_with_el_dorado_still_draw() -> None:
    """28 cards in hands, one on top; ten are given, three are left for nine: the played ones are mixed first."""
    stage = Stage(9, tortuga=range(9), kept={0: [c.DORADO]}).do(Do.BRAWL)
    assert len(stage.state.vote_deck) == 4
    moves = {seat: stage.table.moves(seat)[-1] for seat in range(9)}
    assert len(moves[0].gives) == 2
    stage.table.step(moves)
    stage.run()
    assert [len(hand) for hand in stage.state.hands] == [3] * 9
    assert len(stage.state.vote_deck) == 5


def test_b_15_two_birds_of_one_player_maroon_that_player_alone_too() -> None:
    stage = Stage(5, (), (1, 2), (0, 3, 4), kept={0: [c.LETTER, c.ALBATROSS, c.ALBATROSS]})
    stage.do(Do.LETTER, 0, DUTCHMAN)
    assert stage.state.lines == ((), (1, 2), (3, 4, 0))


def test_b_22_atlantis_is_asked_before_a_turn_that_scurvy_takes() -> None:
    stage = Stage(4, (0, 1), (2, 3), kept={3: [c.ATLANTIS]}).changed(scurvy=0b0010)
    stage.do(Do.LOOK, 0, 1)
    assert (stage.phase, stage.state.active, stage.table.ask) == (Phase.ATLANTIS, 1, Turn(3))
    stage.do(Do.DECLINE)
    assert (stage.phase, stage.state.active, stage.table.ask) == (Phase.ATLANTIS, 2, Turn(3))
    assert stage.state.scurvy == 0


def test_b_23_discards_become_a_new_deck() -> None:
    stage = used_up(c.SPOT, c.PISTOL, kept={0: [c.ALBATROSS], 3: [c.LETTER]})
    stage.table.step({0: next(move for move in stage.table.moves(0) if move.data == (Do.REVEAL, 0))})
    stage.table.step()
    ask = stage.table.ask
    assert isinstance(ask, Mix)
    assert (stage.phase, ask.shown, ask.hidden) == (Phase.AGAIN, (c.PISTOL, c.SPOT), ())
    stage.run()
    assert (slots(stage.state), stage.state.discards, stage.state.active) == ((0, 1), (), 1)


def test_b_27_a_captain_alone_may_do_all_but_maroon_and_mutiny() -> None:
    stage = Stage(4, (0,), (1, 2), (3,))
    assert stage.kinds() == {Do.LOOK, Do.REVEAL, Do.FORCE, Do.ROW, Do.ATTACK, Do.PLUNDER}


def test_b_28_the_cabin_boy_is_marooned_first() -> None:
    stage = Stage(6, (0, 1, 2), (3, 4), (5,), row=[c.ALBATROSS], kept={2: [c.ALBATROSS]}).do(Do.REVEAL, 0)
    assert stage.state.lines == ((), (3, 4), (5, 2, 1, 0))


def test_b_30_the_governor_decides_nothing_in_a_brawl() -> None:
    stage = Stage(4, (1, 2), (3,), (0,), hands={0: [TORCH]}, deck=[FRENCH_TWO]).do(Do.BRAWL).vote(TORCH)
    assert (stage.phase, stage.state.active, stage.state.chests[5:]) == (Phase.ACTION, 1, (0, 2))


def test_b_31_sudden_death_goes_on_where_the_game_stood() -> None:
    stage = Stage(2, (0,), (1,), chests=EVEN, row=[c.ARMADA, c.SPOT], last=True, kept={1: [c.LETTER]})
    hands = stage.state.hands
    stage.changed(scurvy=0b10).do(Do.REVEAL, 0)
    state = stage.state
    assert (state.sudden, state.active, state.second, state.scurvy) == (1, 0, 1, 0b10)
    assert (state.kept, state.hands, state.lines[:2]) == (((), (c.LETTER,)), hands, ((0,), (1,)))


def test_b_32_all_chests_of_an_effect_move_before_they_are_counted() -> None:
    storm: dict[str, Any] = {"row": [c.STORMY], "starred": stars(c.STORMY), "sudden": True}
    same = Stage(4, (0, 1), (2, 3), chests=(0, 2, 2, 1, 1, 1, 1), **storm).do(Do.REVEAL, 0)
    assert (same.phase, same.state.chests) == (Phase.ACTION, (4, 0, 0, 1, 1, 1, 1))
    other = Stage(4, (0, 1), (2, 3), chests=(0, 2, 1, 1, 2, 1, 1), **storm).do(Do.REVEAL, 0)
    ask = other.table.ask
    assert isinstance(ask, Over)
    assert ask.result.winners == (2, 3)


def test_b_46_scurvy_is_a_mark() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.SCURVY], starred=stars(c.SCURVY)).changed(scurvy=0b0001).do(Do.REVEAL, 0)
    assert (stage.state.scurvy, stage.state.active) == (0b0001, 2)  # seat 1 has lost a turn already
    stage.do(Do.LOOK, 0, 1).do(Do.LOOK, 0, 1)
    assert (stage.state.scurvy, stage.state.active) == (0, 1)


def test_b_50_scurvy_takes_only_the_turn() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.SPOT], kept={2: [c.FOUNTAIN]}).changed(scurvy=0b0100)
    stage.do(Do.FORCE, 2, 0, 1).do(Do.TURN, 0)
    assert (stage.phase, stage.table.ask) == (Phase.FOUNTAIN, Turn(2))
    stage.do(Do.USE)
    assert (stage.state.lines[ROGER], stage.state.scurvy) == ((2, 3), 0b0100)


def test_b_53_the_loyalty_held_at_the_end_counts_and_all_are_shown() -> None:
    stage = Stage(5, (0, 1), (2, 3), (4,), chests=(0, 2, 1, 0, 3, 0, 2), row=[c.FEVER], starred=stars(c.FEVER))
    stage.do(Do.REVEAL, 0).draw.told = [0]
    stage.do(Do.SWAP, 4)
    held = {seat: stage.table.faces[LOYALTY_FIRST + seat] for seat in range(5)}
    assert (held[0], held[4]) == (c.DUTCH, c.BRITISH)
    state = stage.state._replace(armada=2, winner=c.FRENCH, phase=int(Phase.SHOW))
    ask = GAME.asks(state)
    assert isinstance(ask, Open)
    assert ask.handles == tuple(LOYALTY_FIRST + seat for seat in range(5))
    over = GAME.asks(GAME.apply(state, Opened(tuple(held.values()))))
    assert isinstance(over, Over)
    assert over.result.winners == tuple(seat for seat, nation in held.items() if nation == c.FRENCH)
    assert UNOPENED not in over.result.sides


def test_b_41_a_code_holder_with_el_dorado_gives_nothing() -> None:
    kept = {0: [c.CODE, c.DORADO]}
    stage = Stage(4, (0, 1), (2, 3), kept=kept, starred=stars(c.CODE), hands={0: [CANNON, WATER], 1: [TORCH]})
    assert deciders(stage.do(Do.ATTACK).table.ask) == (1,)
    stage.vote(TORCH)
    assert stage.state.kept[0] == (c.DORADO, c.CODE)
    assert stage.hand(0) == sorted((CANNON, WATER))


def test_2_5_a_mutiny_counts_skulls_of_the_deck_too() -> None:
    skull, wheel = vote("water", "french", "skull"), vote("torch", "british", "wheel")
    stage = Stage(4, (0, 1), (2, 3), active=1, hands={1: [skull]}, deck=[wheel]).do(Do.MUTINY).vote(skull)
    assert stage.state.lines[DUTCHMAN] == (0, 1)


def test_b_4_the_slot_is_filled_after_the_effect() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.PISTOL])
    first, top = stage.state.row[0], stage.state.event_deck[0]
    stage.do(Do.REVEAL, 0)
    assert (stage.phase, stage.state.row[0], stage.state.event_deck[0]) == (Phase.CARD, -1, top)
    stage.do(Do.SHOOT, 2)
    assert (stage.state.row[0], first == top) == (top, False)


def test_b_9_a_letter_moves_its_owner_too() -> None:
    stage = Stage(4, (1,), (2, 3), (0,), row=[c.LETTER]).do(Do.REVEAL, 0).do(Do.LETTER, 0, DUTCHMAN)
    assert stage.state.lines == ((1, 0), (2, 3), ())


def test_b_29_the_first_mate_is_captain_at_once() -> None:
    stage = Stage(4, (0, 1, 3), (2,), row=[c.SPOT]).do(Do.REVEAL, 0)
    assert (stage.state.active, stage.state.lines[DUTCHMAN]) == (1, (1, 3))
    assert {Do.ATTACK, Do.MAROON} <= stage.kinds()


# --- what a player's own program does ----------------------------------------------------------------------------

TIMED: dict[str, Any] = {"clock": 30}


@pytest.mark.parametrize(
    ("make", "act"),
    [
        (lambda: Stage(4, (0, 1), (2, 3), **TIMED), (Do.LOOK, 0, 1)),
        (lambda: Stage(4, (0, 1), (2, 3), mad=1, **TIMED), (Do.REVEAL, 0)),
        (lambda: Stage(4, (0, 1), (2, 3), row=[c.SPOT, c.ARMADA], last=True, **TIMED), (Do.LOOK, 0, 1)),
        (lambda: Stage(4, (0, 1), (2, 3), row=[c.ARMADA], last=True, **TIMED), (Do.REVEAL, 0)),
        (
            lambda: Stage(4, (0, 1), (2, 3), row=[c.SPOT, c.PISTOL, c.ARMADA], last=True, **TIMED).do(Do.REVEAL, 0),
            (Do.LOOK, 1, 2),  # slot 0 is empty
        ),
        (lambda: Stage(4, (0, 1), (2, 3), **TIMED).do(Do.FORCE, 2, 1, 3), (Do.LATE,)),
        (lambda: Stage(4, (0, 1), (2, 3), **TIMED).do(Do.FORCE, 2, 1, 3).do(Do.LATE), None),
        (lambda: Stage(4, (0, 1), (2, 3), **TIMED).do(Do.ATTACK), None),
        (lambda: Stage(4, (0, 1), (2, 3), row=[c.PISTOL], **TIMED).do(Do.REVEAL, 0), None),
        (lambda: Stage(4, (0, 1), (2, 3), kept={1: [c.FOUNTAIN]}, **TIMED).do(Do.MAROON, 1), None),
        (lambda: Stage(4, (0, 1), (2, 3)), None),
        (lambda: Stage(4, (0, 1), (2, 3)).do(Do.FORCE, 2, 1, 3), None),
    ],
)
def test_b_44_what_is_done_when_time_is_up(make: Callable[[], Stage], act: tuple[int, ...] | None) -> None:
    """Only an action and a forced choice have a clock; whatever it does is legal and takes the lowest slots."""
    stage = make()
    seat = deciders(stage.table.ask)[0]
    clock = GAME.clock(stage.state, seat)
    assert (clock and (clock.seconds, clock.move.data)) == (act and (30, act))
    assert clock is None or clock.move in stage.table.moves(seat)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: Stage(4, (0, 1), (2, 3), kept={3: [c.ATLANTIS]}).do(Do.LOOK, 0, 1), "atlantis"),
        (lambda: Stage(4, (0, 1), (2, 3), kept={1: [c.FOUNTAIN]}).do(Do.MAROON, 1), "fountain"),
        (lambda: Stage(4, (0, 1), (2, 3)), None),
    ],
)
def test_b_43_atlantis_and_the_fountain_have_standing_answers(make: Callable[[], Stage], name: str | None) -> None:
    stage = make()
    seat = deciders(stage.table.ask)[0]
    standing = GAME.standing(stage.state, seat)
    assert (standing and standing.name) == name
    if standing is not None:
        assert [standing.yes.data, standing.no.data] == [(Do.USE,), (Do.DECLINE,)]
        assert set(stage.table.moves(seat)) == {standing.yes, standing.no}
