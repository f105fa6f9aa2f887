"""What one seat can make another compute: counted in checks and calls, never in seconds.

The scripts withdraw_cpu and self_state_cpu of the attack on the whole system.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import RACE, SCREENS
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto import identity
from tortuga_p2p.errors import Code
from tortuga_p2p.games import load
from tortuga_p2p.games.tortuga.rules import moves
from tortuga_p2p.games.tortuga.rules.components import CAPACITY
from tortuga_p2p.games.tortuga.rules.state import Phase
from tortuga_p2p.limits import ACCUSATIONS_MAX, LEAVING_WORDS_MAX
from tortuga_p2p.session import evidence, position
from tortuga_p2p.session.event import Heard
from tortuga_p2p.session.message import Accuse, Agree, Confirm, Deed, Gone, Nod, Play, Say, Wish, Withdraw
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.session import step
from tortuga_p2p.session.table import FIRST_STEP, state_digest
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import worded
from tortuga_p2p.wire.codec import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from tortuga_p2p.session.replica import Session


class Work:
    """Counts what is done while it is asked to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.signatures = 0
        self.calls = 0
        honest = identity.check_signature

        def check(*args: Any) -> None:
            self.signatures += 1
            honest(*args)

        monkeypatch.setattr(position, "check_signature", check)

    def of(self, do: Callable[[], Any]) -> Any:
        """Does it, and keeps how much that was."""
        self.signatures = self.calls = 0

        def called(frame: object, event: str, arg: object) -> None:
            self.calls += event == "call"

        before = sys.getprofile()
        sys.setprofile(called)
        try:
            return do()
        finally:
            sys.setprofile(before)


def some_have_sealed() -> tuple[Company, bytes]:
    """Two of four have sealed their choice, one still thinks, and the last one is up to something: the usual state of
    a table. Gives what the second has said."""
    company = Company.make(SCREENS, 4).sit()
    company.play_until(lambda now: all(peer.session.position.kind == "commit" for peer in now.players))
    _, ana, ben, _ = company.players
    for peer in (ana, ben):
        company.intend(peer.name)
    company.carry()
    return company, ana.session.accepted[ben.seat].raw


@pytest.mark.parametrize("word", ["withdraw", "gone"])
def test_words_of_leaving_cost_a_signature_or_two_and_no_more_the_more_there_are(
    monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    company, late = some_have_sealed()
    liar, ana, ben, dan = company.players
    work, session = Work(monkeypatch), ana.session
    calls = []
    for attempt in range(1, 3 * LEAVING_WORDS_MAX):
        said = Withdraw(attempt, 1 << ben.seat, late) if word == "withdraw" else Gone(attempt, 1 << dan.seat)
        heard = Heard(liar.key, Say(session.meeting.id, worded(liar.session, said)))

        def hear(before: Session = session, heard: Heard = heard) -> Session:
            return step(before, heard)[0]

        session = work.of(hear)
        assert work.signatures == (2 if word == "withdraw" else 1), "its own, and that of what it brings"
        calls.append(work.calls)
    assert len(session.votes) == LEAVING_WORDS_MAX
    assert len(set(calls[LEAVING_WORDS_MAX + 1 :])) == 1, "behind the bound nothing grows"
    assert max(calls) <= 4_000
    assert session.ending is None


def late_words(liar: Session) -> list[bytes]:
    """What a seat may say about the first step of play as often as it likes, and nobody keeps."""
    words = (Nod(), Wish(), Agree(), Gone(7, 1 << 3 - liar.own_seat), Confirm(7, 1 << 3 - liar.own_seat))
    return [worded(liar, said, step=FIRST_STEP) for said in words]


def test_words_about_old_steps_cost_no_more_the_longer_a_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    company, work = Company.make(RACE, 4).sit(), Work(monkeypatch)
    liar, ana, *_ = company.players
    calls: dict[int, list[int]] = {}
    for until in (6, 12):
        while ana.session.position.step < until:
            company.intend(next(company.deciding()).name)
            company.carry()
        assert ana.session.phase is SessionPhase.PLAYING
        for raw in late_words(liar.session):
            heard = Heard(liar.key, Say(company.meeting.id, raw))
            assert work.of(partial(step, ana.session, heard))[1] == []
            assert work.signatures == 1
            calls.setdefault(until, []).append(work.calls)
    assert all(later <= before for before, later in zip(calls[6], calls[12], strict=True))
    assert max(calls[12]) <= 400


def forty_on_one_island() -> tuple[Company, Accuse]:
    """An accusation that rests on a state which its author made up: one island with all chests, to be put in order."""
    game = load("tortuga")
    company = Company.make(game, 2).sit()
    session = company.players[0].session
    assert session.table is not None
    honest = session.table.state
    ship, other = (one._replace(island=(), crew=(), fleet=(), port=(0,) * 5) for one in honest.ships)
    chests = (*[0] * 10, *[1] * 10, *[2] * 10, *[3] * 5, *[4] * 5)
    assert len(chests) == 40
    space = CAPACITY.index(max(CAPACITY))
    state = honest._replace(
        phase=Phase.MOVE_ORDER, ships=(ship._replace(boat=space, pirate=space, island=chests), other), bag=(0,) * 5
    )
    plain: list[Any] = list(decode(session.table.raw))  # type: ignore[arg-type]
    plain[plain.index(game.pack(honest))] = game.pack(state)
    plain[-1] = ("move", *plain[-1][1:])
    raw = encode(tuple(plain))
    word = worded(session, Play(Deed((10, 0), (), (), (), b"", b"", ())), state=state_digest(raw))
    proof = evidence.gather(session.meeting, session.closed, raw, (word,), Code.BAD_SHARE)
    return company, Accuse(company.meeting.id, proof)


def test_a_state_that_a_liar_made_up_is_judged_cheaply_and_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    company, accusation = forty_on_one_island()
    liar, honest = company.players
    looked = 0

    def counted(*args: Any) -> Any:
        nonlocal looked
        for row in permutations(*args):
            looked += 1
            yield row

    monkeypatch.setattr(moves, "permutations", counted)
    work = Work(monkeypatch)
    for number in range(1, ACCUSATIONS_MAX + 2):
        moves.rows.cache_clear()
        looked = 0
        work.of(lambda: company.hear(honest.name, accusation, liar.name))
        assert len(honest.refusals) == number
        if number <= ACCUSATIONS_MAX:
            assert honest.refusals[-1].code is Code.BAD_EVIDENCE
            assert 0 < looked <= 20 * 19 * 18 * 17 + 1, "as many of each colour as there is room"
            assert 0 < work.signatures <= 20
        else:
            assert (looked, work.signatures) == (0, 0), "who has accused falsely so often is not listened to"


def test_rows_are_the_same_however_many_equal_chests_there_are() -> None:
    draw, seen = SeededDraw(1, "chests"), 0
    while seen < 300:
        chests = tuple(sorted(draw.below(5) for _ in range(draw.below(13))))
        space = draw.below(5)
        assert moves.rows(chests, space) == tuple(sorted(set(permutations(chests, min(space, len(chests))))))
        seen += len(chests) > moves.MANY_CHESTS
