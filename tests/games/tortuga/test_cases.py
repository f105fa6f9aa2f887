"""The worked examples AT-1 to AT-32 of docs/rules/tortuga.md, 1.10."""

from __future__ import annotations

import pytest

from tests.games.tortuga.sitting import ALEX, ANI, FRANK, LOTHAR, Sitting, board, position
from tortuga_p2p.games.tortuga.rules.components import BOARD, FLEET, RAID
from tortuga_p2p.games.tortuga.rules.scoring import sets, sheet

FINISHED = "ABCDE/-/-/-/-"  # all five dice on FLEET

# --- dice ---------------------------------------------------------------------------------------------------------


def test_at_01_two_of_three_fleet_dice_may_be_selected() -> None:
    table = Sitting(position(board(), board())).rolls("FFFCH CCCCC")
    assert "take AB" in table.legal(ANI)
    table.moves("take AB", "take ABCDE")
    assert table.dice(ANI) == "AB/-/-/-/-"
    table.rolls("FCH")  # the three dice left are rolled next
    assert table.legal(ANI) == {"take C", "take D", "take E"}


@pytest.mark.parametrize(("box", "capacity"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 4)])
def test_at_02_capacity_by_box_for_dice_and_chests(box: int, capacity: int) -> None:
    table = Sitting(position(board(boat=box, pirate=box), board(dice=FINISHED), phase="roll")).rolls("BBBBB")
    assert max(len(text) for text in table.legal(ANI)) == len("take ") + capacity
    table = Sitting(position(board(boat=box, pirate=box), board(dice=FINISHED), phase="roll")).rolls("RRRRR")
    assert max(len(text) for text in table.legal(ANI)) == len("take ") + capacity

    carrier = board(boat=box, pirate=box, crew="RBYW"[:capacity], island="RRBYW")
    table = Sitting(position(carrier, board(), phase="move_draw")).draws("RB")
    orders = {tuple(map(len, text.removeprefix("order ").split("/"))) for text in table.legal(ANI)}
    assert orders == {(capacity, capacity)}


def test_at_03_a_stuck_player_rerolls_in_the_open_and_nobody_earns_a_bonus() -> None:
    ani = board(boat=2, dice="C/-/-/AB/-")
    table = Sitting(position(ani, board(dice=FINISHED), board(dice="AB/CDE/-/-/-"), phase="roll")).rolls("BB")
    assert table.legal(ANI) == {"stuck"}
    table.moves("stuck", "bonus fleet", "bonus crew")
    assert table.phase == "reroll"
    before = (table.bonus(1), table.bonus(2))
    assert before == ("10000", "01000")
    table.rolls("FB")  # only D can be placed, alone: nothing is left to decide
    assert table.dice(ANI) == "CD/-/-/AB/-"
    assert (table.bonus(1), table.bonus(2)) == before
    assert table.phase == "roll"  # the last die is rolled hidden
    table.rolls("H")
    assert table.legal(ANI) == {"take E"}
    assert table.asked == (0, 1, 2)  # and for that roll the others earn one again


def test_at_03_a_stuck_player_rolls_until_something_fits_and_then_chooses() -> None:
    ani = board(boat=2, dice="-/-/-/AB/-")
    table = Sitting(position(ani, board(dice=FINISHED), phase="roll")).rolls("BBB").moves("stuck", "bonus fleet")
    table.rolls("BBB")
    assert table.phase == "reroll"
    table.rolls("F*B")
    assert table.phase == "place"
    # D is a skull and BOARD is full: it may join C, or go alone to any action but BOARD.
    alone = {f"place D {action}" for action in ("fleet", "crew", "hunt", "raid")}
    assert table.legal(ANI) == {"place C fleet", "place CD fleet", *alone}
    assert table.moves("place CD fleet").dice(ANI) == "CD/-/-/AB/-"


def test_at_04_a_finished_player_earns_one_bonus_a_roll_however_many_still_roll() -> None:
    alex = board(dice=FINISHED)
    table = Sitting(position(board(dice="AB/-/-/-/-"), board(dice="A/-/-/-/-"), alex, phase="roll"))
    table.rolls("FFF CCCC")
    assert table.legal(2) == {f"bonus {action}" for action in ("fleet", "crew", "hunt", "board", "raid")}
    table.moves("take C", "take B", "bonus fleet")
    assert table.bonus(2) == "10000"
    assert (table.bonus(0), table.bonus(1)) == ("00000", "00000")


def test_at_05_a_second_bonus_goes_to_an_empty_space_or_turns_the_first() -> None:
    table = Sitting(position(board(), board(dice=FINISHED, bonus="10000"), phase="roll")).rolls("FFFFF")
    assert table.legal(1) == {f"bonus {action}" for action in ("fleet", "crew", "hunt", "board", "raid")}
    assert Sitting(table.state, rolled="FFFFF").moves("take A", "bonus fleet").bonus(1) == "20000"
    assert Sitting(table.state, rolled="FFFFF").moves("take A", "bonus raid").bonus(1) == "10001"


def test_at_06_with_five_twos_a_bonus_changes_nothing() -> None:
    table = Sitting(position(board(), board(dice=FINISHED, bonus="22222"), phase="roll")).rolls("FFFFF")
    assert table.asked == (0,)
    assert table.moves("take A").bonus(1) == "22222"


def test_at_06_a_bonus_with_one_place_to_go_goes_there() -> None:
    table = Sitting(position(board(), board(dice=FINISHED, bonus="22122"), phase="roll")).rolls("FFFFF")
    assert table.asked == (0,)
    assert table.moves("take A").bonus(1) == "22222"


def test_at_07_two_skulls_alone_go_to_one_action_with_their_own_numbers() -> None:
    table = Sitting(position(board(), board(dice=FINISHED, bonus="22222"), phase="roll")).rolls("FF**F")
    table.moves("take CD")
    assert table.phase == "skulls"
    table.moves("skulls board")
    assert table.dice(ANI) == "-/-/-/CD/-"
    assert table.total(ANI, BOARD) == 2 + 5


def test_at_07_needs_capacity_two() -> None:
    table = Sitting(position(board(boat=1), board(dice=FINISHED, bonus="22222"), phase="roll")).rolls("FF**F")
    table.moves("take CD")
    assert table.legal(ANI) == {"skulls fleet", "skulls crew", "skulls hunt", "skulls raid"}
    table.refuses("skulls board", ruling="A-15", words="BOARD has room for 1 more")


def test_at_08_a_skull_joins_a_raid_die() -> None:
    table = Sitting(position(board(), board(dice=FINISHED, bonus="22222"), phase="roll")).rolls("*FFFR")
    table.moves("take AE")  # E shows RAID 5
    assert table.phase == "roll"  # nothing to decide for the skull
    assert table.dice(ANI) == "-/-/-/-/AE"
    assert table.total(ANI, RAID) == 5 + 3


def test_at_09_skulls_alone_are_turned_clockwise_from_the_start_player() -> None:
    boards = (board(dice=FINISHED), board(dice="ABCD/-/-/-/-"), board(dice=FINISHED), board(dice="ABCD/-/-/-/-"))
    table = Sitting(position(*boards, start=2)).rolls("* *")
    table.moves("bonus fleet", "take E", "bonus fleet", "take E")
    assert table.asked == (3,)
    assert table.moves("skulls hunt").asked == (1,)


# --- actions ------------------------------------------------------------------------------------------------------


def actions(*dice: str, start: int = 0, boat: int = 3) -> Sitting:
    """The last player has only E left. It falls on CREW, the player takes it, and the actions begin."""
    made = [board(dice=row, bonus="22222", boat=boat) for row in dice]
    return Sitting(position(*made, start=start)).rolls("C").moves("take E")


def test_at_10_a_tie_goes_to_the_player_nearer_clockwise_from_the_start_player() -> None:
    # 5 + 4 from the dice A and D for Lothar and Frank, and the same bonus; less for Ani, none for Alex.
    table = actions("B/ACDE/-/-/-", "AD/BCE/-/-/-", "AD/BCE/-/-/-", "-/ABCD/-/-/-", start=ANI)
    assert table.total(LOTHAR, FLEET) == table.total(FRANK, FLEET) == 9 + 2
    assert (table.phase, table.asked) == ("offer", (LOTHAR,))
    table.moves("act")
    assert table.asked == (FRANK,)
    table.moves("act")
    assert [ship.boat for ship in table.state.ships] == [3, 5, 4, 3]


def test_at_10_the_same_totals_with_another_start_player() -> None:
    table = actions("B/ACDE/-/-/-", "AD/BCE/-/-/-", "AD/BCE/-/-/-", "-/ABCD/-/-/-", start=FRANK)
    assert table.asked == (FRANK,)
    assert table.moves("act").asked == (LOTHAR,)


def test_at_11_the_start_player_wins_his_tie() -> None:
    table = actions("AD/BCE/-/-/-", "AD/BCE/-/-/-", "B/ACD/-/-/-", start=LOTHAR)
    assert table.asked == (LOTHAR,)
    assert table.moves("act").asked == (ANI,)


def test_at_12_a_single_participant_is_first_and_nobody_second() -> None:
    table = actions("ABCDE/-/-/-/-", "ABCDE/-/-/-/-", "ABCD/-/-/-/-")
    table.moves("act").moves("act")
    assert (table.state.action, table.asked) == (1, (2,))
    table.moves("act")
    assert [ship.pirate for ship in table.state.ships] == [3, 3, 5]
    assert table.phase == "move_draw"


def test_at_13_an_action_without_dice_is_skipped() -> None:
    table = (
        actions("ABCD/-/-/E/-", "AB/CDE/-/-/-", "ABCD/-/-/-/-").moves("act").moves("act").moves("pass").moves("pass")
    )
    assert (table.phase, table.state.action) == ("attack", BOARD)  # from CREW straight to BOARD


def test_at_14_a_boat_on_seven_stops_on_eight() -> None:
    table = actions("AB/CDE/-/-/-", "-/ABCDE/-/-/-", "-/ABCD/-/-/-", boat=7)
    assert table.moves("act").ship(ANI).boat == 8


def test_at_14_a_boat_on_eight_is_not_offered_fleet() -> None:
    table = actions("AB/CDE/-/-/-", "-/ABCDE/-/-/-", "-/ABCD/-/-/-", boat=8)
    assert table.state.action == 1


def test_at_15_the_first_hunter_keeps_one_of_two_tiles() -> None:
    hunter = board(dice="-/-/ABCDE/-/-")
    table = Sitting(
        position(board(dice=FINISHED), board(dice=FINISHED), hunter, phase="offer", action="hunt", ranks="2")
    )
    table.moves("act").draws("P")
    assert table.area(2, "island") == "P"
    first, second = table.state.supply[:2]
    table.table.faces.update({first: 1, second: 2})  # what lies there, as the table dealt it
    table.done()
    assert table.table.known[2] == {first: 1, second: 2}
    assert table.legal(2) == {"keep 1", "keep 2"}
    table.moves("keep 2")
    assert table.ship(2).tiles == (second,)
    assert table.phase == "hunt_mix"
    assert first in table.state.supply
    table.done()
    assert first not in table.table.known[2]  # mixed: nobody knows where it lies
    assert len(table.state.supply) == 29


def attack(*boards: object, action: str, ranks: str, **extra: object) -> Sitting:
    return Sitting(position(*boards, phase="attack", action=action, ranks=ranks, **extra))  # type: ignore[arg-type]


def test_at_16_a_defended_boarding_costs_both_a_box() -> None:
    lothar, ani = board(dice="-/-/-/AB/CDE"), board(dice="-/ABCD/-/E/-", fleet="RP", boat=4)
    table = attack(ani, lothar, board(dice=FINISHED), action="board", ranks="1")
    table.moves("seize 0 chest P")
    assert table.area(LOTHAR, "island") == "P"
    assert table.area(ANI, "fleet") == "R"
    assert (table.ship(LOTHAR).boat, table.ship(ANI).boat) == (2, 3)


def test_at_17_an_undefended_boarding_costs_only_the_victim() -> None:
    lothar, ani = board(dice="-/-/-/AB/CDE"), board(dice="-/ABCDE/-/-/-", fleet="RP", boat=4)
    table = attack(ani, lothar, board(dice=FINISHED), action="board", ranks="1")
    table.moves("seize 0 chest P")
    assert table.area(LOTHAR, "island") == "P"
    assert (table.ship(LOTHAR).boat, table.ship(ANI).boat) == (3, 3)


def raid_of_frank(*, pirate: int, crew: str, centre: str) -> Sitting:
    """Alex, 2nd in RAID, raids Frank, who has no die there. Lothar was 1st and has raided Ani."""
    ani, lothar = board(dice=FINISHED), board(dice="-/-/-/ABC/DE")
    frank, alex = board(dice=FINISHED, pirate=pirate, crew=crew), board(dice="ABC/-/-/-/DE")
    table = attack(ani, lothar, frank, alex, action="raid", ranks="3", position=2, victim=0, centre=centre)
    return table.moves(f"claim 2 centre {centre[0] if centre else '-'}")


def test_at_18_second_position_claims_from_the_centre_island() -> None:
    table = raid_of_frank(pirate=5, crew="RR", centre="B")
    assert table.ship(FRANK).pirate == 4
    assert table.ship(ALEX).pirate == 3
    assert table.area(ALEX, "island") == "B"
    assert table.centre() == ""


def test_at_19_surplus_leaves_from_the_right_to_the_centre_island() -> None:
    table = raid_of_frank(pirate=2, crew="RW", centre="B")
    assert table.ship(FRANK).pirate == 1
    assert table.area(FRANK, "crew") == "R"
    assert table.centre() == "W"


def test_at_20_surplus_of_a_colour_already_there_goes_into_the_bag() -> None:
    table = raid_of_frank(pirate=2, crew="RW", centre="BW")
    assert table.area(FRANK, "crew") == "R"
    assert table.centre() == "W"
    assert table.in_bag("W") == 4


def test_at_21_a_pirate_on_one_stays_there() -> None:
    assert raid_of_frank(pirate=1, crew="R", centre="B").ship(FRANK).pirate == 1


def test_at_22_second_position_gets_no_chest_from_an_empty_centre_island() -> None:
    lothar, frank = board(dice="-/-/-/ABCDE/-", boat=8), board(dice="ABCD/-/-/E/-")
    table = attack(board(dice=FINISHED), lothar, frank, action="board", ranks="2", position=2, victim=0)
    assert table.legal(2) == {"pass", "claim 1 centre -"}
    table.moves("claim 1 centre -")
    assert table.ship(LOTHAR).boat == 7
    assert table.area(2, "island") == ""


def test_second_position_is_not_asked_where_no_attack_of_it_changes_anything() -> None:
    """All boats are on one, the centre island is empty, and chests on the ships are for 1st position alone."""
    ani = board(dice="-/ABCDE/-/-/-", boat=1, fleet="R")
    lothar, frank = (board(dice="-/-/-/A/BCDE", boat=1, fleet="B") for _ in range(2))
    table = attack(ani, lothar, frank, action="board", ranks="1,2")
    assert table.asked == (1,)
    assert "seize 0 chest R" in table.legal(1)
    table.moves("pass")
    assert (table.state.action, table.asked) != (BOARD, (2,))


# --- move ---------------------------------------------------------------------------------------------------------


def test_at_23_lothar_moves_his_chests() -> None:
    lothar = board(fleet="YB", crew="Y", island="P")
    table = Sitting(position(board(), lothar, board(), phase="move_draw")).draws("BRB")
    assert table.asked == (1,)  # nobody else has an order to choose
    table.moves("order Y/PR")
    assert table.area(1, "port") == "BY"
    assert (table.area(1, "fleet"), table.area(1, "crew"), table.area(1, "island")) == ("Y", "PR", "")


def test_at_24_one_of_three_crew_chests_fits_a_boat_on_one() -> None:
    carrier = board(boat=1, pirate=4, crew="RBY")
    table = Sitting(position(carrier, board(), board(), phase="move_draw")).draws("WWW")
    assert table.legal(0) == {"order R/W", "order B/W", "order Y/W"}
    table.moves("order B/W")
    assert table.area(0, "fleet") == "B"
    assert table.centre() == "RY"


# --- the end ------------------------------------------------------------------------------------------------------


def test_at_25_anis_forty_two_points() -> None:
    ani = board(boat=4, pirate=4, port="RYBBWB", fleet="P", crew="RY", tiles=2)
    table = Sitting(position(ani, board(), phase="over", coins="4,0"), coins=2)
    rows = sheet(table.ship(ANI), 4)
    assert tuple(rows) == (18, 4, 2, 6, 8, 4)
    assert table.result.scores[ANI] == 42


def test_at_26_a_white_chest_outside_tortuga_helps_no_set() -> None:
    assert sets(position(board(pirate=4, crew="WRY"), board()).ships[0]) == 0
    assert sets(position(board(fleet="W", crew="RY"), board()).ships[0]) == 0
    assert sets(position(board(port="W", crew="RY"), board()).ships[0]) == 1


@pytest.mark.parametrize(("area", "points"), [("port", 6), ("fleet", 4), ("crew", 2)])
def test_at_27_purple_counts_double(area: str, points: int) -> None:
    purple = sheet(position(board(**{area: "P"}), board()).ships[0], 0)  # type: ignore[arg-type]
    assert purple.total - purple.tracks == points


@pytest.mark.parametrize(("goal", "ends"), [(6, True), (8, False)])
def test_at_28_six_chests_in_tortuga_end_the_game_and_the_long_one_goes_on(goal: int, ends: bool) -> None:
    table = Sitting(position(board(port="RRRRR", fleet="B"), board(), goal=goal, phase="move_draw")).draws("RR")
    assert (table.phase == "over") == ends
    assert ends or table.state.start == 1


def test_at_28_the_long_game_ends_with_eight() -> None:
    table = Sitting(position(board(port="RRRRRRR", fleet="B"), board(), goal=8, phase="move_draw")).draws("RR")
    assert table.phase == "over"
    with_seven = position(board(port="RRRRRR", fleet="B"), board(), goal=8, phase="move_draw")
    assert Sitting(with_seven).draws("RR").phase == "roll"


# --- two players --------------------------------------------------------------------------------------------------


def test_at_29_two_players_fleet_moves_one_box_and_the_loser_none() -> None:
    table = actions("ABCDE/-/-/-/-", "ABCD/-/-/-/-")
    assert table.asked == (ANI,)
    table.moves("act")
    assert [ship.boat for ship in table.state.ships] == [4, 3]
    assert table.state.action == 1  # nobody is 2nd


def test_at_30_two_players_surplus_goes_into_the_bag() -> None:
    carrier = board(boat=1, pirate=4, crew="RBY")
    table = Sitting(position(carrier, board(), phase="move_draw")).draws("WW").moves("order B/W")
    assert table.centre() == ""
    assert (table.in_bag("R"), table.in_bag("Y")) == (10, 10)

    victim = board(dice=FINISHED, boat=2, fleet="RBY"[:2])
    table = attack(board(dice="-/-/-/ABCDE/-"), victim, action="board", ranks="0")
    table.moves("seize 1 chest R")
    assert (table.ship(1).boat, table.area(1, "fleet"), table.centre()) == (1, "B", "")


def test_at_31_two_players_raid_moves_pirates() -> None:
    table = attack(board(dice="-/-/-/-/ABCDE"), board(dice="ABCD/-/-/-/E", crew="R"), action="raid", ranks="0")
    table.moves("seize 1 chest R")
    assert [(ship.boat, ship.pirate) for ship in table.state.ships] == [(3, 2), (3, 2)]
    assert table.area(0, "island") == "R"


def test_at_32_equal_points_share_the_victory() -> None:
    table = Sitting(position(board(port="RRRRRR"), board(port="BBBBBB"), board(), phase="over", coins="1,1,0"))
    assert table.result.winners == (0, 1)
