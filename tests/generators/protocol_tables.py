"""The parts of protocol/*.md that follow from the code: phases, stages, fields of messages.

A chapter marks such a part with `<!-- from the code: NAME -->` and `<!-- end -->`. `python -m
tests.generators.protocol_tables --check` says which parts are not what the code says; `--write` writes them.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tortuga_p2p.node.node_message import NODE, Whereabouts
from tortuga_p2p.session.event import (
    Begun,
    Farewell,
    Heard,
    Impatience,
    Intent,
    PlayOn,
    Propose,
    Remembered,
    RemovalShown,
    Tick,
)
from tortuga_p2p.session.evidence import Evidence
from tortuga_p2p.session.message import BESIDE, PLAY, SIT, TALK, Deed, Gift, Masked, Person, Terms
from tortuga_p2p.session.phases import FOLLOWS, TRANSITIONS, SessionPhase
from tortuga_p2p.session.stages import STAGES
from tortuga_p2p.session.transcript import FILE
from tortuga_p2p.wire.message import record_shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HOME = Path(__file__).resolve().parents[2] / "protocol"
_PART = re.compile(r"(<!-- from the code: ([a-z/-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)

VOCABULARIES = {"sit": SIT, "play": PLAY, "beside": BESIDE, "talk": TALK, "file": FILE, "node": NODE}
RECORDS: dict[str, type] = {
    "terms": Terms,
    "deed": Deed,
    "gift": Gift,
    "masked": Masked,
    "evidence": Evidence,
    "person": Person,
    "whereabouts": Whereabouts,
}
EVENTS = {
    Remembered: "one's own journal is read",
    Begun: "the company is together",
    Heard: "a neighbour says something",
    Intent: "the player decides",
    Farewell: "the player leaves for good",
    Impatience: "the player does not want to wait",
    Propose: "the player would end the game by agreement",
    PlayOn: "the player would rather play on",
    Tick: "time passes",
    RemovalShown: "a file shows a removal",
}


def part(name: str) -> str:
    """The text of one part. `message/sit/enter` is the table of that message's fields."""
    kind, _, rest = name.partition("/")
    if kind == "message":
        place, _, word = rest.partition("/")
        return _fields(VOCABULARIES[place].fields(word))
    if kind == "record":
        return _fields((field, str(shape)) for field, shape in record_shape(RECORDS[rest]).fields)
    return _PARTS[name]()


def filled(text: str) -> str:
    """A chapter with all its parts as the code says."""
    return _PART.sub(lambda found: f"{found[1]}{part(found[2])}{found[4]}", text)


def _fields(fields: Iterable[tuple[str, str]]) -> str:
    rows = [f"| `{name}` | {holds} |" for name, holds in fields]
    return _table("| field | may hold |", rows) if rows else "No fields.\n"


def _table(head: str, rows: Iterable[str]) -> str:
    return "\n".join([head, "|---" * (head.count("|") - 1) + "|", *rows, ""])


def _phases() -> str:
    rows = []
    for phase in SessionPhase:
        taken = [EVENTS[event] for (at, event), how in TRANSITIONS.items() if at is phase and how != "rest"]
        follows = ", ".join(f"`{after}`" for after in FOLLOWS[phase]) or "nothing"
        rows.append(f"| `{phase}` | {'; '.join(taken)} | {follows} |")
    return _table("| phase | what is taken in it | what follows |", rows)


def _diagram() -> str:
    lines = [f"    {phase} --> {after}" for phase, afters in FOLLOWS.items() for after in afters]
    ends = [f"    {phase} --> [*]" for phase, afters in FOLLOWS.items() if not afters]
    first = next(iter(FOLLOWS))
    return "\n".join(["```mermaid", "stateDiagram-v2", f"    [*] --> {first}", *lines, *ends, "```", ""])


def _stages() -> str:
    rows = [f"| `{kind}` | `{PLAY_KINDS[work.message]}` | {_who(work.decides)} |" for kind, work in STAGES.items()]
    return _table("| stage | message | said by |", rows)


def _who(decides: bool) -> str:
    return "a player's decision" if decides else "the program alone"


PLAY_KINDS = {cls: kind for kind, cls in PLAY.kinds.items()}
_PARTS: dict[str, Callable[[], str]] = {"phases": _phases, "diagram": _diagram, "stages": _stages}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.generators.protocol_tables", description=__doc__)
    todo = parser.add_mutually_exclusive_group(required=True)
    todo.add_argument("--check", action="store_true", help="say which chapters differ from the code")
    todo.add_argument("--write", action="store_true", help="write the parts anew")
    options = parser.parse_args()
    differing = []
    for path in sorted(HOME.glob("*.md")):
        text = path.read_text("utf-8")
        if filled(text) != text:
            differing.append(path.name)
            if options.write:
                path.write_text(filled(text), "utf-8")
    print(f"{'written' if options.write else 'not as the code says'}: {', '.join(differing) or 'nothing'}")
    return 1 if differing and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
