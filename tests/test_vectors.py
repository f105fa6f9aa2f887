"""The published vectors are exactly what the code of today makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.generators.vectors.library import compare, published, rebuilt, write
from tortuga_p2p.errors import Code

VECTORS = Path(__file__).parent.parent / "protocol" / "vectors"
FIELDS = ["comment", "operation", "inputs", "intermediate", "output", "expect"]


def test_the_files_say_what_the_code_says() -> None:
    assert compare(published(VECTORS), rebuilt()) == []


def test_every_vector_has_all_fields_and_a_reason() -> None:
    for name, text in published(VECTORS).items():
        vector = json.loads(text)
        assert list(vector) == FIELDS, name
        assert vector["comment"].endswith("."), name
        assert vector["expect"] in {"accept", *Code}, name


def test_a_missing_a_changed_and_a_forgotten_file_are_noticed(tmp_path: Path) -> None:
    code = {"a/one.json": "1\n", "a/two.json": "2\n"}
    write(tmp_path, code)
    assert compare(published(tmp_path), code) == []
    (tmp_path / "a" / "one.json").write_text("0\n")
    (tmp_path / "a" / "two.json").rename(tmp_path / "a" / "three.json")
    assert compare(published(tmp_path), code) == ["a/one.json: differs", "a/three.json: no case", "a/two.json: no file"]
    write(tmp_path, code)
    assert published(tmp_path) == code


@pytest.mark.parametrize(
    "code", ["too-large", "malformed", "not-canonical", "wrong-version", "bad-signature", "bad-key", "reveal-mismatch",
             "bad-chain-value", "bad-opening"]
)  # fmt: skip
def test_codes_of_these_chapters_have_a_vector(code: str) -> None:
    assert any(json.loads(text)["expect"] == code for text in published(VECTORS).values())
