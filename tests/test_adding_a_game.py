"""The whole game of docs/adding-a-game.md, taken from the page: found in a fresh folder, it conforms and is played."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.shell import ROOT, tortuga
from tortuga_p2p.games import load, names
from tortuga_p2p.testing.conformance import check_game

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(ROOT) / "docs" / "adding-a-game.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A fresh folder on the path, with the page's game in it and nothing else."""
    chapter = PAGE.read_text("utf-8").split("\n## A whole game\n")[1].split("\n## ")[0]
    (code,) = re.findall("```python\n(.*?)```", chapter, re.DOTALL)
    home = tmp_path / "tortuga_games" / "pearls"
    home.mkdir(parents=True)
    (home / "__init__.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "tortuga_games"]:
        del sys.modules[name]


def test_the_game_of_the_page_keeps_every_promise(folder: Path) -> None:
    assert "pearls" in names()
    check_game(load("pearls"), seeds=range(2))


def test_the_game_of_the_page_is_played_among_peers(folder: Path) -> None:
    seats = ("--game", "pearls", "--seats", "random,random,random", "--seed", "2", "--json")
    done = tortuga("selfplay", *seats, PYTHONPATH=f"{folder}:{ROOT}", TORTUGA_HOME=str(folder / "home"))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["ok"]
