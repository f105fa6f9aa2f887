"""The cases of the rules reference (docs/rules/cartagena.md), by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.cartagena.scene import BOARDS, DUNGEON, Scene, escape, four
from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.games.cartagena.rules.components import GOAL, SLOOP, START, TORTUGA
from tortuga_p2p.games.cartagena.rules.state import Phase
from tortuga_p2p.rules.ask import Together, Turn, deciders

# --- the examples of the rulebook ------------------------------------------------------------------------------


def test_ct_1_occupied_spaces_of_the_symbol_are_jumped() -> None:
    scene = four(turn=1)
    scene.advance(7, "rum")
    assert scene.count(1, 21) == 1
    assert scene.records[0].args["jumped"] == (11, 15)


def test_ct_2_a_retreat_to_two_draws_two() -> None:
    scene = four(turn=1)
    scene.advance(7, "rum")
    before = scene.sizes()[1]
    scene.say("retreat 21")
    assert scene.count(1, 19) == 1
    assert scene.sizes()[1] == before + 2


def test_ct_3_hooks_that_are_taken_are_jumped() -> None:
    scene = four(turn=1)
    scene.advance(DUNGEON, "hook")
    assert scene.count(1, 28) == 1
    assert scene.records[0].args["jumped"] == (1, 9, 14, 24)


@pytest.mark.parametrize("place", [9, 14, 19, 35, 36, DUNGEON])
def test_ct_4_the_last_hook_takes_everybody_aboard(place: int) -> None:
    scene = four(turn=1)
    scene.advance(DUNGEON, "hook")
    scene.say("stop")
    scene.advance(place, "hook")
    assert scene.count(2, GOAL) == 1


def test_ct_5_and_ct_6_retreats_on_the_path_and_from_the_sloop() -> None:
    scene = four()
    scene.say("retreat 11")
    assert (scene.count(0, 9), scene.sizes()[0]) == (2, 8)
    scene.say("retreat goal")
    assert (scene.count(0, 36), scene.sizes()[0]) == (1, 9)


def test_ct_7_no_free_space_ahead_boards_the_sloop() -> None:
    scene = four()
    scene.say("retreat 11")
    scene.say("retreat goal")
    scene.advance(13, "lantern")
    assert scene.count(0, GOAL) == 1
    assert scene.records[-1].args["jumped"] == (22, 29, 36)


def test_ct_8_the_captain_sails_for_nothing() -> None:
    scene = escape()
    assert {"sail free", "sail"} <= scene.legal()
    scene.say("sail free")
    assert (scene.state.sloop, scene.state.left) == (TORTUGA, 3)


def test_ct_9_and_ct_10_morgan_from_the_sloop_and_back() -> None:
    scene = escape()
    scene.say("sail free")
    scene.say("morgan 1 sloop")
    assert scene.count(1, 19) == 1
    assert scene.sizes()[0] == 8
    scene.say("sail")
    scene.advance(7, "hook")
    assert scene.count(0, SLOOP) == 3
    assert scene.ask == Turn(1)


def test_ct_11_and_ct_12_green_boards_and_helps() -> None:
    scene = escape(turn=2, free=0)
    scene.advance(DUNGEON, "rum")
    assert scene.count(2, SLOOP) == 1
    before = scene.sizes()[2]
    scene.say("morgan 1 36")
    assert (scene.count(1, GOAL), scene.sizes()[2]) == (1, before + 2)
    scene.say("morgan 3 7")
    assert (scene.count(3, 10), scene.sizes()[2]) == (2, before + 4)


def test_ct_13_the_hook_takes_two_to_the_cove() -> None:
    crews = [(19, 19, 7, 0, 0, 0), (21, 25, 34, 0, 0, 0)]
    scene = Scene(crews, laid=BOARDS["escape"], tunnel=3, jungle=3, sorceress=1, hands=("HLP", "P"))
    assert [space for space in range(20, 37) if scene.state.setup.path[space] == "L"] == [21, 25, 34]
    scene.hook(19, "lantern", "H", "L")
    assert scene.count(0, GOAL) == 2
    assert (scene.state.turn, scene.state.left) == (0, 1)


# --- rule sentences --------------------------------------------------------------------------------------------

AWAY = (DUNGEON,) * 6


def test_ct_14_a_space_with_three_is_passed_when_going_back() -> None:
    scene = Scene([(20, 5, 10, 10, 0, 0), (10, 0, 0, 0, 0, 0)], hands=("P",))
    scene.say("retreat 20")
    assert scene.count(0, 5) == 2
    assert scene.sizes()[0] == 2


def test_ct_15_a_single_pirate_is_not_jumped_for_two() -> None:
    scene = Scene([(20, 12, 5, 5, 0, 0), AWAY], hands=("P",))
    scene.say("retreat 20")
    assert scene.count(0, 12) == 2
    assert scene.sizes()[0] == 2


def test_ct_16_nobody_behind_no_retreat() -> None:
    scene = Scene([(20, 5, 5, 5, 0, 0), AWAY], hands=("P",))
    assert "retreat 20" not in scene.legal()
    with pytest.raises(IllegalMove, match="one or two pirates"):
        scene.say("retreat 20")
    with pytest.raises(IllegalMove):
        scene.say("retreat 5")


def test_ct_17_an_empty_hand_passes_and_draws_one() -> None:
    scene = Scene([(20, 5, 0, 0, 0, 0), AWAY], hands=("",))
    scene.say("pass")
    assert scene.sizes()[0] == 1
    assert (scene.state.turn, scene.state.left) == (0, 2)
    with pytest.raises(IllegalMove, match="empty hand"):
        scene.say("pass")


def test_ct_18_the_last_pirate_ends_the_game_at_once() -> None:
    scene = Scene([(35, GOAL, GOAL, GOAL, GOAL, GOAL), AWAY], hands=("HP",))
    assert scene.state.setup.path[35] == "L"
    scene.advance(35, "hook")
    assert scene.is_over()
    assert scene.table.ask.result.winners == (0,)  # type: ignore[union-attr]
    assert scene.table.ask.result.scores == (6, 0)  # type: ignore[union-attr]


def test_ct_19_a_dark_card_makes_others_discard_down_to_seven() -> None:
    scene = Scene([AWAY, AWAY], hands=("rPPPPPPPP", "RRRRRRRRRR"), filibusters=1)
    scene.advance(DUNGEON, "rum", "r")
    assert scene.ask == Together((1,))
    with pytest.raises(IllegalMove, match="down to seven"):
        scene.discard({1: "RR"})
    scene.discard({1: "RRR"})
    assert scene.sizes() == [8, 7]
    assert deciders(scene.ask) == (0,)


def test_ct_20_no_fourth_of_a_colour_boards() -> None:
    scene = Scene([(SLOOP, SLOOP, SLOOP, 18, 0, 0), AWAY], laid=BOARDS["escape"], tunnel=3, jungle=3, hands=("PRLAHC",))
    assert not any(text.startswith("advance 18") for text in scene.legal())
    with pytest.raises(IllegalMove, match="three of a colour"):
        scene.advance(18, "rum")
    assert {"advance 0 rum", "sail"} <= scene.legal()


def test_ct_21_nobody_sails_without_a_pirate_aboard() -> None:
    scene = Scene([AWAY, (SLOOP, *AWAY[1:])], laid=BOARDS["escape"], tunnel=3, jungle=3, hands=("PRLAHC",))
    assert "sail" not in scene.legal()
    with pytest.raises(IllegalMove, match="pirate of yours aboard"):
        scene.say("sail")


def test_ct_22_rum_for_four() -> None:
    scene = Scene([AWAY] * 4, hands=("R", "P", "P", "P"), sorceress=1)
    scene.rum()
    assert len(scene.state.sorting) == 5
    letters = [scene.table.known[0][card] for card in scene.state.sorting]
    cards = scene.state.sorting
    scene.say(f"share {cards[0]}>1 {cards[1]}>2 {cards[2]}>3")
    assert scene.sizes() == [2, 2, 2, 2]
    assert len(letters) == 5


def test_ct_23_lantern_keeps_one_and_knows_three() -> None:
    scene = Scene([AWAY] * 2, hands=("LP", "P"), sorceress=1)
    first = scene.state.pile[4]
    scene.lantern()
    assert len(scene.state.sorting) == 4
    kept, *rest = scene.state.sorting
    faces = [scene.table.faces[card] for card in reversed(rest)]
    scene.say(f"back {rest[2]},{rest[1]},{rest[0]}")
    assert scene.sizes() == [2, 1]
    assert kept in scene.state.hands[0]
    top = scene.state.pile[:3]
    assert [scene.table.known[0][card] for card in top] == faces
    assert not any(card in scene.table.known[1] for card in top)
    assert scene.state.pile[3] == first


def test_ct_24_pistol_takes_one_and_the_victim_draws() -> None:
    scene = Scene([AWAY] * 2, hands=("PP", "RHL"), sorceress=1)
    scene.pistol(1)
    assert scene.state.phase == Phase.TAKE
    assert {scene.table.known[0][card] for card in scene.state.hands[1]} == {1, 2, 4}
    scene.take("L")
    assert scene.hand(0) == "LP"
    assert scene.sizes() == [2, 3]


def test_ct_25_a_token_is_opened_once() -> None:
    scene = Scene([(4, 0, 0, 0, 0, 0), AWAY], hands=("CC", "P"), sorceress=1, tokens={4: 4})
    scene.chest(4)
    assert scene.sizes()[0] == 4
    assert scene.state.opened == (4,)
    with pytest.raises(IllegalMove, match="no chest token"):
        scene.chest(4)
    assert "chest 4" not in scene.legal()


def test_ct_26_the_snake_sends_back_to_the_rum_and_lays_all_tokens_again() -> None:
    scene = Scene([(18, 4, 0, 0, 0, 0), AWAY], hands=("CC", "P"), sorceress=1, tokens={18: 7, 4: 0})
    scene.chest(18)
    assert scene.count(0, 15) == 1
    assert (len(scene.state.tokens), scene.state.tokens.count(-1), scene.state.opened) == (6, 0, ())
    assert "chest 4" in scene.legal()


def test_ct_27_a_short_way_with_few_pirates() -> None:
    scene = Scene([(24, GOAL, GOAL, GOAL), (0, 0, 0, 0)], laid=(1, 2, 3, 4), hands=("P",))
    assert len(scene.state.setup.path.strip("|")) == 24
    scene.advance(24, "pistol")
    assert scene.is_over()


# --- rulings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "taken", "lands"),
    [
        (18, (), 15),
        (18, (15,), 11),
        (18, (15, 11), 6),
        (18, (15, 11, 6), 1),
        (18, (15, 11, 6, 1, 2), 3),
        (4, (1, 2, 3), START),
    ],
)
def test_ct_28_where_the_snake_sends(place: int, taken: tuple[int, ...], lands: int) -> None:
    others = (*taken, *AWAY)[:6]
    scene = Scene([(place, 0, 0, 0, 0, 0), others], hands=("C", "P"), sorceress=1, tokens={place: 7})
    scene.chest(place)
    assert scene.count(0, lands) == (6 if lands == START else 1)


@pytest.mark.parametrize(
    ("sloop", "aboard", "lands"), [(1, 2, SLOOP), (1, 0, SLOOP), (1, 3, 19), (0, 2, 19), (0, 0, 19)]
)
def test_ct_29_the_snake_in_the_jungle_of_the_great_escape(sloop: int, aboard: int, lands: int) -> None:
    own = (19, *[SLOOP] * aboard, *AWAY)[:6]
    scene = Scene(
        [own, AWAY],
        laid=BOARDS["apart"],
        tunnel=3,
        jungle=3,
        sorceress=1,
        sloop=sloop,
        hands=("C", "P"),
        tokens={19: 7},
    )
    scene.chest(19)
    assert scene.count(0, 19) == (lands == 19)
    assert scene.count(0, SLOOP) == aboard + (lands == SLOOP)


def test_ct_30_discards_come_before_the_power() -> None:
    scene = Scene([AWAY] * 3, hands=("r", "PPPPPPP", "HHHHHHHHH"), sorceress=1, filibusters=1)
    scene.rum("r")
    assert scene.ask == Together((2,))
    assert not scene.state.sorting
    scene.discard({2: "HH"})
    cards = scene.state.sorting
    assert len(cards) == 4
    scene.say(f"share {cards[0]}>1 {cards[1]}>2")
    assert scene.sizes() == [2, 8, 8]


def test_ct_31_too_few_cards_for_rum() -> None:
    scene = Scene([AWAY] * 5, turn=2, hands=("", "", "RH", "", ""), pile="PL", discards="A", sorceress=1)
    before = scene.sizes()
    scene.rum()
    letters = sorted(scene.table.faces[card] for card in scene.state.sorting)
    assert letters == [0, 1, 2, 3]  # pistol, lantern, parrot, and the rum itself
    cards = scene.state.sorting
    with pytest.raises(IllegalMove, match="each of the others"):
        scene.say(f"share {cards[0]}>0 {cards[1]}>1")
    scene.say(f"share {cards[0]}>3 {cards[1]}>4")
    assert [now - then for now, then in zip(scene.sizes(), before, strict=True)] == [0, 0, 1, 1, 1]


def test_ct_32_the_hook_needs_room_for_two() -> None:
    def scene(aboard: int) -> Scene:
        own = (18, 18, *[SLOOP] * aboard, *AWAY)[:6]
        return Scene([own, AWAY], laid=BOARDS["escape"], tunnel=3, jungle=3, sorceress=1, hands=("HP", "P"))

    two = scene(2)
    assert "advance 18 pistol" in two.legal()
    with pytest.raises(IllegalMove, match="both do not fit"):
        two.hook(18, "pistol", "H", "P")
    one = scene(1)
    one.hook(18, "pistol", "H", "P")
    assert one.count(0, SLOOP) == 3


def test_ct_33_the_free_sail_is_no_action() -> None:
    scene = escape()
    scene.say("sail free")
    assert "stop" not in scene.legal()
    with pytest.raises(IllegalMove, match="at least one action"):
        scene.say("stop")


def test_ct_34_each_path_has_its_own_way_of_drawing() -> None:
    options: dict[str, Any] = {"tunnel_draw": "retreat", "jungle_draw": "morgan", "free": 0}
    crews = [(SLOOP, 17, 19, GOAL, GOAL, 36), (SLOOP, 10, 20, 0, 0, 0)]
    here = Scene(crews, laid=BOARDS["escape"], tunnel=3, jungle=3, hands=("P", "P"), **options)
    assert {"retreat sloop", "morgan 1 20"} <= here.legal()
    assert not {"retreat goal", "retreat 36", "morgan 1 0", "morgan 1 10", "morgan 1 sloop"} & here.legal()
    there = Scene(crews, laid=BOARDS["escape"], tunnel=3, jungle=3, hands=("P", "P"), sloop=TORTUGA, **options)
    assert {"morgan 1 sloop", "retreat 17"} <= there.legal()
    assert not {"morgan 1 0", "retreat sloop", "retreat goal"} & there.legal()
    with pytest.raises(IllegalMove, match="nobody goes back"):
        there.say("retreat goal")
    with pytest.raises(IllegalMove, match="not moved on this path"):
        there.say("morgan 1 10")


def test_ct_35_the_old_pile_first_and_no_early_shuffle() -> None:
    scene = Scene([(20, 5, 5, 0, 0, 0), AWAY], hands=("P",), pile="L", discards="AH")
    scene.say("retreat 20")
    assert scene.sizes()[0] == 3
    assert "L" in scene.hand(0)
    assert (len(scene.state.pile), scene.state.discards) == (1, ())
    last = Scene([(20, 5, 0, 0, 0, 0), AWAY], hands=("P",), pile="L", discards="AH")
    last.say("retreat 20")
    assert (last.hand(0), last.state.pile, len(last.state.discards)) == ("LP", (), 2)


def test_ct_36_four_parrots_are_a_hook_and_any_card() -> None:
    scene = Scene([(4, 4, 0, 0, 0, 0), AWAY], hands=("AAAAP", "P"), sorceress=1)
    scene.hook(4, "rum", "AA", "AA")
    assert scene.count(0, 6) == 2
    assert (scene.sizes()[0], scene.state.left) == (1, 1)


def test_ct_37_a_dark_card_that_wins_costs_nobody_anything() -> None:
    scene = Scene([(36, GOAL, GOAL, GOAL, GOAL, GOAL), AWAY], hands=("r", "PPPPPPPPP"), filibusters=1)
    scene.advance(36, "rum", "r")
    assert scene.is_over()
    assert scene.sizes()[1] == 9
