"""Several files of one meeting, compared slot by slot: whoever signed two different messages for one place is named.

Each file alone may be in order: everybody wrote down what they were told. Only side by side do they show that somebody
told different people different things, or left one table and went on at the other. Pure; see protocol/transcript.md,
"Several files".
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from ..crypto.identity import check_signature
from ..crypto.tags import Tag
from ..errors import Code, Refused
from ..session.broken_words import proved_by
from ..session.evidence import check_evidence, gather, read
from ..session.table import FIRST_STEP, LANE
from ..session.transcript import TranscriptReader
from ..wire.envelope import read_envelope
from .verifier import Finding, find_rules, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..session.agreement import Meeting
    from ..session.evidence import Verdict
    from ..wire.envelope import Content


class Comparison(NamedTuple):
    """What files of one meeting say together."""

    meeting: Meeting
    steps: tuple[int, ...]  # of each file: how many it holds whole, as far as it goes
    common: int  # how many are the same in all of them, from the beginning on
    parted: int | None  # the first step that two of them tell differently, if there is one
    verdicts: tuple[Verdict, ...]  # everybody whom they prove guilty only together, or one of them alone

    @property
    def agrees(self) -> bool:
        """Whether one of them is just longer than another."""
        return self.parted is None


class _Said(NamedTuple):
    """What one file holds, whether or not it is in order: every signature stands for itself."""

    meeting: Meeting
    entries: tuple[tuple[Content, bytes], ...]  # up to the end of the game
    envelopes: tuple[tuple[Content, bytes], ...]
    sitting: Sequence[Mapping[int, bytes]]  # the closed steps of sitting down, verified
    keys: tuple[bytes, ...]  # identities by seat, if seats were drawn


def compare(raws: Sequence[bytes], find: Any = find_rules) -> Comparison:
    """Files that were found to be of one meeting; raises `Refused` where one of them does not begin like a file."""
    files = [_read(raw, find) for raw in raws]
    meeting = files[0].meeting
    assert all(file.meeting.id == meeting.id for file in files)
    steps = [_steps(file) for file in files]
    common = 0
    while all(common in one for one in steps) and len({tuple(one[common]) for one in steps}) == 1:
        common += 1
    verdicts: dict[Any, Verdict] = {}  # by table and seat: one is enough for each
    for code, exhibits in chain(_contradictions(files), _goings_on(files)):
        content = read_envelope(exhibits[0]).content
        author = (content.table, content.seat)
        if author not in verdicts and (verdict := _judged(files, code, exhibits, find)) is not None:
            verdicts[author] = verdict
    return Comparison(meeting, tuple(map(len, steps)), common, _parted(steps), tuple(verdicts.values()))


def _parted(files: Sequence[Mapping[int, list[bytes]]]) -> int | None:
    """Where two of them differ, and not just because one breaks off."""
    for number in range(max(map(len, files))):
        told = [steps[number] for steps in files if number in steps]
        longest = max(told, key=len, default=[])
        if any(one != longest[: len(one)] for one in told):
            return number
    return None


def _read(raw: bytes, find: Any) -> _Said:
    reading = TranscriptReader(raw)
    rows: tuple[list[bytes], list[bytes]] = ([], [])
    for envelope, is_seal in reading.envelopes():
        rows[is_seal].append(envelope)
    exhibits = [exhibit for evidence in reading.evidence for exhibit in _exhibits(evidence)]
    entries = _contents(rows[0])
    confirms = [raw for removal in reading.removals for raw in removal.confirms]
    beside = _contents([*rows[1], *confirms, *reading.claims, *exhibits])
    return _Said(reading.meeting, entries, (*entries, *beside), *_seated(raw, find))


def _contents(raws: Sequence[bytes]) -> tuple[tuple[Content, bytes], ...]:
    contents = []
    for raw in raws:
        try:
            contents.append((read_envelope(raw).content, raw))
        except Refused:
            continue  # the file alone was found to be wrong there
    return tuple(contents)


def _exhibits(evidence: bytes) -> tuple[bytes, ...]:
    try:
        return read(evidence).exhibits
    except Refused:
        return ()


def _seated(raw: bytes, find: Any) -> tuple[Sequence[Mapping[int, bytes]], tuple[bytes, ...]]:
    """Sitting down as the file has it, and who sits where."""
    closed: Sequence[Mapping[int, bytes]] = ()
    for page in walk(raw, find):
        if isinstance(page, Finding):
            break
        closed, table = page.session.closed, page.session.table
        if table is not None:
            return closed, table.identities
    return closed, ()


def _steps(file: _Said) -> dict[int, list[bytes]]:
    """The entries of each step up to the end of the game. Seals may be missing in one and not in the other.

    A step has one number in all epochs: where somebody went on without somebody, and somebody else did not, they part.
    """
    found: dict[int, list[bytes]] = {}
    for content, raw in file.entries:
        found.setdefault(content.step, []).append(raw)
    return found


def _contradictions(files: Sequence[_Said]) -> Iterator[tuple[Code, tuple[bytes, bytes]]]:
    """Two different envelopes of one slot, wherever they stand."""
    first: dict[Any, bytes] = {}
    for content, raw in [one for file in files for one in file.envelopes]:
        before = first.setdefault(content.slot, raw)
        if before != raw and _is_signed(files, raw):  # what anybody may have written into a file costs no judgement
            if _is_signed(files, before):
                yield Code.EQUIVOCATION, (before, raw)
            else:
                first[content.slot] = raw


def _goings_on(files: Sequence[_Said]) -> Iterator[tuple[Code, tuple[bytes, bytes]]]:
    """Two words of one seat that no honest seat signs both: one of leaving or staying, and another one."""
    everything = [one for file in files for one in file.envelopes if one[0].step >= FIRST_STEP]
    seats = files[0].meeting.terms.seats
    for said, raw in [one for one in everything if one[0].lane != LANE or one[0].kind == "stay"]:
        for content, other in everything:
            code = proved_by(said, content, seats) if content.seat == said.seat and other != raw else None
            if code is not None:
                yield code, (raw, other)
                break


def _is_signed(files: Sequence[_Said], raw: bytes) -> bool:
    content = read_envelope(raw).content
    for file in files:
        keys = file.meeting.company if content.step < FIRST_STEP else file.keys
        envelope = read_envelope(raw)
        try:
            if content.seat < len(keys):
                check_signature(keys[content.seat], Tag.SIGNED_ENVELOPE, envelope.signed, envelope.signature)
                return True
        except Refused:
            continue
    return False


def _judged(files: Sequence[_Said], code: Code, exhibits: tuple[bytes, bytes], find: Any) -> Verdict | None:
    """As a stranger would judge it. Who sat where is told by one of the files, and by each in its own way."""
    for file in files:
        try:
            return check_evidence(gather(file.meeting, file.sitting, b"", exhibits, code), find)
        except Refused:
            continue
    return None
