"""When people leave: resigning, and the vote of those who stay. A claim by those who sign it, never a verdict.

Two rounds (protocol/session.md, "Leaving"). Gone-1: "I have nothing from them for this open step". Whoever signed it
signs exactly one gone-2: *withdraw*, with the late message, as soon as one comes; or *confirm*, once all who stay have
signed gone-1. After a confirm a late message waits: the table has ended when all have confirmed, and goes on
when anybody has withdrawn. So a closed step is never undone, and no two who stay can end up with different tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..errors import Code, Refused
from ..limits import ATTEMPT_LEAD_MAX, LEAVING_WORDS_MAX, VOTE_ATTEMPTS_MAX, WITHDRAWALS_KEPT_MAX
from ..text import _, listed, n_
from ..wire.envelope import read_envelope
from . import position as at
from .accord import is_lane, lane_of
from .ballots import Ballot, Vote, Votes, ballot_of, ballots, bits, willing
from .message import BESIDE, Agree, Confirm, Decline, Gone, Nod, Resign, Wish, Withdraw
from .nodding import NOD, may_be_due
from .replica import Ending
from .table import FIRST_STEP, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..wire.envelope import Content, Envelope
    from .agreement import Agreement
    from .position import Position
    from .replica import Session

RESIGN: Final = "resign"
Words: TypeAlias = Nod | Gone | Confirm | Withdraw | Resign | Wish | Agree | Decline


def first_lane(attempt: int) -> str:
    return f"gone-1.{attempt}"


def second_lane(attempt: int) -> str:
    return f"gone-2.{attempt}"


def is_beside(lane: str) -> bool:
    """Whether words of this lane stand beside the steps."""
    return lane == NOD or is_leaving(lane) or is_lane(lane)


def is_leaving(lane: str) -> bool:
    return lane == RESIGN or lane.startswith(("gone-1.", "gone-2."))


def check(position: Position, content: Content) -> Words:
    """What a message of these lanes says; raises the refusal that makes it an offence."""
    if not isinstance(position, Table):
        raise Refused(Code.WRONG_KIND, _("Nobody leaves a table at which nobody sits yet."))
    said = read_words(content)
    if not position.seats >> content.seat & 1:
        raise Refused(Code.OUT_OF_TURN, _("A seat speaks that is no longer at the table."))
    if isinstance(said, Withdraw):
        _check_late(position, content, said)
    return said


def read_words(content: Content) -> Words:
    said = BESIDE.read(content.kind, content.body)
    match said:
        case Resign():
            lane = RESIGN
        case Nod():
            lane = NOD
        case Gone():
            lane = first_lane(said.attempt)
        case Confirm() | Withdraw():
            lane = second_lane(said.attempt)
        case Wish() | Agree() | Decline():
            lane = lane_of(said)
        case _:
            raise AssertionError(said)
    if content.lane != lane:
        raise Refused(Code.WRONG_KIND, _("A word of leaving is in a place that is not its own."))
    if isinstance(said, Gone | Confirm | Withdraw) and said.missing >> content.seat & 1:
        raise Refused(Code.OUT_OF_TURN, _("A seat says that it is missing itself."))
    if isinstance(said, Gone) and said.last >= said.attempt:
        raise Refused(Code.MALFORMED, _("A vote says that its author has confirmed a later one."))
    return said


def _check_late(position: Table, content: Content, said: Withdraw) -> None:
    envelope = at.open_signed(position, said.envelope)
    late = envelope.content
    slot = position.slot(late.seat)
    if late.lane == NOD and may_be_due(position):
        slot = slot._replace(lane=NOD)
    if (late.slot, late.prev, late.state) != (slot, content.prev, content.state) or not said.missing >> late.seat & 1:
        raise Refused(Code.WRONG_KIND, _("A withdrawal brings a message of nobody who was missing."))
    judge(position, envelope)


def judge(position: Position, envelope: Envelope) -> Any:
    """What any envelope of the open step says, checked: of play, or of leaving. Raises what makes it an offence."""
    content = envelope.content
    if content.lane != position.lane and is_beside(content.lane):
        return check(position, content)
    return at.judge(position, envelope)


# --- whom we call gone, and in which attempt -------------------------------------------------------------------------


def unheard(session: Session, away: int) -> int:
    """The seats (bits) that we wait for: to say what is due in the open step, or to vote with us.

    Without the second kind, somebody who leaves beside the one we wait for, or who is there and never votes, would hold
    all the others for good. They have as long as anybody; of those, `away` says who may be given up.
    """
    table = session.table
    assert table is not None
    away |= bits(session.differing)  # there, but it says nothing that counts
    seats = set() if session.out else set(session.waiting_for)
    ours = [ballot for ballot in ballots(session.votes) if session.own_seat in ballot.gone and not ballot.withdrawn]
    for ballot in ours:
        if session.own_seat in ballot.confirmed:
            seats |= ballot.stay(table.present) - ballot.confirmed
    if ours and session.now_ms - session.called_ms >= session.meeting.terms.patience_s * 1000:
        newest = ours[0]
        silent = newest.stay(table.present) - willing(session.votes, newest)
        seats |= {seat for seat in silent if away >> seat & 1}
        seats |= {seat for seat in table.present if newest.missing >> seat & 1} if session.out else set()
    return _whole(session, table, bits(seats) | session.out)


def unwanted(session: Session) -> int:
    """Whom we go on without at once (bits): who resigned, and who is convicted if our player says so."""
    table = session.table
    if table is None or not session.out:
        return 0
    ours = [
        seat for seat in table.present if session.out >> seat & 1 and (session.is_agreed or seat in session.resigned)
    ]
    return _whole(session, table, bits(ours)) if ours else 0


def _whole(session: Session, table: Table, missing: int) -> int:
    """Whoever stays alone names everybody else, also those removed before: so anybody can see that it is so."""
    is_alone = table.seats & ~missing == 1 << session.own_seat
    return ((1 << table.agreement.seats) - 1) & ~(1 << session.own_seat) if is_alone else missing


def is_new_call(session: Session, words: Gone) -> bool:
    """Whether we name other seats than with our last vote: then those who stay have time to vote with us."""
    ours = [ballot for ballot in ballots(session.votes) if session.own_seat in ballot.gone]
    return not ours or ours[0].missing != words.missing


def next_attempt(session: Session, missing: int) -> int | None:
    """The number of our next vote about these seats; one that we have used is one that still counts.

    It is above all of ours: the lowest of somebody who stays and votes as we do, or else one that is new to us all.
    What those say who are called missing is looked at for nothing, and no number draws us far: so nobody can use up the
    numbers of others, and whoever says absurd ones is soon somebody who does not vote with us.
    """
    staying = [(seat, words) for (_, seat), (_, words) in session.votes.items() if not missing >> seat & 1]
    failed = {(words.attempt, words.missing) for _, words in staying if isinstance(words, Withdraw)}
    ours = [words for seat, words in staying if seat == session.own_seat and isinstance(words, Gone)]
    last = max((words.attempt for words in ours), default=0)
    near = [words for _, words in staying if words.attempt <= last + ATTEMPT_LEAD_MAX]
    same = [words.attempt for words in near if words.missing == missing and isinstance(words, Gone)]
    otherwise = {words.attempt for _, words in staying if words.missing != missing}  # whoever said that cannot join us
    open_ = [attempt for attempt in same if (attempt, missing) not in failed]
    # Whoever answers each vote with another leaves us the numbers by which we go on without them, too.
    is_news = not any(words.attempt == last and words.missing == missing for words in ours)
    highest = VOTE_ATTEMPTS_MAX if is_news else VOTE_ATTEMPTS_MAX // 2
    if follow := [attempt for attempt in open_ if last < attempt <= highest]:
        return min(follow)
    mine = {words.attempt for words in ours if words.missing == missing}
    mine -= {number for number in mine for words in ours if words.attempt > number > words.last}  # we killed those
    if standing := [attempt for attempt in open_ if attempt in mine and attempt not in otherwise]:
        return max(standing)
    number = 1 + max((words.attempt for words in near), default=0)
    return number if number <= highest else None


def kept(votes: Votes, seat: int, own: int) -> Votes:
    """The votes without what is too much of another seat: of each so many at most, those with the highest numbers.

    Words of ballots that we have called are kept besides: whoever confirmed one with us must not make us forget it.
    """
    ours = {(one.words.attempt, one.words.missing) for (_, voter), one in votes.items() if voter == own}
    words = [
        (one.words.attempt, key)
        for key, one in votes.items()
        if key[1] == seat and (one.words.attempt, one.words.missing) not in ours
    ]
    too_many = {key for _, key in sorted(words)[: max(0, len(words) - LEAVING_WORDS_MAX)]}
    return {key: one for key, one in votes.items() if key not in too_many} if too_many else votes


def in_turn(votes: Votes) -> list[bytes]:
    """All of them as they are served: the newest of everybody, then the next; so nobody crowds out anybody."""
    by_seat: dict[int, list[Vote]] = {}
    for (_lane, seat), vote in votes.items():
        by_seat.setdefault(seat, []).append(vote)
    ranked = [
        (rank, seat, vote.raw)
        for seat, said in by_seat.items()
        for rank, vote in enumerate(sorted(said, key=lambda one: -one.words.attempt))
    ]
    return [raw for _, _, raw in sorted(ranked)]


def open_calls(session: Session, seat: int) -> list[Gone]:
    """Every gone-1 of ours that calls this seat missing and that we have not followed up yet."""
    ours = [vote.words for (_, voter), vote in session.votes.items() if voter == session.own_seat]
    if session.out >> seat & 1:
        return []  # whatever they say now, we go on without them
    calls = [words for words in ours if isinstance(words, Gone) and words.missing >> seat & 1]
    return [call for call in calls if (second_lane(call.attempt), session.own_seat) not in session.votes]


def withdrawals(session: Session) -> dict[int, tuple[bytes, ...]]:
    """The withdrawals of the open step, by its number. They are told for good: they set others free.

    Only of votes that we cast too: where all who stay have not, nobody has confirmed, and nobody is to be set free.
    """
    by_seat: dict[int, list[Vote]] = {}
    ours = {
        (vote.words.attempt, vote.words.missing)
        for (_, seat), vote in session.votes.items()
        if seat == session.own_seat
    }
    for (_lane, seat), vote in session.votes.items():
        if isinstance(vote.words, Withdraw) and (vote.words.attempt, vote.words.missing) in ours:
            by_seat.setdefault(seat, []).append(vote)
    newest = [sorted(some, key=lambda one: -one.words.attempt)[:WITHDRAWALS_KEPT_MAX] for some in by_seat.values()]
    raws = tuple(vote.raw for some in newest for vote in some)
    return {session.position.step: raws} if raws else {}


def abandoned(agreement: Agreement, step: int, votes: Votes, ballot: Ballot) -> Ending:
    """The end that everybody who stays has signed. It says who was waited for and who says so, and nothing else."""
    gone = listed([agreement.called(seat) for seat in range(agreement.seats) if ballot.missing >> seat & 1])
    who = listed([agreement.called(seat) for seat in sorted(ballot.confirmed)])
    lane = second_lane(ballot.attempt)
    claims = tuple(votes[lane, seat].raw for seat in sorted(ballot.confirmed))
    away = ballot.missing.bit_count()
    if len(ballot.confirmed) == 1:
        say = n_(
            "{who} says that {gone} has been gone since step {step}",
            "{who} says that {gone} have been gone since step {step}",
            away,
        )
    else:
        say = n_(
            "{who} say that {gone} has been gone since step {step}",
            "{who} say that {gone} have been gone since step {step}",
            away,
        )
    return Ending("abandoned", say.format(who=who, gone=gone, step=step), claims=claims)


# --- about closed steps ------------------------------------------------------------------------------------


def late_claim(session: Session, envelope: Envelope) -> Vote | None:
    """What a word of leaving about a step that is closed here says, where it stands on our own history of it."""
    content = envelope.content
    if content.step < FIRST_STEP:
        return None
    said = session.closed[content.step]
    try:
        words = read_words(content)
    except Refused:
        return None
    beside = read_envelope(next(iter(said.values()))).content  # of the epoch in which it was closed here
    stands_on = (content.table, content.epoch, content.prev, content.state)
    if not isinstance(words, Gone | Confirm | Withdraw) or stands_on != (
        beside.table,
        beside.epoch,
        beside.prev,
        beside.state,
    ):
        return None
    if _has_gone_on(session, content):
        return None  # they have not ended the table there: otherwise they would undo a game that they are losing
    return Vote(envelope.raw, words)


def _has_gone_on(session: Session, content: Content) -> bool:
    """Whether its author has spoken behind this closed step, on our history, and nobody stands back to it."""
    if not any(content.seat in later for later in (*session.closed[content.step + 1 :], session.accepted)):
        return False
    return (content.epoch, content.step) not in session.forks or _is_settled(session, content.step)


def _is_settled(session: Session, step: int) -> bool:
    """Whether all who stay have signed our history behind this closed step: then nobody stands back to it."""
    table = session.table
    assert table is not None
    signed = {seat for said in session.closed[step + 1 :] for seat in said} | session.accepted.keys()
    signed |= {seat for seat, number in session.nodded.items() if number > step} | session.nods.keys()
    return all(session.out >> seat & 1 or seat in signed for seat in table.present)


def claimed(claims: Mapping[int, tuple[int, Vote]], present: Sequence[int]) -> tuple[int, Ballot] | None:
    """The ballot that all who stay have confirmed in a closed step, if there is one: none of them goes on there."""
    for step, (_raw, words) in claims.values():
        call = (words.attempt, words.missing)
        at_once = [(seat, one.words) for seat, (at_, one) in claims.items() if at_ == step]
        same = [said for said in at_once if (said[1].attempt, said[1].missing) == call]
        ballot = ballot_of(*call, same)
        if ballot.confirmed >= ballot.stay(present):
            return step, ballot
    return None


def words_of(raw: bytes) -> Any:
    """What an envelope of our own journal says."""
    content = read_envelope(raw).content
    return BESIDE.read(content.kind, content.body)
