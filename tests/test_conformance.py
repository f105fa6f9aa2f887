"""The tiny games keep every promise, and for every promise there is a broken one that is caught."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.tinygames import RACE, TINY_GAMES
from tests.tinygames.broken import BROKEN, broken, speaking
from tests.tinygames.broken_leaving import BROKEN_LEAVING
from tests.tinygames.race import Race
from tortuga_p2p import games
from tortuga_p2p.testing import trial
from tortuga_p2p.testing.conformance import NotConforming, check_bots, check_folder, check_game, digest_of_games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tortuga_p2p.rules.game import Game

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_a_tiny_game_keeps_every_promise(game: Any, seats: int) -> None:
    check_game(game, seeds=range(3), seats=[seats], one_in=2)


@pytest.mark.parametrize(("words", "game"), BROKEN, ids=[words.replace(" ", "-") for words, _ in BROKEN])
def test_a_broken_promise_is_caught(words: str, game: Any) -> None:
    with pytest.raises(NotConforming) as caught:
        check_game(game, seeds=range(5), seats=[2], steps_max=200)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("words", "game"), BROKEN_LEAVING, ids=[words.replace(" ", "-") for words, _ in BROKEN_LEAVING]
)
def test_a_promise_that_is_broken_when_somebody_leaves_is_caught(words: str, game: Any) -> None:
    with pytest.raises(NotConforming) as caught:
        check_game(game, seeds=range(5), seats=[3], steps_max=200)
    assert words in str(caught.value)


def test_every_promise_has_a_game_that_breaks_it() -> None:
    tree = ast.parse(Path(trial.__file__).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "holds"]
    caught = [words for words, _ in (*BROKEN, *BROKEN_LEAVING)]
    promises = [constants(call.args[-1]) for call in calls]
    assert len(promises) > 30
    for pieces in promises:
        assert any(piece in words or words in piece for piece in pieces for words in caught), pieces


def constants(sentence: ast.expr) -> list[str]:
    """The parts of a sentence that are always the same."""
    nodes = (node.value for node in ast.walk(sentence) if isinstance(node, ast.Constant))
    return [text for text in nodes if isinstance(text, str) and len(text) > 3]


def test_a_failure_says_how_to_see_it_again() -> None:
    game = speaking("")
    with pytest.raises(NotConforming, match=r"\[race, 4 seats, seed 17, step 1\]"):
        check_game(game, seeds=[17], seats=[4])


# --- the same on every machine ---------------------------------------------------------------------------------

WORLDS = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Asia/Kathmandu"},
    {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
)
GAMES: tuple[Game[Any], ...] = (*TINY_GAMES, *map(games.load, games.names()))
DIGEST = """
from tests.tinygames import TINY_GAMES
from tests.tinygames.broken import scatterbrained
from tortuga_p2p import games
from tortuga_p2p.testing.conformance import digest_of_games
good = (*TINY_GAMES, *map(games.load, games.names()))
print([digest_of_games(game, range(2)) for game in {which}])
"""


def digests(which: str, world: Mapping[str, str]) -> str:
    """The fingerprints of some games, played by another Python in another place."""
    command = (sys.executable, "-c", DIGEST.format(which=which))
    return subprocess.run(command, cwd=ROOT, env=os.environ | world, capture_output=True, text=True, check=True).stdout


def test_every_machine_plays_the_same_games() -> None:
    here = str([digest_of_games(game, range(2)) for game in GAMES])
    assert [digests("good", world).strip() for world in WORLDS] == [here] * len(WORLDS)


def test_a_game_that_leans_on_the_order_of_a_set_is_caught() -> None:
    found = {digests("[scatterbrained()]", {"PYTHONHASHSEED": str(seed)}) for seed in range(4)}
    assert len(found) > 1


def test_another_seed_gives_other_games() -> None:
    assert digest_of_games(RACE, [1]) != digest_of_games(RACE, [2])


# --- bots and folders ------------------------------------------------------------------------------------------


class Last:
    """A bot that takes the last move."""

    name = "last"

    def choose(self, view: Any, moves: Any, draw: Any, /) -> Any:
        return moves[-1]


class Cheat(Last):
    def choose(self, view: Any, moves: Any, draw: Any, /) -> Any:
        return moves[-1]._replace(data=(9,))


class Moody(Last):
    """A bot with a memory outside of the game."""

    calls = 0

    def choose(self, view: Any, moves: Any, draw: Any, /) -> Any:
        Moody.calls += 1
        return moves[Moody.calls % len(moves)]


def test_a_good_bot_is_a_good_bot() -> None:
    check_bots(broken(Race, bots=lambda self: {"last": Last}), seeds=[1, 2])


@pytest.mark.parametrize(("bot", "words"), [(Cheat, "chooses a legal move"), (Moody, "chooses the same again")])
def test_a_bad_bot_is_caught(bot: type, words: str) -> None:
    with pytest.raises(NotConforming, match=words):
        check_bots(broken(Race, bots=lambda self: {"bad": bot}), seeds=[1, 2])


@pytest.mark.parametrize("name", games.names())
def test_a_game_folder_is_complete(name: str) -> None:
    check_folder(name)


PARTS = {
    "playthroughs/one.txt": "a whole game",
    "scenarios/one.txt": "a position",
    "counts.txt": "1 2 3",
    "__init__.py": """
from tests.tinygames.race import Race

class Sample(Race):
    name = "sample"
    def bots(self):
        return {"last": object}

GAME = Sample()
""",
}


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("", ""),
        ("playthroughs/one.txt", "playthroughs"),
        ("scenarios/one.txt", "scenarios"),
        ("counts.txt", "counts.txt"),
        ("bots", "brings a bot"),
        ("name", "holds the game of that name"),
    ],
)
def test_an_incomplete_folder_is_caught(
    missing: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part, text in PARTS.items():
        file = tmp_path / "sample" / part
        file.parent.mkdir(exist_ok=True, parents=True)
        text = text.replace('"last": object', "") if missing == "bots" else text
        text = text.replace('name = "sample"', "") if missing == "name" else text
        file.write_text("" if part == missing else text)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "tortuga_p2p.games.sample", raising=False)
    if missing:
        with pytest.raises(NotConforming, match=words):
            check_folder("sample")
    else:
        check_folder("sample")
