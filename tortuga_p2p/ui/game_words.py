"""A running game in words that every kind of screen uses: who is waited for, who has voted, where its files are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto.identity import called
from ..rules.telling import line_of
from ..rules.words import Reader
from ..session.accord import undecided
from ..text import _, listed, n_
from ..verify.report import clean

if TYPE_CHECKING:
    from ..bots.advice import HintReason
    from ..node.node import Node
    from ..node.player import Question
    from ..rules.ask import Move
    from ..session.evidence import Verdict


def disagreement(node: Node) -> str:
    """Whose words do not count, because their program sees another game than ours; empty where all agree."""
    names = [node.called[seat] for seat in sorted(node.session.differing)]
    say = n_(
        "Waiting for {names}: their program disagrees with yours about the game",
        "Waiting for {names}: their programs disagree with yours about the game",
        len(names),
    )
    return say.format(names=listed(names)) if names else ""


def waiting_names(node: Node) -> list[str]:
    """Who has still to speak in the open step, but us."""
    if node.session.table is None:
        return []
    return [node.called[seat] for seat in node.session.waiting_for if seat != node.session.own_seat]


def verdict_words(verdict: Verdict) -> tuple[str, str]:
    """Who has cheated, by name and key, and what was done."""
    guilty = _("{who} has cheated, and it is proved.", who=clean(called(verdict.name, verdict.identity)))
    what = _("Step {step}: {what}.", step=verdict.step, what=verdict.sentence.rstrip("."))
    return guilty, what


def reason_words(question: Question, move: Move, found: HintReason | None) -> str:
    """Why a hint is what it is: how that ends beside the next best way; empty where they read alike."""
    if found is None:
        return ""
    reader = Reader(question.view.seat, question.view.known, question.names)
    line, other = (line_of(question.game, question.view, one, reader, question.moves) for one in (move, found.other))
    if line == other:
        return ""
    points, wins = round(found.points), round(100 * found.chance)
    if question.game.words().points and points:
        gain = n_("{n} point", "{n} points", points).format(n=points)
        return _("In imagined games that ends about {gain} better than to {other}.", gain=gain, other=other)
    if wins:
        return _("It wins about {wins} more of 100 imagined games than to {other}.", wins=wins, other=other)
    return _("In imagined games it makes little difference: to {other} does about as well.", other=other)


def taken_away(node: Node) -> str:
    """A game was left, and is not saved: somebody tidied up while it was played."""
    words = _("The journal {path} was removed while you played. Put it back to resume the game.")
    return words.format(path=node.files.journal)


# --- a proposal to end the game by agreement -----------------------------------------------------------------------


def is_asked_to_end(node: Node) -> bool:
    """Whether somebody proposes to end the game, and we have not answered."""
    session = node.session
    return not node.is_over and bool(session.wishes) and session.own_seat not in session.wishes


def proposal_line(node: Node) -> str:
    """Who would end the game here, and whose word it takes; empty where nobody proposes it."""
    session = node.session
    if not session.wishes or node.is_over:
        return ""
    ours, names = session.own_seat, node.names
    first, *others = session.wishes
    who = _("You propose") if first == ours else _("{name} proposes", name=names[first])
    line = _("{who} to end the game here, without a result.", who=who)
    if others:
        also = listed([_("you") if seat == ours else names[seat] for seat in others])
        line = f"{line} {_('So would {names}.', names=also)}"
    left = [seat for seat in undecided(session) if seat != ours]
    if left and ours in session.wishes:
        line = f"{line} {_('Still to answer: {names}.', names=listed([names[seat] for seat in left]))}"
    return line
