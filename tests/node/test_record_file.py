"""Records in a file: whole ones are read once each, a torn tail is dropped, damage is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tortuga_p2p.errors import Refused
from tortuga_p2p.node.record_file import checked, next_check, read_records
from tortuga_p2p.wire.codec import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = {"kept": 2, "closed": 1}


class Counted(bytes):
    """Bytes that count how many of them were copied out."""

    copied = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        Counted.copied += len(found) if isinstance(at, slice) else 1
        return found


def written(payloads: Sequence[bytes], is_checked: bool = True) -> bytes:
    check: bytes | None = b"" if is_checked else None
    out = []
    for payload in payloads:
        check = None if check is None else next_check(check, payload)
        out.append(checked(payload, check))
    return b"".join(out)


def closed(text: bytes) -> bytes:
    return encode(("closed", text))


def kept(step: int, move: int) -> bytes:
    return encode(("kept", step, move))


# The first record of a journal is longer than a check: only so it can be told whether there are checks.
FIRST = encode(("kept", 1, b"the first record of all"))
RECORDS = st.lists(
    st.one_of(
        st.builds(closed, st.binary(min_size=1, max_size=300)),
        st.builds(kept, st.integers(0, 9), st.integers(0, 2**64 - 1)),
    ),
    max_size=12,
)


@pytest.mark.parametrize("is_checked", [True, False])
def test_reading_copies_every_byte_a_few_times_however_long_the_file_is(is_checked: bool) -> None:
    for count in (200, 2000):
        raw = written([FIRST, *(closed(b"%d" % number * 40) for number in range(count))], is_checked)
        Counted.copied = 0
        assert len(read_records(Counted(raw), KINDS).payloads) == count + 1
        assert Counted.copied < 3 * len(raw)


@given(RECORDS, st.data(), st.booleans())
def test_a_file_cut_anywhere_has_lost_its_last_record_and_nothing_else(
    records: list[bytes], data: st.DataObject, is_checked: bool
) -> None:
    payloads = [FIRST, *records]
    raw = written(payloads, is_checked)
    ends = [len(written(payloads[:count], is_checked)) for count in range(len(payloads) + 1)]
    cut = data.draw(st.integers(ends[1], len(raw)), label="cut")
    whole = max(count for count, end in enumerate(ends) if end <= cut)
    grown = data.draw(st.integers(0, 40), label="zeros")  # a file that had grown before the power went
    found = read_records(raw[:cut] + bytes(grown if cut == ends[whole] else 0), KINDS)
    assert (found.payloads, found.size) == (payloads[:whole], ends[whole])


@given(RECORDS, st.data())
def test_a_changed_byte_is_found_unless_it_makes_the_last_record_a_torn_one(
    records: list[bytes], data: st.DataObject
) -> None:
    """What is read is always a beginning of what was written: nothing else, and nothing in between."""
    payloads = [FIRST, *records]
    raw = bytearray(written(payloads))
    at = data.draw(st.integers(0, len(raw) - 1), label="at")
    raw[at] ^= data.draw(st.integers(1, 255), label="by")
    last = len(written(payloads[:-1]))
    try:
        found = read_records(bytes(raw), KINDS)
    except Refused:
        return
    assert at >= last, "damage before the last record is always found"
    assert found.payloads == payloads[:-1]


@given(st.binary(max_size=300))
def test_any_bytes_are_records_or_refused(raw: bytes) -> None:
    try:
        found = read_records(raw, KINDS)
    except Refused:
        return
    assert found.size <= len(raw)
    assert written(found.payloads, found.check is not None) == raw[: found.size]
