"""Void words: two stories told in a step that was cut convict whoever told them, and nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.session.stories import meet, says, uttered, verdicts
from tests.session.test_removing import finish, give_up, playing, waited_for
from tests.tinygames import RACE, SCREENS
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import EARLY_STEPS_MAX
from tortuga_p2p.session.event import Tick
from tortuga_p2p.session.message import Commit, Have, Resign, Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.company import Company, Mail
from tortuga_p2p.testing.forging import changed, content_of, worded

if TYPE_CHECKING:
    from tortuga_p2p.testing.company import Peer


def parted(*, stories: int = 2, steps_ahead: int = 0, resigns_ahead: int = 0) -> tuple[Company, Peer, list[Peer]]:
    """Two were told different seals and then all the resignation; one has not spoken, so the step is open to all."""
    company = Company.make(SCREENS, 4).sit()
    company.play_until(lambda now: all(peer.session.position.kind == "commit" for peer in now.players))
    liar, slow, *told = company.players
    (seal,) = uttered(company.intend(liar.name), "commit")
    company.post.clear()
    step = content_of(seal).step
    other = changed(liar.session, seal, Commit(bytes(32)), step=step + steps_ahead)
    for peer, raw in zip(told[:stories], (changed(liar.session, seal, step=step + steps_ahead), other), strict=False):
        company.say(peer.name, raw)
    for peer in (slow, *told):
        company.say(peer.name, worded(liar.session, Resign(), step=step + max(steps_ahead, resigns_ahead)))
    return company, liar, [slow, *told]


def test_those_who_go_on_show_each_other_at_once_what_a_quitter_said_in_the_step_that_they_cut() -> None:
    company, liar, honest = parted()
    company.carry(leave_out=(liar.name,))
    for peer in honest:
        assert peer.session.position.epoch == 1
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]


def test_what_was_lost_then_is_shown_when_they_say_where_they_stand() -> None:
    company, liar, honest = parted()
    company.carry(leave_out=(liar.name,), lose=says("commit"))
    assert {peer.session.position.epoch for peer in honest} == {1}
    assert not any(peer.convictions for peer in honest)
    meet(company)
    for peer in honest:
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]


def test_words_that_ran_ahead_of_the_step_are_compared_too() -> None:
    company, liar, honest = parted(steps_ahead=1)
    company.carry(leave_out=(liar.name,))
    meet(company)
    for peer in honest:
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]


def test_the_game_is_finished_without_whoever_was_convicted_by_void_words() -> None:
    company, liar, honest = parted()
    company.play_until(lambda _: False, leave_out=(liar.name,))
    assert {peer.session.phase for peer in honest} == {SessionPhase.SEALED}
    assert len({peer.session.history for peer in honest}) == 1


def test_one_story_convicts_nobody_and_is_said_until_all_have_it() -> None:
    company, liar, honest = parted(stories=1)
    (story,) = [one.raw for seat, one in honest[1].session.accepted.items() if seat == liar.seat]
    company.carry(leave_out=(liar.name,), lose=says("commit"))
    assert [len(peer.session.void) for peer in honest] == [0, 1, 0]
    meet(company)
    assert not any(peer.convictions for peer in honest)
    assert {tuple(peer.session.void.values()) for peer in honest} == {(story,)}
    for name in company.peers:
        company.take(name, Tick(2_000_000))
    said: list[Any] = []

    def note(mail: Mail) -> bool:
        said.append(mail.talk)
        return False

    company.carry(lose=note)
    assert any(isinstance(talk, Have) for talk in said)
    assert Say(company.meeting.id, story) not in said


def test_somebody_given_up_who_comes_back_with_an_old_journal_has_done_nothing_wrong() -> None:
    company = playing(RACE, 4, 5)
    gone = waited_for(company)
    step = gone.session.position.step
    move = worded_move(company, gone)
    stay = give_up(company, gone)
    company.say(stay[0].name, move)
    company.say(stay[1].name, changed(gone.session, move, prev=bytes(32)))
    finish(company, stay, (gone.name,))
    assert content_of(move).step == step
    assert not any(peer.session.void for peer in stay)


def worded_move(company: Company, peer: Peer) -> bytes:
    (move,) = uttered(company.intend(peer.name), "move")
    company.post.clear()
    return move


def test_of_a_quitter_who_has_written_on_and_on_little_is_kept() -> None:
    company, liar, honest = parted(stories=1, resigns_ahead=4 * EARLY_STEPS_MAX)
    company.carry(leave_out=(liar.name,), lose=says("commit"))
    cut = honest[0].session.removals[0].step
    (told,) = honest[1].session.void.values()
    for step in range(cut + 1, cut + 3 * EARLY_STEPS_MAX):
        company.say(honest[1].name, changed(liar.session, told, step=step))
    assert len(honest[1].session.void) == EARLY_STEPS_MAX + 1
    assert max(step for _, step, _ in honest[1].session.void) == cut + EARLY_STEPS_MAX
