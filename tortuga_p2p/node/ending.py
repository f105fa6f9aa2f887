"""How a game stopped that has no whole end, as far as one session tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session.phases import Phase
from ..session.table import FIRST_STEP
from ..text import _, listed

if TYPE_CHECKING:
    from ..session.replica import Session


def may_have_begun(session: Session) -> bool:
    """Whether others may sit and play although we do not know it: our last word of sitting down is out."""
    return session.position.step == FIRST_STEP - 1 and session.own_seat in session.accepted


def why_no_whole_end(session: Session) -> str:
    """Why there is no whole end, or nothing."""
    if session.ending is not None:
        return session.ending.sentence
    match session.phase:
        case Phase.FINISHED:
            assert session.table is not None
            missing = listed([session.table.agreement.called(seat) for seat in session.waiting_for])
            return _("the game is over; {missing} did not sign its end", missing=missing)
        case Phase.PLAYING:
            return _("everybody else has gone; the game is kept")
        case Phase.SITTING:
            return _("somebody did not sit down after all")
        case _:
            return ""
