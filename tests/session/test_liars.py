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
from tests.verify.files import file_of, verified
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.limits import EARLY_STEPS_MAX, LEAVING_WORDS_MAX, UNREAD_ENVELOPES_MAX
from tortuga_p2p.session.accord import ACCORD, WISH
from tortuga_p2p.session.event import Farewell, Heard, Impatience, Intent, PlayOn, Propose, Tick, Utter
from tortuga_p2p.session.evidence import Evidence, check_evidence, write
from tortuga_p2p.session.leaving import first_lane, second_lane
from tortuga_p2p.session.message import (
    BESIDE,
    PLAY,
    SIT,
    Accuse,
    Agree,
    Confirm,
    Decline,
    Gone,
    Have,
    Nod,
    Resign,
    Say,
    Want,
    Wish,
    Withdraw,
)
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.session import step
from tortuga_p2p.testing.checks import check_releases
from tortuga_p2p.testing.company import SPECTATOR, TOY, BriefMe, Company
from tortuga_p2p.testing.damage import damaged, pick
from tortuga_p2p.testing.forging import content_of, sign
from tortuga_p2p.testing.noticing import releases
from tortuga_p2p.testing.simulation_setup import SimulationSetup
from tortuga_p2p.verify.verifier import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.testing.company import Peer
    from tortuga_p2p.wire.envelope import Content

SEEDS = 4
LETTERS_MAX = 900
LIES = 90
PATIENCE_S = 4
PERIOD_MS = 2500  # shorter: after a verdict there is time to want to go on
NEW = 24  # so many of the last envelopes that were heard are lied about more often than all before
LANES = ("sit", "play", "nod", "resign", WISH, ACCORD, first_lane(1), second_lane(1), second_lane(99), "gone-2.x")
LEFT_SEATS_MIN = 4  # then a liar, and two who are honest, stay
KINDS = (*SIT.kinds, *PLAY.kinds, *BESIDE.kinds)


class Liar:
    """Says what its honest session would say, and besides anything at all that its key can sign."""

    def __init__(self, company: Company, peer: Peer, draw: SeededDraw) -> None:
        self.company, self.peer, self.draw = company, peer, draw
        self.heard: list[bytes] = []  # envelopes of anybody, as models
        self.other_table = b"\x07" * 32
        self.said: Counter[tuple[int, str]] = Counter()  # by epoch and kind

    def model(self) -> bytes:
        """Something that was heard, more often lately: so what is said in a later epoch is lied about too."""
        return pick(self.heard[-NEW:] if self.draw.below(2) else self.heard, self.draw)

    def lie(self) -> Any:
        """The next thing to tell somebody."""
        meeting, draw = self.company.meeting, self.draw
        number = pick((0, 1, 3, 4, 5, self.peer.session.position.step, 2**32 - 1), draw)
        match draw.below(24):
            case 0:
                history, epoch = self.peer.session.history, draw.below(3)
                return Have(meeting.id, number, draw.below(512), history, nods=draw.below(512), epoch=epoch)
            case 1:
                return Want(meeting.id, number, draw.below(512), draw.below(3))
            case 2:
                return Accuse(meeting.id, self.accusation())
            case _:
                return Say(meeting.id, self.envelope())

    def envelope(self) -> bytes:
        while True:
            content = self.beside() if self.draw.below(3) == 0 else content_of(self.model())
            try:
                content = self.placed(self.spoiled(content))
                raw = sign(self.peer.session, content)
                self.said[content.epoch, content.kind] += 1
                return raw
            except (AssertionError, TypeError, ValueError, OverflowError):
                continue  # no envelope can be spelled like that

    def placed(self, content: Content) -> Content:
        """In the name of the liar, nearly always: nobody else's signature is the liar's."""
        keys = self.peer.session.position.identities if content.step >= 4 else self.company.meeting.company
        return replace(content, seat=keys.index(self.peer.key)) if self.draw.below(9) else content

    def spoiled(self, content: Content) -> Content:
        session, draw = self.peer.session, self.draw
        now = session.position
        if draw.below(3):
            content = replace(content, **self.open_slot())
        changes: tuple[dict[str, Any], ...] = (
            {},
            {},
            {"body": damaged(content.body, draw)},
            {"body": damaged(damaged(content.body, draw), draw)},
            {"body": content_of(self.model()).body},
            {"kind": pick(KINDS, draw)},
            {"lane": pick(LANES, draw)},
            {"step": max(0, content.step + pick((-1, 1, 2, 31, 32, 33, -4), draw))},
            {"table": pick((self.company.meeting.id, self.other_table, content.prev), draw)},
            {"prev": pick((content.state, content_of(pick(self.heard, draw)).prev), draw)},
            {"epoch": abs(now.epoch + pick((-1, 1, 1, 2), draw))},
            {"state": content.prev} if draw.below(4) == 0 else {},
        )
        return replace(content, **pick(changes, draw))

    def open_slot(self) -> dict[str, Any]:
        """Where the liar's own session stands; whoever is removed hears on with another."""
        now = pick((self.peer.session, self.peer.session.latest), self.draw)
        position = now.position
        return {
            "table": position.where,
            "epoch": position.epoch,
            "step": position.step,
            "prev": now.history,
            "state": position.digest,
        }

    def beside(self) -> Content:
        """A word beside the steps: of leaving, of ending by agreement, or a nod."""
        draw = self.draw
        attempt, missing = pick((1, 1, 1, 2, 99), draw), 1 + draw.below(2 ** len(self.company.players) - 1)
        model = content_of(self.model())
        late = self.model()
        said: Any = pick(
            (
                Gone(attempt, missing, pick((0, 0, attempt - 1, 1), draw)),
                Gone(attempt, missing),
                Confirm(attempt, missing),
                Withdraw(attempt, missing, late),
                Resign(),
                Nod(),
                Nod(),
                Wish(),
                Agree(),
                Decline(draw.below(2)),
            ),
            draw,
        )
        if isinstance(said, Resign) and draw.below(8):
            said = Gone(attempt, missing)
        where = self.open_slot()
        if isinstance(said, Nod | Agree):  # to whoever stands elsewhere, too
            where.update({} if draw.below(2) else {"step": model.step, "prev": model.prev, "state": model.state})
        return replace(model, **where, lane=lane_of(said), kind=BESIDE.kind(said), body=BESIDE.body(said))

    def accusation(self) -> bytes:
        """Honest words in wrong company."""
        meeting, draw = self.company.meeting, self.draw
        closed = self.peer.session.closed
        many = pick((draw.below(6), 4), draw)
        sitting = [raw for step in closed[:many] for raw in step.values()]
        exhibits = sorted({self.model() for _ in range(1 + draw.below(2))})
        table = self.peer.session.table
        state = table.raw if table is not None and draw.below(2) else b""
        two = ("equivocation", "went-on", "broken-vote")
        code = pick((*two, "illegal-move", "out-of-turn", "wrong-kind", "bad-chain-value", "bad-tag"), draw)
        return write(
            Evidence(meeting.terms, meeting.call, meeting.people, tuple(sitting), state, tuple(exhibits), code)
        )


def lane_of(said: Any) -> str:
    match said:
        case Gone():
            return first_lane(said.attempt)
        case Confirm() | Withdraw():
            return second_lane(said.attempt)
        case Agree() | Decline():
            return ACCORD
        case _:
            return BESIDE.kind(said)  # a lane of the same name


class Game:
    """A game in which letters come in any order or not at all, some seats lie, and everybody may lose patience."""

    def __init__(self, rules: AnyGame, seats: int, seed: int) -> None:
        draw = self.draw = SeededDraw(seed, "liars", rules.name, seats)
        self.company = Company.make(rules, seats, seed % 4, watchers=1, patience_s=PATIENCE_S, seated=BriefMe)
        people = list(self.company.players)
        # Somebody honest leaves, and the lies begin when the others have gone on: piles are made anew among liars.
        self.is_late = seats >= LEFT_SEATS_MIN and draw.below(2) == 0
        many = 1 if self.is_late else 1 + draw.below(seats - 1)
        liars = [people.pop(draw.below(len(people))) for _ in range(many)]
        self.liars = [Liar(self.company, peer, draw) for peer in liars]
        self.honest = [peer for peer in self.company.peers.values() if peer not in liars]
        self.careful = draw.below(4) > 0  # nobody is told what would convict at once: so games go on for longer
        self.silent = (
            not self.is_late and draw.below(3) == 0
        )  # what liars say honestly is often lost: much to vote about
        self.resolute = draw.below(2) == 0  # nobody honest likes to wait, and all want to go on without a liar
        self.now_ms = 1

    @property
    def players(self) -> list[Peer]:
        """Those who play, and are honest."""
        return [peer for peer in self.honest if peer.session.me]

    @property
    def released(self) -> set[tuple[str, tuple[int, int], bytes]]:
        """What they have told that cannot be taken back: who, in which step, on which history."""
        said = [(peer.name, one.raw) for peer in self.players for one in peer.log if isinstance(one, Utter)]
        released = [(name, content_of(raw)) for name, raw in said if releases(raw)]
        return {(name, (content.epoch, content.step), content.prev) for name, content in released}

    def play(self) -> Counter[str]:
        """How it ended for those who are honest."""
        self.company.begin()
        first_lie, left = self.draw.below(30 if self.is_late else 160), LIES
        for letter in range(LETTERS_MAX):
            if not self.company.post:
                self._go_on()
            if not self.company.post:
                continue
            self._deliver()
            first_lie += self.is_late and not self._has_somebody_left()
            if left and letter >= first_lie and self.draw.below(2) == 0:
                left -= 1
                self._lie(pick(self.liars, self.draw))
            check(self.company, self.honest, {liar.peer.key for liar in self.liars})
        return Counter(_ending(peer) for peer in self.honest)

    def _has_somebody_left(self) -> bool:
        return any(peer.session.position.epoch for peer in self.players)

    def _go_on(self) -> None:
        """Nothing is on its way: somebody decides, or time passes."""
        company, draw = self.company, self.draw
        thinking = list(company.deciding())
        if thinking and draw.below(12):
            one = pick(thinking, draw)
            company.take(one.name, Intent(pick(one.session.moves, draw), draw.below(2)))
            return
        if draw.below(8) == 0 or (self.is_late and not any(peer.session.has_left for peer in self.players)):
            one = pick(self.players, draw)
            wishes: tuple[Any, ...] = (Propose(), Propose(), PlayOn(), Farewell())
            company.take(one.name, Farewell() if self.is_late else pick(wishes, draw))
        self.now_ms += PERIOD_MS
        for name, peer in company.peers.items():
            company.take(name, Tick(self.now_ms))
            if peer in self.honest and name != SPECTATOR and (self.resolute or draw.below(3) == 0):
                company.take(name, Impatience(-1 if self.resolute else draw.below(2 ** len(company.players))))

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
            if self.draw.below(3) and not (self.careful and self._is_telling(peer, event)):
                self.company.take(peer.name, event)

    def _is_telling(self, peer: Peer, event: Heard) -> bool:
        """Whether this would end a table, or convict somebody."""
        after, _ = step(peer.session, event)
        return after.phase is SessionPhase.ENDED or len(after.verdicts) > len(peer.session.verdicts)


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
    lies: Counter[tuple[int, str]] = Counter()
    assert run(rules, range(SEEDS), lies)["evidence"]
    assert {kind for _, kind in lies} >= {*SIT.kinds, *BESIDE.kinds, "stay", "seal"}
    assert {kind for epoch, kind in lies if epoch} >= {"gone", "confirm", "stay", "nod"}


def run(rules: AnyGame, seeds: Iterable[int], lies: Counter[tuple[int, str]]) -> Counter[str]:
    """How these games ended for those who are honest, and what was lied about. A stranger comes to every verdict too,
    and what the honest have written down of such a game is in order."""
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
                    check_file(game, peer)
            except Exception as fault:
                raise AssertionError(f"{rules.name}, {seats} seats, seed {seed}: {fault!r}") from fault
            for liar in game.liars:
                lies += liar.said
    return endings


def check_file(game: Game, peer: Peer) -> None:
    found = verified(game.company, file_of(game.company, peer))
    assert found.outcome is not Outcome.TAMPERED, found
    assert {one.identity for one in found.verdicts} <= {liar.peer.key for liar in game.liars}, found
    assert {one.identity for one in found.verdicts} >= peer.session.convicted, found


if __name__ == "__main__":
    for one in (RACE, SCREENS, HARBOUR, MUTINY):
        told: Counter[tuple[int, str]] = Counter()
        print(one.name, dict(run(one, range(*map(int, sys.argv[1:3])), told)), flush=True)
        print("   lies in a later epoch:", sum(many for (epoch, _), many in told.items() if epoch))
