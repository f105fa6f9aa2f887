"""Have and want: where we stand, what a neighbour misses, what we miss. Any connected graph of links suffices.

Nothing here is signed, and nothing but a count of answers changes: it is asked again until it comes. See
protocol/session.md, "Have and want".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..limits import ANSWERS_MAX, SERVED_BYTES_MAX, SERVED_ENVELOPES_MAX
from . import leaving, remains
from .event import Tell
from .message import Accuse, Have, Say, Want
from .position import next_history
from .replica import Session, Stepped, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..wire.envelope import Content
    from .event import Effect, Peer
    from .replica import Where


def have(session: Session) -> Have:
    at = session.latest
    held = _bits(at.accepted)
    epoch, step = at.where
    return Have(session.meeting.id, step, held, at.history, _said(at), _convicted(session), _bits(at.nods), epoch)


def _said(session: Session) -> bytes:
    """The history that void messages and those held of the open step would make."""
    held = [one.raw for _, one in sorted(session.accepted.items())]
    return next_history(session.history, [*remains.told(session), *held])


def _want(session: Session) -> Want:
    at = session.latest
    return Want(session.meeting.id, at.position.step, _bits(at.accepted), at.position.epoch)


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _convicted(session: Session) -> int:
    """Whom we know to be guilty: bits, by chair."""
    return _bits(session.meeting.company.index(proof.verdict.identity) for proof in session.verdicts)


def answer(session: Session, peer: Peer, effects: Callable[[], list[Effect]]) -> Stepped:
    """What a neighbour asked for, within bounds: a short question must not cost us more than the answer is worth."""
    count = session.answered.get(peer, 0)
    given = effects() if count < ANSWERS_MAX else []
    return (replace(session, answered={**session.answered, peer: count + 1}), given) if given else (session, [])


def answer_have(session: Session, peer: Peer, talk: Have) -> list[Effect]:
    """Give what the neighbour misses; ask for what we miss."""
    at = session.latest
    where = (talk.epoch, talk.step)
    effects = [*_accusations(session, peer, talk), *serve(session, peer, where, talk.held, talk.nods)]
    ahead, here = where > at.where, where == at.where
    if ahead or (here and (talk.held & ~_bits(at.accepted) or talk.nods & ~_bits(at.nods))):
        effects.append(Tell(peer, _want(session)))
    # Somebody stands in our step on another history, and perhaps nobody has anything to say on either of them.
    if here and talk.history != at.history:
        return effects + _last_step(at, peer)
    # Or holds another message of somebody than we do, in a step that may never close, or was cut.
    if here and talk.held == _bits(at.accepted) and talk.said != _said(at):
        raws = (*at.resigned.values(), *remains.told(at), *(one.raw for one in at.accepted.values()))
        effects += [Tell(peer, Say(session.meeting.id, raw)) for raw in raws]
    return effects


def _accusations(session: Session, peer: Peer, talk: Have) -> list[Effect]:
    """The evidence that a neighbour lacks."""
    chair = session.meeting.company.index
    lacking = [proof for proof in session.verdicts if not talk.convicted >> chair(proof.verdict.identity) & 1]
    return [Tell(peer, Accuse(session.meeting.id, proof.evidence)) for proof in lacking]


def serve(session: Session, peer: Peer, where: Where, held: int, nods: int = 0) -> list[Effect]:
    """What we have from a step on, oldest first; of that step only what is not held."""
    effects: list[Effect] = []
    total_bytes = 0
    for raw in _from(session, where, held, nods):
        total_bytes += len(raw)
        if len(effects) == SERVED_ENVELOPES_MAX or total_bytes > SERVED_BYTES_MAX:
            break
        effects.append(Tell(peer, Say(session.meeting.id, raw)))
    return effects


def serve_from(session: Session, peer: Peer, content: Content) -> list[Effect]:
    """To somebody who votes about a step that is closed here, or was cut off: what they seem to miss of it."""
    if content.epoch < session.position.epoch:
        return serve(session, peer, (content.epoch, content.step), 0)
    raws = (*session.closed[content.step].values(), *session.withdrawn.get(content.step, ()))
    return [Tell(peer, Say(session.meeting.id, raw)) for raw in raws]


def _from(session: Session, where: Where, held: int, nods: int) -> Iterator[bytes]:
    """Closed steps, by epoch; between two epochs the confirms by which it was gone on. Then the open step."""
    at = session.latest
    epoch, first = where
    number, has_moved = first, False
    for removal in at.removals:
        if removal.epoch >= epoch:
            yield from _closed(session, range(number, removal.step), first, 0 if has_moved else held)
            yield from (raw for _, raw in sorted(session.resigned.items()))
            yield from removal.confirms
            yield from at.openings.get(removal.epoch + 1, ())
            number, has_moved = removal.step, True
    yield from _closed(session, range(number, at.position.step), first, 0 if has_moved else held)
    is_here = where == at.where
    yield from (one.raw for seat, one in sorted(at.accepted.items()) if not (is_here and held >> seat & 1))
    yield from (raw for seat, raw in sorted(at.nods.items()) if not (is_here and nods >> seat & 1))
    yield from (raw for _, raw in sorted(session.resigned.items()))
    yield from (raw for _, raw in sorted(at.stands.items()))
    yield from leaving.in_turn({**session.votes, **at.votes})
    yield from (wish.raw for wish in session.wishes.values())
    yield from (said.raw for said in session.accords.values())


def _closed(session: Session, numbers: range, first: int, held: int) -> Iterator[bytes]:
    for number in numbers:
        for seat, raw in sorted(session.latest.closed[number].items()):
            if not (number == first and held >> seat & 1):
                yield raw
        yield from session.withdrawn.get(number, ())


def dispute(session: Session) -> list[Effect]:
    """Where two histories met: the last closed step, shown by all to all, proves who said two things."""
    return _last_step(session.latest, None) if session.latest.disputed else []


def _last_step(session: Session, peer: Peer | None) -> list[Effect]:
    last = session.position.step - 1
    if last < 0:
        return []
    shown: list[Effect] = [Tell(peer, Say(session.meeting.id, raw)) for raw in session.closed[last].values()]
    return [Tell(peer, Want(session.meeting.id, last, 0)), *shown]
