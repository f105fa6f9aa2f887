"""Leaving: who resigns, who is voted away, who comes back in time. A claim by those who sign it, never a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.session.stories import ending, meet, says, uttered, verdicts, wait_out
from tests.tinygames import MUTINY, RACE, SCREENS
from tortuga_p2p.crypto.identity import called
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import ATTEMPT_LEAD_MAX, LEAVING_WORDS_MAX, VOTE_ATTEMPTS_MAX, WITHDRAWALS_KEPT_MAX
from tortuga_p2p.session import leaving
from tortuga_p2p.session.ballots import Vote, ballots
from tortuga_p2p.session.event import Farewell, Heard, Impatience, Tell, Tick, Utter
from tortuga_p2p.session.message import Confirm, Gone, Have, Resign, Say, Withdraw
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.replica import replace as replace_session
from tortuga_p2p.testing.company import SPECTATOR, Company
from tortuga_p2p.testing.forging import content_of, kind_of, said_in, worded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tortuga_p2p.testing.company import Peer

PATIENCE_S = 60


def at_a_turn(seats: int = 3, watchers: int = 0) -> tuple[Company, Peer, list[Peer]]:
    """A table that waits for one seat: the company, who is waited for, and those who wait."""
    company = Company.make(RACE, seats, watchers=watchers, patience_s=PATIENCE_S).sit()
    (slow,) = company.deciding()
    waiting = [peer for peer in company.players if peer is not slow]
    let_time_pass(company, 0, PATIENCE_S)
    return company, slow, waiting


def let_time_pass(company: Company, *seconds: int) -> None:
    """Everybody's clock shows these times; what they announce is not delivered."""
    for name in company.peers:
        for second in seconds:
            company.take(name, Tick(1 + 1000 * second))
    company.post.clear()


def decided_in_secret(company: Company, slow: Peer) -> bytes:
    """The slow one decides; nobody hears it yet."""
    effects = company.intend(slow.name)
    company.post.clear()
    return next(effect.raw for effect in effects if isinstance(effect, Utter))


# --- resigning -------------------------------------------------------------------------------------------------


def test_a_resignation_ends_the_game_for_its_author_and_blames_nobody() -> None:
    company, slow, waiting = at_a_turn(watchers=1)
    company.take(slow.name, Farewell())
    company.carry()
    assert ending(slow).kind == "resigned"
    for peer in (*waiting, company[SPECTATOR]):
        assert (peer.session.position.epoch, peer.session.phase) == (1, SessionPhase.PLAYING)
    assert not any(peer.convictions for peer in company.peers.values())


def test_of_two_the_other_wins_by_resignation() -> None:
    company, slow, (other,) = at_a_turn(seats=2, watchers=1)
    company.take(slow.name, Farewell())
    company.carry()
    for peer in (other, company[SPECTATOR]):
        assert (ending(peer).kind, ending(peer).winner) == ("resigned", other.seat)
        assert f"{called(slow.name, slow.key)} has left" in ending(peer).sentence


def test_a_resignation_counts_wherever_its_hearer_stands() -> None:
    company, slow, (first, second) = at_a_turn()
    move = decided_in_secret(company, slow)
    late = worded(first.session, Resign())
    company.say(second.name, move)  # second is a step further than the one who resigned
    company.post.clear()
    assert second.session.position.step == first.session.position.step + 1
    company.say(second.name, late)
    early = worded(second.session, Resign())
    company.say(first.name, early)
    for peer, gone in ((second, first), (first, second)):
        assert gone.seat in peer.session.resigned
        assert [said_in(raw).missing for raw in uttered(peer.log, "gone")] == [1 << gone.seat]


def test_a_finished_game_is_not_undone_by_a_resignation() -> None:
    """Whoever lost might wish they had left before."""
    company, _, (loser, _) = at_a_turn()
    late = worded(loser.session, Resign())
    company.play(lose=says("seal"))
    for other in company.others(loser.name):
        company.say(other.name, late)
        company.say(other.name, worded(loser.session, Resign()))
        assert other.session.phase is SessionPhase.FINISHED
        assert other.session.ending is None


def test_nobody_resigns_in_another_name_by_a_chair() -> None:
    """Chairs and seats count differently: an envelope of sitting down names nobody at the table."""
    company, _, _ = at_a_turn()
    for peer in company.players:
        chair = company.meeting.company.index(peer.key)
        raw = worded(peer.session, Resign(), step=1, seat=chair)
        for other in company.others(peer.name):
            company.say(other.name, raw)
            assert other.session.ending is None


def test_a_resignation_of_another_table_is_ignored() -> None:
    company, _, (first, second) = at_a_turn()
    company.say(first.name, worded(second.session, Resign(), table=bytes(32), step=second.session.position.step + 1))
    assert first.session.ending is None


def test_whoever_only_watches_neither_leaves_nor_votes() -> None:
    company, _, _ = at_a_turn(watchers=1)
    watcher = company[SPECTATOR]
    assert not [effect for effect in company.take(SPECTATOR, Impatience()) if isinstance(effect, Utter)]
    assert not [effect for effect in company.take(SPECTATOR, Farewell()) if isinstance(effect, Utter)]
    assert len(watcher.rejections) == 2
    assert watcher.session.phase is SessionPhase.PLAYING


# --- votes -------------------------------------------------------------------------------------------------------


def test_nobody_is_voted_away_before_the_agreed_time() -> None:
    company = Company.make(RACE, 3, patience_s=PATIENCE_S).sit()
    (slow,) = company.deciding()
    other = company.others(slow.name)[0]
    let_time_pass(company, 0, PATIENCE_S - 1)
    company.take(other.name, Impatience())
    assert other.rejections[-1].sentence == "this table waits 1 minute for everybody: 1 second to go"
    let_time_pass(company, PATIENCE_S)
    assert uttered(company.take(other.name, Impatience()), "gone")
    company.take(other.name, Impatience())
    assert "said so already" in other.rejections[-1].sentence


@pytest.mark.parametrize("is_quorum", [True, False])
def test_somebody_who_is_away_too_does_not_hold_the_others(is_quorum: bool) -> None:
    """The table waits for one; another one, who has nothing to say, is gone as well and cannot vote."""
    company, slow, others = at_a_turn(seats=4)
    assert slow.seat != 0
    first, second, lost = sorted(others, key=lambda peer: peer.seat, reverse=not is_quorum)
    voters, both = (first, second), 1 << slow.seat | 1 << lost.seat
    for peer in voters:
        assert said_in(uttered(company.take(peer.name, Impatience(both)), "gone")[0]) == Gone(1, 1 << slow.seat)
    company.carry(leave_out=(slow.name, lost.name))
    for peer in voters:
        company.take(peer.name, Impatience(both))
        assert "said so already" in peer.rejections[-1].sentence, "who is called has their time to answer"
    let_time_pass(company, 2 * PATIENCE_S)
    for peer in voters:
        company.take(peer.name, Impatience(0))
        assert "said so already" in peer.rejections[-1].sentence, "a bot gives up nobody who is there"
        assert said_in(uttered(company.take(peer.name, Impatience(both)), "gone")[0]) == Gone(2, both)
    company.carry(leave_out=(slow.name, lost.name))
    for peer in voters:
        if is_quorum:
            assert peer.session.removals[0].missing == both
        else:
            assert ending(peer).kind == "abandoned"
    meet(company)
    if is_quorum:
        assert ending(lost).kind == "removed"
    else:  # half of the table with the lowest seat: the two who were given up can play on
        assert {peer.session.phase for peer in (slow, lost)} == {SessionPhase.PLAYING}


def test_whoever_is_waited_for_cannot_vote() -> None:
    company, slow, _ = at_a_turn()
    company.take(slow.name, Impatience())
    assert "waits for you" in slow.rejections[-1].sentence


def test_where_those_who_stay_are_no_quorum_the_game_is_abandoned_by_their_claim() -> None:
    company, slow, (other,) = at_a_turn(seats=2, watchers=1)
    company.take(other.name, Impatience())
    company.carry()
    for peer in company.peers.values():
        assert ending(peer).kind == "abandoned"
        assert {kind_of(raw) for raw in ending(peer).claims} == {"confirm"}
        assert other.name in ending(peer).sentence
        assert f"{called(slow.name, slow.key)} has been gone since step" in ending(peer).sentence
        assert not peer.convictions


def test_one_alone_cannot_vote_anybody_away() -> None:
    company, slow, (first, second) = at_a_turn()
    company.take(first.name, Impatience())
    company.carry()
    company.say(second.name, worded(first.session, Confirm(1, 1 << slow.seat)))
    company.say(slow.name, worded(first.session, Confirm(1, 1 << slow.seat)))
    assert [peer.session.phase for peer in company.players] == [SessionPhase.PLAYING] * 3


def test_a_late_message_before_the_confirm_withdraws_the_vote() -> None:
    company, slow, (first, second) = at_a_turn()
    company.take(first.name, Impatience())
    move = decided_in_secret(company, slow)
    words = said_in(uttered(company.say(first.name, move), "withdraw")[0])
    assert words == Withdraw(1, 1 << slow.seat, move)
    meet(company)
    assert {peer.session.position.step for peer in company.players} == {first.session.position.step}
    assert second.session.phase is SessionPhase.PLAYING


def test_a_late_message_after_the_confirm_waits_for_a_withdrawal() -> None:
    company, slow, (first, second) = at_a_turn()
    step = first.session.position.step
    gone = {peer.name: uttered(company.take(peer.name, Impatience()), "gone")[0] for peer in (first, second)}
    company.post.clear()
    move = decided_in_secret(company, slow)
    assert uttered(company.say(first.name, gone[second.name]), "confirm")
    company.say(first.name, move)
    company.say(first.name, move)
    assert first.session.position.step == step, "first has confirmed: it takes nothing more"
    (withdraw,) = uttered(company.say(second.name, move), "withdraw")
    company.post.clear()
    company.say(first.name, withdraw)
    assert first.session.position.step == second.session.position.step > step


def test_a_lost_withdrawal_is_told_again() -> None:
    """It is the only thing that sets free whoever has confirmed."""
    company, slow, (first, second) = at_a_turn()
    step = first.session.position.step
    gone = {peer.name: uttered(company.take(peer.name, Impatience()), "gone")[0] for peer in (first, second)}
    company.post.clear()
    move = decided_in_secret(company, slow)
    company.say(first.name, gone[second.name])
    company.post.clear()
    assert uttered(company.say(second.name, move), "withdraw")
    company.post.clear()
    assert (first.session.position.step, second.session.position.step) == (step, step + 1)
    meet(company)
    assert first.session.position.step > step
    assert not any(peer.session.ending for peer in company.players)


def test_a_late_message_withdraws_every_attempt_that_names_its_seat() -> None:
    company = Company.make(SCREENS, 4, patience_s=PATIENCE_S).sit()
    let_time_pass(company, 0, PATIENCE_S)
    voter, other, slow, slower = company.players
    moves = {}
    for peer in (voter, other, slow, slower):
        (moves[peer.name],) = uttered(company.intend(peer.name), "commit")
    company.post.clear()
    company.say(voter.name, moves[other.name])
    company.say(voter.name, moves[slow.name])
    first = said_in(uttered(company.take(voter.name, Impatience()), "gone")[0])
    company.say(voter.name, worded(other.session, Gone(1, 1 << slow.seat | 1 << slower.seat)))
    second = said_in(uttered(company.take(voter.name, Impatience()), "gone")[0])
    assert (first.attempt, second.attempt) == (1, 2)
    assert len(uttered(company.say(voter.name, moves[slower.name]), "withdraw")) == 2


def test_an_attempt_that_others_see_otherwise_is_followed_by_another() -> None:
    company = Company.make(SCREENS, 3, patience_s=PATIENCE_S).sit()
    let_time_pass(company, 0, PATIENCE_S)
    voter, other, slow = company.players
    company.intend(voter.name)
    (seal,) = uttered(company.intend(other.name), "commit")
    company.post.clear()
    company.say(voter.name, seal)
    company.take(voter.name, Impatience())
    company.say(voter.name, worded(other.session, Gone(1, 1 << slow.seat | 1 << voter.seat)))
    again = said_in(uttered(company.take(voter.name, Impatience()), "gone")[0])
    assert again == Gone(2, 1 << slow.seat)


def test_absurd_attempts_of_another_do_not_keep_us_from_voting() -> None:
    company = Company.make(SCREENS, 3, patience_s=PATIENCE_S).sit()
    let_time_pass(company, 0, PATIENCE_S)
    voter, other, slow = company.players
    company.intend(voter.name)
    both = 1 << slow.seat | 1 << other.seat
    company.say(voter.name, worded(other.session, Gone(VOTE_ATTEMPTS_MAX, 1 << slow.seat)))
    assert said_in(uttered(company.take(voter.name, Impatience()), "gone")[0]) == Gone(1, both)


def test_votes_in_one_step_are_counted_and_come_to_an_end() -> None:
    company = Company.make(SCREENS, 3, patience_s=PATIENCE_S).sit()
    let_time_pass(company, 0, PATIENCE_S)
    voter, other, _ = company.players
    company.intend(voter.name)
    last = Gone(VOTE_ATTEMPTS_MAX, 1 << other.seat)
    votes = {(leaving.first_lane(VOTE_ATTEMPTS_MAX), voter.seat): Vote(worded(voter.session, last), last)}
    voter.session = replace_session(voter.session, votes=votes)
    company.take(voter.name, Impatience())
    assert voter.rejections[-1].sentence == "too many votes have failed in this step"


# --- nobody can keep the others from voting ----------------------------------------------------------------------


def votes_of_a_flood(liar: Peer, victims: Iterable[Peer]) -> list[bytes]:
    """Words that name others, with as many numbers as there are."""
    named = [1 << peer.seat for peer in victims if peer is not liar]
    return [
        worded(liar.session, Gone(attempt, named[attempt % len(named)])) for attempt in range(1, VOTE_ATTEMPTS_MAX + 1)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_silent_seat_cannot_make_itself_impossible_to_give_up(seats: int) -> None:
    company, slow, waiting = at_a_turn(seats=seats)
    for raw in votes_of_a_flood(slow, waiting):
        for peer in waiting:
            company.say(peer.name, raw, slow.name)
    for peer in waiting:
        assert len(peer.session.votes) <= LEAVING_WORDS_MAX
        company.take(peer.name, Impatience())
    company.carry(leave_out=(slow.name,))
    if seats == 2:
        assert ending(waiting[0]).kind == "abandoned"
    else:
        assert {peer.session.removals[0].missing for peer in waiting} == {1 << slow.seat}
    assert not any(peer.convictions for peer in waiting)


@pytest.mark.parametrize("word", ["nothing", "absurd numbers", "other seats"])
def test_whoever_is_there_and_never_votes_with_the_others_is_given_up_after_another_patience(word: str) -> None:
    company, slow, (first, second, mallory) = at_a_turn(seats=4)
    said = {
        "nothing": [],
        "absurd numbers": [Gone(900, 1 << slow.seat)],
        "other seats": [Gone(attempt, 1 << first.seat) for attempt in range(1, VOTE_ATTEMPTS_MAX + 1, 40)],
    }[word]
    deaf = (slow.name, mallory.name)
    for turn in range(1, 4):
        for peer in (first, second):
            for words in said:
                company.say(peer.name, worded(mallory.session, words), mallory.name)
            company.take(peer.name, Impatience())
        company.carry(leave_out=deaf)
        let_time_pass(company, (turn + 1) * PATIENCE_S)
        company.carry(leave_out=deaf)
    for peer in (first, second):
        assert ending(peer).kind == "abandoned"
        assert {kind_of(raw) for raw in ending(peer).claims} == {"confirm"}
        assert not peer.convictions


def test_numbers_of_others_draw_us_a_little_and_never_far() -> None:
    company, slow, (first, second) = at_a_turn()
    missing = 1 << slow.seat
    company.say(first.name, worded(second.session, Gone(ATTEMPT_LEAD_MAX + 1, missing)))
    assert said_in(uttered(company.take(first.name, Impatience()), "gone")[0]) == Gone(1, missing)
    assert said_in(uttered(company.take(first.name, Impatience()), "gone")[0]) == Gone(ATTEMPT_LEAD_MAX + 1, missing)
    assert uttered(company[first.name].log, "confirm"), "whoever votes as we do is followed"


def test_withdrawals_do_not_pile_up() -> None:
    company, slow, (first, liar) = at_a_turn()
    move = decided_in_secret(company, slow)
    for attempt in range(1, 100):
        company.say(first.name, worded(liar.session, Withdraw(attempt, 1 << slow.seat, move)), liar.name)
    number = content_of(move).step
    assert first.session.position.step > number, "the late message counts"
    assert not first.session.withdrawn, "of votes that nobody else has cast"


def test_withdrawals_of_our_own_votes_are_kept_up_to_a_bound() -> None:
    company, slow, (first, liar) = at_a_turn()
    move, missing = decided_in_secret(company, slow), 1 << slow.seat
    votes = {}
    for attempt in range(1, 2 * WITHDRAWALS_KEPT_MAX):
        for lane, seat, words in (
            (leaving.first_lane(attempt), first.seat, Gone(attempt, missing)),
            (leaving.second_lane(attempt), liar.seat, Withdraw(attempt, missing, move)),
        ):
            votes[lane, seat] = Vote(b"", words)
    first.session = replace_session(first.session, votes=votes)
    ((step, kept),) = leaving.withdrawals(first.session).items()
    assert (step, len(kept)) == (first.session.position.step, WITHDRAWALS_KEPT_MAX)


def test_newest_votes_are_served_first_and_nobody_crowds_out_anybody() -> None:
    company, slow, (first, second) = at_a_turn()
    for raw in votes_of_a_flood(slow, (first, second))[:60]:
        company.say(first.name, raw, slow.name)
    (gone,) = uttered(company.take(first.name, Impatience()), "gone")
    assert gone in leaving.in_turn(first.session.votes)[:2]


def test_a_finished_game_is_not_undone_by_a_vote() -> None:
    """In a game of two, one alone is everybody who stays: the loser may not claim that the winner is gone."""
    company = Company.make(SCREENS, 2, patience_s=PATIENCE_S).sit().play(lose=says("seal"))
    winner, loser = company.players
    assert winner.session.phase is SessionPhase.FINISHED
    company.say(winner.name, worded(loser.session, Confirm(1, 1 << winner.seat)))
    assert winner.session.ending is None
    assert not winner.convictions


def test_whoever_was_voted_away_hears_of_it_though_he_went_on() -> None:
    """Their own message closed the step for them; the others never heard it, and all of them have signed that."""
    company, slow, waiting = at_a_turn()
    decided_in_secret(company, slow)
    for peer in waiting:
        company.take(peer.name, Impatience())
    company.carry(leave_out=(slow.name,))
    assert {peer.session.removals[0].missing for peer in waiting} == {1 << slow.seat}
    meet(company)
    assert ending(slow).kind == "removed"


def test_whoever_was_voted_away_hears_of_it_though_he_stayed_behind() -> None:
    company = Company.make(RACE, 3, watchers=1, patience_s=PATIENCE_S).begin()
    company.carry(leave_out=(SPECTATOR,))
    (slow,) = company.deciding()
    let_time_pass(company, 0, PATIENCE_S)
    for peer in company.others(slow.name):
        company.take(peer.name, Impatience())
    company.carry(leave_out=(SPECTATOR,))
    assert company[SPECTATOR].session.phase is SessionPhase.SITTING
    meet(company)
    assert company[SPECTATOR].session.position.epoch == 1


def test_a_whole_claim_by_which_nobody_can_go_on_ends_the_game_of_those_who_signed_it_alone() -> None:
    """The others are a quorum: they wait, or go on without those."""
    company, slow, _ = at_a_turn(seats=4)
    signing = [peer for peer in company.players if peer is not slow and peer.seat != 0][-2:]
    missing = sum(1 << peer.seat for peer in company.players if peer not in signing)
    claims = [worded(peer.session, Confirm(1, missing)) for peer in signing]
    company.intend(slow.name)
    company.post.clear()  # had they heard it and gone on, their claims would be lies
    for raw in claims:
        company.say(slow.name, raw)
    assert slow.session.phase is SessionPhase.PLAYING
    for peer in signing:
        for raw in claims:
            company.say(peer.name, raw)
    for peer in signing:
        assert ending(peer).kind == "abandoned"


def test_a_vote_that_names_its_own_author_is_an_offence() -> None:
    company, slow, (first, second) = at_a_turn()
    company.say(first.name, worded(second.session, Gone(1, 1 << second.seat | 1 << slow.seat)))
    assert verdicts(first) == [(second.name, Code.OUT_OF_TURN)]
    assert slow.session.ending is None


def test_whoever_leaves_between_his_two_votes_does_not_hold_the_others_for_good() -> None:
    company, slow, (first, second) = at_a_turn()
    (gone,) = uttered(company.take(second.name, Impatience()), "gone")
    company.take(first.name, Impatience())
    assert uttered(company.say(first.name, gone), "confirm")
    company.say(first.name, decided_in_secret(company, slow))
    company.take(first.name, Impatience())
    assert "1 minute to go" in first.rejections[-1].sentence, "second has time to follow up"
    let_time_pass(company, 2 * PATIENCE_S)
    company.take(first.name, Impatience())
    assert ending(first).kind == "abandoned"
    assert f"{called(first.name, first.key)} says that" in ending(first).sentence
    meet(company)
    assert {ending(peer).kind for peer in (slow, second)} == {"abandoned"}


# --- going on after a crash ------------------------------------------------------------------------------------------


def test_a_resumed_peer_stands_by_its_confirm_though_it_had_nothing_else_to_say() -> None:
    company, slow, (first, second) = at_a_turn()
    step = first.session.position.step
    (gone,) = uttered(company.take(second.name, Impatience()), "gone")
    company.take(first.name, Impatience())
    assert uttered(company.say(first.name, gone), "confirm")
    first.crash(0)
    first.wake()
    company.post.clear()
    assert first.session.position.step == step
    company.say(first.name, decided_in_secret(company, slow))
    assert first.session.position.step == step, "it has signed that it takes nothing more"


def test_a_resumed_peer_that_withdrew_goes_on_with_the_late_message() -> None:
    company, slow, (first, _) = at_a_turn()
    step = first.session.position.step
    company.take(first.name, Impatience())
    move = decided_in_secret(company, slow)
    assert uttered(company.say(first.name, move), "withdraw")
    withdrawn = next(
        at for at, entry in enumerate(first.log) if isinstance(entry, Utter) and kind_of(entry.raw) == "withdraw"
    )
    del first.log[withdrawn + 1 :]
    first.durable = len(first.log)
    first.crash(0)
    effects = first.wake()
    assert uttered(effects, "withdraw")
    assert first.session.position.step > step


def test_a_resumed_peer_that_resigned_has_left() -> None:
    company, slow, _ = at_a_turn()
    company.take(slow.name, Farewell())
    slow.crash(0)
    effects = slow.wake()
    assert uttered(effects, "resign")
    assert ending(slow).kind == "resigned"


def test_whoever_asks_is_told_why_the_table_stopped() -> None:
    company, slow, (first, _) = at_a_turn()
    company.take(slow.name, Farewell())
    company.post.clear()
    *_, last = slow.take(
        Heard(first.key, Have(company.meeting.id, first.session.position.step, 0, first.session.history))
    )
    assert last == Tell(first.key, Say(company.meeting.id, ending(slow).claims[0]))


def test_whoever_confirms_to_one_and_withdraws_to_another_is_convicted_by_both() -> None:
    """The only way to split a vote: some have moved, others went on, and both halves hold a signature."""
    company, slow, (first, second, liar) = at_a_turn(seats=4)
    missing = 1 << slow.seat
    gone = [worded(peer.session, Gone(1, missing)) for peer in (first, second, liar)]
    for peer in (first, second):
        company.take(peer.name, Impatience())
        for raw in gone:
            company.say(peer.name, raw)
    move = decided_in_secret(company, slow)
    votes = [vote for peer in (first, second) for vote in peer.session.votes.values()]
    confirmed = [vote.raw for vote in votes if isinstance(vote.words, Confirm)]
    for raw in (*confirmed, worded(liar.session, Confirm(1, missing))):
        company.say(first.name, raw)
    assert first.session.position.epoch == 1
    company.say(second.name, worded(liar.session, Withdraw(1, missing, move)))
    assert second.session.where == (0, first.session.position.step + 1), "it has gone on"
    company.post.clear()
    meet(company)
    for peer in (first, second, slow):
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]
    wait_out(company)
    for peer in (first, second, slow):
        assert ending(peer).kind == "evidence"


def test_votes_beyond_all_reason_end_nothing_and_are_counted_in_one_go() -> None:
    """Two vote as often as there are lanes. Each vote used to be compared with each other one, again and again."""
    company = Company.make(MUTINY, 5).sit()
    ana, *others = company.players
    for attempt in range(1, VOTE_ATTEMPTS_MAX + 1):
        for peer in others[:2]:
            missing = 1 << others[2 + attempt % 2].seat
            for words in (Gone(attempt, missing, attempt - 1), Confirm(attempt, missing)):
                company.say(ana.name, worded(peer.session, words))
    assert ana.session.phase is SessionPhase.PLAYING
    assert len(ana.session.votes) == 2 * LEAVING_WORDS_MAX
    looked: list[int] = []

    class Counted(dict[tuple[str, int], Vote]):
        def items(self) -> Any:
            looked.append(len(self))
            return super().items()

    assert len(ballots(Counted(ana.session.votes))) == LEAVING_WORDS_MAX // 2
    assert looked == [2 * LEAVING_WORDS_MAX]
