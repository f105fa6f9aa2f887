"""Somebody signs another state than ours on our history: nobody can tell who is wrong, and nobody is stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.session.stories import ending, meet, says, uttered, verdicts
from tests.tinygames import SCREENS
from tests.verify.files import file_of, verified
from tortuga_p2p.errors import Code
from tortuga_p2p.session.message import Resign
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import changed, worded
from tortuga_p2p.verify.verifier import Outcome

if TYPE_CHECKING:
    from tortuga_p2p.testing.company import Peer

PATIENCE_S = 60
ELSEWHERE = bytes(32)  # a state that nobody honest has


def sealing(seats: int) -> Company:
    """Everybody has a choice to seal, and nobody has said anything."""
    company = Company.make(SCREENS, seats, patience_s=PATIENCE_S).sit()
    company.play_until(lambda now: all(peer.session.position.kind == "commit" for peer in now.players))
    return company


def lie(company: Company, liar: Peer) -> bytes:
    """What the liar says instead of a seal; nobody has heard it yet."""
    before = liar.session
    (seal,) = uttered(company.intend(liar.name), "commit")
    company.post.clear()
    return changed(before, seal, state=ELSEWHERE)


def test_two_end_and_nobody_is_blamed() -> None:
    company = sealing(2)
    liar, other = company.players
    company.say(other.name, lie(company, liar))
    assert (ending(other).kind, other.session.verdicts) == ("diverged", ())


def test_where_too_few_agree_the_table_ends_with_all_that_differed() -> None:
    """Of four the upper two are no quorum without the lower two, who are one without them."""
    company = sealing(4)
    by_seat = sorted(company.players, key=lambda peer: peer.seat)
    lower, upper = by_seat[:2], by_seat[2:]
    lies = {peer.name: lie(company, peer) for peer in by_seat}
    for peer in lower:
        company.say(upper[0].name, lies[peer.name])
    assert ending(upper[0]).kind == "diverged"
    assert ending(upper[0]).claims == tuple(lies[peer.name] for peer in lower)
    found = verified(company, file_of(company, upper[0]))
    assert (found.outcome, found.culprit) == (Outcome.UNFINISHED, None)
    assert all(peer.name in found.claim for peer in lower)
    for peer in upper:
        company.say(lower[0].name, lies[peer.name])
    assert lower[0].session.phase is SessionPhase.PLAYING


def test_the_right_word_for_one_and_a_differing_one_for_another_are_two_stories() -> None:
    company = sealing(3)
    liar, first, second = company.players
    before = liar.session
    (seal,) = uttered(company.intend(liar.name), "commit")
    company.post.clear()
    company.say(first.name, seal)
    company.say(second.name, changed(before, seal, state=ELSEWHERE))
    company.say(second.name, seal)
    assert verdicts(second) == [(liar.name, Code.EQUIVOCATION)]


def test_whoever_left_is_not_among_those_who_differ() -> None:
    """Otherwise the file of somebody honest would hold a claim that is none, and read as tampered with."""
    company = sealing(3)
    honest, first, second = company.players
    lies = {peer.name: lie(company, peer) for peer in (first, second)}
    company.say(honest.name, lies[first.name])
    company.say(honest.name, worded(first.session, Resign()))
    company.say(honest.name, lies[second.name])
    assert (ending(honest).kind, ending(honest).claims) == ("diverged", (lies[second.name],))
    found = verified(company, file_of(company, honest))
    assert (found.outcome, found.culprit) == (Outcome.UNFINISHED, None)
    assert second.name in found.claim
    assert first.name not in found.claim


@pytest.mark.parametrize("is_first", [True, False])
def test_somebody_leaves_and_somebody_differs_in_either_order(is_first: bool) -> None:
    company = sealing(3)
    honest, quitter, liar = company.players
    words = [lie(company, liar), worded(quitter.session, Resign())]
    for raw in words if is_first else reversed(words):
        company.say(honest.name, raw)
    assert ending(honest).kind == "diverged"
    assert verified(company, file_of(company, honest)).outcome is Outcome.UNFINISHED


@pytest.mark.parametrize("field", ["state", "prev"])
def test_two_stories_on_two_states_or_histories_are_shown_though_their_author_resigned(field: str) -> None:
    company = sealing(4)
    liar, slow, *told = company.players
    before = liar.session
    (seal,) = uttered(company.intend(liar.name), "commit")
    company.post.clear()
    for peer, raw in zip(told, (seal, changed(before, seal, **{field: ELSEWHERE})), strict=True):
        company.say(peer.name, raw)
    company.post.clear()
    for peer in (slow, *told):
        company.say(peer.name, worded(before, Resign()))
    company.carry(leave_out=(liar.name,), lose=says("commit"))
    meet(company)
    for peer in (slow, *told):
        assert peer.session.position.epoch == 1
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]
