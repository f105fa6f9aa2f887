"""Files of a game that two of three finish without the third, spoiled and signed again: two programs say the same.

The game holds every message that is said when piles are made anew, and its file whatever stands behind the entries.

python -m tests.test_second_verifier_leaving 100 200        many files more, for whoever has time
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests import second_verifier
from tests.generators.vectors.story import GROUP, in_envelope
from tests.generators.vectors.transcript import transcript
from tests.generators.vectors.without import Tale, tale
from tests.test_second_verifier import bent
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.session.accord import ACCORD, WISH
from tortuga_p2p.session.event import Begun, Heard, RemovalShown
from tortuga_p2p.session.evidence import Evidence, write
from tortuga_p2p.session.leaving import first_lane, second_lane
from tortuga_p2p.session.message import BESIDE, PLAY, Agree, Confirm, Decline, Gone, Nod, Resign, Say, Wish, Withdraw
from tortuga_p2p.session.session import Session, step
from tortuga_p2p.session.transcript import write_claims, write_evidence, write_game, write_seals
from tortuga_p2p.testing.damage import damaged, pick
from tortuga_p2p.testing.forging import content_of
from tortuga_p2p.testing.sampler import SAMPLER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tortuga_p2p.session.removal import Removal
    from tortuga_p2p.wire.envelope import Content

SEEDS = range(16)
KINDS = (*PLAY.kinds, *BESIDE.kinds)
LANES = ("sit", "play", "nod", "resign", WISH, ACCORD, first_lane(1), second_lane(1), second_lane(2))


@cache
def states(*, resigns: bool) -> tuple[bytes, ...]:
    """By step, as a watcher sees them: of the steps that stand in the end."""
    told = tale(resigns=resigns)
    session, _ = step(Session.make(told.company.meeting, SAMPLER, GROUP, None), Begun())
    seen = []
    for number, said in enumerate(told.closed):
        if number == told.removal.step:
            session, _ = step(session, RemovalShown(told.removal))
        seen.append(session.table.raw if session.table is not None else b"")
        for _, raw in sorted(said.items()):
            session, _ = step(session, Heard(b"", Say(told.company.meeting.id, raw)))
    return tuple(seen)


class Liar:
    """Spoils one file, in the name of those whose words are in it."""

    def __init__(self, draw: SeededDraw) -> None:
        self.draw = draw
        self.resigns = draw.below(2) == 0
        self.tale: Tale = tale(resigns=self.resigns)
        self.said = [raw for one in self.tale.closed for _, raw in sorted(one.items())]
        self.all = [*self.said, *self.tale.removal.confirms, *self.tale.resigned]

    def sign(self, content: Content) -> bytes:
        """By the seat that it names, or, while people sit down, by the chair; somebody's where there is none."""
        players = self.tale.company.players
        order = players if content.step < 4 else sorted(players, key=lambda peer: peer.seat)
        return in_envelope(order[min(content.seat, len(order) - 1)].session, content)

    def again(self, raw: bytes) -> bytes:
        """An envelope with one thing changed, signed again."""
        content, other, draw = content_of(raw), content_of(pick(self.all, self.draw)), self.draw
        changes: tuple[dict[str, Any], ...] = (
            {"lane": pick(LANES, draw)},
            {"prev": other.prev},
            {"state": other.state},
            {"epoch": pick((0, 1, 2), draw)},
            {"step": max(0, content.step + pick((-1, 1), draw))},
            {"body": damaged(content.body, draw)},
            {"body": damaged(content.body, draw)},
            *({"body": bent(content.body, draw)} for _ in range(4)),
            {"kind": pick(KINDS, draw)},
            {"kind": other.kind, "body": other.body},
            {"seat": pick((0, 1, 2, 8), draw)},
        )
        while True:
            with suppress(AssertionError, TypeError, ValueError, OverflowError):
                return self.sign(replace(content, **pick(changes, draw)))

    def beside(self) -> bytes:
        """A word beside the steps, on the history and state of some step."""
        draw, model = self.draw, content_of(pick(self.all[-20:] if self.draw.below(3) else self.all, self.draw))
        attempt, missing = 1 + draw.below(2), 1 + draw.below(7)
        words: tuple[tuple[Any, str], ...] = (
            (Gone(attempt, missing), first_lane(attempt)),
            (Gone(attempt + 1, missing, attempt), first_lane(attempt + 1)),
            (Confirm(attempt, missing), second_lane(attempt)),
            (Confirm(attempt, 0b111 & ~(1 << model.seat)), second_lane(attempt)),
            (Withdraw(attempt, missing, pick(self.all, draw)), second_lane(attempt)),
            (Resign(), "resign"),
            (Nod(), "nod"),
            (Wish(), WISH),
            (Agree(), ACCORD),
            (Decline(), ACCORD),
        )
        said, lane = pick(words, draw)
        seat = pick((model.seat, 0, 1, 2), draw)
        return self.sign(replace(model, seat=seat, lane=lane, kind=BESIDE.kind(said), body=BESIDE.body(said)))

    def file(self) -> bytes:
        told, draw = self.tale, self.draw
        many = pick((len(told.closed), len(told.closed) - 1, told.removal.step + draw.below(11)), draw)
        closed = [dict(one) for one in told.closed[:many]]
        for _ in range(pick((0, 1, 1, 2), draw)):
            self._spoil(closed[pick((-1, -1, -1, -1, draw.below(many)), draw)])
        removal = told.removal if draw.below(5) else self._spoiled(told.removal)
        raw = told.head + write_game(closed, [removal] if draw.below(12) else [])
        if draw.below(12) == 0:
            raw += write_seals([self.again(pick(list(told.closed[-1].values()), draw))])
        return raw + write_claims(self._claims(many)) + (self._evidence() if draw.below(2) else b"")

    def _spoil(self, said: dict[int, bytes]) -> None:
        if not said:
            return
        draw, seat = self.draw, pick(sorted(said), self.draw)
        match draw.below(10):
            case 0:
                del said[seat]
            case 1:
                said[3] = pick((said[seat], self.beside()), draw)  # behind all others
            case _:
                said[seat] = self.again(said[seat])

    def _spoiled(self, removal: Removal) -> Removal:
        draw, confirms = self.draw, list(removal.confirms)
        at = draw.below(len(confirms))
        confirms[at : at + draw.below(2)] = pick(([], [self.beside()], [self.again(confirms[at])]), draw)
        changes: tuple[Mapping[str, Any], ...] = (
            {"confirms": tuple(confirms)},
            {"confirms": tuple(confirms)},
            {"attempt": 1 + draw.below(3)},
            {"missing": 1 + draw.below(7)},
            {"step": max(1, removal.step + pick((-1, 1), draw))},
        )
        return removal._replace(**dict(pick(changes, draw)))

    def _claims(self, many: int) -> list[bytes]:
        """Words behind the game: of whoever was removed, that all agree, or anything."""
        told, draw = self.tale, self.draw
        match draw.below(8):
            case 0 | 5 | 6 | 7:
                return []
            case 1 if self.resigns:
                return [*told.resigned, *([self.beside()] if draw.below(2) else [])]
            case 2:
                return [pick(told.removal.confirms, draw), *([self.beside()] if draw.below(2) else [])]
            case 3 if many < len(told.closed):
                model = content_of(next(iter(told.closed[many].values())))
                words = [Agree(), pick((Agree(), Agree(), Decline()), draw)]
                seats = [0, 1, 2] if many < told.removal.step else [0, 1]
                return [
                    self.sign(replace(model, seat=seat, lane=ACCORD, kind=BESIDE.kind(said), body=BESIDE.body(said)))
                    for seat, said in zip(seats, [words[0], *words], strict=False)
                ]
            case _:
                return [self.beside() for _ in range(1 + draw.below(2))]

    def _evidence(self) -> bytes:
        told, draw = self.tale, self.draw
        some = pick(self.said[-16:] if draw.below(3) else self.said, draw)
        content = content_of(some)
        pairs = ((), (), (some,), (some,), (self.beside(),), (self.again(some),))
        first = pick((self.again(some), self.again(some), self.again(some), self.beside()), draw)
        exhibits = sorted({first, *pick(pairs, draw)})
        state = states(resigns=self.resigns)[content.step] if len(exhibits) == 1 and draw.below(6) else b""
        sitting = [raw for one in told.closed[: pick((4, 4, 4, 4, 3, 5), draw)] for _, raw in sorted(one.items())]
        two, one = ("equivocation", "went-on", "broken-vote"), ("malformed", "wrong-kind", "out-of-turn", "bad-tag")
        code = pick(two if len(exhibits) == 2 and draw.below(6) else (*one, "bad-share", "wrong-count"), draw)
        meeting = told.company.meeting
        return write_evidence(
            write(Evidence(meeting.terms, meeting.call, meeting.people, tuple(sitting), state, tuple(exhibits), code))
        )


def compared(seeds: Iterable[int]) -> Counter[str]:
    """What both programs say of the files of these seeds; fails where they differ."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        raw = Liar(SeededDraw(seed, "files of leaving")).file()
        ours = transcript(raw)
        theirs, code = second_verifier.transcript(raw.hex())
        assert (ours.ending, ours.output["outcome"]) == (code, theirs["outcome"]), f"seed {seed}"
        seen[f"{theirs['outcome']} {code}"] += 1
    return seen


@pytest.mark.parametrize("seed", SEEDS)
def test_both_programs_say_the_same_of_a_spoiled_file_of_those_who_stayed(seed: int) -> None:
    assert compared([seed]).total() == 1


def test_an_honest_file_of_theirs_is_said_to_be_one() -> None:
    for resigns in (False, True):
        raw = tale(resigns=resigns).file()
        assert transcript(raw).ending == second_verifier.transcript(raw.hex())[1] == "accept"


if __name__ == "__main__":
    for found, many in compared(range(*map(int, sys.argv[1:3]))).most_common():
        print(f"{many:>6}  {found}")
