"""Going on without somebody, in words that every kind of screen uses: who votes, where it leads, what we are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session.ballots import ballots, bits, is_quorum, unwilling
from ..session.phases import SessionPhase
from ..text import _, listed, n_
from ..verify.report import clean

if TYPE_CHECKING:
    from ..node.node import Node
    from ..session.ballots import Ballot
    from ..session.replica import Session


def open_ballot(session: Session) -> Ballot | None:
    """The latest call to go on without somebody, where it was signed and nobody has taken it back."""
    latest = next(iter(ballots(session.votes)), None)
    return latest if latest is not None and latest.gone and not latest.withdrawn else None


def voters(session: Session) -> frozenset[int]:
    """Who has signed it."""
    ballot = open_ballot(session)
    return ballot.gone if ballot is not None else frozenset()


def goes_on_without(session: Session, missing: int) -> bool:
    """Whether those who stay then are enough to go on; otherwise the game ends with what they claim."""
    present = session.table.present if session.table else ()
    return is_quorum(session, frozenset(seat for seat in present if not missing >> seat & 1))


def vote_line(node: Node) -> str:
    """Who would go on without whom, or end the game, and whose vote it takes; empty where nobody has voted."""
    session = node.session
    ballot = open_ballot(session)
    if ballot is None or session.table is None:
        return ""
    said, names, ours = ballot.gone, node.names, session.own_seat
    present = session.table.present
    gone = [_("you") if seat == ours else names[seat] for seat in present if ballot.missing >> seat & 1]
    left = ballot.stay(present) - said
    who = listed([_("You")] * (ours in said) + [names[seat] for seat in sorted(said - {ours})])
    goes_on = goes_on_without(session, ballot.missing)
    voted = _("{names} voted to go on without {gone}.") if goes_on else _("{names} voted to end it: {gone} stays away.")
    line = voted.format(names=who, gone=listed(gone))
    if ours in left:
        will = (
            _("The game goes on like that if all the others vote for it too.")
            if goes_on
            else _("It ends if all the others vote for it too.")
        )
        return f"{line} {will}"
    if left:
        missing = listed([names[seat] for seat in sorted(left)])
        return f"{line} {_('Still to vote: {names}.', names=missing)}"
    return line


def vote_offer(node: Node) -> str:
    """What a vote of ours would lead to now, once the table's patience has ended."""
    session = node.session
    missing = bits(session.waiting_for)
    names = listed([node.names[seat] for seat in session.waiting_for])
    if goes_on_without(session, missing):
        return _("go on without {names}", names=names)
    return _("end the game")


# --- after a verdict -----------------------------------------------------------------------------------------------


def convicted_here(session: Session) -> list[int]:
    """Who at the table is convicted, and is still to be gone on without."""
    table = session.table
    if table is None or session.phase is not SessionPhase.PLAYING or session.asked_ms is None:
        return []
    return [seat for seat in table.present if table.identities[seat] in session.convicted]


def is_asked_to_go_on(node: Node) -> bool:
    """Whether our player has still to say that they go on without whoever has cheated."""
    return bool(convicted_here(node.session)) and not node.session.is_agreed


def verdict_question(node: Node) -> str:
    """Somebody has cheated: what was done, what can be said now, and what happens otherwise."""
    session = node.session
    guilty = convicted_here(session)
    if not guilty or session.asked_ms is None:
        return ""
    name = listed([node.names[seat] for seat in guilty])
    left_s = max(0, session.meeting.terms.patience_s - (session.now_ms - session.asked_ms) // 1000)
    if session.is_agreed:
        others = [node.names[seat] for seat in unwilling(session) if seat != session.own_seat]
        line = _("You go on without {name}.", name=name)
        if others:
            line = f"{line} {_('Still to agree: {names}.', names=listed(others))}"
        return clean(line)
    what = next(proof.verdict.sentence for proof in session.verdicts if proof.verdict.seat in guilty)
    asked = n_(
        "{name} has cheated, and it is proved: {what}. Go on without {name}? Unless everybody who stays says so within "
        "{left} second, the game ends here.",
        "{name} has cheated, and it is proved: {what}. Go on without {name}? Unless everybody who stays says so within "
        "{left} seconds, the game ends here.",
        left_s,
    )
    return clean(asked.format(name=name, what=what.rstrip("."), left=left_s))


# --- our own leaving -----------------------------------------------------------------------------------------------


def what_resigning_does(node: Node) -> str:
    """What becomes of the game if we leave it for good."""
    session = node.session
    if session.table is not None and len(session.table.present) > 2:
        return _("you leave for good and are ranked last; the others play on without you")
    return _("you leave for good, and the other wins")
