"""The published vectors and the codec against a second program, written from the specification alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests import second_reading
from tests.second_reading import No, read_plain
from tortuga_p2p.errors import Refused
from tortuga_p2p.wire.codec import Plain, decode, encode

VECTORS = Path(__file__).parent.parent / "protocol" / "vectors"
# Signatures need a curve: tests/crypto/test_identity.py reads them a second time, with tests/crypto/edwards.py.
LEFT_OUT = {"sign", "signature-check", "envelope"}
CASES = {
    path.relative_to(VECTORS).as_posix(): json.loads(path.read_text("utf-8"))
    for chapter in ("conventions", "framing", "randomness")
    for path in sorted((VECTORS / chapter).glob("*.json"))
}


def second(case: dict[str, Any]) -> Any:
    return getattr(second_reading, case["operation"].replace("-", "_"), None)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if second(case)])
def test_a_second_reading_of_the_text_agrees_with_the_vector(name: str) -> None:
    case = CASES[name]
    try:
        output, ending = second(case)(**case["inputs"]), "accept"
    except No as no:
        output, ending = {}, str(no)
    assert ending == case["expect"]
    assert output == case["output"]


def test_every_operation_is_read_twice_or_left_out_for_a_reason() -> None:
    once = {case["operation"] for case in CASES.values() if not second(case)}
    assert once == LEFT_OUT | {"plain-value"}


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["operation"] == "plain-value"])
def test_a_second_reader_agrees_on_plain_values(name: str) -> None:
    raw = bytes.fromhex(CASES[name]["inputs"]["raw"])
    if CASES[name]["expect"] == "accept":
        assert typed(read_plain(raw)) == CASES[name]["output"]["value"]
    else:
        with pytest.raises(No):
            read_plain(raw)


first_bytes = st.sampled_from([bytes([byte]) for byte in range(256)])
likely = st.lists(first_bytes | st.binary(max_size=3), max_size=12).map(b"".join)


@settings(max_examples=500)
@given(likely)
@example(b"\xd1\xff\x7f")
@example(b"\xd9\x20" + b"a" * 32)
@example(b"\x91" * 16 + b"\x00")
def test_two_readers_never_differ(raw: bytes) -> None:
    """Ours, the C reader with its checks, and the second one accept the same bytes and read the same values."""
    try:
        mine: Any = typed(decode(raw))
    except Refused:
        mine = "refused"
    try:
        theirs: Any = typed(read_plain(raw))
    except No:
        theirs = "refused"
    assert mine == theirs


@given(st.integers(-(2**63), 2**64 - 1))
def test_two_readers_agree_on_every_number(number: int) -> None:
    assert read_plain(encode(number)) == number


def typed(value: Plain) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return {"integer": str(value)}
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, str):
        return {"text": value}
    return [typed(item) for item in value]
