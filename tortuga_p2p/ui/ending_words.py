"""How a game stopped before its end, and what was verified of it, as it is said at the table: people have names there,
and you are "you". Names with keys, steps and signatures are what `tortuga verify` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session.accord import AGREED
from ..text import _, listed
from ..verify.report import clean
from ..verify.verifier import Outcome
from ..wire.envelope import read_envelope

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..node.node import Node
    from ..session.evidence import Verdict
    from ..session.replica import Ending
    from ..verify.verifier import Finding


def ending_words(node: Node) -> str:
    """What one would tell a friend of a game that was not played to its end; empty where it was."""
    session, ending = node.session, node.session.ending
    if ending is None or session.table is None:
        return "" if ending is None else _sentence(ending)
    match ending.kind:
        case "resigned":
            told = _gave_up(node, ending)
        case "evidence":
            told = _convicted(node, ending)
        case "abandoned" | "removed":
            told = _without(node, ending)
        case "diverged":
            told = _("The programs disagree about the table, so the game cannot go on. Nobody is blamed for it.")
        case _ if ending.kind == AGREED:
            told = _("You all agreed to end the game here: nobody wins.")
        case _:
            told = _sentence(ending)
    return clean(told)


def _sentence(ending: Ending) -> str:
    sentence = clean(ending.sentence).rstrip(".")
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _called(node: Node, seats: Iterable[int]) -> str:
    """By name, the reader last; alone at the beginning of a sentence with a capital."""
    own = node.session.own_seat
    seats = sorted(seats, key=lambda seat: (seat == own, seat))
    return listed([node.names[seat] if seat != own else _("you") if len(seats) > 1 else _("You") for seat in seats])


def _wins(node: Node, winner: int | None) -> str:
    if winner is None:
        return ""
    return _("You win.") if winner == node.session.own_seat else _("{name} wins.", name=node.names[winner])


def _gave_up(node: Node, ending: Ending) -> str:
    """By their own word; whoever alone is left has won."""
    session = node.session
    table, own = session.table, session.own_seat
    assert table is not None
    left = [seat for seat in table.present if seat not in session.resigned]
    gone = [seat for seat in session.resigned if table.seats >> seat & 1]
    told = _("{names} gave up.", names=_called(node, [own] if own in session.resigned else gone))
    if own in session.resigned and len(left) > 1:
        return f"{told} {_('The others play on without you.')}"
    winner = left[0] if own in session.resigned and len(left) == 1 else ending.winner
    return f"{told} {_wins(node, winner)}".strip()


def _convicted(node: Node, ending: Ending) -> str:
    assert ending.verdict is not None
    return f"{guilty_words(node, ending.verdict)} {_wins(node, ending.winner)}".strip()


def _without(node: Node, ending: Ending) -> str:
    """Somebody stayed away: that is the word of those who signed it, and no more."""
    session = node.session
    table, own = session.table, session.own_seat
    assert table is not None
    stay = {read_envelope(raw).content.seat for raw in ending.claims}
    gone = [seat for seat in table.present if seat not in stay]
    if own in session.resigned:
        return _("You gave up. The others play on without you.")
    if ending.kind == "removed":
        return _("{names} went on without you, because you stayed away.", names=_called(node, stay))
    if own in gone:
        return _("{names} ended the game here, because you stayed away: nobody wins.", names=_called(node, stay))
    names = _("you") if stay == {own} else _called(node, stay)
    told = _("{gone} stayed away, so {names} ended the game here: nobody wins.")
    return told.format(gone=_called(node, gone), names=names)


def verdict_lines(node: Node) -> list[str]:
    """What was done, with who did it where the headline does not say so already."""
    ending = node.session.ending
    told = []
    for verdict in [proof.verdict for proof in node.session.verdicts]:
        if ending is None or ending.verdict is None or ending.verdict.identity != verdict.identity:
            told.append(guilty_words(node, verdict))
        what = clean(verdict.sentence).rstrip(".")
        told.append(_("Step {step}: {what}.", step=verdict.step, what=what))
    return told


def guilty_words(node: Node, verdict: Verdict) -> str:
    """Who has cheated."""
    table = node.session.table
    is_own = table is not None and table.identities[node.session.own_seat] == verdict.identity
    if is_own:
        return _("Your program has cheated, and it is proved.")
    return clean(_("{name} has cheated, and it is proved.", name=verdict.name))


def verified_words(finding: Finding | None) -> str:
    """What checking the whole file again has said."""
    match finding and finding.outcome:
        case None:
            return _("Verifying it from the first message on ...")
        case Outcome.HONEST:
            assert finding is not None
            told = _("Verified: yes. {count} messages, every one in its place and proved.", count=finding.entries)
        case Outcome.CHEATING if finding is not None and finding.culprit is not None:
            name = clean(finding.culprit[0])
            told = _("Verified: {name} cheated, in step {step}.", name=name, step=finding.step)
        case Outcome.RESIGNED | Outcome.AGREED | Outcome.UNFINISHED:
            told = _("Everything up to there is verified.")
        case Outcome.WITHOUT:
            assert finding is not None
            told = _("Checked: {sentence}", sentence=finding.sentence)
        case _:
            assert finding is not None
            told = _("WARNING: the file does not prove this game: {sentence}", sentence=finding.sentence)
    return told
