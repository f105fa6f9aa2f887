"""Nod before release: nothing secret leaves before everybody stands on one history, whatever a liar tells whom."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.session.stories import meet, two_seals, uttered, verdicts
from tests.tinygames import HARBOUR, MUTINY, RACE
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto.secret import GameSecret
from tortuga_p2p.errors import Code
from tortuga_p2p.rules.ask import PILE, Move
from tortuga_p2p.session import mixing, nodding
from tortuga_p2p.session.choosing import make_deed
from tortuga_p2p.session.event import Heard, Impatience, Tick, Utter
from tortuga_p2p.session.message import Gone, Nod, Play, Say, Withdraw
from tortuga_p2p.session.position import Accepted
from tortuga_p2p.session.session import step
from tortuga_p2p.testing.company import Company, Mail, Peer
from tortuga_p2p.testing.forging import changed, content_of, kind_of, said_in, worded
from tortuga_p2p.testing.simulation_setup import SimulationFailed, SimulationSetup
from tortuga_p2p.testing.simulator import simulate, some_move

if TYPE_CHECKING:
    from collections.abc import Iterable

TIME_MS = 1_000_000
RELEASES = ("show", "reveal")


def released(peers: Iterable[Peer], since: int) -> list[str]:
    """What these have told that cannot be taken back, from a step on."""
    raws = [effect.raw for peer in peers for effect in peer.log if isinstance(effect, Utter)]
    return [kind_of(raw) for raw in raws if kind_of(raw) in RELEASES and content_of(raw).step >= since]


def two_decks(seats: int) -> tuple[Company, Peer, list[Peer], bytes, bytes]:
    """All but the last mixer have mixed, who has two decks, each with a good proof. A deal to all hands follows."""

    def is_last(mail: Mail) -> bool:
        content = content_of(mail.talk.envelope) if isinstance(mail.talk, Say) else None
        return content is not None and content.seat == seats - 1 and content.kind in ("mix", "nod")

    company = Company.make(MUTINY, seats).begin().carry(lose=is_last)
    liar, honest = company[seats - 1], [company[seat] for seat in range(seats - 1)]
    table = honest[0].session.table
    assert table is not None
    assert liar.session.own is not None
    (deck,) = [raw for raw in uttered(liar.log, "mix") if content_of(raw).step == table.step]
    other = replace(liar.session.own, secret=GameSecret.derive(bytes(32), table.agreement.lobby_id))
    another = changed(liar.session, deck, mixing.speak(table, other, seats - 1))
    assert deck != another
    return company, liar, honest, deck, another


def standing(peer: Peer, where: Peer) -> bytes:
    """A nod of one peer for the history of another."""
    now = where.session
    return worded(peer.session, Nod(), step=now.position.step, prev=now.history, state=now.position.digest)


@pytest.mark.parametrize("seats", [3, 4])
def test_two_decks_of_the_last_mixer_get_no_share_out_of_anybody(seats: int) -> None:
    company, liar, honest, deck, another = two_decks(seats)
    since = content_of(deck).step + 1
    for number, peer in enumerate(honest):
        company.say(peer.name, another if number else deck)
        company.say(peer.name, standing(liar, peer))
        assert peer.session.position.step == since
        assert peer.session.position.kind == "show"
    company.carry(leave_out=(liar.name,))
    assert released(honest, since) == []
    meet(company)
    assert released(honest, since) == []
    assert all(verdicts(peer) == [(liar.name, Code.EQUIVOCATION)] for peer in honest)


@pytest.mark.parametrize(
    ("move", "is_released"),
    [
        (Move((1,)), False),
        (Move((1,), (5,)), True),  # shown to all
        (Move((1,), (), ((5, 0),)), True),  # in somebody's hand
        (Move((1,), (), ((5, PILE), (6, 2))), True),
        (Move((1,), (), ((5, PILE), (6, PILE))), False),  # nobody can read what lies there
    ],
)
def test_a_nod_is_asked_for_where_somebody_gets_to_see_something(move: Move, *, is_released: bool) -> None:
    assert nodding.releases(move) is is_released


def test_whoever_has_spoken_owes_no_nod() -> None:
    """What somebody says in a step says where they stand. So do words that came back from others, after a crash."""
    company, _liar, (peer, *_), deck, _another = two_decks(3)
    company.say(peer.name, deck)
    assert peer.session.position.kind == "show"
    quiet = replace(peer.session, nods={}, accepted={})
    assert nodding.is_owed(quiet)
    assert not nodding.is_owed(replace(quiet, accepted={peer.seat: Accepted(b"", None, None)}))
    assert not nodding.is_owed(replace(quiet, nods={peer.seat: b"nodded"}))


def test_two_who_work_together_and_nod_to_both_sides_get_no_share_out_of_anybody() -> None:
    company, liar, (first, second, friend), deck, another = two_decks(4)
    since = content_of(deck).step + 1
    for peer, raw in ((first, deck), (second, another)):
        company.say(peer.name, raw)
        for each in (liar, friend):
            company.say(peer.name, standing(each, peer))
        assert set(peer.session.nods) == {peer.seat, liar.seat, friend.seat}
    company.carry(leave_out=(liar.name, friend.name))
    assert released((first, second), since) == []
    assert all((liar.name, Code.EQUIVOCATION) in verdicts(peer) for peer in (first, second))


def test_whoever_was_away_and_hears_of_it_from_the_liar_alone_releases_nothing() -> None:
    company, liar, (first, late), deck, another = two_decks(3)
    since = content_of(deck).step + 1
    company.say(first.name, deck)
    company.say(first.name, standing(liar, first))
    company.post.clear()  # the late one hears nothing of it, and nobody hears the late one
    company.say(late.name, another, liar.name)
    company.say(late.name, standing(liar, late), liar.name)
    assert released((first, late), since) == []
    assert nodding.missing(first.session) == (late.seat,)
    meet(company)
    assert released((first, late), since) == []
    assert verdicts(first) == verdicts(late) == [(liar.name, Code.EQUIVOCATION)]


def test_a_word_of_leaving_says_where_somebody_stands_as_a_nod_does() -> None:
    """The nod itself may be lost, or come later."""
    company, liar, (first, second), deck, _ = two_decks(3)
    company.say(first.name, deck)
    company.say(first.name, standing(liar, first))
    assert nodding.missing(first.session) == (second.seat,)
    now = first.session
    where = {"step": now.position.step, "prev": now.history, "state": now.position.digest}
    company.say(first.name, worded(second.session, Gone(1, 1 << liar.seat, 0), **where))
    assert second.seat not in first.session.nods
    assert nodding.missing(first.session) == ()


def test_whoever_has_nodded_stands_there_after_a_crash_too() -> None:
    company, liar, (first, second), deck, another = two_decks(3)
    since = content_of(deck).step + 1
    company.say(first.name, deck)
    (nod,) = uttered(first.log, "nod")
    first.crash(0)
    effects = first.wake()
    assert uttered(effects, "nod") == [nod]
    company.say(first.name, another)
    assert verdicts(first) == [(liar.name, Code.EQUIVOCATION)]
    assert released((first, second), since) == []


def test_two_seals_get_nobodys_choice() -> None:
    company, liar, honest, *seals = two_seals()
    since = content_of(seals[0]).step + 1
    for peer, raw in zip(honest, seals, strict=True):
        company.say(peer.name, raw)
        company.say(peer.name, standing(liar, peer))
        assert peer.session.position.kind == "reveal"
    company.carry(leave_out=(liar.name,))
    meet(company)
    assert released(honest, since) == []
    assert all(verdicts(peer) == [(liar.name, Code.EQUIVOCATION)] for peer in honest)


def told_two_ways(company: Company) -> tuple[Peer, list[Peer], list[bytes]]:
    """A mover with two moves, each of which leads the others to a step in which something is shown."""
    draw = SeededDraw(3, "moves")
    for _ in range(200):
        mover = next(company.deciding())
        table, others = mover.session.table, [peer for peer in company.players if peer is not mover]
        assert table is not None
        assert mover.session.own is not None
        plain = [move for move in mover.session.moves if not nodding.releases(move)]
        said = [worded(mover.session, Play(make_deed(table, mover.session.own, mover.seat, move))) for move in plain]
        heard = [Heard(mover.key, Say(company.meeting.id, raw)) for raw in said]
        after = [step(others[0].session, event)[0] for event in heard]
        shown = [raw for raw, session in zip(said, after, strict=True) if session.position.kind == "show"]
        if len(shown) > 1:
            return mover, others, shown[:2]
        company.intend(mover.name, some_move(mover.session.moves, draw))
        company.carry()
    raise AssertionError("no move is ever followed by a show")


def test_a_move_told_two_ways_gets_no_share_out_of_anybody() -> None:
    company = Company.make(HARBOUR, 3).sit()
    mover, others, moves = told_two_ways(company)
    number = content_of(moves[0]).step + 1
    for peer, raw in zip(others, moves, strict=True):
        company.say(peer.name, raw)
        company.say(peer.name, standing(mover, peer))
        assert peer.session.position.kind == "show"
    company.carry(leave_out=(mover.name,))
    meet(company)
    assert released(others, number) == []
    assert all(verdicts(peer) == [(mover.name, Code.EQUIVOCATION)] for peer in others)


def test_without_nods_a_simulated_liar_gets_secrets_on_two_histories(monkeypatch: pytest.MonkeyPatch) -> None:
    """The auditor of the simulator would notice: it does, as soon as nobody waits for nods."""
    game = "tests.tinygames:MUTINY"
    setups = [SimulationSetup(game, 3, seed, False, "liveness", "commit-twice", "toy") for seed in range(40)]
    for setup in setups[:8]:
        simulate(setup)
    monkeypatch.setattr(nodding, "is_held_back", lambda session: False)
    with pytest.raises(SimulationFailed, match="on two histories"):
        deque(map(simulate, setups), maxlen=0)


# --- what is said when -----------------------------------------------------------------------------------------------


def kinds_of(company: Company) -> list[str]:
    return [kind_of(one.raw) for peer in company.players for one in peer.log if isinstance(one, Utter)]


def test_two_at_a_table_need_no_nods() -> None:
    company = Company.make(MUTINY, 2).sit().play()
    assert "nod" not in kinds_of(company)
    assert {"show", "reveal"} <= set(kinds_of(company))


def test_steps_that_release_nothing_need_no_nods() -> None:
    company = Company.make(RACE, 3).sit().play()
    assert "nod" not in kinds_of(company)
    assert "move" in kinds_of(company)


def opening(company: Company) -> tuple[Peer, int]:
    """Somebody has decided on a move that opens a thing, and nobody has heard of it."""
    draw = SeededDraw(1, "moves")
    for _ in range(200):
        peer = next(company.deciding())
        moves = peer.session.moves
        bold = next((move for move in moves if nodding.releases(move)), None)
        if bold is not None and peer.session.position.kind == "move":
            asked = peer.session.position.step
            company.intend(peer.name, bold)
            return peer, asked
        company.intend(peer.name, some_move(moves, draw))
        company.carry()
    raise AssertionError("nobody ever opens anything")


def test_a_mover_asks_for_nods_and_moves_when_all_stand_where_he_stands() -> None:
    company = Company.make(HARBOUR, 3).sit()
    mover, asked = opening(company)
    assert [kind_of(mail.talk.envelope) for mail in company.post if isinstance(mail.talk, Say)] == ["nod"]
    assert not mover.session.moves  # decided is decided
    others = [peer for peer in company.players if peer is not mover]
    assert mover.session.waiting_for == tuple(sorted(peer.seat for peer in others))
    company.carry(lose=lambda mail: mail.sender == others[0].name)
    assert mover.session.waiting_for == (others[0].seat,)
    assert [kind_of(raw) for raw in uttered(mover.log, "move") if content_of(raw).step == asked] == []
    meet(company)  # what was lost comes with the next `have`
    assert all(peer.session.position.step > asked for peer in company.players)


def test_a_mover_who_crashed_behind_his_nod_moves_as_he_had_decided() -> None:
    company = Company.make(HARBOUR, 3).sit()
    mover, asked = opening(company)
    decided = mover.session.decided
    assert decided is not None
    mover.crash(0)
    company.put(mover.name, mover.wake())
    assert mover.session.decided == decided
    company.carry()
    (move,) = [raw for raw in uttered(mover.log, "move") if content_of(raw).step == asked]
    assert said_in(move).deed.data == decided.data


def test_whoever_does_not_nod_is_the_one_who_is_given_up_and_a_late_nod_withdraws_it() -> None:
    company = Company.make(HARBOUR, 3).sit()
    mover, asked = opening(company)
    slow, other = [peer for peer in company.players if peer is not mover]
    company.carry(lose=lambda mail: mail.sender == slow.name)
    for peer in (mover, other):
        peer.take(Tick(1))
        peer.take(Tick(TIME_MS))
    effects = company.take(other.name, Impatience())
    (gone,) = uttered(effects, "gone")
    assert said_in(gone) == Gone(1, 1 << slow.seat)
    (nod,) = [raw for raw in uttered(slow.log, "nod") if content_of(raw).step == asked]
    (withdrawn,) = uttered(company.say(other.name, nod), "withdraw")
    assert said_in(withdrawn) == Withdraw(1, 1 << slow.seat, nod)
    company.carry()
    assert all(peer.session.position.step > asked for peer in company.players)
    assert not any(peer.convictions for peer in company.players)
