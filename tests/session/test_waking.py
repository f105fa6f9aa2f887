"""A journal put back from an old copy: own words that others hold come back, and what was sealed is found again."""

from __future__ import annotations

from tests.tinygames import MUTINY, RACE, SCREENS
from tortuga_p2p.session.catching_up import have
from tortuga_p2p.session.event import Begun, Keep, Utter
from tortuga_p2p.session.message import Say
from tortuga_p2p.session.position import first_history, next_history
from tortuga_p2p.session.session import step
from tortuga_p2p.testing.company import Company, Peer
from tortuga_p2p.testing.forging import kind_of


def put_back(peer: Peer, log: list[object], durable: int) -> None:
    """The backup comes back, and the program starts again."""
    peer.log, peer.durable = log[:], durable  # type: ignore[assignment]
    peer._written = set(peer.log)
    peer.session = peer.start


def catch_up(company: Company, peer: Peer) -> None:
    """Everybody hears where the peer stands, again and again."""
    for _ in range(6):
        for other in company.others(peer.name):
            company.hear(other.name, have(peer.session), peer.name)
        company.carry()


def test_a_sealed_choice_that_was_lost_is_found_among_the_legal_ones() -> None:
    company = Company.make(SCREENS, 3, table=3).sit()
    while not (deciding := [one for one in company.deciding() if one.session.position.kind == "commit"]):
        company.intend(next(company.deciding()).name)
        company.carry()
    ana = max(deciding, key=lambda one: len(one.session.moves))
    assert len(ana.session.moves) > 1
    log, durable = list(ana.log), ana.durable
    step = ana.session.position.step
    for peer in deciding:
        company.intend(peer.name, peer.session.moves[-1])
    (kept,) = [entry for entry in ana.log if isinstance(entry, Keep) and entry.step == step]
    company.carry(lose=lambda mail: isinstance(mail.talk, Say) and kind_of(mail.talk.envelope) in ("nod", "reveal"))
    put_back(ana, log, durable)  # type: ignore[arg-type]
    assert kept not in ana.log
    company.put(ana.name, ana.wake())
    catch_up(company, ana)
    assert ana.session.is_behind
    assert kept in ana.log, "the choice behind the seal is known again, and stored"
    assert any(isinstance(entry, Utter) and kind_of(entry.raw) == "commit" for entry in ana.log[len(log) :])
    company.play()
    assert not any(peer.convictions for peer in company.players)
    assert len({peer.session.history for peer in company.players}) == 1


def test_an_open_decision_that_was_lost_comes_back_and_is_stored() -> None:
    company = Company.make(RACE, 3).sit()
    (mover,) = company.deciding()
    log, durable = list(mover.log), mover.durable
    company.intend(mover.name)
    company.carry()
    put_back(mover, log, durable)  # type: ignore[arg-type]
    company.put(mover.name, mover.wake())
    assert not mover.session.is_behind
    catch_up(company, mover)
    assert mover.session.is_behind
    assert mover.session.closed == company.others(mover.name)[0].session.closed
    company.play()
    assert not any(peer.convictions for peer in company.players)


def test_whoever_lost_nothing_is_not_behind() -> None:
    company = Company.make(MUTINY, 3).sit()
    first = company.players[0]
    for _ in range(3):
        company.intend(next(company.deciding()).name)
        company.carry()
    first.crash(0)
    company.put(first.name, first.wake())
    catch_up(company, first)
    assert not first.session.is_behind
    company.play()
    assert not any(peer.convictions or peer.session.is_behind for peer in company.players)


def test_what_a_journal_vouches_for_is_a_step_of_all_who_speak_in_it() -> None:
    """One word twice is not two: whoever wakes so begins to listen, as if nothing had been vouched for."""
    company = Company.make(RACE, 2).sit()
    ana = company.players[0]
    first, *_ = ana.session.closed
    for said in ((*first.values(),), (first[0], first[0])):
        history = next_history(first_history(company.meeting.id), dict.fromkeys(said))
        woken, _effects = step(ana.start, Begun(said, 1, history))
        assert woken.position.step == (len(set(said)) == 2)
