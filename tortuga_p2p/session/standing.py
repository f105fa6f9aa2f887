"""Two histories: somebody has told different people different things, and whoever is honest stands back to before that.

Whoever signs two messages of play for one slot forks the table there. As soon as that is known, each of the others
signs a *stand*, a nod of the step behind the fork on the history that they have of it. Where the stands of those who
stay differ, they take back what was closed since, and vote in the step of the fork, which they have in common, to go on
without whoever forked it; the next epoch begins there. Nothing that was released is taken back, and nothing that all
have signed: see protocol/session.md, "Two histories". Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rules.ask import PILE
from ..wire.envelope import read_envelope
from . import nodding, removing
from . import position as at
from .ballots import is_bound
from .event import Utter
from .message import Nod, Play
from .nodding import NOD
from .phases import SessionPhase
from .replica import replace
from .speaking import beside_closed
from .speaking import nod as own_nod
from .table import FIRST_STEP, Table
from .voting import recall

if TYPE_CHECKING:
    from ..wire.envelope import Content
    from .event import Effect
    from .replica import Session, Stepped


# --- what is known of it -----------------------------------------------------------------------------------------


def heard(session: Session, content: Content, raw: bytes) -> Session:
    """A nod of the step behind a fork is kept and passed on: it says which of the histories its author stands on."""
    table, key = session.table, (content.step, content.seat)
    if not session.forks or table is None or content.lane != NOD or key in session.stands:
        return session
    is_one = (content.kind, content.body, content.table) == (NOD, (), table.where)
    if not is_one or content.epoch != table.epoch or (content.epoch, content.step - 1) not in session.forks:
        return session
    return replace(session, stands={**session.stands, key: raw})


def settle(session: Session) -> Stepped:
    """Where somebody has forked the table: our stand, and the way back if somebody stands elsewhere."""
    effects: list[Effect] = []
    table = session.table
    if not session.forks or table is None or session.me is None or session.has_left:
        return session, effects
    for epoch, step in sorted(session.forks):
        is_of_now = epoch == table.epoch and _first_step(session) <= step <= table.step
        if not is_of_now or session.phase is not SessionPhase.PLAYING:
            continue
        session, said = _stand(session, table, step)
        effects += said
        is_there = session.is_back and step == table.step
        if not is_there and not is_bound(session) and _is_parted(session, table, step):
            session, more = _stand_back(session, table, step)
            return session, [*effects, *more]
    return session, effects


def _first_step(session: Session) -> int:
    """Of this epoch: whatever somebody signs about one before it, nobody stood there in this epoch, or stands back."""
    return session.removals[-1].step if session.removals else FIRST_STEP


def _stand(session: Session, table: Table, step: int) -> Stepped:
    """Says where we stand behind a fork, once: it leaves no choice, so whenever it is said it has the same bytes."""
    seat = session.own_seat
    key = step + 1, seat
    if step >= table.step or key in session.stands or (session.out | ~table.seats) >> seat & 1:
        return session, []
    if step + 1 == table.step:
        raw = own_nod(session)
        session = replace(session, nods={**session.nods, seat: raw})
    else:
        raw = beside_closed(session, _beside(session, step + 1), NOD, Nod())
    return replace(session, stands={**session.stands, key: raw}), [Utter(raw)]


def _beside(session: Session, step: int) -> Content:
    """Any word of a closed step: all stand on the same history."""
    return read_envelope(next(iter(session.closed[step].values()))).content


# --- whether to stand back ---------------------------------------------------------------------------------------


def _is_parted(session: Session, table: Table, step: int) -> bool:
    """Whether somebody who stays stands on another history behind this step, and nothing speaks against taking back."""
    others = _others(session, table, step)
    if step == table.step:
        return len(set(others.values())) > 1  # we have not closed it, and could not without following one of them
    ours = session.history if step + 1 == table.step else _beside(session, step + 1).prev
    elsewhere = [seat for seat, history in others.items() if history != ours and not _was_here(session, seat, step)]
    return bool(elsewhere) and not _has_released(session, table, step)


def _others(session: Session, table: Table, step: int) -> dict[int, bytes]:
    """By seat, of the others who stay: the history that they stand on behind this step, as far as we know."""
    stands = {seat: raw for (number, seat), raw in session.stands.items() if number == step + 1}
    for (epoch, number, seat, is_nod), raw in session.early.items():  # where the step is still open here
        if (epoch, number, is_nod) == (table.epoch, step + 1, True):
            stands.setdefault(seat, raw)
    gone = session.out | ~table.seats | 1 << session.own_seat
    return {seat: read_envelope(raw).content.prev for seat, raw in stands.items() if not gone >> seat & 1}


def _was_here(session: Session, seat: int, step: int) -> bool:
    """Whether somebody has signed our history behind this closed step: then their claim to be elsewhere is a lie."""
    if session.nodded.get(seat, -1) > step or any(seat in said for said in session.closed[step + 1 :]):
        return True
    voted = any(voter == seat for _, voter in session.votes)
    return seat in session.accepted or seat in session.nods or voted


def _has_released(session: Session, table: Table, step: int) -> bool:
    """Whether we have released something behind this step: all had signed our history then, whatever they say now.

    Found out from what is closed, so that a crash does not make us forget it: nods are in no journal.
    """
    own = session.own_seat
    for number, position in removing.positions(session, step + 1):
        accepted = session.accepted if number == table.step else session.closed[number]
        if own not in accepted or not isinstance(position, Table):
            continue
        raw = session.accepted[own].raw if number == table.step else session.closed[number][own]
        if nodding.is_gated(position):
            return True
        said: Any = at.vocabulary(position).read(position.kind, read_envelope(raw).content.body)
        if isinstance(said, Play) and (said.deed.opens or any(gift.place != PILE for gift in said.deed.gives)):
            return True
    return False


# --- back --------------------------------------------------------------------------------------------------------


def _stand_back(session: Session, table: Table, step: int) -> Stepped:
    """The step of the fork is open again, for words of leaving alone: nobody goes on with whoever forked it."""
    early = {key: raw for key, raw in session.early.items() if key[0] > table.epoch}
    still: dict[str, Any] = {
        "back": (table.epoch, step),
        "early": early,
        "later": frozenset(),
        "disputed": (),
        "differing": {},
    }
    still |= {"reached": max(session.reached, table.step), "opened_ms": session.now_ms, "called_ms": session.now_ms}
    if session.asked_ms is not None:
        still["asked_ms"] = session.now_ms  # all have their time again to say that they go on
    if step == table.step:
        return replace(session, **still), []
    said, told = session.closed[step], session.withdrawn.get(step, ())  # what set somebody free there still does
    session = removing.taken_back(session, step)
    position = session.position
    assert isinstance(position, Table)
    out = session.out
    kept = {seat: raw for seat, raw in said.items() if not out >> seat & 1}
    accepted = {seat: at.judge(position, read_envelope(raw), again=True) for seat, raw in kept.items()}
    undecided = {number: one for number, one in session.decisions.items() if number < step}
    still |= {"accepted": accepted, "decisions": undecided, "claims": {}, "again": (*session.again, *told)}
    if session.sealed is not None and session.sealed.step >= step:
        still["sealed"] = None
    return recall(replace(session, **still))
