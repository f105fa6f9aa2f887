"""A file of sentences: the first entry of a kind that fits is said, to whoever does it and to the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tortuga_p2p.rules.phrases import phrases
from tortuga_p2p.rules.words import Cases, Said

if TYPE_CHECKING:
    from pathlib import Path

FILE = """## what happens at sea
sailed grows
  Your boat goes on, with more room.
  {who}'s boat goes on, with more room.

sailed
  Your boat goes on.
  {who}'s boat goes on.

took #letters=1 position=2
  You take one die, second.
  {who} takes one die, second.

took position=1
  First.

took
  Late.

## nobody else is told
roll
  Your roll: {dice}.
  -
"""


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Said | Cases[Said]]:
    folder = tmp_path / "sea_words"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "said.txt").write_text(FILE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return phrases("sea_words", "said.txt")


def test_two_sentences_are_for_the_doer_and_the_others_and_a_dash_is_silence(said: dict[str, Any]) -> None:
    assert list(said) == ["sailed", "took", "roll"]
    assert said["roll"] == Said("Your roll: {dice}.", "")


@pytest.mark.parametrize(
    ("kind", "args", "you"),
    [
        ("sailed", {"grows": 2}, "Your boat goes on, with more room."),
        ("sailed", {"grows": 0}, "Your boat goes on."),
        ("took", {"letters": (3,), "position": 2}, "You take one die, second."),
        ("took", {"letters": (3, 4), "position": 2}, "Late."),
        ("took", {"letters": (), "position": 1}, "First."),
    ],
)
def test_the_first_entry_that_fits_is_said(said: dict[str, Any], kind: str, args: dict[str, Any], you: str) -> None:
    assert said[kind](args).you == you


def test_one_sentence_alone_is_for_everybody(said: dict[str, Any]) -> None:
    assert said["took"]({"letters": (), "position": 1}) == Said("First.", "First.")


def test_three_sentences_are_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "three_words"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "said.txt").write_text("fell\n  One.\n  Two.\n  Three.\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match=r"fell in said\.txt"):
        phrases("three_words", "said.txt")
