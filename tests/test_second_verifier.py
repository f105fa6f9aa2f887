"""Vectors of messages, session, evidence and transcripts, and lies at random, against a second program, which was
written from the text alone."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tests import second_verifier
from tests.generators.protocol_tables import HOME
from tests.generators.vectors.session import judgement
from tests.generators.vectors.story import content_of, in_envelope, signed, state_of, story
from tests.generators.vectors.transcript import transcript
from tests.second_reading import No
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.errors import Refused
from tortuga_p2p.session.evidence import Evidence, write
from tortuga_p2p.session.message import Confirm, Gone, Resign, Withdraw
from tortuga_p2p.session.transcript import write_claims, write_entries, write_evidence, write_header, write_seals
from tortuga_p2p.testing.damage import damaged, pick

CASES = {
    path.relative_to(HOME / "vectors").with_suffix("").as_posix(): json.loads(path.read_text("utf-8"))
    for chapter in ("messages", "session", "evidence", "transcript")
    for path in sorted((HOME / "vectors" / chapter).glob("*.json"))
}
# What one peer answers to another is no computation on a file; tests/session tells it as stories.
LEFT_OUT = {"hearing"}


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["operation"] not in LEFT_OUT])
def test_a_second_reading_of_the_text_agrees_with_the_vector(name: str) -> None:
    case = CASES[name]
    operation = getattr(second_verifier, case["operation"].replace("-", "_"))
    output: Any = {}
    try:
        output, ending = operation(**case["inputs"]), "accept"
        if case["operation"] == "transcript":
            output, ending = output
    except No as no:
        ending = str(no)
    assert ending == case["expect"]
    assert output == case["output"]


def test_only_what_is_left_out_for_a_reason_is_read_once() -> None:
    operations = {case["operation"] for case in CASES.values()}
    assert {one for one in operations if not hasattr(second_verifier, one.replace("-", "_"))} == LEFT_OUT


# --- lies that nobody thought of ---------------------------------------------------------------------------------

EDGES = (bytes(32), b"\xff" * 32, default_group().order.to_bytes(32, "big"))


def bent(value: Any, draw: SeededDraw) -> Any:
    """The value with one bit of some bytes in it changed, or 32 of them set to where numbers and points end."""
    if isinstance(value, tuple) and value:
        place = draw.below(len(value))
        return (*value[:place], bent(value[place], draw), *value[place + 1 :])
    if not isinstance(value, bytes) or not value:
        return damaged(value, draw)
    place = draw.below(len(value))
    flipped = value[:place] + bytes([value[place] ^ 1 << draw.below(8)]) + value[place + 1 :]
    start = place // 32 * 32
    edge = (value[:start] + pick(EDGES, draw) + value[start + 32 :])[: len(value)]
    return pick((flipped, edge), draw)


def lie(draw: SeededDraw) -> tuple[int, bytes]:
    """A step of the story, and what one of its speakers could have signed there instead."""
    told = story()
    while True:
        number = draw.below(len(told.said))
        content = content_of(pick(told.said[number], draw))
        other = content_of(pick(pick(told.said, draw), draw))
        lies = (
            {"body": bent(content.body, draw)},
            {"body": damaged(content.body, draw)},
            {"kind": other.kind, "body": other.body},
            {"lane": pick(("play", "sit", "resign", "gone-1.1", "gone-2.1"), draw), "kind": "gone", "body": (1, 2)},
        )
        with suppress(TypeError, ValueError, OverflowError):  # no plain value any more: nobody could sign it
            return number, in_envelope(told.seated(number, content.seat), replace(content, **pick(lies, draw)))


def judged(judge: Any, *case: Any) -> str:
    try:
        judge(*case)
    except (Refused, No) as refusal:
        return str(refusal.code) if isinstance(refusal, Refused) else str(refusal)
    return "accept"


@pytest.mark.parametrize("seed", range(5))
def test_both_programs_say_the_same_of_lies_that_nobody_thought_of(seed: int) -> None:
    draw, told = SeededDraw(seed, "lies"), story()
    header = write_header(told.meeting)
    for _ in range(20):
        number, raw = lie(draw)
        sitting = [one for said in told.said[: min(number, 4)] for one in said]
        state = state_of(told.open[number])
        ours = judged(judgement, header, sitting, state, raw)
        theirs = judged(second_verifier.judgement, header.hex(), [one.hex() for one in sitting], state.hex(), raw.hex())
        assert ours == theirs, f"step {number}: {raw.hex()}"


# --- files that nobody thought of --------------------------------------------------------------------------------


def resigned(raw: bytes, draw: SeededDraw) -> bytes:
    """An envelope of the story with one thing changed, signed again by its seat."""
    content, other = content_of(raw), content_of(pick(story().entries, draw))
    changes: tuple[dict[str, Any], ...] = (
        {"lane": pick(("sit", "play", "resign", "gone-1.1", "gone-2.1"), draw)},
        {"prev": other.prev},
        {"state": other.state},
        {"epoch": 1},
        {"table": other.table},
        {"step": content.step + 1},
        {"step": max(0, content.step - 1)},
        {"body": damaged(content.body, draw)},
        {"kind": other.kind},
        {"seat": pick((1 - content.seat, 2, 8), draw)},
    )
    while True:
        with suppress(AssertionError, TypeError, ValueError, OverflowError):
            return in_envelope(story().seated(content.step, content.seat), replace(content, **pick(changes, draw)))


def of_leaving(number: int, draw: SeededDraw) -> bytes:
    """A word of leaving in a step of the story."""
    attempt, missing = 1 + draw.below(2), 1 + draw.below(3)
    words: Any = pick(
        (
            Gone(attempt, missing),
            Confirm(attempt, missing),
            Confirm(attempt, missing),
            Withdraw(attempt, missing, pick(story().entries, draw)),
            Resign(),
        ),
        draw,
    )
    lane = f"gone-{1 if isinstance(words, Gone) else 2}.{attempt}"
    seated = story().seated(number, draw.below(2))
    return signed(seated, words, lane="resign" if isinstance(words, Resign) else lane)


def some_file(draw: SeededDraw) -> bytes:
    """The story's file, cut off somewhere, with some parts lost, doubled, changed or put in."""
    told = story()
    many = len(told.entries) if draw.below(4) == 0 else draw.below(16)
    entries, seals = list(told.entries[:many]), list(told.seals) if many == len(told.entries) else []
    number = max(4, content_of(told.entries[many - 1]).step)
    for _ in range(draw.below(3)):
        rows = seals if seals and draw.below(2) else entries
        one = pick(told.seals if rows is seals else told.entries[: many + 1], draw)
        new = (b"", one, resigned(one, draw), of_leaving(number, draw))
        at, put = draw.below(len(rows) + 1), pick(new, draw)
        rows[at : at + draw.below(2)] = [put] if put else []
    claims: list[bytes] = []
    if draw.below(2):
        claims = [of_leaving(min(number + draw.below(2), len(told.said) - 1), draw) for _ in range(1 + draw.below(2))]
    elif many < len(told.entries) and draw.below(2):
        claims = [resigned(told.entries[many], draw)]
    raw = write_header(told.meeting) + write_entries(entries) + write_seals(seals) + write_claims(claims)
    if draw.below(4):
        return raw
    some = pick(told.entries, draw)
    step = content_of(some).step
    state = state_of(told.open[step]) if step >= 4 and draw.below(2) else b""
    sitting = [one for said in told.said[: pick((0, 1, 2, 3, 4, 4, 4, 5), draw)] for one in said]
    exhibits = sorted({resigned(some, draw), *pick(((), (some,)), draw)})
    code = pick(("equivocation", "went-on", "malformed", "wrong-kind", "out-of-turn"), draw)
    meeting = told.meeting
    return raw + write_evidence(
        write(Evidence(meeting.terms, meeting.call, meeting.people, tuple(sitting), state, tuple(exhibits), code))
    )


@pytest.mark.parametrize("seed", range(5))
def test_both_programs_say_the_same_of_files_that_nobody_thought_of(seed: int) -> None:
    draw, seen = SeededDraw(seed, "files"), set()
    for number in range(24):
        raw = some_file(draw)
        ours = transcript(raw)
        theirs, code = second_verifier.transcript(raw.hex())
        assert (ours.ending, ours.output["outcome"]) == (code, theirs["outcome"]), f"file {number} of seed {seed}"
        seen.add(code)
    assert len(seen) > 4
