"""When people leave: resigning, and the vote of those who stay. A claim by those who sign it, never a verdict.

Two rounds (protocol/session.md, "Leaving"). Gone-1: "I have nothing from them for this open step". Whoever signed it
signs exactly one gone-2: *withdraw*, with the late message, as soon as one comes; or *confirm*, once all who stay have
signed gone-1. After a confirm a late message waits: the table has ended when all have confirmed, and goes on
when anybody has withdrawn. So a closed step is never undone, and no two who stay can end up with different tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ..errors import Code, Refused
from ..limits import VOTE_ATTEMPTS_MAX
from ..wire.envelope import read_envelope
from . import position as at
from .message import LEAVE, Confirm, Gone, Resign, Withdraw
from .replica import Ending
from .table import FIRST_STEP, LANE, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..wire.envelope import Content, Envelope
    from .agreement import Agreement
    from .position import Position
    from .replica import Session

RESIGN: Final = "resign"


def first_lane(attempt: int) -> str:
    return f"gone-1.{attempt}"


def second_lane(attempt: int) -> str:
    return f"gone-2.{attempt}"


def is_leaving(lane: str) -> bool:
    return lane == RESIGN or lane.startswith(("gone-1.", "gone-2."))


def check(position: Position, content: Content) -> Gone | Confirm | Withdraw | Resign:
    """What a message of these lanes says; raises the refusal that makes it an offence."""
    if not isinstance(position, Table):
        raise Refused(Code.WRONG_KIND, "Nobody leaves a table at which nobody sits yet.")
    said = _read(content)
    if isinstance(said, Withdraw):
        _check_late(position, content, said)
    return said


def _read(content: Content) -> Gone | Confirm | Withdraw | Resign:
    said = LEAVE.read(content.kind, content.body)
    match said:
        case Resign():
            lane = RESIGN
        case Gone():
            lane = first_lane(said.attempt)
        case Confirm() | Withdraw():
            lane = second_lane(said.attempt)
        case _:
            raise AssertionError(said)
    if content.lane != lane:
        raise Refused(Code.WRONG_KIND, "A word of leaving stands in a lane that is not its own.")
    if not isinstance(said, Resign) and said.missing >> content.seat & 1:
        raise Refused(Code.OUT_OF_TURN, "A seat says that it is missing itself.")
    return said


def _check_late(position: Table, content: Content, said: Withdraw) -> None:
    envelope = at.open_signed(position, said.envelope)
    late = envelope.content
    stands_on = (late.slot, late.prev, late.state)
    if stands_on != (position.slot(late.seat), content.prev, content.state) or not said.missing >> late.seat & 1:
        raise Refused(Code.WRONG_KIND, "A withdrawal brings a message of nobody who was missing.")
    at.judge(position, envelope)


def judge(position: Position, envelope: Envelope) -> Any:
    """What any envelope of the open step says, checked: of play, or of leaving. Raises what makes it an offence."""
    content = envelope.content
    if content.lane != position.lane and is_leaving(content.lane):
        return check(position, content)
    return at.judge(position, envelope)


# --- counting ----------------------------------------------------------------------------------------------


class Vote(NamedTuple):
    """A word of leaving as it was signed."""

    raw: bytes
    words: Gone | Confirm | Withdraw


Votes: TypeAlias = "Mapping[tuple[str, int], Vote]"
Said: TypeAlias = tuple[int, Gone | Confirm | Withdraw]  # by which seat


class Ballot(NamedTuple):
    """One attempt to vote the same seats away, as we know it."""

    attempt: int
    missing: int  # bits
    gone: frozenset[int]  # who signed gone-1
    confirmed: frozenset[int]
    withdrawn: tuple[bytes, ...]  # late messages

    def stay(self, seats: int) -> frozenset[int]:
        return frozenset(seat for seat in range(seats) if not self.missing >> seat & 1)


def ballots(votes: Votes) -> list[Ballot]:
    """All attempts of the open step, the latest first. Votes are looked through once: liars may cast very many."""
    said: dict[tuple[int, int], list[Said]] = {}
    for (_, seat), vote in votes.items():
        said.setdefault((vote.words.attempt, vote.words.missing), []).append((seat, vote.words))
    return [_ballot(*call, said[call]) for call in sorted(said, reverse=True)]


def _ballot(attempt: int, missing: int, said: Sequence[Said]) -> Ballot:
    """What these words about one attempt amount to."""
    late = sorted((seat, words.envelope) for seat, words in said if isinstance(words, Withdraw))
    return Ballot(
        attempt,
        missing,
        frozenset(seat for seat, words in said if isinstance(words, Gone)),
        frozenset(seat for seat, words in said if isinstance(words, Confirm)),
        tuple(raw for _, raw in late),
    )


def unheard(session: Session, away: int) -> int:
    """The seats (bits) that we wait for: to say what is due in the open step, or to vote with us.

    Without the second kind, somebody who leaves beside the one we wait for, or between his two votes, would hold all
    the others for good. But who is there and does not vote may have his reasons: only who is away too is counted.
    """
    table = session.table
    assert table is not None
    seats = set(session.waiting_for)
    is_time = session.now_ms - session.called_ms >= session.meeting.terms.patience_s * 1000
    for ballot in ballots(session.votes):
        stay = frozenset() if ballot.withdrawn else ballot.stay(table.agreement.seats)
        if session.number in ballot.confirmed:
            seats |= stay - ballot.confirmed
        elif session.number in ballot.gone and is_time:
            seats |= {seat for seat in stay - ballot.gone if away >> seat & 1}
    return sum(1 << seat for seat in seats)


def next_attempt(votes: Votes, missing: int) -> int | None:
    """The attempt that a new vote about these seats belongs to: the first that has not failed, if there is one."""
    for attempt in range(1, VOTE_ATTEMPTS_MAX + 1):
        words = [vote.words for vote in votes.values() if vote.words.attempt == attempt]
        if not any(isinstance(one, Withdraw) or one.missing != missing for one in words):
            return attempt
    return None


def open_calls(session: Session, seat: int) -> list[Gone]:
    """Every gone-1 of ours that calls this seat missing and that we have not followed up yet."""
    ours = [vote.words for (_, voter), vote in session.votes.items() if voter == session.number]
    calls = [words for words in ours if isinstance(words, Gone) and words.missing >> seat & 1]
    return [call for call in calls if (second_lane(call.attempt), session.number) not in session.votes]


def withdrawals(session: Session) -> dict[int, tuple[bytes, ...]]:
    """The withdrawals of the open step, by its number. They are told for good: they set others free."""
    raws = tuple(vote.raw for vote in session.votes.values() if isinstance(vote.words, Withdraw))
    return {session.position.step: raws} if raws else {}


def is_bound(session: Session, seat: int) -> bool:
    """Whether we have confirmed that this seat is gone and nobody has withdrawn: then it must wait."""
    if not session.votes:  # asked for every message, and nearly always there are none
        return False
    bound = [ballot for ballot in ballots(session.votes) if session.number in ballot.confirmed]
    return any(ballot.missing >> seat & 1 and not ballot.withdrawn for ballot in bound)


def abandoned(agreement: Agreement, step: int, votes: Votes, ballot: Ballot) -> Ending:
    """The end that everybody who stays has signed. It says who was waited for and who says so, and nothing else."""
    names = agreement.names
    gone = " and ".join(names[seat] for seat in range(len(names)) if ballot.missing >> seat & 1)
    who = " and ".join(names[seat] for seat in sorted(ballot.confirmed))
    lane = second_lane(ballot.attempt)
    claims = tuple(votes[lane, seat].raw for seat in sorted(ballot.confirmed))
    say, is_ = "say" if len(ballot.confirmed) > 1 else "says", "are" if ballot.missing.bit_count() > 1 else "is"
    return Ending("abandoned", f"{who} {say} that {gone} {is_} gone since step {step}", claims=claims)


# --- about closed steps ------------------------------------------------------------------------------------


def late_claim(session: Session, envelope: Envelope) -> Vote | None:
    """What a word of leaving about a step that is closed here says, where it stands on our own history of it."""
    content = envelope.content
    if content.step < FIRST_STEP:
        return None
    said = session.closed[content.step]
    try:
        words = _read(content)
    except Refused:
        return None
    beside = read_envelope(next(iter(said.values()))).content
    stands_on = (content.table, content.epoch, content.prev, content.state)
    if isinstance(words, Resign) or stands_on != (beside.table, beside.epoch, beside.prev, beside.state):
        return None
    if any(content.seat in later for later in (*session.closed[content.step + 1 :], session.accepted)):
        return None  # whoever went on has not ended the table there: he would undo a game that he is losing
    return Vote(envelope.raw, words)


def claimed(claims: Mapping[int, tuple[int, Vote]], seats: int) -> Ballot | None:
    """The ballot that all who stay have confirmed, if there is one: none of them ever goes on."""
    for step, (_, words) in claims.values():
        call = (words.attempt, words.missing)
        at_once = [(seat, one.words) for seat, (at_, one) in claims.items() if at_ == step]
        same = [said for said in at_once if (said[1].attempt, said[1].missing) == call]
        ballot = _ballot(*call, same)
        if ballot.confirmed >= ballot.stay(seats):
            return ballot
    return None


# --- whoever ended the table alone and went on ---------------------------------------------------------------


def ends_alone(content: Content, seats: int) -> bool:
    """Whether this is a confirm of somebody who alone stays: his table has ended with it, whatever others say."""
    try:
        words = _read(content)
    except Refused:
        return False
    everybody = (1 << seats) - 1
    return isinstance(words, Confirm) and (words.missing | 1 << content.seat) & everybody == everybody


def went_on(session: Session, content: Content) -> bytes | None:
    """What we hold that proves, together with this, that somebody ended the table alone and spoke in a later step."""
    if content.lane == LANE and not (session.votes or session.claims or session.disputed or session.ending):
        return None  # asked for every message, and nearly always nobody has said anything of leaving
    if session.table is None or not _is_of(session.table, content):
        return None
    return _said_after(session, session.table, content) or _ended_before(session, session.table, content)


def _is_of(table: Table, content: Content) -> bool:
    return content.step >= FIRST_STEP and (content.table, content.epoch) == (table.where, table.epoch)


def _said_after(session: Session, table: Table, content: Content) -> bytes | None:
    """For a confirm of somebody who alone stays: something of his of a later step."""
    if not ends_alone(content, table.agreement.seats):
        return None
    seat, accepted = content.seat, session.accepted.get(content.seat)
    said = [step[seat] for step in session.closed[content.step + 1 :] if seat in step]
    said += [accepted.raw] if accepted else []
    said += [raw for (_, speaker), raw in session.early.items() if speaker == seat]
    for raw in (*said, *_beside(session, content)):
        other = read_envelope(raw).content
        if other.seat == seat and other.step > content.step and _is_of(table, other):
            return raw
    return None


def _ended_before(session: Session, table: Table, content: Content) -> bytes | None:
    """For anything: a confirm of an earlier step, by which its author alone stayed."""
    for raw in _beside(session, content):
        other = read_envelope(raw).content
        is_earlier = other.seat == content.seat and other.step < content.step and _is_of(table, other)
        if is_earlier and ends_alone(other, table.agreement.seats):
            return raw
    return None


def _beside(session: Session, content: Content) -> Iterator[bytes]:
    """What we keep beside all that was said in its step, as far as it may be of this author and of another step."""
    yield from session.disputed
    if content.step != session.position.step:  # there may be very many, and all of them are of the open step
        yield from (vote.raw for (_, seat), vote in session.votes.items() if seat == content.seat)
    yield from (vote.raw for _, vote in session.claims.values())
    yield from session.ending.claims if session.ending else ()


def words_of(raw: bytes) -> Any:
    """What an envelope of our own journal says."""
    content = read_envelope(raw).content
    return LEAVE.read(content.kind, content.body)
