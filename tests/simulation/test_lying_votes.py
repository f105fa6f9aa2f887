"""Votes with a liar among those who stay: whatever they sign, and for whom, nobody honest is led elsewhere unproved.

Random schedules around one open step: a slow seat's message comes or not, two honest seats lose patience, and one or
two more sign every word of leaving there is, each for the eyes they like. They may give up everybody else, and speak in
the next step nevertheless. Then all who are honest talk to each other.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.tinygames import RACE
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import Code
from tortuga_p2p.session.event import Impatience, Tick
from tortuga_p2p.session.message import Commit, Confirm, Gone, Withdraw
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.company import Company, Peer
from tortuga_p2p.testing.forging import worded

from .test_late_message import is_opening

if TYPE_CHECKING:
    from tortuga_p2p.session.replica import Session

PATIENCE_S = 60
SCHEDULES = {1: 40, 2: 20}  # by how many lie
MOMENTS = {1: 30, 2: 80}  # with two liars four must have voted alike before anybody moves


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
        for _ in range(MOMENTS[len(self.liars)]):
            match self.draw.below(8):
                case 0 | 1:
                    self.company.take(self.some(self.staying).name, Impatience())
                case 2 if not self.moved and len(self.slow.session.moves):
                    effects = self.company.intend(self.slow.name)
                    # Nothing is said at a table that is about to go on without somebody convicted.
                    self.moved = next((effect.raw for effect in effects if hasattr(effect, "raw")), b"")
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
        """That everybody else is gone; or something of the next step, which nobody says who has ended their table."""
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
    ends = run(liars, range(SCHEDULES[liars]))
    assert ends >= {"open", "moved", Code.EQUIVOCATION, Code.WENT_ON}


def run(liars: int, seeds: range) -> set[str]:
    """How these tables ended."""
    ends: set[str] = set()
    for seed in seeds:
        schedule = Schedule(seed, liars)
        schedule.run()
        ends |= check(schedule, f"seed {seed}")
    return ends


def check(schedule: Schedule, where: str) -> set[str]:
    codes = set()
    for peer in schedule.honest:
        for conviction in peer.convictions:
            assert conviction.verdict.identity in [liar.key for liar in schedule.liars], where
            codes.add(str(conviction.verdict.code))
    there = [peer for peer in schedule.honest if peer.session.phase is SessionPhase.PLAYING]
    # An epoch that is not open yet is nobody's table: not all who stay have said so.
    epochs = {peer.session.position.epoch for peer in there if not is_opening(peer.session)}
    proved = any(peer.session.verdicts for peer in schedule.honest)
    assert len(epochs) <= 1 or proved, f"{where}: {epochs}, and nobody can tell why"
    for removal in [removal for peer in there for removal in peer.session.removals]:
        stayed = [one for one in schedule.staying if not removal.missing >> one.seat & 1]
        went_on = [
            one.name for one in stayed if one.session.where > (removal.epoch, removal.step) and not one.session.removals
        ]
        assert not went_on or proved, (
            f"{where}: some moved in step {removal.step}, {went_on} went on, nobody can tell why"
        )
    kinds = {peer.session.ending.kind if peer.session.ending else "open" for peer in schedule.honest}
    return kinds | codes | ({"moved"} if 1 in epochs else set())


if __name__ == "__main__":
    for number in (1, 2):
        print(number, "liars", sorted(run(number, range(*map(int, sys.argv[1:3])))))
