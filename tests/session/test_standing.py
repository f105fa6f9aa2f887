"""Two histories: who is honest stands back to before somebody forked the table, and goes on without whoever did it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.session.stories import ending, meet, proof_of, says, two_seals, uttered, verdicts, wait_out
from tests.session.test_epochs import turning
from tests.session.test_removing import playing
from tests.tinygames import RACE, SCREENS
from tortuga_p2p.errors import Code
from tortuga_p2p.session.broken_words import proved_by
from tortuga_p2p.session.event import Farewell, Impatience, Tick
from tortuga_p2p.session.evidence import gather
from tortuga_p2p.session.message import Accuse, Commit, Nod, Resign
from tortuga_p2p.session.nodding import NOD
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.table import LANE
from tortuga_p2p.session.transcript import write_evidence, write_game, write_header
from tortuga_p2p.testing.company import TOY, Company, Peer
from tortuga_p2p.testing.forging import changed, content_of, kind_of, worded
from tortuga_p2p.verify.comparing import compare
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from tortuga_p2p.session.replica import Session


def forked(*, resigns: bool = False) -> tuple[Company, Peer, list[Peer], int]:
    """Each of two has another seal of the liar, and has closed the step with it."""
    company, liar, honest, *seals = two_seals()
    goodbye, step = worded(liar.session, Resign()), content_of(seals[0]).step
    for peer, seal in zip(honest, seals, strict=True):
        company.say(peer.name, seal, liar.name)
        if resigns:
            company.say(peer.name, goodbye, liar.name)
    assert [peer.session.where for peer in honest] == [(0, step + 1)] * 2
    assert honest[0].session.history != honest[1].session.history
    return company, liar, honest, step


def come_together(company: Company, liar: Peer) -> None:
    for turn in range(3):
        for name in company.peers:
            company.take(name, Tick(1_000_000 + 10_000 * turn))
        company.carry(leave_out=(liar.name,), lose=lambda mail: mail.sender == liar.name)


def agree(company: Company, honest: list[Peer], liar: Peer) -> None:
    for peer in honest:
        company.take(peer.name, Impatience())
    company.carry(leave_out=(liar.name,))


def file_of(session: Session) -> bytes:
    said = write_header(session.meeting) + write_game(session.closed, session.removals)
    return said + b"".join(write_evidence(proof.evidence) for proof in session.verdicts)


def is_blameless(peer: Peer) -> None:
    """No two words of all that somebody signed prove anything."""
    said = [content_of(raw) for raw in dict.fromkeys(uttered(peer.log))]
    assert len({content.slot for content in said}) == len(said)
    for one, other in combinations(said, 2):
        assert proved_by(one, other, 3) is None


@pytest.mark.parametrize("resigns", [False, True])
def test_who_is_honest_stands_back_and_finishes_the_game_without_the_liar(resigns: bool) -> None:
    company, liar, honest, step = forked(resigns=resigns)
    parted = [file_of(peer.session) for peer in honest]
    come_together(company, liar)
    if not resigns:
        assert [peer.session.where for peer in honest] == [(0, step)] * 2, "taken back, and nobody has agreed to go on"
        agree(company, honest, liar)
    company.play_until(lambda _: False, choose=turning(), leave_out=(liar.name,))
    assert {peer.session.phase for peer in honest} == {SessionPhase.SEALED}
    assert len({peer.session.history for peer in honest}) == 1
    for peer in honest:
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]
        (removal,) = peer.session.removals
        assert (removal.epoch, removal.step, removal.missing) == (0, step, 1 << liar.seat)
        assert not [raw for raw in uttered(peer.log, "reveal") if content_of(raw).epoch == 0], "nothing was released"
        is_blameless(peer)
    done = [file_of(peer.session) for peer in honest]
    assert done[0] == done[1]
    compared = compare([*parted, *done], lambda terms: (SCREENS, TOY))
    assert [verdict.name for verdict in compared.verdicts] == [liar.name]
    assert compared.parted == step
    assert verify(done[0], lambda terms: (SCREENS, TOY)).outcome is Outcome.CHEATING


def test_where_nobody_says_that_they_go_on_the_game_ends_by_evidence() -> None:
    company, liar, honest, step = forked()
    come_together(company, liar)
    wait_out(company)
    for peer in honest:
        assert (ending(peer).kind, peer.session.where) == ("evidence", (0, step))


def test_all_who_stand_back_have_their_time_again_to_say_that_they_go_on() -> None:
    """The verdict is told to some long before they hear that somebody stands elsewhere."""
    company, liar, honest, step = forked()
    first, second = honest
    come_together(company, liar)
    first.crash(len(first.log))
    first.wake()
    company.post.clear()
    company.hear(first.name, Accuse(company.meeting.id, proof_of(second)), second.name)
    company.post.clear()
    assert first.session.where == (0, step + 1), "it knows of nobody who stands elsewhere"
    began_ms, patience_ms = 5_000_000, 1000 * company.meeting.terms.patience_s
    company.take(first.name, Tick(began_ms))
    company.take(first.name, Tick(began_ms + patience_ms - 1000))
    company.say(first.name, second.session.stands[step + 1, second.seat])
    assert first.session.where == (0, step)
    company.take(first.name, Tick(began_ms + patience_ms + 1000))
    assert first.session.phase is SessionPhase.PLAYING
    company.take(first.name, Tick(began_ms + 2 * patience_ms))
    assert ending(first).kind == "evidence"


def test_whoever_resigns_after_standing_back_has_said_nothing_later() -> None:
    company, liar, honest, step = forked()
    come_together(company, liar)
    leaving, other = honest
    (word,) = uttered(company.take(leaving.name, Farewell()), "resign")
    assert content_of(word).step == step + 1
    company.carry(leave_out=(liar.name,))
    is_blameless(leaving)
    assert ending(other).winner == other.seat
    assert other.convictions == [one for one in other.convictions if one.verdict.name == liar.name]


def test_nobody_leaves_alone_where_they_have_spoken_later() -> None:
    """It would be the last word of its author: whoever holds both would convict them."""
    company, liar, (first, second), _step = forked()
    come_together(company, liar)
    company.take(first.name, Impatience())
    company.post.clear()
    first.rejections.clear()
    for seconds in (1000, 2000):
        company.take(first.name, Tick(3_000_000 + 1000 * seconds))
        company.take(first.name, Impatience())
    assert not uttered(first.log, "confirm")
    assert first.rejections or first.session.phase is SessionPhase.ENDED
    is_blameless(first)
    assert second.session.is_back


@pytest.mark.parametrize("moment", ["parted", "back", "voted"])
def test_whoever_crashes_meanwhile_comes_back_to_the_same_step(moment: str) -> None:
    company, liar, honest, step = forked()
    first, second = honest
    if moment != "parted":
        come_together(company, liar)
    if moment == "voted":
        company.take(first.name, Impatience())
        company.post.clear()
    first.crash(len(first.log))
    company.put(first.name, first.wake())
    come_together(company, liar)
    meet(company)
    agree(company, honest, liar)
    assert [peer.session.where[0] for peer in honest] == [1, 1]
    assert [peer.session.removals[0].step for peer in honest] == [step, step]
    company.play_until(lambda _: False, choose=turning(), leave_out=(liar.name,))
    assert {peer.session.phase for peer in honest} == {SessionPhase.SEALED}
    assert first.session.closed == second.session.closed
    is_blameless(first)
    is_blameless(second)


# --- who pretends --------------------------------------------------------------------------------------------------


def pretended(*, has_spoken: bool) -> tuple[Company, Peer, Peer, list[Peer], int]:
    """Four, and all who are honest have the same of two seals. A second liar pretends to stand on the other history."""
    company = Company.make(SCREENS, 4).sit()
    company.play_until(lambda now: all(peer.session.position.kind == "commit" for peer in now.players))
    liar, friend, *honest = company.players
    for peer in (friend, *honest):
        company.intend(peer.name)
    company.carry(leave_out=(liar.name,))
    (seal,) = uttered(company.intend(liar.name), "commit")
    company.post.clear()
    other = changed(liar.session, seal, Commit(bytes(32)))
    for peer in (friend, *honest):
        company.say(peer.name, seal, liar.name)
    step = honest[0].session.position.step - 1
    lost = () if has_spoken else (friend.name,)
    company.carry(leave_out=(liar.name,), lose=lambda mail: mail.sender in lost)
    stand = changed(friend.session, worded(friend.session, Nod(), lane=NOD, step=step + 1), prev=bytes(32))
    for peer in honest:
        company.say(peer.name, other, liar.name)
        company.say(peer.name, stand, friend.name)
    company.carry(leave_out=(liar.name, friend.name))
    return company, liar, friend, honest, step


def test_whoever_has_signed_our_history_is_not_believed_to_stand_elsewhere() -> None:
    """They are convicted for it, too: they have signed two nods of one step."""
    _company, liar, friend, honest, step = pretended(has_spoken=True)
    for peer in honest:
        assert peer.session.where == (0, step + 1)
        assert not peer.session.is_back
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION), (friend.name, Code.EQUIVOCATION)]


def test_whoever_has_signed_nothing_since_can_pretend_to_it() -> None:
    """What security.md says of it: open steps are taken back, at the cost of the seat that forked the table."""
    _company, liar, _friend, honest, step = pretended(has_spoken=False)
    for peer in honest:
        assert peer.session.where == (0, step)
        assert verdicts(peer) == [(liar.name, Code.EQUIVOCATION)]
        assert not uttered(peer.log, "reveal")
        assert kind_of(uttered(peer.log)[-1]) == "nod"


def test_whoever_has_released_something_does_not_take_it_back_though_a_crash_took_the_nods() -> None:
    """All had signed our history then, so whoever is honest stands on it."""
    company = Company.make(SCREENS, 4).sit()
    company.play_until(lambda now: all(peer.session.position.kind == "commit" for peer in now.players))
    liar, friend, first, _second = company.players
    for peer in company.players:
        company.intend(peer.name)
    company.carry(lose=lambda mail: mail.sender == friend.name and says("reveal")(mail))
    step = first.session.position.step - 1
    assert uttered(first.log, "reveal")[-1] == first.session.accepted[first.seat].raw
    first.crash(len(first.log))
    first.wake()
    company.post.clear()
    assert not first.session.nods.keys() - {first.seat}
    seal = first.session.closed[step][liar.seat]
    company.say(first.name, changed(liar.session, seal, Commit(bytes(32))), liar.name)
    nod = worded(friend.session, Nod(), lane=NOD, step=step + 1)
    company.say(first.name, changed(friend.session, nod, prev=bytes(32)), friend.name)
    assert verdicts(first)[0] == (liar.name, Code.EQUIVOCATION)
    assert (step + 1, friend.seat) in first.session.stands
    assert first.session.where == (0, step + 1)
    assert not first.session.is_back


def test_nobody_is_taken_back_over_the_step_in_which_an_epoch_began() -> None:
    """A quitter signs two words as of the new epoch, for a step of the old one, and a friend says they stood elsewhere.

    Whoever moved would say `stay` a second time, and be convicted of it.
    """
    company = playing(RACE, 5, 2)
    quitter, friend, honest, *_ = company.players
    company.take(quitter.name, Farewell())
    company.carry(lose=lambda mail: mail.sender == friend.name and says("stay")(mail))
    assert (honest.session.position.epoch, honest.session.position.kind) == (1, "stay")
    where, cut = honest.session.where, honest.session.position.step
    first = worded(quitter.session, Nod(), lane=LANE, epoch=1, step=cut - 1)
    pair = (first, changed(quitter.session, first, prev=bytes(32)))
    proof = gather(company.meeting, honest.session.closed, b"", pair, Code.EQUIVOCATION)
    company.hear(honest.name, Accuse(company.meeting.id, proof), friend.name)
    company.say(honest.name, worded(friend.session, Nod(), epoch=1, step=cut, prev=bytes(32)))
    assert verdicts(honest) == [(quitter.name, Code.EQUIVOCATION)]
    assert honest.session.where == where
