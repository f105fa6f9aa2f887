"""Games are found by their folders, ours and others'; each says where it stands; the last one played is remembered."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.shell import ROOT, tortuga
from tortuga_p2p import games
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.answer import Moved
from tortuga_p2p.rules.ask import Move, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.damage import pick
from tortuga_p2p.ui.rules_text import chapters, written
from tortuga_p2p.ui.settings import Settings, load_settings, remember_game, save_settings, usual_game

if TYPE_CHECKING:
    from collections.abc import Iterator

RACE = "from tests.tinygames.race import Race\n"
FOLDERS = {
    "race": "from tests.tinygames import RACE as GAME\n",
    "first": f"{RACE}from tortuga_p2p.rules.about import About\n"
    "GAME = type('First', (Race,), {'name': 'first', 'title': 'First', 'about': About('Begin here.', order=-1)})()\n",
    "ruined": "import nothing_of_that_name\n",
    "empty": "",
}


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with games that are not ours, on the path."""
    for name, text in FOLDERS.items():
        folder = tmp_path / "tortuga_games" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(text)
    (tmp_path / "tortuga_games" / "first" / "rules.txt").write_text("# goal: The goal\n\nRun.\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path / "home"))
    yield tmp_path
    for module in [name for name in sys.modules if name.partition(".")[0] == "tortuga_games"]:
        del sys.modules[module]
    written.cache_clear()


OURS = sorted(path.parent.name for path in (Path(games.__file__).parent).glob("*/__init__.py"))


def test_every_folder_is_a_game_whoever_wrote_it(others: Path) -> None:
    assert games.names() == sorted([*OURS, *FOLDERS])
    assert games.load("race").title == "Race"
    assert chapters("first")["goal"].blocks == ("Run.",)
    assert games.package_of("race") == "tortuga_games.race"


def test_without_a_folder_of_others_there_are_ours() -> None:
    assert games.names() == OURS
    assert [game.name for game in games.offered()]


def test_a_game_that_cannot_be_loaded_is_not_offered_and_says_why_by_name(others: Path) -> None:
    offered = [game.name for game in games.offered()]
    assert offered[0] == "first"
    assert set(offered) == {*OURS, "race", "first"}
    with pytest.raises(BadInput, match=r"tortuga_games\.ruined cannot be loaded: ModuleNotFoundError"):
        games.load("ruined")
    with pytest.raises(BadInput, match=r"tortuga_games\.empty cannot be loaded: AttributeError"):
        games.load("empty")
    with pytest.raises(BadInput, match="there is no game 'chess': choose from"):
        games.load("chess")


def test_a_folder_of_others_never_takes_the_name_of_one_of_ours(others: Path) -> None:
    (others / "tortuga_games" / OURS[0]).mkdir()
    (others / "tortuga_games" / OURS[0] / "__init__.py").write_text("raise SystemExit\n")
    assert games.package_of(OURS[0]) == f"tortuga_p2p.games.{OURS[0]}"
    assert games.load(OURS[0]).name == OURS[0]


# --- what is played where nobody says ------------------------------------------------------------------------------


def test_the_last_game_is_remembered_and_before_the_first_one_begins_where_games_say(others: Path) -> None:
    assert usual_game() == "first"
    save_settings(Settings(name="Ana", ascii=True))
    remember_game("race")
    assert usual_game() == "race"
    assert load_settings() == Settings(name="Ana", ascii=True, game="race")


@pytest.mark.parametrize("text", ['game = "chess"', "game = 7", "game = [1", 'volume = 11\ngame = "nothing"'])
def test_settings_that_say_nothing_useful_about_the_game_stop_nobody(others: Path, text: str) -> None:
    (others / "home").mkdir()
    (others / "home" / "settings.toml").write_text(text)
    assert usual_game() == "first"
    remember_game("race")
    assert usual_game() in ("first", "race")  # a damaged file is not overwritten


def test_commands_play_what_was_played_last_or_what_they_are_told(others: Path) -> None:
    path = f"{others}:{ROOT}"
    home = str(others / "home")
    watch = ("watch", "--seats", "random,random", "--seed", "1")
    assert "First, seed 1" in tortuga(*watch, PYTHONPATH=path, TORTUGA_HOME=home).stdout
    assert "Race, seed 1" in tortuga(*watch, "--game", "race", PYTHONPATH=path, TORTUGA_HOME=home).stdout
    assert tortuga("config", "set", "game", "race", PYTHONPATH=path, TORTUGA_HOME=home).returncode == 0
    assert "Race, seed 1" in tortuga(*watch, PYTHONPATH=path, TORTUGA_HOME=home).stdout
    refused = tortuga("config", "set", "game", "ruined", PYTHONPATH=path, TORTUGA_HOME=home)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "tortuga_games.ruined cannot be loaded" in refused.stderr


@pytest.mark.parametrize("name", OURS)
def test_a_number_that_only_equals_the_right_one_is_no_move(name: str) -> None:
    """To Python 1.0, True and 1 are one key; what is remembered by its key must not let them in."""
    game, draw = games.load(name), SeededDraw(5, "numbers")
    table = LocalTable(game, game.setup(3, {}), 3, draw)
    tried = 0
    while tried < 40:
        choices = {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            move = choices[seat] = moves[draw.below(len(moves))] if len(moves) > 1 else moves[0]
            game.check_move(table.state, seat, table.moved(move))
            wrong: Any = tuple(bool(number) if number in (0, 1) else float(number) for number in move.data)
            with pytest.raises(IllegalMove):
                game.check_move(table.state, seat, Moved(move._replace(data=wrong), table.moved(move).faces))
            tried += 1
        table.step(choices)


def in_floats(move: Move) -> list[Move]:
    """The move with its data, what it opens or what it gives said in fractions, which to Python are the same."""
    floats: dict[str, Any] = {
        "data": tuple(map(float, move.data)),
        "opens": tuple(map(float, move.opens)),
        "gives": tuple(tuple(map(float, one)) for one in move.gives),
    }
    said = [Move(**{**move._asdict(), name: numbers}) for name, numbers in floats.items() if numbers]
    assert all(one == move for one in said)
    return said


@pytest.mark.parametrize("name", games.names())
def test_numbers_of_another_type_are_refused_though_they_are_equal(name: str) -> None:
    """Whatever the rules remember is remembered of whole numbers: 1.0 never finds what was kept for 1."""
    game, draw, refused = games.load(name), SeededDraw(1, "choices"), 0
    table = LocalTable.new(game, 3, {}, SeededDraw(1))
    while not isinstance(table.ask, Over):
        choices = {seat: pick(table.moves(seat), draw) for seat in deciders(table.ask)}
        for seat, move in choices.items():
            game.check_move(table.state, seat, table.moved(move))
            for wrong in in_floats(move):
                with pytest.raises(IllegalMove):
                    game.check_move(table.state, seat, table.moved(move)._replace(move=wrong))
                refused += 1
        table.step(choices)
    assert refused > 20
