"""Playthroughs of any game: told again from their answers, refused where they cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.generators.playthrough import Wanted, check_playthrough, folder, main, retell, write, written_by
from tests.tinygames.race import RACE
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games import load
from tortuga_p2p.testing.scenario import Mismatch

if TYPE_CHECKING:
    from pathlib import Path

RACING = """\
# Anything may stand here.

case a short race
setup 2 goal=2
then race (2 0 0 0 0 (0 0) 0)

ask chance 2
chance 1
then race (2 0 1 0 1 (0 0) 0)

ask turn 1
move 1 1
then race (2 0 1 0 2 (0 0) 0)

ask chance 6,2
chance 1 0
then race (2 0 1 2 1 (0 0) 0)

ask turn 1
move 1 0
then race (2 1 0 0 1 (0 2) 0)

ask over 0,2 won by 1
"""


def test_a_game_is_told_again_as_it_stands() -> None:
    assert retell(RACE, RACING, "race.txt") == RACING
    check_playthrough(RACE, RACING, "race.txt")


def changed(old: str, new: str) -> str:
    assert old in RACING
    return RACING.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        (
            changed("(0 2)", "(2 0)"),
            Mismatch,
            "race.txt, line 21: it is otherwise:\n  file: then race (2 1 0 0 1 (2 0) 0)",
        ),
        (changed("ask turn 1\n", ""), Mismatch, "race.txt, line 11: it is otherwise"),
        (changed("ask over 0,2 won by 1\n", ""), Mismatch, "race.txt: the file and the game do not end together."),
        (changed("move 1 0\n", ""), Mismatch, "race.txt, line 3: the game goes on after the last line: turn 1"),
        (changed("move 1 1", "move 1 0"), Mismatch, "race.txt, line 12: refused: Push, or hold what you have."),
        (changed("move 1 1", "move 0 1"), BadInput, "race.txt, line 12: seat 0 is not asked here: turn 1."),
        (changed("chance 1\n", "chance 7\n"), BadInput, "race.txt, line 8: chance gives a number below 2 here, not 7."),
        (changed("setup", "start"), BadInput, "race.txt, line 4: there is no 'start'"),
        (changed("setup 2 goal=2\n", ""), BadInput, "race.txt, line 3: a playthrough begins with a setup."),
        (RACING + "case another\n", BadInput, "race.txt, line 24: a playthrough is one game."),
        ("", BadInput, "race.txt: there is no case in this file."),
    ],
)
def test_another_story_is_found_and_a_bad_file_refused(text: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as caught:
        check_playthrough(RACE, text, "race.txt")
    assert str(caught.value).startswith(sentence)


def test_a_new_playthrough_says_how_it_was_made_and_is_the_same_every_time() -> None:
    wanted = Wanted("tortuga", 2, 5, "random", ("long=yes",))
    text = write(wanted)
    assert written_by(text, "new.txt") == wanted
    assert write(wanted) == text
    check_playthrough(load("tortuga"), text, "new.txt")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "--seats", "2"], "there is no game 'chess'"),
        (["chess"], "there is no game 'chess'"),
        (["tortuga", "--seats", "7"], "Tortuga is for 2 to 4 players, not 7."),
        (["tortuga", "--seats", "2", "--player", "nobody"], "there is no player 'nobody': choose from random"),
        (["tortuga", "--seats", "2", "--option", "speed=9"], "there is no option 'speed=9'"),
    ],
)
def test_the_command_refuses_in_one_line_and_writes_nothing(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert err.count("\n") == 1


def test_the_command_writes_a_playthrough(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tortuga", "--seats", "2", "--seed", "5"]) == 0
    assert capsys.readouterr().out == write(Wanted("tortuga", 2, 5, "random", ()))


def test_all_files_of_a_game_are_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = write(Wanted("tortuga", 2, 5, "random", ()))
    (tmp_path / "old.txt").write_text(text.replace("\nask ", "\n# lost\nask "), encoding="utf-8")
    monkeypatch.setattr("tests.generators.playthrough.folder", lambda name: tmp_path)
    assert main(["tortuga"]) == 0
    assert capsys.readouterr().out.startswith("old.txt ")
    assert (tmp_path / "old.txt").read_bytes().decode() == text

    (tmp_path / "older.txt").write_text("case by hand\n", encoding="utf-8")
    assert main(["tortuga"]) == 2
    assert capsys.readouterr().err.startswith("older.txt, line 1: it should say")


def test_the_folder_is_in_the_game() -> None:
    assert folder("tortuga").parts[-3:] == ("games", "tortuga", "playthroughs")
