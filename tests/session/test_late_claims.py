"""A claim about a step long closed: it ends nothing for whoever knows that its author went on, and may convict."""

from __future__ import annotations

from dataclasses import replace

from tests.session.stories import ending, verdicts
from tests.tinygames import RACE
from tortuga_p2p.errors import Code
from tortuga_p2p.session.leaving import second_lane
from tortuga_p2p.session.message import BESIDE, Confirm
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.company import Company, Peer
from tortuga_p2p.testing.forging import content_of, sign


def confirm_about(step: int, author: Peer, missing: Peer) -> bytes:
    """What the author would have signed, had they given the other up in that step."""
    beside = content_of(next(iter(author.session.closed[step].values())))
    words = Confirm(1, 1 << missing.seat)
    place = replace(beside, seat=author.seat, lane=second_lane(1), kind="confirm", body=BESIDE.body(words))
    return sign(author.session, place)


def test_a_loser_who_claims_that_the_winner_was_gone_long_ago_is_convicted() -> None:
    """In a game of two, one alone is everybody who stays; but they have played on since, and signed it."""
    company = Company.make(RACE, 2).sit()
    company.play_until(lambda company: company["Ana"].session.position.step > 12)
    loser, winner = company.players
    playing, now = winner.session, winner.session.position.step
    steps = [step for step in range(4, now) if winner.seat in playing.closed[step]]
    later = [step for step in steps if any(loser.seat in said for said in playing.closed[step + 1 :])]
    assert later
    for step in later:
        winner.session = playing
        winner.convictions.clear()
        company.say(winner.name, confirm_about(step, loser, winner))
        assert verdicts(winner) == [(loser.name, Code.WENT_ON)]
        assert ending(winner).kind == "evidence"


def test_where_others_stay_too_whoever_went_on_has_merely_not_ended_the_table() -> None:
    """Each of them may have been set free by a withdrawal of another."""
    company = Company.make(RACE, 3).sit()
    company.play_until(lambda company: company["Ana"].session.position.step > 12)
    first, second, winner = company.players
    step = next(step for step in range(4, 12) if winner.seat in winner.session.closed[step])
    for liar in (first, second):
        assert any(liar.seat in said for said in winner.session.closed[step + 1 :])
        company.say(winner.name, confirm_about(step, liar, winner))
    assert winner.session.phase is SessionPhase.PLAYING
    assert not winner.convictions


def test_whoever_was_really_given_up_hears_of_it() -> None:
    company = Company.make(RACE, 2).sit()
    (slow,) = company.deciding()
    other = company.others(slow.name)[0]
    step = slow.session.position.step
    company.intend(slow.name)
    company.post.clear()  # nobody hears what was decided
    table, history, raw = slow.session.table, other.session.history, other.session.position.digest
    assert table is not None
    beside = content_of(slow.session.closed[step][slow.seat])
    assert (beside.prev, beside.state) == (history, raw)
    words = Confirm(1, 1 << slow.seat)
    place = replace(beside, seat=other.seat, lane=second_lane(1), kind="confirm", body=BESIDE.body(words))
    assert not any(other.seat in said for said in slow.session.closed[step + 1 :])
    company.say(slow.name, sign(other.session, place))
    assert ending(slow).kind == "abandoned"
