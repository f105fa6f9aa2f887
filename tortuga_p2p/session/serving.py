"""Have and want: where we stand, what a neighbour misses, what we miss. Any connected graph of links suffices.

Nothing here is signed and nothing changes the session: it is asked again until it comes. See protocol/session.md,
"Have and want".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..limits import SERVED_BYTES_MAX, SERVED_ENVELOPES_MAX
from .event import Tell
from .message import Have, Say, Want

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .event import Effect, Peer
    from .replica import Session


def have(session: Session) -> Have:
    return Have(session.meeting.id, session.position.step, _bits(session.accepted), session.history)


def _want(session: Session) -> Want:
    return Want(session.meeting.id, session.position.step, _bits(session.accepted))


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def answer_have(session: Session, peer: Peer, talk: Have) -> list[Effect]:
    """Give what the neighbour misses; ask for what we miss."""
    effects = serve(session, peer, talk.step, talk.held)
    ahead = talk.step > session.position.step
    if ahead or (talk.step == session.position.step and talk.held & ~_bits(session.accepted)):
        effects.append(Tell(peer, _want(session)))
    return effects + settle(session, peer, talk)


def settle(session: Session, peer: Peer, talk: Have) -> list[Effect]:
    """A neighbour stands in our step on another history, and perhaps nobody has anything to say on either of them."""
    is_other = talk.step == session.position.step and talk.history != session.history
    return _last_step(session, peer) if is_other else []


def serve(session: Session, peer: Peer, first: int, held: int) -> list[Effect]:
    """What we have from a step on, oldest first; of that step only what is not held."""
    effects: list[Effect] = []
    total_bytes = 0
    for raw in _from(session, first, held):
        total_bytes += len(raw)
        if len(effects) == SERVED_ENVELOPES_MAX or total_bytes > SERVED_BYTES_MAX:
            break
        effects.append(Tell(peer, Say(session.meeting.id, raw)))
    return effects


def serve_step(session: Session, peer: Peer, number: int) -> list[Effect]:
    """A closed step, to somebody who seems to miss something of it."""
    raws = (*session.closed[number].values(), *session.withdrawn.get(number, ()))
    return [Tell(peer, Say(session.meeting.id, raw)) for raw in raws]


def _from(session: Session, first: int, held: int) -> Iterator[bytes]:
    for number in range(first, session.position.step):
        for seat, raw in sorted(session.closed[number].items()):
            if not (number == first and held >> seat & 1):
                yield raw
        yield from session.withdrawn.get(number, ())
    for seat, one in sorted(session.accepted.items()):
        if not (session.position.step == first and held >> seat & 1):
            yield one.raw
    yield from (vote.raw for vote in session.votes.values())


def dispute(session: Session) -> list[Effect]:
    """Somebody stands on another history. The last closed step, shown by all to all, proves who said two things."""
    return _last_step(session, None)


def _last_step(session: Session, peer: Peer | None) -> list[Effect]:
    last = session.position.step - 1
    if last < 0:
        return []
    shown: list[Effect] = [Tell(peer, Say(session.meeting.id, raw)) for raw in session.closed[last].values()]
    return [Tell(peer, Want(session.meeting.id, last, 0)), *shown]
