"""Games in a folder: what is said of each, and that a file is read once only. `tortuga games` as a user runs it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.replay.films import film
from tests.shell import tortuga
from tortuga_p2p.node import shelf as module
from tortuga_p2p.node.lock import take_lock
from tortuga_p2p.node.shelf import INDEX, PastGame, Shelf
from tortuga_p2p.rules.ask import Result
from tortuga_p2p.ui.history_words import ending, matches, others, tally, when
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from pathlib import Path

    from tortuga_p2p.verify.verifier import Finding

NOW_S = 1_763_456_400.0  # a Tuesday in November 2025


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    games = tmp_path / "games"
    games.mkdir()
    (games / "one.tortuga").write_bytes(film(2, toy=False))
    (games / "two.tortuga").write_bytes(b"no game")
    (games / "two.journal").write_bytes(b"no journal")
    os.utime(games / "two.tortuga", (1_600_000_000, 1_600_000_000))
    return games


def test_what_a_file_tells_is_kept_and_read_again_only_when_it_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = verify(film(2, toy=False)).identities[1]
    shelf = Shelf(folder, own)
    first = [shelf.look(game) for game in shelf.games()]
    assert [game.name for game in first] == ["one", "two"]
    assert (first[0].own, first[0].outcome, first[0].is_open) == (1, Outcome.HONEST, False)
    assert (first[1].outcome, first[1].is_open) == (Outcome.UNREADABLE, True)
    shelf.keep()
    read: list[bytes] = []

    def noted(raw: bytes) -> Finding:
        read.append(raw)
        return verify(raw)

    monkeypatch.setattr(module, "verify", noted)
    again = Shelf(folder, own)
    assert [again.look(game) for game in again.games()] == first
    assert not read
    (folder / "two.tortuga").write_bytes(b"something else")
    third = Shelf(folder, own)
    assert [third.look(game).name for game in third.games()] == ["two", "one"]
    assert read == [b"something else"]
    third.keep()
    (folder / "two.tortuga").write_bytes(b"something new.")  # as long as before
    os.utime(folder / "two.tortuga", (1_700_000_000, 1_700_000_000))
    fourth = Shelf(folder, own)
    assert [fourth.look(game).name for game in fourth.games()] == ["one", "two"]
    assert read == [b"something else", b"something new."]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 1, "games": {"one": [1]}}', '{"version": 1, "games": 3}']
)
def test_a_damaged_index_is_made_anew(folder: Path, text: str) -> None:
    (folder / INDEX).write_text(text)
    shelf = Shelf(folder, None)
    assert [shelf.look(game).outcome for game in shelf.games()] == [Outcome.HONEST, Outcome.UNREADABLE]
    shelf.keep()
    assert json.loads((folder / INDEX).read_text())["games"].keys() == {"one", "two"}


def test_an_index_of_another_version_is_not_believed(folder: Path) -> None:
    shelf = Shelf(folder, None)
    seen = [shelf.look(game) for game in shelf.games()]
    shelf.keep()
    index = json.loads((folder / INDEX).read_text())
    assert all(game.outcome is not None for game in Shelf(folder, None).games())
    (folder / INDEX).write_text(json.dumps({**index, "version": index["version"] + 1}))
    assert [game.outcome for game in Shelf(folder, None).games()] == [None, None]
    assert [Shelf(folder, None).look(game) for game in Shelf(folder, None).games()] == seen


def test_a_game_that_a_program_has_now_is_open_elsewhere(folder: Path) -> None:
    def elsewhere() -> dict[str, bool]:
        return {game.name: game.is_elsewhere for game in Shelf(folder, None).games()}

    assert elsewhere() == {"one": False, "two": False}
    with (folder / "two.journal").open("r+b") as journal:
        assert take_lock(journal.fileno())
        assert elsewhere() == {"one": False, "two": True}
    assert elsewhere() == {"one": False, "two": False}


def test_what_is_removed_is_gone_with_all_that_belongs_to_it(folder: Path) -> None:
    shelf = Shelf(folder, None)
    shelf.remove(["two"])
    assert [game.name for game in shelf.games()] == ["one"]
    assert not list(folder.glob("two*"))


# --- words ------------------------------------------------------------------------------------------------------------

GAME = PastGame("tortuga-1", NOW_S, 100, False, "tortuga", ("Ana", "Zoë", "Ben"), (False, False, True), 0)


def ended(scores: tuple[int, ...], winners: tuple[int, ...]) -> PastGame:
    return GAME._replace(outcome=Outcome.HONEST, result=Result(scores, winners))


@pytest.mark.parametrize(
    ("past", "words"),
    [
        (ended((52, 37, 12), (0,)), "won 52 to 37"),
        (ended((41, 44, 12), (1,)), "second, 41 to 44"),
        (ended((41, 44, 45), (2,)), "third, 41 to 45"),
        (ended((44, 44, 12), (0, 1)), "shared, 44 to 44"),
        (GAME._replace(outcome=Outcome.UNFINISHED, is_open=True, waiting_for=(0, 1)), "your turn"),
        (GAME._replace(outcome=Outcome.UNFINISHED, is_open=True, waiting_for=(1, 2)), "waiting for Zoë and Ben"),
        (
            GAME._replace(outcome=Outcome.UNFINISHED, is_open=True, waiting_for=(0,), is_elsewhere=True),
            "open in another window",
        ),
        (
            GAME._replace(outcome=Outcome.UNFINISHED, is_open=True, plays_on=True, is_elsewhere=True),
            "your program plays it for you",
        ),
        (GAME._replace(outcome=Outcome.UNFINISHED), "stopped before its end"),
        (GAME._replace(outcome=Outcome.CHEATING), "somebody cheated"),
        (GAME, ""),
    ],
)
def test_how_it_ended_is_told_to_whoever_keeps_it(past: PastGame, words: str) -> None:
    assert ending(past) == words


def test_others_are_named_and_many_are_counted() -> None:
    seen = GAME._replace(outcome=Outcome.HONEST)
    assert others(seen) == "Zoë, Ben (bot)"
    crowd = seen._replace(players=tuple("ABCDEFG"), bots=(False,) * 7)
    assert others(crowd) == "B, C and 4 more"


def test_a_day_is_said_as_people_say_it() -> None:
    assert when(NOW_S, NOW_S).startswith("today ")
    assert when(NOW_S - 24 * 3600, NOW_S).startswith("yesterday ")
    assert when(NOW_S - 9 * 24 * 3600, NOW_S).split()[1:2] == ["Nov"]
    assert when(1_600_000_000, NOW_S) == "13 Sep 2020"


def test_a_search_takes_names_games_months_and_results() -> None:
    won = ended((52, 37, 12), (0,))
    for words in ("zoë", "TORTUGA won", "nov ben", "2025-11"):
        assert matches(won, words, NOW_S), words
    assert not matches(won, "zoë lost", NOW_S)


def test_wins_are_counted_among_games_that_have_ended() -> None:
    games = [ended((52, 37, 12), (0,)), ended((1, 37, 12), (1,)), GAME]
    assert tally(games) == "2 games played, 1 won (50 %)"
    assert tally([GAME]) == "no finished game yet"


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_lists_searches_and_removes(folder: Path) -> None:
    home = str(folder.parent)
    told = tortuga("games", TORTUGA_HOME=home)
    assert (told.returncode, told.stderr) == (0, "")
    first, second, total = told.stdout.splitlines()
    assert first.startswith("two  13 Sep 2020")
    assert second.startswith("one  today ")
    assert "Tortuga" in second
    assert total == "no finished game yet."
    assert [
        json.loads(line)["name"] for line in tortuga("games", "--open", "--json", TORTUGA_HOME=home).stdout.splitlines()
    ] == ["two"]
    refused = tortuga("games", "--remove", TORTUGA_HOME=home)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "say which games" in refused.stderr
    assert tortuga("games", "--remove", "one", TORTUGA_HOME=home).returncode == 2, "nobody is here to say yes"
    assert (folder / "one.tortuga").exists()
    removed = tortuga("games", "--remove", "--yes", "one", TORTUGA_HOME=home)
    assert removed.stdout.endswith("1 game removed.\n")
    assert not (folder / "one.tortuga").exists()
    wrong = tortuga("games", "--older", "-3", TORTUGA_HOME=f"{home}/nowhere")
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1), "also where there is no game"
    nothing = tortuga("games", "nobody", TORTUGA_HOME=home)
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert "There is no such game" in nothing.stderr
