"""Those who stay go on without somebody: the table moves to its next epoch, or stands back to an earlier step first.

What becomes of the table itself is in `renewing.py`; which ballot moves whom in `ballots.py`. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import Code, Refused
from ..text import _, listed, n_
from ..values import Grown
from ..wire.envelope import read_envelope
from . import helm, remains, renewing
from . import position as at
from .event import RecordRemoval, Tell
from .joining import Sit
from .learning import learn
from .leaving import read_words, second_lane
from .message import Confirm, Say
from .offences import end
from .removal import Removal
from .replica import Ending, replace
from .table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..rules.ask import Face, Handle
    from .ballots import Ballot, Votes
    from .position import Position
    from .replica import Session, Stepped


def removal_of(session: Session, step: int, ballot: Ballot, votes: Votes) -> Removal:
    """What is written down where all who stay have confirmed a ballot."""
    table = session.table
    assert table is not None
    lane = second_lane(ballot.attempt)
    confirms = tuple(votes[lane, seat].raw for seat in sorted(ballot.stay(table.present)))
    return Removal(table.epoch, step, ballot.attempt, ballot.missing, confirms)


def go_on_without(session: Session, removal: Removal, follows: bytes = b"") -> Stepped:
    """The table moves. Whoever is removed hears on, and says nothing more."""
    own = session.own_seat
    if session.me is not None and not session.has_left and removal.missing >> own & 1:
        session, _wishes = end(session, _removed(session, removal))
        assert session.ahead is not None
        ahead, effects = _move(session.ahead, removal, b"")
        records = [one for one in effects if isinstance(one, RecordRemoval)]
        again = (*session.again, *ahead.again)
        return replace(session, ahead=replace(ahead, again=()), unrecorded=tuple(records), again=again), []
    return _move(session, removal, follows)


def _move(session: Session, removal: Removal, follows: bytes) -> Stepped:
    table = session.table
    assert table is not None
    moved = renewing.remove(table, removal.attempt, removal.missing)
    known = renewing.forget(session.known, moved)
    early = {key: raw for key, raw in session.early.items() if key[0] > table.epoch}
    opened = (moved.epoch, moved.step)
    openings = session.openings
    if table.kind == "stay" and session.accepted:  # they prove to those who are left behind that nobody comes back
        openings = {**openings, table.epoch: tuple(one.raw for _, one in sorted(session.accepted.items()))}
    session = replace(
        session,
        position=moved,
        history=at.next_history(session.history, removal.confirms),
        accepted={},
        nods={},
        disputed=(),
        differing={},
        votes={},
        accords={},
        claims={},
        void=remains.kept(session, removal),
        openings=openings,
        stands={},
        nodded={},
        reached=0,
        later=frozenset(),
        early={key: raw for key, raw in early.items() if key[:2] != opened},
        again=(*session.again, *(raw for key, raw in sorted(early.items()) if key[:2] == opened)),
        opened_ms=session.now_ms,
        known=known,
        is_agreed=False,
        asked_ms=None,
        follows=follows,
        removals=(*session.removals, removal),
    )
    void = [Tell(None, Say(session.meeting.id, raw)) for raw in remains.told(session)]
    return session, [RecordRemoval(removal, moved.told, tuple(sorted(known.items()))), *void]


def _removed(session: Session, removal: Removal) -> Ending:
    """The end for somebody who is removed: not that of the game."""
    table = session.table
    assert table is not None
    stay = [seat for seat in table.present if not removal.missing >> seat & 1]
    who = listed([table.agreement.called(seat) for seat in stay])
    if session.own_seat in session.resigned:
        return Ending("removed", _("you have left the game"), claims=removal.confirms)
    say = n_(
        "{who} goes on without you: says that you were gone in step {step}",
        "{who} go on without you: they say that you were gone in step {step}",
        len(stay),
    )
    return Ending("removed", say.format(who=who, step=removal.step), claims=removal.confirms)


# --- from a file, or from our own journal ----------------------------------------------------------------------------


def check(session: Session, removal: Removal) -> None:
    """Whether those who stay have signed this removal of the open step; raises what is wrong with it.

    Whether they were enough is another question: who resigned or is convicted may come out later.
    """
    table = session.table
    if table is None or (table.epoch, table.step) != (removal.epoch, removal.step):
        raise Refused(Code.MISPLACED_ENTRY, _("A removal stands where nobody can be removed."))
    stay = [seat for seat in table.present if not removal.missing >> seat & 1]
    if len(stay) < 2 or len(removal.confirms) != len(stay) or not table.seats & removal.missing:
        raise Refused(Code.MISPLACED_ENTRY, _("A removal is not signed by those who stay."))
    for seat, raw in zip(stay, removal.confirms, strict=True):
        envelope = at.open_signed(table, raw)
        content = envelope.content
        slot = table.slot(seat)._replace(lane=second_lane(removal.attempt))
        if (content.slot, content.prev, content.state) != (slot, session.history, table.digest):
            raise Refused(Code.MISPLACED_ENTRY, _("A word of a removal does not stand where it should."))
        if read_words(content) != Confirm(removal.attempt, removal.missing):
            raise Refused(Code.MISPLACED_ENTRY, _("A word of a removal confirms another one."))


# --- standing back ---------------------------------------------------------------------------------------------------


class _Stood(NamedTuple):
    """How it was when a step was open."""

    number: int
    position: Position
    history: bytes
    known: Mapping[Handle, Face]
    helms: int


def _walk(session: Session, until: int) -> Iterator[_Stood]:
    """How it was when each step up to this one was open, in the last epoch that it was open in.

    Rare, so all steps are gone through again, without their proofs: nothing else is kept of them.
    """
    table = session.table
    assert table is not None
    agreement = table.agreement
    position: Position = Sit(agreement.meeting, agreement.game, agreement.group)
    history, known, helms = at.first_history(session.meeting.id), _nothing(), 0
    waiting = list(session.removals)
    for number in range(until + 1):
        while waiting and isinstance(position, Table) and waiting[0].step == number:
            removal = waiting.pop(0)
            position = renewing.remove(position, removal.attempt, removal.missing)
            history = at.next_history(history, removal.confirms)
            known = renewing.forget(known, position)
        yield _Stood(number, position, history, known, helms)
        if number < until:
            said = session.closed[number]
            position, known, helms = _again(session, position, known, helms, said)
            history = at.next_history(history, [raw for _, raw in sorted(said.items())])


def positions(session: Session, first: int) -> Iterator[tuple[int, Position]]:
    """The table in each step from this one on, up to the open one."""
    for stood in _walk(session, session.position.step):
        if stood.number >= first:
            yield stood.number, stood.position


def taken_back(session: Session, step: int) -> Session:
    """The session as it stood when that closed step of this epoch was open, and had heard nothing of it."""
    *_before, stood = _walk(session, step)
    early = {key: raw for key, raw in session.early.items() if key[0] > session.position.epoch}
    return replace(
        session,
        position=stood.position,
        history=stood.history,
        known=stood.known,
        helms=stood.helms,
        closed=Grown(session.closed[:step]),
        accepted={},
        nods={},
        disputed=(),
        differing={},
        votes={},
        accords={},
        early=early,
        withdrawn={number: raws for number, raws in session.withdrawn.items() if number < step},
        nodded={seat: number for seat, number in session.nodded.items() if number < step},
    )


def _nothing() -> dict[Handle, Face]:
    return {}


def _again(
    session: Session, position: Position, known: Mapping[Handle, Face], helms: int, said: Mapping[int, bytes]
) -> tuple[Position, dict[Handle, Face], int]:
    """One closed step once more."""
    accepted = {seat: at.judge(position, read_envelope(raw), again=True) for seat, raw in said.items()}
    after = at.close(position, accepted)
    learnt = dict(known)
    if isinstance(position, Table) and isinstance(after, Table) and session.own:
        learnt = learn(session.own, session.own_seat, known, position, after, accepted)
    return after, learnt, helm.after(helms, {seat: one.said for seat, one in accepted.items()})
