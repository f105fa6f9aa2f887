"""Several seats mix their own hands in one step: who speaks, in which order, and who knows what afterwards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from tests.session.stories import says, verdicts
from tests.tinygames import MUTINY
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.ask import MixHands
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import changed, said_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tortuga_p2p.session.table import Table
    from tortuga_p2p.testing.company import Mail


def tables(company: Company) -> list[Table]:
    return [peer.session.table for peer in company.players if peer.session.table is not None]


def before_the_mix() -> tuple[Company, dict[int, bytes]]:
    """Three have hands, one has spied on another; each has mixed its own, and nobody has heard of the others yet."""
    company = Company.make(MUTINY, 3)

    def is_lost(mail: Mail) -> bool:
        return says("mix")(mail) and all(isinstance(table.ask, MixHands) for table in tables(company))

    company.sit(lose=is_lost)
    return company, {peer.seat: peer.session.accepted[peer.seat].raw for peer in company.players}


def hear(company: Company, words: Iterable[bytes]) -> None:
    for raw in words:
        for peer in company.players:
            company.say(peer.name, raw)


def test_all_who_are_named_speak_in_one_step_and_no_deck_goes_round() -> None:
    company, said = before_the_mix()
    step = tables(company)[0].step
    for peer, table in zip(company.players, tables(company), strict=True):
        assert (table.stage.kind, table.stage.hop, table.stage.deck) == ("mix", 0, ())
        assert sorted(peer.session.waiting_for) == [seat for seat in range(3) if seat != peer.seat]
    hear(company, said.values())
    assert [table.step for table in tables(company)] == [step + 1] * 3


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_in_which_they_are_heard_changes_nothing(order: tuple[int, ...]) -> None:
    company, said = before_the_mix()
    hear(company, said.values())
    other, _ = before_the_mix()
    hear(other, [said[seat] for seat in order])
    assert {table.digest for table in tables(other)} == {tables(company)[0].digest}


def test_owners_know_their_hands_in_the_new_order_and_spies_know_nothing_any_more() -> None:
    company, said = before_the_mix()
    before, knew = tables(company)[0].state, {peer.seat: dict(peer.session.known) for peer in company.players}
    assert before.hands[1][0] in knew[0], "the captain has spied on a neighbour"
    hear(company, said.values())
    after = tables(company)[0].state
    for peer in company.players:
        assert sorted(peer.session.known) == sorted(after.hands[peer.seat]), "the own hand and nothing else"
        held = [knew[peer.seat][handle] for handle in before.hands[peer.seat]]
        assert Counter(peer.session.known.values()) == Counter(held)


def test_whoever_says_another_hand_than_its_own_is_convicted() -> None:
    company, said = before_the_mix()
    company.say(company[2].name, changed(company[0].session, said[0], said_in(said[1])))
    assert verdicts(company[2]) == [(company[0].name, Code.BAD_SHUFFLE)]
