"""Votes with a liar among those who stay: whatever he signs, and for whom, nobody honest is led elsewhere unproved.

Random schedules around one open step: a slow seat's message comes or not, two honest seats lose patience, and one or
two more sign every word of leaving there is, each for the eyes they like. They may give up everybody else, and speak in
the next step nevertheless. Then all who are honest talk to each other.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.tinygames import RACE
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import Code
from tortuga_p2p.session.event import Impatience, Tick
from tortuga_p2p.session.message import Commit, Confirm, Gone, Withdraw
from tortuga_p2p.testing.company import Company, Peer
from tortuga_p2p.testing.forging import content_of, said_in, worded

if TYPE_CHECKING:
    from tortuga_p2p.session.replica import Session

PATIENCE_S = 60
SCHEDULES = 120
MOMENTS = 30


@cache
def opening(seats: int) -> tuple[Session, ...]:
    """Some people, one of them slow, and all others have waited long enough."""
    company = Company.make(RACE, seats, patience_s=PATIENCE_S).sit()
    for name in company.peers:
        for second in (0, PATIENCE_S):
            company.take(name, Tick(1 + 1000 * second))
    return tuple(peer.session for peer in company.players)


class Schedule:
    """One random course of events."""

    def __init__(self, seed: int, liars: int) -> None:
        self.draw = SeededDraw(seed, "lying votes")
        self.company = Company.make(RACE, 3 + liars, patience_s=PATIENCE_S)
        for peer, session in zip(self.company.players, opening(3 + liars), strict=True):
            peer.session = session
        (self.slow,) = self.company.deciding()
        first, second, *self.liars = [peer for peer in self.company.players if peer is not self.slow]
        self.staying = [first, second]
        self.honest = [first, second, self.slow]
        self.moved = b""

    def some(self, peers: list[Peer]) -> Peer:
        return peers[self.draw.below(len(peers))]

    def run(self) -> None:
        for _ in range(MOMENTS):
            match self.draw.below(8):
                case 0 | 1:
                    self.company.take(self.some(self.staying).name, Impatience())
                case 2 if not self.moved and len(self.slow.session.moves):
                    effects = self.company.intend(self.slow.name)
                    self.moved = next(effect.raw for effect in effects if hasattr(effect, "raw"))
                case 3 | 4:
                    self.deliver()
                case _:
                    self.lie()
        self.company.post.clear()
        deaf = {liar.name for liar in self.liars}
        for _ in range(3):
            meet_without(self.company, deaf)

    def deliver(self) -> None:
        """One letter reaches one of the honest."""
        post = self.company.post
        if post:
            mail = post[self.draw.below(len(post))]
            to = self.some(self.honest)
            if mail.to in (None, to.name) and mail.sender != to.name:
                self.company.hear(to.name, mail.talk, mail.sender)

    def lie(self) -> None:
        liar, to = self.some(self.liars), self.some(self.honest)
        attempt = 1 + (self.draw.below(10) == 0)
        missing = 1 << self.slow.seat
        if self.draw.below(15) == 0:
            missing |= 1 << self.some(self.staying).seat
        if self.draw.below(12) == 0:
            self.company.say(to.name, self.alone_or_later(liar, to), liar.name)
            return
        match self.draw.below(5):
            case 0 | 1:
                said: object = Gone(attempt, missing)
            case 2 | 3:
                said = Confirm(attempt, missing)
            case _ if self.moved:
                said = Withdraw(attempt, missing, self.moved)
            case _:
                return
        self.company.say(to.name, worded(liar.session, said), liar.name)  # who hears nothing, and stays in this step

    def alone_or_later(self, liar: Peer, to: Peer) -> bytes:
        """That everybody else is gone; or something of the next step, which nobody says who has ended his table."""
        session = liar.session
        later = session.position.step + 1
        match self.draw.below(4):
            case 0 | 1:
                everybody = (1 << len(self.company.players)) - 1
                return worded(session, Confirm(1 + self.draw.below(2), everybody & ~(1 << liar.seat)))
            case 2:
                return worded(session, Confirm(1, 1 << to.seat), step=later)
            case _:
                return worded(session, Commit(bytes(32)), step=later)


def meet_without(company: Company, deaf: set[str]) -> None:
    for turn in range(4):
        for name in company.peers:
            if name not in deaf:
                now_ms = company[name].session.now_ms
                company.take(name, Tick(now_ms + 10_000 * (turn + 1)))
        company.carry(leave_out=deaf, lose=lambda mail: mail.sender in deaf)


@pytest.mark.parametrize("liars", [1, 2])
def test_no_liar_splits_a_vote_without_a_proof_against_him(liars: int) -> None:
    ends: set[str] = set()
    for seed in range(SCHEDULES):
        schedule = Schedule(seed, liars)
        schedule.run()
        ends |= check(schedule, f"seed {seed}")
    assert ends == {"abandoned", "evidence", "open", Code.EQUIVOCATION, Code.WENT_ON}


def check(schedule: Schedule, where: str) -> set[str]:
    codes = set()
    for peer in schedule.honest:
        for conviction in peer.convictions:
            assert conviction.verdict.identity in [liar.key for liar in schedule.liars], where
            codes.add(str(conviction.verdict.code))
    kinds = {peer.session.ending.kind if peer.session.ending else "open" for peer in schedule.honest}
    assert len(kinds) == 1, f"{where}: {kinds}, and not the same for everybody"
    for peer in schedule.honest:
        ending = peer.session.ending
        if ending is None or ending.kind == "evidence":
            continue
        step, missing = content_of(ending.claims[0]).step, said_in(ending.claims[0]).missing
        stayed = [one for one in schedule.staying if not missing >> one.seat & 1]
        went_on = [one.name for one in stayed if one.session.position.step > step]
        assert not went_on, f"{where}: {peer.name} gave up in step {step}, {went_on} went on, and nobody can tell why"
    return kinds | codes
