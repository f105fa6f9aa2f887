"""A soak counts what goes wrong; it does not stop there."""

from __future__ import annotations

import os
import re
from time import monotonic
from typing import TYPE_CHECKING

from tortuga_p2p.commands.soak import _tell_until
from tortuga_p2p.testing.rigs import selfplay, soak
from tortuga_p2p.testing.rigs.soak import SoakReport

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_a_table_that_does_not_open_is_a_lost_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host has no such bot, says so and ends; nobody else can come."""
    monkeypatch.setattr(selfplay, "SELFPLAY_START_S", 1)
    told: list[str] = []
    soaked = SoakReport(tell=told.append)
    table = selfplay.BotTable("tortuga", ("no-such-bot", "random"), (), 7, tmp_path)
    await soak.soak(table, 0.0001, soaked, soak.PERIOD_S)
    assert soaked.games == 1
    (lost,) = soaked.lost
    assert "the table did not open" in lost
    assert told == ["game 0, seed 7: no-such-bot, random sit down", f"LOST {lost}"]


async def test_what_befalls_peers_is_told_as_it_happens(tmp_path: Path) -> None:
    told: list[str] = []
    soaked = SoakReport(tell=told.append)
    table = selfplay.BotTable("tortuga", ("random", "random"), (), 285, tmp_path)  # the first blow comes at once
    await soak.soak(table, 0.0001, soaked, soak.PERIOD_S)
    assert soaked.lost == []
    assert told[0] == "game 0, seed 285: random, random sit down"
    assert told[-1].startswith(f"game 0 ended well: {soaked.steps} steps in ")
    blows = [line.split(" s  ")[1] for line in told[1:-1]]
    assert len(blows) == soaked.kills + soaked.cuts + soaked.sleeps > 0
    assert all(re.fullmatch(r"random [12] (is killed|loses all|sleeps for)\b.*", blow) for blow in blows)
    assert os.listdir(tmp_path) == [], "a game that ended well leaves nothing behind"


def test_every_line_of_a_soak_says_how_long_it_still_takes(capsys: pytest.CaptureFixture[str]) -> None:
    for left_s, words in ((179, "3 min left"), (-5, "0 s left")):
        _tell_until(monotonic() + left_s)("game 7 ended well")
        assert capsys.readouterr().out.strip() == f"{words}  game 7 ended well"
