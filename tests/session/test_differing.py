"""Somebody signs another state than ours on our history: nobody can tell who is wrong, and nobody is stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.session.stories import ending, uttered, verdicts
from tests.tinygames import SCREENS
from tests.verify.files import file_of, verified
from tortuga_p2p.errors import Code
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import changed
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
