"""Ending by agreement: one proposes, all accept; a refusal or time keeps the game going; nobody ends up elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.session.stories import ending, meet, says, uttered, verdicts
from tests.tinygames import RACE, SCREENS
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import PROPOSALS_MAX, WISH_S
from tortuga_p2p.session import accord
from tortuga_p2p.session.event import Farewell, Impatience, PlayOn, Propose, Tick, Utter
from tortuga_p2p.session.message import Agree, Decline, Resign, Wish
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.table import FIRST_STEP
from tortuga_p2p.testing.company import SPECTATOR, Company
from tortuga_p2p.testing.forging import changed, content_of, said_in, worded

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.testing.company import Mail, Peer


def sat(seats: int = 3, watchers: int = 0) -> Company:
    return Company.make(RACE, seats, watchers=watchers).sit()


def wish(company: Company, *peers: Peer) -> None:
    for peer in peers:
        company.take(peer.name, Propose())
    company.carry()


def accords(peer: Peer) -> dict[str, str]:
    names = peer.session.table.agreement.names  # type: ignore[union-attr]
    return {names[seat]: type(said.words).__name__ for seat, said in peer.session.accords.items()}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_all_wish_ends_the_game_for_all_and_nobody_is_ranked(seats: int) -> None:
    company = sat(seats, watchers=1)
    step = company.players[0].session.position.step
    first, *others = company.players
    wish(company, first)
    assert all(peer.session.phase is SessionPhase.PLAYING for peer in company.players)
    wish(company, *others)
    for peer in company.peers.values():
        assert ending(peer).kind == accord.AGREED
        assert f"agreed to end it in step {step}, and nobody is ranked" in ending(peer).sentence
        assert len(ending(peer).claims) == seats
        assert {type(said_in(raw)) for raw in ending(peer).claims} == {Agree}
        assert not peer.convictions
    assert len({ending(peer).claims for peer in company.peers.values()}) == 1


def test_a_refusal_keeps_the_game_going_and_it_is_played_to_its_end() -> None:
    company = sat()
    first, second, third = company.players
    wish(company, first, second)
    company.take(third.name, PlayOn())
    company.carry()
    assert all(not peer.session.wishes for peer in company.players)
    company.play()
    assert all(peer.session.phase is SessionPhase.SEALED for peer in company.players)


def test_a_proposal_that_nobody_answers_is_forgotten_in_time() -> None:
    company = sat()
    first, *others = company.players
    for peer in company.players:
        company.take(peer.name, Tick(1))
    wish(company, first)
    assert all(peer.session.wishes for peer in company.players)
    for peer in company.players:
        company.take(peer.name, Tick(1 + WISH_S * 1000))
    company.carry()
    assert all(not peer.session.wishes for peer in company.players)
    wish(company, *others)  # the first one's wish is past: two of three are not all
    assert all(peer.session.phase is SessionPhase.PLAYING for peer in company.players)


def test_a_proposal_stands_while_the_game_goes_on() -> None:
    company = sat()
    first, *others = company.players
    wish(company, first)
    (slow,) = company.deciding()
    company.intend(slow.name)
    company.carry()
    wish(company, *others)
    assert {ending(peer).kind for peer in company.players} == {accord.AGREED}


def test_nobody_proposes_again_and_again() -> None:
    company = sat()
    first, second, _ = company.players
    for _attempt in range(PROPOSALS_MAX):
        wish(company, first)
        assert second.session.wishes
        company.take(first.name, Propose())
        assert "already" in first.rejections[-1].sentence
        company.take(second.name, PlayOn())
        company.carry()
        company.take(first.name, Propose())
        assert "declined just now" in first.rejections[-1].sentence
        company.intend(next(company.deciding()).name)
        company.carry()
    company.take(first.name, Propose())
    assert f"proposed it {PROPOSALS_MAX} times" in first.rejections[-1].sentence
    company.say(second.name, worded(first.session, Wish()))  # a program that does not keep to it
    assert not second.session.wishes
    wish(company, second)  # whoever is tired of that may still propose
    assert second.session.wishes
    wish(company, first)
    assert len(first.session.wishes) == 2


def test_an_old_wish_that_is_brought_again_counts_for_nothing() -> None:
    company = sat()
    first, second, _ = company.players
    raw = next(effect.raw for effect in company.take(first.name, Propose()) if isinstance(effect, Utter))
    company.carry()
    company.take(second.name, PlayOn())
    company.carry()
    company.intend(next(company.deciding()).name)
    company.carry()
    company.say(second.name, raw)
    assert not second.session.wishes


def agrees(sender: str) -> Callable[[Mail], bool]:
    """Whether a letter brings this one's word that the game ends here."""
    is_agree = says("agree")
    return lambda mail: mail.sender == sender and is_agree(mail)


def test_whoever_has_agreed_says_nothing_more_until_all_have_or_somebody_declines() -> None:
    company = sat()
    (slow,) = company.deciding()
    wish(company, *(peer for peer in company.players if peer is not slow))
    company.take(slow.name, Propose())
    company.post.clear()  # nobody hears the last wish, nor that they agree
    assert accord.is_bound(slow.session)
    assert not uttered(company.intend(slow.name))
    assert set(slow.session.waiting_for) == {peer.seat for peer in company.players if peer is not slow}
    meet(company)  # they ask, and hear it
    assert {ending(peer).kind for peer in company.players} == {accord.AGREED}


def test_whoever_closed_the_step_frees_those_who_agreed_in_it_and_all_agree_in_the_next() -> None:
    """The fastest has gone on when the others agree: one word from there, and they meet where that one is."""
    company = sat()
    (slow,) = company.deciding()
    others = [peer for peer in company.players if peer is not slow]
    (move,) = uttered(company.intend(slow.name), "move")
    ahead, behind = others
    company.post.clear()
    company.say(ahead.name, move)
    company.post.clear()
    step = behind.session.position.step
    assert slow.session.position.step == ahead.session.position.step == step + 1
    for peer in company.players:
        for wished in company.players:
            if wished is not peer:
                company.say(peer.name, worded(wished.session, Wish()))
        company.take(peer.name, Propose())
    assert accord.is_bound(behind.session)
    meet(company)
    for peer in company.players:
        assert ending(peer).kind == accord.AGREED
        assert f"in step {step + 1}" in ending(peer).sentence
        assert not peer.convictions


def test_a_program_whose_player_has_not_wished_it_declines_at_once() -> None:
    company = sat()
    first, second, third = company.players
    company.say(second.name, worded(first.session, Agree()))
    company.carry()
    assert accords(second)[second.name] == "Decline"
    assert not accord.is_bound(third.session)
    company.play()
    assert all(peer.session.phase is SessionPhase.SEALED for peer in company.players)


def test_what_somebody_agreed_to_cannot_be_taken_back() -> None:
    company = sat()
    first, *others = company.players
    wish(company, *others)
    company.take(first.name, Propose())
    company.take(first.name, PlayOn())
    assert "only another player can decline" in first.rejections[-1].sentence


def test_agree_and_decline_for_one_step_are_two_words_in_one_place() -> None:
    company = sat()
    liar, second, third = company.players
    company.say(second.name, worded(liar.session, Agree()))
    company.say(third.name, worded(liar.session, Decline()))
    meet(company)
    for peer in (second, third):
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]


def test_whoever_agreed_and_goes_on_undoes_nothing() -> None:
    company = sat()
    (liar,) = company.deciding()
    move = worded(liar.session, said_in(uttered(company.intend(liar.name), "move")[0]))
    company = sat()
    (liar,) = company.deciding()
    others = [peer for peer in company.players if peer is not liar]
    wish(company, *company.players)
    claims = ending(liar).claims
    for peer in others:
        company.say(peer.name, move)
        company.say(peer.name, worded(liar.session, Resign()))
    company.carry()
    for peer in company.players:
        assert (ending(peer).kind, ending(peer).claims) == (accord.AGREED, claims)


def test_a_wish_of_another_table_or_in_another_lane_is_no_wish() -> None:
    company = sat()
    first, second, _ = company.players
    company.say(second.name, worded(first.session, Wish(), table=bytes(32)))
    assert not second.session.wishes
    company.say(second.name, worded(first.session, Wish(), lane="accord"))
    assert verdicts(second) == [(first.name, Code.WRONG_KIND)]


def test_wishes_of_another_table_of_the_same_people_end_no_game() -> None:
    """Whoever is losing keeps what the others signed last week, when all of them would rather have stopped."""
    company = sat()
    company.intend(next(company.deciding()).name)
    company.carry()
    liar, *others = company.players
    elsewhere = [worded(peer.session, Wish(), table=bytes(32), step=FIRST_STEP) for peer in others]
    wish(company, liar)
    for peer in others:
        for raw in elsewhere:
            company.say(peer.name, raw, liar.name)
    company.carry()
    for peer in others:
        assert set(peer.session.wishes) == {liar.seat}
        assert peer.session.phase is SessionPhase.PLAYING


@pytest.mark.parametrize("is_brought", [False, True])
def test_an_old_wish_of_our_own_stands_no_more_after_a_crash_and_nobody_can_bring_it_back(is_brought: bool) -> None:
    company = Company.make(SCREENS, 3).sit()
    first, *others = company.players
    (old,) = uttered(company.take(first.name, Propose()), "wish")
    company.carry()
    company.take(others[0].name, PlayOn())
    company.carry()
    while first.session.position.step == content_of(old).step:
        company.intend(next(company.deciding()).name)
        company.carry()
    first.crash(99)
    company.put(first.name, first.wake())
    if is_brought:
        company.say(first.name, old, others[0].name)
    wish(company, *others)
    assert set(first.session.wishes) == {peer.seat for peer in others}
    assert all(peer.session.phase is SessionPhase.PLAYING for peer in company.players)


def test_whoever_only_watches_proposes_nothing() -> None:
    company = sat(watchers=1)
    company.take(SPECTATOR, Propose())
    company.take(SPECTATOR, PlayOn())
    assert len(company[SPECTATOR].rejections) == 2


@pytest.mark.parametrize("kept", [0, 1])
def test_whoever_crashes_after_agreeing_stands_by_it(kept: int) -> None:
    company = sat()
    first, *others = company.players
    wish(company, *others)
    company.take(first.name, Propose())
    company.post.clear()
    first.crash(kept)
    first.wake()
    assert accord.is_bound(first.session)
    meet(company)
    assert {ending(peer).kind for peer in company.players} == {accord.AGREED}
    assert len({ending(peer).claims for peer in company.players}) == 1


def test_what_a_dead_seat_leaves_open_can_be_ended_without_it() -> None:
    """It wished to end the game and never agreed: those who wait for it may give it up, and end the game they have."""
    company = Company.make(RACE, 3, patience_s=60).sit()
    dead, *others = company.players
    for peer in company.players:
        company.take(peer.name, Tick(1))
    wish(company, dead)
    for peer in others:
        company.take(peer.name, Propose())
    company.carry(leave_out=[dead.name], lose=agrees(dead.name))
    for peer in others:
        assert peer.session.waiting_for == (dead.seat,)
        company.take(peer.name, Tick(61_001))
    company.post.clear()
    for peer in others:
        company.take(peer.name, Impatience())
    company.carry(leave_out=[dead.name])
    for peer in others:
        assert len(peer.session.removals) == 1
        assert ending(peer).kind == accord.AGREED
        assert len(ending(peer).claims) == 2


def test_bots_follow_people_and_never_begin() -> None:
    company = sat()
    assert not accord.all_people_wish(company.players[0].session)
    wish(company, *company.players[:2])
    assert not accord.all_people_wish(company.players[2].session)


# --- in any order -------------------------------------------------------------------------------------------------


def stir(company: Company, draw: SeededDraw, times: int) -> None:
    """Anything at any time: letters come late, in any order, twice or never; people wish, decline, play; some crash."""
    for _turn in range(times):
        peer = company.players[draw.below(len(company.players))]
        match draw.below(12):
            case 0:
                company.take(peer.name, Propose())
            case 1 if draw.below(4) == 0:
                company.take(peer.name, PlayOn())
            case 2 if draw.below(3) == 0:
                peer.crash(draw.below(2))
                company.put(peer.name, peer.wake())
            case 3 | 4 if len(peer.session.moves):
                company.intend(peer.name)
            case 5 if company.post:
                del company.post[draw.below(len(company.post))]
            case _ if company.post:
                mail = company.post.pop(draw.below(len(company.post)))
                for name in company.peers if mail.to is None else (mail.to,):
                    if name != mail.sender and draw.below(5):
                        company.hear(name, mail.talk, mail.sender)


@pytest.mark.parametrize("seed", range(30))
def test_whatever_comes_when_all_end_alike_and_nobody_is_blamed(seed: int) -> None:
    draw = SeededDraw(seed, "agreeing")
    game = (RACE, SCREENS)[seed % 2]
    company = Company.make(game, 2 + seed % 3).sit()
    for peer in company.players:
        company.take(peer.name, Tick(1))
    stir(company, draw, 150)
    company.post.clear()
    meet(company)
    assert not any(peer.convictions for peer in company.players)
    kinds = {peer.session.ending.kind if peer.session.ending else "" for peer in company.players}
    if kinds == {accord.AGREED}:
        assert len({ending(peer).claims for peer in company.players}) == 1
        assert len({peer.session.history for peer in company.players}) == 1
        return
    assert kinds == {""}, kinds
    for peer in company.players:  # nobody answers any more: it is forgotten, and played
        company.take(peer.name, Tick(1_200_000 + WISH_S * 1000))
    company.carry()
    for _turn in range(400):
        if not (deciding := list(company.deciding())):
            break
        company.intend(deciding[0].name)
        company.carry()
    meet(company)
    assert {peer.session.phase for peer in company.players} == {SessionPhase.SEALED}


def test_nobody_is_made_to_speak_twice_in_a_step_of_an_earlier_epoch() -> None:
    """Their word of that step has its place already, whatever epoch an `agree` about it claims to be of."""
    company = sat(4)
    liar, honest, quitter, _ = company.players
    agreed = worded(liar.session, Agree())
    company.say(honest.name, agreed)
    company.carry()
    company.play_until(lambda now: honest.session.position.step > content_of(agreed).step + 3)
    company.take(quitter.name, Farewell())
    company.carry()
    assert honest.session.position.epoch == 1
    company.say(honest.name, changed(liar.session, agreed, epoch=1))
    words = [content_of(entry.raw).slot for entry in honest.log if isinstance(entry, Utter)]
    assert len(words) == len(set(words))
