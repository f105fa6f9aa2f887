"""Nobody crowds out anybody: whoever votes on and on makes others forget nothing that counts."""

from __future__ import annotations

import pytest

from tests.session.stories import says, uttered
from tests.tinygames import RACE
from tortuga_p2p.limits import ATTEMPT_LEAD_MAX, HAVE_PERIOD_S, LEAVING_WORDS_MAX, VOTE_ATTEMPTS_MAX
from tortuga_p2p.session.ballots import calls
from tortuga_p2p.session.event import Impatience, Tick
from tortuga_p2p.session.message import Gone, Resign
from tortuga_p2p.testing.company import SPECTATOR, Company, Mail, Peer
from tortuga_p2p.testing.forging import worded

PATIENCE_S = 60
MANY = range(2, 2 * LEAVING_WORDS_MAX)


def one_is_called_gone(watchers: int = 0) -> tuple[Company, Peer, list[Peer]]:
    """Four at a table that waits for one; the others have waited long enough."""
    company = Company.make(RACE, 4, watchers=watchers, patience_s=PATIENCE_S).sit()
    (slow,) = company.deciding()
    for name in company.peers:
        company.take(name, Tick(1))
        company.take(name, Tick(1 + 1000 * PATIENCE_S))
    company.post.clear()
    return company, slow, [peer for peer in company.players if peer is not slow]


def is_last_word(mail: Mail) -> bool:
    return bool(says("confirm")(mail) or says("stay")(mail))


@pytest.mark.parametrize("when", ["before", "after"])
def test_whoever_confirmed_with_us_cannot_make_us_forget_it_by_many_more_votes(when: str) -> None:
    """Otherwise the others go on, and we wait for a word that we have heard, until they give us up."""
    company, slow, others = one_is_called_gone()
    first, second, liar = others
    missing, before = 1 << slow.seat, liar.session
    for peer in others:
        company.take(peer.name, Impatience())
    company.carry(leave_out=(slow.name,), lose=is_last_word)
    confirms = {peer.name: uttered(peer.log, "confirm")[0] for peer in others}
    if when == "before":
        company.say(first.name, confirms[liar.name], liar.name)
    for attempt in MANY:
        company.say(first.name, worded(before, Gone(attempt, missing, 1)), liar.name)
    assert len(first.session.votes) <= LEAVING_WORDS_MAX + 6
    for peer in (first, second):
        for author, raw in confirms.items():
            company.say(peer.name, raw, author)
        assert len(peer.session.removals) == 1
    assert first.session.history == second.session.history


def test_whoever_only_watches_follows_though_somebody_votes_on_and_on() -> None:
    """They have called nothing: what others bring of the ballot by which all moved counts when it comes."""
    company, slow, others = one_is_called_gone(watchers=1)
    liar = others[0]
    for attempt in MANY:
        company.say(SPECTATOR, worded(liar.session, Gone(attempt, 1 << slow.seat, 1)), liar.name)
    for peer in others:
        company.take(peer.name, Impatience())
    # Its `stay`, with such votes beside it, would be an offence: so it never says any.
    company.carry(leave_out=(slow.name,), lose=lambda mail: mail.sender == liar.name and says("stay")(mail))
    for turn in range(4):
        for name in (*(peer.name for peer in others[1:]), SPECTATOR):
            company.take(name, Tick(1_000_000 + 10_000 * turn))
        company.carry(leave_out=(slow.name, liar.name))
    assert len(company[SPECTATOR].session.removals) == 1
    assert not company[SPECTATOR].convictions


def test_whoever_answers_each_vote_with_another_does_not_use_up_the_numbers() -> None:
    """Somebody has resigned, so programs vote by themselves; one voter makes each of these votes fail."""
    company = Company.make(RACE, 4, patience_s=PATIENCE_S).sit()
    quitter, liar, *honest = company.players
    before, others = liar.session, 1 << quitter.seat | 1 << honest[1].seat
    resigned, said = worded(quitter.session, Resign()), 0
    for peer in honest:
        company.take(peer.name, Tick(1))
        company.say(peer.name, resigned)
    for now_ms in range(3000, VOTE_ATTEMPTS_MAX * HAVE_PERIOD_S * 1000, HAVE_PERIOD_S * 1000):
        last = max(calls(peer.session.votes)[peer.seat].attempt for peer in honest)
        for attempt in {last, min(last + ATTEMPT_LEAD_MAX, VOTE_ATTEMPTS_MAX - 1)} - set(range(said + 1)):
            for peer in honest:
                company.say(peer.name, worded(before, Gone(attempt, others)), liar.name)
        if said == last + ATTEMPT_LEAD_MAX:
            break
        said = last + ATTEMPT_LEAD_MAX
        for peer in honest:
            company.take(peer.name, Tick(now_ms))
        company.carry(leave_out=(quitter.name, liar.name))
    assert said > VOTE_ATTEMPTS_MAX // 2
    for peer in honest:
        company.take(peer.name, Tick(now_ms + 1000 * PATIENCE_S))
        company.take(peer.name, Impatience(1 << liar.seat))
    company.carry(leave_out=(quitter.name, liar.name))
    assert {peer.session.position.epoch for peer in honest} == {1}
