"""Whatever liars sign, in whatever order, to whomever: nobody honest stumbles over it, and nobody honest is blamed.

python -m tests.session.test_liars 1000 2000        many games more, for whoever has time
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import HARBOUR, MUTINY, RACE, SCREENS
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.limits import EARLY_STEPS_MAX, LEAVING_WORDS_MAX, UNREAD_ENVELOPES_MAX
from tortuga_p2p.session.event import Heard, Impatience, Intent, Tick, Utter
from tortuga_p2p.session.evidence import Evidence, check_evidence, write
from tortuga_p2p.session.leaving import first_lane, second_lane
from tortuga_p2p.session.message import BESIDE, Accuse, Confirm, Gone, Have, Nod, Resign, Say, Want, Withdraw
from tortuga_p2p.session.phases import Phase
from tortuga_p2p.session.session import step
from tortuga_p2p.testing.checks import check_releases
from tortuga_p2p.testing.company import SPECTATOR, TOY, BriefMe, Company
from tortuga_p2p.testing.damage import damaged, pick
from tortuga_p2p.testing.forging import content_of, sign
from tortuga_p2p.testing.noticing import releases
from tortuga_p2p.testing.simulation_setup import SimulationSetup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.testing.company import Peer
    from tortuga_p2p.wire.envelope import Content

SEEDS = 4
LETTERS_MAX = 900
LIES = 90


class Liar:
    """Says what its honest session would say, and besides anything at all that its key can sign."""

    def __init__(self, company: Company, peer: Peer, draw: SeededDraw) -> None:
        self.company, self.peer, self.draw = company, peer, draw
        self.heard: list[bytes] = []  # envelopes of anybody, as models
        self.other_table = b"\x07" * 32

    def lie(self) -> Any:
        """The next thing to tell somebody."""
        meeting, draw = self.company.meeting, self.draw
        number = pick((0, 1, 3, 4, 5, self.peer.session.position.step, 2**32 - 1), draw)
        match draw.below(24):
            case 0:
                return Have(meeting.id, number, draw.below(512), self.peer.session.history)
            case 1:
                return Want(meeting.id, number, draw.below(512))
            case 2:
                return Accuse(meeting.id, self.accusation())
            case _:
                return Say(meeting.id, self.envelope())

    def envelope(self) -> bytes:
        while True:
            content = self.leaving() if self.draw.below(3) == 0 else content_of(pick(self.heard, self.draw))
            try:
                return sign(self.peer.session, self.placed(self.spoiled(content)))
            except (AssertionError, TypeError, ValueError, OverflowError):
                continue  # no envelope can be spelled like that

    def placed(self, content: Content) -> Content:
        """In the name of the liar, nearly always: nobody else's signature is his."""
        keys = self.peer.session.position.identities if content.step >= 4 else self.company.meeting.company
        return replace(content, seat=keys.index(self.peer.key)) if self.draw.below(9) else content

    def spoiled(self, content: Content) -> Content:
        session, draw = self.peer.session, self.draw
        now = session.position
        open_: dict[str, Any] = {"table": now.where, "step": now.step, "prev": session.history, "state": now.digest}
        if draw.below(3):
            content = replace(content, **open_, epoch=0)
        changes: tuple[dict[str, Any], ...] = (
            {},
            {},
            {"body": damaged(content.body, draw)},
            {"body": damaged(damaged(content.body, draw), draw)},
            {"body": content_of(pick(self.heard, draw)).body},
            {"kind": content_of(pick(self.heard, draw)).kind},
            {
                "lane": pick(
                    ("sit", "play", "nod", "resign", first_lane(1), second_lane(1), second_lane(99), "gone-2.x"), draw
                )
            },
            {"step": max(0, content.step + pick((-1, 1, 2, 31, 32, 33, -4), draw))},
            {"table": pick((self.company.meeting.id, self.other_table, content.prev), draw)},
            {"prev": pick((content.state, content_of(pick(self.heard, draw)).prev), draw)},
            {"epoch": 1},
            {"state": content.prev} if draw.below(4) == 0 else {},
        )
        return replace(content, **pick(changes, draw))

    def leaving(self) -> Content:
        session, draw = self.peer.session, self.draw
        attempt, missing = pick((1, 1, 1, 2, 99), draw), 1 + draw.below(2 ** len(self.company.players) - 1)
        model = content_of(pick(self.heard, draw))
        late = pick(self.heard, draw)
        said: Any = pick(
            (
                Gone(attempt, missing),
                Confirm(attempt, missing),
                Withdraw(attempt, missing, late),
                Resign(),
                Nod(),
                Nod(),
            ),
            draw,
        )
        if isinstance(said, Resign) and draw.below(8):
            said = Gone(attempt, missing)
        kind, now = BESIDE.kind(said), session.position
        lane = kind if kind in ("resign", "nod") else (second_lane, first_lane)[isinstance(said, Gone)](attempt)
        where: dict[str, Any] = {"table": now.where, "step": now.step, "prev": session.history, "state": now.digest}
        if isinstance(said, Nod):  # to whoever stands elsewhere, too
            where.update({} if draw.below(2) else {"step": model.step, "prev": model.prev, "state": model.state})
        return replace(model, **where, epoch=0, lane=lane, kind=kind, body=BESIDE.body(said))

    def accusation(self) -> bytes:
        """Honest words in wrong company."""
        meeting, draw = self.company.meeting, self.draw
        closed = self.peer.session.closed
        sitting = [raw for step in closed[: draw.below(6)] for raw in step.values()]
        exhibits = sorted({pick(self.heard, draw) for _ in range(1 + draw.below(2))})
        table = self.peer.session.table
        state = table.raw if table is not None and draw.below(2) else b""
        code = pick(("equivocation", "went-on", "illegal-move", "out-of-turn", "wrong-kind", "bad-chain-value"), draw)
        return write(
            Evidence(meeting.terms, meeting.call, meeting.people, tuple(sitting), state, tuple(exhibits), code)
        )


class Game:
    """A game in which letters come in any order or not at all, some seats lie, and everybody may lose patience."""

    def __init__(self, rules: AnyGame, seats: int, seed: int) -> None:
        draw = self.draw = SeededDraw(seed, "liars", rules.name, seats)
        self.company = Company.make(rules, seats, seed % 4, watchers=1, patience_s=1, seated=BriefMe)
        people = list(self.company.players)
        liars = [people.pop(draw.below(len(people))) for _ in range(1 + draw.below(seats - 1))]
        self.liars = [Liar(self.company, peer, draw) for peer in liars]
        self.honest = [peer for peer in self.company.peers.values() if peer not in liars]
        self.careful = draw.below(4) > 0  # nobody is told what would convict at once: so games go on for longer
        self.silent = draw.below(3) == 0  # what liars say honestly seldom comes through: there is much to vote about
        self.now_ms = 1

    @property
    def players(self) -> list[Peer]:
        """Those who play, and are honest."""
        return [peer for peer in self.honest if peer.session.me]

    @property
    def released(self) -> set[tuple[str, int, bytes]]:
        """What they have told that cannot be taken back: who, in which step, on which history."""
        said = [(peer.name, one.raw) for peer in self.players for one in peer.log if isinstance(one, Utter)]
        return {(name, content_of(raw).step, content_of(raw).prev) for name, raw in said if releases(raw)}

    def play(self) -> Counter[str]:
        """How it ended for those who are honest."""
        self.company.begin()
        first_lie, left = self.draw.below(160), LIES
        for letter in range(LETTERS_MAX):
            if not self.company.post:
                self._go_on()
            if not self.company.post:
                continue
            self._deliver()
            if left and letter >= first_lie and self.draw.below(2) == 0:
                left -= 1
                self._lie(pick(self.liars, self.draw))
            check(self.company, self.honest, {liar.peer.key for liar in self.liars})
        return Counter(_ending(peer) for peer in self.honest)

    def _go_on(self) -> None:
        """Nothing is on its way: somebody decides, or time passes."""
        company, draw = self.company, self.draw
        if thinking := list(company.deciding()):
            one = pick(thinking, draw)
            company.take(one.name, Intent(pick(one.session.moves, draw)))
            return
        self.now_ms += 2500
        for name, peer in company.peers.items():
            company.take(name, Tick(self.now_ms))
            if peer in self.honest and name != SPECTATOR and draw.below(3) == 0:
                company.take(name, Impatience(draw.below(2 ** len(company.players))))

    def _deliver(self) -> None:
        company, draw = self.company, self.draw
        mail = company.post.pop(draw.below(min(len(company.post), 6)))
        is_a_liar_s = mail.sender in [liar.peer.name for liar in self.liars]
        for name in company.peers if mail.to is None else (mail.to,):
            is_lost = draw.below(3) > 0 if self.silent and is_a_liar_s else draw.below(12) == 0
            if name != mail.sender and not is_lost:
                company.hear(name, mail.talk, mail.sender)
        if isinstance(mail.talk, Say):
            for liar in self.liars:
                liar.heard.append(mail.talk.envelope)

    def _lie(self, liar: Liar) -> None:
        if not liar.heard:
            return
        event = Heard(liar.peer.key, liar.lie())
        for peer in self.honest:
            is_stopped = self.careful and step(peer.session, event)[0].phase is Phase.ENDED
            if self.draw.below(3) and not is_stopped:
                self.company.take(peer.name, event)


def _ending(peer: Peer) -> str:
    return peer.session.ending.kind if peer.session.ending else str(peer.session.phase)


def check(company: Company, honest: list[Peer], liars: set[bytes]) -> None:
    """Nobody honest is blamed, nothing grows without a bound, and closed steps are the same where nothing is proved."""
    seats = len(company.players)
    for peer in honest:
        session = peer.session
        for conviction in peer.convictions:
            assert conviction.verdict.identity in liars, conviction.verdict
        assert len(session.early) <= 2 * seats * (EARLY_STEPS_MAX + 1)  # a word and a nod of each
        assert len(session.unread) <= UNREAD_ENVELOPES_MAX
        assert len(session.disputed) <= seats
        assert len(session.votes) <= seats * LEAVING_WORDS_MAX
        assert len(session.nods) <= seats
        assert len(session.claims) <= seats
    without = [peer for peer in honest if not peer.session.verdicts]
    for one, other in combinations([peer for peer in without if peer.session.me], 2):
        closed = list(zip(one.session.closed, other.session.closed, strict=False))
        parted = next((number for number, (mine, yours) in enumerate(closed) if mine != yours), len(closed))
        for mine, yours in closed[parted + 1 :]:
            both = {one.session.own_seat, other.session.own_seat}
            assert not both <= set(mine) & set(yours), "a message fits one history only"


@pytest.mark.parametrize("rules", [RACE, SCREENS, HARBOUR, MUTINY], ids=lambda rules: rules.name)
def test_nothing_that_liars_sign_harms_anybody_honest(rules: AnyGame) -> None:
    assert run(rules, range(SEEDS))["evidence"]


def run(rules: AnyGame, seeds: Iterable[int]) -> Counter[str]:
    """How these games ended for those who are honest. A stranger comes to every verdict too."""
    endings: Counter[str] = Counter()
    for seed in seeds:
        for seats in (2, 3, 4):
            game = Game(rules, seats, seed)
            try:
                endings += game.play()
                check_releases(SimulationSetup(rules.name, seats, seed), game.players, game.released)
                for peer in game.honest:
                    for proved in peer.convictions:
                        assert check_evidence(proved.evidence, lambda terms: (rules, TOY)) == proved.verdict
            except Exception as fault:
                raise AssertionError(f"{rules.name}, {seats} seats, seed {seed}: {fault!r}") from fault
    return endings


if __name__ == "__main__":
    for one in (RACE, SCREENS, HARBOUR, MUTINY):
        print(one.name, dict(run(one, range(*map(int, sys.argv[1:3])))))
