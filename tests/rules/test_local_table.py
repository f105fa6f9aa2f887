"""The local table: what it answers, what it shows to whom, and what it may imagine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.tinygames import HARBOUR, MUTINY, RACE, SCREENS, TINY_GAMES
from tests.tinygames.harbour import Do
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.rules.answer import DONE, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import PILE, Chance, Deal, Look, Mix, Move, Moves, Open, Over, Roll, Together, Turn, deciders
from tortuga_p2p.rules.game import View
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable, play_out
from tortuga_p2p.testing.damage import pick


def harbour(seats: int = 2, seed: int = 1) -> LocalTable[Any]:
    """A harbour where everything lies in the pile, mixed: crates 0 to 3, flags 6 to 9."""
    table = LocalTable.new(HARBOUR, seats, {}, SeededDraw(seed))
    table.step()
    table.step()
    assert table.ask == Turn(0)
    return table


def does(table: LocalTable[Any], *data: int) -> Any:
    """The seat whose turn it is chooses this, and the table carries it out."""
    assert isinstance(table.ask, Turn)
    table.step({table.ask.seat: Move(data)})
    return table.step()


def plays(table: LocalTable[Any], move: Move) -> Any:
    assert isinstance(table.ask, Turn)
    return table.step({table.ask.seat: move})


# --- answers ---------------------------------------------------------------------------------------------------


def test_chance_is_drawn_below_every_bound() -> None:
    seen = set()
    for seed in range(200):
        table = LocalTable.new(RACE, 2, {}, SeededDraw(seed))
        table.step()
        table.step({deciders(table.ask)[0]: Move((1,))})
        assert table.ask == Chance((6, 2))
        answer = table.step()
        assert isinstance(answer, Drawn)
        seen.add(answer.values)
    assert seen == {(die, coin) for die in range(6) for coin in range(2)}


def test_dice_are_shown_to_their_roller_alone() -> None:
    table = LocalTable.new(SCREENS, 3, {}, SeededDraw(1))
    assert isinstance(table.ask, Roll)
    assert table.step() is DONE
    assert [set(known) for known in table.known] == [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]
    assert all(known[handle] == table.faces[handle] for known in table.known for handle in known)


def test_a_mixed_pile_holds_every_copy_and_nobody_knows_where() -> None:
    table = harbour()
    for kind, handles in (("crates", range(4)), ("flags", range(6, 10))):
        faces = Counter(table.faces[handle] for handle in handles)
        assert faces == Counter(HARBOUR.piles[kind].faces)
    assert table.known == ({}, {})


def test_every_order_of_a_mixed_pile_comes_up() -> None:
    orders = Counter(tuple(harbour(seed=seed).faces[handle] for handle in range(6, 10)) for seed in range(300))
    assert len(orders) == 6  # two flags of each of two colours
    assert min(orders.values()) >= 25


def test_a_dealt_thing_is_seen_by_its_new_owner_alone() -> None:
    table = harbour()
    assert does(table, Do.DRAW, 3) is DONE
    assert table.known == ({3: table.faces[3]}, {})


def test_looking_shows_and_moves_nothing() -> None:
    table = harbour()
    does(table, Do.PEEK, 3)
    does(table, Do.PEEK, 3)
    assert table.known[0] == table.known[1] == {3: table.faces[3]}
    assert table.state.place[3] == PILE


@pytest.mark.parametrize("by_a_move", [True, False])
def test_whoever_receives_a_thing_sees_it_and_the_giver_remembers(by_a_move: bool) -> None:
    table = harbour()
    does(table, Do.DRAW, 3)
    if by_a_move:
        plays(table, Move((Do.REST,)))
        plays(table, Move((Do.HAND,), (), ((3, 1),)))
    else:
        does(table, Do.TAKE, 3)
    assert table.known[0] == table.known[1] == {3: table.faces[3]}


def test_a_thing_given_to_a_pile_is_seen_by_nobody_new() -> None:
    table = harbour()
    does(table, Do.DRAW, 3)
    plays(table, Move((Do.REST,)))
    plays(table, Move((Do.HAND,), (), ((3, PILE),)))
    assert table.known == ({3: table.faces[3]}, {})


def test_mixing_makes_everybody_forget() -> None:
    table = harbour()
    does(table, Do.DRAW, 3)
    plays(table, Move((Do.REST,)))
    plays(table, Move((Do.HAND,), (), ((3, PILE),)))
    does(table, Do.STIR, 0)
    assert table.known == ({}, {})


def test_whoever_mixes_his_own_hand_alone_knows_it_afterwards() -> None:
    table = harbour()
    does(table, Do.DRAW, 0)
    does(table, Do.PEEK, 0)
    does(table, Do.DRAW, 1)
    plays(table, Move((Do.REST,)))
    before = Counter(table.known[0].values())
    does(table, Do.MINGLE, 0)
    assert set(table.known[0]) == {4, 5}
    assert Counter(table.known[0].values()) == before
    assert table.known[1] == {}


def test_an_opening_shows_the_true_faces() -> None:
    table = harbour()
    face = table.faces[2]
    assert does(table, Do.FLIP, 2) == Opened((face,))
    does(table, Do.DRAW, 3)
    plays(table, Move((Do.REST,)))
    assert plays(table, Move((Do.PLAY,), (3,))) == Moved(Move((Do.PLAY,), (3,)), (table.faces[3],))


def test_a_refused_choice_changes_nothing() -> None:
    table = harbour()
    does(table, Do.DRAW, 3)
    state, known = table.state, [dict(memory) for memory in table.known]
    for move in (Move((Do.HAND,), (), ((3, 1),)), Move((Do.PLAY,), (3,)), Move((Do.PLAY,), (77,)), Move(())):
        with pytest.raises(IllegalMove):
            plays(table, move)
    assert table.state == state
    assert list(table.known) == known


def test_choices_belong_to_an_ask_that_has_deciders() -> None:
    table = harbour()
    with pytest.raises(AssertionError, match="needs its seat's move"):
        table.step()
    together = LocalTable.new(SCREENS, 2, {}, SeededDraw(1))
    together.step()
    with pytest.raises(AssertionError, match="needs every seat's move"):
        together.step()


def test_nothing_follows_the_end() -> None:
    table = LocalTable.new(RACE, 2, {}, SeededDraw(1))
    end = play_out(table, lambda seat, moves: moves[-1])
    assert end == table.ask
    with pytest.raises(AssertionError, match="over"):
        table.step()


# --- whole games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_a_seat_knows_exactly_what_it_was_shown(game: Any) -> None:
    for seed in range(20):
        seats = 2 + seed % 4
        table, draw = LocalTable.new(game, seats, {}, SeededDraw(seed)), SeededDraw(seed, "choices")
        places = ThingPlaces(seats, game.piles)
        while not isinstance(table.ask, Over):
            ask = table.ask
            places.take(ask, table.step({seat: pick(table.moves(seat), draw) for seat in deciders(ask)}))
            for seat, known in enumerate(table.known):
                seen = {handle for handle, seats in places.seen.items() if seat in seats}
                assert seen == set(known) & set(places.at)  # opened things may be remembered: they are public
                assert all(known[handle] == table.faces[handle] for handle in seen)


def test_play_out_asks_nobody_who_has_no_choice() -> None:
    asked = []
    table = LocalTable.new(RACE, 3, {}, SeededDraw(3))

    def choose(seat: int, moves: Moves) -> Move:
        asked.append(len(moves))
        return pick(moves, SeededDraw(len(asked)))

    assert isinstance(play_out(table, choose), Over)
    assert set(asked) == {2}


def test_play_out_plays_sealed_choices_too() -> None:
    table = LocalTable.new(SCREENS, 3, {}, SeededDraw(3))
    assert isinstance(play_out(table, lambda seat, moves: moves[0]), Over)


def test_a_view_holds_what_the_seat_knows_and_a_spectator_knows_nothing() -> None:
    table = harbour()
    does(table, Do.DRAW, 3)
    assert table.view(0) == View(table.state, 0, {3: table.faces[3]})
    assert table.view(None) == View(table.state, None, {})


# --- imagined tables -------------------------------------------------------------------------------------------


def reach(kind: type, game: Any, seats: int = 3, seed: int = 1) -> LocalTable[Any]:
    """The first moment in a random game when it waits for this."""
    table, draw = LocalTable.new(game, seats, {}, SeededDraw(seed)), SeededDraw(seed, "choices")
    while not isinstance(table.ask, kind):
        table.step({seat: pick(table.moves(seat), draw) for seat in deciders(table.ask)})
    return table


def imagined(table: LocalTable[Any], seat: int, seed: int) -> LocalTable[Any]:
    seats = len(table.known)
    return LocalTable.imagined(table.game, table.state, seats, seat, table.known[seat], SeededDraw(seed))


def test_an_imagined_table_keeps_what_the_seat_knows() -> None:
    table = reach(Together, MUTINY)
    for seed in range(20):
        world = imagined(table, 1, seed)
        assert world.known[1] == {handle: table.known[1][handle] for handle in MUTINY.shown(table.state, 1)}
        assert Counter(world.faces.values()) == Counter(MUTINY.piles["votes"].faces)


def test_imagined_tables_differ_in_what_the_seat_has_not_seen() -> None:
    table = reach(Together, SCREENS)
    worlds = [imagined(table, 0, seed) for seed in range(200)]
    assert {world.faces[3] for world in worlds} == set(range(6))
    assert {world.faces[5] for world in worlds} == {0, 1}
    assert all(world.known[1][3] == world.faces[3] for world in worlds)
    assert all(set(world.known[1]) == {3, 4, 5} for world in worlds)


def test_an_imagined_table_forgets_what_was_put_away() -> None:
    table = reach(Together, SCREENS)
    table.step({seat: table.moves(seat)[0] for seat in (0, 1, 2)})
    assert table.known[0]  # dice that lie there from the last roll
    assert imagined(table, 0, 1).known[0] == {}


@pytest.mark.parametrize("kind", [Mix, Deal, Look, Open, Together])
def test_an_imagined_table_plays_to_the_end(kind: type) -> None:
    for seat in range(3):
        world = imagined(reach(kind, MUTINY), seat, seat)
        assert isinstance(play_out(world, lambda seat, moves: moves[0]), Over)


# --- somebody leaves -------------------------------------------------------------------------------------------


def followed(seats: int, seed: int, *chosen: tuple[int, ...]) -> tuple[LocalTable[Any], ThingPlaces]:
    """A harbour in which these things were done in turn, and what lies where in it."""
    table, places = LocalTable.new(HARBOUR, seats, {}, SeededDraw(seed)), ThingPlaces(seats, HARBOUR.piles)
    moves = iter(chosen)
    while True:
        ask = table.ask
        data = next(moves, None) if isinstance(ask, Turn) else ()
        if data is None:
            return table, places
        places.take(ask, table.step({ask.seat: Move(data)} if isinstance(ask, Turn) else None))


def things(places: ThingPlaces, kind: str, *, hidden_in: int | None = None) -> list[int]:
    return [
        handle
        for handle, name in sorted(places.kind.items())
        if name == kind and (hidden_in is None or places.at[handle] == hidden_in)
    ]


def test_the_goods_of_whoever_leaves_lie_in_the_pile_and_nothing_of_their_kind_is_lost() -> None:
    table, places = followed(3, 1, (Do.DRAW, 0), (Do.DRAW, 1), (Do.PEEK, 2))
    mine, faces = dict(table.known[0]), {handle: table.faces[handle] for handle in things(places, "crates")}
    table.leave(1, places)
    assert {handle: places.at[handle] for handle in faces} == {0: 0, 1: PILE, 2: PILE, 3: PILE}
    assert sorted(table.faces[handle] for handle in faces) == sorted(faces.values())
    assert table.known == (mine, {}, {}), "a hand stays; what was seen in the pile is void"
    assert table.state.gone == 0b010


def test_what_lies_in_a_pile_gets_a_new_order_when_somebody_leaves() -> None:
    orders = set()
    for seed in range(80):
        table, places = followed(3, seed)
        before = {handle: table.faces[handle] for handle in things(places, "crates")}
        table.leave(2, places)
        orders.add(tuple(before[handle] == table.faces[handle] for handle in before))
    assert {(True,) * 4} < orders


def test_a_pile_of_things_that_are_alike_is_drawn_anew_from_all_that_are_hidden() -> None:
    """Nobody could find the lost ones: a face that somebody holds may lie in the new pile as well."""
    found = Counter[tuple[int, ...]]()
    for seed in range(200):
        table, places = followed(3, seed, (Do.DRAW, 6), (Do.DRAW, 7))
        held = table.known[0][6]
        table.leave(1, places)
        assert table.known[0] == {6: held}
        pile = things(places, "flags", hidden_in=PILE)
        assert pile == [7, 8, 9], "as many as were lost, under the handles they had"
        found[(held, *sorted(table.faces[handle] for handle in pile))] += 1
    assert set(found) == {(held, *rest) for held in (5, 6) for rest in ((5, 5, 6), (5, 6, 6))}


def test_dice_go_with_their_roller() -> None:
    table, places = LocalTable.new(SCREENS, 3, {}, SeededDraw(3)), ThingPlaces(3, SCREENS.piles)
    places.take(table.ask, table.step())
    table.leave(0, places)
    assert sorted(table.faces) == [3, 4, 5, 6, 7, 8]
    assert (table.known[0], table.ask) == ({}, Together((1, 2)))
    assert sorted(table.known[1]) == [3, 4, 5]


def test_a_table_that_all_but_one_have_left_is_over() -> None:
    table, places = LocalTable.new(RACE, 3, {}, SeededDraw(1)), ThingPlaces(3, RACE.piles)
    table.leave(2, places)
    assert table.ask == Chance((2,))
    table.leave(0, places)
    assert isinstance(table.ask, Over)
    assert table.ask.result.winners == (1,)
