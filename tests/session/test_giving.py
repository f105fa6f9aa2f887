"""Hidden things change hands: who has to speak, what is refused, and who can read them afterwards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.refusal import refused
from tests.session.bench import POINT, Bench
from tests.tinygames import HARBOUR
from tests.tinygames.harbour import Do
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.ask import PILE, Give, Move
from tortuga_p2p.session import giving
from tortuga_p2p.session.ledger import Die, Hidden, place_of
from tortuga_p2p.session.message import HandOver


def passing() -> Bench:
    """Everybody has a card and passes it on, the last one to the pile."""
    bench = Bench.make(HARBOUR, 3).until("move")
    bench.move(Move((Do.SERVE,)))
    bench.move(Move((Do.PASS,)))
    assert isinstance(bench.table.ask, Give)
    return bench


def test_those_who_hold_something_speak_each_of_them_once() -> None:
    bench = passing()
    assert giving.speakers(bench.table) == (0, 1, 2)
    taking = Bench.make(HARBOUR, 3).until("move").move(Move((Do.SERVE,)))
    taking.until("move")
    (taker,) = taking.speakers
    handle = next(one for one, thing in taking.table.things.items() if place_of(thing) not in (taker, PILE))
    holder = place_of(taking.table.things[handle])
    taking.move(Move((Do.TAKE, handle)))
    assert giving.speakers(taking.table) == (holder,)


def test_things_lie_where_they_were_given_and_only_there_they_can_be_read() -> None:
    bench = passing()
    assert isinstance(bench.table.ask, Give)
    gifts, before = dict(bench.table.ask.things), [dict(known) for known in bench.known]
    owner = {handle: place_of(bench.table.things[handle]) for handle in gifts}
    bench.close()
    for handle, place in gifts.items():
        assert place_of(bench.table.things[handle]) == place
        if place != PILE:
            assert bench.known[place][handle] == before[owner[handle]][handle], "the thing that was given"
        third = ({0, 1, 2} - {place, owner[handle]}).pop()
        assert handle not in bench.known[third]
        assert bench.known[owner[handle]][handle] == before[owner[handle]][handle], "nobody forgets what they held"


def test_a_gift_is_the_thing_itself_under_the_key_of_where_it_goes() -> None:
    bench = passing()
    said = bench.words(0)
    (own,) = said.given
    (foreign,) = bench.words(1).given
    for wrong in (replace(own, card=foreign.card), replace(own, card=POINT * 2), foreign):
        with refused(Code.BAD_HAND_OVER):
            bench.check(0, HandOver((wrong,)))
    later = bench.table.change(step=bench.table.step + 1)
    with refused(Code.BAD_HAND_OVER):
        giving.check(later, 0, said)


@pytest.mark.parametrize("count", [0, 2])
def test_as_many_things_as_are_asked_for(count: int) -> None:
    bench = passing()
    with refused(Code.WRONG_COUNT, f"{count} things are handed over, not 1"):
        bench.check(0, HandOver(bench.words(0).given * count))


def test_a_gift_of_one_s_own_to_somebody_else_at_this_table() -> None:
    bench = passing()
    table, slot = bench.table, bench.table.slot(0)
    mine = next(handle for handle, thing in table.things.items() if place_of(thing) == 0)
    foreign = next(handle for handle, thing in table.things.items() if place_of(thing) == 1)
    for gift in ((mine, 0), (mine, 3), (foreign, 2), (99, 1)):
        with refused(Code.NOT_YOURS):
            giving.check_given(table, 0, slot, (gift,), bench.words(0).given)


def test_a_die_is_never_given() -> None:
    bench = passing()
    things = {**bench.table.things, 77: Die(0, 0, 0, 6, bytes(32))}
    table = bench.table.change(things=things)
    with refused(Code.NOT_YOURS, "A die is never given"):
        giving.check_given(table, 0, table.slot(0), ((77, 1),), bench.words(0).given)


def test_a_thing_back_in_the_pile_is_under_everybody_s_lock_and_nobody_s_share() -> None:
    bench = passing()
    assert isinstance(bench.table.ask, Give)
    to_pile = next(handle for handle, place in bench.table.ask.things if place == PILE)
    bench.close()
    thing = bench.table.things[to_pile]
    assert isinstance(thing, Hidden)
    assert (thing.place, thing.shared) == (PILE, frozenset())
    face = next(known[to_pile] for known in bench.known if to_pile in known)
    bench.move(Move((Do.FLIP, to_pile)))
    loose = {pile: list(cards) for pile, cards in bench.table.loose.items()}
    bench.close()
    (opened,) = [one for pile, cards in bench.table.loose.items() for one in set(cards) - set(loose[pile])]
    assert bench.table.agreement.packs[thing.pile].faces[opened] == face
