"""A vote to end the game without somebody: who has voted, and whose word is still missing. For every kind of screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session import leaving
from ..text import _, listed

if TYPE_CHECKING:
    from ..node.node import Node
    from ..session.replica import Session


def open_ballot(session: Session) -> leaving.Ballot | None:
    """The latest call to end the game, where somebody has signed it and nobody has taken it back."""
    latest = next(iter(leaving.ballots(session.votes)), None)
    return latest if latest is not None and latest.gone and not latest.withdrawn else None


def voters(session: Session) -> frozenset[int]:
    """Who has signed it."""
    ballot = open_ballot(session)
    return ballot.gone if ballot is not None else frozenset()


def vote_line(node: Node) -> str:
    """Who would end the game without whom, and whose vote it takes; empty where nobody has voted."""
    session = node.session
    ballot = open_ballot(session)
    if ballot is None:
        return ""
    said, names, ours = ballot.gone, node.names, session.number
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
