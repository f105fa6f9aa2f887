"""Who is waited for, who has sealed, who is away and for how long: lines for the table, from a node as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...limits import HURRY_S, NAME_BYTES_MAX, WARNING_S
from ...rules.ask import deciders
from ...session.helm import PROGRAM
from ...text import N_, _, duration, listed
from ..game_words import disagreement
from ..harmless import clean
from ..leaving_words import vote_offer, voters

if TYPE_CHECKING:
    from ...node.node import Node
    from ...node.turn_clock import TimeLeft
    from ..widgets.canvas import Line, Piece

TIMER_MAX_S: Final = 3_600  # a table more patient than this has no timer worth showing
TITLE_MARGIN: Final = 7  # columns of a title that are neither words nor what stands right of it
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
    lines = [_said(node), *(_marks(node, letters, rich=rich) for letters in (NAME_BYTES_MAX, 9, 6, 3))]
    return next((line for line in lines if size(line) <= width), [])


def status_lines(node: Node, words: str, clock: Line, width: int, *, rich: bool) -> list[Line]:
    """A title, with the time that is left and who has sealed: in a line of its own where several do, and many."""
    from ..widgets.canvas import size
    from ..widgets.frame import title_lines

    marks = waiting_line(node, width - len(words) - size(clock) - TITLE_MARGIN, rich=rich)
    title = title_lines(words, width, [*clock, *marks], rich=rich)  # of several lines, it has no room beside it
    table = node.session.table
    assert table is not None
    several = not node.is_over and table.stage.kind in _DECISIONS and len(deciders(table.ask)) > 1
    apart = [*(clock if len(title) > 1 else []), *(waiting_line(node, width, rich=rich) if several else [])]
    return [*title, apart] if apart and (len(title) > 1 or not marks) else title


def _said(node: Node) -> Line:
    """The same in words, where there is room for them."""
    session, table = node.session, node.session.table
    assert table is not None
    pieces: list[Piece] = []
    for seat in deciders(table.ask):
        sealed, ours = seat not in session.waiting_for, seat == session.own_seat
        name = _("you") if ours else clean(node.called[seat])
        words = _("{name}: done", name=name) if sealed else _("{name}: thinking", name=name)
        pieces += [("", "  "), ("good" if sealed else "now" if ours else "", words)]
    return pieces[1:]


def _marks(node: Node, letters: int, *, rich: bool) -> Line:
    """Names of so many letters; the last word of a name says most about a bot."""
    session, table = node.session, node.session.table
    assert table is not None
    pieces: list[Piece] = []
    names = node.called
    for seat in deciders(table.ask):
        sealed, ours = seat not in session.waiting_for, seat == session.own_seat
        full = names[seat]
        name = _("you") if ours else full if len(full) <= letters else node.names[seat].split()[-1][:letters]
        mark = ("✔" if rich else "ok") if sealed else ("…" if rich else "..")
        pieces += [("", "  "), ("good" if sealed else "now" if ours else "", f"{clean(name)} {mark}")]
    return pieces[1:]


_WORK: Final = {
    "link": N_("drawing lots together"),
    "mix": N_("shuffling together"),
    "remask": N_("hiding things again"),
    "show": N_("showing things"),
    "give": N_("handing things over"),
    "seal": N_("signing the result"),
}


def catching_up(node: Node) -> str:
    """How far somebody who came back has heard the others; empty where nothing is missing."""
    waking = node.waking
    if waking is None or node.is_over:
        return ""
    told, everybody = len(waking.even & waking.others), len(waking.others)
    return _("Catching up: {told} of {all} others have said where the game stands", told=told, all=everybody)


def waiting_title(node: Node) -> str:
    """Whom the table waits for, in words."""
    session, table = node.session, node.session.table
    assert table is not None
    if behind := catching_up(node):
        return behind
    keys, seats = table.agreement.identities, [seat for seat in session.waiting_for if seat != session.own_seat]
    if words := disagreement(node):
        return words
    if table.stage.kind not in _DECISIONS:  # the programs do it among themselves, if they are there
        seats = [seat for seat in seats if keys[seat] in node.away_since]
    if names := [node.called[seat] for seat in seats]:
        return _("Waiting for {names}").format(names=listed(names))
    return _("The game is moving on by itself")


def helm_line(node: Node) -> str:
    """That our own program plays for us, and what that means; empty where we play ourselves."""
    if node.asking.helm != PROGRAM or node.is_over:
        return ""
    return _(
        "Your program plays for you: you may close this terminal, and come back by `tortuga resume`. q: play yourself."
    )


def left_s(node: Node) -> int:
    """Seconds until the table's patience with those it waits for has ended."""
    session = node.session
    return session.meeting.terms.patience_s - (session.now_ms - session.opened_ms) // 1000


def own_time(node: Node) -> Line:
    """What our player has by the clock of the table: of this decision, and the bank behind it."""
    left = node.asking.left(node.session.now_ms / 1000)
    if left is None or node.is_over:
        return []
    bank = f"+{minutes(left.bank_s)}" if left.bank_s else ""
    style = "alert" if left.all_s <= HURRY_S else "now"
    return [(style, f" {minutes(left.decision_s)}{bank} ")]


def others_time(node: Node) -> Line:
    """What those have whom the table waits for, as we see it: theirs is counted by their own programs."""
    session, passed_s = node.session, (node.session.now_ms - node.session.opened_ms) / 1000
    decision_s = session.meeting.terms.decision_s
    if not decision_s or not session.opened_ms or node.is_over or session.own_seat in session.waiting_for:
        return []
    if session.table is None or session.table.stage.kind not in _DECISIONS:
        return []
    return [("dim", f" {minutes(decision_s - passed_s)} " if passed_s < decision_s else _(" on the bank "))]


def time_words(left: TimeLeft) -> str:
    """What a decision has, and the bank behind it."""
    if not left.bank_s:
        return _("You have {time}.", time=clock(int(left.decision_s)))
    bank = clock(int(left.bank_s))
    return _("You have {time}, and {bank} in the bank.", time=clock(int(left.decision_s)), bank=bank)


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def timer(node: Node) -> Line:
    """How long somebody still has, where that is soon; what may be done, where it has passed."""
    if clock_ := own_time(node) or others_time(node):
        return clock_
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
        return [("alert", _(" your time is up: decide, or the others may go on without you "))]
    if session.own_seat in voters(session):
        return [("now", _(" you have voted "))]
    return [("alert", _(" x: {offer} ", offer=clean(vote_offer(node))), "x")]


def away_lines(node: Node) -> list[str]:
    """Who is away, since when, and what happens next."""
    table = node.session.table
    if table is None or node.is_over:
        return []
    keys = table.agreement.identities
    lines = []
    for key, since in node.away_since.items():
        if keys.index(key) not in table.present:
            continue  # the game goes on without them
        seconds = max(0, int(node.session.now_ms / 1000 - since))  # of the same clock; drawing is no task of trio's
        name = node.names[keys.index(key)]
        lines.append(
            _("{name} has been away for {time}. {next}", name=name, time=clock(seconds), next=_what_next(node, key))
        )
    return lines


def _what_next(node: Node, key: bytes) -> str:
    """What happens if somebody stays away: that depends on who is waited for, and on the table's patience."""
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
    return _("You can wait, or vote (x): {offer}.", offer=vote_offer(node))


def clock(seconds: int) -> str:
    """Time that passes: nobody wants to see each second of many minutes go."""
    return duration(seconds, parts=1 if seconds < 3600 else 2)


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
        _("{sign} checked, {linked} of {others} linked"),
        _("{sign} {linked} of {others} linked"),
        "{sign}",
    ]
    told = [one.format(sign=sign, step=step - 1, linked=linked, others=others) for one in words]
    return [("good" if linked == others else "bad", next((one for one in told if len(one) <= width), told[-1]), "v")]


_WORDS: Final = {"evidence": N_("CHEATING"), "diverged": N_("DISAGREEMENT")}
