"""Evidence: what a stranger needs to see for themselves that a seat broke the protocol, and nothing to take on trust.

The accused's own signature fixes the inputs: the envelope carries the hash of the table state it stands on, and the
evidence holds the bytes of that state. So an offence is judged by the same function as in play, without the rest of the
game. Two envelopes that contradict each other need not even that. See protocol/session.md, "Evidence".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..errors import BadInput, Code, Refused
from ..limits import SEATS_MAX, STATE_BYTES_MAX
from ..text import N_, _
from ..wire.codec import decode, encode
from ..wire.envelope import read_envelope
from ..wire.message import Digest, RawEnvelope, Word, record, record_shape
from ..wire.shape import AtMost, Misfit
from . import position as at
from .agreement import Meeting, can_meet, check_terms
from .broken_words import proved_by
from .joining import Sit
from .leaving import judge
from .message import People, Terms
from .table import FIRST_STEP, Table, read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..crypto.group import Group
    from ..wire.envelope import Envelope
    from .agreement import Agreement, AnyGame
    from .position import Accepted, Position


class Verdict(NamedTuple):
    """Who did what, where."""

    identity: bytes
    name: str
    seat: int  # -1 while nobody had a seat yet
    step: int
    code: Code
    sentence: str


@record
class Evidence:
    """As it is stored and sent."""

    terms: Terms
    call: Digest
    people: People
    entries: Annotated[tuple[RawEnvelope, ...], AtMost(FIRST_STEP * SEATS_MAX)]  # the closed steps of sitting down
    state: Annotated[bytes, AtMost(STATE_BYTES_MAX)]  # empty with two exhibits, and while sitting down
    exhibits: Annotated[tuple[RawEnvelope, ...], AtMost(2, least=1)]
    code: Word


def write(evidence: Evidence) -> bytes:
    return encode(record_shape(Evidence).give(evidence))


def read(raw: bytes) -> Evidence:
    """Raises `too-large`, `malformed` or `not-canonical`."""
    try:
        evidence: Evidence = record_shape(Evidence).take(decode(raw))
    except Misfit as misfit:
        raise Refused(Code.MALFORMED, _("Bytes are no evidence: {misfit}.", misfit=misfit)) from None
    return evidence


def is_about(raw: bytes, meeting: Meeting) -> bool:
    """Whether evidence speaks of this very meeting: what somebody did at another table ends no game here."""
    evidence = read(raw)
    return (evidence.terms, evidence.call, evidence.people) == (meeting.terms, meeting.call, meeting.people)


def check_evidence(raw: bytes, find: Callable[[Terms], tuple[AnyGame, Group]]) -> Verdict:
    """The verdict that evidence proves; raises `bad-evidence` (or why it cannot be read) where it proves nothing.

    `find` gives the rules and the group of some terms, and raises where they are unknown here.
    """
    evidence = read(raw)
    if not can_meet(evidence.terms, evidence.people):
        raise Refused(Code.BAD_EVIDENCE, _("The evidence names people who could not sit at one table."))
    game, group = find(evidence.terms)
    check_terms(evidence.terms, game, group)
    meeting = Meeting(evidence.terms, evidence.call, evidence.people)
    position = replay(meeting, game, group, evidence.entries)
    if evidence.state and (len(evidence.exhibits) == 2 or not isinstance(position, Table)):
        raise Refused(Code.BAD_EVIDENCE, _("The evidence holds a state that nothing is judged by."))
    if len(evidence.exhibits) == 1:
        return _offence(position, evidence)
    if list(evidence.exhibits) != sorted(set(evidence.exhibits)):
        raise Refused(Code.BAD_EVIDENCE, _("The two messages are the same, or in the wrong order."))
    match evidence.code:
        case Code.EQUIVOCATION:
            return _equivocation(position, evidence.exhibits)
        case Code.WENT_ON | Code.BROKEN_VOTE:
            return _broken(position, evidence.exhibits, Code(evidence.code))
        case _:
            raise Refused(Code.BAD_EVIDENCE, _("Two messages do not prove this offence."))


def replay(meeting: Meeting, game: AnyGame, group: Group, entries: Sequence[bytes]) -> Position:
    """Where the closed steps of sitting down lead. Raises `bad-evidence` where they are not what they should be."""
    position: Position = Sit(meeting, game, group)
    history = at.first_history(meeting.id)
    seats = len(meeting.company)
    if len(entries) % seats or len(entries) > FIRST_STEP * seats:
        raise Refused(Code.BAD_EVIDENCE, _("The steps of sitting down are incomplete, or there are too many."))
    for start in range(0, len(entries), seats):
        accepted: dict[int, Accepted] = {}
        for raw in entries[start : start + seats]:
            envelope = at.open_signed(position, raw)
            content = envelope.content
            stands_on = (content.slot, content.prev, content.state)
            if stands_on != (position.slot(len(accepted)), history, position.digest):
                raise Refused(Code.BAD_EVIDENCE, _("A message of sitting down does not stand where it should."))
            accepted[content.seat] = at.judge(position, envelope)
        history = at.next_history(history, entries[start : start + seats])
        position = at.close(position, accepted)
    return position


def _equivocation(position: Position, exhibits: tuple[bytes, ...]) -> Verdict:
    step = read_envelope(exhibits[0]).content.step
    if step < FIRST_STEP and isinstance(position, Table):
        position = seated_by_chair(position.agreement)
    if isinstance(position, Table):
        known = {position.agreement.table_id}
    elif step >= FIRST_STEP:
        raise Refused(Code.BAD_EVIDENCE, _("It does not say who sat where when this was said."))
    else:
        known = {position.meeting.id, position.lobby, position.table}
    first, second = (at.open_signed(position, raw) for raw in exhibits)
    content = first.content
    if content.slot != second.content.slot or content.table not in known:
        raise Refused(Code.BAD_EVIDENCE, _("The two messages do not contradict each other."))
    sentence = _("signed two different messages for one place in step {step}", step=content.step)
    return _verdict(position, first, Code.EQUIVOCATION, sentence)


def _broken(position: Position, exhibits: tuple[bytes, ...], code: Code) -> Verdict:
    """Two words of one seat at this table that no honest seat signs both."""
    first, second = sorted(
        (read_envelope(raw) for raw in exhibits), key=lambda one: (one.content.epoch, one.content.step, one.raw)
    )
    if not isinstance(position, Table) or first.content.step < FIRST_STEP:
        raise Refused(Code.BAD_EVIDENCE, _("Nobody leaves a table at which nobody sits yet."))
    for raw in exhibits:
        at.open_signed(position, raw)
    if {first.content.table, second.content.table} != {position.where}:
        raise Refused(Code.BAD_EVIDENCE, _("The two messages are not those of one seat at this table."))
    if proved_by(first.content, second.content, position.agreement.seats) is not code:
        raise Refused(Code.BAD_EVIDENCE, _("The two messages do not prove this offence."))
    return _verdict(position, first, code, _(_BROKEN[code]).format(step=first.content.step))


# The step in which somebody spoke again is not told: whoever holds other words of theirs comes to the same verdict.
_BROKEN = {
    Code.WENT_ON: N_("left the game in step {step}, and spoke again afterwards"),
    Code.BROKEN_VOTE: N_("voted in step {step} in a way that nobody who keeps to the rules can"),
}


def seated_by_chair(agreement: Agreement) -> Sit:
    """Everybody on their chair again, for words that were signed there."""
    return Sit(
        agreement.meeting,
        agreement.game,
        agreement.group,
        lobby=agreement.lobby_id,
        table=agreement.table_id,
    )


def _offence(position: Position, evidence: Evidence) -> Verdict:
    (raw,) = evidence.exhibits
    if isinstance(position, Table):
        position = read_table(position.agreement, evidence.state)
    envelope = at.open_signed(position, raw)
    content = envelope.content
    stands_on = (content.table, content.epoch, content.step, content.state)
    if stands_on != (position.where, position.epoch, position.step, position.digest):
        raise Refused(Code.BAD_EVIDENCE, _("The message does not stand on this state of the table."))
    try:
        judge(position, envelope)
    except Refused as refused:
        if refused.code == evidence.code:
            return _verdict(position, envelope, refused.code, refused.sentence)
    except (AssertionError, ArithmeticError, AttributeError, BadInput, LookupError, TypeError, ValueError):
        pass  # the accused signed the hash of a state in which no table can be; whoever did that accuses themselves
    raise Refused(Code.BAD_EVIDENCE, _("The message is no offence, or a different one."))


def _verdict(position: Position, envelope: Envelope, code: Code, sentence: str) -> Verdict:
    seat, step = envelope.content.seat, envelope.content.step
    identity = position.identities[seat]
    if isinstance(position, Table):
        return Verdict(identity, position.agreement.names[seat], seat, step, code, sentence)
    return Verdict(identity, position.meeting.people[seat].name, -1, step, code, sentence)


def gather(
    meeting: Meeting, closed: Sequence[Mapping[int, bytes]], state: bytes, exhibits: Sequence[bytes], code: Code
) -> bytes:
    """Evidence in its one form, from what a session has at hand."""
    entries = [step[seat] for step in closed[:FIRST_STEP] for seat in sorted(step)]
    return write(
        Evidence(meeting.terms, meeting.call, meeting.people, tuple(entries), state, tuple(sorted(exhibits)), str(code))
    )
