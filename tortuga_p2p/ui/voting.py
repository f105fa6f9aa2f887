"""A vote to end the game without somebody: who has voted, and whose word is still missing. For every kind of screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session import leaving
from ..text import _, listed

if TYPE_CHECKING:
    from ..node.node import Node
    from ..session.replica import Session


def voters(session: Session) -> frozenset[int]:
    """Who has signed the latest call to end the game, where nobody has taken it back."""
    ballots = leaving.ballots(session.votes)
    return ballots[0].gone if ballots and not ballots[0].withdrawn else frozenset()


def vote_line(node: Node) -> str:
    """Who would end the game without whom, and whose vote it takes; empty where nobody has voted."""
    session = node.session
    if not (said := voters(session)):
        return ""
    ballot = leaving.ballots(session.votes)[0]
    names, ours = node.names, session.number
    gone = [_("you") if seat == ours else names[seat] for seat in range(len(names)) if ballot.missing >> seat & 1]
    left = ballot.stay(len(names)) - said
    who = listed([_("You")] * (ours in said) + [names[seat] for seat in sorted(said - {ours})])
    line = _("{names} voted to end the game without {gone}.", names=who, gone=listed(gone))
    if ours in left:
        return f"{line} {_('It ends if all others vote so, too.')}"
    if left:
        missing = listed([names[seat] for seat in sorted(left)])
        return f"{line} {_('Still to vote: {names}.', names=missing)}"
    return line
