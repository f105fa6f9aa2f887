"""Throws damaged bytes at everything that reads bytes from strangers, for as long as asked. Not part of the tests.

    python -m tests.fuzz.wire --seconds 60 --seed 1

Starts from the published vectors and damages them. Whatever happens must be a reading that both readers share, or a
refusal. Stops at the first surprise and prints one line that repeats it; the same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.second_reading import No, read_plain
from tortuga_p2p.crypto.dice import check_openings
from tortuga_p2p.crypto.identity import check_key, check_signature
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Refused
from tortuga_p2p.wire.codec import decode, encode
from tortuga_p2p.wire.envelope import read_envelope
from tortuga_p2p.wire.framing import Framer

if TYPE_CHECKING:
    from collections.abc import Callable

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"


def plain(raw: bytes) -> str:
    """Our reader and the second one say the same, and what was read is written back the same."""
    try:
        value = decode(raw)
    except Refused as refused:
        try:
            read_plain(raw)
        except No:
            return refused.code
        raise AssertionError("only the second reader accepts") from None
    assert encode(value) == raw
    assert repr(read_plain(raw)) == repr(value)
    return "accept"


def stream(raw: bytes) -> str:
    """A stream ends the same whole and byte by byte, with the same frames."""

    def read(piece_bytes: int) -> tuple[str, list[bytes]]:
        framer, frames = Framer(), []
        try:
            for at in range(0, len(raw), piece_bytes):
                frames += framer.feed(raw[at : at + piece_bytes])
        except Refused as refused:
            return refused.code, []
        return "accept", frames

    whole = read(len(raw) or 1)
    assert read(1) == whole
    return whole[0]


def envelope(raw: bytes) -> str:
    def open_signed() -> None:
        opened = read_envelope(raw)
        check_signature(opened.content.table, Tag.SIGNED_ENVELOPE, opened.signed, opened.signature)

    return _ending(open_signed)


def key(raw: bytes) -> str:
    return _ending(lambda: check_key(raw))


def opening(raw: bytes) -> str:
    return _ending(lambda: check_openings(raw[:32], raw[:32], 3, [0, 5], raw))


TARGETS: tuple[Callable[[bytes], str], ...] = (plain, stream, envelope, key, opening)


def _ending(run: Callable[[], object]) -> str:
    try:
        run()
    except Refused as refused:
        return refused.code
    return "accept"


def seeds() -> list[bytes]:
    """Every hexadecimal input of the published vectors."""
    found = {b"", b"\x91"}
    for path in sorted(VECTORS.glob("*/*.json")):
        for value in json.loads(path.read_text("utf-8"))["inputs"].values():
            if isinstance(value, str) and len(value) % 2 == 0 and set(value) <= set("0123456789abcdef"):
                found.add(bytes.fromhex(value))
    return sorted(found)


def damaged(chance: Random, corpus: list[bytes]) -> bytes:
    raw = bytearray(chance.choice(corpus))
    for _ in range(chance.choice((0, 1, 1, 2, 4, 16))):
        at, end = sorted((chance.randint(0, len(raw)), chance.randint(0, len(raw))))
        match chance.randrange(5):
            case 0:
                raw[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                raw[at:at] = chance.randbytes(chance.randrange(1, 9))
            case 2:
                del raw[at : min(end, at + 8)]
            case 3:
                raw[at:at] = chance.choice(corpus)
            case 4:
                raw[at:end] = raw[at:end] * 2
    return bytes(raw[:70_000])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.wire", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    corpus, chance, endings = seeds(), Random(options.seed), Counter[str]()
    end_s = time.monotonic() + options.seconds
    while time.monotonic() < end_s:
        raw = damaged(chance, corpus)
        target = chance.choice(TARGETS)
        try:
            endings[f"{target.__name__} {target(raw)}"] += 1
        except BaseException:
            print(f"seed {options.seed}, after {endings.total()}: {target.__name__}(bytes.fromhex({raw.hex()!r}))")
            raise
    for ending, count in sorted(endings.items()):
        print(f"{count:9} {ending}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
