"""Going on after a crash: what we said, and the steps that we had judged and closed, as our own journal has them.

Signatures and proofs of such steps are not checked a second time. Everything else is: what each envelope stands on,
whose turn it was, the rules. Where anything does not fit, nothing is believed: all of it is judged when it is heard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Refused
from ..text import _
from ..wire.envelope import read_envelope
from . import choosing
from . import position as at
from .advancing import close
from .event import Keep, Reject, Utter
from .phases import SessionPhase
from .replica import Decided, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..wire.envelope import Envelope
    from .event import Begun, Effect
    from .position import Accepted
    from .replica import Session, Stepped, Where


def by_step(raws: Iterable[bytes]) -> dict[Where, dict[str, bytes]]:
    """Envelopes of one seat by epoch and step, and lane."""
    spoken: dict[Where, dict[str, bytes]] = {}
    for raw in raws:
        content = read_envelope(raw).content
        spoken.setdefault((content.epoch, content.step), {})[content.lane] = raw
    return spoken


def adopt(session: Session, envelope: Envelope) -> Stepped:
    """A word of our own in the open step that we do not know: it is ours, for nobody else can sign it, and we keep it.

    Our journal is older than what we said. Behind a seal of ours lies a choice that is lost with it: it is found again
    among the legal ones.
    """
    content, table, own = envelope.content, session.table, session.own
    if session.me is None or content.seat != session.own_seat:
        return session, []
    session = replace(session, is_behind=True)
    if content.kind != "commit" or table is None or own is None or session.decided is not None:
        return session, [Utter(envelope.raw)]
    said: Any = at.vocabulary(table).read(content.kind, content.body)
    move = choosing.find_sealed(table, own, content.seat, said.digest, session.moves)
    if move is None:
        lost = _("what you sealed in step {step} is lost with your journal: you cannot go on, and may leave the game")
        return session, [Utter(envelope.raw), Reject(lost.format(step=content.step))]
    decided = Decided(content.step, move, said.helm)
    return replace(session, sealed=decided), [Keep(*decided), Utter(envelope.raw)]


def close_again(session: Session, event: Begun) -> Stepped:
    """The steps that our journal vouches for: all of them, or none."""
    effects: list[Effect] = []
    now, start = session, 0
    while now.position.step < event.steps and now.phase is not SessionPhase.ENDED:
        end = start + len(at.speakers(now.position))
        accepted = _accept_again(now, event.closed[start:end])
        if accepted is None:
            return session, []
        now, more = close(replace(now, accepted=accepted))
        effects += more
        start = end
    return (now, effects) if now.history == event.history else (session, [])


def retrace(session: Session, closed: Iterable[Mapping[int, bytes]]) -> Iterator[Session]:
    """Where each of these steps leads, from a session that has come as far as the first of them: for whoever wants to
    look at what we judged before. Ends early where a step does not fit.
    """
    for raws in closed:
        accepted = _accept_again(session, raws.values())
        if accepted is None or session.phase is SessionPhase.ENDED:
            return
        session, _effects = close(replace(session, accepted=accepted))
        yield session


def _accept_again(session: Session, envelopes: Iterable[bytes]) -> dict[int, Accepted] | None:
    """What the open step says, once more; `None` where these do not make this very step."""
    position, accepted = session.position, {}
    try:
        for envelope in map(read_envelope, envelopes):
            content = envelope.content
            stands_on = (content.slot, content.prev, content.state)
            if stands_on != (position.slot(content.seat), session.history, position.digest):
                return None
            accepted[content.seat] = at.judge(position, envelope, again=True)
    except Refused:
        return None
    return accepted if tuple(sorted(accepted)) == at.speakers(position) else None
