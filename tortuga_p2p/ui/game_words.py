"""A running game in words that every kind of screen uses: who is waited for, who has voted, where its files are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..rules.telling import line_of
from ..rules.words import Reader
from ..session.accord import undecided
from ..text import _, listed, n_
from ..verify.report import clean

CLEAR_WINS: Final = 3  # of imagined games, below which a difference may be chance
CLEAR_POINTS: Final = 2

if TYPE_CHECKING:
    from ..bots.advice import HintReason
    from ..node.node import Node
    from ..node.player import Question
    from ..rules.ask import Move


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


def hint_line(question: Question, bot: str, move: Move, aside: str = "") -> str:
    """What a bot would do. What would come of it stands beside the choice once that is picked."""
    reader = Reader(question.view.seat, question.view.known, question.names)
    line = line_of(question.game, question.view, move, reader, question.moves)
    return clean(_("{bot} would {line}{aside}.", bot=bot, line=line, aside=aside))


def reason_words(question: Question, found: HintReason | None) -> str:
    """Why a hint is what it is, in one sentence: what it would cost to do the next best thing."""
    if found is None:
        return _("All that you could do here comes to the same.")
    reader = Reader(question.view.seat, question.view.known, question.names)
    other = line_of(question.game, question.view, found.other, reader, question.moves)
    told = _imagined(question, other, found) if found.worlds else _estimated(other, round(100 * found.chance))
    return clean(told)


def _estimated(other: str, wins: int) -> str:
    """From what the bot itself has weighed; games lost in 100."""
    if wins < 0:
        text = _("By its own reckoning it is no worse if you {other}: now and then it bluffs.")
    elif not wins:
        text = _("By its reckoning it is about as good if you {other}.")
    else:
        text = n_(
            "If you {other} instead, it expects about {wins} win fewer in 100 games.",
            "If you {other} instead, it expects about {wins} wins fewer in 100 games.",
            wins,
        )
    return text.format(other=other, wins=wins)


def _imagined(question: Question, other: str, found: HintReason) -> str:
    """From games that were played to their end in thought: how many were lost by it, or points where that is more."""
    wins, points = round(found.worlds * found.chance), round(found.points)
    if wins >= CLEAR_WINS:
        text = _("In {games} games imagined each way, you win {wins} fewer if you {other} instead.")
    elif wins <= -CLEAR_WINS:
        text = _("It has a plan of its own: in {games} games imagined each way, it is no worse if you {other}.")
    elif question.game.words().points and points >= CLEAR_POINTS:
        text = _("In {games} games imagined each way, you end about {points} points lower if you {other} instead.")
    else:
        text = _("In {games} games imagined each way, it is about as good if you {other}.")
    return text.format(games=found.worlds, wins=wins, points=points, other=other)


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
