"""Ballots of the open step: what words of leaving amount to, whom they bind, and which of them is moved on.

A ballot is a number and a set of seats, those who are to go; the others *stay*. Everybody's numbers only grow: whoever
has called a higher ballot takes part in no lower one, unless they follow somebody who went on by it. A ballot that can
never be confirmed by all who stay is *dead*, and binds nobody. See protocol/session.md, "Leaving", for why those
who stay always come to the same table.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..errors import Refused
from ..limits import ATTEMPT_LEAD_MAX
from ..wire.envelope import read_envelope
from .message import PLAY, Confirm, Gone, Stay, Withdraw
from .position import envelope_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from .replica import Session
    from .table import Table


class Vote(NamedTuple):
    """A word of leaving as it was signed."""

    raw: bytes
    words: Gone | Confirm | Withdraw


Votes: TypeAlias = "Mapping[tuple[str, int], Vote]"
Said: TypeAlias = tuple[int, Gone | Confirm | Withdraw]  # by which seat


class Ballot(NamedTuple):
    """One attempt to go on without the same seats, as we know it."""

    attempt: int
    missing: int  # bits
    gone: frozenset[int]  # who signed gone-1
    confirmed: frozenset[int]
    withdrawn: tuple[bytes, ...]  # late messages

    def stay(self, present: Iterable[int]) -> frozenset[int]:
        return frozenset([seat for seat in present if not self.missing >> seat & 1])


def bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def ballots(votes: Votes) -> list[Ballot]:
    """All attempts of the open step, the latest first. Votes are looked through once: liars may cast very many."""
    said: dict[tuple[int, int], list[Said]] = {}
    for (_lane, seat), vote in votes.items():
        said.setdefault((vote.words.attempt, vote.words.missing), []).append((seat, vote.words))
    return [ballot_of(*call, said[call]) for call in sorted(said, reverse=True)]


def ballot_of(attempt: int, missing: int, said: Sequence[Said]) -> Ballot:
    """What these words about one attempt amount to."""
    late = sorted((seat, words.envelope) for seat, words in said if isinstance(words, Withdraw))
    return Ballot(
        attempt,
        missing,
        frozenset(seat for seat, words in said if isinstance(words, Gone)),
        frozenset(seat for seat, words in said if isinstance(words, Confirm)),
        tuple(raw for _, raw in late),
    )


def _table(session: Session) -> Table:
    assert session.table is not None
    return session.table


def calls(votes: Votes) -> dict[int, Gone]:
    """By seat: the newest set that it goes on without."""
    newest: dict[int, Gone] = {}
    for (_lane, seat), (_raw, words) in votes.items():
        if isinstance(words, Gone) and (seat not in newest or words.attempt > newest[seat].attempt):
            newest[seat] = words
    return newest


# --- quorum ----------------------------------------------------------------------------------------------------------


def base(session: Session, stay: frozenset[int]) -> tuple[int, ...]:
    """The seats of the last epoch that was opened, without those who are proved to have left.

    An epoch is open when all who stay have said `stay` in it. Somebody of those who stay counts whatever they did.
    """
    table = _table(session)
    seats = table.seats
    if table.kind == "stay":
        for removal in reversed(session.removals):
            if removal.step != table.step:
                break
            seats |= removal.missing
    convicted, keys = session.convicted, table.identities
    at_it = [seat for seat in range(len(keys)) if seats >> seat & 1]
    return tuple([seat for seat in at_it if seat in stay or not (seat in session.resigned or keys[seat] in convicted)])


def is_quorum(session: Session, stay: frozenset[int]) -> bool:
    """Whether these may go on: at least two, and more than half; or exactly half, with the lowest seat."""
    if not _table(session).agreement.game.goes_on:
        return False
    return is_quorum_of(base(session, stay), stay)


def is_quorum_of(whole: Sequence[int], stay: frozenset[int]) -> bool:
    twice = 2 * len(stay)
    return len(stay) > 1 and (twice > len(whole) or (twice == len(whole) and whole[0] in stay))


def can_go_on(session: Session, without: int = 0) -> bool:
    """Whether those who stay may go on without all who have resigned or are convicted, and without these (bits)."""
    return is_quorum(session, frozenset([seat for seat in staying(session) if not without >> seat & 1]))


def staying(session: Session) -> tuple[int, ...]:
    """Who is at the table and has neither resigned nor been convicted."""
    out = session.out
    return tuple([seat for seat in _table(session).present if not out >> seat & 1])


def unwilling(session: Session) -> tuple[int, ...]:
    """Those who stay and have not said yet that they go on without all who resigned or are convicted."""
    out, willing = session.out, calls(session.votes)
    return tuple([seat for seat in staying(session) if seat not in willing or out & ~willing[seat].missing])


# --- dead ballots ------------------------------------------------------------------------------------------------


def is_dead(session: Session, ballot: Ballot, *, has_led_on: bool = False) -> bool:
    """Whether it can never lead to a new epoch: nobody is bound by it then. `has_led_on`: somebody has moved by it;
    then whoever says something of a later step takes nobody from those who have.
    """
    table = _table(session)
    stay, said = ballot.stay(table.present), calls(session.votes)
    if ballot.withdrawn or (not has_led_on and _is_passed(session, table, stay)):
        return True
    convicted = session.convicted
    if convicted and any(table.identities[seat] in convicted for seat in stay):
        return True
    for (_lane, seat), (_raw, words) in session.votes.items():
        if isinstance(words, Gone) and seat in stay and words.attempt > ballot.attempt > words.last:
            return True  # it was never confirmed by this seat, and never will be
    return _is_outvoted(session.own_seat, ballot, stay, said)


def _is_passed(session: Session, table: Table, stay: frozenset[int]) -> bool:
    """Whether somebody who stays has said something in a later step of this epoch."""
    ahead = [seat for epoch, step, seat, _ in session.early if epoch == table.epoch and step > table.step]
    return not stay.isdisjoint(session.later) or not stay.isdisjoint(ahead)


def _is_outvoted(own: int, ballot: Ballot, stay: frozenset[int], said: Mapping[int, Gone]) -> bool:
    """Whether we and all others who stay in it have gone further, or are called gone by one of us who has."""
    raised = {seat for seat in stay if seat in said and said[seat].attempt > ballot.attempt}
    if own not in raised:
        return False
    return all(seat in raised or any(said[one].missing >> seat & 1 for one in raised) for seat in stay)


def is_bound(session: Session, seat: int | None = None) -> bool:
    """Whether we have confirmed that this seat, or anybody, is gone, and the ballot lives: then its words must wait."""
    if not session.votes or session.has_left:  # asked for every message, and nearly always there are none
        return False
    bound = [ballot for ballot in ballots(session.votes) if session.own_seat in ballot.confirmed]
    named = [ballot for ballot in bound if seat is None or ballot.missing >> seat & 1]
    return any(not is_dead(session, ballot) for ballot in named)


def last_confirmed(session: Session) -> int:
    """The highest ballot that we have confirmed in this step, or 0."""
    own = session.own_seat
    said = [words.attempt for (_, seat), (_, words) in session.votes.items() if seat == own and type(words) is Confirm]
    return max(said, default=0)


# --- moving ----------------------------------------------------------------------------------------------------------


def stays(session: Session, step: int) -> dict[int, tuple[bytes, Stay]]:
    """What was said of the next epoch already, in this step: by seat."""
    found: dict[int, tuple[bytes, Stay]] = {}
    for (epoch, number, seat, is_nod), raw in session.early.items():
        if (epoch, number, is_nod) == (session.position.epoch + 1, step, False):
            content = read_envelope(raw).content
            with suppress(Refused):  # judged when the epoch is opened here
                if content.kind == "stay":
                    said: Any = PLAY.read(content.kind, content.body)
                    found[seat] = (raw, said)
    return found


def is_gone_on(session: Session, stay: frozenset[int], moved: AbstractSet[int]) -> bool:
    """Whether nobody goes on in this epoch any more, for whoever only hears: all who stay have moved, or those who have
    not are too few to go on without the others, who never come back."""
    if moved >= stay:
        return True
    rest = frozenset([seat for seat in staying(session) if seat not in moved])
    return bool(moved) and not is_quorum(session, rest)


def follows(session: Session, ballot: Ballot) -> bytes | None:
    """Whether we move by this ballot, which all who stay have confirmed: the `stay` that we follow, or nothing for a
    first one; `None` where we do not. Whoever only hears moves when the next epoch is open."""
    table, own = _table(session), session.own_seat
    stay, said = ballot.stay(table.present), stays(session, table.step)
    by_this = {seat: one for seat, one in said.items() if (one[1].attempt, one[1].missing) == ballot[:2]}
    if session.me is None or session.has_left or own not in stay:
        return b"" if is_gone_on(session, stay, by_this.keys() & stay) else None
    if own in by_this:  # our journal is old: we had moved
        return by_this[own][1].follows
    if is_dead(session, ballot, has_led_on=bool(by_this.keys() & stay)):
        return None
    mine = calls(session.votes).get(own)
    if mine is None or mine.attempt <= ballot.attempt:
        return b""
    if last_confirmed(session) > ballot.attempt:
        return None
    first = [seat for seat, (_, words) in by_this.items() if not words.follows and not mine.missing >> seat & 1]
    ours = (mine.attempt, mine.missing)
    joined = {
        seat
        for (_, seat), (_, one) in session.votes.items()
        if type(one) is Gone and (one.attempt, one.missing) == ours
    }
    free = sorted(set(first) - joined)
    return envelope_id(by_this[free[0]][0]) if free else None


# --- numbers -----------------------------------------------------------------------------------------------------


def willing(votes: Votes, ballot: Ballot) -> set[int]:
    """Who votes as we do, with our number or with one that we may follow."""
    attempts = range(ballot.attempt, ballot.attempt + ATTEMPT_LEAD_MAX + 1)
    return {
        seat for (_, seat), (_, words) in votes.items() if words.missing == ballot.missing and words.attempt in attempts
    }
