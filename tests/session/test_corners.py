"""Corners of a session that no game comes through by itself: our own player's mistakes, words at the wrong time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.session.stories import ending, uttered, verdicts
from tests.tinygames import HARBOUR, RACE
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.ask import Move
from tortuga_p2p.session.event import Begun, Farewell, Intent, Reject, Tick, Utter
from tortuga_p2p.session.message import Confirm, Gone, Resign
from tortuga_p2p.session.phases import TRANSITIONS, SessionPhase
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import worded

if TYPE_CHECKING:
    from collections.abc import Sequence


def rejected(effects: Sequence[object]) -> list[str]:
    assert not [effect for effect in effects if isinstance(effect, Utter)], "nothing is sent"
    return [effect.sentence for effect in effects if isinstance(effect, Reject)]


# --- our own player ------------------------------------------------------------------------------------------------


def test_whoever_is_not_asked_decides_nothing() -> None:
    company = Company.make(RACE, 3).sit()
    (mover,) = company.deciding()
    for peer in company.players:
        if peer is not mover:
            before = peer.session
            assert rejected(company.take(peer.name, Intent(mover.session.moves[0]))) == ["nothing is asked of you now"]
            assert peer.session == before


@pytest.mark.parametrize(
    "move",
    [Move((77,)), Move((1,), (5,)), Move((1,), (), ((5, 0),))],
    ids=["not a move of this game", "shows what it does not hold", "gives what it does not hold"],
)
def test_an_illegal_wish_is_rejected_and_nothing_is_sent(move: Move) -> None:
    company = Company.make(RACE, 2).sit()
    (mover,) = company.deciding()
    before = mover.session
    assert len(rejected(company.take(mover.name, Intent(move)))) == 1
    assert mover.session == before


def test_what_is_kept_secret_is_not_in_what_is_printed() -> None:
    company = Company.make(HARBOUR, 2).sit()
    peer = company.players[0]
    own, me = peer.session.own, peer.session.me
    assert own is not None
    assert me is not None
    for text in (repr(own), repr(me), repr(peer.session)):
        for secret in (me.master, own.secret.chain_seed, own.secret.leaf_seed, own.secret.card_seed):
            assert secret.hex() not in text
            assert repr(secret)[2:-1] not in text


# --- words of leaving at the wrong time ------------------------------------------------------------------------------


def test_a_word_of_leaving_while_people_sit_down_is_an_offence() -> None:
    company = Company.make(RACE, 3).begin()
    first, second, _ = company.players
    company.say(second.name, worded(first.session, Gone(1, 0b100)))
    assert [code for _, code in verdicts(second)] == [Code.WRONG_KIND]
    assert ending(second).kind == "evidence"


def test_a_late_word_of_leaving_about_sitting_down_or_another_history_is_ignored() -> None:
    company = Company.make(RACE, 3).sit()
    (mover,) = company.deciding()
    first, second = [peer for peer in company.players if peer is not mover]
    vote = Confirm(1, 1 << mover.seat)
    step = first.session.position.step
    company.intend(mover.name)
    company.carry()
    chair = company.meeting.company.index(first.key)
    for raw in (
        worded(first.session, vote, step=2, seat=chair),
        worded(first.session, vote, step=step, prev=bytes(32)),
        worded(first.session, vote, step=step, lane="gone-1.1"),
    ):
        before = second.session
        assert company.say(second.name, raw) == []
        assert second.session == before


def test_whoever_resigned_and_crashed_has_resigned() -> None:
    company = Company.make(RACE, 3).sit()
    peer = company.players[0]
    (word,) = uttered(company.take(peer.name, Farewell()), "resign")
    peer.crash(kept=0)
    said = uttered(peer.wake(), "resign")
    assert ending(peer).kind == "resigned"
    assert said in ([word], [word, word])


# --- the table of phases -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", SessionPhase)
def test_what_a_phase_does_not_take_changes_nothing(phase: SessionPhase) -> None:
    company = Company.make(RACE, 2)
    peer = company.players[0]
    match phase:
        case SessionPhase.SITTING:
            company.begin()
        case SessionPhase.PLAYING:
            company.sit()
        case SessionPhase.FINISHED | SessionPhase.SEALED:
            lost = phase is SessionPhase.FINISHED
            company.sit().play(
                lose=lambda mail: lost and mail.sender != peer.name and peer.session.phase is SessionPhase.FINISHED
            )
        case SessionPhase.ENDED:
            company.sit().take(peer.name, Farewell())
        case SessionPhase.WAITING:
            pass
    assert peer.session.phase is phase
    for event in (Begun(), Farewell(), Tick(5), Intent(Move((0,)))):
        if (phase, type(event)) not in TRANSITIONS:
            before = peer.session
            assert peer.step(event) == []
            assert peer.session is before


def test_a_resignation_says_nothing_else() -> None:
    company = Company.make(RACE, 2).sit()
    first, second = company.players
    company.say(second.name, worded(first.session, Resign(), step=first.session.position.step + 1, body=(1,)))
    assert second.session.phase is SessionPhase.PLAYING
