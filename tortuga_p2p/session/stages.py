"""The stages of an ask: which message the open step takes, from whom, how it is checked, and what closing it makes.

One table, `STAGES`. An ask begins at the stage that `begin` gives it; closing a stage opens the next one of the same
ask or answers it. The small machines are called from here and return: a star, not a web.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..rules.answer import DONE
from ..rules.ask import Chance, Deal, Give, Look, Mix, MixHands, Open, Over, Roll, Together, Turn, deciders
from . import choosing, giving, mixing, randomness, renewing, showing
from .message import Commit, HandOver, Link, Mixed, Play, Remask, Reveal, Seal, Show, Stay, Tagged, Unveil
from .table import Answered, Stage, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..rules.answer import Answer
    from ..rules.ask import Seat
    from .table import Closed


class StageWork(NamedTuple):
    """How one kind of step is done."""

    message: type
    speakers: Callable[[Table], tuple[Seat, ...]]
    check: Callable[..., Any]  # (table, seat, message) -> what close needs; raises Refused
    close: Callable[..., Closed]  # (table, {seat: checked}) -> the table, and the answer if that was the last stage
    speak: Callable[..., Any]  # (table, own, seat[, move, helm]) -> message
    decides: bool = False  # a player must say what: `speak` takes a move
    trust: Callable[..., Any] | None = None  # as check, for our own message: its proof need not be checked
    proves: bool = (
        False  # `check` takes `is_proved`: its proofs were checked when the message came, and are passed over
    )
    releases: bool = False  # its words tell secrets: nobody says them before everybody has nodded (nodding.py)


def _deciders(table: Table) -> tuple[Seat, ...]:
    return deciders(table.ask)


def _check_seal(table: Table, seat: Seat, said: Seal) -> None:
    return None


def _close_seal(table: Table, checked: object) -> Closed:
    return table.change(stage=Stage(SEALED)), None


def _speak_seal(table: Table, own: object, seat: Seat) -> Seal:
    return Seal()


SEALED = "sealed"  # the stage after the last: nobody has anything to say

STAGES: dict[str, StageWork] = {
    "move": StageWork(
        Play, _deciders, choosing.check_move, choosing.close_deeds, choosing.speak_move, decides=True, proves=True
    ),
    "commit": StageWork(
        Commit, _deciders, choosing.check_commit, choosing.close_commit, choosing.speak_commit, decides=True
    ),
    "reveal": StageWork(
        Reveal,
        _deciders,
        choosing.check_reveal,
        choosing.close_deeds,
        choosing.speak_reveal,
        decides=True,
        proves=True,
        releases=True,
    ),
    "link": StageWork(Link, randomness.speakers, randomness.check, randomness.close, randomness.speak),
    "mix": StageWork(Mixed, mixing.speakers, mixing.check, mixing.close, mixing.speak, trust=mixing.trust, proves=True),
    "remask": StageWork(
        Remask, showing.remaskers, showing.check_remask, showing.close_remask, showing.speak_remask, proves=True
    ),
    "show": StageWork(Show, showing.speakers, showing.check, showing.close, showing.speak, proves=True, releases=True),
    "give": StageWork(HandOver, giving.speakers, giving.check, giving.close, giving.speak, proves=True),
    "seal": StageWork(Seal, renewing.present, _check_seal, _close_seal, _speak_seal),
    "stay": StageWork(
        Stay, renewing.present, renewing.check_stay, renewing.close_stay, renewing.speak_stay, proves=True
    ),
    "tag": StageWork(Tagged, renewing.present, renewing.check_tag, renewing.close_tag, renewing.speak_tag, proves=True),
    "unveil": StageWork(
        Unveil,
        renewing.present,
        renewing.check_unveil,
        renewing.close_unveil,
        renewing.speak_unveil,
        proves=True,
        releases=True,
    ),
}


def begin(table: Table) -> Table:
    """Opens the first stage of the present ask; an ask that leaves nothing to say is answered at once."""
    match table.ask:
        case Turn():
            stage = Stage("move")
        case Together(seats):
            stage = Stage("commit" if len(seats) > 1 else "move")
        case Chance() | Roll():
            stage = Stage("link")
        case Mix():
            stage = Stage("mix", deck=mixing.begin(table))
        case MixHands():
            stage = Stage("mix")
        case Deal() | Look() | Open() if showing.remaskers(table):
            stage = Stage("remask")
        case Deal() | Look() | Open() if showing.speakers(table):
            stage = Stage("show")
        case Look():  # at nothing but one's own hand
            return answer(table, DONE, table.told, table.step)
        case Give():
            stage = Stage("give")
        case Over():
            stage = Stage("seal")
        case ask:
            raise AssertionError(f"nobody can answer {ask}")
    return table.change(stage=stage)


def answer(table: Table, told: Answer, earlier: tuple[Answered, ...], step: int) -> Table:
    """The rules are told; the next ask begins."""
    state = table.agreement.game.apply(table.state, told)
    return begin(table.change(step=step, state=state, told=(*earlier, Answered(table.state, told, state))))


def is_spent(table: Table) -> bool:
    """Whether nobody can say what the open step asks for: all that was fixed before the game is used up."""
    return table.stage.kind == "link" and randomness.is_spent(table)


def speakers(table: Table) -> tuple[Seat, ...]:
    return () if table.stage.kind == SEALED else work(table).speakers(table)


def work(table: Table) -> StageWork:
    return STAGES[table.stage.kind]


def close(table: Table, checked: dict[Seat, Any]) -> Table:
    """The open step is complete: the next one."""
    after, told = work(table).close(table, checked)
    step = table.step + 1
    if told is not None:
        return answer(after, told, (), step)
    after = after.change(step=step, told=())
    return begin(after) if after.stage.kind == renewing.RENEWED else after
