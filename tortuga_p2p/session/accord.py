"""Ending by agreement: what its words are, whom they bind, and who is waited for. See `concluding.py` for what is done.

A *wish* says that its author would end the game; it binds nobody and is of no step. Where everybody at the table wishes
so, each program says *agree* in its open step, and then nothing more there; or *decline*, and everybody is free again.
One of the two for each seat and step. When all have agreed in one step the game has ended in it. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ..wire.envelope import read_envelope
from .message import Agree, Decline, Wish

if TYPE_CHECKING:
    from .replica import Session, Where

WISH: Final = "wish"  # lanes
ACCORD: Final = "accord"
AGREED: Final = "agreed"  # the ending
Words: TypeAlias = Wish | Agree | Decline


class Wished(NamedTuple):
    """A wish that stands."""

    raw: bytes
    where: Where
    heard_ms: int


class Accord(NamedTuple):
    """A word about this very step."""

    raw: bytes
    words: Agree | Decline


def is_lane(lane: str) -> bool:
    return lane in (WISH, ACCORD)


def lane_of(words: Words) -> str:
    return WISH if isinstance(words, Wish) else ACCORD


def own_accord(session: Session) -> bytes | None:
    """What we have said about the open step, or had said before a crash."""
    said = session.accords.get(session.own_seat)
    return said.raw if said is not None else session.spoken.get(session.where, {}).get(ACCORD)


def is_bound(session: Session) -> bool:
    """Whether we have agreed to end the game in the open step, and nobody has declined: we say nothing more in it."""
    if not session.accords and not session.spoken:  # asked for every message, and nearly always there are none
        return False
    raw = own_accord(session)
    return raw is not None and read_envelope(raw).content.kind == "agree" and not is_declined(session)


def is_declined(session: Session) -> bool:
    return any(isinstance(said.words, Decline) for said in session.accords.values())


def missing(session: Session) -> tuple[int, ...]:
    """Whose word is missing, where we have agreed."""
    table = session.table
    if not session.accords or table is None or not is_bound(session):
        return ()
    return tuple([seat for seat in table.present if seat not in session.accords])


def proposer(session: Session) -> int | None:
    """Who wishes it first, where somebody does."""
    return next(iter(session.wishes), None)


def undecided(session: Session) -> tuple[int, ...]:
    """Those at the table who have not said that they wish it, where somebody has. Whoever agrees wishes it, too."""
    table = session.table
    if table is None or not session.wishes:
        return ()
    agreed = {seat for seat, said in session.accords.items() if isinstance(said.words, Agree)}
    return tuple([seat for seat in table.present if seat not in session.wishes and seat not in agreed])


def own_seat_wishes(session: Session) -> bool:
    return session.own_seat in session.wishes


def all_people_wish(session: Session) -> bool:
    """Whether every person at the table wishes it, and there is one: then a bot does so, too."""
    table = session.table
    if table is None or not session.wishes:
        return False
    people = [seat for seat in table.present if not table.agreement.people[seat].bot]
    return bool(people) and all(seat in session.wishes for seat in people)


# --- when a step closes ---------------------------------------------------------------------------------------------


def declines(session: Session) -> list[bytes]:
    """What is told for good of the step that closes: who declined sets those free who had agreed, if anybody had."""
    declined = [said.raw for said in session.accords.values() if isinstance(said.words, Decline)]
    return declined if len(declined) < len(session.accords) else []


def own_in(session: Session) -> frozenset[Where]:
    """The steps about which we have spoken, with the open one: about none of them twice."""
    return session.agreed_in | {session.where} if own_accord(session) is not None else session.agreed_in
