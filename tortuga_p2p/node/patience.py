"""When a bot does not wait any longer for somebody: it has no person to say so, and those who stay must all say it.

Whom a person gives up, beside the one the table waits for, is found out here too: who is away for as long.

Pure: it looks and says whether; the node does it. See protocol/session.md, "Leaving".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session import leaving
from ..session.accord import all_people_wish
from ..session.ballots import ballots, bits
from ..session.phases import SessionPhase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..session.replica import Session
    from ..session.table import Table


def gives_up(session: Session, away_since: Mapping[bytes, float], now_s: float) -> bool:
    """Whether our bot signs that seats are gone: with a person who says so, or by itself once they are long away.

    By itself it never gives up somebody who is there and thinks, however long that takes.
    """
    table, patience_s = session.table, session.meeting.terms.patience_s
    if table is None or session.me is None or session.phase is not SessionPhase.PLAYING:
        return False
    if session.asked_ms is not None and not session.is_agreed and session.out:
        return True  # a bot plays on without whoever is convicted
    away = long_away(session, away_since, now_s)
    missing = leaving.unheard(session, away)
    if not missing or missing >> session.own_seat & 1 or session.now_ms - session.opened_ms < patience_s * 1000:
        return False
    cast = ballots(session.votes)
    if any(session.own_seat in ballot.gone and ballot.missing == missing for ballot in cast):
        return False  # we have said so
    agreement = table.agreement
    called = {seat for ballot in cast if ballot.missing == missing for seat in ballot.gone}
    if any(not agreement.people[seat].bot for seat in called):
        return True
    return missing & ~(away | bits(session.differing)) == 0 and not _are_cut_off(session, table, away)


def _are_cut_off(session: Session, table: Table, away: int) -> bool:
    """Whether several are away at once and nobody is left but us: then it is our own line that is cut. They go on
    without us, and tell us so when it is mended; whoever has signed that they are gone could not hear it any more.
    """
    others = table.seats & ~(1 << session.own_seat)
    return others.bit_count() > 1 and others & ~away == 0


def joins_in(session: Session) -> bool:
    """Whether our bot wishes to end the game, too: where every person at the table does. It never proposes."""
    if session.me is None or session.phase is not SessionPhase.PLAYING or session.own_seat in session.wishes:
        return False
    return all_people_wish(session) and session.wished.get(session.own_seat) != session.where


def long_away(session: Session, away_since: Mapping[bytes, float], now_s: float) -> int:
    """The seats (bits) with whom we have had no link for as long as the table waits for anybody."""
    keys, patience_s = session.position.identities, session.meeting.terms.patience_s
    return sum(1 << seat for seat, key in enumerate(keys) if now_s - away_since.get(key, now_s) >= patience_s)


def are_all_gone(session: Session, away_since: Mapping[bytes, float], now_s: float) -> bool:
    """Whether a bot is alone for good: it ends, and its journal stays for whoever wakes it."""
    gone_s = now_s - 2 * session.meeting.terms.patience_s
    ours = session.me.identity.public if session.me is not None else b""
    return all(away_since.get(peer, gone_s + 1) <= gone_s for peer in session.meeting.company if peer != ours)
