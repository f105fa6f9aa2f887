"""Files of an older or a newer program, in every command that reads them: called what they are, left as they are."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.node.test_journal import play_with_journal
from tests.shell import ROOT, TIMEOUT_S, TORTUGA, environment, tortuga
from tests.tinygames import SCREENS
from tests.verify.files import file_of, frames, game_of_bots
from tortuga_p2p.games import names
from tortuga_p2p.node import journal as journals
from tortuga_p2p.node.journal import JOURNAL, Closed, Uttered
from tortuga_p2p.node.record_file import checked, next_check, read_records
from tortuga_p2p.session import transcript
from tortuga_p2p.session.transcript import FILE, SealEntry, StepPart
from tortuga_p2p.wire.codec import decode, encode
from tortuga_p2p.wire.envelope import VERSION
from tortuga_p2p.wire.framing import HEADER_BYTES, frame

if TYPE_CHECKING:
    from pathlib import Path

WRONG_WORDS = ("tampered", "damaged", "traceback", "cheat")
NEWER, OLDER = 1, -1
INSTALLED = os.path.join(ROOT, "tests", "installed")


def renumbered(envelope: bytes, version: int) -> bytes:
    """The version is the first value of the list, and a small number."""
    assert envelope[1] == VERSION
    return envelope[:1] + bytes([version]) + envelope[2:]


def transcript_of_another_format(raw: bytes, by: int) -> bytes:
    """Behind its name and number everything may be otherwise."""
    first, *rest = frames(raw)
    kind, number, *_fields = decode(first[HEADER_BYTES:])  # type: ignore[misc, str-unpack]
    assert number == transcript.FORMAT
    return b"".join([frame(encode((kind, number + by, "whatever"))), *rest])


def transcript_of_another_protocol(raw: bytes, by: int) -> bytes:
    out = []
    for one in frames(raw):
        part = FILE.decode(one[HEADER_BYTES:])
        if isinstance(part, StepPart):
            one = frame(FILE.encode(StepPart(renumbered(part.before, VERSION + by), part.after, part.entries)))
        elif isinstance(part, SealEntry):
            one = frame(FILE.encode(SealEntry(renumbered(part.envelope, VERSION + by))))
        out.append(one)
    return b"".join(out)


@pytest.fixture(scope="module")
def whole_game() -> bytes:
    company = game_of_bots(names()[0])
    return file_of(company, company.players[0])


@pytest.mark.parametrize("by", [NEWER, OLDER], ids=["newer", "older"])
@pytest.mark.parametrize("change", [transcript_of_another_format, transcript_of_another_protocol])
def test_a_transcript_of_another_version_is_called_that_by_every_command(
    tmp_path: Path, whole_game: bytes, change: object, by: int
) -> None:
    file = tmp_path / "game.tortuga"
    raw = change(whole_game, by)  # type: ignore[operator]
    file.write_bytes(raw)
    which = "a newer version of this program reads it" if by == NEWER else "an older version of this program reads it"
    for command in ("verify", "export", "story", "replay"):
        run = tortuga(command, str(file), TORTUGA_HOME=str(tmp_path / "home"))
        said = run.stdout + run.stderr
        assert which in said, (command, said)
        assert run.returncode == 2, (command, said)
        assert not any(word in said.lower() for word in WRONG_WORDS), (command, said)
        assert len(said.splitlines()) == 1, (command, said)
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["game.tortuga"]
    assert file.read_bytes() == raw


def rewritten(raw: bytes, change: object) -> bytes:
    """A journal with other payloads, and checks that fit them."""
    out, check = [], b""
    for payload in read_records(raw, journals._FIELDS).payloads:
        other = change(payload)  # type: ignore[operator]
        check = next_check(check, other)
        out.append(checked(other, check))
    return b"".join(out)


def resumed(*words: str, **more: str) -> tuple[int, str]:
    """Somebody sits there and types nothing; a script that has ended would have left."""
    with subprocess.Popen(
        (*TORTUGA, *words),
        env=environment(**more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        return process.wait(TIMEOUT_S), said


def of_another_format(by: int) -> object:
    def change(payload: bytes) -> bytes:
        kind, *fields = decode(payload)  # type: ignore[misc, str-unpack]
        if kind != "game":
            return payload
        assert fields[0] == journals.FORMAT
        return encode((kind, journals.FORMAT + by, *fields[1:-1], "whatever"))

    return change


def of_another_protocol(by: int) -> object:
    def change(payload: bytes) -> bytes:
        record = JOURNAL.decode(payload)
        if isinstance(record, Uttered | Closed):
            return JOURNAL.encode(type(record)(renumbered(record.envelope, VERSION + by)))
        return payload

    return change


@pytest.mark.parametrize("by", [NEWER, OLDER], ids=["newer", "older"])
@pytest.mark.parametrize("change", [of_another_format, of_another_protocol])
def test_a_journal_of_another_version_is_called_that_and_stays_as_it_is(
    tmp_path: Path, change: object, by: int
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    _, _, path = play_with_journal(games, game=SCREENS)
    raw = rewritten(path.read_bytes(), change(by))  # type: ignore[operator]
    path.write_bytes(raw)
    for words in (("resume", "--plain"), ("resume", "--plain", path.stem), ("bot", "--resume", "--out", str(games))):
        code, said = resumed(*words, TORTUGA_HOME=str(tmp_path), PYTHONPATH=os.pathsep.join((INSTALLED, ROOT)))
        assert code == 2, said
        assert "another version of this program" in said, said
        assert ("newer than" if by == NEWER else "older than") in said, said
        assert not any(word in said.lower() for word in WRONG_WORDS), said
        assert [one.name for one in games.iterdir()] == [path.name]
        assert path.read_bytes() == raw
