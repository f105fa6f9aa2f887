"""How a game stopped that has no whole end, as far as one session tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session.phases import SessionPhase
from ..session.table import FIRST_STEP
from ..text import _, duration, listed
from ..wire.envelope import read_envelope
from .waking_up import OLD_JOURNAL

if TYPE_CHECKING:
    from ..session.removal import Removal
    from ..session.replica import Session


def may_have_begun(session: Session) -> bool:
    """Whether others may sit and play although we do not know it: our last word of sitting down is out."""
    return session.position.step == FIRST_STEP - 1 and session.own_seat in session.accepted


def claims_of(session: Session) -> list[bytes]:
    """What goes into the file beside the game: who resigned and was removed, and why the table stopped."""
    ending = session.ending.claims if session.ending else ()
    is_over = session.phase in (SessionPhase.FINISHED, SessionPhase.SEALED)
    present = session.table.seats if session.table and is_over else 0  # nobody leaves a finished game
    left = [raw for seat, raw in sorted(session.resigned.items()) if not present >> seat & 1 and raw not in ending]
    return [*left, *ending]


def why_no_whole_end(session: Session) -> str:
    """Why there is no whole end, or nothing."""
    if session.ending is not None:
        return session.ending.sentence
    match session.phase:
        case SessionPhase.FINISHED:
            assert session.table is not None
            missing = listed([session.table.agreement.called(seat) for seat in session.waiting_for])
            return _("the game is over; {missing} did not sign its end", missing=missing)
        case SessionPhase.PLAYING:
            return _("everybody else has gone; the game is saved")
        case SessionPhase.SITTING:
            return _("somebody did not sit down after all")
        case _:
            return ""


def why_we_stay(session: Session, names: str, stay_s: float) -> str:
    """For whom a game that is over stays open here, and for how long at most."""
    unsigned = session.phase is SessionPhase.FINISHED
    lacks = _("{names} still has to sign the end") if unsigned else _("{names} may not know yet how it ended")
    stays = _("the table stays open for up to {time}", time=duration(round(stay_s)))
    return _("The game is over. {why}: {stays}.", why=lacks.format(names=names), stays=stays)


def news(before: Session, now: Session) -> list[str]:
    """What a player is told of an event that no step tells: where somebody has told different people different things
    all stand back; and an old journal makes them wait."""
    told = [_(OLD_JOURNAL)] if now.is_behind and not before.is_behind else []
    if now.is_back and not before.is_back:
        step = now.position.step
        told += [_("Not everybody was told the same in step {step}: what was played since is taken back.", step=step)]
    return told


def departures(session: Session, removal: Removal) -> tuple[str, ...]:
    """How those left without whom the others went on: by their own word, by a verdict, or as those say who stayed."""
    table = session.table
    if table is None:
        return ()
    names, keys, own = table.agreement.names, table.identities, session.own_seat
    gone = [seat for seat in range(len(names)) if removal.missing >> seat & 1]
    stay = [read_envelope(raw).content.seat for raw in removal.confirms]
    who = listed([names[seat] for seat in stay if seat != own] + [_("you")] * (own in stay))
    found = []
    for seat in gone:
        if seat in session.resigned:
            said = _("{name} left by their own word. The game goes on without them.")
        elif keys[seat] in session.convicted:
            said = _("{name} was removed for cheating. The game goes on without them.")
        else:
            said = _("{name} has been away since step {step}, according to {who}. The game goes on without them.")
        found.append(said.format(name=names[seat], step=removal.step, who=who))
    return tuple(found)
