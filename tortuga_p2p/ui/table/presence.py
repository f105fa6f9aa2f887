"""Who is waited for, who has sealed, who is away and for how long: lines for the table, from a node as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...limits import NAME_BYTES_MAX, WARNING_S
from ...rules.ask import deciders
from ...text import N_, _, listed, n_
from ..game_words import voters
from ..harmless import clean

if TYPE_CHECKING:
    from ...node.node import Node
    from ..widgets.canvas import Line, Piece

TIMER_MAX_S: Final = 3_600  # a table more patient than this has no timer worth showing
_DECISIONS: Final = ("move", "commit", "reveal")


def waiting_line(node: Node, width: int, *, rich: bool) -> Line:
    """Everybody who decides now, with a mark where the choice is sealed; or what the programs are doing."""
    from ..widgets.canvas import size  # loads the whole screen library, which plain mode does without

    table = node.session.table
    assert table is not None
    if node.is_over:
        return []
    if table.stage.kind not in _DECISIONS:
        return [("dim", _(_WORK.get(table.stage.kind, N_("the programs agree"))))]
    lines = [_marks(node, letters, rich=rich) for letters in (NAME_BYTES_MAX, 9, 6, 3)]
    return next((line for line in lines if size(line) <= width), [])


def _marks(node: Node, letters: int, *, rich: bool) -> Line:
    """Names of so many letters; the last word of a name says most about a bot."""
    session, table = node.session, node.session.table
    assert table is not None
    pieces: list[Piece] = []
    for seat in deciders(table.ask):
        sealed, ours = seat not in session.waiting_for, seat == session.own_seat
        full = node.names[seat]
        name = _("you") if ours else full if len(full) <= letters else full.split()[-1][:letters]
        mark = ("✔" if rich else "ok") if sealed else ("…" if rich else "..")
        pieces += [("", "  "), ("good" if sealed else "now" if ours else "", f"{clean(name)} {mark}")]
    return pieces[1:]


_WORK: Final = {
    "link": N_("drawing lots together"),
    "mix": N_("shuffling together"),
    "remask": N_("hiding things anew"),
    "show": N_("showing things"),
    "give": N_("handing things over"),
    "seal": N_("signing the result"),
}


def waiting_title(node: Node) -> str:
    """Whom the table waits for, in words."""
    session, table = node.session, node.session.table
    assert table is not None
    keys, seats = table.agreement.identities, [seat for seat in session.waiting_for if seat != session.own_seat]
    if table.stage.kind not in _DECISIONS:  # the programs do it among themselves, if they are there
        seats = [seat for seat in seats if keys[seat] in node.away_since]
    if names := [node.names[seat] for seat in seats]:
        return _("Waiting for {names}").format(names=listed(names))
    return _("The table goes on by itself")


def left_s(node: Node) -> int:
    """Seconds until the table's patience with those it waits for has ended."""
    session = node.session
    return session.meeting.terms.patience_s - (session.now_ms - session.opened_ms) // 1000


def timer(node: Node) -> Line:
    """How long somebody still has, where that is soon; what may be done, where it has passed."""
    session = node.session
    patience_s = session.meeting.terms.patience_s
    if node.is_over or not session.opened_ms or patience_s > TIMER_MAX_S or not session.waiting_for:
        return []
    left, ours = left_s(node), session.own_seat in session.waiting_for
    if left > max(WARNING_S, patience_s // 3):
        return []
    if left > 0:
        return [("alert" if ours and left <= WARNING_S else "now", f" {left // 60}:{left % 60:02} ")]
    if ours:
        return [("alert", _(" your time is over: decide, or the others may end it "))]
    if session.own_seat in voters(session):
        return [("now", _(" you voted to end it "))]
    return [("alert", _(" x: vote to end the game "), "x")]


def away_lines(node: Node) -> list[str]:
    """Who is away, since when, and what happens next."""
    table = node.session.table
    if table is None or node.is_over:
        return []
    keys = table.agreement.identities
    lines = []
    for key, since in node.away_since.items():
        seconds = max(0, int(node.session.now_ms / 1000 - since))  # of the same clock; drawing is no task of trio's
        name = node.names[keys.index(key)]
        lines.append(_("{name} is away for {time}. {next}", name=name, time=clock(seconds), next=_what_next(node, key)))
    return lines


def _what_next(node: Node, key: bytes) -> str:
    """What happens if somebody stays away: that depends on whether he is waited for, and how patient the table is."""
    session, table = node.session, node.session.table
    assert table is not None
    seat = table.agreement.identities.index(key)
    notice = node.notices.get(node.names[seat])
    if notice is not None:
        return clean(notice)
    awaited = seat in session.waiting_for and session.opened_ms
    if not awaited or session.meeting.terms.patience_s > TIMER_MAX_S:
        return _("Nothing is lost: the game waits.")
    left = left_s(node)
    if left > 0:
        return _("Nothing is lost: the game waits, for {time} at least.", time=clock(left))
    return _("You may wait, or end the game with the others (x).")


def clock(seconds: int) -> str:
    if seconds < 60:
        return n_("{n} second", "{n} seconds", seconds).format(n=seconds)
    return n_("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)


def needs_clock(node: Node) -> bool:
    """Whether something on the screen changes as time passes."""
    return bool(timer(node) or (node.away_since and not node.is_over))


def trust_mark(node: Node, width: int, *, rich: bool) -> Line:
    """That every message of the game was checked, up to which step, and with how many the links stand."""
    others = len(node.session.meeting.company) - 1
    linked = others - len(node.away_since)
    ending, step = node.session.ending, node.session.position.step
    if ending is not None and ending.kind in _WORDS:
        return [("alert", _(" {word} at step {step} ").format(word=_(_WORDS[ending.kind]), step=step))]
    sign = "✔" if rich else "ok"
    words = [
        _("{sign} step {step} checked, {linked} of {others} linked"),
        _("{sign} step {step}, {linked} of {others} linked"),
        _("{sign} {step}, {linked} of {others} linked"),
        "{sign} {step}",
    ]
    told = [one.format(sign=sign, step=step - 1, linked=linked, others=others) for one in words]
    return [("good" if linked == others else "bad", next((one for one in told if len(one) <= width), told[-1]), "v")]


_WORDS: Final = {"evidence": N_("CHEATING"), "diverged": N_("DISAGREEMENT")}
