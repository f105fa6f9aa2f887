"""The worked examples of the rules reference (2.13), each by its id."""

from __future__ import annotations

import pytest

from tests.games.tortuga1667.stage import BRITISH_ONE, CANNON, FRENCH_TWO, TORCH, WATER, Stage, vote
from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import (
    BOAT_DUTCHMAN,
    BOAT_ROGER,
    DUTCHMAN,
    GALLEON,
    NOWHERE,
    ROGER,
    TORTUGA,
    Phase,
    hold,
    riches,
    slots,
)
from tortuga_p2p.rules.ask import Over, Turn, deciders
from tortuga_p2p.rules.local_table import LocalTable

FD_BRITISH, FD_FRENCH = hold(DUTCHMAN, c.BRITISH), hold(DUTCHMAN, c.FRENCH)
JR_BRITISH, JR_FRENCH = hold(ROGER, c.BRITISH), hold(ROGER, c.FRENCH)
ISLE_BRITISH, ISLE_FRENCH = hold(TORTUGA, c.BRITISH), hold(TORTUGA, c.FRENCH)
BOTH = {"torch", "cannon"}
TORCHES = [TORCH, vote("torch", "british", "skull"), vote("torch", "british", "wheel")]
CANNONS = [CANNON, vote("cannon", "french", "wheel")]
SKULLS = [vote("water", "british", "skull"), vote("water", "french", "skull")]
WHEELS = [vote("water", "british", "wheel"), vote("water", "french", "wheel")]


class Least:
    """Chance that always says 0."""

    def below(self, bound: int, /) -> int:
        return 0


@pytest.mark.parametrize("seats", GAME.seats)
def test_bt_1_setup(seats: int) -> None:
    table = LocalTable.new(GAME, seats, {}, Least())
    while not deciders(table.ask):
        table.step()
    loyalties = [table.faces[table.state.loyal[seat]] for seat in range(seats)]
    assert tuple(loyalties.count(nation) for nation in c.NATIONS) == c.LOYALTIES[seats]
    dutchman, roger, island = table.state.lines
    assert (len(dutchman), len(roger), len(island)) == ((seats + 1) // 2, seats // 2, 0)
    assert [len(hand) for hand in table.state.hands] == [3] * seats


def test_bt_2_the_armada_counts_chests() -> None:
    stage = Stage(4, (0, 1), (2, 3), chests=(0, 2, 0, 1, 3, 0, 2), row=[c.ARMADA], last=True)
    stage.do(Do.REVEAL, 0)
    assert riches(stage.state) == (3, 5)
    ask = stage.table.ask
    assert isinstance(ask, Over)
    assert ask.result.winners == (2, 3)
    assert ask.result.sides == (0, 0, 1, 1)


def attack(*faces: int, top: int, crew: int = 2, galleon: int = 4) -> Stage:
    """Seat 0 attacks with a crew that gives these cards; `top` is the deck's."""
    hands = {seat: [face, WATER] if seat == 0 else [face] for seat, face in enumerate(faces)}
    others = tuple(range(crew, 6))
    chests = (galleon, 1, 0, 0, 5 - galleon, 1, 1)
    stage = Stage(6, tuple(range(crew)), others[:2], others[2:], hands=hands, deck=[top], chests=chests)
    return stage.do(Do.ATTACK).vote(*faces)


def test_bt_3_a_torch_that_is_put_out() -> None:
    stage = attack(CANNONS[0], CANNONS[1], TORCH, top=WATER, crew=3)
    assert stage.said("counted")[0].args["won"] == 0
    assert stage.state.chests[GALLEON] == 4


def test_bt_4_one_torch_more_than_water() -> None:
    stage = attack(CANNON, TORCHES[0], TORCHES[1], top=WATER, crew=3)
    assert stage.phase == Phase.TAKE
    stage.do(Do.TAKE, GALLEON, c.FRENCH)
    assert stage.state.chests == (3, 1, 1, 0, 1, 1, 1)


def test_bt_5_more_is_still_one_chest() -> None:
    stage = attack(CANNONS[0], CANNONS[1], TORCHES[0], top=TORCHES[1], crew=3)
    stage.do(Do.TAKE, GALLEON, c.BRITISH)
    assert stage.state.chests[GALLEON] == 3
    assert stage.phase == Phase.ACTION


def test_bt_6_no_cannon() -> None:
    stage = attack(TORCHES[0], TORCHES[1], top=TORCHES[2])
    assert stage.said("counted")[0].args["won"] == 0


def test_bt_7_the_other_ship_is_attacked_though_nobody_is_there() -> None:
    stage = Stage(
        4, (0, 1), (), (2, 3), chests=(0, 2, 3, 1, 0, 1, 1), hands={0: [CANNON], 1: [TORCH]}, deck=[CANNONS[1]]
    )
    stage.do(Do.ATTACK).vote(CANNON, TORCH)
    assert stage.legal() == [(Do.TAKE, JR_BRITISH, c.BRITISH), (Do.TAKE, JR_BRITISH, c.FRENCH)]
    stage.do(Do.TAKE, JR_BRITISH, c.FRENCH)
    assert stage.state.chests == (0, 2, 4, 0, 0, 1, 1)


def test_bt_8_the_galleon_first() -> None:
    stage = attack(CANNON, TORCH, top=CANNONS[1], galleon=1)
    assert {data[1] for data in stage.legal(Do.TAKE)} == {GALLEON}


def brawl(*faces: int, top: int) -> Stage:
    hands = {seat: [face] for seat, face in enumerate(faces)}
    stage = Stage(4, (2,), (3,), (0, 1), hands=hands, deck=[top])
    return stage.do(Do.BRAWL).vote(*faces)


def test_bt_9_two_flags_on_one_card() -> None:
    stage = brawl(BRITISH_ONE, FRENCH_TWO, top=vote("cannon", "french", "skull"))
    assert (stage.state.chests[ISLE_BRITISH], stage.state.chests[ISLE_FRENCH]) == (0, 2)
    alone = Stage(4, (1, 2), (3,), (0,), hands={0: [BRITISH_ONE]}, deck=[FRENCH_TWO]).do(Do.BRAWL).vote(BRITISH_ONE)
    assert alone.state.chests[ISLE_FRENCH] == 2


def test_bt_10_a_tie_is_one_each() -> None:
    stage = Stage(
        4, (1, 2), (3,), (0,), hands={0: [BRITISH_ONE]}, deck=[TORCH], chests=(4, 1, 0, 0, 1, 2, 0)
    ).do(Do.BRAWL)  # fmt: skip
    stage.vote(BRITISH_ONE)
    assert (stage.state.chests[ISLE_BRITISH], stage.state.chests[ISLE_FRENCH]) == (1, 1)


def mutiny(*faces: int, top: int) -> Stage:
    """Seat 1 is first mate of seat 0; seats 1, 2, 3 vote as far as there are faces."""
    hands = {seat: [face] for seat, face in enumerate(faces, 1)} | {3: []} if len(faces) < 3 else None
    hands = hands or {seat: [face] for seat, face in enumerate(faces, 1)}
    stage = Stage(6, (0, 1, 2, 3), (4, 5), active=1, hands=hands, deck=[top])
    return stage.do(Do.MUTINY).vote(*faces)


def test_bt_11_a_tie_changes_nothing() -> None:
    stage = mutiny(SKULLS[0], SKULLS[1], WHEELS[0], top=WHEELS[1])
    assert stage.state.lines == ((0, 1, 2, 3), (4, 5), ())


def test_bt_12_more_skulls_maroon_the_captain() -> None:
    stage = mutiny(SKULLS[0], SKULLS[1], top=WHEELS[0])
    assert stage.state.lines == ((1, 2, 3), (4, 5), (0,))


def test_bt_13_a_captain_alone() -> None:
    stage = Stage(4, (0,), (1, 2, 3), hands={0: [CANNON]}, deck=[TORCH]).do(Do.ATTACK)
    assert deciders(stage.table.ask) == (0,)
    stage.vote(CANNON)
    assert stage.turned_over() == sorted((CANNON, TORCH))
    assert stage.phase == Phase.TAKE


@pytest.mark.parametrize("waiting", [(), (4, 5)])
def test_bt_14_marooned_to_the_back_of_the_line(waiting: tuple[int, ...]) -> None:
    rest = tuple(seat for seat in (4, 5) if seat not in waiting)
    stage = Stage(6, (0, 1), (2, 3, *rest), waiting).do(Do.MAROON, 1)
    assert stage.state.lines[TORTUGA] == (*waiting, 1)


def test_bt_15_the_governor_and_a_black_spot() -> None:
    stage = Stage(4, (3,), (), (0, 1, 2), row=[c.SPOT], hands={0: [CANNON, TORCH, WATER]}).do(Do.REVEAL, 0)
    assert stage.state.lines[TORTUGA] == (1, 2, 0)
    assert len(stage.state.hands[0]) == 2
    assert len(stage.state.under) == 1
    assert stage.state.discards.count(c.SPOT) == 1


def test_bt_16_alone_on_tortuga() -> None:
    stage = Stage(4, (1, 2), (3,), (0,), row=[c.SPOT]).do(Do.REVEAL, 0)
    assert stage.state.lines[TORTUGA] == (0,)
    assert len(stage.state.hands[0]) == 2


def test_bt_17_from_a_rowboat_no_card_is_lost() -> None:
    stage = Stage(4, (0,), (3,), (2,), (1, NOWHERE), row=[c.PISTOL]).do(Do.REVEAL, 0).do(Do.SHOOT, 1)
    assert stage.state.lines[TORTUGA] == (2, 1)
    assert len(stage.state.hands[1]) == 3


def test_bt_18_a_governor_without_cards() -> None:
    stage = Stage(4, (3,), (), (0, 1, 2), row=[c.SPOT], hands={1: [CANNON]}, active=1).do(Do.REVEAL, 0)
    assert stage.state.hands[1] == ()
    stage = Stage(4, (3,), (), (1, 0, 2), hands={1: []}, active=1).do(Do.BRAWL)
    assert deciders(stage.table.ask) == (0, 2)


def test_bt_19_from_tortuga_to_a_ship() -> None:
    stage = Stage(4, (1, 2), (3,), (0,))
    assert stage.legal(Do.ROW) == [(Do.ROW, BOAT_DUTCHMAN), (Do.ROW, BOAT_ROGER)]
    stage.do(Do.ROW, BOAT_ROGER)
    assert stage.state.boats == (NOWHERE, 0)
    two = Stage(2, (1,), (), (0,)).do(Do.ROW, BOAT_DUTCHMAN)
    assert (two.state.active, two.state.second) == (0, 1)
    assert two.do(Do.ROW, DUTCHMAN).state.lines == ((1, 0), (), ())


def test_bt_20_a_rowboat_takes_one() -> None:
    stage = Stage(4, (0, 1), (2,), (), (3, NOWHERE))
    assert not stage.legal(Do.ROW)
    with pytest.raises(IllegalMove, match="taken"):
        stage.do(Do.ROW, BOAT_DUTCHMAN)


def test_bt_21_two_birds_on_a_ship() -> None:
    stage = Stage(6, (0, 1, 2, 3), (4, 5), row=[c.ALBATROSS], kept={1: [c.ALBATROSS]}, active=2).do(Do.REVEAL, 0)
    assert stage.state.lines == ((), (4, 5), (3, 2, 1, 0))
    assert all(len(hand) == 3 for hand in stage.state.hands)


def test_bt_22_one_with_two_birds_comes_aboard() -> None:
    stage = Stage(5, (0, 1, 2), (4,), (), (3, NOWHERE), kept={3: [c.ALBATROSS] * 2}, active=3).do(Do.ROW, DUTCHMAN)
    assert stage.state.lines == ((), (4,), (3, 2, 1, 0))


def test_bt_23_birds_on_tortuga() -> None:
    stage = Stage(4, (2,), (3,), (0, 1), row=[c.ALBATROSS], kept={1: [c.ALBATROSS]}).do(Do.REVEAL, 0)
    assert stage.state.lines == ((2,), (3,), (0, 1))


def test_bt_24_and_25_a_letter_with_two_players() -> None:
    used = Stage(2, (0,), (), (1,), row=[c.LETTER]).do(Do.REVEAL, 0).do(Do.LETTER, 1, ROGER)
    assert (used.state.active, used.state.second) == (0, 1)
    assert used.state.lines == ((0,), (1,), ())
    saved = Stage(2, (0,), (), (1,), row=[c.LETTER]).do(Do.REVEAL, 0).do(Do.SAVE)
    assert (saved.state.active, saved.state.second) == (0, 1)
    assert saved.state.kept[0] == (c.LETTER,)
    saved.do(Do.LETTER, 1, DUTCHMAN)
    assert saved.state.active == 1
    assert not saved.state.kept[0]


def test_bt_26_el_dorado() -> None:
    hands = {0: [CANNON, TORCH, WATER, TORCHES[1]], 1: [CANNONS[1]]}
    stage = Stage(4, (0, 1), (2, 3), hands=hands, deck=[WATER], kept={0: [c.DORADO]}).do(Do.ATTACK)
    stage.vote(CANNONS[1], two={0: (CANNON, TORCH)})
    assert len(stage.turned_over()) == 4
    assert (len(stage.state.hands[0]), len(stage.state.hands[1])) == (3, 1)
    assert stage.state.kept[0] == ()
    assert c.DORADO in stage.state.discards


def test_bt_27_the_fountain_against_an_order() -> None:
    stage = Stage(4, (0, 1), (2, 3), kept={1: [c.FOUNTAIN]}).do(Do.MAROON, 1)
    assert stage.table.ask == Turn(1)
    stage.do(Do.USE)
    assert stage.state.lines == ((0, 1), (2, 3), ())
    assert stage.state.active == 1


def test_bt_28_black_powder() -> None:
    powder = 1 << c.STARRED.index(c.POWDER) | 0b110
    stage = Stage(4, (0,), (3,), (2,), (1, NOWHERE), row=[c.POWDER], starred=powder).do(Do.REVEAL, 0).do(Do.BLOW, 0)
    assert stage.state.lines == ((0,), (3,), (2, 1))
    assert len(stage.state.hands[1]) == 3
    assert stage.legal(Do.ROW) == [(Do.ROW, BOAT_ROGER)]


def test_bt_29_stormy_seas_on_a_ship() -> None:
    stormy = 1 << c.STARRED.index(c.STORMY) | 0b11
    stage = Stage(4, (0, 1), (2, 3), chests=(0, 2, 1, 1, 2, 1, 1), row=[c.STORMY], starred=stormy).do(Do.REVEAL, 0)
    assert stage.state.chests == (3, 0, 0, 1, 2, 1, 1)


def test_bt_30_stormy_seas_on_tortuga() -> None:
    stormy = 1 << c.STARRED.index(c.STORMY) | 0b11
    stage = Stage(4, (1,), (2, 3), (0,), chests=(4, 1, 0, 0, 1, 2, 0), row=[c.STORMY], starred=stormy).do(Do.REVEAL, 0)
    assert stage.state.chests == (4, 1, 0, 0, 1, 1, 1)


@pytest.mark.parametrize("boat", [False, True])
def test_bt_31_eight_bells_without_effect(boat: bool) -> None:
    bells = 1 << c.STARRED.index(c.BELLS) | 0b11
    places = {"boats": (0, NOWHERE)} if boat else {"tortuga": (0,)}
    stage = Stage(4, (1, 2), (3,), row=[c.BELLS], starred=bells, **places).do(Do.REVEAL, 0)
    assert [record.kind for record in stage.records if record.kind in ("nothing", "bells")] == ["nothing"]


@pytest.mark.parametrize(("seats", "deck"), [(4, 19), (3, 16)])
def test_bt_32_the_armada_enters_the_row(seats: int, deck: int) -> None:
    table = LocalTable.new(GAME, seats, {}, Least())
    reveals = 0
    while table.state.armada == 0:
        if isinstance(table.ask, Turn):
            moves = table.moves(table.ask.seat)
            chosen = next((move for move in moves if move.data[0] == Do.REVEAL), moves[0])
            reveals += chosen.data[0] == Do.REVEAL
            table.step({table.ask.seat: chosen})
        else:
            table.step({seat: table.moves(seat)[0] for seat in deciders(table.ask)})
    assert reveals == deck - 5
    assert len(slots(table.state)) == 5
    assert not table.state.event_deck


def test_bt_33_one_card_left() -> None:
    stage = Stage(4, (0, 1), (2,), (3,), row=[c.ARMADA], last=True, kept={0: [c.LETTER]})
    assert stage.kinds() == {Do.REVEAL, Do.ROW, Do.LETTER, Do.ATTACK, Do.MAROON}


def test_bt_34_a_tie_with_five() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4), chests=(0, 2, 1, 1, 2, 1, 1), row=[c.ARMADA], last=True).do(Do.REVEAL, 0)
    ask = stage.table.ask
    assert isinstance(ask, Over)
    assert ask.result.winners == (4,)


def test_bt_35_a_tie_with_four_is_sudden_death() -> None:
    stage = Stage(
        4, (0, 1), (2, 3), chests=(2, 1, 1, 1, 1, 1, 1), row=[c.ARMADA, c.SPOT], last=True, kept={0: [c.LETTER]}
    )
    stage.do(Do.REVEAL, 0)
    assert (stage.state.sudden, stage.state.armada, stage.phase) == (1, 2, Phase.ACTION)
    assert stage.state.active == 1
    assert len(slots(stage.state)) == 5
    assert not stage.state.discards
    stage.do(Do.PLUNDER, c.BRITISH)
    ask = stage.table.ask
    assert isinstance(ask, Over)
    assert ask.result.winners == (2, 3)


def test_bt_36_scurvy_and_votes() -> None:
    scurvy = 1 << c.STARRED.index(c.SCURVY) | 0b11
    stage = Stage(4, (0, 1, 2), (3,), row=[c.SCURVY], starred=scurvy, active=1).do(Do.REVEAL, 0)
    assert stage.state.scurvy == 0b011
    assert stage.state.active == 3
    stage = Stage(4, (3, 1, 2), (0,), active=3)
    stage.table.state = stage.state._replace(scurvy=0b110)
    stage.do(Do.ATTACK)
    assert deciders(stage.table.ask) == (1, 2, 3)


def test_bt_37_the_pirate_code_alone() -> None:
    code = 1 << c.STARRED.index(c.CODE) | 0b11
    top = vote("cannon", "torch", "british", "british", "skull", "skull")
    stage = Stage(4, (0,), (1, 2, 3), kept={0: [c.CODE]}, starred=code, deck=[top]).do(Do.ATTACK)
    assert stage.turned_over() == [top]
    assert stage.phase == Phase.TAKE
    stage.do(Do.TAKE, GALLEON, c.BRITISH)
    assert (stage.state.code, stage.state.kept[0]) == (1, (c.CODE,))
    assert len(stage.state.hands[0]) == 3
