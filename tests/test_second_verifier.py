"""Vectors of messages, session, evidence and transcripts against a second program, written from the text alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests import second_verifier
from tests.second_reading import No
from tortuga_p2p.testing.chapters import HOME

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
