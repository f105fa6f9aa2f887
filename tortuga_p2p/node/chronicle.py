"""What happened at our table, as our seat saw it: every answer with what we knew then, and a log of it in words."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from ..limits import LOG_KEPT_MAX
from ..rules.hindsight import known_while
from ..rules.telling import told as words_for
from ..rules.words import Reader
from ..session import helm
from ..session.event import RecordRemoval
from ..wire.envelope import read_envelope

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..rules.game import Known
    from ..session.event import RecordStep
    from ..session.replica import Session
    from ..session.table import Answered, Table


class SeenAnswer(NamedTuple):
    """What a closed step told the rules, what our seat knew after it, and for whom (bits) a program decided."""

    step: int
    told: Answered
    known: Known
    helms: int = 0
    left: int = 0  # the seats (bits) without whom the others went on


def deciders_of(record: RecordStep | RecordRemoval) -> list[int]:
    """The seats that have signed in this step who decides for them."""
    if isinstance(record, RecordRemoval):
        return []
    said = [read_envelope(raw).content for raw in record.envelopes]
    return [content.seat for content in said if content.kind in ("move", "commit")]


class Chronicle:
    """Words are found when somebody reads them: few bots have a reader."""

    def __init__(self) -> None:
        self.told: list[SeenAnswer] = []
        self._how: dict[int, tuple[str, ...]] = {}  # by place in `told`: how somebody left who left there
        self._left = 0  # the seats (bits) without whom the others went on
        self.logged = 0  # how many lines the log had, with those that are forgotten
        self._log: deque[str] = deque(maxlen=LOG_KEPT_MAX)
        self._worded = 0  # how much of what was told is in the log

    def retell(self, record: RecordStep | RecordRemoval, how: tuple[str, ...] = ()) -> None:
        """A closed step, or that those who stay went on without somebody, and `how`; on resume all of them again."""
        known, last = dict(record.known), self.told[-1] if self.told else None
        if isinstance(record, RecordRemoval):
            step, helms = record.removal.step, last.helms if last is not None else 0
            self._how[len(self.told)] = how
        else:
            step, helms = record.step, record.helms
        self.told += [SeenAnswer(step, told, known, helms, self._left) for told in record.told]
        if isinstance(record, RecordRemoval):  # whoever leaves is called so from then on
            self._left |= record.removal.missing

    def called(self, session: Session, at: int) -> tuple[str, ...]:
        """The names as they were then."""
        return helm.called(
            session.table.agreement.names if session.table else (), self.told[at].helms, self.told[at].left
        )

    def log(self, session: Session) -> deque[str]:
        """Up to what was told."""
        for at in range(self._worded, len(self.told)):
            self._add(self.sentences(session, at))
        self._worded = len(self.told)
        return self._log

    def note(self, session: Session, line: str) -> None:
        self.log(session)  # what happened before stands before it
        self._add([line])

    def sentences(self, session: Session, at: int) -> tuple[str, ...]:
        """One of the things told, as our seat saw it then; before it, whose program has taken over since the last."""
        table = session.table
        assert table is not None
        game, seen = table.agreement.game, self.told[at]
        before = self.told[at - 1] if at else None
        known = known_while(game.asks(seen.told.before), before.known if before else {}, seen.known)
        names = self.called(session, at)
        turned = _turned(table, before.helms if before else 0, seen.helms, session.own_seat)
        return (*self._how.get(at, ()), *turned, *words_for(game, *seen.told, Reader(session.own_seat, known, names)))

    def _add(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._log.append(line)
            self.logged += 1


def _turned(table: Table, before: int, now: int, own: int) -> list[str]:
    return helm.changed(table.agreement.names, before, now, own)
