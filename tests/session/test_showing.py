"""Showing hidden things: who has to do what, what is refused, and who can read it afterwards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.refusal import refused
from tests.session.bench import POINT, Bench
from tests.tinygames import HARBOUR, SCREENS
from tests.tinygames.harbour import Do
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.answer import Opened
from tortuga_p2p.rules.ask import PILE, Deal, Look, Move, Open
from tortuga_p2p.session import showing
from tortuga_p2p.session.ledger import Die, Hidden, place_of
from tortuga_p2p.session.message import Remask, Show
from tortuga_p2p.session.showing import Duties


def harbour(*moves: Move) -> Bench:
    bench = Bench.make(HARBOUR, 3).until("move")
    for move in moves:
        bench.move(move)
    return bench


def served() -> Bench:
    """Everybody has been dealt a card; the next one is to decide."""
    return harbour(Move((Do.SERVE,))).until("move")


def in_hand_of(bench: Bench, seat: int) -> int:
    return next(handle for handle, thing in bench.table.things.items() if place_of(thing) == seat)


def in_the_pile(bench: Bench) -> list[int]:
    return [handle for handle, thing in bench.table.things.items() if place_of(thing) == PILE]


# --- who has to do what ---


def test_dealt_from_a_pile_everybody_but_the_receiver_takes_the_lock_off() -> None:
    bench = harbour(Move((Do.SERVE,)))
    assert isinstance(bench.table.ask, Deal)
    dealt = {hand.seat: hand.handles for hand in bench.table.ask.hands}
    for seat in range(3):
        others = tuple(handle for other, handles in dealt.items() if other != seat for handle in handles)
        assert showing.duties(bench.table, seat) == Duties(others, (), ())


def test_shown_out_of_a_hand_its_owner_alone_makes_a_copy() -> None:
    bench = served()
    (viewer,) = bench.speakers
    owner = (viewer + 1) % 3
    handle = in_hand_of(bench, owner)
    bench.move(Move((Do.PEEK, handle)))
    assert isinstance(bench.table.ask, Look)
    assert bench.speakers == (owner,)
    assert showing.duties(bench.table, owner) == Duties((), ((handle, viewer),), ())


def test_opened_in_a_pile_everybody_speaks_opened_in_a_hand_its_owner() -> None:
    bench = served()
    bench.move(Move((Do.SHOWDOWN,)))
    assert isinstance(bench.table.ask, Open)
    things = bench.table.things
    pile = tuple(handle for handle in bench.table.ask.handles if place_of(things[handle]) == PILE)
    assert len(pile) == 1
    for seat in range(3):
        own = tuple(handle for handle in bench.table.ask.handles if place_of(things[handle]) in (PILE, seat))
        assert showing.duties(bench.table, seat) == Duties(own, (), ())


def test_dice_are_opened_by_their_owners() -> None:
    bench = Bench.make(SCREENS, 2).until("show")
    assert isinstance(bench.table.ask, Open)
    for seat in bench.speakers:
        own = tuple(handle for handle in bench.table.ask.handles if place_of(bench.table.things[handle]) == seat)
        assert showing.duties(bench.table, seat) == Duties((), (), own)


# --- who can read it afterwards ---


def test_a_card_that_is_dealt_is_read_by_its_owner_alone() -> None:
    bench = harbour(Move((Do.SERVE,)))
    assert isinstance(bench.table.ask, Deal)
    hands = {hand.seat: hand.handles for hand in bench.table.ask.hands}
    bench.close()
    for seat, (handle,) in hands.items():
        assert place_of(bench.table.things[handle]) == seat
        assert [handle in known for known in bench.known] == [other == seat for other in range(3)]


def test_a_look_moves_nothing_and_is_told_to_one() -> None:
    bench = harbour()
    (viewer,) = bench.speakers
    handle = in_the_pile(bench)[0]
    bench.move(Move((Do.PEEK, handle)))
    bench.close()
    assert place_of(bench.table.things[handle]) == PILE
    assert [handle in known for known in bench.known] == [seat == viewer for seat in range(3)]


def test_a_look_and_an_opening_show_the_same_face() -> None:
    bench = harbour()
    (viewer,) = bench.speakers
    handle = in_the_pile(bench)[0]
    bench.move(Move((Do.PEEK, handle)))
    bench.close()
    seen = bench.known[viewer][handle]
    bench.move(Move((Do.FLIP, handle)))
    shown = {seat: bench.check(seat, bench.words(seat)) for seat in bench.speakers}
    _, answer = showing.close(bench.table, shown)
    assert answer == Opened((seen,))


def test_what_is_opened_is_hidden_no_more_and_lies_in_the_open() -> None:
    bench = served()
    bench.move(Move((Do.SHOWDOWN,)))
    assert isinstance(bench.table.ask, Open)
    handles, before = bench.table.ask.handles, sum(map(len, bench.table.loose.values()))
    bench.close()
    assert not set(handles) & bench.table.things.keys()
    assert sum(map(len, bench.table.loose.values())) == before + len(handles)
    assert all(list(cards) == sorted(cards) for cards in bench.table.loose.values())
    assert not any(handle in known for handle in handles for known in bench.known), "there is nothing to remember"


# --- masked anew ---


def test_what_one_has_seen_in_a_pile_the_next_viewer_masks_anew_first() -> None:
    """Otherwise the shares of both looks together would open it for every spectator."""
    bench = harbour()
    (first,) = bench.speakers
    handle = in_the_pile(bench)[0]
    bench.move(Move((Do.PEEK, handle)))
    assert bench.kind == "show", "nobody has seen it yet"
    bench.close()
    thing = bench.table.things[handle]
    assert isinstance(thing, Hidden)
    assert thing.shared == frozenset({0, 1, 2} - {first})
    (second,) = bench.until("move").speakers
    bench.move(Move((Do.PEEK, handle)))
    assert (bench.kind, bench.speakers) == ("remask", (second,))
    bench.close()
    masked = bench.table.things[handle]
    assert isinstance(masked, Hidden)
    assert (bench.kind, masked.shared) == ("show", frozenset())
    assert masked.card != thing.card
    bench.close()
    assert bench.known[second][handle] == bench.known[first][handle]


def test_masked_anew_is_the_same_card_and_as_many_as_were_seen() -> None:
    bench = harbour()
    handle = in_the_pile(bench)[0]
    bench.move(Move((Do.PEEK, handle)))
    bench.until("move").move(Move((Do.PEEK, handle)))
    (seat,) = bench.speakers
    said = bench.words(seat)
    bench.check(seat, said)
    for wrong, code in (
        (Remask(()), Code.WRONG_COUNT),
        (Remask(said.cards * 2), Code.WRONG_COUNT),
        (Remask((replace(said.cards[0], card=POINT * 2),)), Code.BAD_REMASK),
        (Remask((replace(said.cards[0], proof=said.cards[0].proof[:-1] + b"\x01"),)), Code.BAD_REMASK),
    ):
        with refused(code):
            bench.check(seat, wrong)


# --- refused ---


def test_shares_are_of_these_cards_in_this_order() -> None:
    bench = harbour(Move((Do.SERVE,)))
    seat = bench.speakers[0]
    said = bench.words(seat)
    bench.check(seat, said)
    first, second = said.shares[:33], said.shares[33:]
    for shares, code in (
        (second + first, Code.BAD_SHARE),
        (first + POINT, Code.BAD_SHARE),
        (first, Code.WRONG_COUNT),
        (said.shares + POINT, Code.WRONG_COUNT),
        (b"", Code.WRONG_COUNT),
    ):
        with refused(code):
            bench.check(seat, replace(said, shares=shares))
    with refused(Code.BAD_SHARE):
        showing.check(bench.table.change(step=bench.table.step + 1), seat, said)
    with refused(Code.BAD_SHARE):
        bench.check((seat + 1) % 3, said)


@pytest.mark.parametrize(
    "changes",
    [{"shares": POINT}, {"proof": bytes(64)}, {"dice": (bytes(64),)}],
    ids=lambda changes: next(iter(changes)),
)
def test_who_makes_a_copy_gives_nothing_else(changes: dict[str, object]) -> None:
    bench = served()
    (viewer,) = bench.speakers
    bench.move(Move((Do.PEEK, in_hand_of(bench, (viewer + 1) % 3))))
    (owner,) = bench.speakers
    said = bench.words(owner)
    bench.check(owner, said)
    with refused(Code.WRONG_COUNT):
        bench.check(owner, replace(said, **changes))
    for copies in ((), said.copies * 2):
        with refused(Code.WRONG_COUNT):
            bench.check(owner, replace(said, copies=copies))
    with refused(Code.BAD_READING_COPY):
        bench.check(owner, replace(said, copies=(replace(said.copies[0], card=POINT * 2),)))


def test_who_opens_dice_opens_all_that_are_due_and_nothing_else() -> None:
    bench = Bench.make(SCREENS, 2).until("show")
    seat = bench.speakers[0]
    said = bench.words(seat)
    bench.check(seat, said)
    opening = said.dice[0]
    due = [thing for thing in bench.table.things.values() if isinstance(thing, Die) and thing.seat == seat]
    for wrong, code in (
        (Show(b"", b"", (), ()), Code.WRONG_COUNT),
        (Show(b"", b"", (), said.dice * 2), Code.WRONG_COUNT),
        (Show(POINT, b"", (), said.dice), Code.WRONG_COUNT),
        (Show(b"", b"", (), (opening[:32] + bytes([opening[32] ^ 1]) + opening[33:],)), Code.BAD_OPENING),
        (Show(b"", b"", (), showing.open_dice(bench.owns[1 - seat], due)), Code.BAD_OPENING),
    ):
        with refused(code):
            bench.check(seat, wrong)
