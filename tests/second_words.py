"""How a second program reads and writes: plain values, fields of messages, envelopes. From protocol/ alone.

What each field may hold it reads out of the tables of protocol/messages.md itself. `No(code)` is raised for what is
wrong. See tests/second_verifier.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.second_reading import No, key_check, read_plain, sha

PROTOCOL = Path(__file__).parent.parent / "protocol"


# --- framing.md ---------------------------------------------------------------------------------------------


def write(value: Any) -> bytes:
    """A plain value in its one spelling."""
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, bytes | str):
        raw = value.encode() if isinstance(value, str) else value
        short = bytes([0xA0 + len(raw)]) if isinstance(value, str) and len(raw) < 32 else b""
        wide = b"\xd9\xda" if isinstance(value, str) else b"\xc4\xc5"
        size = bytes([wide[0], len(raw)]) if len(raw) < 256 else wide[1:] + len(raw).to_bytes(2, "big")
        return (short or size) + raw
    head = bytes([0x90 + len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")
    return head + b"".join(map(write, value))


def _integer(n: int) -> bytes:
    if -32 <= n < 128:
        return bytes([n % 256])
    first, signed = (0xD0, True) if n < 0 else (0xCC, False)
    for at, width in enumerate((1, 2, 4, 8)):
        try:
            return bytes([first + at]) + n.to_bytes(width, "big", signed=signed)
        except OverflowError:
            continue
    raise AssertionError(n)


def read(raw: bytes) -> Any:
    """A plain value, with the codes of the text. The reader of tests/second_reading.py says only that it is none."""
    try:
        return read_plain(raw)
    except No as no:
        if str(no) == "too-large":
            raise
        raise No("not-canonical" if str(no) == "not the shortest" else "malformed") from None


@cache
def shapes() -> tuple[dict[str, list[tuple[str, str]]], dict[tuple[str, ...], list[tuple[str, str]]]]:
    """What the tables of messages.md, session.md and transcript.md say: fields by kind, and parts by their names."""
    text = "".join((PROTOCOL / name).read_text("utf-8") for name in ("messages.md", "session.md", "transcript.md"))
    kinds, parts = {}, {}
    for name, table in re.findall(r"<!-- from the code: ([a-z/-]+) -->\n(.*?)<!-- end -->", text, re.DOTALL):
        rows = re.findall(r"^\| `(\w+)` \| (.+?) \|$", table, re.MULTILINE)
        if name.startswith("message/"):
            kinds["/".join(name.split("/")[1:])] = rows
        elif name.startswith("record/"):
            parts[tuple(field for field, _ in rows)] = rows
    for kind in ("seal", "claim"):
        kinds[f"file/{kind}"] = [("envelope", "0..23552 bytes")]
    kinds["file/evidence"] = [("evidence", "0..60000 bytes")]
    return kinds, parts


def fit(holds: str, value: Any) -> None:
    """Whether a value is what the words of a table say."""
    amount = re.compile(r"(-?\d+)(?:\.\.(-?\d+))?")
    if holds == "plain value":
        return
    if bounded := re.fullmatch(r"plain value of 1\.\.(\d+) bytes", holds):
        if len(write(value)) > int(bounded[1]):
            raise No("malformed")
        return
    if named := re.fullmatch(r"list of \d+ fields \((.+)\)", holds):
        rows = shapes()[1][tuple(named[1].split(", "))]
        return fit_all(rows, value)
    words = holds.split()
    numbers = amount.search(holds)
    low, high = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (0, 0)
    good = False
    if words[0] == "integer":
        good = type(value) is int and low <= value <= high
    elif holds == "truth value":
        good = type(value) is bool
    elif words[0] == "text":
        seen = type(value) is str and not any(c < " " or "\x7f" <= c < "\xa0" for c in value)
        good = seen and low <= len(value.encode()) <= high
    elif words[0] == "name":
        fit("text" + holds.removeprefix("name"), value)
        good = not set('[](),"') & set(value) and value == value.strip(" ")
    elif words[0] == "list":
        good = type(value) is tuple and low <= len(value) <= high
        for item in value if good else ():
            fit(holds.partition(": ")[2], item)
    elif words[-1] == "bytes":
        good = type(value) is bytes and low <= len(value) <= high
    if not good:
        raise No("malformed")


def fit_all(rows: list[tuple[str, str]], value: Any) -> None:
    if type(value) is not tuple or len(value) != len(rows):
        raise No("malformed")
    for (_, holds), item in zip(rows, value, strict=True):
        fit(holds, item)


@dataclass(frozen=True)
class Envelope:
    raw: bytes
    table: bytes
    epoch: int
    step: int
    lane: str
    seat: int
    prev: bytes
    state: bytes
    kind: str
    body: Any

    @property
    def slot(self) -> tuple[Any, ...]:
        return self.table, self.epoch, self.step, self.lane, self.seat

    @property
    def id(self) -> bytes:
        return sha("envelope", self.raw)


ENVELOPE = [
    *(("version", "integer 2..2"), ("table", "32 bytes"), ("epoch", "integer 0..4294967295")),
    *(("step", "integer 0..4294967295"), ("lane", "text of 1..24 bytes"), ("seat", "integer 0..8")),
    *(("prev", "32 bytes"), ("state", "32 bytes"), ("kind", "text of 1..24 bytes"), ("body", "plain value")),
]


def envelope(raw: bytes) -> Envelope:
    if len(raw) > 23552 or len(raw) <= 64:
        raise No("too-large" if len(raw) > 64 else "malformed")
    plain = read(raw[:-64])
    if type(plain) is tuple and plain and type(plain[0]) is int and plain[0] != 2:
        raise No("wrong-version")
    fit_all(ENVELOPE, plain)
    return Envelope(raw, *plain[1:])


def signed_by(key: bytes, one: Envelope) -> None:
    """conventions.md, "Signatures"."""
    content, r, s = one.raw[:-64], one.raw[-64:-32], one.raw[-32:]
    order = 2**252 + 27742317777372353535851937790883648493
    try:
        for point in (key, r):
            key_check(point.hex())
        purpose = b"tortuga/2/signed-envelope"
        Ed25519PublicKey.from_public_bytes(key).verify(r + s, len(purpose).to_bytes(4, "big") + purpose + content)
    except (No, InvalidSignature, ValueError):
        raise No("bad-signature") from None
    if int.from_bytes(s, "little") >= order:
        raise No("bad-signature")


# --- session.md, "Meeting" -----------------------------------------------------------------------------------


@dataclass
class Meeting:
    terms: Any
    call: bytes
    people: tuple[Any, ...]

    @property
    def company(self) -> tuple[bytes, ...]:
        return tuple(person[0] for person in self.people)

    @property
    def id(self) -> bytes:
        return sha("meeting", self.call, write(self.terms), write(self.people))


def meet(terms: Any, call: bytes, people: tuple[Any, ...]) -> Meeting | None:
    meeting = Meeting(terms, call, people)
    good = list(meeting.company) == sorted(set(meeting.company)) and len(people) == terms[2]
    return meeting if good else None
