"""Void words: what somebody said in the step in which the others went on without them, or behind it.

Nothing comes of them any more, but they are signed. Whoever told two stories in a step and resigned before anybody had
closed it is convicted by them: those who stay keep one of each author, and compare them. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..limits import EARLY_STEPS_MAX
from ..wire.envelope import read_envelope
from .replica import replace
from .table import LANE

if TYPE_CHECKING:
    from ..wire.envelope import Content
    from .removal import Removal
    from .replica import Session


def kept(session: Session, removal: Removal) -> dict[tuple[int, int, int], bytes]:
    """All void words, with those of an epoch that ends just now. Only whoever has resigned is meant: they say nothing
    more, while somebody given up may come back with an old journal, and has done nothing wrong.
    """
    words = dict(session.void)
    gone = _resigned(session, removal)
    for (epoch, step, seat, is_nod), raw in session.early.items():
        if seat in gone and not is_nod and _is_of(removal, epoch, step):
            words[epoch, step, seat] = raw
    for raw in (*session.disputed, *session.differing.values()):  # on another history or state, and signed all the same
        content = read_envelope(raw).content
        if content.seat in gone and content.lane == LANE and _is_of(removal, content.epoch, content.step):
            words[content.epoch, content.step, content.seat] = raw
    for seat in gone & session.accepted.keys():
        words[removal.epoch, removal.step, seat] = session.accepted[seat].raw
    return words


def hear(session: Session, content: Content, raw: bytes) -> Session:
    """A late word: kept if it is void, and the first of its author that we hear."""
    key = (content.epoch, content.step, content.seat)
    table = session.table
    if key in session.void or content.lane != LANE or table is None or content.table != table.where:
        return session
    for removal in session.removals:
        if _is_of(removal, content.epoch, content.step) and content.seat in _resigned(session, removal):
            return replace(session, void={**session.void, key: raw})
    return session


def told(session: Session) -> list[bytes]:
    """Those that may still prove something: nobody needs to be convicted twice."""
    table = session.table
    if not session.void or table is None:
        return []
    convicted = session.convicted
    return [raw for (_, _, seat), raw in sorted(session.void.items()) if table.identities[seat] not in convicted]


def _is_of(removal: Removal, epoch: int, step: int) -> bool:
    """Whether this is the step that was cut, or one behind it that its author had come to already."""
    return epoch == removal.epoch and removal.step <= step <= removal.step + EARLY_STEPS_MAX


def _resigned(session: Session, removal: Removal) -> frozenset[int]:
    return frozenset([seat for seat in session.resigned if removal.missing >> seat & 1])
