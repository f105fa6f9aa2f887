"""A file of questions: every field of a decision in words, and choices that are said by what was picked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.rules.questions import questions
from tortuga_p2p.rules.words import Asked, Cases, Said

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tortuga_p2p.rules.questions import Questions

FILE = """## at sea
attack
  question: With {total}: whom do you attack?
  you: Your turn.
  they: {who} chooses a victim.
  many: {who} choose victims.
  choice if chest: attack {victim} for {chest}
  choice if victim=NONE: forfeit
  choice if daring: attack {victim}: how daring!
  choice: attack {victim}
  step victim: whom
  step chest:
  missing: Pick somebody.
  help: Nobody is attacked twice.
  help: One chest at most.
  help if storm: Nobody sails.
  chapter if action=3: board
  chapter: raid
  reference: 1.3.2

flee
  question: Do you flee?
  choice: flee

notes
  far: {choice}: that is far.

why_not
  full if space: {choice} has room for {space}.
  full: {choice} is full.
"""


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Questions]:
    monkeypatch.syspath_prepend(tmp_path)

    def reading(text: str) -> Questions:
        folder = tmp_path / f"questions_of_{tmp_path.name}"  # a package is loaded once
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "asked.txt").write_text(text, "utf-8")
        return questions(folder.name, "asked.txt", {"NONE": -1}, {"daring": lambda args: args["odds"] < 2})

    return reading


def test_every_line_goes_into_its_field(read: Callable[[str], Questions]) -> None:
    attack = read(FILE).asked["attack"]
    assert attack.question == "With {total}: whom do you attack?"
    assert attack.waiting == Said("Your turn.", "{who} chooses a victim.", "{who} choose victims.")
    assert attack.steps == {"victim": "whom", "chest": ""}
    assert attack.missing == "Pick somebody."
    assert attack.help[:2] == ("Nobody is attacked twice.", "One chest at most.")
    storm = attack.help[2]
    assert isinstance(storm, Cases)
    assert [storm(args) for args in ({"storm": 1}, {"storm": 0}, {})] == ["Nobody sails.", "", ""]
    assert attack.reference == "1.3.2"


def test_what_a_file_does_not_say_is_empty(read: Callable[[str], Questions]) -> None:
    found = read("flee\n  question: Do you flee?\n  choice: flee\n")
    assert found.asked == {"flee": Asked("Do you flee?", Said("", ""), "flee")}
    assert (found.notes, found.why_not) == ({}, {})


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ({"victim": (2,), "chest": (4,), "odds": 1}, "attack {victim} for {chest}"),
        ({"victim": (2,), "chest": (0,), "odds": 1}, "attack {victim} for {chest}"),
        ({"victim": (-1,), "odds": 1}, "forfeit"),
        ({"victim": (2,), "odds": 1}, "attack {victim}: how daring!"),
        ({"victim": (2,), "odds": 2}, "attack {victim}"),
    ],
)
def test_the_first_choice_that_fits_is_said(
    read: Callable[[str], Questions], args: dict[str, object], line: str
) -> None:
    choice = read(FILE).asked["attack"].choice
    assert isinstance(choice, Cases)
    assert choice(args) == line


def test_a_condition_may_speak_of_what_the_question_is_about(read: Callable[[str], Questions]) -> None:
    chapter = read(FILE).asked["attack"].chapter
    assert isinstance(chapter, Cases)
    assert [chapter({"action": action}) for action in (3, 4)] == ["board", "raid"]


def test_codes_have_their_sentences(read: Callable[[str], Questions]) -> None:
    asked, notes, why_not = read(FILE)
    assert list(asked) == ["attack", "flee"]
    assert notes == {"far": "{choice}: that is far."}
    full = why_not["full"]
    assert isinstance(full, Cases)
    assert [full({"space": space}) for space in (1, 0)] == ["{choice} has room for {space}.", "{choice} is full."]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("Do it", "flee: 'Do it' does not say what it is"),
        ("chosen: flee", "flee: a decision has no \\['chosen'\\]"),
        ("missing if brave: Courage.", "flee: only some lines may have an `if`"),
    ],
)
def test_a_line_that_means_nothing_is_a_mistake(read: Callable[[str], Questions], line: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        read(f"flee\n  question: Do you flee?\n  choice: flee\n  {line}\n")
