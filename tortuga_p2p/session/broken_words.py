"""Two words of one seat that no honest seat signs both: it left and went on, or voted so and moved otherwise.

Both are well signed, and that is all a stranger needs. The same function judges evidence and finds it. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Code, Refused
from ..wire.envelope import read_envelope
from .leaving import RESIGN, is_leaving, read_words
from .message import PLAY, Confirm, Gone, Resign, Stay, Withdraw
from .table import FIRST_STEP, LANE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..wire.envelope import Content
    from .replica import Session


def proved_by(one: Content, other: Content, seats: int) -> Code | None:
    """What these two prove together, whichever was said first: `went-on`, `broken-vote` or nothing."""
    if (one.table, one.seat) != (other.table, other.seat) or min(one.step, other.step) < FIRST_STEP:
        return None
    earlier, later = sorted((one, other), key=lambda content: (content.epoch, content.step))
    if (earlier.epoch, earlier.step) != (later.epoch, later.step) and _has_left(earlier, seats):
        return Code.WENT_ON
    said, then = _words(earlier), _words(later)
    if isinstance(said, Stay) and isinstance(then, Stay):
        return Code.WENT_ON if earlier.epoch == later.epoch and earlier.step != later.step else None
    return Code.BROKEN_VOTE if earlier.step == later.step and _is_broken(earlier, said, later, then) else None


def _is_broken(earlier: Content, said: Any, later: Content, then: Any) -> bool:
    """Of one step: a vote above the ballot by which its author went on, or above one that it hides."""
    if isinstance(then, Stay) and later.epoch == earlier.epoch + 1:
        is_first = isinstance(said, Confirm) or (isinstance(said, Gone) and not then.follows)
        return is_first and said.attempt > then.attempt
    if earlier.epoch != later.epoch:
        return False
    for gone, confirm in ((said, then), (then, said)):
        if isinstance(gone, Gone) and isinstance(confirm, Confirm):
            return gone.last < confirm.attempt < gone.attempt
    return False


def ends_alone(content: Content, seats: int) -> bool:
    """Whether this is a confirm of somebody who alone stays: their table has ended with it, whatever others say."""
    words = _words(content)
    return isinstance(words, Confirm) and _is_alone(words, content.seat, seats)


def _is_alone(words: Confirm, seat: int, seats: int) -> bool:
    everybody = (1 << seats) - 1
    return (words.missing | 1 << seat) & everybody == everybody


def _has_left(content: Content, seats: int) -> bool:
    """Whether nothing may follow: a resignation, or a confirm of somebody who alone stays."""
    if content.kind == RESIGN:
        return isinstance(_words(content), Resign)
    return content.kind == "confirm" and ends_alone(content, seats)


def _words(content: Content) -> Any:
    """What is said in lanes of leaving, or with a `stay`; nothing where it is something else, or is not well said."""
    try:
        if is_leaving(content.lane):
            return read_words(content)
        return PLAY.read(content.kind, content.body) if (content.lane, content.kind) == (LANE, "stay") else None
    except Refused:
        return None


def find(session: Session, content: Content) -> tuple[bytes, Code] | None:
    """What we hold that proves something together with this. It looks at no more than may: words are free to say, and
    nobody shall keep us busy with them."""
    is_plain = content.lane == LANE and content.kind != "stay"
    is_quiet = not (session.votes or session.claims or session.disputed or session.resigned or session.removals)
    is_quiet = is_quiet and not session.differing
    if is_plain and is_quiet and session.ending is None:
        return None  # asked for every message, and nearly always nobody has said anything of leaving
    table = session.table
    if table is None or content.table != table.where or content.step < FIRST_STEP:
        return None
    seats = table.agreement.seats
    for raw in (*_beside(session, content, seats), *_said(session, content, seats)):
        code = proved_by(read_envelope(raw).content, content, seats)
        if code is not None:
            return raw, code
    return None


def _said(session: Session, content: Content, seats: int) -> Iterator[bytes]:
    """What this author said in the lane of play: whatever came behind a last word; or a `stay`, behind other votes."""
    seat = content.seat
    if _has_left(content, seats):
        yield from (said[seat] for said in session.closed[content.step :] if seat in said)
        yield from (raw for (_, _, speaker, _), raw in session.early.items() if speaker == seat)
    elif content.kind not in _VOTES:
        return
    else:
        for removal in session.removals:  # where epochs began: with a `stay` of each
            yield from (said[seat] for said in session.closed[removal.step : removal.step + 1] if seat in said)
        for (_, number, speaker, is_nod), raw in session.early.items():
            if speaker == seat and not is_nod and (number == content.step or content.kind == "stay"):
                yield raw
    if seat in session.accepted:
        yield session.accepted[seat].raw


def _beside(session: Session, content: Content, seats: int) -> Iterator[bytes]:
    """What we keep of this author beside the steps."""
    seat, is_last = content.seat, _has_left(content, seats)
    yield from session.disputed
    if seat in session.differing:
        yield session.differing[seat]
    for (_, voter), vote in session.votes.items():
        if voter == seat and (is_last or _may_break(content, vote.words, seats)):
            yield vote.raw
    if seat in session.claims:
        yield session.claims[seat][1].raw
    yield from session.ending.claims if session.ending else ()
    if seat in session.resigned:
        yield session.resigned[seat]
    for removal in session.removals:
        yield from removal.confirms


def _may_break(content: Content, vote: Gone | Confirm | Withdraw, seats: int) -> bool:
    """Whether a vote of the same author may prove something together with this."""
    match vote:
        case Confirm():
            return content.kind in ("gone", "stay") or _is_alone(vote, content.seat, seats)
        case Gone():
            return content.kind in ("confirm", "stay")
        case _:
            return False


_VOTES = ("gone", "confirm", "stay")  # what proves something together with a `stay`
