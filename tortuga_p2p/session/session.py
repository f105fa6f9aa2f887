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

from ..errors import Refused
from ..limits import HAVE_PERIOD_S
from . import advancing, afterwards, catching_up, concluding, hearing, offences, removing, standing, voting, waking
from .accord import own_accord
from .event import Begun, Effect, Event, Heard, Refuse, Remembered, RemovalShown, Tell, Tick
from .message import Say
from .offences import enter_phase
from .phases import TRANSITIONS, SessionPhase
from .replica import Decided, Ending, Me, Session, Stepped, replace

__all__ = ["Ending", "Me", "Session", "step"]


def step(session: Session, event: Event) -> Stepped:
    """The one way forward. An event that the table of phases does not know changes nothing."""
    removals, announced_ms = session.removals, session.announced_ms
    session, effects = _take(session, event)
    session, effects = _settle(session, effects, removals, is_late=session.announced_ms != announced_ms)
    while session.again:  # put aside before: nobody at the other end of a link is to blame for it now
        first, *rest = session.again
        session = replace(session, again=tuple(rest))
        session, more = _take(session, Heard(b"", Say(session.meeting.id, first)))
        session, more = _settle(session, more, removals)
        effects = [*effects, *(effect for effect in more if not isinstance(effect, Refuse))]
    return session, effects


def _settle(session: Session, effects: list[Effect], removals: object, *, is_late: bool = False) -> Stepped:
    """Where somebody votes, has left or is convicted: what follows by itself, until nothing more does."""
    position: object = None
    while _is_unsettled(session, removals) and session.position is not position:
        position = session.position
        session, more = standing.settle(session)
        effects += more
        session, more = voting.settle(session, again=is_late)
        session, agreed = concluding.settle(session)
        session, most = advancing.go_on(session)
        effects = [*effects, *more, *agreed, *most]
    return session, effects


def _is_unsettled(session: Session, removals: object) -> bool:
    if session.votes or session.resigned or session.verdicts or session.wishes or session.accords:
        return True
    return session.removals is not removals or (bool(session.spoken) and own_accord(session) is not None)


def _take(session: Session, event: Event) -> Stepped:
    handler = TRANSITIONS.get((session.phase, type(event)))
    return _HANDLERS[handler](session, event) if handler else (session, [])


def _remember(session: Session, event: Remembered) -> Stepped:
    decisions = {number: Decided(number, move, helm) for number, move, helm in event.moves}
    spoken = waking.by_step(event.raws)
    return replace(session, spoken=spoken, decisions=decisions, expected=event.removals), []


def _begin(session: Session, event: Begun) -> Stepped:
    session, effects = waking.close_again(enter_phase(session, SessionPhase.SITTING), event)
    session, more = advancing.go_on(session)
    return session, effects + more


def _tick(session: Session, event: Tick) -> Stepped:
    # The first tick only says what time it is: a step that is open now has not been open since the clock began.
    opened_ms, asked_ms = session.opened_ms, session.asked_ms
    if not session.now_ms:
        opened_ms, asked_ms = event.now_ms, None if asked_ms is None else event.now_ms
    session = replace(session, now_ms=event.now_ms, opened_ms=opened_ms, asked_ms=asked_ms)
    session = concluding.tick(offences.give_up(session))
    if event.now_ms - session.announced_ms < HAVE_PERIOD_S * 1000:
        return session, []
    session = replace(session, announced_ms=event.now_ms, answered={})
    return session, [Tell(None, catching_up.have(session)), *catching_up.dispute(session)]


def _show(session: Session, event: RemovalShown) -> Stepped:
    """For whoever reads a file."""
    try:
        removing.check(session, event.removal)
    except Refused as refused:
        return session, [Refuse(b"", refused.code, refused.sentence)]
    return removing.go_on_without(session, event.removal)


_HANDLERS: dict[str, Any] = {
    "remember": _remember,
    "begin": _begin,
    "tick": _tick,
    "linger": afterwards.linger,
    "hear": hearing.hear,
    "intend": advancing.intend,
    "resign": voting.resign,
    "vote": voting.vote,
    "propose": concluding.propose,
    "play-on": concluding.play_on,
    "testify": afterwards.testify,
    "show": _show,
}
