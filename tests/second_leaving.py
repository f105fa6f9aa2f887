"""Who left, who was enough to go on, and two words that nobody honest signs both. From protocol/session.md alone.

Imports nothing of ours; see tests/second_verifier.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.second_reading import No
from tests.second_table import opened
from tests.second_words import envelope, fit_all, shapes

if TYPE_CHECKING:
    from tests.second_table import Table
    from tests.second_words import Envelope


def departed(table: Table, raws: list[bytes]) -> list[bytes]:
    """The claims behind the words of those who were removed and left by their own word."""
    rest = list(raws)
    while rest and not table.sitting:
        try:
            one = opened(table, rest[0])
        except No:
            break
        gone = one.step >= 4 and one.table == table.name and not table.seats >> one.seat & 1
        if not gone or one.seat in table.out or not has_left(table, one):
            break
        table.out.add(one.seat)
        del rest[0]
    return rest


def has_left(table: Table, one: Envelope) -> bool:
    """Whether nothing of its author may follow."""
    if (one.lane, one.kind, one.body) == ("resign", "resign", ()):
        return True
    words = vote_of(one)
    return (
        bool(words)
        and words[0] == "confirm"
        and not [seat for seat in range(len(table.keys)) if seat != one.seat and not words[2] >> seat & 1]
    )


def is_quorum(table: Table, number: int, stay: list[int]) -> bool:
    """session.md, "Quorum": of the epoch that was open before, without those who are proved to have left."""
    removals = table.removals[: number + 1]
    gone = 0
    for step, missing, _ in removals:
        gone |= missing if step != removals[-1][0] else 0
    return of_these(table, [seat for seat in range(len(table.keys)) if not gone >> seat & 1], stay)


def may_go_on(table: Table, stay: list[int]) -> bool:
    """The same for the open step: of those in the last epoch that all who stay have opened."""
    here = [missing for step, missing, _ in table.removals if step == table.step and table.kind == "stay"]
    gone = [seat for seat in range(len(table.keys)) if any(missing >> seat & 1 for missing in here)]
    return of_these(table, sorted({*table.present, *gone}), stay)


def of_these(table: Table, seats: list[int], stay: list[int]) -> bool:
    base = [seat for seat in seats if seat in stay or seat not in table.out]
    twice = 2 * len(stay)
    return len(stay) > 1 and (twice > len(base) or (twice == len(base) and base[0] in stay))


def alone_and_later(table: Table, exhibits: tuple[bytes, ...]) -> Envelope:
    if table.sitting or any(envelope(raw).step < 4 for raw in exhibits):
        raise No("bad-evidence")
    first, then = two_words(table, exhibits)
    stays = [words for words in (vote_of(first), vote_of(then)) if words and words[0] == "stay"]
    twice = len(stays) == 2 and first.epoch == then.epoch and first.step != then.step
    if not twice and ((first.epoch, first.step) == (then.epoch, then.step) or not has_left(table, first)):
        raise No("bad-evidence")
    return first


def two_words(table: Table, exhibits: tuple[bytes, ...]) -> tuple[Envelope, Envelope]:
    """Of one seat at this table, the earlier first."""
    both = sorted((opened(table, raw) for raw in exhibits), key=lambda one: (one.epoch, one.step, one.raw))
    if {(one.table, one.seat) for one in both} != {(table.name, both[0].seat)}:
        raise No("bad-evidence")
    return both[0], both[1]


def broken_vote(table: Table, exhibits: tuple[bytes, ...]) -> Envelope:
    """session.md, "Contradictions": three pairs of one step that no honest seat signs."""
    if table.sitting or any(envelope(raw).step < 4 for raw in exhibits):
        raise No("bad-evidence")
    first, then = two_words(table, exhibits)
    words, later = vote_of(first), vote_of(then)
    broken = False
    if first.step == then.step and words and later:
        if later[0] == "stay" and then.epoch == first.epoch + 1:
            asks_first = words[0] == "confirm" or (words[0] == "gone" and not later[3])
            broken = asks_first and words[1] > later[1]
        elif first.epoch == then.epoch and {words[0], later[0]} == {"gone", "confirm"}:
            gone, confirm = (words, later) if words[0] == "gone" else (later, words)
            broken = gone[3] < confirm[1] < gone[1]
    if not broken:
        raise No("bad-evidence")
    return first


def vote_of(one: Envelope) -> Any:
    """Kind and fields of a `gone`, `confirm`, `withdraw` or `stay` that is well said; otherwise nothing."""
    lanes = {"gone": "gone-1", "confirm": "gone-2", "withdraw": "gone-2"}
    if one.kind not in (*lanes, "stay"):
        return ()
    try:
        fit_all(shapes()[0][f"{'play' if one.kind == 'stay' else 'beside'}/{one.kind}"], one.body)
    except No:
        return ()
    if one.kind == "stay":
        return ("stay", *one.body) if one.lane == "play" else ()
    good = one.lane == f"{lanes[one.kind]}.{one.body[0]}" and not one.body[1] >> one.seat & 1
    if one.kind == "gone" and one.body[2] >= one.body[0]:
        good = False
    return (one.kind, *one.body) if good else ()
