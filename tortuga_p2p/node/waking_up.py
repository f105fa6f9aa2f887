"""Started again in the middle of a game: nothing new is decided before the others have told what they hold of us.

A journal that was restored from an old copy does not know our last words; whoever decided again would contradict
themselves, and be convicted for it. Words without a choice need no waiting: from the same history come the same bytes.
See protocol/session.md, "Going on after a crash". No I/O, no clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..limits import HAVE_PERIOD_S, WAKING_LINKED_S, WAKING_S
from ..text import N_

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from ..session.message import Have
    from ..session.replica import Session

OLD_JOURNAL = N_(
    "Your journal is older than what you have already said: it was restored from a copy. The others are sending "
    "you your own moves; you can go on as soon as all of them have."
)
assert 2 * HAVE_PERIOD_S <= WAKING_S <= WAKING_LINKED_S


@dataclass(slots=True)
class WakingUp:
    """What a program has heard since it was started. Everything by identity, times in seconds of one clock."""

    others: frozenset[bytes]  # all who sit at the table but us
    begun_s: float
    linked_s: float = 0.0  # when the last link came up
    even: set[bytes] = field(default_factory=set)  # whose last word about where they stand shows nothing that we lack

    def link(self, now_s: float) -> None:
        self.linked_s = now_s

    def hear(self, peer: bytes, talk: Have, session: Session) -> None:
        """Where somebody stands, compared with where we stand now."""
        at = session.latest
        held = sum(1 << seat for seat in at.accepted)
        there = talk.epoch, talk.step
        if there > at.where or (there == at.where and talk.held & ~held):
            self.even.discard(peer)  # it is asked for, and we shall be told again
        else:
            self.even.add(peer)

    def is_over(self, session: Session, linked: AbstractSet[bytes], now_s: float) -> bool:
        """Whether our player may decide.

        All have told; or all who are linked, for a while; or those who are linked do not tell, and have had their
        time: otherwise whoever never answers would get us voted away. Where our journal proved to be old we wait for
        all, up to the patience of the table.
        """
        if self.even >= self.others - session.convicted:
            return True
        if session.is_behind:
            return now_s - self.begun_s >= session.meeting.terms.patience_s
        if not self.even or now_s - self.begun_s < WAKING_S:
            return False
        return self.even >= linked & self.others or now_s - self.linked_s >= WAKING_LINKED_S
