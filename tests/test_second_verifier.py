"""Vectors of messages, session, evidence and transcripts, and lies at random, against a second program, which was
written from the text alone."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tests import second_verifier
from tests.second_reading import No
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.errors import Refused
from tortuga_p2p.session.transcript import write_header
from tortuga_p2p.testing.chapters import HOME
from tortuga_p2p.testing.damage import damaged, pick
from tortuga_p2p.testing.vectors.session import judgement
from tortuga_p2p.testing.vectors.story import content_of, in_envelope, state_of, story

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
