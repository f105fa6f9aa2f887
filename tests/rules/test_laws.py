"""Every law of the table language, kept and broken."""

from __future__ import annotations

import pytest

from tortuga_p2p.rules.answer import DONE, UNOPENED, AllMoved, Answer, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import (
    PILE,
    Ask,
    Chance,
    Deal,
    Dice,
    Give,
    Hand,
    Look,
    Mix,
    MixHands,
    Move,
    Open,
    Over,
    OwnMix,
    Pile,
    Result,
    Roll,
    Seat,
    Together,
    Turn,
)
from tortuga_p2p.rules.laws import LawBroken, ThingPlaces

PILES = {"cards": Pile((1, 1, 2, 3, 4), alike=True), "coins": Pile((7, 8), alike=False)}
ALL = (0, 1, 2)
SHUFFLE = Mix("cards", (), (1, 1, 2, 3), (10, 11, 12, 13), ALL)
COINS = Mix("coins", (), (7, 8), (20, 21), ALL)
ROLL = Roll((Dice(0, (0, 1), (6, 6)), Dice(2, (2,), (2,))))
DEAL = Deal((Hand(0, (10, 11)), Hand(1, (12,))))


def table(*asks: Ask) -> ThingPlaces:
    """Three seats, where these things were asked and done."""
    places = ThingPlaces(3, PILES)
    for ask in asks:
        answered(places, ask)
    return places


def answered(places: ThingPlaces, ask: Ask, answer: Answer = DONE) -> None:
    places.check_ask(ask)
    places.take(ask, answer)


KEPT: list[tuple[tuple[Ask, ...], Ask]] = [
    ((), Turn(2)),
    ((), Together((0, 2))),
    ((), Chance((2, 6))),
    ((), ROLL),
    ((ROLL,), ROLL),  # dice are rolled again under the same handles
    ((), SHUFFLE),
    ((SHUFFLE,), Mix("cards", (10, 11), (), (10, 30), ALL)),  # a part of a pile; a handle kept, another new
    ((SHUFFLE,), Mix("cards", (10,), (4,), (10, 14), ALL)),  # hidden and public things together
    ((SHUFFLE,), DEAL),
    ((SHUFFLE,), Look((Hand(0, (10,)), Hand(1, (11,))))),
    ((SHUFFLE, DEAL), Look((Hand(2, (10,)),))),  # into another's hand
    ((SHUFFLE, DEAL), Look((Hand(0, (10,)),))),  # into one's own
    ((SHUFFLE, DEAL), Give(((10, PILE), (11, 2), (12, 0)))),
    ((SHUFFLE, DEAL, ROLL), Open((10, 13, 0))),
    ((), Over(Result((5, 1, 5), (0, 2)))),
    ((), Over(Result((5, 1, 5), ()))),  # nobody wins
    ((), Over(Result((5, 1, 5), (0, 2), (0, 1, 0)))),  # a side wins
    ((), Over(Result((5, 1, 5), (), (0, 1, 0)))),
    ((), Over(Result((5, 1, 5), (0, 1, 2), (0, 1, 0)))),  # all sides share the victory
    ((SHUFFLE, DEAL), MixHands("cards", (OwnMix(0, (10, 11), (30, 31)),))),
]


@pytest.mark.parametrize(("before", "ask"), KEPT)
def test_a_lawful_ask_passes(before: tuple[Ask, ...], ask: Ask) -> None:
    answered(table(*before), ask)


BROKEN: list[tuple[tuple[Ask, ...], Ask, str]] = [
    ((), Turn(3), "at the table"),
    ((), Turn(-1), "at the table"),
    ((), Together(()), "names a seat"),
    ((), Together((1, 0)), "ascend"),
    ((), Together((1, 1)), "ascend"),
    ((), Chance(()), "bounds"),
    ((), Chance((6, 1)), "bounds"),
    ((), Roll(()), "names a seat"),
    ((), Roll((Dice(0, (), ()),)), "a handle and a bound"),
    ((), Roll((Dice(0, (0, 1), (6,)),)), "a handle and a bound"),
    ((), Roll((Dice(0, (0,), (1,)),)), "two faces or more"),
    ((), Roll((Dice(0, (0, 0), (6, 6)),)), "stands twice"),
    ((), Roll((Dice(0, (0,), (6,)), Dice(1, (0,), (6,)))), "stands twice"),
    ((), Roll((Dice(0, (-1,), (6,)),)), "never negative"),
    ((ROLL,), Roll((Dice(1, (0,), (6,)),)), "another seat's"),
    ((SHUFFLE,), Roll((Dice(0, (10,), (6,)),)), "no other thing's handle"),
    ((), Mix("hats", (), (1, 2), (1, 2), ALL), "no pile"),
    ((), Mix("cards", (), (1,), (10,), ALL), "two things or more"),
    ((), Mix("cards", (), (1, 2), (10, 11, 12), ALL), "two things or more"),
    ((), Mix("cards", (), (1, 2), (10, 10), ALL), "stands twice"),
    ((SHUFFLE,), Mix("cards", (10, 10), (), (10, 11), ALL), "stands twice"),
    ((SHUFFLE,), Mix("cards", (10, 11), (), (10, 12), ALL), "still names another"),
    ((ROLL,), Mix("cards", (), (1, 2), (0, 9), ALL), "still names another"),
    ((), Mix("cards", (), (1, 9), (10, 11), ALL), "lie in the open"),
    ((), Mix("cards", (), (2, 2), (10, 11), ALL), "lie in the open"),
    ((SHUFFLE,), Mix("cards", (), (1, 4), (30, 31), ALL), "lie in the open"),
    ((), Mix("cards", (), (1, 2), (10, 11), (0, 1)), "mixed by everybody"),
    ((), Mix("cards", (), (1, 2), (10, 11), ()), "mixed by everybody"),
    ((SHUFFLE, DEAL), Mix("cards", (10, 11), (), (10, 11), (0,)), "mixed by everybody"),
    ((SHUFFLE, DEAL), Mix("cards", (10, 11), (), (10, 11), ALL), "in the pile that is mixed"),
    ((), Mix("cards", (10, 11), (), (10, 11), ALL), "in the pile that is mixed"),
    ((SHUFFLE, COINS), Mix("cards", (10, 20), (), (10, 20), ALL), "another pile"),
    ((SHUFFLE,), Deal(()), "names a seat"),
    ((SHUFFLE,), Deal((Hand(0, ()),)), "names a thing"),
    ((SHUFFLE,), Deal((Hand(0, (10,)), Hand(1, ()))), "gets something"),
    ((SHUFFLE,), Deal((Hand(0, (10,)), Hand(1, (10,)))), "stands twice"),
    ((SHUFFLE,), Deal((Hand(0, (99,)),)), "not a hidden thing"),
    ((SHUFFLE, DEAL), DEAL, "where the ask takes it from"),
    ((SHUFFLE,), Look((Hand(1, (10,)), Hand(0, (11,)))), "ascend"),
    ((SHUFFLE,), Look((Hand(0, (10,)), Hand(1, ()))), "sees something"),
    ((ROLL,), Look((Hand(1, (0,)),)), "nobody looks at a die"),
    ((SHUFFLE, DEAL), Give(()), "names a thing"),
    ((SHUFFLE,), Give(((10, 0),)), "in a hand"),
    ((ROLL,), Give(((0, 1),)), "never given"),
    ((SHUFFLE, DEAL), Give(((10, 0),)), "somewhere else"),
    ((SHUFFLE, DEAL), Give(((10, 3),)), "somewhere else"),
    ((SHUFFLE, DEAL), Give(((10, -2),)), "somewhere else"),
    ((SHUFFLE, DEAL), Give(((10, 1), (10, 2))), "stands twice"),
    ((), Open(()), "names a thing"),
    ((SHUFFLE,), Open((10, 10)), "stands twice"),
    ((), Open((10,)), "not a hidden thing"),
    ((), Over(Result((1, 2), (1,))), "every seat its points"),
    ((), Over(Result((1, 2, 3), (0,), (0, 1))), "its side, or none"),
    ((SHUFFLE, DEAL), MixHands("cards", (OwnMix(0, (10,), (10,)),)), "two things or more"),
    ((SHUFFLE, DEAL), MixHands("cards", ()), "names a seat"),
    ((SHUFFLE,), MixHands("cards", (OwnMix(0, (10, 11), (10, 11)),)), "in the hand that is mixed"),
    ((SHUFFLE, DEAL), MixHands("cards", (OwnMix(0, (10, 11), (10, 13)),)), "still names another"),
    ((), Over(Result((1, 2, 3), (3,))), "at the table"),
    ((), Over(Result((5, 1, 5), (0,), (0, 1, 0))), "a side wins as one"),
    ((), Over(Result((5, 1, 5), (0,), (0, 1))), "every seat its side"),
]


@pytest.mark.parametrize(("before", "ask", "words"), BROKEN)
def test_an_ask_that_no_table_could_answer_is_caught(before: tuple[Ask, ...], ask: Ask, words: str) -> None:
    places = table(*before)
    with pytest.raises(LawBroken, match=words):
        places.check_ask(ask)


def test_a_handle_once_rolled_is_never_a_card() -> None:
    places = table(ROLL)
    answered(places, Open((0, 1)), Opened((3, 4)))
    with pytest.raises(LawBroken, match="names a die"):
        places.check_ask(Mix("cards", (), (1, 2), (0, 9), ALL))


# --- moves -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "move"),
    [
        (2, Move((1, 2, 3))),
        (0, Move((), (10, 0), ((11, PILE),))),
        (1, Move((), (), ((12, 0),))),
    ],
)
def test_a_lawful_move_passes(seat: Seat, move: Move) -> None:
    table(SHUFFLE, DEAL, ROLL).check_move(seat, move)


@pytest.mark.parametrize(
    ("seat", "move", "words"),
    [
        (0, Move((), (12,)), "own things"),
        (0, Move((), (13,)), "own things"),
        (0, Move((), (99,)), "own things"),
        (1, Move((), (0,)), "own things"),
        (1, Move((), (), ((10, PILE),)), "own things"),
        (0, Move((), (10, 10)), "twice"),
        (0, Move((), (10,), ((10, PILE),)), "twice"),
        (0, Move((), (), ((10, 0),)), "somewhere else"),
        (0, Move((), (), ((10, 3),)), "somewhere else"),
        (0, Move((), (), ((0, PILE),)), "never given"),
    ],
)
def test_a_move_that_touches_the_wrong_thing_is_caught(seat: Seat, move: Move, words: str) -> None:
    with pytest.raises(LawBroken, match=words):
        table(SHUFFLE, DEAL, ROLL).check_move(seat, move)


def test_moves_made_at_once_cannot_use_what_the_other_gives() -> None:
    places = table(SHUFFLE, DEAL)
    gift, use = Moved(Move((), (), ((10, 1),))), Moved(Move((), (10,)), (1,))
    with pytest.raises(LawBroken, match="own things"):
        places.take(Together((0, 1)), AllMoved((gift, use)))


# --- where things are, and who saw them ------------------------------------------------------------------------


def test_things_go_where_they_are_put() -> None:
    places = table(SHUFFLE, DEAL)
    assert places.at == {10: 0, 11: 0, 12: 1, 13: PILE}
    answered(places, Give(((10, PILE), (12, 2))))
    assert places.at == {10: PILE, 11: 0, 12: 2, 13: PILE}
    places.take(Turn(0), Moved(Move((), (), ((11, 1),))))
    assert places.at[11] == 1
    answered(places, Mix("cards", (10, 13), (), (30, 31), ALL))
    assert places.at == {11: 1, 12: 2, 30: PILE, 31: PILE}


def test_whoever_holds_or_held_or_looked_has_seen_it_until_it_is_mixed() -> None:
    places = table(SHUFFLE, Look((Hand(2, (10,)),)), DEAL)
    assert [sorted(places.seen[handle]) for handle in (10, 11, 13)] == [[0, 2], [0], []]
    answered(places, Give(((10, 1), (11, PILE))))
    assert [sorted(places.seen[handle]) for handle in (10, 11)] == [[0, 1, 2], [0]]
    answered(places, MixHands("cards", (OwnMix(1, (10, 12), (10, 12)),)))
    assert [sorted(places.seen[handle]) for handle in (10, 12)] == [[1], [1]]


def test_an_opened_thing_is_hidden_no_more_and_its_copy_may_be_mixed_again() -> None:
    places = table(SHUFFLE, DEAL)
    assert places.public["cards"] == {4: 1}
    answered(places, Open((10, 13)), Opened((2, UNOPENED)))
    assert places.at == {11: 0, 12: 1, 13: PILE}
    places.take(Turn(0), Moved(Move((), (11,)), (1,)))
    assert places.public["cards"] == {4: 1, 2: 1, 1: 1}
    answered(places, Mix("cards", (13,), (2, 1), (10, 11, 13), ALL))
    assert places.public["cards"] == {4: 1}


def test_an_opened_die_is_gone_until_it_is_rolled_again() -> None:
    places = table(ROLL)
    places.take(Turn(0), Moved(Move((), (1,)), (5,)))
    assert places.at == {0: 0, 2: 2}
    answered(places, ROLL)
    assert places.at == {0: 0, 1: 0, 2: 2}


@pytest.mark.parametrize(
    ("ask", "answer", "words"),
    [
        (Turn(0), Moved(Move((), (10,)), ()), "one face"),
        (Turn(0), Moved(Move((), (10,)), (UNOPENED,)), "is seen"),
        (Turn(0), Moved(Move((), (10,)), (7,)), "a face of its pile"),
        (Turn(0), Moved(Move((), (0,)), (6,)), "one of its faces"),
        (Open((10, 0)), Opened((1,)), "one face"),
        (Open((13,)), Opened((9,)), "a face of its pile"),
    ],
)
def test_an_opening_shows_a_face_that_the_thing_can_have(ask: Ask, answer: Answer, words: str) -> None:
    places = table(SHUFFLE, DEAL, ROLL)
    with pytest.raises(LawBroken, match=words):
        places.take(ask, answer)


def test_public_chance_moves_nothing() -> None:
    places = table(SHUFFLE, DEAL)
    before = dict(places.at)
    answered(places, Chance((6,)), Drawn((3,)))
    assert places.at == before


# --- somebody leaves -------------------------------------------------------------------------------------------


def left(*asks: Ask, gone: int = 1) -> ThingPlaces:
    """Three seats, where these things were asked and done, and then one has left."""
    places = table(*asks)
    places.leave(gone)
    return places


def test_whoever_leaves_takes_no_card_along_and_every_die() -> None:
    places = left(SHUFFLE, DEAL, ROLL, gone=0)
    assert places.at == {10: PILE, 11: PILE, 12: 1, 13: PILE, 2: 2}
    assert places.present == (1, 2)


def test_what_anybody_saw_in_a_pile_is_void_once_somebody_has_left() -> None:
    places = left(SHUFFLE, Look((Hand(2, (13,)),)), DEAL, Look((Hand(1, (10,)), Hand(2, (12,)))))
    assert {handle: sorted(seats) for handle, seats in places.seen.items()} == {10: [0], 11: [0], 12: [], 13: []}


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (Turn(1), "asked nothing"),
        (Together((0, 1)), "asked nothing"),
        (Roll((Dice(1, (7,), (6,)),)), "asked nothing"),
        (Deal((Hand(1, (13,)),)), "asked nothing"),
        (Look((Hand(1, (13,)),)), "asked nothing"),
        (Give(((10, 1),)), "nothing is given to"),
        (Mix("cards", (12, 13), (), (12, 13), ALL), "mixed by everybody"),
        (Over(Result((0, 0, 0), (1,))), "does not win"),
        (Over(Result((0, 0), (0,))), "every seat its points"),
    ],
)
def test_a_seat_that_has_left_is_left_alone(ask: Ask, sentence: str) -> None:
    with pytest.raises(LawBroken, match=sentence):
        left(SHUFFLE, DEAL).check_ask(ask)


def test_those_who_stay_mix_and_go_on() -> None:
    places = left(SHUFFLE, DEAL)
    answered(places, Mix("cards", (12, 13), (), (12, 13), (0, 2)))
    answered(places, Deal((Hand(2, (12,)),)))
    places.check_ask(Over(Result((0, 0, 0), (0, 2))))
    with pytest.raises(LawBroken, match="nothing is given to"):
        places.check_move(0, Move((), (), ((10, 1),)))


def test_nobody_leaves_twice() -> None:
    with pytest.raises(LawBroken, match="at the table"):
        left().leave(1)
