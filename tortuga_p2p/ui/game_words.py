"""A running game in words that every kind of screen uses: who is waited for, who has voted, where its files are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto.identity import called
from ..session import leaving
from ..text import _, listed
from ..verify.report import clean

if TYPE_CHECKING:
    from ..node.node import Node
    from ..session.evidence import Verdict
    from ..session.replica import Session


def waiting_names(node: Node) -> list[str]:
    """Who has still to speak in the open step, but us."""
    if node.session.table is None:
        return []
    return [node.names[seat] for seat in node.session.waiting_for if seat != node.session.own_seat]


def verdict_words(verdict: Verdict) -> tuple[str, str]:
    """Who has cheated, by name and key, and what was done."""
    guilty = _("{who} has cheated, and it is proved.", who=clean(called(verdict.name, verdict.identity)))
    what = _("Step {step}: {what} ({code})", step=verdict.step, what=verdict.sentence, code=verdict.code)
    return guilty, what


def taken_away(node: Node) -> str:
    """A game was left, and is not saved: somebody tidied up while it was played."""
    words = _("The journal {path} was taken away while you played. Put it back to go on with the game.")
    return words.format(path=node.files.journal)


# --- a vote to end the game without somebody: who has voted, and whose word is missing -----------------------------


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
    said, names, ours = ballot.gone, node.names, session.own_seat
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
