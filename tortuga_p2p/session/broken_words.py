"""Two words of one seat that no honest seat signs both: it left and went on, or voted so and moved otherwise.

Both are well signed, and that is all a stranger needs. The same function judges evidence and finds it. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Code, Refused
from ..wire.envelope import read_envelope
from .leaving import is_leaving, read_words
from .message import PLAY, Confirm, Gone, Resign, Stay
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
    """Whether this is a confirm of somebody who alone stays: his table has ended with it, whatever others say."""
    words, everybody = _words(content), (1 << seats) - 1
    return isinstance(words, Confirm) and (words.missing | 1 << content.seat) & everybody == everybody


def _has_left(content: Content, seats: int) -> bool:
    """Whether nothing may follow: a resignation, or a confirm of somebody who alone stays."""
    return isinstance(_words(content), Resign) or ends_alone(content, seats)


def _words(content: Content) -> Any:
    """What is said in lanes of leaving, or with a `stay`; nothing where it is something else, or is not well said."""
    try:
        if is_leaving(content.lane):
            return read_words(content)
        return PLAY.read(content.kind, content.body) if (content.lane, content.kind) == (LANE, "stay") else None
    except Refused:
        return None


def find(session: Session, content: Content) -> tuple[bytes, Code] | None:
    """What we hold that proves something together with this."""
    is_plain = content.lane == LANE and content.kind != "stay"
    is_quiet = not (session.votes or session.claims or session.disputed or session.resigned or session.removals)
    if is_plain and is_quiet and session.ending is None:
        return None  # asked for every message, and nearly always nobody has said anything of leaving
    table = session.table
    if table is None or content.table != table.where or content.step < FIRST_STEP:
        return None
    for raw in (*_beside(session, content), *(() if is_plain else _said(session, content))):
        code = proved_by(read_envelope(raw).content, content, table.agreement.seats)
        if code is not None:
            return raw, code
    return None


def _said(session: Session, content: Content) -> Iterator[bytes]:
    """What this author said in the open step, in later ones, and in closed ones from this step on."""
    seat = content.seat
    yield from (said[seat] for said in session.closed[content.step :] if seat in said)
    if seat in session.accepted:
        yield session.accepted[seat].raw
    yield from (raw for (_, _, speaker, _), raw in session.early.items() if speaker == seat)
    for removal in session.removals:  # where epochs began: with a `stay` of each
        yield from (said[seat] for said in session.closed[removal.step : removal.step + 1] if seat in said)


def _beside(session: Session, content: Content) -> Iterator[bytes]:
    """What we keep of this author beside the steps."""
    seat = content.seat
    yield from session.disputed
    if content.lane != LANE or content.step != session.position.step or content.kind == "stay":
        yield from (vote.raw for (_, voter), vote in session.votes.items() if voter == seat)
    if seat in session.claims:
        yield session.claims[seat][1].raw
    yield from session.ending.claims if session.ending else ()
    if seat in session.resigned:
        yield session.resigned[seat]
    for removal in session.removals:
        yield from removal.confirms
