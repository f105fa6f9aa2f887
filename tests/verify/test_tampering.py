"""Whatever is done to a file is found, and the place is named: entry, step, seat, code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.generators.vectors.story import content_of, in_envelope, story
from tests.verify.files import another_call, frames, judged, parts, rewritten, whole
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import ENVELOPE_BYTES_MAX
from tortuga_p2p.session.transcript import (
    FILE,
    StepPart,
    TranscriptReader,
    read_transcript,
    write_entries,
    write_header,
    write_seals,
)
from tortuga_p2p.verify.verifier import Outcome
from tortuga_p2p.wire.codec import encode
from tortuga_p2p.wire.framing import HEADER_BYTES, frame

ENTRIES = list(enumerate((*parts().entries, *parts().seals)))
COUNT = len(parts().entries)
SEALS = write_seals(parts().seals)


def changed_entries(entries: list[bytes]) -> bytes:
    return rewritten(entries=tuple(entries[:COUNT]), seals=tuple(entries[COUNT:]))


def alone(number: int) -> StepPart:
    """That entry in a part of its own."""
    part = FILE.decode(write_entries([parts().entries[number]])[HEADER_BYTES:])
    assert isinstance(part, StepPart)
    return part


def place(raw: bytes) -> tuple[int, int]:
    content = content_of(raw)
    return content.step, content.seat


def everything() -> list[bytes]:
    return [raw for _, raw in ENTRIES]


def test_the_file_itself_is_honest() -> None:
    found = judged(whole())
    assert (found.outcome, found.entries, found.unsealed, found.torn) == (Outcome.HONEST, len(ENTRIES), (), 0)
    assert changed_entries(everything()) == whole()


def with_part(number: int, part: StepPart) -> bytes:
    """The story's file with this part instead of that entry."""
    before, after = parts().entries[:number], parts().entries[number + 1 :]
    middle = frame(FILE.encode(part))
    return write_header(parts().meeting) + write_entries(before) + middle + write_entries(after) + SEALS


def flipped(raw: bytes, percent: int) -> bytes:
    at = len(raw) * percent // 100
    return raw[:at] + bytes([raw[at] ^ 0x10]) + raw[at + 1 :]


@pytest.mark.parametrize("number", range(COUNT))
@pytest.mark.parametrize("percent", [0, 2, 40, 90, 99])
@pytest.mark.parametrize("piece", ["before", "after"])
def test_a_change_in_what_a_step_shares_is_found(number: int, piece: str, percent: int) -> None:
    part = alone(number)
    changes: Any = {piece: flipped(getattr(part, piece), percent)}
    found = judged(with_part(number, replace(part, **changes)))
    assert found.outcome is Outcome.TAMPERED, found
    assert (found.entry, found.entries) == (number + 1, number)
    assert found.code is not None


@pytest.mark.parametrize("number", range(COUNT))
@pytest.mark.parametrize("percent", [0, 5, 40, 60])
def test_a_change_in_an_entry_of_its_own_is_found(number: int, percent: int) -> None:
    part = alone(number)
    found = judged(with_part(number, replace(part, entries=(flipped(part.entries[0], percent),))))
    assert found.outcome is Outcome.TAMPERED, found
    assert (found.entry, found.entries) == (number + 1, number)
    assert found.code is not None


@pytest.mark.parametrize("number", range(len(ENTRIES)))
@pytest.mark.parametrize("at", [-64, -1])
def test_a_changed_signature_is_found(number: int, at: int) -> None:
    entries = everything()
    raw = bytearray(entries[number])
    raw[at] ^= 0x10
    entries[number] = bytes(raw)
    found = judged(changed_entries(entries))
    assert (found.outcome, found.code) == (Outcome.TAMPERED, Code.BAD_SIGNATURE)
    assert (found.entry, found.entries, found.step, found.seat) == (number + 1, number, *place(entries[number]))


@pytest.mark.parametrize("number", range(COUNT, len(ENTRIES)))
@pytest.mark.parametrize("percent", [0, 10, 35, 60, 85, 99])
def test_a_changed_seal_is_found(number: int, percent: int) -> None:
    entries = everything()
    raw = bytearray(entries[number])
    raw[(len(raw) - 65) * percent // 100] ^= 0x10
    entries[number] = bytes(raw)
    found = judged(changed_entries(entries))
    assert (found.outcome, found.entry, found.entries) == (Outcome.TAMPERED, number + 1, number)


@pytest.mark.parametrize("number", range(len(ENTRIES) - 1))
def test_a_dropped_entry_is_found_at_the_next(number: int) -> None:
    entries = everything()
    after = entries[number + 1]
    del entries[number]
    moved = number < COUNT
    raw = rewritten(entries=tuple(entries[: COUNT - moved]), seals=tuple(entries[COUNT - moved :]))
    found = judged(raw)
    if not moved:  # a seal may be missing
        assert (found.outcome, len(found.unsealed)) == (Outcome.HONEST, 1)
        return
    assert (found.outcome, found.entry) == (Outcome.TAMPERED, number + 1)
    assert (found.step, found.seat) == place(after)
    assert found.code in (Code.MISSING_ENTRY, Code.MISPLACED_ENTRY)


@pytest.mark.parametrize("number", range(COUNT))
@pytest.mark.parametrize("later", [1, 2, 7])
def test_a_repeated_entry_is_found_where_it_comes_again(number: int, later: int) -> None:
    entries = list(parts().entries)
    at = min(number + later, COUNT)
    entries.insert(at, entries[number])
    found = judged(rewritten(entries=tuple(entries)))
    assert (found.outcome, found.code, found.entry) == (Outcome.TAMPERED, Code.REPEATED_ENTRY, at + 1)
    assert (found.step, found.seat) == place(entries[number])


@pytest.mark.parametrize("number", range(len(ENTRIES) - 1))
def test_two_entries_in_another_order_are_found_at_the_first(number: int) -> None:
    entries = everything()
    entries[number], entries[number + 1] = entries[number + 1], entries[number]
    found = judged(changed_entries(entries))
    first = number + (2 if number == COUNT else 1)  # of two seals the second is out of order: the first may be missing
    assert (found.outcome, found.entry) == (Outcome.TAMPERED, first)
    assert found.code in (Code.MISSING_ENTRY, Code.MISPLACED_ENTRY)


@pytest.mark.parametrize("number", range(len(ENTRIES)))
def test_an_entry_signed_by_another_is_found(number: int) -> None:
    entries = everything()
    content = content_of(entries[number])
    other = story().seated(content.step, 1 - content.seat)
    entries[number] = in_envelope(other, content)
    found = judged(changed_entries(entries))
    assert (found.outcome, found.code, found.entry) == (Outcome.TAMPERED, Code.BAD_SIGNATURE, number + 1)
    assert (found.step, found.seat) == place(entries[number])


@pytest.mark.parametrize("number", range(len(story().said) - 1))
def test_a_file_cut_off_anywhere_is_unfinished_and_nobody_is_blamed(number: int) -> None:
    whole_frames = frames(whole())
    before = b"".join(whole_frames[: number + 1])
    for raw in (before, before + whole_frames[number + 1][:3], before + whole_frames[number + 1][:-1]):
        found = judged(raw)
        assert (found.outcome, found.steps) == (Outcome.UNFINISHED, number)
        assert found.entries == sum(map(len, story().said[:number]))
        assert found.torn == len(raw) - len(before)
        assert found.code is None


def test_entries_of_another_game_are_found() -> None:
    """The same people on the same terms: everything is well signed, for another call."""
    meeting = another_call(parts().meeting)
    found = judged(rewritten(meeting=meeting))
    assert (found.outcome, found.code, found.entry, found.step) == (Outcome.TAMPERED, Code.OTHER_TABLE, 1, 0)


@pytest.mark.parametrize("number", range(len(story().said) + 2))
def test_a_part_that_is_none_is_found_in_its_place(number: int) -> None:
    whole_frames = frames(whole())
    assert len(whole_frames) == len(story().said) + 2, "the header, one part a step, and one for each of two seals"
    whole_frames.insert(number + 1, b"\x00\x00\x00\x01\xc0")
    before = len(read_transcript(b"".join(whole_frames[: number + 1])).entries) + max(0, number + 1 - len(story().said))
    found = judged(b"".join(whole_frames))
    assert (found.outcome, found.code, found.entry) == (Outcome.TAMPERED, Code.MALFORMED, before + 1)
    assert found.entries == before


def test_seals_that_stand_among_the_entries_of_play_are_found() -> None:
    """Signed they are, but a file has one spelling: behind the game, each in a part of its own."""
    found = judged(write_header(parts().meeting) + write_entries([*parts().entries, *parts().seals]))
    assert (found.outcome, found.code) == (Outcome.TAMPERED, Code.MISPLACED_ENTRY)
    assert (found.entry, found.entries) == (COUNT + 1, COUNT)


def test_parts_out_of_order_are_found() -> None:
    found = judged(whole() + write_entries(parts().entries[:1]))
    assert (found.code, found.entry) == (Code.MISPLACED_ENTRY, len(ENTRIES) + 1)


# --- any byte at all -------------------------------------------------------------------------------------------------


@settings(max_examples=300)
@given(st.integers(0, len(whole()) - 1), st.integers(1, 255))
@example(0, 1)
@example(3, 1)
@example(len(whole()) - 1, 1)
def test_any_changed_byte_is_found(at: int, difference: int) -> None:
    raw = whole()
    found = judged(raw[:at] + bytes([raw[at] ^ difference]) + raw[at + 1 :])
    seals_begin = len(whole()) - sum(map(len, frames(whole())[-2:]))
    if found.outcome is Outcome.HONEST:  # only where a seal is cut off by its own length
        assert at >= seals_begin
        assert found.unsealed
        assert found.torn
    else:
        assert found.outcome in (Outcome.TAMPERED, Outcome.UNREADABLE, Outcome.UNFINISHED)
    if found.outcome is Outcome.UNFINISHED:  # a length that swallows all that follows
        assert found.torn


@settings(max_examples=100)
@given(st.data())
def test_bytes_put_in_or_taken_out_are_found(data: st.DataObject) -> None:
    raw = whole()
    at, end = sorted(data.draw(st.tuples(st.integers(0, len(raw)), st.integers(0, len(raw)))))
    found = judged(raw[:at] + data.draw(st.binary(max_size=8)) + raw[min(end, at + 40) :])
    assert found.outcome is not Outcome.CHEATING
    if found.outcome is Outcome.HONEST:
        assert found.unsealed or found.torn or found == judged(raw)


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_any_bytes_at_all_have_a_finding(raw: bytes) -> None:
    assert judged(raw).outcome is Outcome.UNREADABLE
    found = judged(frames(whole())[0] + raw)
    assert found.outcome in (Outcome.TAMPERED, Outcome.UNFINISHED)


@pytest.mark.parametrize("part", [StepPart(b"", b"", (b"",) * 9), StepPart(bytes(ENVELOPE_BYTES_MAX), b"", (b"",) * 9)])
def test_nobody_pays_for_what_stands_behind_the_first_wrong_entry(part: StepPart) -> None:
    """Sixty megabytes of nonsense took minutes and gigabytes when all of a file was read first."""
    raw = write_header(story().meeting) + frame(FILE.encode(part)) * 3 + frame(b"no part")
    assert (judged(raw).outcome, judged(raw).entry) == (Outcome.TAMPERED, 1)
    reading = TranscriptReader(raw)
    envelopes = reading.envelopes()
    next(envelopes)
    assert reading.fault is None, "nothing behind it was looked at"
    assert len(list(envelopes)) == 26
    assert reading.fault is not None


@pytest.mark.parametrize(("kind", "most"), [("seal", 9), ("claim", 9), ("evidence", 9)])
def test_what_stands_behind_a_game_is_counted(kind: str, most: int) -> None:
    raw = write_header(story().meeting) + frame(encode((kind, b""))) * 1000
    held = read_transcript(raw)
    assert [len(held.seals), len(held.claims), len(held.evidence)].count(most) == 1
    assert held.fault is not None
    assert held.fault.code is Code.MISPLACED_ENTRY
