"""A file of another version of the protocol is called that, with what reads it; a file of two versions is none."""

from __future__ import annotations

import pytest

from tests.verify.files import frames, judged, whole
from tortuga_p2p.errors import Code
from tortuga_p2p.session.transcript import FILE, SealEntry, StepPart
from tortuga_p2p.verify.verifier import Outcome
from tortuga_p2p.wire.envelope import VERSION, version_of
from tortuga_p2p.wire.framing import HEADER_BYTES, frame


def stamped(version: int, parts: range) -> bytes:
    """The story's file, where some parts behind the header name another version; nothing else in them is changed."""
    out = []
    for number, raw in enumerate(frames(whole())):
        part = FILE.decode(raw[HEADER_BYTES:])
        if number in parts and isinstance(part, StepPart):
            raw = frame(FILE.encode(StepPart(_renumbered(part.before, version), part.after, part.entries)))
        elif number in parts and isinstance(part, SealEntry):
            raw = frame(FILE.encode(SealEntry(_renumbered(part.envelope, version))))
        out.append(raw)
    return b"".join(out)


def _renumbered(envelope: bytes, version: int) -> bytes:
    """The version is the first value of the list."""
    assert envelope[1] == VERSION
    return envelope[:1] + bytes([version]) + envelope[2:]


PARTS = len(frames(whole()))


def test_a_whole_file_of_a_later_version_is_read_by_a_newer_program() -> None:
    found = judged(stamped(VERSION + 1, range(1, PARTS)))
    assert (found.outcome, found.code, found.culprit) == (Outcome.UNREADABLE, Code.WRONG_VERSION, None)
    assert found.sentence == (
        f"The game was played in version {VERSION + 1} of the protocol: a newer version of this program reads it."
    )


@pytest.mark.parametrize("others", [range(1, 2), range(1, PARTS - 1), range(1, PARTS // 2)], ids=str)
def test_a_file_of_two_versions_was_tampered_with(others: range) -> None:
    raw = stamped(VERSION + 1, others)
    assert {version_of(one) for one in _envelopes(raw)} == {VERSION, VERSION + 1}
    found = judged(raw)
    assert (found.outcome, found.code, found.entry) == (Outcome.TAMPERED, Code.WRONG_VERSION, 1)


def test_one_entry_of_another_version_in_the_middle_is_found_there() -> None:
    found = judged(stamped(VERSION + 1, range(5, 6)))
    assert (found.outcome, found.code) == (Outcome.TAMPERED, Code.WRONG_VERSION)
    assert found.entry is not None
    assert found.entry > 1


def _envelopes(raw: bytes) -> list[bytes]:
    found: list[bytes] = []
    for part in (FILE.decode(one[HEADER_BYTES:]) for one in frames(raw)):
        if isinstance(part, StepPart):
            found += part.envelopes
        elif isinstance(part, SealEntry):
            found.append(part.envelope)
    return found
