"""One message comes late, and the others vote: every order in which the letters may arrive, one after the other.

Three seats. From a table that waits for one of them, all interleavings of its message, of the others' losing patience,
of their votes and of a crash are walked through; equal situations are walked through once. In every situation: no two
of those who stay go different ways. From every one in which nothing is on its way any more (or all that was is lost),
once all tell each other where they stand: all have given up, or all have gone on. And nobody, crashed or not, says
anything of a later step once they have given up everybody else: that would convict them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.tinygames import RACE, SCREENS
from tortuga_p2p.session.broken_words import ends_alone
from tortuga_p2p.session.event import (
    Begun,
    Heard,
    Impatience,
    Keep,
    RecordRemoval,
    RecordStep,
    Remembered,
    Tell,
    Tick,
    Utter,
)
from tortuga_p2p.session.message import Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.session import Session, step
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import content_of, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tortuga_p2p.session.event import Effect, Event

PATIENCE_S = 60
# More than these are not walked through here: with a crash or two attempts the next epoch opens very many.
SITUATIONS_MAX = 5_000


class Letter(NamedTuple):
    """An envelope on its way to one of the three."""

    to: int
    raw: bytes


class Situation(NamedTuple):
    """All that matters for what may happen next."""

    sessions: tuple[Session, ...]
    logs: tuple[tuple[Effect, ...], ...]
    letters: frozenset[Letter]
    patience: tuple[int, ...]  # how often each may still lose it
    crashes: int  # how many there may still be

    @property
    def key(self) -> object:
        return tuple(map(seen, self.sessions)), self.letters, self.patience, self.crashes


_SEEN: dict[int, tuple[Session, object]] = {}


def seen(session: Session) -> object:
    """A session as its future behaviour knows it: here everything happens in one step, and nothing else varies."""
    if id(session) not in _SEEN:
        _SEEN[id(session)] = session, _seen(session)  # the session is kept, so that its id stays its own
    return _SEEN[id(session)][1]


def _seen(session: Session) -> object:
    ending = session.ending
    return (
        session.phase,
        session.where,
        frozenset(session.resigned.items()),
        session.later,
        None if session.ahead is None else (session.ahead.where, frozenset(session.ahead.early)),
        frozenset((seat, one.raw) for seat, one in session.accepted.items()),
        frozenset((key, vote.raw) for key, vote in session.votes.items()),
        frozenset(session.early.items()),
        frozenset(session.withdrawn.items()),
        frozenset((seat, vote.raw) for seat, (_, vote) in session.claims.items()),
        session.disputed,
        ending.kind if ending else "",
    )


class Walk:
    """Walks through everything that can happen from one situation."""

    def __init__(self, company: Company, slow: int, away: int = 0) -> None:
        self.company = company
        self.start = tuple(peer.start for peer in company.players)
        self.keys = [peer.key for peer in company.players]
        self.slow, self.away = slow, away
        self.open = company.players[1 - slow if slow < 2 else 0].session.position.step
        self._steps: dict[object, tuple[Session, list[Effect]]] = {}
        self.met: set[str] = set()

    def walk(self, first: Situation, most: int = SITUATIONS_MAX) -> int:
        """How many different situations there are; raises where one of them must not be."""
        visited = {first.key}
        waiting = [first]
        while waiting:
            situation = waiting.pop()
            self.check(situation)
            for following in self.following(situation):
                if following.key not in visited:
                    visited.add(following.key)
                    waiting.append(following)
            if len(visited) >= most:
                break
        return len(visited)

    def following(self, now: Situation) -> Iterator[Situation]:
        for letter in sorted(now.letters):
            heard = Heard(self.keys[0], Say(self.company.meeting.id, letter.raw))
            yield self.after(now._replace(letters=now.letters - {letter}), letter.to, heard)
        for who, left in enumerate(now.patience):
            if left:
                patience = (*now.patience[:who], left - 1, *now.patience[who + 1 :])
                yield self.impatient(now._replace(patience=patience), who)
        if now.crashes:
            for who in range(3):
                yield self.crashed(now._replace(crashes=now.crashes - 1), who)

    def impatient(self, now: Situation, who: int) -> Situation:
        """After another while, so that whoever is away may be given up too."""
        session = now.sessions[who]
        later, _ = step(session, Tick(session.now_ms + 1000 * PATIENCE_S))
        now = now._replace(sessions=(*now.sessions[:who], later, *now.sessions[who + 1 :]))
        return self.after(now, who, Impatience(self.away))

    def after(self, now: Situation, who: int, event: Event) -> Situation:
        key = (seen(now.sessions[who]), who, event)
        if key not in self._steps:
            self._steps[key] = step(now.sessions[who], event)
        session, effects = self._steps[key]
        return self.with_effects(now, who, session, effects)

    def with_effects(self, now: Situation, who: int, session: Session, effects: Iterable[Effect]) -> Situation:
        letters, log = set(now.letters), list(now.logs[who])
        for effect in effects:
            if isinstance(effect, Keep | Utter | RecordStep | RecordRemoval) and effect not in log:
                log.append(effect)
            for raw, to in self.sent(who, effect):
                if content_of(raw).step <= self.open:  # what follows later is another story
                    letters.add(Letter(to, raw))
                    self.met.add(kind_of(raw))
        sessions = (*now.sessions[:who], session, *now.sessions[who + 1 :])
        logs = (*now.logs[:who], tuple(log), *now.logs[who + 1 :])
        useful = frozenset(letter for letter in letters if not is_known(sessions[letter.to], letter.raw))
        return now._replace(sessions=sessions, logs=logs, letters=useful)

    def sent(self, who: int, effect: Effect) -> Iterator[tuple[bytes, int]]:
        if isinstance(effect, Utter):
            yield from ((effect.raw, to) for to in range(3) if to != who)
        if isinstance(effect, Tell) and isinstance(effect.talk, Say):
            yield from ((effect.talk.envelope, to) for to in range(3) if to != who)

    def crashed(self, now: Situation, who: int) -> Situation:
        """All but what was written down is forgotten, and said again."""
        durable = max(at for at, entry in enumerate(now.logs[who]) if isinstance(entry, Utter))
        log = now.logs[who][: durable + 1]
        key = (who, log)
        if key not in self._steps:
            self._steps[key] = self.woken(who, log, now.sessions[who].now_ms)
        return self.with_effects(now, who, *self._steps[key])

    def woken(self, who: int, log: tuple[Effect, ...], clock_ms: int) -> tuple[Session, list[Effect]]:
        moves = tuple((entry.step, entry.move, entry.helm) for entry in log if isinstance(entry, Keep))
        raws = tuple(entry.raw for entry in log if isinstance(entry, Utter))
        removals = tuple(entry.removal for entry in log if isinstance(entry, RecordRemoval))
        session, _ = step(self.start[who], Remembered(raws, moves, removals))
        session, effects = step(session, Begun())
        for raw in [raw for entry in log if isinstance(entry, RecordStep) for raw in entry.envelopes]:
            session, more = step(session, Heard(b"", Say(self.company.meeting.id, raw)))
            effects = effects + more
        for time_ms in (clock_ms - 1000 * PATIENCE_S, clock_ms):
            session, _ = step(session, Tick(time_ms))
        return session, [one for one in effects if not is_old(one, self.open)]

    # --- what must hold ------------------------------------------------------------------------------------------

    def check(self, now: Situation) -> None:
        for log in now.logs:
            self.check_silence(log)
        assert not any(session.verdicts for session in now.sessions)
        for removal in [removal for session in now.sessions for removal in session.latest.removals]:
            for session in now.sessions:
                gone_on = session.where[0] == removal.epoch and session.where[1] > removal.step
                assert removal.missing >> session.own_seat & 1 or not gone_on, "one has moved, another has gone on"
        if not now.letters:
            self.check_end(now)

    def check_silence(self, log: tuple[Effect, ...]) -> None:
        """Nothing that one of them signed proves that they were alone and went on."""
        said = [content_of(entry.raw) for entry in log if isinstance(entry, Utter)]
        ended_in = [content.step for content in said if ends_alone(content, 3)]
        if ended_in:
            self.met.add("alone")
            assert max(content.step for content in said) <= min(ended_in)

    def check_end(self, now: Situation) -> None:
        """All that is still on its way is lost; then everybody hears what everybody else has."""
        key = tuple(map(seen, now.sessions))
        if key in self._steps:
            return
        self._steps[key] = (now.sessions[0], [])
        sessions = list(now.sessions)
        for second in (1000, 2000, 3000):
            for who in range(3):
                self._announce(sessions, who, Tick(sessions[who].now_ms + 1000 * second))
        at_table = [session for session in sessions if session.phase is not SessionPhase.ENDED]
        # Whoever moved and waits for the first word of somebody who has left since plays in no epoch: it never opens.
        opened = {session.position.epoch for session in at_table if not is_opening(session)}
        assert len(opened) <= 1, "those who stay play in two epochs"
        left = any(session.ending and session.ending.kind == "abandoned" for session in sessions)
        assert left or len({session.position.epoch for session in at_table}) <= 1, "two epochs, and nobody has left"
        assert all(session.where > (0, self.open) for session in at_table), [one.where for one in at_table]
        assert {session.ending.kind for session in sessions if session.ending} <= {"abandoned", "removed"}
        if any(session.position.epoch for session in at_table):
            self.met.add("moved")
            # Or one of those two has left alone before the epoch was open, and the third is told that they went on.
            is_deserted = left and all(is_opening(session) for session in at_table)
            assert len(at_table) == 2 or (is_deserted and len(at_table) == 1), "a table of three without one"

    def _announce(self, sessions: list[Session], who: int, event: Event) -> None:
        waiting = [(who, event)]
        for _ in range(2000):
            if not waiting:
                return
            one, event = waiting.pop(0)
            sessions[one], effects = step(sessions[one], event)
            for effect in effects:
                talk = Say(self.company.meeting.id, effect.raw) if isinstance(effect, Utter) else None
                to = None
                if isinstance(effect, Tell):
                    talk, to = effect.talk, effect.peer  # type: ignore[assignment]
                if talk is not None:
                    others = range(3) if to is None else [self.keys.index(to)]
                    waiting += [(other, Heard(self.keys[one], talk)) for other in others if other != one]
        raise AssertionError("the talk never ends")


def is_opening(session: Session) -> bool:
    """Whether a new epoch is not open yet: not all who stay have said so."""
    return session.table is not None and session.table.kind == "stay"


def is_known(session: Session, raw: bytes) -> bool:
    """Whether a letter changes nothing for its reader, now or later."""
    if session.phase is SessionPhase.ENDED or raw in [vote.raw for vote in session.votes.values()]:
        return True
    if raw in [one.raw for one in session.accepted.values()]:
        return True
    number = content_of(raw).step
    return number < session.position.step and raw in session.closed[number].values()


def is_old(effect: Effect, step_number: int) -> bool:
    """Whether an effect of waking up is about steps that everybody closed long ago."""
    return isinstance(effect, Utter) and content_of(effect.raw).step < step_number


def late_message(game: object, *, crashes: int = 0, patience: int = 1, away: int = 0) -> tuple[Walk, Situation]:
    """Two wait for the third, who has just spoken; nobody has heard it."""
    company = Company.make(game, 3, patience_s=PATIENCE_S).sit()  # type: ignore[arg-type]
    slow = next(iter(company.deciding()))
    for name in company.peers:
        for second in (0, PATIENCE_S):
            company.take(name, Tick(1 + 1000 * second))
    for peer in company.deciding():
        if peer is not slow:
            company.intend(peer.name)
    company.post = [mail for mail in company.post if isinstance(mail.talk, Say)]
    company.carry()
    effects = company.intend(slow.name)
    company.post.clear()
    players = company.players
    walk = Walk(company, players.index(slow), away)
    (words, *_) = [effect.raw for effect in effects if isinstance(effect, Utter)]
    letters = frozenset(Letter(who, words) for who in range(3) if players[who] is not slow)
    logs = tuple(tuple(peer.log) for peer in players)
    turns = tuple(0 if peer is slow else patience for peer in players)
    return walk, Situation(tuple(peer.session for peer in players), logs, letters, turns, crashes)


@pytest.mark.parametrize(
    ("game", "crashes", "patience", "away"),
    [(RACE, 0, 1, 0), (SCREENS, 0, 1, 0), (RACE, 1, 1, 0), (SCREENS, 1, 1, 0), (RACE, 0, 2, 0), (RACE, 0, 2, 0b111)],
    ids=[
        "alone",
        "among others",
        "alone, with a crash",
        "among others, with a crash",
        "alone, two attempts",
        "alone, nobody linked",
    ],
)
def test_no_order_of_letters_parts_those_who_stay(game: object, crashes: int, patience: int, away: int) -> None:
    walk, first = late_message(game, crashes=crashes, patience=patience, away=away)
    # Where nobody is linked the first who goes on comes late in the walk.
    situations = walk.walk(first, 3 * SITUATIONS_MAX if away else SITUATIONS_MAX)
    assert situations > 100
    assert {"gone", "confirm", "withdraw", "stay", "moved"} <= walk.met
