"""Conventions, framing and randomness: the tables in the text and the code say the same."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tortuga_p2p import crypto, limits
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.wire.envelope import Content
from tortuga_p2p.wire.message import record_shape

PROTOCOL = Path(__file__).parent.parent / "protocol"
CHAPTERS = {name: (PROTOCOL / f"{name}.md").read_text("utf-8") for name in ("conventions", "framing", "randomness")}
CODE = Path(crypto.__file__).parent


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its first two lines."""
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_table_of_tags_lists_what_these_chapters_hash() -> None:
    listed = [row[0] for row in rows(CHAPTERS["conventions"], "Tags")]
    files = ("hashing", "secret", "identity", "commitment", "chain", "dice")
    used = {Tag[name] for file in files for name in re.findall(r"Tag\.([A-Z_]+)", (CODE / f"{file}.py").read_text())}
    assert len(listed) == len(set(listed))
    assert used <= set(listed) <= {*Tag}


@pytest.mark.parametrize("chapter", ["framing", "randomness"])
def test_the_table_of_limits_holds_the_numbers_of_the_code(chapter: str) -> None:
    table = rows(CHAPTERS[chapter], "Limits")
    assert table
    assert {name: int(value) for name, value, _ in table} == {name: getattr(limits, name.upper()) for name, *_ in table}


def test_the_table_of_the_envelope_lists_its_fields() -> None:
    table = [(name, holds) for name, holds, _ in rows(CHAPTERS["framing"], "Envelopes")]
    assert table == [(name, str(shape)) for name, shape in record_shape(Content).fields]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_vector_is_named_by_its_chapter_and_every_name_has_a_vector(chapter: str) -> None:
    lines = re.findall(r"^Vectors: ((?:.+\n)+)", CHAPTERS[chapter], re.MULTILINE)
    patterns = [pattern for line in lines for pattern in re.findall(r"`([^`]+)`", line)]
    names = [path.stem for path in (PROTOCOL / "vectors" / chapter).glob("*.json")]
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in names)] == []
