"""Nobody escapes a verdict: whoever contradicts themselves is convicted though the table has ended or is finished.

And the other side of it: a table that ended too early for somebody comes to the same end as for all the others.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.session.stories import ending, meet, proof_of, two_seals, uttered, verdicts, wait_out
from tests.tinygames import MUTINY, RACE, SCREENS
from tortuga_p2p.crypto.secret import GameSecret
from tortuga_p2p.errors import Code
from tortuga_p2p.session import mixing
from tortuga_p2p.session.event import Farewell, Impatience, Intent, RecordStep, Tick
from tortuga_p2p.session.message import Accuse, Commit, Resign, Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.session import step
from tortuga_p2p.testing.company import Company, Mail, Peer
from tortuga_p2p.testing.forging import changed, content_of, kind_of, worded

TIME = 1_000_000


@pytest.mark.parametrize("word", ["resign", "nothing"])
def test_two_seals_and_a_resignation_right_behind_them_are_a_contradiction(word: str) -> None:
    """Each of the others closes the step and reads the resignation: nobody's table goes on on either history.

    Whoever has resigned is gone on without by all programs; after a verdict alone, those who play decide.
    """
    company, liar, honest, *seals = two_seals()
    number = content_of(seals[0]).step
    for peer, seal in zip(honest, seals, strict=True):
        company.say(peer.name, seal)
        if word == "resign":
            company.say(peer.name, worded(liar.session, Resign(), step=number))
            assert liar.seat in peer.session.resigned
    assert not any(peer.convictions for peer in honest)
    company.carry(leave_out=(liar.name,))
    meet(company)
    for peer in honest:
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]
        assert peer.session.where[0] == (word == "resign")
    if word == "nothing":
        wait_out(company)
        assert {ending(peer).kind for peer in honest} == {"evidence"}


def test_those_who_stand_in_different_steps_of_two_histories_convict_him_too() -> None:
    company, liar, (first, second), *seals = two_seals()
    number = content_of(seals[0]).step
    company.say(first.name, seals[0])
    company.say(second.name, seals[1])
    for peer in (first, second):
        assert peer.session.position.step == number + 1
    company.say(first.name, worded(liar.session, Resign(), step=number))
    company.take(second.name, Farewell())
    company.post.clear()
    meet(company)
    for peer in (first, second):
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]


def test_two_decks_and_a_resignation_right_behind_them_are_a_contradiction() -> None:
    company = Company.make(MUTINY, 3).begin().carry(lose=is_mix_of_seat_2)
    liar, honest, table = company[2], [company[0], company[1]], company[0].session.table
    assert table is not None
    assert liar.session.own is not None
    (deck,) = [raw for raw in uttered(liar.log, "mix") if content_of(raw).step == table.step]
    # Other secrets, the same key: another order, as valid as the first.
    other = replace(liar.session.own, secret=GameSecret.derive(bytes(32), table.agreement.lobby_id))
    another = changed(liar.session, deck, mixing.speak(table, other, 2))
    resignation = worded(liar.session, Resign())
    for peer, raw in zip(honest, (deck, another), strict=True):
        company.say(peer.name, raw)
        assert peer.session.position.step == table.step + 1
        company.say(peer.name, resignation)
        assert liar.seat in peer.session.resigned
    meet(company)
    for peer in honest:
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]


def is_mix_of_seat_2(mail: Mail) -> bool:
    return isinstance(mail.talk, Say) and (kind_of(mail.talk.envelope), content_of(mail.talk.envelope).seat) == (
        "mix",
        2,
    )


@pytest.mark.parametrize("word", ["resign", "nothing"])
def test_two_seals_are_compared_though_their_step_never_closes(word: str) -> None:
    """Somebody else has not spoken: nobody's history holds either of the two."""
    company = Company.make(SCREENS, 4).sit()
    company.play_until(lambda now: all(peer.session.position.kind == "commit" for peer in now.players))
    liar, slow, *honest = company.players
    (seal,) = uttered(company.intend(liar.name), "commit")
    company.post.clear()
    for peer, raw in zip(honest, (seal, changed(liar.session, seal, Commit(bytes(32)))), strict=True):
        company.say(peer.name, raw)
        if word == "resign":
            company.say(peer.name, worded(liar.session, Resign()))
    meet(company)
    for peer in (slow, *honest):
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]


# --- one end for all -------------------------------------------------------------------------------------------------


def last_word(seats: int = 3) -> tuple[Company, Peer, bytes, bytes]:
    """A game of which one word is missing, which ends it: signed, and heard by nobody yet. And a resignation there."""
    company = Company.make(RACE, seats, patience_s=60).sit()
    while True:
        (mover,) = company.deciding()
        after, effects = step(mover.session, Intent(mover.session.moves[0]))
        if after.phase is SessionPhase.FINISHED:
            resignation = worded(mover.session, Resign())
            company.intend(mover.name)
            company.post.clear()
            return company, mover, uttered(effects, "move")[0], resignation
        company.intend(mover.name)
        company.carry()


def wait(company: Company, *peers: Peer) -> None:
    for peer in peers:
        company.take(peer.name, Tick(TIME))
        company.take(peer.name, Tick(TIME + 61_000))
    company.post.clear()


def test_a_resignation_that_came_too_early_to_somebody_takes_the_end_from_nobody() -> None:
    company, mover, word, resignation = last_word()
    first, second = company.others(mover.name)
    company.say(first.name, word)
    assert first.session.phase is SessionPhase.FINISHED
    company.say(second.name, resignation)
    assert mover.seat in second.session.resigned
    company.say(first.name, resignation)
    assert first.session.phase is SessionPhase.FINISHED
    meet(company)
    assert second.session.table == first.session.table
    assert {peer.session.phase for peer in (first, second)} == {SessionPhase.FINISHED}
    assert {tuple(verdicts(peer)) for peer in (first, second)} == {((mover.name, Code.WENT_ON),)}, "who sealed, too"
    assert second.session.ending is None
    assert [entry.step for entry in second.log if isinstance(entry, RecordStep)] == list(
        range(len(second.session.closed))
    )


def test_whoever_was_given_up_though_his_last_word_ended_the_game_keeps_it_and_the_others_go_on() -> None:
    """Nothing undoes a finished game; what the others finish is a claim of theirs, and no result beside it."""
    company, mover, word, _ = last_word()
    first, second = company.others(mover.name)
    wait(company, first, second)
    for peer in (first, second):
        company.take(peer.name, Impatience())
    company.carry(leave_out=(mover.name,))
    company.say(first.name, word, mover.name)
    assert {peer.session.position.epoch for peer in (first, second)} == {1}
    meet(company)
    assert mover.session.phase is SessionPhase.FINISHED
    assert {peer.session.position.epoch for peer in (first, second)} == {1}
    assert not any(peer.convictions for peer in company.players)


def test_whoever_left_by_his_own_word_learns_the_end_and_signs_nothing_more() -> None:
    company, mover, word, _ = last_word(seats=2)
    (other,) = company.others(mover.name)
    wait(company, other)
    company.take(other.name, Impatience())
    company.carry(leave_out=(mover.name,))
    assert ending(other).kind == "abandoned"
    company.say(other.name, word)
    meet(company)
    assert {peer.session.phase for peer in (mover, other)} == {SessionPhase.FINISHED}
    assert uttered(other.log)[-1:] != uttered(other.log, "seal")[-1:]
    assert not any(peer.convictions for peer in (mover, other))


def test_a_verdict_that_came_too_early_to_somebody_stands_beside_the_same_result() -> None:
    company, mover, word, _ = last_word()
    first, second = company.others(mover.name)
    company.say(first.name, word)
    (seat,) = uttered(mover.log, "seat")
    company.say(second.name, changed(mover.session, seat, prev=bytes(32)))
    assert verdicts(second) == [(mover.name, Code.EQUIVOCATION)]
    company.carry()
    meet(company)
    for peer in (first, second):
        assert verdicts(peer) == [(mover.name, Code.EQUIVOCATION)]
        assert peer.session.phase in (SessionPhase.FINISHED, SessionPhase.SEALED)


def test_whoever_is_convicted_ends_nobody_s_table_as_diverged() -> None:
    """The liar told one of the others that the table stands otherwise, and that one hears of the verdict first."""
    company, liar, (first, second), seal, other = two_seals()
    company.say(second.name, seal)
    company.say(second.name, other)
    company.post.clear()
    company.hear(first.name, Accuse(company.meeting.id, proof_of(second)), second.name)
    company.say(first.name, changed(liar.session, seal, state=bytes(32)))
    assert first.session.phase is SessionPhase.PLAYING
    assert verdicts(first) == verdicts(second) == [(liar.name, Code.EQUIVOCATION)]
