"""A verified game for other programs: one JSON object a line. Header, seats, every ask with its answer, the end.

docs/export.md describes the lines. A reader needs none of our code. A game that is not finished, or in which something
is wrong, is printed as far as it was verified. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..crypto.identity import fingerprint
from ..rules.data import EXPORT, answer_line, plain_data
from ..rules.telling import told as words_for
from ..rules.words import Reader
from ..session.helm import called
from ..session.transcript import FORMAT
from .report import record
from .verifier import Finding, VerifiedStep, find_rules, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..session.agreement import Agreement
    from ..session.replica import Session
    from ..session.table import Answered

Line = dict[str, Any]


def export(file: str, raw: bytes, find: Any = find_rules) -> Iterator[Line]:
    """The lines of a transcript; the last one is always the finding, of the kind "end"."""
    begun = seated = False
    removals = 0
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
        number = len(page.session.closed)
        if len(page.session.removals) > removals:
            removals += 1
            yield _removal(page.session)
        else:
            number -= 1
        for told in page.told:
            yield _answered(table.agreement, page.session, number, told)


def _start(page: VerifiedStep) -> Any:
    """The state before the first ask; sitting down may have answered some asks at once."""
    table = page.session.table
    assert table is not None
    return page.told[0].before if page.told else table.state


def _header(session: Session) -> Line:
    terms = session.meeting.terms
    return {
        "kind": "header",
        "export": EXPORT,
        "source": "transcript",
        "format": FORMAT,
        "meeting": session.meeting.id.hex(),
        "game": terms.game,
        "version": terms.version,
        "options": dict(plain_data(terms.options)),
        "patience_s": terms.patience_s,
        "decision_s": terms.decision_s,
        "bank_s": terms.bank_s,
        "company": [key.hex() for key in session.meeting.company],
    }


def _seats(agreement: Agreement, position: str) -> Line:
    people = [
        {
            "name": person.name,
            "identity": person.identity.hex(),
            "fingerprint": fingerprint(person.identity),
            "bot_run_by": person.operator.hex() if person.bot else None,
        }
        for person in agreement.people
    ]
    return {"kind": "seats", "table": agreement.table_id.hex(), "people": people, "position": position}


def _removal(session: Session) -> Line:
    """Who went on without whom, before the step with this number; how somebody left stands in the last line."""
    table, removal = session.table, session.removals[-1]
    assert table is not None
    keys = table.agreement.identities
    gone = [seat for seat in range(len(keys)) if removal.missing >> seat & 1]
    return {
        "kind": "removal",
        "step": removal.step,
        "epoch": removal.epoch + 1,
        "gone": [{"seat": seat, "identity": keys[seat].hex()} for seat in gone],
        "stay": [{"seat": seat, "identity": keys[seat].hex()} for seat in table.present],
    }


def _answered(agreement: Agreement, session: Session, step: int, told: Answered) -> Line:
    """`by_program`: the seats whose last decision a program made in their place."""
    game = agreement.game
    sentences = words_for(game, *told, Reader(None, {}, called(agreement.names, session.helms)))
    by_program = [seat for seat in range(agreement.seats) if session.helms >> seat & 1]
    line = {"kind": "answer", "step": step, **answer_line(game, *told), "told": list(sentences)}
    return {**line, "by_program": by_program}
