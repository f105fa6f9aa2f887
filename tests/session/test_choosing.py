"""Decisions: what a deed must carry, what it may not, and what the rules are told of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.refusal import refused
from tests.session.bench import POINT, Bench
from tests.tinygames import HARBOUR, RACE, SCREENS
from tests.tinygames.harbour import Do
from tortuga_p2p.errors import Code, IllegalMove
from tortuga_p2p.rules.answer import AllMoved, Moved
from tortuga_p2p.rules.ask import PILE, Move, Together
from tortuga_p2p.session import choosing
from tortuga_p2p.session.ledger import place_of
from tortuga_p2p.session.message import Gift, Play, Reveal


def with_cards() -> tuple[Bench, int, tuple[int, ...]]:
    """Somebody's turn at the harbour, and the two cards in its hand."""
    bench = Bench.make(HARBOUR, 3).until("move")
    for _ in range(2):
        bench.move(Move((Do.SERVE,)))
    bench.until("move")
    (seat,) = bench.speakers
    return bench, seat, tuple(handle for handle, thing in bench.table.things.items() if place_of(thing) == seat)


def sealed() -> Bench:
    """Everybody has sealed a choice and is about to reveal it."""
    return Bench.make(SCREENS, 3).until("reveal")


# --- our own player ---


def test_our_own_player_cannot_show_or_give_what_he_does_not_know() -> None:
    bench, seat, (first, _) = with_cards()
    choosing.check_own(bench.table, seat, Move((Do.PLAY,), (first,)), bench.known[seat])
    foreign = next(handle for handle in bench.table.things if handle not in bench.known[seat])
    for move in (Move((Do.PLAY,), (foreign,)), Move((Do.HAND,), (), ((foreign, PILE),)), Move((Do.PLAY,), (99,))):
        with pytest.raises(IllegalMove, match="do not hold"):
            choosing.check_own(bench.table, seat, move, bench.known[seat])
    known_before_it_was_opened = {**bench.known[seat], 99: 0}
    with pytest.raises(IllegalMove, match="do not hold"):
        choosing.check_own(bench.table, seat, Move((Do.PLAY,), (99,)), known_before_it_was_opened)


def test_our_own_player_is_held_to_the_rules_before_anything_is_said() -> None:
    bench, seat, cards = with_cards()
    with pytest.raises(IllegalMove, match="Nobody at the harbour"):
        choosing.check_own(bench.table, seat, Move((Do.PLAY,), cards), bench.known[seat])


# --- a move in the open ---


def test_the_rules_are_told_the_faces_in_the_order_in_which_they_were_named() -> None:
    bench, seat, cards = with_cards()
    for card in cards:
        deed = bench.check(seat, bench.words(seat, Move((Do.PLAY,), (card,))))
        assert deed.moved == Moved(Move((Do.PLAY,), (card,)), (bench.known[seat][card],))


def test_a_deed_of_two_cards_gives_each_its_own_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the harbour allow one at a time; what is proved does not depend on it."""
    bench, seat, cards = with_cards()
    monkeypatch.setattr(type(bench.table.agreement.game), "check_move", lambda self, state, seat, moved: None)
    for order in (cards, cards[::-1]):
        deed = choosing.make_deed(bench.table, bench.owns[seat], seat, Move((), order))
        assert bench.check(seat, Play(deed)).moved.faces == tuple(bench.known[seat][card] for card in order)


def test_opened_and_given_cards_are_where_they_went() -> None:
    bench, seat, (first, second) = with_cards()
    other = (seat + 1) % 3
    before = bench.table.loose
    bench.move(Move((Do.TRADE,), (first,), ((second, other),)))
    assert first not in bench.table.things
    assert place_of(bench.table.things[second]) == other
    assert sum(map(len, bench.table.loose.values())) == sum(map(len, before.values())) + 1
    assert second in bench.known[other]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"shares": POINT}, Code.WRONG_COUNT),
        ({"proof": bytes(64)}, Code.WRONG_COUNT),
        ({"dice": (bytes(32),)}, Code.WRONG_COUNT),
        ({"gives": (Gift(0, PILE),)}, Code.WRONG_COUNT),
        ({"opens": (99,)}, Code.NOT_YOURS),
        ({"data": (77,)}, Code.ILLEGAL_MOVE),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else str(value),
)
def test_a_deed_that_opens_nothing_carries_nothing(changes: dict[str, object], code: Code) -> None:
    """Bytes that prove nothing would let a seat say one thing in many spellings."""
    bench, seat, _ = with_cards()
    said = bench.words(seat, Move((Do.REST,)))
    assert bench.check(seat, said).moved == Moved(Move((Do.REST,)))
    with refused(code):
        bench.check(seat, Play(replace(said.deed, **changes)))


def test_what_is_shown_or_given_is_one_s_own_and_named_once() -> None:
    bench, seat, (first, second) = with_cards()
    said = bench.words(seat, Move((Do.TRADE,), (first,), ((second, PILE),)))
    foreign = next(handle for handle, thing in bench.table.things.items() if place_of(thing) != seat)
    for changes, code in (
        ({"opens": (first, first)}, Code.MALFORMED),
        ({"opens": (second,)}, Code.MALFORMED),
        ({"opens": (foreign,)}, Code.NOT_YOURS),
        ({"opens": (second,), "gives": (Gift(first, PILE),)}, Code.BAD_SHARE),
        ({"gives": (Gift(foreign, PILE),)}, Code.NOT_YOURS),
        ({"shares": POINT}, Code.BAD_SHARE),
        ({"given": ()}, Code.WRONG_COUNT),
    ):
        with refused(code):
            bench.check(seat, Play(replace(said.deed, **changes)))


def test_a_deed_is_bound_to_its_seat_and_step() -> None:
    bench, seat, (first, _) = with_cards()
    said = bench.words(seat, Move((Do.PLAY,), (first,)))
    later = bench.table.change(step=bench.table.step + 1)
    with refused(Code.BAD_SHARE):
        choosing.check_move(later, seat, said)


# --- sealed ---


def test_everybody_reveals_what_was_sealed_and_the_rules_are_told_in_the_order_of_seats() -> None:
    bench = sealed()
    ask = bench.table.ask
    assert isinstance(ask, Together)
    deeds = {seat: bench.check(seat, bench.words(seat)) for seat in reversed(ask.seats)}
    _, answer = choosing.close_deeds(bench.table, deeds)
    assert answer == AllMoved(tuple(deeds[seat].moved for seat in ask.seats))
    assert [deeds[seat].moved.move for seat in ask.seats] == [bench.decided[seat] for seat in ask.seats]


def test_seals_lie_in_the_order_of_the_ask() -> None:
    bench = Bench.make(SCREENS, 3).until("commit")
    seals = {seat: bench.check(seat, bench.words(seat)) for seat in reversed(bench.speakers)}
    after, answer = choosing.close_commit(bench.table, seals)
    assert answer is None
    assert after.stage.seals == tuple(seals[seat] for seat in sorted(seals))


def test_only_the_sealed_choice_with_its_salt_is_a_reveal() -> None:
    bench = sealed()
    seat = bench.speakers[0]
    said = bench.words(seat)
    legal = bench.table.agreement.game.legal_moves(bench.table.state, seat, bench.known[seat])
    other = next(move for move in legal if move != bench.decided[seat])
    with refused(Code.REVEAL_MISMATCH):
        bench.check(seat, Reveal(said.salt, choosing.make_deed(bench.table, bench.owns[seat], seat, other)))
    with refused(Code.REVEAL_MISMATCH):
        bench.check(seat, Reveal(bytes(32), said.deed))
    with refused(Code.REVEAL_MISMATCH):
        bench.check(bench.speakers[1], said)


def test_equal_choices_of_two_seats_have_seals_that_differ() -> None:
    """A seal is bound to its place, and salted by its owner: whoever repeats another's seal cannot open it."""
    bench = Bench.make(SCREENS, 3).until("commit")
    move = Move((0,), ())
    seals = {choosing.speak_commit(bench.table, bench.owns[seat], seat, move).digest for seat in range(3)}
    seals.add(choosing.speak_commit(bench.table, bench.owns[0], 1, move).digest)
    later = bench.table.change(step=bench.table.step + 1)
    seals.add(choosing.speak_commit(later, bench.owns[0], 0, move).digest)
    assert len(seals) == 5


@pytest.mark.parametrize(
    "changes", [{"shares": POINT}, {"proof": b"1"}, {"dice": ()}], ids=lambda changes: next(iter(changes))
)
def test_a_reveal_carries_what_it_opens_and_nothing_else(changes: dict[str, object]) -> None:
    bench = sealed()
    seat = next(seat for seat in bench.speakers if bench.decided[seat].opens)
    said = bench.words(seat)
    with refused(Code.WRONG_COUNT):
        bench.check(seat, Reveal(said.salt, replace(said.deed, **changes)))


def test_one_who_decides_alone_moves_in_the_open() -> None:
    bench = Bench.make(RACE, 2).until("move")
    (seat,) = bench.speakers
    _, answer = choosing.close_deeds(bench.table, {seat: bench.check(seat, bench.words(seat))})
    assert answer == Moved(bench.decided[seat])
