"""Mixing a pile: who mixes when, what lies where afterwards, what is refused, and what everybody forgets."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.refusal import refused
from tests.session.bench import Bench
from tests.tinygames import CUPS, HARBOUR
from tests.tinygames.harbour import Do
from tortuga_p2p.crypto import zone
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.ask import PILE, Look, Mix, Move
from tortuga_p2p.session import mixing
from tortuga_p2p.session.ledger import Hidden
from tortuga_p2p.session.message import Mixed

if TYPE_CHECKING:
    from tortuga_p2p.rules.ask import Face, Handle


def face_of(bench: Bench, handle: Handle) -> Face:
    """What lies there, if everybody takes their lock off: the bench has all keys."""
    thing = bench.table.things[handle]
    assert isinstance(thing, Hidden)
    agreement = bench.table.agreement
    where = {"context": bytes(32), "entropy": bytes(32)}
    shares = [zone.shares(agreement.group, own.key, [thing.card], **where)[0][0] for own in bench.owns]
    return agreement.packs[thing.pile].face(zone.laid_bare(agreement.group, thing.card, shares))


def test_all_who_are_named_mix_one_after_the_other() -> None:
    bench = Bench.make(HARBOUR, 3)
    assert isinstance(bench.table.ask, Mix)
    decks = []
    for hop, seat in enumerate(bench.table.ask.by):
        assert (bench.kind, bench.table.stage.hop, bench.speakers) == ("mix", hop, (seat,))
        decks.append(bench.table.stage.deck)
        bench.close()
    assert len({tuple(card.raw for card in deck) for deck in decks}) == 3, "nobody hands on what was handed to it"


def test_a_mixed_pile_holds_what_was_put_into_it_under_the_new_numbers() -> None:
    bench = Bench.make(HARBOUR, 3)
    ask = bench.table.ask
    assert isinstance(ask, Mix)
    for _ in ask.by:
        bench.close()
    assert Counter(face_of(bench, handle) for handle in ask.into) == Counter(ask.shown)
    for handle in ask.into:
        thing = bench.table.things[handle]
        assert isinstance(thing, Hidden)
        assert (thing.pile, thing.place, thing.shared) == (ask.pile, PILE, frozenset())
    assert bench.table.loose[ask.pile] == (), "nothing of it lies in the open any more"


def test_of_equal_faces_that_lie_in_the_open_the_lowest_card_is_taken() -> None:
    """Every replica must lock the same card: two crates show a 2."""
    bench = Bench.make(HARBOUR, 3)
    ask = bench.table.ask
    assert isinstance(ask, Mix)
    pack = bench.table.agreement.packs[ask.pile]
    assert [pack.faces[number] for number in mixing._numbers(bench.table)] == list(ask.shown)
    assert mixing._numbers(bench.table) == sorted(bench.table.loose[ask.pile])


def test_what_lies_hidden_comes_first_then_what_is_public() -> None:
    bench = Bench.make(CUPS, 2)
    bench.until("show").close()  # somebody looks under a cup
    while not (isinstance(bench.table.ask, Mix) and bench.table.ask.shown):
        bench.close()
    ask = bench.table.ask
    hidden = [bench.table.things[handle] for handle in ask.hidden]
    assert [card.raw for card in mixing.begin(bench.table)[:2]] == [
        thing.card.raw for thing in hidden if isinstance(thing, Hidden)
    ]
    assert len(mixing.begin(bench.table)) == 3


def test_what_was_seen_before_a_mixing_is_forgotten_though_the_numbers_are_the_same() -> None:
    bench = Bench.make(CUPS, 2)
    mixed = 0
    while bench.kind != "seal":
        ask, before = bench.table.ask, [dict(known) for known in bench.known]
        bench.close()
        if isinstance(ask, Look) and bench.table.ask != ask:
            assert any(bench.known), "the mover has seen a cup"
        if isinstance(ask, Mix) and bench.table.ask != ask:
            mixed += any(before) and set(ask.hidden) <= set(ask.into)
            assert bench.known == [{}, {}]
    assert mixed > 2, "somebody knew something before a mixing onto the same places"


@pytest.mark.parametrize("kind", ["another deck", "a card less", "a card twice", "another proof", "another step"])
def test_a_mix_is_the_deck_as_it_came_in_another_order_and_proved(kind: str) -> None:
    bench = Bench.make(HARBOUR, 3)
    (seat,) = bench.speakers
    said = bench.words(seat)
    bench.check(seat, said)
    size = len(said.deck) // 4
    table = bench.table
    match kind:
        case "another deck":
            bench.close()
            (second,) = bench.speakers
            wrong, code = Mixed(bench.words(second).deck, said.proof), Code.BAD_SHUFFLE
        case "a card less":
            wrong, code = Mixed(said.deck[size:], said.proof), Code.WRONG_COUNT
        case "a card twice":
            wrong, code = Mixed(said.deck[:size] * 2 + said.deck[2 * size :], said.proof), Code.BAD_SHUFFLE
        case "another proof":
            wrong, code = Mixed(said.deck, said.proof[:-1] + bytes([said.proof[-1] ^ 1])), Code.BAD_SHUFFLE
        case _:
            table, wrong, code = table.change(step=table.step + 1), said, Code.BAD_SHUFFLE
    with refused(code):
        mixing.check(table, seat, wrong)


def test_our_own_mix_is_read_as_anybody_s_and_its_proof_is_not_made_twice() -> None:
    bench = Bench.make(HARBOUR, 3)
    (seat,) = bench.speakers
    said = bench.words(seat)
    assert mixing.trust(bench.table, seat, said) == mixing.check(bench.table, seat, said)
    assert bench.words(seat) == said, "a peer that says it again says the same bytes"


def test_things_elsewhere_stay_as_they_are() -> None:
    bench = Bench.make(HARBOUR, 3).until("move")
    bench.move(Move((Do.SERVE,)))
    bench.until("move")
    bench.move(Move((Do.STIR, 1)))
    ask, before = bench.table.ask, dict(bench.table.things)
    assert isinstance(ask, Mix)
    for _ in ask.by:
        bench.close()
    touched = set(ask.hidden) | set(ask.into)
    elsewhere = {handle: thing for handle, thing in before.items() if handle not in touched}
    assert elsewhere
    assert {handle: bench.table.things[handle] for handle in elsewhere} == elsewhere
