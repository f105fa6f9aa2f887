"""One table as one peer sees it: `step(session, event)` gives the next session and a list of wishes. No I/O, no clock.

The same function runs live, in the verifier (a spectator fed from a file), in the simulator and on resume. Rule 1: each
message of a step is judged when it comes, by what everybody knows. Rule 2: no schedule of honest messages ever leads to
a verdict: what merely does not fit is asked for again, never blamed. See protocol/session.md.

Here: where an event goes, how a table begins, and what time does. What neighbours say is in `hearing.py`, how steps go
on in `advancing.py`, words of leaving in `voting.py`, verdicts in `offences.py`, a stopped table in `afterwards.py`,
going on after a crash in `waking.py`.
"""

from __future__ import annotations

from typing import Any

from ..limits import HAVE_PERIOD_S
from . import advancing, afterwards, catching_up, hearing, voting, waking
from .event import Begun, Event, Heard, Refuse, Remembered, Tell, Tick
from .message import Say
from .offences import enter_phase
from .phases import TRANSITIONS, Phase
from .replica import Ending, Me, Session, Stepped, replace

__all__ = ["Ending", "Me", "Session", "step"]


def step(session: Session, event: Event) -> Stepped:
    """The one way forward. An event that the table of phases does not know changes nothing."""
    session, effects = _take(session, event)
    while session.again:  # put aside before: nobody at the other end of a link is to blame for it now
        first, *rest = session.again
        session = replace(session, again=tuple(rest))
        session, more = _take(session, Heard(b"", Say(session.meeting.id, first)))
        effects = [*effects, *(effect for effect in more if not isinstance(effect, Refuse))]
    return session, effects


def _take(session: Session, event: Event) -> Stepped:
    handler = TRANSITIONS.get((session.phase, type(event)))
    return _HANDLERS[handler](session, event) if handler else (session, [])


def _remember(session: Session, event: Remembered) -> Stepped:
    return replace(session, spoken=waking.by_step(event.raws), decisions=dict(event.moves)), []


def _begin(session: Session, event: Begun) -> Stepped:
    session, effects = waking.close_again(enter_phase(session, Phase.SITTING), event)
    session, more = advancing.go_on(session)
    return session, effects + more


def _tick(session: Session, event: Tick) -> Stepped:
    # The first tick only says what time it is: a step that is open now has not been open since the clock began.
    opened_ms = session.opened_ms if session.now_ms else event.now_ms
    session = replace(session, now_ms=event.now_ms, opened_ms=opened_ms)
    if event.now_ms - session.announced_ms < HAVE_PERIOD_S * 1000:
        return session, []
    session = replace(session, announced_ms=event.now_ms, answered={})
    return session, [Tell(None, catching_up.have(session)), *catching_up.dispute(session)]


_HANDLERS: dict[str, Any] = {
    "remember": _remember,
    "begin": _begin,
    "tick": _tick,
    "linger": afterwards.linger,
    "hear": hearing.hear,
    "intend": advancing.intend,
    "resign": voting.resign,
    "vote": voting.vote,
    "testify": afterwards.testify,
}
