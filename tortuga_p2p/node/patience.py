"""When a bot does not wait any longer for somebody: it has no person to say so, and those who stay must all say it.

Pure: it looks and says whether; the node does it. See protocol/session.md, "Leaving".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session import leaving
from ..session.phases import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..session.replica import Session


def gives_up(session: Session, away_since: Mapping[bytes, float], now_s: float) -> bool:
    """Whether our bot signs that seats are gone: with a person who says so, or by itself once they are long away.

    By itself it never gives up somebody who is there and thinks, however long that takes.
    """
    table, patience_s = session.table, session.meeting.terms.patience_s
    if table is None or session.me is None or session.phase is not Phase.PLAYING:
        return False
    missing = leaving.unheard(session)
    if not missing or missing >> session.number & 1 or session.now_ms - session.opened_ms < patience_s * 1000:
        return False
    ballots = leaving.ballots(session.votes)
    if any(session.number in ballot.gone and ballot.missing == missing for ballot in ballots):
        return False  # we have said so
    agreement = table.agreement
    called = {seat for ballot in ballots if ballot.missing == missing for seat in ballot.gone}
    if any(not agreement.enters[seat].bot for seat in called):
        return True
    keys = [key for seat, key in enumerate(agreement.identities) if missing >> seat & 1]
    return all(now_s - away_since.get(key, now_s) >= patience_s for key in keys)
