"""Whoever gives up everybody else has ended their table; whoever speaks in a later step then is guilty."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.refusal import refused
from tests.session.stories import ending, meet, proof_of, says, uttered, verdicts
from tests.tinygames import RACE, SCREENS
from tortuga_p2p.errors import Code
from tortuga_p2p.session.broken_words import ends_alone
from tortuga_p2p.session.event import Begun, Farewell, Heard, Impatience, Refuse, Tick, Utter
from tortuga_p2p.session.evidence import check_evidence, gather, read
from tortuga_p2p.session.message import Commit, Confirm, Gone, Resign, Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.table import FIRST_STEP
from tortuga_p2p.testing.company import SPECTATOR, TOY, Company
from tortuga_p2p.testing.forging import changed, content_of, said_in, worded

if TYPE_CHECKING:
    from tortuga_p2p.session.event import Effect
    from tortuga_p2p.testing.company import Peer

PATIENCE_S = 60


class Story(NamedTuple):
    """A table that waits for `slow`; `liar` says that all others are gone, and later something else."""

    company: Company
    liar: Peer
    slow: Peer
    other: Peer
    alone: bytes

    @property
    def step(self) -> int:
        return content_of(self.alone).step

    def go_on(self) -> bytes:
        """Everybody moves on by a step in which the liar speaks; what the liar said there."""
        self.company.intend(self.slow.name)
        self.company.carry()
        later = [said for said in self.other.session.closed[self.step + 1 :] if self.liar.seat in said]
        return later[0][self.liar.seat]


def told(seats: int = 3, watchers: int = 0) -> Story:
    company = Company.make(RACE, seats, watchers=watchers, patience_s=PATIENCE_S).sit()
    (slow,) = company.deciding()
    liar, *others = [peer for peer in company.players if peer is not slow]
    return Story(company, liar, slow, others[0] if others else slow, worded(liar.session, everybody_gone(liar, seats)))


def everybody_gone(peer: Peer, seats: int, attempt: int = 1) -> Confirm:
    return Confirm(attempt, (1 << seats) - 1 & ~(1 << peer.seat))


def later_words(story: Story) -> bytes:
    """Something that the liar signs for the next step, whatever it is."""
    return worded(story.liar.session, Commit(bytes(32)), step=story.step + 1)


def slow_move(story: Story) -> bytes:
    """What the slow one plays at last; it has reached nobody yet."""
    (move,) = uttered(story.company.intend(story.slow.name), "move")
    story.company.post.clear()
    return move


def is_convicted(story: Story, *judges: Peer) -> None:
    for judge in judges or (story.other,):
        assert verdicts(judge) == [(story.liar.name, Code.WENT_ON)]
        assert judge.session.asked_ms is not None or ending(judge).kind == "evidence"
        verdict = check_evidence(proof_of(judge), lambda terms: (story.company.game, TOY))
        assert (verdict.identity, verdict.seat, verdict.step) == (story.liar.key, story.liar.seat, story.step)


# --- whichever comes last ------------------------------------------------------------------------------------------


def test_a_claim_meets_words_of_a_closed_step() -> None:
    story = told()
    story.go_on()
    assert story.other.session.position.step > story.step + 1
    story.company.say(story.other.name, story.alone)
    is_convicted(story)


def test_a_claim_meets_words_of_the_open_step() -> None:
    story = told()
    company, other = story.company, story.other
    move = slow_move(story)
    (link,) = uttered(company.say(story.liar.name, move), "link")
    company.post.clear()
    company.say(other.name, move)
    company.say(other.name, link)
    assert story.liar.seat in other.session.accepted
    company.say(other.name, story.alone)
    is_convicted(story)


def test_a_claim_meets_words_that_came_early() -> None:
    story = told()
    story.company.say(story.other.name, later_words(story))
    assert story.other.session.early
    story.company.say(story.other.name, story.alone)
    is_convicted(story)


def test_a_claim_meets_words_on_another_history() -> None:
    story = told()
    move = slow_move(story)
    story.company.say(story.other.name, later_words(story))
    story.company.say(story.other.name, move)
    assert story.other.session.disputed
    story.company.say(story.other.name, story.alone)
    is_convicted(story)


def test_a_claim_meets_a_resignation_of_a_later_step() -> None:
    story = told()
    story.company.say(story.other.name, worded(story.liar.session, Resign(), step=story.step + 1))
    assert story.liar.seat in story.other.session.resigned
    story.company.say(story.other.name, story.alone)
    is_convicted(story)


def test_an_older_claim_meets_a_younger_one() -> None:
    story = told()
    move = slow_move(story)
    for peer in (story.liar, story.other):
        story.company.say(peer.name, move)
    younger = worded(story.liar.session, everybody_gone(story.liar, 3))
    story.company.say(story.other.name, younger)
    assert story.other.session.resigned == {story.liar.seat: younger}
    story.company.say(story.other.name, story.alone)
    is_convicted(story)


@pytest.mark.parametrize("kind", [Commit, Resign, Gone, Confirm])
def test_words_of_any_lane_meet_the_claim_that_ended_the_table(kind: type) -> None:
    story = told()
    story.company.say(story.other.name, story.alone)
    assert story.other.session.resigned == {story.liar.seat: story.alone}
    one = 1 << story.other.seat
    said = {Commit: Commit(bytes(32)), Resign: Resign(), Gone: Gone(1, one), Confirm: Confirm(1, one)}[kind]
    story.company.say(story.other.name, worded(story.liar.session, said, step=story.step + 9))
    is_convicted(story)


def test_words_meet_a_claim_that_was_kept_in_a_finished_game() -> None:
    """The game is over and cannot be given up; but whoever seals it after that has gone on."""
    company = Company.make(SCREENS, 2, patience_s=PATIENCE_S).sit()
    liar, judge = company.players
    company.play_until(lambda company: judge.session.phase is not SessionPhase.PLAYING, lose=says("seal"))
    (seal,) = uttered(liar.log, "seal")
    last = max(step for step, said in enumerate(judge.session.closed) if liar.seat in said)
    beside = changed(liar.session, judge.session.closed[last][liar.seat], lane="gone-2.1", kind="confirm", body=())
    company.say(judge.name, changed(liar.session, beside, everybody_gone(liar, 2)))
    assert (judge.session.phase, judge.convictions) == (SessionPhase.FINISHED, [])
    company.say(judge.name, seal)
    assert verdicts(judge) == [(liar.name, Code.WENT_ON)]


def test_words_meet_a_claim_that_ended_the_table_as_diverged() -> None:
    story = told(seats=2)
    story = story._replace(alone=changed(story.liar.session, story.alone, state=bytes(32)))
    story.company.say(story.other.name, story.alone)
    assert ending(story.other).kind == "diverged"
    story.company.say(story.other.name, later_words(story))
    is_convicted(story)


def finished() -> tuple[Company, Peer, Peer]:
    """A game that is over, and of which nobody has another's seal."""
    company = Company.make(SCREENS, 2, patience_s=PATIENCE_S).sit()
    company.play(lose=says("seal"))
    company.post.clear()
    liar, judge = company.players
    company.say(judge.name, worded(liar.session, everybody_gone(liar, 2)))
    assert (judge.session.phase, len(judge.session.votes)) == (SessionPhase.FINISHED, 1)
    return company, liar, judge


def test_words_meet_a_claim_among_the_seals() -> None:
    company, liar, judge = finished()
    step = judge.session.position.step + 1
    company.say(judge.name, worded(liar.session, Commit(bytes(32)), step=step))
    assert verdicts(judge) == [(liar.name, Code.WENT_ON)]


def test_a_seal_counts_beside_a_claim_of_the_same_step() -> None:
    company, liar, judge = finished()
    (seal,) = uttered(liar.log, "seal")
    company.say(judge.name, seal)
    assert (judge.session.phase, judge.convictions) == (SessionPhase.SEALED, [])


def test_whoever_has_spoken_in_a_step_may_give_up_everybody_in_the_same() -> None:
    company = Company.make(SCREENS, 3, patience_s=PATIENCE_S).sit()
    alone, other, _ = company.players
    (seal,) = uttered(company.intend(alone.name), "commit")
    company.say(other.name, seal)
    company.say(other.name, worded(alone.session, everybody_gone(alone, 3)))
    assert (alone.seat in other.session.resigned, other.convictions) == (True, [])


@pytest.mark.parametrize("turn", [1, -1])
def test_words_that_nobody_could_read_yet_are_compared_when_seats_are_drawn(turn: int) -> None:
    story = told(watchers=1)
    said, watcher = story.other.session.closed, story.company[SPECTATOR]
    alone = changed(story.liar.session, said[FIRST_STEP][story.liar.seat], lane="gone-2.1", kind="confirm", body=())
    story = story._replace(alone=changed(story.liar.session, alone, everybody_gone(story.liar, 3)))
    watcher.session = watcher.start
    story.company.take(SPECTATOR, Begun())
    for raw in (story.alone, later_words(story))[::turn]:
        story.company.say(SPECTATOR, raw)
    assert len(watcher.session.unread) == 2
    for raw in [raw for step in said[:FIRST_STEP] for raw in step.values()]:
        story.company.say(SPECTATOR, raw)
    story.company.carry()
    is_convicted(story, watcher, story.other, story.slow)


def test_a_sealed_game_is_not_undone() -> None:
    story = told()
    story.company.play()
    assert story.other.session.phase is SessionPhase.SEALED
    story.company.say(story.other.name, story.alone)
    assert (story.other.session.phase, story.other.session.ending) == (SessionPhase.SEALED, None)
    assert verdicts(story.other) == [(story.liar.name, Code.WENT_ON)]


# --- everybody comes to know ---------------------------------------------------------------------------------------


def test_those_who_gave_up_and_those_who_were_gone_on_with_convict_alike() -> None:
    story = told(seats=4, watchers=1)
    victim = next(peer for peer in story.company.players if peer not in (story.liar, story.slow, story.other))
    story.company.say(victim.name, story.alone)
    assert story.liar.seat in victim.session.resigned
    story.company.intend(story.slow.name)
    story.company.carry(leave_out=(victim.name,))
    assert any(story.liar.seat in said for said in (story.other.session.accepted,))
    honest = [peer for peer in story.company.peers.values() if peer is not story.liar]
    assert not any(peer.convictions for peer in honest)
    meet(story.company)
    is_convicted(story, *honest)


def test_in_a_game_of_two_the_other_learns_both() -> None:
    story = told(seats=2)
    story.company.say(story.slow.name, story.alone)
    assert ending(story.slow).kind == "abandoned"
    story.company.say(story.slow.name, later_words(story))
    is_convicted(story, story.slow)


def test_what_is_found_afterwards_is_told_to_all_and_is_the_end_of_it() -> None:
    story = told()
    for peer in (story.other, story.slow):
        story.company.say(peer.name, story.alone)
    story.company.post.clear()
    story.company.say(story.other.name, later_words(story))
    story.company.carry()
    is_convicted(story, story.other, story.slow)
    before = story.other.session
    assert story.company.say(story.other.name, later_words(story)) == []
    assert story.other.session is before


# --- what proves nothing -------------------------------------------------------------------------------------------


def nearly(story: Story) -> dict[str, bytes]:
    """What an ended table hears, and what does not prove that somebody went on."""
    liar, later = story.liar.session, story.step + 1
    return {
        "of the same step": worded(liar, Commit(bytes(32))),
        "of an earlier step": worded(liar, Commit(bytes(32)), step=story.step - 1),
        "of sitting down": worded(liar, Commit(bytes(32)), step=3),
        "of somebody else": worded(story.slow.session, Commit(bytes(32)), step=later),
        "of another table": worded(liar, Commit(bytes(32)), step=later, table=bytes(32)),
    }


@pytest.mark.parametrize("what", nearly(told(seats=2)))
def test_an_ended_table_stays_ended_whatever_it_hears(what: str) -> None:
    story = told(seats=2)
    story.company.say(story.other.name, story.alone)
    story.company.say(story.other.name, nearly(story)[what])
    assert story.other.session.phase is SessionPhase.ENDED
    offences = {"of the same step": [Code.OUT_OF_TURN], "of an earlier step": [Code.EQUIVOCATION]}
    assert verdicts(story.other) == [(story.liar.name, code) for code in offences.get(what, [])]


def test_an_ended_table_believes_no_forged_words() -> None:
    story = told(seats=2)
    story.company.say(story.other.name, story.alone)
    forged = later_words(story)[:-1] + b"\x00"
    for raw, code in ((forged, Code.BAD_SIGNATURE), (b"\xc1", Code.MALFORMED)):
        (effect,) = story.company.say(story.other.name, raw)
        assert isinstance(effect, Refuse)
        assert effect.code == code
    assert ending(story.other).kind == "abandoned"


def test_whoever_is_not_alone_may_go_on() -> None:
    """Somebody who stayed with them may have withdrawn."""
    story = told()
    not_alone = worded(story.liar.session, Confirm(1, 1 << story.slow.seat))
    story.company.say(story.other.name, not_alone)
    story.go_on()
    story.company.say(story.other.name, not_alone)
    assert story.other.session.phase is SessionPhase.PLAYING
    assert not any(peer.convictions for peer in story.company.players)


def test_a_first_word_alone_ends_nothing() -> None:
    story = told()
    gone = worded(story.liar.session, Gone(1, everybody_gone(story.liar, 3).missing))
    story.company.say(story.other.name, gone)
    story.company.say(story.other.name, later_words(story))
    assert story.other.session.phase is SessionPhase.PLAYING
    assert not story.other.convictions


@pytest.mark.parametrize("code", [code for code in Code if code is not Code.WENT_ON])
def test_two_such_messages_prove_nothing_else(code: Code) -> None:
    story = told()
    exhibits = (story.alone, later_words(story))
    raw = gather(story.company.meeting, story.other.session.closed, b"", exhibits, code)
    assert read(raw).exhibits == tuple(sorted(exhibits))
    with refused(Code.BAD_EVIDENCE):
        check_evidence(raw, lambda terms: (RACE, TOY))


# --- whoever is honest ---------------------------------------------------------------------------------------------


def given_up(seats: int) -> tuple[Company, Peer, list[Effect]]:
    """Somebody is alone for so long that they give up everybody else; and what they say then."""
    company = Company.make(SCREENS, seats, patience_s=PATIENCE_S).sit()
    peer = company.players[0]
    company.intend(peer.name)
    company.post.clear()
    for second in (0, PATIENCE_S):
        company.take(peer.name, Tick(1 + 1000 * second))
    return company, peer, company.take(peer.name, Impatience())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_has_given_up_everybody_says_nothing_more(seats: int) -> None:
    company, peer, effects = given_up(seats)
    gone, confirm = uttered(effects)
    assert (said_in(gone).missing, said_in(confirm)) == (said_in(confirm).missing, everybody_gone(peer, seats))
    assert ends_alone(content_of(confirm), seats)
    for event in (Farewell(), Impatience(), Tick(10_000_000)):
        assert not uttered(peer.take(event))
    for other in company.players[1:]:
        company.intend(other.name)
    meet(company)
    assert max(content_of(raw).step for raw in uttered(peer.log)) == content_of(confirm).step
    assert ending(peer).kind == "abandoned"
    if seats == 2:
        assert ending(company.players[1]).kind == "abandoned"
    else:
        assert {one.session.position.epoch for one in company.players[1:]} == {1}
    assert not any(one.convictions for one in company.players)


@pytest.mark.parametrize("kept", ["nothing", "gone", "both"])
def test_whoever_gave_up_everybody_and_crashed_has_given_up_or_has_said_nothing(kept: str) -> None:
    """Whatever of it was stored: the two words are said together, and only when both are stored."""
    company, peer, effects = given_up(3)
    before = [entry for entry in peer.log if entry not in effects]
    words = [effect for effect in effects if isinstance(effect, Utter)]
    woken = type(peer)(peer.name, peer.key, peer.start, peer.start)
    woken.log = [*before, *words[: ("nothing", "gone", "both").index(kept)]]
    woken.durable = len(woken.log)
    said = uttered(woken.wake())
    if kept == "nothing":
        assert not {content_of(raw).lane for raw in said} & {"gone-1.1", "gone-2.1"}
        assert woken.session.phase is SessionPhase.PLAYING
        return
    assert [effect.raw for effect in words] == said[-2:], "the same bytes again"
    assert ending(woken).kind == "abandoned"
    for raw in [raw for other in company.players[1:] for raw in uttered(company.intend(other.name))]:
        assert not uttered(woken.take(Heard(b"", Say(company.meeting.id, raw))))
