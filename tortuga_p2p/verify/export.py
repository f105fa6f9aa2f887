"""A verified game for other programs: one JSON object a line. Header, seats, every ask with its answer, the end.

Moves are in the game's own notation and states are its one-line positions (docs/notation.md), so a reader needs none of
our code. A game that is not finished, or in which something is wrong, is printed as far as it was verified. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..crypto.identity import fingerprint
from ..rules.answer import AllMoved, Drawn, Moved, Opened
from ..rules.ask import PILE, Chance, Deal, Give, Look, Mix, Open, Over, Roll, Together, Turn
from ..session.transcript import FORMAT
from .report import record
from .verifier import Finding, Page, find_rules, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..rules.answer import Answer
    from ..rules.ask import Ask
    from ..session.agreement import Agreement, AnyGame
    from ..session.replica import Session
    from ..session.table import Told

Line = dict[str, Any]


def export(file: str, raw: bytes, find: Any = find_rules) -> Iterator[Line]:
    """The lines of a transcript; the last one is always the finding, of the kind "end"."""
    begun = seated = False
    for page in walk(raw, find):
        if isinstance(page, Finding):
            yield {"kind": "end", **record(file, page)}
            return
        table = page.session.table
        if not begun:
            yield _header(page.session)
            begun = True
        if table is None:
            continue
        if not seated:
            game = table.agreement.game
            yield _seats(table.agreement, game.position_text(_start(page)))
            seated = True
        for told in page.told:
            yield _answered(table.agreement, page.session.position.step - 1, told)


def _start(page: Page) -> Any:
    """The state before the first ask; sitting down may have answered some asks at once."""
    table = page.session.table
    assert table is not None
    return page.told[0].before if page.told else table.state


def _header(session: Session) -> Line:
    terms = session.meeting.terms
    return {
        "kind": "header",
        "format": FORMAT,
        "meeting": session.meeting.id.hex(),
        "game": terms.game,
        "version": terms.version,
        "options": dict(_plain(terms.options)),
        "patience_s": terms.patience_s,
        "company": [key.hex() for key in session.meeting.company],
    }


def _seats(agreement: Agreement, position: str) -> Line:
    people = [
        {
            "name": enter.name,
            "identity": key.hex(),
            "fingerprint": fingerprint(key),
            "bot_run_by": enter.operator.hex() if enter.bot else None,
        }
        for enter, key in zip(agreement.enters, agreement.identities, strict=True)
    ]
    return {"kind": "seats", "table": agreement.table_id.hex(), "people": people, "position": position}


def _answered(agreement: Agreement, step: int, told: Told) -> Line:
    game = agreement.game
    ask = game.asks(told.before)
    return {
        "kind": "answer",
        "step": step,
        "ask": _ask(ask),
        "answer": _answer(game, ask, told.answer),
        "told": list(game.tell(told.before, told.answer, told.after, agreement.names)),
        "position": game.position_text(told.after),
    }


def _ask(ask: Ask) -> Line:
    match ask:
        case Turn(seat):
            return {"turn": seat}
        case Together(seats):
            return {"together": list(seats)}
        case Chance(bounds):
            return {"chance": list(bounds)}
        case Roll(dice):
            return {"roll": [{"seat": one.seat, "dice": list(one.handles), "sides": list(one.bounds)} for one in dice]}
        case Mix():
            things = {"hidden": list(ask.hidden), "shown": list(ask.shown), "into": list(ask.into)}
            return {"mix": {"pile": ask.pile, **things, "by": list(ask.by)}}
        case Deal(hands):
            return {"deal": [{"seat": hand.seat, "things": list(hand.handles)} for hand in hands]}
        case Look(hands):
            return {"look": [{"seat": hand.seat, "things": list(hand.handles)} for hand in hands]}
        case Give(things):
            return {"give": [{"thing": handle, "to": None if to == PILE else to} for handle, to in things]}
        case Open(handles):
            return {"open": list(handles)}
        case Over():
            raise AssertionError("nobody answers the end")


def _answer(game: AnyGame, ask: Ask, answer: Answer) -> Any:
    match ask, answer:
        case Turn(seat), Moved():
            return _moved(game, seat, answer)
        case Together(seats), AllMoved(moves):
            return [_moved(game, seat, moved) for seat, moved in zip(seats, moves, strict=True)]
        case _, Drawn(values):
            return list(values)
        case _, Opened(faces):
            return list(faces)
        case _:
            return None  # what happened is nobody's business, or nobody's secret


def _moved(game: AnyGame, seat: int, moved: Moved) -> Line:
    return {"seat": seat, "move": game.move_text(moved.move), "shows": list(moved.faces)}


def _plain(value: Any) -> Any:
    """A plain value as JSON has it; bytes in hexadecimal."""
    match value:
        case bytes():
            return value.hex()
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return value
